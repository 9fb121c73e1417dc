"""Answered requests by their Idempotency-Keys."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, ClassVar

import apsw
from fastapi import Response

from soulkeep.errors import InputError, SoulkeepError, StoreBusy

DAY = 24 * 3600.0
"""Seconds for which a response is kept."""

_AGAIN = 10.0
"""Seconds until the log of writes is emptied again, if somebody was reading it."""

_DROPPED = "Its response isn't kept: it could tell of what was changed or deleted since."

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    workspace TEXT NOT NULL, asker TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, at REAL NOT NULL,
    status INTEGER, type TEXT, body BLOB, gone TEXT, PRIMARY KEY (workspace, asker, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answers_at ON answers (at);
"""

Scope = tuple[str, str, str]
"""Workspace, asker and key: what one client calls "1" is another request than another's."""


class KeyReused(InputError):
    """An Idempotency-Key came with another request than before."""


class StillRunning(SoulkeepError):
    """The first request with this Idempotency-Key is being answered."""

    retryable: ClassVar[bool] = True


class AlreadyDone(SoulkeepError):
    """A request was done, and the response to it isn't kept."""


class Requests:
    """Answered requests by their keys, in a file. Safe to use from any thread.

    Args:
        path: the server's file; ":memory:" for tests.
    """

    def __init__(self, path: str) -> None:
        self._lock, self._emptying = Lock(), Lock()
        self._db, self._beside = apsw.Connection(path), apsw.Connection(path)
        if path != ":memory:":
            os.chmod(path, 0o600)
            self._db.pragma("journal_mode", "wal")
        # A lost response is made again, by the ids derived from the key; so there is no need to wait for the disk.
        self._db.pragma("synchronous", "normal")
        self._db.pragma("secure_delete", 1)
        self._db.set_busy_timeout(10_000)
        # Until nobody reads the file, it isn't waited for: others would wait, too.
        self._beside.set_busy_timeout(100)
        self._full, self._emptied = False, 0.0
        self._db.execute(_SCHEMA)
        self._db.execute("DELETE FROM answers WHERE status IS NULL")  # of a process that ended over them

    def begin(self, scope: Scope, fingerprint: bytes) -> Response | None:
        """Note that a request is being answered; the response of the first one, if it was.

        Raises:
            KeyReused: the first one was another request.
            StillRunning: it isn't answered yet.
            AlreadyDone: it was answered, and the response isn't kept.
            StoreBusy: another process keeps the file locked.
        """
        now = time.time()
        if self._full and now > self._emptied + _AGAIN:
            self._empty()
        with self._changing(), self._db:
            self._db.execute("DELETE FROM answers WHERE at < ?", (now - DAY,))
            sql = (
                "SELECT fingerprint, status, type, body, gone FROM answers "
                "WHERE workspace = ? AND asker = ? AND key = ?"
            )
            found: Any = self._db.execute(sql, scope).fetchone()
            if found is None:
                sql = "INSERT INTO answers (workspace, asker, key, fingerprint, at) VALUES (?,?,?,?,?)"
                self._db.execute(sql, (*scope, fingerprint, now))
                return None
        known, status, type, body, gone = found
        if bytes(known) != fingerprint:
            raise KeyReused("This Idempotency-Key came with another request before.", hint="Use a new one.")
        if status is None:
            raise StillRunning("The first request with this Idempotency-Key is being answered.", hint="Wait a moment.")
        if gone is not None:
            raise AlreadyDone(f"This request was done before. {gone}", hint="Look at what is there now.")
        headers = {"Idempotent-Replayed": "true", **({"Content-Type": type} if type else {})}
        return Response(bytes(body), status_code=status, headers=headers)

    def finish(self, scope: Scope, response: Response, *, gone: str | None = None) -> None:
        """Keep the response to a request; or, if it tells of what was deleted meanwhile, only that it was done.

        Args:
            scope: whose request.
            response: the response.
            gone: why it may not be kept; None if it may.
        """
        sql = (
            "UPDATE answers SET status = ?1, type = ?2, gone = coalesce(gone, ?4), "
            "body = CASE WHEN coalesce(gone, ?4) IS NULL THEN ?3 END WHERE workspace = ?5 AND asker = ?6 AND key = ?7"
        )
        told = response.headers.get("content-type")
        with suppress(StoreBusy):  # what was asked is done, and is answered
            self._change(sql, (response.status_code, told, bytes(response.body), gone, *scope))

    def abandon(self, scope: Scope) -> None:
        """A request failed: the next one with its key is a new attempt."""
        with suppress(StoreBusy):  # why it failed is what is told
            self._change("DELETE FROM answers WHERE workspace = ? AND asker = ? AND key = ?", scope)

    def forget(self, workspace: str) -> None:
        """Drop the responses of a workspace, also those that are being made: something that they tell was changed or
        deleted. That the requests were done stays known.

        Raises:
            StoreBusy: another process keeps the file locked.
        """
        sql = "UPDATE answers SET body = NULL, gone = coalesce(gone, ?) WHERE workspace = ?"
        self._change(sql, (_DROPPED, workspace))
        self._empty()

    def _empty(self) -> None:
        """Empty the log of writes, which holds what was dropped; later, if somebody is reading it now."""
        if not self._emptying.acquire(blocking=False):
            self._full = True  # somebody is at it, perhaps without our change
            return
        try:
            self._full, self._emptied = True, time.time()
            with suppress(apsw.ConnectionClosedError):
                self._beside.pragma("user_version")  # a connection that never read knows of no log
                self._beside.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            self._full = False
        except apsw.BusyError:
            pass
        finally:
            self._emptying.release()

    def _change(self, sql: str, values: tuple[Any, ...]) -> None:
        with suppress(apsw.ConnectionClosedError), self._changing():
            self._db.execute(sql, values)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except apsw.BusyError:
            raise StoreBusy("The server's file is busy.", hint="Another process keeps it locked: try again.") from None

    def close(self) -> None:
        """Let go of the file."""
        with self._emptying:
            self._beside.close()
        with self._lock:
            self._db.close()
