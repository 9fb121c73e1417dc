"""The page on memories: to search, filter, read, correct, pin and forget them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import Any

from nicegui import ui

from soulkeep.inspector.memory_look import add_look, soon
from soulkeep.inspector.memory_row import kind_of, row, source_of
from soulkeep.inspector.pages.memories import catalogue as catalogue
from soulkeep.inspector.pages.memories.catalogue import ORDERS, STATES, Catalogue, Filter, MemoryOutline
from soulkeep.inspector.pages.memories.detail import MemoryDialog
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.view import View
from soulkeep.types.records import Memory, Recall

NAME = "memories"
ICON = "bookmarks"

PAGE = 40
"""Number of memories on a page of the list."""

CHOICES = 300
"""Most values that a filter offers, the most frequent ones."""

HITS = 20
"""Most memories that a search finds."""

TEXTS = texts("memories", "memory")


def build(view: View) -> None:
    """Build the page."""
    add_look()
    if view.character is None:
        view.empty(view.t("pick_character"))
        return
    MemoriesPage(view).begin()


class MemoriesPage:
    """The list, its filters, and a search."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._all = Catalogue([])
        self._filter = Filter()
        self._order: catalogue.Order = "newest"
        self._page = 0
        self._recall: Recall | None = None
        self._seen: frozenset[str] = frozenset()
        self._drawing = 0
        self._selects: dict[str, ui.select] = {}
        self._fields: list[ui.input] = []
        self._tabs: dict[catalogue.State, tuple[ui.element, Any]] = {}

    def begin(self) -> None:
        """Lay out and fill the page."""
        view = self._view
        self._dialog = MemoryDialog(view, self._reload)
        with ui.element("div").classes("sk-mem-page"):
            self._bar()
            with ui.element("div").classes("sk-mem-states").props('role="group"') as states:
                states.props["aria-label"] = view.t("state")
                self._lay_states()
            self._list = ui.element("div").classes("sk-mem-list").props('aria-live="off"')
        view.changed(self._reload)
        soon(self._first)

    async def _first(self) -> None:
        await self._reload()
        if asked := self._view.query.get("id"):
            await self._dialog.show(asked)

    # -- what is shown

    async def _reload(self) -> None:
        view = self._view
        before = self._all
        loaded = await view.run(lambda: catalogue.load(view.access, view.character_id or "", view.person))
        if loaded is None:
            return
        self._all = loaded
        self._seen = frozenset(before.by_id) if before.outlines else frozenset(loaded.by_id)
        self._choices()
        if self._recall is not None:
            await self._find()
        else:
            await self._draw()

    async def _draw(self) -> None:
        """Show one page of the list, or the search results."""
        self._drawing += 1
        mine = self._drawing
        view, now = self._view, datetime.now(UTC).timestamp()
        counts = self._all.states(self._filter)
        self._draw_states(counts)
        if self._recall is not None:
            self._draw_recall(self._recall)
            return
        dials = await view.run(lambda: catalogue.dials_of(view.acting("read")))
        if dials is None or mine != self._drawing:
            return
        matches = self._all.found(self._filter, self._order, now=now, dials=dials)
        self._page = max(0, min(self._page, (len(matches) - 1) // PAGE))
        page = matches[self._page * PAGE : (self._page + 1) * PAGE]
        memories = await view.run(lambda: self._read(page))
        if memories is None or mine != self._drawing:
            return
        left = catalogue.left_of(page, dials, now)
        self._list.clear()
        with self._list:
            if not page:
                view.empty(view.t("none" if self._all.outlines else "none_yet"))
                return
            with ui.element("ul").classes("sk-mem-rows"):
                for one, share in zip(page, left, strict=True):
                    memory = memories.get(one.id)
                    if memory is not None:
                        reason = one.held_back or ("faded" if share < dials.fade_below else "")
                        element = row(view, memory, self._opener(one.id), left=float(share), reason=reason)
                        if one.id not in self._seen:
                            element.classes("sk-mem-new")
            self._draw_pages(len(page), len(matches))

    def _read(self, page: list[MemoryOutline]) -> dict[str, Memory]:
        """Return the memories of a page, without those deleted meanwhile."""
        character = self._view.acting("read")
        return {
            one.id: memory_read for one in page if (memory_read := catalogue.read_memory(character, one)) is not None
        }

    def _opener(self, id: str) -> Any:
        return lambda: self._dialog.show(id)

    def _draw_pages(self, shown: int, total: int) -> None:
        view, first = self._view, self._page * PAGE

        async def turn(by: int) -> None:
            self._page += by
            view.client.run_javascript("window.scrollTo({top: 0})")  # before the pressed button is removed
            await self._draw()

        with ui.element("nav").classes("sk-mem-pages"):
            back = ui.button(icon="chevron_left", on_click=lambda: turn(-1)).props("flat round dense")
            back.props["aria-label"] = view.t("newer")
            words(view.t("shown", first=first + 1, last=first + shown, total=f"{total:,}"), classes="sk-number")
            on = ui.button(icon="chevron_right", on_click=lambda: turn(1)).props("flat round dense")
            on.props["aria-label"] = view.t("older")
            back.set_enabled(first > 0)
            on.set_enabled(first + shown < total)

    # -- the search

    async def _search(self) -> None:
        self._recall = None
        self._page = 0
        if (self._field.value or "").strip():
            await self._find()
        else:
            await self._draw()

    async def _find(self) -> None:
        view, wanted = self._view, self._filter
        question = (self._field.value or "").strip()
        self._recall = await view.run(
            lambda: view.acting("read").recall(
                question,
                person=view.person,
                k=HITS,
                kinds={wanted.kind} if wanted.kind else None,
                sources={wanted.source} if wanted.source else None,
                since=_aware(wanted.since),
                until=_aware(wanted.until),
            )
        )
        await self._draw()

    def _draw_recall(self, recall: Recall) -> None:
        view = self._view
        self._list.clear()
        hits = [hit for hit in recall.hits if self._wanted(hit.memory)]
        held_back = [back for back in recall.held_back if self._wanted(back.memory)]
        best = max((hit.score for hit in hits), default=None)
        with self._list:
            with ui.element("div").classes("sk-mem-found"):
                words(view.t("hits", count=len(hits)))
                if recall.confidence is not None:
                    words(view.t("confidence", value=f"{recall.confidence:.2f}"), classes="sk-soft")
            view.legend(frozenset(name for hit in hits for name, value in hit.parts.items() if value > 0))
            with ui.element("ul").classes("sk-mem-rows"):
                for hit in hits:
                    opened = self._opener(hit.memory.id)
                    row(view, hit.memory, opened, left=hit.retention, score=hit.parts, best=best)
            if held_back:
                with ui.element("div").classes("sk-mem-found"):
                    words(view.t("held_back"), tag="h2")
                    words(view.t("held_back_note"), classes="sk-soft")
                with ui.element("ul").classes("sk-mem-rows"):
                    for back in held_back:
                        row(view, back.memory, self._opener(back.memory.id), reason=back.reason)

    def _wanted(self, memory: Memory) -> bool:
        """Return whether a hit passes the filters that recalls lack; its state is shown rather than filtered."""
        return self._filter.passes(catalogue.outline(memory), state=False)

    # -- the bar

    def _bar(self) -> None:
        view = self._view
        with ui.element("div").classes("sk-mem-bar"):
            self._field = ui.input(placeholder=view.t("search")).props('outlined dense clearable type="search"')
            self._field.classes("sk-mem-search sk-search").props["aria-label"] = view.t("search")
            self._field.props["title"] = view.t("search_hint")
            with self._field.add_slot("prepend"):
                ui.icon("search").props("aria-hidden=true")
            self._field.on("keydown.enter", self._search).on("clear", self._search)
            self._field.on("update:model-value", self._emptied, throttle=0.2, leading_events=False)
            order = ui.select({name: view.t(f"order_{name}") for name in ORDERS}, value=self._order)
            order.props("outlined dense options-dense").classes("sk-mem-order").props["aria-label"] = view.t("order")
            order.on_value_change(lambda event: self._reorder(event.value))
        fold = ui.expansion(view.t("filters"), icon="tune").classes("sk-mem-filters").props("dense")
        with fold, ui.element("div").classes("sk-mem-fields"):
            for name in ("kind", "source", "speaker", "session", "shared"):
                select = ui.select({"": view.t("any")}, value="", label=view.t(name), with_input=name == "session")
                select.props("outlined dense options-dense").classes(f"sk-mem-filter sk-filter-{name}")
                select.on_value_change(lambda event, name=name: self._narrow(**{name: event.value or ""}))
                self._selects[name] = select
            for name in ("since", "until"):
                date = ui.input(view.t(name)).props('outlined dense stack-label type="date"')
                date.classes(f"sk-mem-filter sk-filter-{name}")
                date.on_value_change(lambda event, name=name: self._narrow(**{name: _day(event.value, name)}))
                self._fields.append(date)
            ui.button(view.t("reset"), on_click=self._reset).props("flat no-caps dense")

    def _reset(self) -> None:
        for field in (*self._selects.values(), *self._fields):
            field.value = ""

    async def _emptied(self) -> None:
        if self._recall is not None and not (self._field.value or "").strip():
            await self._search()

    async def _reorder(self, order: catalogue.Order) -> None:
        self._order, self._page, self._recall = order, 0, None
        await self._draw()

    async def _narrow(self, **values: Any) -> None:
        if all(getattr(self._filter, name) == value for name, value in values.items()):
            return
        self._filter = replace(self._filter, **values)
        self._page = 0
        if self._recall is not None:
            await self._find()
        else:
            await self._draw()

    def _choices(self) -> None:
        """Fill the filters with their values and numbers of memories."""
        view = self._view
        names: dict[str, Callable[[str], str]] = {"kind": partial(kind_of, view), "source": partial(source_of, view)}
        for column in ("kind", "source", "speaker", "session"):
            counts = self._all.values(column)
            named = names.get(column, str)
            options = {value: f"{named(value)} · {count:,}" for value, count in counts.most_common(CHOICES)}
            self._offer(column, options)
        persons = {"person": view.person, "all": view.t("shared_all")} if view.person is not None else {}
        self._offer("shared", persons)

    def _offer(self, column: str, options: dict[str, Any]) -> None:
        select = self._selects[column]
        select.visible = len(options) > 1
        wanted = {"": self._view.t("any"), **options}
        if select.options != wanted:
            select.set_options(wanted, value=select.value if select.value in wanted else "")

    def _lay_states(self) -> None:
        view = self._view

        async def choose(state: catalogue.State) -> None:
            self._filter = replace(self._filter, state=state)
            self._page, self._recall = 0, None
            self._field.value = ""
            await self._draw()

        for state in STATES:
            with ui.element("button").classes("sk-tab") as tab:
                tab.props.update({"type": "button", "data-state": state})
                tab.on("click", partial(choose, state))
                words(view.t(f"state_{state}"), tag="span")
                self._tabs[state] = tab, words("", tag="span", classes="sk-soft sk-number")

    def _draw_states(self, counts: Counter[str]) -> None:
        for state, (tab, count) in self._tabs.items():
            chosen = state == self._filter.state and self._recall is None
            tab.props["aria-pressed"] = str(chosen).lower()
            tab.classes(add="sk-tab-on" if chosen else "", remove="" if chosen else "sk-tab-on")
            tab.update()
            count.text = f"{counts[state]:,}"


def _day(value: str | None, name: str) -> float | None:
    """Return the beginning or the end of an ISO 8601 date, in this machine's zone; None if there is none."""
    try:
        day = datetime.fromisoformat(value or "").date()
    except ValueError:
        return None
    begins = datetime.combine(day, time.min).astimezone()
    return (begins if name == "since" else begins + timedelta(days=1, microseconds=-1)).timestamp()


def _aware(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
