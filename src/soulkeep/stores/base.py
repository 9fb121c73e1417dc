"""The store boundary: partitions of memories in a durable journal.

A partition is what one owner keeps about one relationship. Each has one sequence, which every addition, update and
deletion advances in the transaction that makes the change, so that a reader who remembers the last number it saw
can ask for exactly what it missed. Projections (working sets, vectors, indexes) rest on these rows alone and may
be dropped at any time.

What it promises and how it does it stand together, by subject, in `capabilities`; the statements in `sql`.
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
from soulkeep.stores.rows import (
    COPY_OF,
    FELT,
    METADATA,
    SAW,
    Again,
    Anew,
    CharacterRow,
    Complete,
    Entry,
    Erasure,
    Feeling,
    Head,
    Impulse,
    Journalled,
    KnownGraph,
    LeaseLost,
    Left,
    Members,
    Moved,
    PartitionKey,
    PlacedEntry,
    Revision,
    Sitting,
    Space,
    State,
    Stored,
    StoreStats,
    Waiting,
    Wake,
    Work,
)
from soulkeep.stores.sql import reads

__all__ = [
    "COPY_OF",
    "FELT",
    "METADATA",
    "SAW",
    "Again",
    "Anew",
    "CharacterRow",
    "Complete",
    "Entry",
    "Erasure",
    "Feeling",
    "Head",
    "Impulse",
    "Journalled",
    "KnownGraph",
    "LeaseLost",
    "Left",
    "Members",
    "Moved",
    "PartitionKey",
    "PlacedEntry",
    "Revision",
    "Sitting",
    "Space",
    "State",
    "Store",
    "StoreStats",
    "Stored",
    "Waiting",
    "Wake",
    "Work",
]


class Store(Characters, Writing, Reading, KnowledgeStore, Working, Spaces, Carrying):
    """A durable home of memories in an SQL database. Safe to use from any thread; what returns is on disk.

    Which database it is, how connections to it are had and how a job becomes one transaction (`read`, `write`) is for
    the class that inherits this one.
    """

    patience: ClassVar[float] = 0.0
    """Seconds for which work is best left to the process that it came from."""

    def require_fitting_keys(self) -> None:
        """Raise a `StoreError` if what is here is sealed, and not with the keys that were given."""
        self.read(self.seals.require_fitting)

    @abstractmethod
    def stats(self) -> StoreStats:
        """Counts for people."""

    def check(self) -> list[str]:
        """What is wrong with the database, in words; empty if nothing is."""
        return self.read(lambda db: [*reads.problems(db), *self.seals.lost(db)])

    def watch(self, told: Callable[[int], None]) -> None:
        """Call `told` with the id of each partition that anybody writes to, where the store can tell; until closed."""

    @abstractmethod
    def close(self) -> None:
        """Finish writing and let go of the database. Closing twice is fine."""
