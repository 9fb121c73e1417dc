"""The graph of episodes as options of ECharts: exchanges from left to right, kinds and things from top to bottom."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from soulkeep.inspector.memory_look import COLOURS, LINE, SOFT, axis, tooltip
from soulkeep.inspector.pages.episodes.data import ACTIONS, EpisodeExchange, EpisodeStretch
from soulkeep.inspector.parts import beginning
from soulkeep.inspector.view import View
from soulkeep.types.episodes import Episode

KIND_COLOURS: Mapping[str, str] = {
    "input": COLOURS[0],
    "context": COLOURS[6],
    "answer": COLOURS[2],
    "similar": COLOURS[3],
    "patterns": COLOURS[1],
    "message": COLOURS[7],
    "evaluation": COLOURS[4],
}
"""Colours of the kinds of episodes."""

GOOD, BAD = "#3f9a5c", "#c2504a"
"""Colours of good and bad evaluations."""

ROW = 46
"""Distance between rows, in pixels."""

_IN_VIEW = 7
"""Number of exchanges in view at first, so that their text is readable."""

_SYMBOLS = {"input": "circle", "message": "roundRect", "evaluation": "diamond"}
_SIZES = {"input": 17, "message": 17, "evaluation": 14}
_PLACES = {"input": 0.0, "message": 0.64, "evaluation": 0.82}
_FIRST_ACTION, _BETWEEN = 0.2, 0.11

_TIP = """(one) => {
  const told = (one.data && one.data.told) || "";
  if (!told) return "";
  const box = document.createElement("div");
  box.textContent = told;
  return box;
}"""
"""JavaScript function for a node's tooltip, as a text node, so that nothing in it is markup."""


def height(stretch: EpisodeStretch) -> int:
    """Return the chart's height in pixels."""
    return 10 + len(_rows(stretch)) * ROW + 74


def options(view: View, stretch: EpisodeStretch) -> dict[str, Any]:
    """Return the chart's options."""
    rows = _rows(stretch)
    count = len(stretch.exchanges)
    labels = [_row_name(view, stretch, row) for row in rows]
    times = [view.when(exchange.time) for exchange in stretch.exchanges]
    nodes, links = _drawn(view, stretch, rows)
    start = 100 * max(0, count - _IN_VIEW) / max(1, count)
    return {
        "grid": {"left": 104, "right": 18, "top": 10, "height": len(rows) * ROW},
        "xAxis": axis(
            "value",
            min=-0.3,
            max=max(count, 1),
            interval=1,
            axisLabel={":formatter": f"(place) => ({_json(times)})[place] ?? ''"},
            axisLine={"onZero": False},
            splitLine={"show": False},
        ),
        "yAxis": axis(
            "category",
            data=list(range(len(rows))),
            inverse=True,
            axisLine={"show": False},
            splitLine={"show": True},
            axisLabel={
                "width": 92,
                "overflow": "truncate",
                "interval": 0,
                "color": SOFT,
                ":formatter": f"(place) => ({_json(labels)})[place]",
            },
        ),
        "tooltip": tooltip(trigger="item", **{":formatter": _TIP}),
        "dataZoom": [
            {"type": "inside", "xAxisIndex": 0, "start": start, "end": 100, "zoomOnMouseWheel": "ctrl",
             "moveOnMouseWheel": False, "minSpan": 100 / max(1, count)},
            {
                "type": "slider", "xAxisIndex": 0, "start": start, "end": 100, "bottom": 6, "height": 22,
                "borderColor": LINE, "fillerColor": "rgba(128, 128, 128, 0.15)", "textStyle": {"color": SOFT},
                "showDetail": False, "brushSelect": False, "showDataShadow": False,
                "minSpan": 100 / max(1, count),
            },
        ],
        "series": [
            {
                "type": "graph",
                "id": "episodes",
                "coordinateSystem": "cartesian2d",
                "data": nodes,
                "links": links,
                "edgeSymbol": ["none", "none"],
                "cursor": "pointer",
                "selectedMode": "single",
                "select": {"itemStyle": {"borderColor": "#d8aa2c", "borderWidth": 4}},
                "label": {"show": False, "position": "bottom", "distance": 3, "color": SOFT, "fontSize": 11,
                          "width": 84, "overflow": "truncate"},
                "labelLayout": {"hideOverlap": True},
                "lineStyle": {"color": SOFT, "opacity": 0.5, "width": 1.2},
                "emphasis": {"focus": "adjacency", "lineStyle": {"width": 2.4}},
            }
        ],
    }  # fmt: skip


def place_of(stretch: EpisodeStretch, id: str) -> tuple[int, int] | None:
    """Return an episode's index among the chart's nodes, and its exchange; None if it isn't drawn."""
    before = 0
    for at, exchange in enumerate(stretch.exchanges):
        for number, episode in enumerate(exchange.episodes):
            if episode.id == id:
                return before + number, at
        before += len(exchange.episodes) + len(set(exchange.entities))
    return None


