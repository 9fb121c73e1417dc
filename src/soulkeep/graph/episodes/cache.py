"""A keep's memory for knowledge and episodes; created on first use, so that keeps without them don't pay for it."""

from __future__ import annotations

from pathlib import Path
from weakref import ref

from soulkeep.graph.episodes.library import Library
from soulkeep.graph.episodes.past import PastCache
from soulkeep.graph.episodes.tell import Templates, shipped
from soulkeep.graph.sparql import Sandbox
from soulkeep.graph.vocabulary import SITUATIONS
from soulkeep.settings import Settings
from soulkeep.stores.base import Store


class GraphCache:
    """The characters' knowledge, their pasts with people, the wordings, and the process that answers queries.

    Args:
        store: the keep's store.
        settings: the keep's settings, or others (`under`).
        first: the keep's own cache, where the settings are others; knowledge and process are shared with it.

    Raises:
        BadFile: the folder `Settings.templates` doesn't exist.
    """

    def __init__(self, store: Store, settings: Settings, *, first: GraphCache | None = None) -> None:
        self._store = store
        self._first = first or self
        self.library: Library = Library(store) if first is None else first.library
        self.pasts = PastCache(store, settings)
        self.templates = shipped() if settings.templates is None else Templates(Path(settings.templates))
        self._sandbox = Sandbox(aside=SITUATIONS)
        self._asking: Sandbox = Sandbox() if first is None else first._asking
        self._others: list[ref[GraphCache]] = []

    @property
    def sandbox(self) -> Sandbox:
        """Return the process that answers queries."""
        return self._first._sandbox

    @property
    def asking(self) -> Sandbox:
        """Return the process for queries that a language model wrote; they see knowledge alone."""
        return self._first._asking

    def under(self, settings: Settings) -> GraphCache:
        """Return a cache with other settings, by which pasts are read and told."""
        other = GraphCache(self._store, settings, first=self._first)
        first = self._first
        first._others = [*(one for one in first._others if one() is not None), ref(other)]
        return other

    def forget_people(self) -> None:
        """Drop everything that came from people."""
        self._forget_pasts()
        self.forget_queries()

    def forget_queries(self) -> None:
        """End the process that answers queries, with all its data; the next query starts another."""
        first = self._first
        old, first._sandbox = first._sandbox, Sandbox(aside=SITUATIONS)
        old.close()

    def close(self) -> None:
        """Drop everything."""
        self._forget_pasts()
        self.library.clear()
        self.sandbox.close()
        self.asking.close()

    def _forget_pasts(self) -> None:
        self._first.pasts.clear()
        for one in self._first._others:
            if (other := one()) is not None:
                other.pasts.clear()
