"""The knowledge of characters in memory: each data set loaded once for all who know it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from soulkeep.semantics.knowledge import Knowledge
from soulkeep.stores.base import KnownGraph, Store

_MOST_TRIPLES = 5_000_000
"""Triples held in memory by characters together; of one character, as many as it knows."""


class Library:
    """What characters know, made from the store on first use.

    Args:
        store: where the data is.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._held: OrderedDict[tuple[str, ...], Knowledge] = OrderedDict()
        self._keys: dict[str, tuple[str, ...]] = {}

    def of(self, owner: str) -> Knowledge | None:
        """What a character knows now; None if that is nothing."""
        known = self._store.graphs(owner)
        with self._lock:  # one loads, the others wait for it
            return self._loaded(owner, known)

    def _loaded(self, owner: str, known: list[KnownGraph]) -> Knowledge | None:
        key = tuple(sorted({graph.digest for graph in known}))
        before = self._keys.get(owner)
        self._keys[owner] = key
        if before is not None and before != key and before not in self._keys.values():
            self._held.pop(before, None)  # nobody knows it so any more
        if not known:
            return None
        found = self._held.get(key)
        if found is None:
            parts = [data for digest in key if (data := self._store.graph(digest)) is not None]
            if len(parts) < len(key):
                return None  # unlearnt meanwhile
            found = self._held[key] = Knowledge(parts)
        self._held.move_to_end(key)
        while len(self._held) > 1 and sum(map(len, self._held.values())) > _MOST_TRIPLES:
            self._held.popitem(last=False)
        return found

    def clear(self) -> None:
        """Let go of all."""
        with self._lock:
            self._held.clear()
