"""Connections to a PostgreSQL server, and translation of its errors.

All stores of a process that use the same URL share one pool, whatever their workspaces; a connection enters a
workspace before it is lent to its store.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any, ClassVar

import psycopg
from psycopg import errors as pg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from soulkeep.errors import (
    SoulkeepError,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreTooNew,
    StoreUnreachable,
)
from soulkeep.stores.location import SECRET, PostgresLocation
from soulkeep.stores.postgres.schema import MIGRATIONS, SCHEMA
from soulkeep.threads.fork import at_fork

PATH = f"{SCHEMA}, pg_temp"
"""The search path for names: temporary tables come last, as they would come first if they weren't listed."""

CONNECTIONS = 10
"""Connections of one process to one database at most."""

_ALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4"}
"""After half a minute the server lets go of what a machine holds that is gone, and the other way round."""

_PIECE = 2.0
"""Seconds after which somebody who waits for a connection lets the pool try anew to reach the server."""

LOST = (psycopg.OperationalError, psycopg.InterfaceError, pg.IdleInTransactionSessionTimeout)
"""Raised where a connection is lost, or can't be had."""

_ENDED = (pg.AdminShutdown, pg.CrashShutdown, pg.CannotConnectNow, pg.IdleInTransactionSessionTimeout)
"""The server's last words on a connection, before the driver notices that it is gone."""

_LIFETIME = 600.0
"""Seconds after which a connection is made anew, and the version of the tables looked at."""

AGAIN = (pg.DeadlockDetected, pg.SerializationFailure)
"""Raised where a transaction was undone because of another one, and may be done again."""


_NOT_LET_IN = (
    (
        re.compile(
            r"authentication failed|no password supplied|role \".{0,200}\" does not exist|not permitted to log in"
            r"|pg_hba\.conf|permission denied for database"
        ),
        "Look at the user and the password, in the URL or in PGUSER and PGPASSWORD. The server's pg_hba.conf must let "
        "this user into this database.",
    ),
    (
        re.compile(r"database \".{0,200}\" does not exist"),
        "Look at the database's name in the URL, or make it: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
    ),
    (
        re.compile(
            r"invalid URI|invalid \S+ value|invalid connection option|invalid value for parameter"
            r"|unrecognized configuration parameter|definition of service|service file|certificate|does not support SSL"
        ),
        "Look at the parameters after the ? in the URL.",
    ),
)
"""The server's messages when it refuses a connection for reasons that waiting doesn't change, and what to do. There is
no SQLSTATE then; a server that speaks another language than English is taken for one that can't be reached."""


logging.getLogger("psycopg").addHandler(logging.NullHandler())
"""What nobody listens to isn't written to people's terminals: a server that is started anew is waited for."""


class NotDone(Exception):
    """Something was not done, through no fault of its own, and may be retried. It never leaves the store."""


class Lent(psycopg.Connection[Any]):
    """A connection that knows its workspace, and the start of the server (`life_of`) it belongs to."""

    inside: tuple[int, str] | None = None
    life: str = ""

    def is_lost(self, error: BaseException) -> bool:
        """Return whether an error means that the connection is lost."""
        return isinstance(error, LOST) and (self.broken or self.closed or isinstance(error, _ENDED))


class Pool:
    """Connections to one database, shared by the stores of a process."""

    _open: ClassVar[dict[str, Pool]] = {}
    _lock: ClassVar[Lock] = Lock()

    def __init__(self, url: str) -> None:
        self._url = url
        self._users = 0
        self._process = os.getpid()
        self._pool: ConnectionPool[Lent] = ConnectionPool(
            watchful(url),
            connection_class=Lent,
            kwargs={"autocommit": True, "application_name": "soulkeep"},
            configure=_configure,
            min_size=1,
            max_size=CONNECTIONS,
            max_idle=300,
            max_lifetime=_LIFETIME,
            reconnect_timeout=_PIECE,  # whoever waits lets it try again
            open=False,
        )

    @classmethod
    def of(cls, location: PostgresLocation) -> Pool:
        """Return the pool of a database; `leave` it when done."""
        with cls._lock:
            pool = cls._open.get(location.url)
            if pool is None or pool._process != os.getpid():
                pool = cls._open[location.url] = cls(location.url)
                pool._pool.open()
            pool._users += 1
            return pool

    def leave(self) -> None:
        """Close the pool if nobody else uses it."""
        if os.getpid() != self._process:
            return  # its parent goes on using the connections
        with self._lock:
            self._users -= 1
            if self._users:
                return
            if self._open.get(self._url) is self:
                del self._open[self._url]
        self._pool.close(timeout=5)

    def require_own_process(self) -> None:
        """Raise in a forked child, whose parent uses the same connections."""
        if os.getpid() != self._process:
            raise StoreError(
                "This store was opened by another process, and this one was forked from it.",
                hint="Open the keep in each process: call soulkeep.open() after the fork.",
            )

    @contextmanager
    def lend(self, workspace: tuple[int, str] | None, *, until: float) -> Iterator[Lent]:
        """Return a context manager for a connection in a workspace (its number and pass; None for none), for one
        thread; wait for one until some moment.

        Raises:
            Undone: the connection was lost.
            PoolTimeout: all connections are in use.
            OperationalError: the server can't be reached.
        """
        self.require_own_process()
        connection = self._take(until)
        try:
            if workspace is not None and connection.inside != workspace:
                enter(connection, workspace)
                connection.inside = workspace
            yield connection
        except BaseException as error:
            if not connection.is_lost(error):
                raise
            connection.close()
            raise NotDone from error
        finally:
            self._pool.putconn(connection)

    def _take(self, until: float) -> Lent:
        while True:
            left = until - monotonic()
            try:
                return self._pool.getconn(max(0.1, min(_PIECE, left)))
            except PoolTimeout:
                if left <= _PIECE:
                    psycopg.connect(self._url, connect_timeout=2).close()  # is it the server that is away?
                    raise

    def refresh(self) -> None:
        """Close broken connections after the server was restarted."""
        self._pool.check()


