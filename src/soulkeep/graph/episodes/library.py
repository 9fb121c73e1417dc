"""The knowledge of characters in memory: each data set loaded once for all who know it."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future
from threading import Lock
from weakref import WeakValueDictionary

from soulkeep.graph.knowledge import Knowledge
from soulkeep.stores.base import KnownGraph, Store

_MOST_TRIPLES = 5_000_000
"""Triples held in memory by characters together; of one character, as many as it knows."""

_Key = tuple[str, ...]

shared: WeakValueDictionary[_Key, Knowledge] = WeakValueDictionary()
"""What keeps of this process know, by digests: those that know the same share it, as workspaces with one world do."""


class Library:
    """What characters know, made from the store on first use. Who knows something else doesn't wait for it.

    Args:
        store: where the data is.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()  # of the tables, not of loading
        self._held: OrderedDict[_Key, Knowledge] = OrderedDict()
        self._loading: dict[_Key, Future[Knowledge | None]] = {}
        self._keys: dict[str, _Key] = {}

    def of(self, owner: str) -> Knowledge | None:
        """What a character knows now; None if that is nothing."""
        graphs = self._store.graphs(owner)
        with self._lock:
            key = self._key(owner, graphs)
            if not graphs:
                return None
            if (held_knowledge := self._held.get(key)) is not None:
                self._held.move_to_end(key)
                return held_knowledge
            waiting = self._loading.get(key)
            mine = self._loading[key] = Future() if waiting is None else waiting
        if waiting is not None:
            return waiting.result()  # one loads, others who know the same wait for it
        try:
            loaded = self._load(key)
        except BaseException as error:
            with self._lock:
                del self._loading[key]
            mine.set_exception(error)
            raise
        with self._lock:
            del self._loading[key]
            if loaded is not None and key in self._keys.values():
                self._hold(key, loaded)
        mine.set_result(loaded)
        return loaded

    def _key(self, owner: str, graphs: list[KnownGraph]) -> _Key:
        """What a character knows, by digests. What it knew before, and nobody knows so any more, is let go of."""
        key = tuple(sorted({graph.digest for graph in graphs}))
        before = self._keys.get(owner)
        self._keys[owner] = key
        if before is not None and before != key and before not in self._keys.values():
            self._held.pop(before, None)
        return key

    def _load(self, key: _Key) -> Knowledge | None:
        parts = [data for digest in key if (data := self._store.graph(digest)) is not None]
        if len(parts) < len(key):
            return None  # unlearnt meanwhile
        if (known := shared.get(key)) is not None:
            return known
        knowledge = Knowledge(parts)
        knowledge.prepare()
        return shared.setdefault(key, knowledge)

    def _hold(self, key: _Key, loaded: Knowledge) -> None:
        self._held[key] = loaded
        while len(self._held) > 1 and sum(map(len, self._held.values())) > _MOST_TRIPLES:
            self._held.popitem(last=False)

    def clear(self) -> None:
        """Let go of all."""
        with self._lock:
            self._held.clear()
