"""The page with a timeline: when things happened, were said, were valid and were concluded."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from functools import partial
from math import sqrt
from typing import Any

from nicegui import ui

from soulkeep.inspector.memory_look import (
    COLOURS,
    KINDS,
    LINE,
    SOFT,
    TIMES,
    add_look,
    axis,
    chart,
    show,
    soon,
    tooltip,
    wheel_note,
)
from soulkeep.inspector.memory_row import ICONS, kind_of
from soulkeep.inspector.pages.memories import catalogue as catalogue
from soulkeep.inspector.pages.memories.catalogue import MemoryOutline
from soulkeep.inspector.pages.memories.detail import MemoryDialog
from soulkeep.inspector.pages.timeline import data as data
from soulkeep.inspector.pages.timeline.data import Drawing, Window
from soulkeep.inspector.parts import words
from soulkeep.inspector.texts import texts
from soulkeep.inspector.threads import in_thread
from soulkeep.inspector.view import View
from soulkeep.lang.date_words import human_date

NAME = "timeline"
ICON = "timeline"

DAYS = 14
"""Number of days in the list at first, and added by each "more"."""

MOST = 300
"""Most memories of a day in the list."""

TEXTS = texts("timeline", "memory")

_RANGES = {"all": None, "year": 365.25, "month": 30.44, "week": 7.0}
_LANE = 38
_BAR = 30
_NAME = {"fontSize": 11, "lineHeight": 13, "height": 27, "overflow": "break", "lineOverflow": "truncate"}
"""Style of bars' names on two lines, since facts about a person begin alike and differ at the end."""

_DRAW_BAR = """(params, api) => {
  const from = api.coord([api.value(0), api.value(2)]), to = api.coord([api.value(1), api.value(2)]);
  const area = params.coordSys;
  const right = area.x + area.width;
  const x = Math.min(Math.max(from[0], area.x), right - 4), end = Math.min(to[0], right);
  if (end < area.x || from[0] > right) return null;
  return {type: "rect", style: api.style(),
          shape: {x: x, y: from[1] - 5, width: Math.max(end - x, 4), height: 10, r: 5}};
}"""

_DRAW_SESSION = """(params, api) => {
  const area = params.coordSys;
  const from = api.coord([api.value(0), 0])[0], to = api.coord([api.value(1), 0])[0];
  const x = Math.max(from - 3, area.x), end = Math.min(Math.max(to, from + 1) + 3, area.x + area.width);
  if (end < area.x || x > area.x + area.width) return null;
  return {type: "rect", silent: true, style: api.style(), shape: {x: x, y: area.y, width: end - x,
          height: area.height}};
}"""


def build(view: View) -> None:
    """Build the page."""
    add_look()
    if view.character is None:
        view.empty(view.t("pick_character"))
        return
    TimelinePage(view).begin()


