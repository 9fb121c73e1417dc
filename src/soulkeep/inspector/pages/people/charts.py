"""The chart of the page on people: mood above and bond below, with a common time axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from soulkeep.inspector.memory_look import COLOURS, LINE, SOFT, TIMES, axis, tooltip
from soulkeep.inspector.pages.people.data import Portrait
from soulkeep.inspector.view import View
from soulkeep.types.records import Felt

GOOD, BAD = "#3f9a5c", "#c2504a"

_ROUND = "(value) => typeof value === 'number' ? (Math.round(100 * value) / 100 + 0).toFixed(2) : value"

_LINES: dict[str, tuple[int, str, Callable[[Felt], float]]] = {
    "valence": (0, COLOURS[2], lambda felt: felt.mood.valence),
    "arousal": (0, COLOURS[1], lambda felt: felt.mood.arousal),
    "closeness": (1, COLOURS[3], lambda felt: felt.bond.closeness),
    "trust": (1, COLOURS[0], lambda felt: felt.bond.trust),
}
"""The lines, each with its grid, its colour, and the function for its values."""


def course(view: View, found: Portrait, *, bond: bool) -> dict[str, Any]:
    """Return the chart's options.

    Args:
        view: the page's view.
        found: the person's data.
        bond: whether to show the bond, which there isn't with nobody in particular.
    """
    grids: list[dict[str, Any]] = [{"left": 40, "right": 14, "top": 34, "height": "31%"}] if bond else [
        {"left": 40, "right": 14, "top": 34, "bottom": 70}
    ]  # fmt: skip
    if bond:
        grids.append({"left": 40, "right": 14, "top": "54%", "bottom": 62})
    first, last = found.course[0].time.timestamp() * 1000, found.course[-1].time.timestamp() * 1000
    x_axes = [
        axis("time", gridIndex=at, min=first, max=max(last, first + 1), axisLabel={"formatter": TIMES[view.language]},
             splitLine={"show": False}, axisPointer={"label": {"show": False}})
        for at in range(len(grids))
    ]  # fmt: skip
    if bond:
        x_axes[0]["axisLabel"] = {"show": False}
    y_axes = [axis("value", gridIndex=at, min=-1, max=1, interval=0.5) for at in range(len(grids))]
    zooms = list(range(len(grids)))
    return {
        "grid": grids,
        "xAxis": x_axes,
        "yAxis": y_axes,
        "axisPointer": {"link": [{"xAxisIndex": "all"}], "lineStyle": {"color": SOFT}},
        "tooltip": tooltip(trigger="axis", **{":valueFormatter": _ROUND}),
        "legend": {"top": 0, "left": 0, "itemWidth": 14, "itemHeight": 8, "textStyle": {"color": SOFT}},
        "dataZoom": [
            {"type": "inside", "xAxisIndex": zooms, "zoomOnMouseWheel": "ctrl", "moveOnMouseWheel": False,
             "filterMode": "none"},
            {
                "type": "slider", "xAxisIndex": zooms, "bottom": 6, "height": 20, "borderColor": LINE,
                "fillerColor": "rgba(128, 128, 128, 0.15)", "textStyle": {"color": SOFT}, "showDetail": False,
                "brushSelect": False, "showDataShadow": False, "filterMode": "none",
            },
        ],
        "series": [
            *(
                {
                    "type": "line",
                    "id": name,
                    "name": view.t(name),
                    "xAxisIndex": grid,
                    "yAxisIndex": grid,
                    "showSymbol": False,
                    "data": [[felt.time.timestamp() * 1000, round(value(felt), 4)] for felt in found.course],
                    "lineStyle": {"color": colour, "width": 2},
                    "itemStyle": {"color": colour},
                    "markLine": {"symbol": "none", "silent": True, "label": {"show": False},
                                 "lineStyle": {"color": LINE, "type": "solid"}, "data": [{"yAxis": 0}]},
                }
                for name, (grid, colour, value) in _LINES.items()
                if grid < len(grids)
            ),
            _turns(view, found),
        ],
    }  # fmt: skip


def _turns(view: View, found: Portrait) -> dict[str, Any]:
    """Return the turns that moved the mood, as points on its line."""
    return {
        "type": "scatter",
        "id": "turns",
        "name": view.t("moving"),
        "cursor": "pointer",
        "z": 5,
        "itemStyle": {"color": SOFT},
        "tooltip": {"trigger": "item", "formatter": "{b}"},
        "data": [
            {
                "value": [one.memory.time.timestamp() * 1000, round(one.at, 4)],
                "name": f"{view.when(one.memory.time)}: {one.memory.text[:200]}",
                "memory": one.memory.id,
                "symbolSize": 7 + 7 * min(1.0, abs(one.valence)),
                "itemStyle": {"color": GOOD if one.valence > 0 else BAD, "opacity": 0.9},
            }
            for one in found.moving
            if one.memory.time is not None
        ],
    }
