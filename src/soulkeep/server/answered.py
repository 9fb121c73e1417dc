"""Answered requests by their Idempotency-Keys."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from threading import Lock
from typing import Any, ClassVar

import apsw
from fastapi import Response

from soulkeep.errors import InputError, SoulkeepError

DAY = 24 * 3600.0
"""Seconds for which a response is kept."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS requests (
    workspace TEXT NOT NULL, asker TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, at REAL NOT NULL,
    status INTEGER, type TEXT, body BLOB, PRIMARY KEY (workspace, asker, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS requests_at ON requests (at);
"""

Scope = tuple[str, str, str]
"""Workspace, asker and key: what one client calls "1" is another request than another's."""


class KeyReused(InputError):
    """An Idempotency-Key came with another request than before."""


class StillRunning(SoulkeepError):
    """The first request with this Idempotency-Key is being answered."""

    retryable: ClassVar[bool] = True


class Requests:
    """Answered requests by their keys, in a file. Safe to use from any thread.

    Args:
        path: the server's file; ":memory:" for tests.
    """

    def __init__(self, path: str) -> None:
        self._lock = Lock()
        self._db = apsw.Connection(path)
        if path != ":memory:":
            os.chmod(path, 0o600)
            self._db.pragma("journal_mode", "wal")
        # A lost response is made again, by the ids derived from the key; so there is no need to wait for the disk.
        self._db.pragma("synchronous", "normal")
        self._db.pragma("secure_delete", 1)
        self._db.set_busy_timeout(10_000)
        self._db.execute(_SCHEMA)
        self._db.execute("DELETE FROM requests WHERE status IS NULL")  # of a process that ended over them

    def begin(self, scope: Scope, fingerprint: bytes) -> Response | None:
        """Note that a request is being answered; the response of the first one, if it was.

        Raises:
            KeyReused: the first one was another request.
            StillRunning: it isn't answered yet.
        """
        now = time.time()
        with self._lock, self._db:
            self._db.execute("DELETE FROM requests WHERE at < ?", (now - DAY,))
            sql = "SELECT fingerprint, status, type, body FROM requests WHERE workspace = ? AND asker = ? AND key = ?"
            found: Any = self._db.execute(sql, scope).fetchone()
            if found is None:
                sql = "INSERT INTO requests (workspace, asker, key, fingerprint, at) VALUES (?,?,?,?,?)"
                self._db.execute(sql, (*scope, fingerprint, now))
                return None
        known, status, type, body = found
        if bytes(known) != fingerprint:
            raise KeyReused("This Idempotency-Key came with another request before.", hint="Use a new one.")
        if status is None:
            raise StillRunning("The first request with this Idempotency-Key is being answered.", hint="Wait a moment.")
        headers = {"Idempotent-Replayed": "true", **({"Content-Type": type} if type else {})}
        return Response(bytes(body), status_code=status, headers=headers)

    def finish(self, scope: Scope, response: Response) -> None:
        """Keep the response to a request."""
        values = (response.status_code, response.headers.get("content-type"), bytes(response.body), *scope)
        self._change("UPDATE requests SET status=?, type=?, body=? WHERE workspace=? AND asker=? AND key=?", values)

    def abandon(self, scope: Scope) -> None:
        """A request failed: the next one with its key is a new attempt."""
        self._change("DELETE FROM requests WHERE workspace = ? AND asker = ? AND key = ?", scope)

    def forget(self, workspace: str) -> None:
        """Drop the responses of a workspace: something that they tell was erased."""
        self._change("DELETE FROM requests WHERE workspace = ? AND status IS NOT NULL", (workspace,))
        with self._lock, suppress(apsw.BusyError):
            self._db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def _change(self, sql: str, values: tuple[Any, ...]) -> None:
        with self._lock, suppress(apsw.ConnectionClosedError):
            self._db.execute(sql, values)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()
