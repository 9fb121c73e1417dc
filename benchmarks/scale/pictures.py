"""The plots of docs/scale.md: lines with labelled axes, beside one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor, log10
from typing import Any
from xml.sax.saxutils import escape

from soulkeep.evals.plots import COLOURS

_WIDTH, _HEIGHT, _LEFT, _TOP, _GAP = 330, 210, 62, 62, 88
_BOTTOM = 48
_LINE = 20
_INK, _GRID = "#333", "#e2e2e2"
_ORDER = (2, 1, 3, 4, 0)
"""Order of the house's colours: the most distinct ones first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One plot.

    Attributes:
        title: stands above.
        along, up: what the axes are, with their units.
        lines: points by the line's name.
        log_along, log_up: whether an axis is logarithmic.
        ticks: on the axis along; those of the points by default.
    """

    title: str
    along: str
    up: str
    lines: Mapping[str, Sequence[tuple[float, float]]]
    log_along: bool = False
    log_up: bool = False
    ticks: Sequence[float] = ()


def draw(panels: Sequence[Panel], title: str) -> str:
    """Return an SVG of panels side by side, each with its legend. Lines of the same name have the same colour."""
    names = list(dict.fromkeys(name for panel in panels for name in panel.lines))
    colours = {name: COLOURS[_ORDER[place % len(COLOURS)]] for place, name in enumerate(names)}
    longest = max(len(panel.lines) for panel in panels)
    width = _LEFT + len(panels) * _WIDTH + (len(panels) - 1) * _GAP + 30
    height = _TOP + _HEIGHT + _BOTTOM + _LINE * longest + 8
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title)}" font-family="sans-serif" font-size="12" fill="{_INK}">',
        '<rect width="100%" height="100%" rx="6" fill="white"/>',
        f'<text x="{_LEFT - 46}" y="22" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]
    for place, panel in enumerate(panels):
        left = _LEFT + place * (_WIDTH + _GAP)
        lines += _panel(panel, left, colours)
        for number, name in enumerate(panel.lines):
            y = _TOP + _HEIGHT + _BOTTOM + _LINE * (number + 0.7)
            lines.append(f'<path d="M{left} {y - 4:.0f}h22" stroke="{colours[name]}" stroke-width="3"/>')
            lines.append(_text(left + 30, y, name))
    return "\n".join([*lines, "</svg>\n"])


def _panel(panel: Panel, left: float, colours: Mapping[str, str]) -> list[str]:
    points = [point for line in panel.lines.values() for point in line]
    along = sorted({x for x, _ in points})
    x_at = _scale(along[0], along[-1], left, left + _WIDTH, log=panel.log_along)
    low, high, ticks = _ticks([y for _, y in points], log=panel.log_up)
    bottom = _TOP + _HEIGHT
    y_at = _scale(low, high, bottom, _TOP, log=panel.log_up)
    lines = [_text(left, _TOP - 12, panel.title)]
    for tick in ticks:
        lines.append(f'<path d="M{left} {y_at(tick):.1f}h{_WIDTH}" stroke="{_GRID}"/>')
        lines.append(_text(left - 7, y_at(tick) + 4, _short(tick), anchor="end"))
    for tick in panel.ticks or along:
        lines.append(f'<path d="M{x_at(tick):.1f} {bottom}v5" stroke="{_INK}"/>')
        lines.append(_text(x_at(tick), bottom + 18, _short(tick), anchor="middle"))
    lines.append(f'<path d="M{left} {_TOP}v{_HEIGHT}h{_WIDTH}" fill="none" stroke="{_INK}"/>')
    for name, line in panel.lines.items():
        where = " ".join(f"{x_at(x):.1f},{y_at(max(y, low)):.1f}" for x, y in line)
        lines.append(f'<polyline points="{where}" fill="none" stroke="{colours[name]}" stroke-width="2"/>')
        if len(line) < 15:
            lines += [
                f'<circle cx="{x_at(x):.1f}" cy="{y_at(max(y, low)):.1f}" r="3" fill="{colours[name]}"/>'
                for x, y in line
            ]
    lines.append(_text(left + _WIDTH / 2, bottom + 36, panel.along, anchor="middle"))
    x, y = left - 46, _TOP + _HEIGHT / 2
    turned = f'transform="rotate(-90 {x:.0f} {y:.0f})"'
    lines.append(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle" {turned}>{escape(panel.up)}</text>')
    return lines


def _scale(low: float, high: float, at_low: float, at_high: float, *, log: bool) -> Callable[[float], float]:
    def at(value: float) -> float:
        first, last, here = (log10(part) if log else part for part in (low, high, value))
        return at_low + (at_high - at_low) * (here - first) / ((last - first) or 1.0)

    return at


def _ticks(values: Sequence[float], *, log: bool) -> tuple[float, float, list[float]]:
    """Return the ends of an axis and its ticks."""
    if log:
        first, last = floor(log10(max(1e-3, min(values)))), ceil(log10(max(values)))
        last = max(last, first + 1)
        return 10.0**first, 10.0**last, [10.0**power for power in range(first, last + 1)]
    most = max(values) or 1.0
    step = 10 ** floor(log10(most / 4))
    step = next(step * times for times in (1, 2, 2.5, 5, 10) if step * times * 5 >= most)
    number = ceil(most / step)
    return 0.0, number * step, [step * place for place in range(number + 1)]


def _short(value: float) -> str:
    for size, name in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= size:
            return f"{value / (1e3 if name == 'k' else size):g} {name}"
    return f"{value:g}"


def _text(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(text)}</text>'


def pictures(found: Mapping[str, Any]) -> dict[str, str]:
    """Return the plots, by file name."""
    return {
        "scale-day.svg": _day(found),
        "scale-memory.svg": _memory(found),
        "scale-workers.svg": _workers(found),
        "scale-troubles.svg": _troubles(found),
    }


def _day(found: Mapping[str, Any]) -> str:
    rows, hours = found["day"], range(0, 24, 4)

    def line(name: str) -> list[tuple[float, float]]:
        return [(row["hour"], row[name]) for row in rows]

    load = Panel(
        title="Load",
        along="hour of the day, UTC",
        up="per second",
        lines={"turns": line("turns"), "cold loads": line("loads")},
        ticks=hours,
    )
    latency = Panel(
        title="Latency",
        along="hour of the day, UTC",
        up="ms",
        lines={
            "recall, p50": line("recall_p50"),
            "recall, p99": line("recall_p99"),
            "observe, p99": line("observe_p99"),
        },
        ticks=hours,
    )
    return draw([load, latency], "A day")


def _memory(found: Mapping[str, Any]) -> str:
    by_routing = {
        name: list(rows)
        for name, rows in groupby(sorted(found["memory"], key=_routing), key=lambda row: row["routing"])
    }
    shares = {name: [(row["memory"], 100 * row["recall"]) for row in some] for name, some in by_routing.items()}
    loads = {name: [(row["memory"], row["loads"]) for row in some] for name, some in by_routing.items()}
    along = "GB of working sets a worker"
    first = Panel(title="Recalls that load", along=along, up="%", lines=shares, log_along=True)
    second = Panel(title="Cold loads, background included", along=along, up="per second", lines=loads, log_along=True)
    return draw([first, second], f"Memory, {found['fleet']['workers']} workers, mean of a day")


def _routing(row: Mapping[str, Any]) -> str:
    return str(row["routing"])


def _workers(found: Mapping[str, Any]) -> str:
    rows = sorted(found["sizes"], key=_routing)
    by_routing = {name: list(some) for name, some in groupby(rows, key=_routing)}
    workers = {name: [(row["tenants"], row["workers"]) for row in some] for name, some in by_routing.items()}
    each = {name: [(row["tenants"], row["turns_each"]) for row in some] for name, some in by_routing.items()}
    first = Panel(title="Workers", along="tenants", up="processes", lines=workers, log_along=True, log_up=True)
    second = Panel(title="What each can do", along="tenants", up="turns per second", lines=each, log_along=True)
    return draw([first, second], "Workers that the goal takes")


def _troubles(found: Mapping[str, Any]) -> str:
    lines = {row["trouble"]: [(second, max(ms, 1.0)) for second, ms in row["timeline"]] for row in found["troubles"]}
    seconds = [point[0] for point in next(iter(lines.values()))]
    ticks = range(int(seconds[0]), int(seconds[-1]) + 1, 30)
    panel = Panel(
        title="Recall, p99 of two seconds",
        along="seconds since it began",
        up="ms",
        lines=lines,
        log_up=True,
        ticks=[*ticks],
    )
    others = Panel(
        title="… of tenants on other shards",
        along="seconds since it began",
        up="ms",
        lines={row["trouble"]: [(at, max(ms, 1.0)) for at, ms in row["others"]] for row in found["troubles"]},
        ticks=[*ticks],
    )
    return draw([panel, others], "What goes wrong, at the peak")
