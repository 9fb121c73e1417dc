"""What a keep holds in memory for knowledge and episodes: made on first use, so that others don't pay for it."""

from __future__ import annotations

from pathlib import Path

from soulkeep.episodes.library import Library
from soulkeep.episodes.past import PastCache
from soulkeep.episodes.tell import Templates
from soulkeep.semantics.sparql import Sandbox
from soulkeep.semantics.vocabulary import SITUATIONS
from soulkeep.settings import Settings
from soulkeep.stores.base import Store


class Holdings:
    """The characters' knowledge, their pasts with people, the wordings, and the process that answers queries.

    Args:
        store: of the keep.
        settings: of the keep.

    Raises:
        BadFile: there is no folder `Settings.templates`.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self.library = Library(store)
        self.pasts = PastCache(store, settings)
        self.templates = Templates(None if settings.templates is None else Path(settings.templates))
        self.sandbox = Sandbox(aside=SITUATIONS)

    def forget_people(self) -> None:
        """Let go of everything that came from people."""
        self.pasts.clear()
        self.forget_queries()

    def forget_queries(self) -> None:
        """Let go of the process that answers queries, and of all that it holds; the next query starts another."""
        old, self.sandbox = self.sandbox, Sandbox(aside=SITUATIONS)
        old.close()

    def close(self) -> None:
        """Let go of all."""
        self.pasts.clear()
        self.library.clear()
        self.sandbox.close()
