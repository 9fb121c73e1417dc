"""Working sets with one memory added that isn't stored, so that a rehearsal finds what a reply would find."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.search.cache import PartitionCache
from soulkeep.search.working_set import Partition
from soulkeep.stores.rows import Entry, PartitionKey, PlacedEntry, State


class Overlay(PartitionCache):
    """A cache's working sets, one of them with a memory more.

    Args:
        cache: the keep's cache, which isn't changed.
        key: the partition that the memory would be in; it needn't exist.
        place: the memory, indexed, and where it would be stored.
    """

    def __init__(self, cache: PartitionCache, key: PartitionKey, place: PlacedEntry) -> None:
        super().__init__(cache.store, cache.space, budget=0)
        self._cache = cache
        self._key = key
        self._place = place

    def get(self, keys: Sequence[PartitionKey]) -> list[Partition]:
        """Return the working sets of some partitions, up to date with the store, with the added memory."""
        partitions = self._cache.get(keys)
        if self._key not in keys:
            return partitions
        there = next((one for one in partitions if one.key == self._key), None)
        state = _state(self._place.seq, self._place.entry)
        if there is not None:
            return [one.imagining(state, self.store) if one is there else one for one in partitions]
        alone = Partition(self._place.partition, self._key, self.space).imagining(state, self.store)
        before = sum(one.key in keys[: keys.index(self._key)] for one in partitions)
        return [*partitions[:before], alone, *partitions[before:]]


def _state(seq: int, entry: Entry) -> State:
    return State(
        seq=seq,
        live=1,
        kind=entry.kind,
        source=entry.source,
        session=entry.session,
        speaker=entry.speaker,
        time=entry.time,
        importance=entry.importance,
        stability=entry.stability,
        accessed=entry.accessed,
        pinned=entry.pinned,
        forgotten=entry.forgotten,
        superseded=entry.superseded,
        base=entry.base,
        terms=entry.terms,
        terms_version=entry.terms_version,
        vector=entry.vector,
    )