class _Pools:
    """The pools of a process; a forked child has none."""

    def before_fork(self) -> None:
        """Keep others from using the table of pools."""
        Pool._lock.acquire()

    def after_fork(self, *, child: bool) -> None:
        """Allow use of the table again; a child gets a new one."""
        if child:
            Pool._lock, Pool._open = Lock(), {}
        else:
            Pool._lock.release()


_POOLS = _Pools()
at_fork(_POOLS)


def watchful(url: str) -> str:
    """Return a URL with settings that detect when the server's machine is gone, unless it has its own."""
    wanted = {name.removeprefix("tcp_"): value for name, value in _ALIVE.items()} | {"connect_timeout": "10"}
    parameters = conninfo_to_dict(url)
    return make_conninfo(url, **{name: value for name, value in wanted.items() if name not in parameters})


def enter(connection: psycopg.Connection[Any], workspace: tuple[int, str]) -> None:
    """Let a connection see the rows of one workspace only. Session objects that shadow our tables' names don't count.

    Raises:
        StoreTooNew: the tables were migrated meanwhile to a version that this process can't use.
    """
    row = connection.execute(
        "SELECT set_config('soulkeep.workspace', %s, false), set_config('soulkeep.pass', %s, false), "
        f"set_config('search_path', '{PATH}', false), (SELECT oldest FROM {SCHEMA}.version)",
        (str(workspace[0]), workspace[1]),
    ).fetchone()
    if row is not None and row[3] is not None and row[3] > len(MIGRATIONS):
        raise StoreTooNew(
            f"The database was brought to a schema that needs version {row[3]}; this process knows {len(MIGRATIONS)}.",
            hint="Nothing was stored. Start it anew with a newer soulkeep: pip install -U soulkeep",
        )


def enter_by_name(connection: psycopg.Connection[Any], location: PostgresLocation) -> tuple[int, str]:
    """Return a workspace's number and pass, creating it if need be."""
    row = connection.execute("SELECT enter(%s, %s)", (location.workspace, location.token)).fetchone()
    if row is None or row[0] is None:
        raise another_secret(location.workspace)
    return int(row[0]), location.token


def another_secret(workspace: str) -> StoreReadOnly:
    """Return the error for a pass that isn't the one the workspace was created with."""
    return StoreReadOnly(
        f"The workspace {workspace!r} was made with another secret.",
        hint=f"Set {SECRET} to the secret that this database's workspaces were made with.",
    )


def life_of(connection: psycopg.Connection[Any]) -> str:
    """Return an id that changes when the server is restarted or recovers from a crash: numbers of transactions that
    didn't reach the disk are then reused."""
    statement = "SELECT concat(pg_postmaster_start_time(), ' ', stats_reset) FROM pg_stat_bgwriter"
    [life] = connection.execute(statement).fetchone() or ("",)
    return str(life)


def _configure(connection: Lent) -> None:
    settings = {
        "search_path": PATH,
        "client_encoding": "UTF8",
        "idle_in_transaction_session_timeout": "60s",
        **_ALIVE,
    }
    parts = ", ".join("set_config(%s, %s, false)" for _ in settings)
    connection.execute(f"SELECT {parts}", [word for setting in settings.items() for word in setting])
    connection.life = life_of(connection)


class Translated:
    """Translates errors of the database into ours.

    Args:
        where: the database, for messages.
        seconds: how long it waits for locks, for messages.
    """

    def __init__(self, where: str, seconds: float) -> None:
        self._where = where
        self._seconds = seconds

    def __call__(self, error: BaseException, *, opening: bool = False) -> BaseException:
        """Return an error as one of ours, with advice; `opening` if nothing can have been stored before."""
        if isinstance(error, SoulkeepError) or not isinstance(error, psycopg.Error):
            return error
        translated = self._translated(error, opening)
        translated.__cause__ = error
        return translated

    def _translated(self, error: psycopg.Error, opening: bool) -> SoulkeepError:
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
        if error.sqlstate is None and (hint := _why_not_let_in(error)):
            return StoreError(f"{where} can't be opened ({said}).", hint=hint)
        if isinstance(error, LOST):
            stored = "" if opening else " What was acknowledged is stored."
            return StoreUnreachable(
                f"{where} can't be reached ({said}).",
                hint=f"Check that PostgreSQL runs and that the URL is right.{stored}",
            )
        return StoreError(f"{where}: {said}", hint="Nothing was stored.")


def _why_not_let_in(error: psycopg.Error) -> str | None:
    """Return advice about a connection refused by a server that can be reached."""
    if error.pgconn is not None and error.pgconn.needs_password:
        return _NOT_LET_IN[0][1]
    said = str(error)  # of every host that was tried
    return next((hint for reason, hint in _NOT_LET_IN if reason.search(said)), None)


def patient(until: float) -> Iterator[float]:
    """Yield pauses, in seconds, to wait between attempts until some moment."""
    pause = 0.01
    while monotonic() < until:
        yield min(pause, max(0.0, until - monotonic()))
        pause = min(1.0, 2 * pause)
