"""The store boundary: partitions of memories in a durable journal.

A partition holds what one owner remembers of one relationship. Each has one sequence, which every addition, update and
deletion advances in the transaction that makes the change, so that a reader who remembers the last number it saw can
ask for exactly what it missed. Projections (working sets, vectors, indexes) are computed from these rows alone and may
be dropped at any time.

The operations, with their contracts, are in `capabilities`, by subject; the SQL statements are in `sql`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from soulkeep.stores.capabilities.carrying import Carrying
from soulkeep.stores.capabilities.characters import Characters
from soulkeep.stores.capabilities.knowledge import KnowledgeStore
from soulkeep.stores.capabilities.reading import Reading
from soulkeep.stores.capabilities.spaces import Spaces
from soulkeep.stores.capabilities.work import Working
from soulkeep.stores.capabilities.writing import Writing
from soulkeep.stores.rows import StoreStats
from soulkeep.stores.sql import reads


class Store(Characters, Writing, Reading, KnowledgeStore, Working, Spaces, Carrying):
    """Durable storage of memories in an SQL database. Safe to use from any thread; a method's writes are on disk at
    return.

    Subclasses choose the database, open connections, and run a job as one transaction (`read`, `write`).
    """

    patience: ClassVar[float] = 0.0
    """Seconds for which work is left to the process that queued it."""

    def require_fitting_keys(self) -> None:
        """Raise a `StoreError` if the store is encrypted, and not with the given keys."""
        self.read(self.seals.require_fitting)

    @abstractmethod
    def stats(self) -> StoreStats:
        """Return counts of what is stored, and its size."""

    def check(self) -> list[str]:
        """Return the faults found in the database, in words; empty if there are none."""
        return self.read(lambda db: [*reads.problems(db), *self.seals.lost(db)])

    def watch(self, told: Callable[[int], None]) -> None:
        """Call `told` with the id of each partition that anybody writes to, until the store is closed; do nothing if it
        can't tell."""

    @abstractmethod
    def close(self) -> None:
        """Finish writing and close the database. Closing twice is fine."""
