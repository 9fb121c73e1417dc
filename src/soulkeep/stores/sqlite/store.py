"""Memories in one SQLite file, shared by any number of threads and processes.

With WAL and `synchronous=FULL`, what was acknowledged survives a kill and a power cut.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

import apsw

from soulkeep.stores.base import Store
from soulkeep.stores.keys import Keys
from soulkeep.stores.rows import Head, PartitionKey, Space, StoreStats
from soulkeep.stores.sql import reads, spaces
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import space_number, without_vector
from soulkeep.stores.sqlite.connection import SqliteConnection
from soulkeep.stores.sqlite.file import SqliteFile
from soulkeep.stores.sqlite.writer import Writer
from soulkeep.threads.fork import at_fork

T = TypeVar("T")


class SqliteStore(Store):
    """A store in one file, or in memory for tests.

    Args:
        location: a path, or `":memory:"`.
        busy_seconds: seconds to wait for another process's write.
        keys: the keys to encrypt new partitions with; none by default.

    Raises:
        StoreCorrupt, StoreTooNew, StoreReadOnly, StoreBusy: the file can't be used; it is left as it was.
    """

    def __init__(
        self, location: str | os.PathLike[str], *, busy_seconds: float = 30.0, keys: Keys | None = None
    ) -> None:
        super().__init__(keys)
        self._file = SqliteFile(location, busy_seconds=busy_seconds)
        at_fork(self)
        with self._file.gate.inside():
            self._writer = Writer(self._file.open(), self._file.translate, self._file.open, self._file.gate)

    def write(self, job: Callable[[Connection], T]) -> T:
        if self._within.db is not None:
            return job(self._within.db)
        self._file.require_own_process()
        return self._writer.run(lambda db: job(SqliteConnection(db, self.seals.inside())))

    def read(self, job: Callable[[Connection], T]) -> T:
        if self._within.db is not None:
            return job(self._within.db)
        return self._file.read(lambda db: job(SqliteConnection(db, self.seals)))

    def _removed(self) -> None:
        self._file.empty_log()

    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        return self._file.read(lambda file: self._heads(SqliteConnection(file, self.seals), keys))

    @staticmethod
    def _heads(db: Connection, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        statement = "SELECT id, seq FROM partitions WHERE owner = ? AND person = ?"
        rows = [db.one(statement, (key.owner, key.person or "")) for key in keys]
        return spaces.in_use(db), [Head(*row) if row else None for row in rows]

    def before_fork(self) -> None:
        """Close the file: a child would take SQLite's record of its locks for its own."""
        if self._file.rest() and hasattr(self, "_writer"):  # it may be opened just now
            self._writer.rest()

    def after_fork(self, *, child: bool) -> None:
        """Continue in the process that opened it; in a child, it is closed."""
        if child and hasattr(self, "_writer"):
            self._writer.abandon()
        self._file.after_fork(child=child)

    def scrub(self) -> bool:
        return self._file.empty_log(rewrite=True)

    def stats(self) -> StoreStats:
        return self._file.read(self._stats)

    def _stats(self, file: apsw.Connection) -> StoreStats:
        db = SqliteConnection(file, self.seals)
        characters, partitions, memories = reads.counts(db)
        in_use, filling = spaces.in_use(db), spaces.filling(db)
        return StoreStats(
            location=self._file.location,
            schema=int(file.pragma("user_version")),
            characters=characters,
            partitions=partitions,
            memories=memories,
            bytes=int(file.pragma("page_count")) * int(file.pragma("page_size")),
            space=in_use,
            filling=filling,
            without_vector=without_vector(db, space_number(db, in_use)) if in_use else 0,
        )

    def check(self) -> list[str]:
        damaged = self._file.problems()
        return damaged or super().check()

    def close(self) -> None:
        self._file.closed = True
        self._writer.close()
        self._file.close_readers()
