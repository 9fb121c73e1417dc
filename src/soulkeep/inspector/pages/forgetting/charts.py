"""The charts of the page on forgetting, as options of ECharts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.inspector.memory_look import COLOURS, LINE, SOFT, axis, tooltip
from soulkeep.inspector.pages.forgetting.data import POINTS, WholeMind
from soulkeep.inspector.pages.memories.catalogue import MemoryOutline
from soulkeep.inspector.view import View

BAND_COLOURS = ("#2f7f6b", "#6aa58f", "#c9a13f", "#b8624a")
"""Colours of the bands, from vivid to nearly gone."""

EMPTY: dict[str, Any] = {"xAxis": {}, "yAxis": {}, "series": []}
"""Options of an empty chart."""

_GRID = {"left": 44, "right": 16, "top": 18, "bottom": 40}


def memory_curves(
    view: View,
    shown: Sequence[MemoryOutline],
    curves: NDArray[np.float32],
    *,
    chosen: int,
    used: NDArray[np.float32] | None,
    threshold: float,
    day: float,
    horizon: float,
) -> dict[str, Any]:
    """Return the curves of some memories, with the chosen one in full colour.

    Args:
        view: the page in its tab.
        shown: the memories.
        curves: their curves, shape (memories, `POINTS`).
        chosen: index of the chosen memory.
        used: the chosen memory's curve if it is used again; None for none.
        threshold: the retention below which memories have faded.
        day: the simulated moment, in days from now.
        horizon: the number of days shown.
    """
    days = np.linspace(0.0, horizon, POINTS)
    series: list[dict[str, Any]] = [
        {
            "type": "line",
            "id": one.id,
            "name": one.begins,
            "data": _points(days, curve),
            "showSymbol": False,
            "triggerLineEvent": True,
            "z": 4 if at == chosen else 2,
            "lineStyle": {
                "color": colour_of(at),
                "width": 3 if at == chosen else 1.6,
                "opacity": _strength(at, chosen),
            },
        }
        for at, (one, curve) in enumerate(zip(shown, curves, strict=True))
    ]
    series.append(
        {
            "type": "line",
            "id": "used",
            "name": view.t("with_use"),
            "data": [] if used is None else _points(days, used),
            "showSymbol": False,
            "z": 5,
            "lineStyle": {"color": colour_of(max(chosen, 0)), "width": 2.4, "type": "dashed"},
            "markLine": {
                "symbol": "none",
                "silent": True,
                "label": {"show": False},
                "lineStyle": {"color": SOFT, "width": 1, "type": "dotted"},
                "data": [{"yAxis": threshold}, {"xAxis": day}],
            },
        }
    )
    return {
        "grid": _GRID,
        "xAxis": _days(view, horizon),
        "yAxis": axis("value", min=0, max=1, interval=0.25),
        "series": series,
    }


def colour_of(at: int) -> str:
    """Return the colour of the curve with an index."""
    return COLOURS[at % len(COLOURS)]


def _strength(at: int, chosen: int) -> float:
    return 1.0 if at == chosen else 0.55


def overall(view: View, whole: WholeMind, *, day: float, horizon: float) -> dict[str, Any]:
    """Return the chart of the whole mind: memories stacked by retention, and the share above the threshold."""
    series: list[dict[str, Any]] = [
        {
            "type": "line",
            "id": f"band_{at}",
            "name": view.t(f"band_{at}"),
            "stack": "bands",
            "data": _points(whole.days, band),
            "showSymbol": False,
            "lineStyle": {"width": 0},
            "areaStyle": {"color": BAND_COLOURS[at], "opacity": 0.75},
            "itemStyle": {"color": BAND_COLOURS[at]},
        }
        for at, band in enumerate(whole.bands)
    ]
    series.append(
        {
            "type": "line",
            "id": "above",
            "name": view.t("above"),
            "data": _points(whole.days, whole.above),
            "showSymbol": False,
            "z": 5,
            "lineStyle": {"color": "#20242b", "width": 2.2},
            "itemStyle": {"color": "#20242b"},
            "markLine": {
                "symbol": "none",
                "silent": True,
                "label": {"show": False},
                "lineStyle": {"color": SOFT, "width": 1, "type": "dotted"},
                "data": [{"xAxis": day}],
            },
        }
    )
    return {
        "grid": {**_GRID, "top": 58},
        "legend": {"top": 0, "left": 0, "itemWidth": 12, "itemHeight": 9, "textStyle": {"color": SOFT}},
        "tooltip": tooltip(trigger="axis", **{":valueFormatter": "value => Math.round(value * 100) + ' %'"}),
        "xAxis": _days(view, horizon),
        "yAxis": axis("value", min=0, max=1, interval=0.25),
        "series": series,
    }


def distribution(view: View, whole: WholeMind) -> dict[str, Any]:
    """Return the histogram of retention at the simulated moment."""
    counts = whole.histogram.tolist()
    bars = [
        {"value": count, "itemStyle": {"color": BAND_COLOURS[3 if at < 3 else 2 if at < 5 else 1 if at < 8 else 0]}}
        for at, count in enumerate(counts)
    ]
    return {
        "grid": {**_GRID, "top": 28},
        "tooltip": tooltip(trigger="item"),
        "xAxis": axis("category", data=[f"{at / 10:.1f}–{(at + 1) / 10:.1f}" for at in range(len(counts))]),
        "yAxis": axis("value", minInterval=1, name=view.t("distribution_axis"), splitNumber=3),
        "series": [{"type": "bar", "data": bars, "barCategoryGap": "12%"}],
    }


def _days(view: View, horizon: float) -> dict[str, Any]:
    return axis(
        "value",
        min=0,
        max=horizon,
        interval=horizon / 6,
        name=view.t("days"),
        nameLocation="middle",
        nameGap=24,
        splitLine={"show": False},
        axisLine={"lineStyle": {"color": LINE}},
        axisLabel={":formatter": "value => Math.round(value)"},
    )


def _points(days: NDArray[np.float64], values: NDArray[Any]) -> list[list[float]]:
    points: list[list[float]] = np.round(np.column_stack([days, values.astype(np.float64)]), 4).tolist()
    return points
