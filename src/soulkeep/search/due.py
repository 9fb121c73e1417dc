"""Plans, promises and dates that memories speak of and whose time is near."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from soulkeep.lang.terms import hash_terms
from soulkeep.memory.entries import answered_by, memory_of
from soulkeep.search.cache import PartitionCache
from soulkeep.search.indexed_terms import AHEAD, happened, times_of, year_mark
from soulkeep.search.signals import rows_marked
from soulkeep.search.view import Mind
from soulkeep.stores.base import Store
from soulkeep.stores.rows import PartitionKey
from soulkeep.types.records import Due

_ELSEWHERE = timedelta(days=1)
"""Most that the times of two places differ by: the year may be another where a memory was told."""

_LONGEST = timedelta(days=45)
"""Longest time span that can be due: a plan "for next year" isn't due all year long."""


def due(
    store: Store, cache: PartitionCache, keys: Sequence[PartitionKey], now: datetime, within: timedelta
) -> list[Due]:
    """Return what begins by `now + within` and isn't over, the first to begin first.

    Args:
        store, cache: the store that holds the memories, and its working sets.
        keys: the partitions to search.
        now: the present, in the person's time zone.
        within: how far to look ahead.
    """
    mind = Mind(cache.get(keys))
    first, last = (now - _ELSEWHERE).year, (now + within + _ELSEWHERE).year
    years = [year_mark(year) for year in range(first, last + 1)]
    with mind.held():
        if not mind.size:
            return []
        rows = rows_marked(mind, AHEAD) & mind.holding(hash_terms(years))
        rows &= mind.column("live") & ~mind.column("forgotten")
        places = [mind.place(int(row)) for row in np.flatnonzero(rows)]
    dated: list[Due] = []
    for partition in dict.fromkeys(partition for partition, _ in places):
        for entry in store.fetch(partition.id, [seq for other, seq in places if other is partition]).values():
            # An answer that rests on memories tells of what is due by itself.
            said = None if answered_by(entry).references else happened(entry)
            dated += [
                Due(memory=memory_of(partition.key, entry), expression=span.text, start=span.start, end=span.end)
                for span in times_of(entry)
                if said is not None
                and span.end > said
                and span.start <= now + within
                and span.end > now
                and span.end - span.start <= _LONGEST
            ]
    return sorted(dated, key=lambda item: item.start)
