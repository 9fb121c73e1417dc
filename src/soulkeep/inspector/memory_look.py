"""The appearance of the pages on memories: the style sheet, and common parts of charts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui

from soulkeep.inspector.frame import stamp
from soulkeep.inspector.parts import words
from soulkeep.inspector.view import View

COLOURS = ("#4f7cc9", "#c2762e", "#3d9a76", "#a65bb8", "#c25269", "#7d8b2f", "#3b98ad", "#8a6d52")
"""Colours of series, readable on light and on dark."""

KINDS: Mapping[str, str] = {
    "turn": COLOURS[0],
    "passage": COLOURS[7],
    "fact": COLOURS[2],
    "summary": COLOURS[1],
    "blend": COLOURS[5],
    "insight": COLOURS[3],
    "event": COLOURS[4],
    "excerpt": COLOURS[0],
}
"""Colours of the kinds of memories."""

LINE = "rgba(128, 128, 128, 0.28)"
SOFT = "rgba(128, 128, 128, 0.9)"


TIMES: Mapping[str, Mapping[str, str]] = {
    "en": {"year": "{yyyy}", "month": "{MMM} {yyyy}", "day": "{d} {MMM}", "hour": "{HH}:{mm}", "minute": "{HH}:{mm}"},
    "ko": {"year": "{yyyy}년", "month": "{yyyy}년 {M}월", "day": "{M}월 {d}일", "hour": "{HH}:{mm}",
           "minute": "{HH}:{mm}"},
}  # fmt: skip
"""Formats of a time axis, by language."""

FONT = "system-ui, sans-serif"
"""Font of charts, by which they measure words."""


def add_look() -> None:
    """Add the style sheet to the page."""
    ui.add_head_html(f'<link rel="stylesheet" href="/_soulkeep/memory.css?{stamp()}">')


def axis(kind: str, **options: Any) -> dict[str, Any]:
    """Return an axis in muted colours that suit light and dark."""
    axis_options: dict[str, Any] = {
        "type": kind,
        "axisLine": {"lineStyle": {"color": LINE}},
        "axisTick": {"show": False},
        "splitLine": {"lineStyle": {"color": LINE, "width": 0.6}},
        "axisLabel": {"color": SOFT, "hideOverlap": True},
        "nameTextStyle": {"color": SOFT},
    }
    for name, value in options.items():
        axis_options[name] = (
            {**axis_options[name], **value}
            if isinstance(axis_options.get(name), dict) and isinstance(value, dict)
            else value
        )
    return axis_options


def tooltip(**options: Any) -> dict[str, Any]:
    """Return a chart's tooltip, in the page's colours."""
    return {
        "backgroundColor": "var(--sk-card)",
        "borderColor": "var(--sk-line)",
        "textStyle": {"color": "inherit", "fontFamily": FONT, "fontSize": 13},
        "extraCssText": "color: var(--sk-ink); max-width: min(24rem, 80vw); white-space: normal; box-shadow: none;",
        "confine": True,
        **options,
    }


def wheel_note(view: View) -> None:
    """Add a note that the wheel zooms a chart, shown if there is a mouse."""
    words(view.t("wheel"), classes="sk-soft sk-small sk-mouse")


class Dial(ui.slider):
    """A slider that follows dragging: the server's answer to one move doesn't undo the next."""

    LOOPBACK = False


def soon(load: Callable[[], Awaitable[None]]) -> None:
    """Call `load` as soon as the browser shows the page, which doesn't wait for many memories."""
    with ui.element("div").classes("sk-loading") as waiting:
        ui.spinner(size="2rem").props("aria-hidden=true")

    async def fill() -> None:
        waiting.delete()
        await load()

    ui.timer(0.0, fill, once=True)


def chart(options: dict[str, Any], label: str, classes: str) -> ui.echart:
    """Return a chart drawn as SVG, so that the page's style sheet colours its text; labelled for screen readers."""
    echart = ui.echart({}, renderer="svg")
    echart.classes(f"sk-chart {classes}")
    echart.props.update({"role": "img", "aria-label": label})
    show(echart, options)
    return echart


def show(echart: ui.echart, options: dict[str, Any]) -> None:
    """Draw a chart anew."""
    echart.options.clear()
    echart.options.update({"animation": False, "textStyle": {"fontFamily": FONT}, **options})
    echart.update()
