"""Memories in PostgreSQL, shared by any number of processes on any number of machines."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from threading import Event, Thread
from time import monotonic, sleep
from typing import ClassVar, TypeVar

import psycopg
from psycopg import errors as pg

from soulkeep.errors import SoulkeepError, StoreClosed, StoreUnreachable
from soulkeep.stores.base import Store
from soulkeep.stores.keys import Keys
from soulkeep.stores.location import DEFAULT_WORKSPACE, parse
from soulkeep.stores.postgres.connection import LOOKS, PostgresConnection, lost
from soulkeep.stores.postgres.pool import (
    AGAIN,
    Lent,
    NotDone,
    Pool,
    Translated,
    enter_by_name,
    life_of,
    patient,
    watchful,
)
from soulkeep.stores.postgres.schema import SCHEMA
from soulkeep.stores.postgres.setup import bring_up_to_date
from soulkeep.stores.rows import Head, PartitionKey, Space, StoreStats
from soulkeep.stores.sql import reads, spaces
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import space_number, without_vector
from soulkeep.threads.exit import EndOrder, at_exit

T = TypeVar("T")

_KNOWN = 100_000
"""Partitions whose ids are remembered."""


class PostgresStore(Store):
    """A store in a PostgreSQL database.

    Each job is a transaction under row locks of the partitions it writes to, so their sequences have no gaps and are in
    the order of commits. A job whose connection is lost is repeated; if that happened while committing, the server is
    asked whether it had committed.

    Args:
        location: its URL, such as `postgresql://user:password@host/database?workspace=acme`.
        busy_seconds: seconds to wait for others' locks, for a free connection, and for a server that restarts.
        notify: notify others at once of what was written (`watch`).
        keys: the keys to encrypt new partitions with; none by default.

    Raises:
        StoreUnreachable, StoreReadOnly, StoreTooNew: the database can't be used; it is left as it was.
    """

    patience: ClassVar[float] = 5.0

    def __init__(
        self, location: str, *, busy_seconds: float = 30.0, notify: bool = False, keys: Keys | None = None
    ) -> None:
        super().__init__(keys)
        self._location = parse(location)
        self._seconds = busy_seconds
        self._notify = notify
        self._translate = Translated(self._location.shown, busy_seconds)
        self._ids: dict[PartitionKey, int] = {}
        self._closed = Event()
        self._watching: list[Thread] = []
        try:
            with psycopg.connect(watchful(self._location.url), autocommit=True) as db:
                self._version = bring_up_to_date(db, self._location.shown)
                db.execute(f"SET search_path = {SCHEMA}")
                self._workspace = enter_by_name(db, self._location)
        except psycopg.Error as error:
            raise self._translate(error, opening=True) from error
        # Known to those alone who may be in the workspace.
        self._channel = f"soulkeep_{hashlib.sha256(self._workspace[1].encode()).hexdigest()[:32]}"
        self._pool = Pool.of(self._location)
        at_exit(self, EndOrder.STORING)

    # -- transactions

    def write(self, job: Callable[[Connection], T]) -> T:
        if self._within.db is not None:
            return job(self._within.db)
        return self._patiently(lambda until: self._transaction(job, until))

    def read(self, job: Callable[[Connection], T]) -> T:
        if self._within.db is not None:
            return job(self._within.db)

        def once(until: float) -> T:
            with self._lent(until) as lent:
                return job(self._connection(lent))

        return self._patiently(once)

    def _lent(self, until: float) -> AbstractContextManager[Lent]:
        if self._closed.is_set():
            raise StoreClosed
        return self._pool.lend(self._workspace, until=until)

    def _connection(self, connection: Lent) -> PostgresConnection:
        if len(self._ids) > _KNOWN:
            self._ids.clear()
        return PostgresConnection(connection, self._workspace[0], self._ids, self.seals)

    def _patiently(self, once: Callable[[float], T]) -> T:
        """Retry while it fails for reasons that pass. It is passed the time until which to wait."""
        until = monotonic() + self._seconds
        pauses = patient(until)
        while True:
            try:
                return once(until)
            except NotDone as undone:
                pause = next(pauses, None)
                if pause is None or self._closed.is_set():
                    raise self._translate(undone.__cause__ or undone) from undone.__cause__
                sleep(pause)
                if not isinstance(undone.__cause__, AGAIN):
                    self._pool.refresh()
            except psycopg.Error as error:
                raise self._translate(error) from error

    def _transaction(self, job: Callable[[Connection], T], until: float) -> T:
        """Run a job in a transaction.

        Raises:
            Undone: the transaction was not committed, and may be repeated.
        """
        number: int | None = None
        life = ""
        try:
            with self._lent(until) as lent:
                life = lent.life
                try:
                    with lent.pipeline():
                        lent.execute("BEGIN")
                        begun = lent.execute(
                            "SELECT pg_current_xact_id()::text::bigint, set_config('lock_timeout', %s, true)",
                            (str(max(1, round(1000 * (until - monotonic())))),),
                        )
                        db = self._connection(lent)
                        result = job(db)
                        if self._notify:
                            for partition in sorted(db.locked):
                                lent.execute("SELECT pg_notify(%s, %s)", (self._channel, str(partition)))
                        [number, _] = begun.fetchone() or (None, None)
                        lent.execute("COMMIT")  # left out by the server if anything before it failed
                except BaseException as error:
                    if not lent.is_lost(error):
                        self._roll_back(lent)
                    if isinstance(error, AGAIN):
                        raise NotDone from error
                    raise
                return result
        except NotDone as undone:
            if number is None or isinstance(undone.__cause__, AGAIN) or not self._committed(number, life):
                raise
            return result

    def _roll_back(self, lent: Lent) -> None:
        try:
            lent.execute("ROLLBACK")
        except psycopg.Error:
            lent.close()

    def _committed(self, number: int, life: str) -> bool:
        """Return whether a transaction was committed whose connection was lost meanwhile.

        Args:
            number: the transaction's number.
            life: the start of the server that gave the number (`life_of`).

        Raises:
            StoreUnreachable: it can't be known: the server crashed, and another transaction may have the number.
        """

        def ask(until: float) -> bool:
            with self._lent(until) as lent:
                try:
                    row = lent.execute("SELECT pg_xact_status(%s::text::xid8)", (str(number),)).fetchone()
                except pg.InvalidParameterValue:  # a server that took over has never heard of it
                    return False
                same = life_of(lent) == life
                if row == ("in progress",) and same:  # if it still waits for the COMMIT, that will never come
                    lent.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE backend_xid = %s::text::xid8::xid AND wait_event = 'ClientRead'",
                        (str(number),),
                    )
            if row == ("committed",) and not same:
                raise StoreUnreachable(
                    f"{self._location.shown} was started anew just when this was to be stored.",
                    hint="It isn't known whether it was. Try again, with the same id.",
                )
            if row == ("in progress",) and same:
                raise NotDone from psycopg.OperationalError("a transaction is still being committed")
            return bool(row == ("committed",))

        return self._patiently(ask)

    # -- what others do otherwise

    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        def job(db: Connection) -> tuple[Space | None, list[Head | None]]:
            assert isinstance(db, PostgresConnection)
            known_ids = {key: id for key in keys if (id := self._ids.get(key)) is not None}
            for _ in range(LOOKS):  # others change what is remembered meanwhile
                space, seqs, fresh_ids = db.heads(keys, known_ids)
                gone = [key for key, id in known_ids.items() if id not in seqs]  # erased, and perhaps made anew
                if not gone and not fresh_ids:
                    break
                for key in gone:
                    if self._ids.get(key) == known_ids.pop(key):
                        self._ids.pop(key, None)
                known_ids |= fresh_ids
                self._ids.update(fresh_ids)
            else:
                raise lost()
            heads = [Head(id, seqs[id]) if (id := known_ids.get(key)) is not None else None for key in keys]
            return (Space(*space) if space else None), heads

        return self.read(job)

    def check(self) -> list[str]:
        def job(db: Connection) -> list[str]:
            problems = []
            for table, other in (("names", "partitions"), ("partitions", "names")):
                left = db.count(
                    f"SELECT count(*) FROM {table} t WHERE /*ours t*/ "
                    f"NOT EXISTS (SELECT 1 FROM {other} n WHERE /*ours n*/ n.id = t.id)"
                )
                if left:
                    problems.append(f"{left} rows of {table} are not in {other}")
            return problems

        return super().check() + self.read(job)

    def scrub(self) -> bool:
        """Return False: PostgreSQL reuses the space of deleted rows over time; until then, and in the log and backups,
        bytes may remain. `soulkeep store scrub` rewrites the tables."""
        return False

    def stats(self) -> StoreStats:
        def job(db: Connection) -> StoreStats:
            characters, partitions, memories = reads.counts(db)
            in_use = spaces.in_use(db)
            whole = self._location.workspace == DEFAULT_WORKSPACE  # a tenant isn't told how much the others have
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
                )
                if whole
                else None,
                space=in_use,
                filling=spaces.filling(db),
                without_vector=without_vector(db, space_number(db, in_use)) if in_use else 0,
            )

        return self.read(job)

    def watch(self, told: Callable[[int], None]) -> None:
        def listen() -> None:
            while not self._closed.is_set():
                try:
                    with psycopg.connect(watchful(self._location.url), autocommit=True) as db:
                        db.execute(f"LISTEN {self._channel}")
                        while not self._closed.is_set():
                            for notice in db.notifies(timeout=0.5):
                                if notice.payload.isdecimal() and not self._closed.is_set():
                                    told(int(notice.payload))
                except (psycopg.Error, SoulkeepError):
                    self._closed.wait(1.0)  # the server was started anew: what was missed is read at the next look
                except Exception:
                    logging.getLogger("soulkeep").exception("What another process wrote couldn't be read at once")
                    self._closed.wait(1.0)

        thread = Thread(target=listen, name="soulkeep-watch", daemon=True)
        self._watching.append(thread)
        thread.start()

    def end(self) -> None:
        """Close the connections before the interpreter ends."""
        self.close()

    def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        for thread in self._watching:
            thread.join(timeout=5)
        self._pool.leave()
