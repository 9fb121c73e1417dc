"""A thread for all writes, so that writers queue up instead of starving one another.

Group commit: jobs that queue up while a transaction is written to disk share the next one. Of several, each is a
savepoint of its own, so a failing job doesn't affect others; no job reports success before its transaction is on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

import apsw

from soulkeep.errors import StoreClosed
from soulkeep.threads.exit import EndOrder, at_exit
from soulkeep.threads.fork import Gate

T = TypeVar("T")
Job = Callable[[apsw.Connection], Any]

GROUP = 256
"""Jobs of one transaction at most, so that the first of them doesn't wait for ever."""


class Writer:
    """Runs jobs on a connection of its own, in order, in shared transactions.

    Args:
        connection: the connection to write with; closed with the writer.
        translate: translates an error of the database into ours.
        connect: makes a new connection after a fork.
        gate: writers are inside it.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        translate: Callable[[BaseException], BaseException],
        connect: Callable[[], apsw.Connection],
        gate: Gate,
    ) -> None:
        self._kept: apsw.Connection | None = connection
        self._connect = connect
        self._gate = gate
        self._translate = translate
        self._queue: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="soulkeep-writer", daemon=True)
        self._thread.start()
        at_exit(self, EndOrder.STORING)

    def run(self, job: Callable[[apsw.Connection], T]) -> T:
        """Run a job in a transaction and return its result once it is durable."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise StoreClosed
            self._queue.put((job, future))
        return future.result()

    @property
    def _connection(self) -> apsw.Connection:
        if self._kept is None:
            self._kept = self._connect()
        return self._kept

    def rest(self) -> None:
        """Close the connection while nobody writes; the next write opens another."""
        if self._kept is not None:
            self._kept.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)  # who forks doesn't wait for that
            self._kept.close()
            self._kept = None

    def abandon(self) -> None:
        """Give up the thread in a forked child, as it is the parent's."""
        self._lock, self._closed, self._kept = Lock(), True, None

    def close(self) -> None:
        """Finish what is queued, then close the connection."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def end(self) -> None:
        """Finish what is queued, before the interpreter ends."""
        self.close()

    def _run(self) -> None:
        closing = False
        while not closing:
            group: list[tuple[Job, Future[Any]]] = []
            item = self._queue.get()
            while True:
                if item is None:
                    closing = True
                else:
                    group.append(item)
                if closing or len(group) >= GROUP or self._queue.empty():
                    break
                item = self._queue.get()
            if group:
                with self._gate.inside():
                    self._commit(group)
        with self._gate.inside():
            if self._kept is not None:
                self._kept.close()

    def _commit(self, group: list[tuple[Job, Future[Any]]]) -> None:
        """Run a group in one transaction, then tell each job's caller how it went."""
        outcomes: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            db = self._connection
            db.execute("BEGIN IMMEDIATE")
            alone = len(group) == 1  # what fails then is rolled back with the transaction
            for job, future in group:
                outcomes.append((future, job(db), None) if alone else (future, *self._attempt(db, job)))
            db.execute("COMMIT")
        except BaseException as error:
            if self._kept is not None and self._kept.in_transaction:
                with suppress(apsw.Error):  # this thread must live on, whatever the disk says
                    self._kept.execute("ROLLBACK")
            translated = self._translate(error)
            for _, future in group:
                future.set_exception(translated)
            return
        for future, result, failure in outcomes:
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(self._translate(failure))

    def _attempt(self, db: apsw.Connection, job: Job) -> tuple[Any, BaseException | None]:
        db.execute("SAVEPOINT job")
        try:
            result = job(db)
        except Exception as error:
            if not db.in_transaction:  # a full disk ends the whole transaction, not this job alone
                raise
            db.execute("ROLLBACK TO job; RELEASE job")
            return None, error
        db.execute("RELEASE job")
        return result, None
