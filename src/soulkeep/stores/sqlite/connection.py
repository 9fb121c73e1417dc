"""A connection to SQLite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import apsw

from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sealing import Seals
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import marks

_SOME = "(?*)"


class SqliteConnection(Connection):
    """A connection to SQLite, for the shared statements. Transactions lock the whole file, so nothing else is locked.

    Args:
        db: the connection.
        seals: the seals of partitions.
    """

    position: ClassVar[str] = "instr"

    def __init__(self, db: apsw.Connection, seals: Seals | None = None) -> None:
        super().__init__(seals)
        self._db = db

    def each(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        if _SOME in statement:
            statement, values = _one_by_one(statement, values)
        return iter(self._db.execute(statement, values))

    def all(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        if _SOME in statement:
            statement, values = _one_by_one(statement, values)
        return self._db.execute(statement, values).fetchall()

    def one(self, statement: str, values: Sequence[Any] = ()) -> Any:
        if _SOME in statement:
            statement, values = _one_by_one(statement, values)
        return next(iter(self._db.execute(statement, values).fetchall()), None)

    def run(self, statement: str, values: Sequence[Any] = ()) -> None:
        if _SOME in statement:
            statement, values = _one_by_one(statement, values)
        self._db.execute(statement, values)

    def many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._db.executemany(statement, rows)

    def lock(self, partition: int) -> bool:
        return self.one("SELECT 1 FROM partitions WHERE id = ?", (partition,)) is not None

    def lock_name(self, name: str) -> None:
        pass

    def partition(self, key: PartitionKey) -> int | None:
        row = self.one("SELECT id FROM partitions WHERE owner = ? AND person = ?", (key.owner, key.person or ""))
        return int(row[0]) if row else None

    def make_partition(self, key: PartitionKey) -> int:
        partition_id = self.partition(key)
        if partition_id is not None:
            return partition_id
        statement = "INSERT INTO partitions (owner, person, key) VALUES (?, ?, ?) RETURNING id"
        return int(self.one(statement, (key.owner, key.person or "", self.seals.make(key)))[0])

    def drop_partition(self, partition: int) -> None:
        self.run("DELETE FROM partitions WHERE id = ?", (partition,))

    def by(self, index: str) -> str:
        return f"INDEXED BY {index}" if index else ""

    @contextmanager
    def moment(self) -> Iterator[None]:
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("COMMIT")


def _one_by_one(statement: str, values: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """Return a statement with a mark for each value of its lists, and all values in a row."""
    flat: list[Any] = []
    for value in values:
        if isinstance(value, list):
            statement = statement.replace(_SOME, f"({marks(value)})", 1)
            flat += value
        else:
            flat.append(value)
    return statement, flat
