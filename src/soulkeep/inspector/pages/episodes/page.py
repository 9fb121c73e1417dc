"""The page on episodes: the past of a character with a person as a graph along time, and what was derived from it."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from nicegui import ui

from soulkeep.inspector.frame import stamp
from soulkeep.inspector.memory_look import add_look, chart, show, soon, wheel_note
from soulkeep.inspector.pages.episodes import data as data
from soulkeep.inspector.pages.episodes import detail as detail
from soulkeep.inspector.pages.episodes import graph as graph
from soulkeep.inspector.pages.episodes.data import KINDS, EpisodeExchange, EpisodeStretch, Sieve
from soulkeep.inspector.pages.episodes.query import QueryCard
from soulkeep.inspector.pages.memories.detail import MemoryDialog
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.view import View
from soulkeep.lang.calendar import RELATIVE
from soulkeep.types.episodes import Interest, Known

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "episodes"
ICON = "hub"
TEXTS = texts("episodes", "memory")

_INTERESTS = 12
"""Most interests that are shown."""


def build(view: View) -> None:
    """Build the page."""
    add_look()
    ui.add_head_html(f'<link rel="stylesheet" href="/_soulkeep/past.css?{stamp()}">')
    EpisodesPage(view).begin()


class EpisodesPage:
    """The graph, the same as a list, the panel about an episode, and the interests."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._sieve = Sieve()
        self._end: int | None = None
        self._stretch = EpisodeStretch()
        self._drawn = EpisodeStretch()
        self._chosen = ""
        self._asked = 0
        self._chips: dict[str, ui.element] = {}

    def begin(self) -> None:
        """Lay out and fill the page."""
        view = self._view
        self._memory = MemoryDialog(view, self._reload)
        self._asking = ui.element("div")  # keeps a dialog open while the part it was opened from is redrawn
        with ui.element("div").classes("sk-ep-page"):
            with ui.element("div").classes("sk-ep-main"):
                with view.card(view.t("graph"), icon=ICON, note=view.t("graph_note")):
                    self._filters()
                    wheel_note(view)
                    self._chart = chart({"xAxis": [], "yAxis": [], "series": []}, view.t("graph"), "sk-ep-chart")
                    self._chart.on("componentClick", self._clicked, ["data"])
                    self._foot()
                with view.card(view.t("list"), icon="format_list_bulleted"):
                    self._list = ui.element("ol").classes("sk-ep-list")
            with view.card(view.t("episode"), icon="info").classes("sk-ep-side") as side:
                side.props("tabindex=-1")
                self._side = ui.element("div").classes("sk-ep-panel").props("aria-live=polite")
                with self._side:
                    words(view.t("choose"), classes="sk-soft")
        with ui.element("div").classes("sk-ep-below"):
            name = view.person or view.t("nobody")
            with view.card(view.t("interests", person=name), icon="favorite", note=view.t("interests_note")):
                self._interests = ui.element("div").classes("sk-ep-interests")
            with view.card(view.t("sources"), icon="schema"):
                self._sources = ui.element("div").classes("sk-column")
        QueryCard(view, view.service.config.settings.sparql_seconds)
        view.changed(self._reload)
        soon(self._reload)

    def _filters(self) -> None:
        view = self._view
        with ui.element("div").classes("sk-ep-bar"):
            times = {"": view.t("any_time"), **{name: view.t(f"during_{name}") for name in RELATIVE}}
            self._during = ui.select(times, value="", label=view.t("when_filter"), on_change=self._sift)
            self._during.props("outlined dense options-dense").classes("sk-ep-during")
            self._entity = ui.select({"": view.t("any_thing")}, value="", label=view.t("thing_filter"), with_input=True)
            self._entity.props("outlined dense options-dense data-sk-search").classes("sk-ep-entity")
            self._entity.on_value_change(self._sift)
            with ui.element("div").classes("sk-ep-kinds").props("role=group") as kinds:
                kinds.props["aria-label"] = view.t("kinds")
                for kind in KINDS:
                    self._chip(kind)

    def _chip(self, kind: str) -> None:
        with ui.element("button").classes("sk-ep-kind") as chip:
            chip.props.update({"type": "button", "aria-pressed": "true"})
            chip.on("click", partial(self._toggle, kind))
            detail.dot(kind)
            words(self._view.t(f"kind_{kind}"), tag="span")
        self._chips[kind] = chip

    def _foot(self) -> None:
        view = self._view
        with ui.element("div").classes("sk-row sk-ep-foot"):
            self._earlier = ui.button(view.t("earlier"), icon="chevron_left", on_click=lambda: self._step(-1))
            self._later = ui.button(view.t("later"), on_click=lambda: self._step(1))
            for button in (self._earlier, self._later):
                button.props("flat no-caps dense")
            self._later.props("icon-right=chevron_right")
            self._count = words("", classes="sk-soft sk-small").props("role=status")

    # -- what is shown

    async def _sift(self) -> None:
        self._sieve = Sieve(during=self._during.value or "", entity=self._entity.value or "", kinds=self._sieve.kinds)
        self._end = None
        await self._reload()

    async def _toggle(self, kind: str) -> None:
        kinds = (self._sieve.kinds or frozenset(KINDS)) ^ {kind}
        if not kinds or kinds == frozenset(KINDS):
            kinds = frozenset()
        self._sieve = Sieve(during=self._sieve.during, entity=self._sieve.entity, kinds=kinds)
        for one, chip in self._chips.items():
            chip.props["aria-pressed"] = "true" if not kinds or one in kinds else "false"
            chip.update()
        await self._reload()

    async def _step(self, way: int) -> None:
        stretch = self._stretch
        if way < 0:
            self._end = stretch.first
        else:
            end = stretch.first + 2 * len(stretch.exchanges)
            self._end = None if end >= stretch.total else end
        await self._reload()

    async def _about_thing(self, term: str) -> None:
        if term in (self._entity.options or {}):
            self._entity.set_value(term)

    async def _reload(self) -> None:
        view = self._view
        self._asked += 1
        mine = self._asked

        def read() -> tuple[EpisodeStretch, list[Interest]]:
            character, now = view.acting("read"), _now()
            exchanges = data.stretch(
                character,
                view.person,
                self._sieve,
                now,
                end=self._end,
                language=character.profile.language or view.language,
            )
            return exchanges, data.interests(character, view.person, now, _INTERESTS) if exchanges.knows else []

        loaded = await view.run(read)
        if loaded is None or mine != self._asked:
            return
        self._stretch, interests = loaded
        self._draw()
        self._draw_interests(interests)
        self._draw_sources(self._stretch.knows)

    def _draw(self) -> None:
        view, stretch = self._view, self._stretch
        things = {"": view.t("any_thing"), **stretch.things}
        if self._entity.options != things:
            self._entity.set_options(things, value=self._entity.value if self._entity.value in things else "")
        self._draw_chart()
        last = stretch.first + len(stretch.exchanges)
        self._earlier.set_enabled(stretch.first > 0)
        self._later.set_enabled(last < stretch.total)
        self._count.text = view.t("shown", first=stretch.first + 1, last=last, total=f"{stretch.total:,}")
        self._count.set_visibility(bool(stretch.exchanges))
        self._list.clear()
        with self._list:
            if not stretch.exchanges:
                filtered = self._sieve.during or self._sieve.entity
                view.empty(view.t("none_pass" if filtered else "none"), icon=ICON)
            for exchange in reversed(stretch.exchanges):
                self._entry(exchange)

    def _draw_chart(self) -> None:
        view, stretch = self._view, self._stretch
        if stretch != self._drawn or not stretch.exchanges:  # redrawing would reset the zoom
            self._chart.style(f"height: {graph.height(stretch) if stretch.exchanges else 0}px")
            show(self._chart, graph.options(view, stretch))
            count = sum(1 for _ in stretch.episodes)
            self._chart.props["aria-label"] = view.t("graph_label", count=count)
            self._drawn = stretch

    def _entry(self, exchange: EpisodeExchange) -> None:
        with ui.element("li"):
            words(self._view.when(exchange.time), tag="span", classes="sk-soft sk-small")
            with ui.element("div").classes("sk-ep-lines"):
                for episode in exchange.episodes:
                    detail.link(self._view, episode, self.open)

    # -- one episode

    async def _clicked(self, event: Any) -> None:
        clicked = event.args.get("data")
        if not isinstance(clicked, dict):
            return
        if id := clicked.get("episode"):
            await self._open(id)
        elif term := clicked.get("entity"):
            await self._about_thing(term)

    async def open(self, id: str) -> None:
        """Show an episode in the panel, and move the graph to it."""
        await self._open(id)
        if place := graph.place_of(self._stretch, self._chosen):
            start, end = graph.window(place[1], len(self._stretch.exchanges))
            self._dispatch(type="dataZoom", start=start, end=end)
            self._dispatch(type="select", seriesIndex=0, dataIndex=place[0])

    def _dispatch(self, **action: object) -> None:
        self._chart.run_chart_method("dispatchAction", action)

    async def _open(self, id: str) -> None:
        view = self._view

        def read() -> data.EpisodeInsight:
            character = view.acting("read")
            return data.insight(
                character, view.person, id, _now(), language=character.profile.language or view.language
            )

        insight = await view.run(read)
        if insight is None:
            return
        self._chosen = insight.episode.id
        self._side.clear()
        with self._side:
            detail.show(view, insight, go=self.open, about=self._about_thing, memory=self._memory.show)
        view.client.run_javascript("document.querySelector('.sk-ep-side')?.scrollIntoView({block: 'nearest'})")

    # -- what is known

    def _draw_interests(self, interests: list[Interest]) -> None:
        view = self._view
        most = max((abs(one.weight) for one in interests), default=0.0)
        self._interests.clear()
        with self._interests:
            if not interests:
                words(view.t("no_interests"), classes="sk-soft")
            for one in interests:
                with ui.element("div").classes("sk-ep-interest"):
                    with ui.element("span"):
                        words(one.label or data.plain(one.term), tag="b").props["title"] = one.term
                        words(view.t(f"interest_{one.kind}"), tag="span", classes="sk-soft sk-small")
                    with ui.element("span").classes("sk-ep-weight") as bar:
                        bar.props.update({"role": "img", "aria-label": f"{one.weight:.2f}"})
                        piece = ui.element("i").style(f"width:{100 * abs(one.weight) / most:.1f}%")
                        piece.classes("sk-scale-bad" if one.weight < 0 else "")
                    words(f"{one.weight:.1f}", tag="span", classes="sk-number sk-small")

    def _draw_sources(self, knows: tuple[Known, ...]) -> None:
        view = self._view
        self._sources.clear()
        writes = view.may("write")
        with self._sources:
            if not knows:
                character = view.character
                words(view.t("no_rdf", name=character.name if character else ""))
                words(view.t("no_rdf_do"), classes="sk-soft")
            for rdf in knows:
                with ui.element("div").classes("sk-ep-source"):
                    words(rdf.source, tag="b")
                    words(view.t("triples_count", count=f"{rdf.triples:,}"), tag="span", classes="sk-soft sk-small")
                    if writes:
                        let = ui.button(icon="link_off", on_click=partial(self._unknow, rdf.source))
                        let.props("flat round dense").props["aria-label"] = view.t("unknow", source=rdf.source)
            if knows:
                words(view.t("understood"), tag="a", classes="sk-small").props["href"] = view.link("knowledge")
            teach = words(view.t("teach"), tag="a", classes="sk-small")
            teach.props["href"] = view.link("importing")

    def _unknow(self, source: str) -> None:
        view, character = self._view, self._view.character
        self._asking.clear()
        with self._asking, ui.dialog(value=True) as dialog, ui.element("div").classes("sk-card sk-dialog"):
            words(view.t("unknow", source=source), tag="h2")
            words(view.t("unknow_lead", name=character.name if character else "", source=source))

            async def let_go() -> None:
                dialog.close()

                def do() -> bool:
                    view.access.character(view.character_id or "", "write").knowledge.remove(
                        source
                    )  # knowledge doesn't depend on the person
                    return True

                if await view.run(do):
                    view.tell(view.t("unknown", source=source))
                    await self._reload()

            with ui.element("div").classes("sk-dialog-foot"):
                ui.button(view.t("cancel"), on_click=dialog.close).props("flat no-caps")
                ui.button(view.t("unknow_do"), on_click=let_go).props("unelevated no-caps color=negative")


def _now() -> datetime:
    """Return the present time in this machine's zone, which the page uses."""
    return datetime.now().astimezone()