class TimelinePage:
    """A chart that can be zoomed, and the same as a list by day."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._all: list[MemoryOutline] = []
        self._whole = Window(first=0.0, last=1.0)
        self._window = self._whole
        self._days = DAYS
        self._undated = 0

    def begin(self) -> None:
        """Lay out and fill the page."""
        view = self._view
        self._dialog = MemoryDialog(view, self._reload)
        with ui.element("div").classes("sk-time-page"):
            with view.card(view.t("chart"), icon=ICON, note=view.t("note")):
                ranges = {name: view.t(name) for name in _RANGES}
                self._range = ui.toggle(ranges, value="all", on_change=lambda event: self._look(event.value))
                self._range.classes("sk-ranges").props("no-caps dense unelevated toggle-color=primary")
                self._range.props["aria-label"] = view.t("range")
                wheel_note(view)
                self._chart = chart({"xAxis": [], "yAxis": [], "series": []}, view.t("chart"), "sk-time-chart")
                self._chart.on("componentClick", self._clicked, ["data"])
                zoomed = self._chart.on
                zoomed("chart:datazoom", self._zoomed, ["start", "end", "batch"], throttle=0.25, leading_events=False)
                self._note = words("", classes="sk-soft sk-fade-note")
            words(view.t("days"), tag="h2", classes="sk-fact-subject")
            self._list = ui.element("div").classes("sk-time-days")
        view.changed(self._reload)
        soon(self._reload)

    async def _reload(self) -> None:
        view = self._view
        loaded = await view.run(lambda: catalogue.load(view.access, view.character_id or "", view.person))
        if loaded is None:
            return
        here = self._window == self._whole
        self._all = data.dated([one for one in loaded.outlines if not one.forgotten])
        self._undated = sum(one.time is None and not one.forgotten for one in loaded.outlines)
        self._whole = data.whole_time(self._all, datetime.now(UTC).timestamp())
        if here:
            self._window = self._whole
        await self._draw()

    # -- the chart

    async def _look(self, name: str) -> None:
        days = _RANGES[name]
        last = self._whole.last
        first = self._whole.first if days is None else max(self._whole.first, last - days * data.DAY)
        await self._go(Window(first=first, last=last))

    async def _go(self, window: Window) -> None:
        """Zoom to a window, as the user could."""
        self._window = window
        width = self._whole.last - self._whole.first
        start, end = (100 * (time - self._whole.first) / width for time in (window.first, window.last))
        await self._draw()
        self._chart.run_chart_method("dispatchAction", {"type": "dataZoom", "start": start, "end": end})

    async def _zoomed(self, event: Any) -> None:
        moved = (event.args.get("batch") or [event.args])[0]
        if moved.get("start") is None or moved.get("end") is None:
            return
        window = self._whole.part(moved["start"], moved["end"])
        if abs(window.first - self._window.first) + abs(window.last - self._window.last) > 1.0:
            self._window, self._days = window, DAYS
            await self._draw()

    async def _clicked(self, event: Any) -> None:
        clicked = event.args.get("data") or {}
        if not isinstance(clicked, dict):
            return
        if id := clicked.get("memory"):
            await self._dialog.show(id)
        elif window := clicked.get("window"):
            first, last = window
            room = max((last - first) * 0.1, 600.0)
            await self._go(Window(first=first - room, last=last + room))

    async def _draw(self) -> None:
        view = self._view
        drawing = await in_thread(data.draw, self._all, self._window)
        options = _options(view, drawing, self._whole)
        show(self._chart, options)
        self._chart.style(f"height: {_height(drawing)}px")
        count = sum(self._window.holds(one.time) for one in self._all)
        first, last = (human_date(_local(at), view.language) for at in (self._window.first, self._window.last))
        self._chart.props["aria-label"] = view.t("label", count=f"{count:,}", first=first, last=last)
        notes = [view.t("more_facts", count=drawing.more)] if drawing.more else []
        notes += [view.t("undated", count=f"{self._undated:,}")] if self._undated else []
        self._note.text = " · ".join(notes)
        self._draw_days()

    # -- day by day

    def _draw_days(self) -> None:
        view = self._view
        by_day = data.days(self._all, self._window)
        self._list.clear()
        with self._list:
            if not by_day:
                view.empty(view.t("none"))
            for at, (day, outlines) in enumerate(by_day.items()):
                if at == self._days:
                    ui.button(view.t("more_days"), on_click=self._more_days).props("flat no-caps")
                    break
                self._day(day, outlines, opened=at == 0)

    def _more_days(self) -> None:
        self._days += DAYS
        self._draw_days()

    def _day(self, day: str, outlines: list[MemoryOutline], *, opened: bool) -> None:
        view = self._view
        shown = human_date(datetime.combine(date.fromisoformat(day), time.min), view.language)
        with ui.expansion(shown, caption=view.t("count", count=f"{len(outlines):,}")) as fold:
            fold.classes("sk-time-day").props("dense")
            box = ui.element("ul").classes("sk-memory-links")

        def fill() -> None:
            if not fold.value or box.default_slot.children:
                return
            with box:
                for one in outlines[:MOST]:
                    self._entry(one)
                if len(outlines) > MOST:
                    words(view.t("more_there", count=len(outlines) - MOST), tag="li", classes="sk-soft")

        fold.on_value_change(fill)
        fold.value = opened
        fill()

    def _entry(self, one: MemoryOutline) -> None:
        view = self._view
        with ui.element("li"), ui.element("button").classes("sk-day-item") as button:
            button.props.update({"type": "button", "data-memory": one.id})
            button.on("click", partial(self._dialog.show, one.id))
            words(f"{_local(one.time or 0.0):%H:%M}", tag="span", classes="sk-soft sk-number")
            ui.icon(ICONS.get(one.kind, "bookmark_border")).style(f"color: {KINDS.get(one.kind, SOFT)}").props(
                "aria-hidden=true"
            )
            with ui.element("span").classes("sk-day-words"):
                words(one.speaker or kind_of(view, one.kind), tag="b")
                words(one.begins, tag="span")


def _local(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds).astimezone()


def _height(drawing: Drawing) -> int:
    lanes = len(drawing.lanes) + (1 if drawing.marks else 0)
    bars = 22 + len(drawing.bars) * _BAR if drawing.bars else 0
    return 12 + max(lanes, 1) * _LANE + bars + 72


def _options(view: View, drawing: Drawing, whole: Window) -> dict[str, Any]:
    """Return the chart's options: lanes of talk above, bars of facts below, with a common time axis."""
    lanes = [lane or view.t("others") for lane in drawing.lanes]
    if drawing.marks:
        lanes.append(view.t("marks"))
    upper = max(len(lanes), 1) * _LANE
    lower = len(drawing.bars) * _BAR
    times = {"min": whole.first * 1000, "max": whole.last * 1000}
    names = {"width": 112, "overflow": "truncate", "interval": 0}
    grids = [{"left": 124, "right": 14, "top": 12, "height": upper}]
    x_axes = [
        axis(
            "time", **times, splitLine={"show": True}, axisLabel={"formatter": TIMES[view.language], "show": not lower}
        )
    ]
    y_axes = [axis("category", data=lanes, inverse=True, axisLabel=names, splitLine={"show": True})]
    if lower:
        grids.append({"left": 124, "right": 14, "top": 12 + upper + 22, "height": lower})
        x_axes.append(axis("time", **times, gridIndex=1, axisLabel={"formatter": TIMES[view.language]}))
        labels = [one.begins for one in drawing.bars]
        y_axes.append(
            axis("category", data=list(range(len(labels))), gridIndex=1, inverse=True, splitLine={"show": False})
        )
        y_axes[1]["axisLabel"] = {**names, **_NAME, "color": SOFT, ":formatter": _label_of(labels)}
    zooms = list(range(len(x_axes)))
    return {
        "grid": grids,
        "xAxis": x_axes,
        "yAxis": y_axes,
        "tooltip": tooltip(trigger="item", formatter="{b}"),
        "dataZoom": [
            {"type": "inside", "xAxisIndex": zooms, "zoomOnMouseWheel": "ctrl", "moveOnMouseWheel": False,
             "filterMode": "weakFilter"},
            {
                "type": "slider", "xAxisIndex": zooms, "bottom": 6, "height": 22, "borderColor": LINE,
                "fillerColor": "rgba(128, 128, 128, 0.15)", "textStyle": {"color": SOFT}, "showDetail": False,
                "brushSelect": False, "showDataShadow": False, "filterMode": "weakFilter",
            },
        ],
        "series": [
            _sessions(drawing), _dots(view, drawing), _marks(view, drawing),
            *([_bars(view, drawing, whole)] if lower else []),
        ],
    }  # fmt: skip


