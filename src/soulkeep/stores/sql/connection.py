"""A connection to an SQL database, as the shared statements see it.

Statements are SQLite's, with `?` (or `?1`, `?2` …) for values, and `IN (?*)` for a list of them: one statement, however
many there are. Comments in them mark what other databases need:
`/*ours*/` where only rows of this workspace are meant in a shared table, `/*ours key*/` before the key columns of such
a table, `/*skip locked*/` where rows locked by others are to be skipped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sealing import Seal, Seals

ALL = 1 << 62
"""A LIMIT that limits nothing."""

VECTORS = "vectors"
"""The name under which whoever drops a space of vectors waits for all transactions that write to a partition."""


class Connection(ABC):
    """A connection, used by one thread at a time: inside a transaction, or for reading.

    Args:
        seals: the seals of partitions; nothing is encrypted by default.
    """

    position: ClassVar[str]
    """The function that tells where a text stands in another."""

    def __init__(self, seals: Seals | None = None) -> None:
        self.seals = seals or Seals(None)

    def seal(self, partition: int) -> Seal:
        """Return the seal that encrypts and decrypts a partition's contents."""
        return self.seals.of(self, partition)

    @abstractmethod
    def each(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """Yield the rows of a statement as tuples."""

    @abstractmethod
    def run(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Run a statement without a result."""

    @abstractmethod
    def many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each row of values."""

    @abstractmethod
    def lock(self, partition: int) -> bool:
        """Lock a partition against others' writes until the transaction ends; return False if it is gone."""

    @abstractmethod
    def lock_name(self, name: str) -> None:
        """Block other transactions that lock the same name until this one ends."""

    @abstractmethod
    def partition(self, key: PartitionKey) -> int | None:
        """Return the id of a partition; None if there is none."""

    @abstractmethod
    def make_partition(self, key: PartitionKey) -> int:
        """Return the id of a partition, which is created and locked if need be."""

    @abstractmethod
    def drop_partition(self, partition: int) -> None:
        """Remove a partition's key; its rows are gone already."""

    @abstractmethod
    def by(self, index: str) -> str:
        """Return the clause, after a table's name, that makes a database use an index."""

    @abstractmethod
    def moment(self) -> AbstractContextManager[None]:
        """Return a context manager in which all reads are as of one moment."""

    def all(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return all rows of a statement, as tuples."""
        return list(self.each(statement, values))

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Run a statement that changes rows; return how many it changed."""
        return len(self.all(f"{statement} RETURNING 1", values))

    def one(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Return the first row of a statement as a tuple, or None."""
        return next(iter(self.all(statement, values)), None)

    def count(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Return the number that a statement yields; 0 for NULL."""
        return int(self.one(statement, values)[0] or 0)
