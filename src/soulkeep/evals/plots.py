"""Simple charts as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

COLOURS = ("#8d99ae", "#bc4749", "#2a6f97", "#52b788", "#e09f3e")

_LEFT, _WIDTH, _TOP, _HEIGHT = 60, 560, 34, 220
_BELOW = 26
_LINE = 20


def bars(groups: Mapping[str, Mapping[str, float]], *, title: str) -> str:
    """Return a chart of grouped bars, each with its value above.

    Args:
        groups: values by bar name, by group; bars of the same name have the same colour.
        title: the heading.
    """
    names = list(dict.fromkeys(name for values in groups.values() for name in values))
    most = max((value for values in groups.values() for value in values.values()), default=0.0) or 1.0
    lines = _open_plot(title, len(names))
    room = _WIDTH / max(1, len(groups))
    width = room * 0.8 / max(1, len(names))
    bottom = _TOP + _HEIGHT
    for number, (group, values) in enumerate(groups.items()):
        left = _LEFT + room * (number + 0.1)
        for place, name in enumerate(names):
            if name not in values:
                continue
            x, height = left + width * place, _HEIGHT * 0.92 * values[name] / most
            colour = _colour(place)
            lines.append(
                f'<rect x="{x:.1f}" y="{bottom - height:.1f}" width="{width * 0.92:.1f}" height="{height:.1f}" '
                f'fill="{colour}"/>'
            )
            lines.append(_text(x + width * 0.46, bottom - height - 4, f"{values[name]:,.0f}", anchor="middle"))
        lines.append(_text(left + room * 0.4, bottom + 18, group, anchor="middle"))
    lines.append(f'<path d="M{_LEFT} {bottom}h{_WIDTH}" stroke="#999"/>')
    return _closed(lines, names)


def curves(found: Mapping[str, Sequence[float]], *, title: str, most: float, along: str) -> str:
    """Return a chart of curves, with axes from 0.

    Args:
        found: values by curve name.
        title: the heading.
        most: the value at the top.
        along: the label of the horizontal axis.
    """
    lines = _open_plot(title, len(found))
    bottom = _TOP + _HEIGHT
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = bottom - _HEIGHT * part
        lines.append(f'<path d="M{_LEFT} {y:.0f}h{_WIDTH}" stroke="#ddd"/>')
        lines.append(_text(_LEFT - 8, y + 4, f"{most * part:.2f}", anchor="end"))
    for number, values in enumerate(found.values()):
        steps = max(1, len(values) - 1)
        points = " ".join(
            f"{_LEFT + _WIDTH * i / steps:.0f},{bottom - _HEIGHT * min(1.0, value / most):.0f}"
            for i, value in enumerate(values)
        )
        colour = _colour(number)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    lines.append(_text(_LEFT + _WIDTH / 2, bottom + 18, along, anchor="middle"))
    return _closed(lines, list(found))


def _open_plot(title: str, legend: int) -> list[str]:
    box = f"0 0 {_LEFT + _WIDTH + 20} {_TOP + _HEIGHT + _BELOW + _LINE * legend + 10}"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        _text(_LEFT, 20, title),
    ]


def _closed(lines: Sequence[str], names: Sequence[str]) -> str:
    below = _TOP + _HEIGHT + _BELOW
    legend = []
    for number, name in enumerate(names):
        y = below + _LINE * (number + 0.7)
        legend.append(f'<rect x="{_LEFT}" y="{y - 9:.0f}" width="10" height="10" fill="{_colour(number)}"/>')
        legend.append(_text(_LEFT + 18, y, name))
    return "\n".join([*lines, *legend, "</svg>\n"])


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _text(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(text)}</text>'