def window(at: int, count: int) -> tuple[float, float]:
    """Return the part of the chart, in %, that shows an exchange and those around it."""
    first = min(max(0, at - _IN_VIEW // 2), max(0, count - _IN_VIEW))
    return 100 * first / max(1, count), 100 * min(count, first + _IN_VIEW) / max(1, count)


def _rows(stretch: EpisodeStretch) -> list[str]:
    """Return the rows from top to bottom: things as terms ("" for all others), then kinds of episodes."""
    threads = stretch.threads
    others = any(term not in threads for exchange in stretch.exchanges for term in exchange.entities)
    kinds = {episode.kind for episode in stretch.episodes}
    below: list[str] = [kind for kind in ("input", "message", "evaluation") if kind in kinds]
    if kinds & set(ACTIONS):
        below.insert(1 if "input" in kinds else 0, "actions")
    return [*threads, *([""] if others else []), *below]


def _row_name(view: View, stretch: EpisodeStretch, row: str) -> str:
    if not row:
        return view.t("other_things")
    return stretch.names.get(row) or view.t(f"row_{row}")


def _drawn(
    view: View, stretch: EpisodeStretch, rows: Sequence[str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    nodes: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    last: dict[str, str] = {}  # the latest node of each thing
    before = ""
    for at, exchange in enumerate(stretch.exchanges):
        previous = ""
        acted = 0
        for episode in exchange.episodes:
            place = _PLACES.get(episode.kind)
            if place is None or episode.internal:
                acted += not episode.internal
                place = min(_FIRST_ACTION + (acted - 1) * _BETWEEN, 0.56)
            row = rows.index("actions" if episode.kind in ACTIONS else episode.kind)
            nodes.append(_node(view, episode, [at + place, row]))
            if episode.kind == "evaluation":
                links.append(_about(view, episode))
                continue
            if previous or before:
                links.append({"source": previous or before, "target": episode.id, "told": view.t("followed")})
            previous = episode.id
        links += _things(view, stretch, exchange, at, rows, nodes, last)
        before = previous or before
    ids = {node["id"] for node in nodes}
    return nodes, [link for link in links if link["source"] in ids and link["target"] in ids]


def _node(view: View, episode: Episode, value: list[float]) -> dict[str, Any]:
    colour = KIND_COLOURS[episode.kind]
    if episode.kind == "evaluation":
        colour = GOOD if (episode.evaluation or 0.0) > 0 else BAD
    kind = view.t(f"kind_{episode.kind}")
    text = beginning(episode.text) or kind
    return {
        "id": episode.id,
        "name": text,
        "value": value,
        "episode": episode.id,
        "told": f"{kind}, {view.when(episode.time)}: {beginning(episode.text) or episode_label(view, episode)}",
        "symbol": _SYMBOLS.get(episode.kind, "circle"),
        "symbolSize": _SIZES.get(episode.kind, 11),
        "itemStyle": {"color": colour},
        "label": {"show": bool(episode.text)},
    }


def _about(view: View, episode: Episode) -> dict[str, Any]:
    colour = GOOD if (episode.evaluation or 0.0) > 0 else BAD
    style = {"type": "dashed", "color": colour, "opacity": 0.8}
    return {"source": episode.id, "target": episode.of or "", "told": view.t("about"), "lineStyle": style}


def _things(
    view: View,
    stretch: EpisodeStretch,
    exchange: EpisodeExchange,
    at: int,
    rows: Sequence[str],
    nodes: list[dict[str, Any]],
    last: dict[str, str],
) -> list[dict[str, Any]]:
    """Add nodes for the things that an exchange mentions; return links to their earlier nodes."""
    links: list[dict[str, Any]] = []
    input_id = next((one.id for one in exchange.episodes if one.kind == "input"), None)
    beside = 0
    for term in dict.fromkeys(exchange.entities):
        id = f"{at}:{term}"
        own = term in rows
        colour = COLOURS[rows.index(term) % len(COLOURS)] if own else SOFT
        place = at if own else at + min(0.16 * beside, 0.8)
        beside += not own
        nodes.append(
            {
                "id": id,
                "name": stretch.names.get(term, term),
                "value": [place, rows.index(term) if own else rows.index("")],
                "entity": term,
                "told": view.t("spoken_of", name=stretch.names.get(term, term)),
                "symbol": "circle",
                "symbolSize": 9,
                "itemStyle": {"color": "transparent", "borderColor": colour, "borderWidth": 2.5},
                "label": {"show": not own},
            }
        )
        if input_id is not None:
            style = {"type": "dotted", "opacity": 0.45, "color": colour}
            links.append({"source": input_id, "target": id, "told": view.t("speaks_of"), "lineStyle": style})
        if own and term in last:
            style = {"width": 2.5, "opacity": 0.45, "color": colour}
            links.append({"source": last[term], "target": id, "told": view.t("again"), "lineStyle": style})
        last[term] = id
    return links


def episode_label(view: View, episode: Episode) -> str:
    """Return a short label for an episode without text."""
    if episode.kind == "evaluation":
        how = view.t("good" if (episode.evaluation or 0.0) > 0 else "bad")
        return f"{how} ({view.t('from_inside')})" if episode.internal else how
    return ", ".join(view.t("found", count=act.found) for act in episode.acts)


def _json(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False).replace("<", "\\u003c")
