"""The characters' knowledge in memory: each data set is loaded once for all who know it."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future
from threading import Lock
from weakref import WeakSet, WeakValueDictionary

from soulkeep.graph.knowledge import Knowledge
from soulkeep.stores.base import Store
from soulkeep.stores.rows import KnownGraph
from soulkeep.telemetry import log
from soulkeep.threads.pace import Pace, Stopped

_MOST_TRIPLES = 5_000_000
"""Most triples held in memory for all characters together; a single character may have more."""

_MUCH = 100_000
"""Triples from which on the first questions wait for what is made once; with fewer, none waits for long."""

_Key = tuple[str, ...]

shared: WeakValueDictionary[_Key, Knowledge] = WeakValueDictionary()
"""The knowledge of this process's keeps by digest; keeps with the same world (as in workspaces) share it."""

_warm: WeakSet[Knowledge] = WeakSet()
"""Of these, the knowledge that is warm."""


class Library:
    """The characters' knowledge, loaded from the store on first use. Loading one doesn't delay the others.

    Args:
        store: the store with the data.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()  # guards the tables, not the loading
        self._held: OrderedDict[_Key, Knowledge] = OrderedDict()
        self._loading: dict[_Key, Future[Knowledge | None]] = {}
        self._keys: dict[str, _Key] = {}

    def of(self, owner: str) -> Knowledge | None:
        """Return a character's present knowledge; None if it has none."""
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
            return waiting.result()  # another thread is loading the same knowledge
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
        """Return a character's knowledge by digests. Its former knowledge is dropped if nobody else has it."""
        key = tuple(sorted({graph.digest for graph in graphs}))
        before = self._keys.get(owner)
        self._keys[owner] = key
        if before is not None and before != key and before not in self._keys.values():
            self._held.pop(before, None)
        return key

    def _load(self, key: _Key) -> Knowledge | None:
        parts = [data for digest in key if (data := self._store.graph(digest)) is not None]
        if len(parts) < len(key):
            return None  # removed meanwhile
        if (known := shared.get(key)) is not None:
            return known
        knowledge = Knowledge(parts)
        knowledge.prepare()
        return shared.setdefault(key, knowledge)

    def _hold(self, key: _Key, loaded: Knowledge) -> None:
        self._held[key] = loaded
        while len(self._held) > 1 and sum(map(len, self._held.values())) > _MOST_TRIPLES:
            self._held.popitem(last=False)

    def warm(self, pace: Pace) -> None:
        """Make what the first questions about much knowledge would wait for (see `warming`), unless it is made.

        Args:
            pace: pauses between the pieces. Where it raises, the next call goes on.
        """
        with self._lock:
            cold = [one for one in self._held.values() if len(one) >= _MUCH and one not in _warm]
            _warm.update(cold)  # one thread does it
        for knowledge in cold:
            from soulkeep.graph.episodes.warming import warm  # only much knowledge needs it

            try:
                warm(knowledge, pace)
            except (Stopped, TimeoutError):
                _warm.difference_update(cold)
                raise
            except Exception:  # what couldn't be made ahead is made when it is needed, or fails there
                log().exception("What the first questions would wait for could not be made ahead")

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._held.clear()
