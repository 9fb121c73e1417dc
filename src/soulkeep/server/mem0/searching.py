"""mem0's search: recall with its filters."""

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
"""Most hits that are checked against a filter."""


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
    """Return the matching memories, best first.

    Args:
        access: the caller's access.
        query: the text to look for.
        filters: the conditions.
        top_k: most memories to return.
        threshold: least score, 0…1.
        time: the time of the search; now by default.
        expired: whether to include expired memories.
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
    """Return a hit's score in mem0's range 0…1; it grows with the recall's score, which is unbounded."""
    return 1 - math.exp(-max(0.0, hit.score))


def _hits(
    place: Mem0Scope, query: str, filters: Mapping[str, Any], top_k: int, time: datetime | None, expired: bool
) -> list[Hit]:
    """Return the best hits of a place that match a filter. Since recall has no such filters, more hits are requested
    until enough match. Memories shared with nobody in particular have a place of their own, and are left out elsewhere;
    so is worlds' lore, which mem0 doesn't have."""
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
    """Yield hits without those derived from turns that are hits themselves."""
    said = {hit.memory.id for hit in hits if hit.memory.kind == TURN}
    for hit in hits:
        memory = hit.memory
        if memory.kind in DERIVED and memory.turns:
            whole = said & set(memory.turns) if memory.kind == FACT else said.issuperset(memory.turns)
            if whole:
                continue
        yield hit
