"""What a keep holds in memory for knowledge and episodes: made on first use, so that others don't pay for it."""

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
        store: of the keep.
        settings: of the keep, or others (`under`).
        first: the keep's, where the settings are others; it has the knowledge and the process.

    Raises:
        BadFile: there is no folder `Settings.templates`.
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
        """The process that answers queries."""
        return self._first._sandbox

    @property
    def asking(self) -> Sandbox:
        """The process that answers queries over knowledge alone, which a language model wrote."""
        return self._first._asking

    def under(self, settings: Settings) -> GraphCache:
        """The same by other settings: pasts are read and told by them."""
        other = GraphCache(self._store, settings, first=self._first)
        first = self._first
        first._others = [*(one for one in first._others if one() is not None), ref(other)]
        return other

    def forget_people(self) -> None:
        """Let go of everything that came from people."""
        self._forget_pasts()
        self.forget_queries()

    def forget_queries(self) -> None:
        """Let go of the process that answers queries, and of all that it holds; the next query starts another."""
        first = self._first
        old, first._sandbox = first._sandbox, Sandbox(aside=SITUATIONS)
        old.close()

    def close(self) -> None:
        """Let go of all."""
        self._forget_pasts()
        self.library.clear()
        self.sandbox.close()
        self.asking.close()

    def _forget_pasts(self) -> None:
        self._first.pasts.clear()
        for one in self._first._others:
            if (other := one()) is not None:
                other.pasts.clear()
