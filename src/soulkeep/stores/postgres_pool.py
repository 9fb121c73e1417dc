"""Connections to a PostgreSQL server, and its errors in our words.

All stores of a process that use the same URL share one pool, whatever their workspaces; a connection enters a
workspace before it is lent to its store.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any, ClassVar

import psycopg
from psycopg import errors as pg
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from soulkeep.errors import (
    SoulkeepError,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)
from soulkeep.stores.postgres_location import SECRET, PostgresLocation
from soulkeep.stores.postgres_schema import SCHEMA

CONNECTIONS = 10
"""Connections of one process to one database at most."""

LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""Raised where a connection is lost, or can't be had."""

AGAIN = (pg.DeadlockDetected, pg.SerializationFailure)
"""Raised where a transaction was undone because of another one, and may be done again."""


class Lent(psycopg.Connection[Any]):
    """A connection that knows which workspace it is in."""

    inside: tuple[int, str] | None = None


class Pool:
    """Connections to one database, shared by the stores of a process."""

    _open: ClassVar[dict[str, Pool]] = {}
    _lock: ClassVar[Lock] = Lock()

    def __init__(self, url: str) -> None:
        self._url = url
        self._users = 0
        self._process = os.getpid()
        self._pool: ConnectionPool[Lent] = ConnectionPool(
            url,
            connection_class=Lent,
            kwargs={"autocommit": True, "application_name": "soulkeep"},
            configure=_configure,
            min_size=1,
            max_size=CONNECTIONS,
            max_idle=300,
            open=False,
        )

    @classmethod
    def of(cls, location: PostgresLocation) -> Pool:
        """The pool of a database; `leave` it when done."""
        with cls._lock:
            pool = cls._open.get(location.url)
            if pool is None or pool._process != os.getpid():
                pool = cls._open[location.url] = cls(location.url)
                pool._pool.open()
            pool._users += 1
            return pool

    def leave(self) -> None:
        """Close it, if nobody else uses it."""
        with self._lock:
            self._users -= 1
            if self._users:
                return
            if self._open.get(self._url) is self:
                del self._open[self._url]
        self._pool.close(timeout=5)

    def require_own_process(self) -> None:
        """Refuse to go on in a forked child: its parent uses the same connections."""
        if os.getpid() != self._process:
            raise StoreError(
                "This store was opened by another process, and this one was forked from it.",
                hint="Open the keep in each process: call soulkeep.open() after the fork.",
            )

    @contextmanager
    def lend(self, workspace: tuple[int, str], *, seconds: float) -> Iterator[Lent]:
        """A connection inside a workspace (its number and pass), for one thread."""
        self.require_own_process()
        with self._pool.connection(timeout=seconds) as connection:
            if connection.inside != workspace:
                enter(connection, workspace)
                connection.inside = workspace
            yield connection

    def refresh(self) -> None:
        """Let go of the connections that are broken: the server was started anew."""
        self._pool.check()


def enter(connection: psycopg.Connection[Any], workspace: tuple[int, str]) -> None:
    """Let a connection see the rows of a workspace, and no others."""
    connection.execute(
        "SELECT set_config('soulkeep.workspace', %s, false), set_config('soulkeep.pass', %s, false)",
        (str(workspace[0]), workspace[1]),
    )


def enter_by_name(connection: psycopg.Connection[Any], location: PostgresLocation) -> tuple[int, str]:
    """A workspace's number and pass; it is made if there is none of that name."""
    row = connection.execute("SELECT enter(%s, %s)", (location.workspace, location.token)).fetchone()
    if row is None or row[0] is None:
        raise StoreReadOnly(
            f"The workspace {location.workspace!r} was made with another secret.",
            hint=f"Set {SECRET} to the secret that this database's workspaces were made with.",
        )
    return int(row[0]), location.token


def _configure(connection: psycopg.Connection[Any]) -> None:
    connection.execute(
        f"SELECT set_config('search_path', '{SCHEMA}', false), set_config('client_encoding', 'UTF8', false), "
        "set_config('idle_in_transaction_session_timeout', '60s', false)"
    )


class Translated:
    """Turns errors of the database into ours.

    Args:
        where: the database, for messages.
        seconds: how long locks are waited for, for messages.
    """

    def __init__(self, where: str, seconds: float) -> None:
        self._where = where
        self._seconds = seconds

    def __call__(self, error: BaseException) -> BaseException:
        """An error as one of ours, saying what to do."""
        if isinstance(error, SoulkeepError) or not isinstance(error, psycopg.Error):
            return error
        translated = self._translated(error)
        translated.__cause__ = error
        return translated

    def _translated(self, error: psycopg.Error) -> SoulkeepError:
        where, said = self._where, str(error).strip().partition("\n")[0]
        if isinstance(error, PoolClosed):
            return StoreClosed()
        if isinstance(error, (PoolTimeout, pg.TooManyConnections)):
            return StoreBusy(
                f"No connection to {where} was free for {self._seconds:g} s ({said}).",
                hint="Nothing was stored. Try again; more workers, or a larger max_connections, may help.",
            )
        if isinstance(error, (pg.LockNotAvailable, *AGAIN)):
            return StoreBusy(
                f"Others have been writing the same memories in {where} for {self._seconds:g} s.",
                hint="Nothing was stored. Try again, or raise Settings.busy_seconds.",
            )
        if isinstance(error, (pg.DiskFull, pg.OutOfMemory)):
            return StoreFull(
                f"There is no space left to write {where}.",
                hint="This write was not stored; everything before it was. Free some space and try again.",
            )
        if isinstance(error, (pg.ReadOnlySqlTransaction, pg.InsufficientPrivilege)):
            return StoreReadOnly(
                f"{where} can't be used by this user ({said}).",
                hint="Ask the owner to run: soulkeep store init URL --role USER",
            )
        if isinstance(error, (pg.UndefinedTable, pg.UndefinedFunction, pg.InvalidSchemaName)):
            return StoreError(f"{where} lacks tables ({said}).", hint="Run: soulkeep store init URL")
        if isinstance(error, LOST):
            return StoreUnreachable(
                f"{where} can't be reached ({said}).",
                hint="Check that PostgreSQL runs and that the URL is right. What was acknowledged is stored.",
            )
        return StoreError(f"{where}: {said}", hint="Nothing was stored.")


def patient(seconds: float) -> Iterator[float]:
    """Pauses, in seconds, to wait between attempts until so many seconds are over."""
    until, pause = monotonic() + seconds, 0.01
    while monotonic() < until:
        yield min(pause, max(0.0, until - monotonic()))
        pause = min(1.0, 2 * pause)
