"""The page on forgetting: the future retention of each memory, and of the whole mind, over simulated time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from math import log
from typing import Any

from nicegui import background_tasks, ui

from soulkeep.inspector.memory_look import Dial, add_look, chart, show, soon
from soulkeep.inspector.pages.forgetting import charts as charts
from soulkeep.inspector.pages.forgetting import data as data
from soulkeep.inspector.pages.memories import catalogue as catalogue
from soulkeep.inspector.pages.memories.catalogue import Dials, MemoryOutline
from soulkeep.inspector.pages.memories.detail import MemoryDialog
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.threads import in_thread
from soulkeep.inspector.view import View

__all__ = ["ICON", "NAME", "TEXTS", "build"]

NAME = "forgetting"
ICON = "hourglass_bottom"
TEXTS = texts("forgetting", "memory")

_LEAST, _SPAN = 0.0001, 1000.0
"""Least forgetfulness of the dial, per day, and the ratio of the greatest to it; the dial is logarithmic."""

_COUNTS = (12, 30, 60)
_LOST = 100
_STEPS = 90


async def build(view: View) -> None:
    """Build the page."""
    add_look()
    if view.character is None:
        view.empty(view.t("pick_character"))
        return
    dials = await view.run(lambda: catalogue.dials_of(view.acting("read")))
    if dials is not None:
        ForgettingPage(view, dials).begin()


def place_of(forgetfulness: float) -> float:
    """Return the dial's position for a forgetfulness, 0…100."""
    return 0.0 if forgetfulness < _LEAST else min(100.0, 100 * log(forgetfulness / _LEAST) / log(_SPAN))


def forgetfulness_at(place: float) -> float:
    """Return the forgetfulness, per day, for the dial's position; to three digits."""
    return 0.0 if place <= 0 else float(f"{_LEAST * _SPAN ** (place / 100):.3g}")


def span_of(view: View, days: float) -> str:
    """Return a number of days in words: in days up to two months, then in months, then in years."""
    if days < 1.5:
        return view.t("d_day")
    if days < 60:
        return view.t("d_days", count=round(days))
    if days < 700:
        return view.t("d_months", count=round(days / 30.44))
    return view.t("d_years", count=f"{days / 365.25:.1f}".removesuffix(".0"))


