"""A register in an SQLite file beside the keep's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, ClassVar, TypeVar

import apsw

from soulkeep.errors import StoreBusy, StoreClosed, StoreError
from soulkeep.server.register.base import Register
from soulkeep.stores.private import make_private
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sqlite.connection import SqliteConnection

T = TypeVar("T")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, workspace TEXT NOT NULL, rights TEXT NOT NULL, characters TEXT,
    people TEXT, rate REAL, created REAL NOT NULL, expires REAL, revoked REAL
) STRICT;
CREATE TABLE IF NOT EXISTS secrets (
    hash BLOB PRIMARY KEY, key TEXT NOT NULL REFERENCES keys (id), until REAL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
    workspace TEXT NOT NULL, asker TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, at REAL NOT NULL,
    status INTEGER, type TEXT, body BLOB, gone TEXT, runner TEXT NOT NULL DEFAULT '', lease REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (workspace, asker, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answers_at ON answers (at);
"""

_LATER = ("runner TEXT NOT NULL DEFAULT ''", "lease REAL NOT NULL DEFAULT 0")
"""Columns of `answers` that older files lack."""

_BUSY = 10_000
_LOOKING = 1000
_CLEANING = 100
"""Milliseconds to wait for other writers and readers while cleaning; short, since others must wait meanwhile."""


class SqliteRegister(Register):
    """A register in a file; if it creates the file, only its owner may read it.

    Args:
        path: the file; ":memory:" for tests.
        durable: whether writes wait for the disk.
    """

    remote: ClassVar[bool] = False

    def __init__(self, path: str, *, durable: bool = True) -> None:
        self._lock = self._reading = Lock()
        self._cleaning = Lock()
        if path != ":memory:":
            make_private(path)
        try:
            self._writer = self._reader = apsw.Connection(path)
            self._beside = apsw.Connection(path)
            self._writer.set_busy_timeout(_BUSY)
            if path != ":memory:":
                self._writer.pragma("journal_mode", "wal")
            if not durable:
                self._writer.pragma("synchronous", "normal")
            self._writer.pragma("secure_delete", 1)
            self._writer.execute(_SCHEMA)
            self._add_columns()
            if path != ":memory:":  # readers never wait for writers
                self._reading, self._reader = Lock(), apsw.Connection(path)
                self._reader.set_busy_timeout(_LOOKING)
            self._beside.set_busy_timeout(_CLEANING)
        except apsw.Error as error:
            raise StoreError(
                f"{path} can't be opened: {error}.", hint="It holds the server's keys. Is the folder there?"
            ) from None

    def _add_columns(self) -> None:
        there = {row[0] for row in self._writer.execute("SELECT name FROM pragma_table_info('answers')")}
        for column in _LATER:
            if column.partition(" ")[0] not in there:
                self._writer.execute(f"ALTER TABLE answers ADD COLUMN {column}")

    def read(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        with _translated(), self._reading:
            return SqliteConnection(self._reader).all(statement, values)

    def write(self, workspace: str, job: Callable[[Connection], T], *, make: bool = False) -> T:
        with _translated(), self._lock:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                result = job(SqliteConnection(self._writer))
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
            return result

    def clean(self) -> bool:
        if not self._cleaning.acquire(blocking=False):
            return False  # another thread is cleaning, perhaps without our change
        try:
            self._beside.pragma("user_version")  # a connection must have read once to know of the log
            self._beside.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.BusyError:
            return False
        except apsw.ConnectionClosedError:
            pass
        finally:
            self._cleaning.release()
        return True

    def close(self) -> None:
        with self._cleaning:
            self._beside.close()
        with self._reading:
            self._reader.close()
        with self._lock:
            self._writer.close()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except apsw.BusyError:
        raise StoreBusy("The server's file is busy.", hint="Another process keeps it locked: try again.") from None
    except apsw.ConnectionClosedError:
        raise StoreClosed from None
    except apsw.Error as error:
        raise StoreError(f"The server's file can't be used: {error}.", hint="It holds keys and answers.") from error
