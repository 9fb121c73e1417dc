"""A register in the PostgreSQL database of the memories, for any number of workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from time import monotonic, sleep
from typing import Any, ClassVar, TypeVar

import psycopg

from soulkeep.errors import StoreClosed
from soulkeep.server.register.base import Register, UnknownWorkspace
from soulkeep.stores.location import of_workspace, parse
from soulkeep.stores.postgres.connection import PostgresConnection
from soulkeep.stores.postgres.pool import AGAIN, Lent, NotDone, Pool, Translated, another_secret, enter_by_name, patient
from soulkeep.stores.postgres.setup import bring_up_to_date
from soulkeep.stores.sql.connection import Connection

T = TypeVar("T")

_SECONDS = 30.0
"""Seconds to wait for locks, for a free connection, and for a restarting server."""


class PostgresRegister(Register):
    """A register in tables of a PostgreSQL database. Like memories, rows are written inside their workspace: keys and
    answers of a workspace need access to it.

    Args:
        location: the database's URL; the workspace in it is ignored.

    Raises:
        StoreUnreachable, StoreReadOnly, StoreTooNew: the database can't be used.
    """

    remote: ClassVar[bool] = True

    def __init__(self, location: str) -> None:
        self._location = parse(location)
        self._translate = Translated(self._location.shown, _SECONDS)
        self._entered: dict[str, tuple[int, str]] = {}
        self._closed = False
        try:
            with psycopg.connect(self._location.url, autocommit=True, connect_timeout=10) as db:
                bring_up_to_date(db, self._location.shown)
        except psycopg.Error as error:
            raise self._translate(error, opening=True) from error
        self._pool = Pool.of(self._location)

    def read(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        def once(until: float) -> list[Any]:
            with self._pool.lend(None, until=until) as lent:
                return PostgresConnection(lent, 0, {}).all(statement, values)

        return self._patiently(once)

    def write(self, workspace: str, job: Callable[[Connection], T], *, make: bool = False) -> T:
        inside = self._inside(workspace, make)

        def once(until: float) -> T:
            with self._pool.lend(inside, until=until) as lent:
                try:
                    with lent.transaction():
                        wait = max(1, round(1000 * (until - monotonic())))
                        lent.execute("SELECT set_config('lock_timeout', %s, true)", (str(wait),))
                        return job(PostgresConnection(lent, inside[0], {}))
                except AGAIN as error:
                    raise NotDone from error

        return self._patiently(once)

    def workspaces(self) -> list[str]:
        """Return the names of all workspaces, sorted."""
        return [name for (name,) in self.read("SELECT workspace_names()")]

    def clean(self) -> bool:
        return True  # PostgreSQL frees the space by itself

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._pool.leave()

    def _inside(self, workspace: str, make: bool) -> tuple[int, str]:
        """Return a workspace's number and token."""
        entered = self._entered.get(workspace)
        if entered is None:
            location = parse(of_workspace(self._location.url, workspace))

            def once(until: float) -> tuple[int, str]:
                with self._pool.lend(None, until=until) as lent:
                    return enter_by_name(lent, location) if make else _entered(lent, workspace, location.token)

            entered = self._entered[workspace] = self._patiently(once)
        return entered

    def _patiently(self, once: Callable[[float], T]) -> T:
        """Call a function until it succeeds or fails for a lasting reason; it gets the deadline."""
        until = monotonic() + _SECONDS
        pauses = patient(until)
        while True:
            if self._closed:
                raise StoreClosed
            try:
                return once(until)
            except NotDone as undone:
                pause = next(pauses, None)
                if pause is None:
                    raise self._translate(undone.__cause__ or undone) from undone.__cause__
                sleep(pause)
                if not isinstance(undone.__cause__, AGAIN):
                    self._pool.refresh()
            except psycopg.Error as error:
                raise self._translate(error) from error


def _entered(lent: Lent, workspace: str, token: str) -> tuple[int, str]:
    """Return the number and token of an existing workspace."""
    row = lent.execute(
        "SELECT enter(%s, %s, false), %s IN (SELECT workspace_names())", (workspace, token, workspace)
    ).fetchone()
    assert row is not None
    if row[0] is not None:
        return int(row[0]), token
    if row[1]:
        raise another_secret(workspace)
    raise UnknownWorkspace(f"There is no workspace {workspace!r}.", hint="An admin can make it.")


def workspace_names(location: str) -> list[str]:
    """Return the names of all workspaces in a database, sorted."""
    with closing(PostgresRegister(location)) as register:
        return register.workspaces()
