"""mem0's search: what comes to mind, under its filters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from soulkeep.server.access import Access
from soulkeep.server.mem0.filters import fields
from soulkeep.server.mem0.memories import Mem0Scope, current, fits, item, scopes
from soulkeep.types.records import DERIVED, FACT, TURN, Hit

TOP_K = 10

_MOST = 5000
"""Hits that are looked through for those that a filter lets through."""


def search(
    access: Access,
    query: str,
    filters: Mapping[str, Any],
    *,
    top_k: int = TOP_K,
    threshold: float | None = None,
    time: datetime | None = None,
    expired: bool = False,
) -> list[dict[str, Any]]:
    """The memories that fit, best first.

    Args:
        access: who asks.
        query: what is looked for.
        filters: what must hold.
        top_k: memories at most.
        threshold: lowest score, 0…1.
        time: the moment of asking; now by default.
        expired: also what has expired.
    """
    scored: list[tuple[float, Mem0Scope, Hit]] = []
    for place in scopes(access, filters):
        hits = _hits(place, query, filters, top_k, time, expired)
        scored += [(score(hit), place, hit) for hit in hits]
    scored.sort(key=lambda one: one[0], reverse=True)
    best = scored[:top_k]
    return [
        item(place.who, hit.memory, score=round(grade, 6)) for grade, place, hit in best if grade >= (threshold or 0)
    ]


def score(hit: Hit) -> float:
    """A hit's score as mem0 has it, 0…1: grows with the recall's own, which has no bounds."""
    return 1 - math.exp(-max(0.0, hit.score))


def _hits(
    place: Mem0Scope, query: str, filters: Mapping[str, Any], top_k: int, time: datetime | None, expired: bool
) -> list[Hit]:
    """The best hits of a place that pass the filter. The recall knows no such filters, so more is asked of it until
    enough pass. What belongs to nobody in particular comes to mind with everybody: it has a place of its own. Lore of
    worlds isn't any agent's, and mem0 has no such thing."""
    who, person = place
    count = 2 * top_k + 10
    by_kind = "kind" in set(fields(filters))
    while True:
        recalled = who.recall(query, person=person, k=count, time=time).hits
        own = [hit for hit in recalled if hit.memory.person == person and hit.memory.world is None]
        passed = [hit for hit in own if fits(filters, who, hit.memory) and (expired or current(hit.memory))]
        distinct = passed if by_kind else list(_told_once(passed))
        if len(distinct) >= top_k or len(recalled) < count or count >= _MOST:
            return distinct[:top_k]
        count = min(_MOST, count * 4)


def _told_once(hits: list[Hit]) -> Iterator[Hit]:
    """Without what was derived from turns that are told themselves."""
    said = {hit.memory.id for hit in hits if hit.memory.kind == TURN}
    for hit in hits:
        memory = hit.memory
        if memory.kind in DERIVED and memory.turns:
            whole = said & set(memory.turns) if memory.kind == FACT else said.issuperset(memory.turns)
            if whole:
                continue
        yield hit
