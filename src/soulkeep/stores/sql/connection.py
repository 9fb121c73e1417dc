"""A connection to an SQL database, as the shared statements see it.

Statements are SQLite's, with `?` (or `?1`, `?2` …) for values. Comments in them mark what other databases need there
and SQLite doesn't: `/*ours*/` where the rows of one workspace are meant in a table that several share, `/*ours key*/`
before the columns of such a table's key, `/*skip locked*/` where rows are taken that nobody else is taking.
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
    """One connection, used by one thread at a time: inside a transaction, or to read.

    Args:
        seals: of the partitions; nothing is sealed by default.
    """

    position: ClassVar[str]
    """The function that tells where a text stands in another."""

    def __init__(self, seals: Seals | None = None) -> None:
        self.seals = seals or Seals(None)

    def seal(self, partition: int) -> Seal:
        """How what a partition holds is sealed and opened."""
        return self.seals.of(self, partition)

    @abstractmethod
    def each(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """The rows of a statement as tuples, one by one."""

    @abstractmethod
    def run(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Run a statement of which nothing is to be known."""

    @abstractmethod
    def many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each row of values."""

    @abstractmethod
    def lock(self, partition: int) -> bool:
        """Let nobody else write to a partition until the transaction ends; False if it is gone."""

    @abstractmethod
    def lock_name(self, name: str) -> None:
        """Let no other transaction that names the same go on until this one ends."""

    @abstractmethod
    def partition(self, key: PartitionKey) -> int | None:
        """The id of a partition, if there is one."""

    @abstractmethod
    def make_partition(self, key: PartitionKey) -> int:
        """Its id, made and locked if need be."""

    @abstractmethod
    def drop_partition(self, partition: int) -> None:
        """Let its key mean nothing any more; its rows are gone already."""

    @abstractmethod
    def by(self, index: str) -> str:
        """What tells a database to read by an index, after a table's name."""

    @abstractmethod
    def moment(self) -> AbstractContextManager[None]:
        """All that is read inside is as of one moment."""

    def all(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a statement, as tuples."""
        return list(self.each(statement, values))

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Run a statement that changes rows; how many those were."""
        return len(self.all(f"{statement} RETURNING 1", values))

    def one(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """The first row of a statement as a tuple, or None."""
        return next(iter(self.all(statement, values)), None)

    def count(self, statement: str, values: Sequence[Any] = ()) -> int:
        """The number that a statement gives; 0 for NULL."""
        return int(self.one(statement, values)[0] or 0)