def _label_of(labels: list[str]) -> str:
    """Return a JavaScript function that names the bars by position, since two facts may have the same text."""
    return f"(value) => ({json.dumps(labels)})[value]"


def _sessions(drawing: Drawing) -> dict[str, Any]:
    return {
        "type": "custom",
        "id": "sessions",
        ":renderItem": _DRAW_SESSION,
        "silent": True,
        "z": 1,
        "encode": {"x": [0, 1]},
        "itemStyle": {"color": "rgba(128, 128, 128, 0.13)"},
        "data": [[one.first * 1000, one.last * 1000] for one in drawing.sessions],
    }


def _dots(view: View, drawing: Drawing) -> dict[str, Any]:
    places = {lane: at for at, lane in enumerate(drawing.lanes)}
    most = max((dot.count for dot in drawing.dots), default=1)
    points = [
        {
            **_point(view, dot, most),
            "value": [dot.time * 1000, places[dot.lane]],
            "itemStyle": {"color": COLOURS[places[dot.lane] % len(COLOURS)]},
        }
        for dot in drawing.dots
    ]
    return {"type": "scatter", "id": "turns", "z": 3, "data": points, "itemStyle": {"opacity": 0.8}}


def _marks(view: View, drawing: Drawing) -> dict[str, Any]:
    most = max((dot.count for dot in drawing.marks), default=1)
    points = [
        {
            **_point(view, dot, most),
            "value": [dot.time * 1000, len(drawing.lanes)],
            "symbol": _SYMBOLS.get(dot.lane, "triangle"),
            "itemStyle": {"color": KINDS.get(dot.lane, SOFT)},
        }
        for dot in drawing.marks
    ]
    return {"type": "scatter", "id": "marks", "z": 3, "data": points, "itemStyle": {"opacity": 0.85}}


_SYMBOLS = {"summary": "rect", "insight": "diamond", "blend": "roundRect", "event": "pin"}


def _point(view: View, dot: data.Dot, most: int) -> dict[str, Any]:
    """Return a dot with its tooltip, its target, and its size in pixels, relative to the dot with most memories."""
    if dot.one is not None or dot.window is None:
        one = dot.one
        return {} if one is None else {"memory": one.id, "name": _tip(view, one), "symbolSize": 10 if most == 1 else 4}
    when = human_date(_local(dot.time), view.language)
    return {
        "window": [dot.window.first, dot.window.last],
        "name": view.t("several", count=dot.count, when=when),
        "symbolSize": round(4 + 12 * sqrt(dot.count / most), 1),
    }


def _bars(view: View, drawing: Drawing, whole: Window) -> dict[str, Any]:
    return {
        "type": "custom",
        "id": "facts",
        "xAxisIndex": 1,
        "yAxisIndex": 1,
        ":renderItem": _DRAW_BAR,
        "encode": {"x": [0, 1], "y": 2},
        "data": [
            {
                "value": [(one.time or whole.first) * 1000, (one.ended or whole.last) * 1000, at],
                "name": _tip(view, one),
                "memory": one.id,
                "itemStyle": {"color": KINDS["fact"], "opacity": 0.4 if one.held_back or one.ended else 0.9},
            }
            for at, one in enumerate(drawing.bars)
        ],
    }


def _tip(view: View, one: MemoryOutline) -> str:
    who = one.speaker or kind_of(view, one.kind)
    when = human_date(_local(one.time), view.language) if one.time is not None else view.t("undated")
    return f"{when} · {who}: {one.begins}"