class ForgettingPage:
    """Dials on one side, and the resulting memories on the other."""

    def __init__(self, view: View, dials: Dials) -> None:
        self._view = view
        self._actual = self._dials = dials
        self._fading: list[MemoryOutline] = []
        self._shown: list[MemoryOutline] = []
        self._picked: tuple[str, ...] = ()
        self._chosen = 0
        self._uses: list[float] = []
        self._day = 0.0
        self._horizon = 180.0
        self._count = _COUNTS[0]
        self._now = datetime.now(UTC).timestamp()
        self._stale = False
        self._task: asyncio.Task[None] | None = None
        self._sliders: dict[str, Dial] = {}
        self._notes: dict[str, Any] = {}
        self._setting = False
        self._lock = asyncio.Lock()
        self._listed: list[str] | None = None
        self._items: list[tuple[ui.element, Any]] = []
        self._gone: list[str] = []

    def begin(self) -> None:
        """Lay out and draw the page."""
        view = self._view
        self._dialog = MemoryDialog(view, self._reload)
        if asked := view.query.get("id"):
            self._picked = (asked,)
        with ui.element("div").classes("sk-fade-page"):
            self._lay_time()
            self._lay_each()
            with ui.element("div").classes("sk-fade-side"):
                self._lay_dials()
                self._lay_formula()
            self._lay_whole()
            self._lay_lost()
        self._set_dials(self._actual)
        view.changed(self._reload)
        soon(self._reload)

    async def _reload(self) -> None:
        view = self._view
        loaded = await view.run(lambda: catalogue.load(view.access, view.character_id or "", view.person))
        if loaded is not None:
            self._now = datetime.now(UTC).timestamp()
            self._fading = data.living(loaded.outlines)
            await self._redraw()

    # -- drawing: however quickly a dial is dragged, one drawing at a time, and the last one counts

    def _touch(self) -> None:
        self._stale = True
        if self._task is None or self._task.done():
            self._task = background_tasks.create(self._keep_drawing(), name="forgetting")

    async def _keep_drawing(self) -> None:
        while self._stale and not self._view.client.is_deleted:
            self._stale = False
            with self._view.client:
                await self._redraw()

    async def _redraw(self) -> None:
        async with self._lock:
            await self._draw()

    async def _draw(self) -> None:
        view, dials, day, horizon, now = self._view, self._dials, self._day, self._horizon, self._now
        fading = self._fading
        by_id = {one.id: one for one in fading}
        picked = [by_id[id] for id in self._picked if id in by_id]
        self._shown = picked or await in_thread(data.spread, fading, dials, now, horizon / 2, self._count)
        self._chosen = min(self._chosen, max(len(self._shown) - 1, 0))
        curves = await in_thread(data.curves, self._shown, dials, now, horizon)
        whole = await in_thread(data.left_of_mind, fading, dials, now, day, horizon)
        used = self._used() if self._uses and self._shown else None
        show(self._each, charts.memory_curves(
            view, self._shown, curves, chosen=self._chosen, used=used, threshold=dials.fade_below, day=day,
            horizon=horizon,
        ))  # fmt: skip
        show(self._overall, charts.overall(view, whole, day=day, horizon=horizon))
        show(self._spread, charts.distribution(view, whole))
        self._each.props["aria-label"] = view.t("curve_label", count=len(self._shown), days=span_of(view, horizon))
        self._overall.props["aria-label"] = view.t("whole_label", days=span_of(view, horizon))
        self._spread.props["aria-label"] = view.t(
            "histogram_label", when=self._moment(), counts=", ".join(map(str, whole.histogram.tolist()))
        )
        self._spread_title.text = view.t("distribution", when=self._moment())
        self._moment_label.text = self._moment()
        self._count_label.text = view.t("all_note", count=f"{len(fading):,}")
        self._draw_list(curves)
        self._draw_formula()
        self._draw_lost(whole)
        self._draw_notes()

    def _used(self) -> Any:
        return data.used_again(self._shown[self._chosen], self._uses, self._dials, self._now, self._horizon)

    def _moment(self) -> str:
        view = self._view
        return view.t("today") if self._day < 0.5 else view.t("in_days", days=span_of(view, self._day))

    # -- simulated time

    def _lay_time(self) -> None:
        view = self._view
        with ui.element("div").classes("sk-fade-time"), view.card():
            with ui.element("div").classes("sk-fade-clock"):
                words(view.t("simulated"), tag="h2")
                self._moment_label = words("", tag="b", classes="sk-fade-moment")
                self._moment_label.props["aria-live"] = "polite"
                spans = {days: view.t(f"horizon_{days}") for days in data.HORIZONS}
                horizon = ui.toggle(spans, value=int(self._horizon), on_change=lambda event: self._look(event.value))
                horizon.classes("sk-ranges").props("no-caps dense unelevated toggle-color=primary")
                horizon.props["aria-label"] = view.t("horizon")
            with ui.element("div").classes("sk-fade-run"):
                self._play = ui.button(icon="play_arrow", on_click=self._run).props("round flat dense")
                self._play.props["aria-label"] = view.t("play")
                self._time = Dial(min=0, max=self._horizon, step=1, value=0, on_change=self._moved)
                self._time.props["aria-label"] = view.t("simulated")
            self._timer = ui.timer(0.12, self._tick, active=False)

    def _moved(self, event: Any) -> None:
        self._day = float(event.value or 0)
        self._touch()

    def _look(self, days: float) -> None:
        self._horizon = float(days)
        self._time.props["max"] = days
        self._time.update()
        if self._day > self._horizon:
            self._time.value = self._horizon
        self._uses = [use for use in self._uses if use <= self._horizon]
        self._touch()

    def _run(self) -> None:
        view, on = self._view, not self._timer.active
        if on and self._day >= self._horizon:
            self._time.value = 0
        self._timer.active = on
        self._play.props(f"icon={'pause' if on else 'play_arrow'}").props["aria-label"] = view.t(
            "pause" if on else "play"
        )

    def _tick(self) -> None:
        self._time.value = min(self._horizon, self._day + self._horizon / _STEPS)
        if self._day >= self._horizon:
            self._run()

    # -- each memory

    def _lay_each(self) -> None:
        view = self._view
        with ui.element("div").classes("sk-fade-each"), view.card(view.t("each"), note=view.t("each_note")):
            with ui.element("div").classes("sk-fade-pick"):
                self._field = ui.input(placeholder=view.t("choose")).props("outlined dense clearable")
                self._field.classes("col sk-search").props["aria-label"] = view.t("choose")
                self._field.on("keydown.enter", self._pick).on("clear", self._pick)
                counts = ui.select(list(_COUNTS), value=self._count, on_change=self._more).props("outlined dense")
                counts.props["aria-label"] = view.t("all_note", count="")
            self._each = chart(dict(charts.EMPTY), view.t("each"), "sk-fade-chart")
            self._each.on("componentClick", self._clicked, ["seriesIndex"])
            self._list = ui.element("ul").classes("sk-fade-list")

    async def _pick(self) -> None:
        view = self._view
        question = (self._field.value or "").strip()
        if not question:
            self._picked = ()
        else:
            recall = await view.run(lambda: view.acting("read").recall(question, person=view.person, k=self._count))
            if recall is None:
                return
            self._picked = tuple(hit.memory.id for hit in recall.hits)
        self._chosen, self._uses = 0, []
        await self._redraw()

    async def _more(self, event: Any) -> None:
        self._count, self._chosen = event.value, 0
        await self._redraw()

    async def _clicked(self, event: Any) -> None:
        at = event.args.get("seriesIndex")
        if isinstance(at, int) and at < len(self._shown):
            await self._choose(at)

    async def _choose(self, at: int) -> None:
        if at != self._chosen:
            self._chosen, self._uses = at, []
        await self._redraw()

    def _draw_list(self, curves: Any) -> None:
        """Draw the memories with their figures; only if they have changed, so that the focus stays."""
        view, last = self._view, max(data.POINTS - 1, 1)
        at_day = round(self._day / self._horizon * last)
        ids = [one.id for one in self._shown]
        if ids != self._listed:
            self._listed, self._items = ids, []
            self._list.clear()
            with self._list:
                if not self._shown:
                    view.empty(view.t("none"))
                self._items = [self._item(at, one) for at, one in enumerate(self._shown)]
        for at, (button, numbers) in enumerate(self._items):
            button.props["aria-pressed"] = str(at == self._chosen).lower()
            button.update()
            numbers.text = f"{curves[at][0]:.2f} → {curves[at][at_day]:.2f}"

    def _item(self, at: int, one: MemoryOutline) -> tuple[ui.element, Any]:
        with ui.element("li"), ui.element("button").classes("sk-fade-item") as button:
            button.props.update({"type": "button", "data-memory": one.id})
            button.on("click", partial(self._choose, at))
            ui.element("i").style(f"background:{charts.colour_of(at)}")
            words(one.begins, tag="span", classes="sk-fade-words")
            numbers = words("", tag="span", classes="sk-number sk-soft")
        return button, numbers

    # -- the dials

    def _lay_dials(self) -> None:
        view = self._view
        with view.card(view.t("dials"), icon="tune"):
            self._dial("forgetfulness", 0, 100, 0.5)
            self._dial("learning", 1, 4, 0.05)
            self._dial("importance_floor", 0, 1, 0.01)
            self._dial("fade_below", 0, 1, 0.01)
            with ui.element("div").classes("sk-fade-buttons"):
                name = view.character.name if view.character else ""
                if view.may("admin"):
                    apply = ui.button(view.t("apply", name=name), on_click=self._apply).props("unelevated no-caps")
                    apply.classes("sk-fade-apply")
                reset = ui.button(view.t("reset"), on_click=lambda: self._set_dials(self._actual))
                reset.props("flat no-caps").classes("sk-fade-reset")
            words(view.t("apply_note"), classes="sk-soft sk-fade-note")
            self._code = words("", tag="code", classes="sk-fade-code")

    def _dial(self, name: str, least: float, most: float, step: float) -> None:
        view = self._view
        with ui.element("div").classes("sk-fade-dial"):
            with ui.element("div").classes("sk-fade-dial-head"):
                words(view.t(name), tag="span")
                value = words("", tag="b", classes=f"sk-number sk-value-{name}")
            slider = Dial(min=least, max=most, step=step, value=least)
            slider.classes(f"sk-dial-{name}").props["aria-label"] = view.t(name)
            slider.on_value_change(lambda event: self._turned(name, event.value))
            self._sliders[name] = slider
            self._notes[name] = value, words("", classes="sk-soft sk-fade-note")

    def _turned(self, name: str, place: float | None) -> None:
        if self._setting or place is None:
            return
        value = forgetfulness_at(place) if name == "forgetfulness" else round(float(place), 4)
        self._dials = replace(self._dials, **{name: value})
        self._touch()

    def _set_dials(self, dials: Dials) -> None:
        self._setting = True  # a slider's rounding isn't the user's choice
        self._dials = dials
        self._sliders["forgetfulness"].value = place_of(dials.forgetfulness)
        for name in ("learning", "importance_floor", "fade_below"):
            self._sliders[name].value = getattr(dials, name)
        self._setting = False
        self._touch()

    async def _apply(self) -> None:
        view, dials = self._view, self._dials

        def apply() -> Dials:
            view.acting("admin")
            changed = view.access.define(
                view.character_id or "", forgetfulness=dials.forgetfulness, learning=dials.learning
            )
            return catalogue.dials_of(changed)

        actual = await view.run(apply)
        if actual is not None:
            self._actual = actual
            view.tell(view.t("applied", name=view.character.name if view.character else ""))

    def _draw_notes(self) -> None:
        view, dials = self._view, self._dials
        half = data.half_life(dials)
        notes = {
            "forgetfulness": view.t("forgetfulness_never")
            if half is None
            else view.t("forgetfulness_note", days=span_of(view, half)),
            "learning": view.t("learning_note", b=f"{dials.learning:g}"),
            "importance_floor": view.t("importance_floor_note", five=f"{data.floor_at(5.0, dials):.2f}"),
            "fade_below": view.t("fade_below_note" if dials.fade_below else "fade_below_none"),
        }
        for name, note in notes.items():
            value, line = self._notes[name]
            value.text = f"{getattr(dials, name):g}"
            line.text = note
        self._code.text = f"Settings(importance_floor={dials.importance_floor:g}, fade_below={dials.fade_below:g})"

    # -- the formula

    def _lay_formula(self) -> None:
        view = self._view
        with view.card(view.t("formula"), icon="functions"), ui.element("div").classes("sk-fade-formula"):
            self._name = words("", classes="sk-fade-chosen")
            self._terms = words("", tag="code")
            words(view.t("formula_note"), classes="sk-soft sk-fade-note")
            with ui.element("div").classes("sk-fade-buttons"):
                self._again = ui.button(icon="add_task", on_click=self._use).props("outline no-caps dense")
                self._again.classes("sk-fade-use")
                self._never = ui.button(view.t("unuse"), on_click=self._unuse).props("flat no-caps dense")
                ui.button(view.t("details"), on_click=self._open).props("flat no-caps dense")
            self._uses_label = words("")

    def _draw_formula(self) -> None:
        view = self._view
        self._again.text = view.t("use", when=self._moment())
        self._never.visible = bool(self._uses)
        if not self._shown:
            return
        one = self._shown[self._chosen]
        factors = data.terms(one, self._dials, self._now, self._day)
        self._name.text = one.begins
        worn = f"exp(−{factors.forgetfulness:g} · {factors.days:.1f} / {factors.stability:.3g})"
        lines = ["R = max(floor, exp(−d·t / S))"]
        if one.pinned:
            lines.append(view.t("pinned_term"))
        else:
            lines.append(f"  = max({factors.floor:.2f}, {worn})")
            lines.append(f"  = max({factors.floor:.2f}, {factors.worn:.3f}) = {factors.left:.3f}")
        self._terms.text = "\n".join(lines)
        after = one.stability * self._dials.learning ** len(self._uses)
        used = view.t("uses", times=len(self._uses), before=f"{one.stability:.3g}", after=f"{after:.3g}")
        self._uses_label.text = used if self._uses else ""

    async def _open(self) -> None:
        if self._shown:
            await self._dialog.show(self._shown[self._chosen].id)

    async def _use(self) -> None:
        self._uses = sorted({*self._uses, self._day})
        await self._redraw()

    async def _unuse(self) -> None:
        self._uses = []
        await self._redraw()

    # -- the whole, and what would be lost

    def _lay_whole(self) -> None:
        view = self._view
        with ui.element("div").classes("sk-fade-whole"), view.card(view.t("all"), icon="psychology"):
            self._count_label = words("", classes="sk-soft")
            self._overall = chart(dict(charts.EMPTY), view.t("all"), "sk-fade-chart")
            self._spread_title = words("", tag="h3", classes="sk-memory-title")
            self._spread = chart(dict(charts.EMPTY), view.t("distribution", when=""), "sk-fade-small")

    def _lay_lost(self) -> None:
        view = self._view
        with ui.element("div").classes("sk-fade-lost"), view.card(view.t("lost"), note=view.t("lost_note")):
            self._lost_count = words("", classes="sk-soft sk-number")
            self._lost = ui.element("div")

    def _draw_lost(self, whole: data.WholeMind) -> None:
        view, threshold = self._view, self._dials.fade_below
        lost = whole.lost if threshold else ()
        if lost or (threshold and whole.faded):
            summary = view.t("lost_count", count=f"{len(lost):,}", faded=f"{whole.faded:,}")
        else:
            summary = view.t("lost_none" if threshold else "lost_zero")
        self._lost_count.text = summary
        if [one.id for one in lost[:_LOST]] != self._gone:
            self._gone = [one.id for one in lost[:_LOST]]
            self._lost.clear()
            with self._lost:
                self._draw_gone(lost[:_LOST])

    def _draw_gone(self, gone: Sequence[MemoryOutline]) -> None:
        view = self._view
        with ui.element("ul").classes("sk-memory-links sk-fade-gone"):
            for one in gone:
                with ui.element("li").classes("sk-fade-gone-item"):
                    with ui.element("button").classes("sk-memory-link") as button:
                        button.props["type"] = "button"
                        button.on("click", partial(self._dialog.show, one.id))
                        words(one.begins, tag="span", classes="sk-memory-link-text")
                    if view.may_change(one.person):
                        pin = ui.button(icon="push_pin", on_click=partial(self._pin, one)).props("flat round dense")
                        pin.props["aria-label"] = pin.props["title"] = view.t("pin")

    async def _pin(self, one: MemoryOutline) -> None:
        view = self._view

        def pin() -> bool:
            character, _ = view.changing(one.id)
            character.amend(one.id, person=one.person, pinned=True)
            return True

        if await view.run(pin):
            await self._reload()
