"""Memories in PostgreSQL, shared by any number of processes on any number of machines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread
from time import sleep
from typing import Any, TypeVar

import psycopg

from soulkeep.errors import StoreClosed
from soulkeep.stores.base import Head, PartitionKey, Space, StoreStats
from soulkeep.stores.postgres_connection import PostgresConnection
from soulkeep.stores.postgres_location import parse
from soulkeep.stores.postgres_pool import AGAIN, LOST, Lent, Pool, Translated, enter_by_name, patient
from soulkeep.stores.postgres_schema import SCHEMA
from soulkeep.stores.postgres_setup import bring_up_to_date
from soulkeep.stores.sql import reads, spaces
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import space_number, without_vector
from soulkeep.stores.sql.store import SqlStore

T = TypeVar("T")

CHANNEL = "soulkeep"
_KNOWN = 100_000
"""Partitions whose ids are remembered."""


class Undone(Exception):
    """A transaction was not committed, through no fault of its own. It never leaves this module."""


class PostgresStore(SqlStore):
    """A store in a PostgreSQL database.

    Each job is a transaction of its own, under the row locks of the partitions it writes to: their sequences have no
    gaps, and are in the order of the commits. A job whose connection is lost is done again; where it is lost while
    committing, the server is asked whether it had committed.

    Args:
        location: a URL such as `postgresql://user:password@host/database?workspace=acme`.
        busy_seconds: how long to wait for others' locks, for a free connection, and for a server that starts anew.
        notify: tell others at once what was written to (`watch`).

    Raises:
        StoreUnreachable, StoreReadOnly, StoreTooNew: the database can't be used; it is left as it was.
    """

    def __init__(self, location: str, *, busy_seconds: float = 30.0, notify: bool = False) -> None:
        self._location = parse(location)
        self._seconds = busy_seconds
        self._notify = notify
        self._translate = Translated(self._location.shown, busy_seconds)
        self._ids: dict[PartitionKey, int] = {}
        self._closed = Event()
        self._watching: list[Thread] = []
        try:
            with psycopg.connect(self._location.url, autocommit=True, connect_timeout=10) as db:
                self._version = bring_up_to_date(db, self._location.shown)
                db.execute(f"SET search_path = {SCHEMA}")
                self._workspace = enter_by_name(db, self._location)
        except psycopg.Error as error:
            raise self._translate(error) from error
        self._pool = Pool.of(self._location)

    # -- transactions

    def _write(self, job: Callable[[Connection], T]) -> T:
        return self._patiently(lambda: self._transaction(job))

    def _read(self, job: Callable[[Connection], T]) -> T:
        def once() -> T:
            with self._lent() as connection:
                try:
                    return job(self._connection(connection))
                except LOST as error:
                    if connection.broken or connection.closed:
                        raise Undone from error
                    raise

        return self._patiently(once)

    def _lent(self) -> Any:
        if self._closed.is_set():
            raise StoreClosed
        return self._pool.lend(self._workspace, seconds=self._seconds)

    def _connection(self, connection: Lent) -> PostgresConnection:
        if len(self._ids) > _KNOWN:
            self._ids.clear()
        return PostgresConnection(connection, self._workspace[0], self._ids)

    def _patiently(self, once: Callable[[], T]) -> T:
        """Do it again while it fails for reasons that pass."""
        pauses = patient(self._seconds)
        while True:
            try:
                return once()
            except Undone as undone:
                pause = next(pauses, None)
                if pause is None or self._closed.is_set():
                    raise self._translate(undone.__cause__ or undone) from undone.__cause__
                sleep(pause)
                if isinstance(undone.__cause__, LOST):
                    self._pool.refresh()
            except psycopg.Error as error:
                raise self._translate(error) from error

    def _transaction(self, job: Callable[[Connection], T]) -> T:
        """A job in a transaction.

        Raises:
            Undone: it was not committed, and may be done again.
        """
        with self._lent() as lent:
            db = self._connection(lent)
            number: int | None = None
            try:
                with lent.pipeline():
                    lent.execute("BEGIN")
                    begun = lent.execute("SELECT pg_current_xact_id()::text::bigint")
                    result = job(db)
                    if self._notify:
                        for partition in sorted(db.locked):
                            lent.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self._workspace[0]}:{partition}"))
                number = begun.fetchone()[0]
            except BaseException as error:
                self._roll_back(lent)
                if isinstance(error, AGAIN) or (isinstance(error, LOST) and (lent.broken or lent.closed)):
                    raise Undone from error
                raise
            try:
                lent.execute("COMMIT")
            except LOST as error:
                if not (lent.broken or lent.closed):
                    raise
                lost: BaseException = error
            else:
                return result
        if self._committed(number):
            return result
        raise Undone from lost

    def _roll_back(self, lent: Lent) -> None:
        if lent.broken or lent.closed:
            return
        try:
            lent.execute("ROLLBACK")
        except psycopg.Error:
            lent.close()

    def _committed(self, number: int) -> bool:
        """Whether a transaction was committed whose connection was lost on the way."""

        def ask() -> bool:
            with self._lent() as lent:
                try:
                    row = lent.execute("SELECT pg_xact_status(%s::text::xid8)", (str(number),)).fetchone()
                except LOST as error:
                    raise Undone from error
            if row == ("in progress",):
                raise Undone from psycopg.OperationalError("a transaction is still being committed")
            return bool(row == ("committed",))

        return self._patiently(ask)

    # -- what others do otherwise

    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        def job(db: Connection) -> tuple[Space | None, list[Head | None]]:
            assert isinstance(db, PostgresConnection)
            while True:
                space, seqs, ids = db.heads(keys)
                gone = [key for key in keys if (id := self._ids.get(key)) is not None and id not in seqs]
                if not gone and not ids:
                    break
                for key in gone:  # erased, and perhaps made anew
                    self._ids.pop(key, None)
                self._ids.update(ids)
            heads = [
                Head(id, seqs[id]) if (id := self._ids.get(key)) is not None and id in seqs else None for key in keys
            ]
            return (Space(*space) if space else None), heads

        return self._read(job)

    def scrub(self) -> bool:
        """PostgreSQL gives the room of deleted rows back by itself; until it is written over, and until the log and the
        backups have gone their way, bytes may stay. `soulkeep store scrub` writes the tables anew."""
        return False

    def stats(self) -> StoreStats:
        def job(db: Connection) -> StoreStats:
            characters, partitions, memories = reads.counts(db)
            in_use = spaces.in_use(db)
            return StoreStats(
                location=self._location.shown,
                schema=self._version,
                characters=characters,
                partitions=partitions,
                memories=memories,
                bytes=db.count(
                    "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n "
                    "ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relkind = 'r'",
                    (SCHEMA,),
                ),
                space=in_use,
                filling=spaces.filling(db),
                without_vector=without_vector(db, space_number(db, in_use)) if in_use else 0,
            )

        return self._read(job)

    def watch(self, told: Callable[[int], None]) -> None:
        def listen() -> None:
            while not self._closed.is_set():
                try:
                    with psycopg.connect(self._location.url, autocommit=True, connect_timeout=10) as db:
                        db.execute(f"LISTEN {CHANNEL}")
                        while not self._closed.is_set():
                            for notice in db.notifies(timeout=0.5):
                                workspace, _, partition = notice.payload.partition(":")
                                if workspace == str(self._workspace[0]) and not self._closed.is_set():
                                    told(int(partition))
                except psycopg.Error:
                    self._closed.wait(1.0)  # the server was started anew: what was missed is read at the next look

        thread = Thread(target=listen, name="soulkeep-watch", daemon=True)
        self._watching.append(thread)
        thread.start()

    def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        for thread in self._watching:
            thread.join(timeout=5)
        self._pool.leave()
