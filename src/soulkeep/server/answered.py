"""Answered requests by their Idempotency-Keys."""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any, ClassVar

from fastapi import Response

from soulkeep.errors import InputError, SoulkeepError, StoreBusy, StoreClosed, StoreError
from soulkeep.server import runners
from soulkeep.server.answer_seal import AnswerSeal, UnreadableAnswer
from soulkeep.server.register.opening import register_at
from soulkeep.stores.keys import Keys
from soulkeep.stores.sql.connection import Connection
from soulkeep.telemetry import passing_over

DAY = 24 * 3600.0
"""Time for which a response is kept, in seconds."""

LEASE = 30.0
"""Seconds without renewal after which a request counts as given up, for processes on other machines, whose clocks must
agree to within that time."""

_AGAIN = 10.0
"""Seconds until dropped data is cleaned away again, if somebody was reading the database."""

_TIDY = 60.0
"""Seconds between two removals of expired responses."""

_DROPPED = "Its response isn't kept: it could tell of what was changed or deleted since."

_LOOK = "Look at what is there now."

_OF = "workspace = ? AND asker = ? AND key = ?"

Scope = tuple[str, str, str]
"""Workspace, asker and key; different askers may use the same key."""


class KeyReused(InputError):
    """Error: an Idempotency-Key came with another request than before."""


class StillRunning(SoulkeepError):
    """Error: the first request with this Idempotency-Key is still being answered."""

    retryable: ClassVar[bool] = True


class AlreadyDone(SoulkeepError):
    """Error: a request was done, but its response isn't kept."""


class Requests:
    """Answered requests by their keys, of all processes that serve the same keep. Safe to use from any thread.

    Args:
        location: the register's location, as `server_file` returns it; ":memory:" for tests.
        keys: the keys with which responses are sealed; None if they aren't.
    """

    def __init__(self, location: str, keys: Keys | None = None) -> None:
        self._seal = AnswerSeal(keys)
        # Writes needn't wait for the disk: a lost response is made again, with ids derived from the key.
        self._register = register_at(location, durable=False)
        self._runner = runners.begin()
        self._running: dict[Scope, str] = {}
        self._lock, self._closed = Lock(), Event()
        self._renewing: Thread | None = None
        self._full, self._cleaned = False, 0.0
        self._tidied: dict[str, float] = {}

    def begin(self, scope: Scope, fingerprint: bytes) -> Response | None:
        """Note that a request is being answered; return the first one's response if there was one.

        Raises:
            KeyReused: the first request was another one.
            StillRunning: the first request isn't answered yet.
            AlreadyDone: the first request was answered, but its response isn't kept.
            StoreBusy: another process keeps the database locked.
        """
        plain, fingerprint = fingerprint, self._seal.mark(fingerprint)
        now, runner = time.time(), f"{self._runner}/{secrets.token_hex(4)}"
        if self._full and now > self._cleaned + _AGAIN:
            self._clean()
        self._tidy(scope[0], now)

        def job(db: Connection) -> Any:
            new = (*scope, fingerprint, now, runner, now + LEASE)
            while True:
                if db.change(
                    "INSERT INTO answers (workspace, asker, key, fingerprint, at, runner, lease) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    new,
                ):
                    return None
                columns = "fingerprint, status, type, body, gone, at, runner, lease"
                row = db.one(f"SELECT {columns} FROM answers WHERE {_OF}", scope)
                if row is None:  # abandoned meanwhile
                    continue
                *stored_columns, at, by, lease = row
                if by == runner:
                    return None  # this call itself noted it, before its connection was lost
                if at >= now - DAY and (stored_columns[1] is not None or not _given_up(by, lease, now)):
                    return stored_columns
                if db.change(  # of several callers, only one takes over what was given up
                    "UPDATE answers SET fingerprint = ?, at = ?, runner = ?, lease = ?, status = NULL, type = NULL, "
                    f"body = NULL, gone = NULL WHERE {_OF} AND at = ? AND runner = ? AND lease = ?",
                    (*new[3:], *scope, at, by, lease),
                ):
                    return None

        stored = self._register.write(scope[0], job)
        if stored is None:
            self._run(scope, runner)
            return None
        fingerprint_stored, status, type, body, gone = stored
        if bytes(fingerprint_stored) not in (fingerprint, plain):  # `plain` is how it was noted before there were keys
            raise KeyReused("This Idempotency-Key came with another request before.", hint="Use a new one.")
        if status is None:
            raise StillRunning("The first request with this Idempotency-Key is being answered.", hint="Wait a moment.")
        if gone is not None:
            raise AlreadyDone(f"This request was done before. {gone}", hint=_LOOK)
        try:
            body = self._seal.open(scope, bytes(body))
        except UnreadableAnswer as error:
            raise AlreadyDone(f"This request was done before. {error.message}", hint=_LOOK) from error
        headers = {"Idempotent-Replayed": "true", **({"Content-Type": type} if type else {})}
        return Response(body, status_code=status, headers=headers)

    def finish(self, scope: Scope, response: Response, *, gone: str | None = None) -> None:
        """Keep the response to a request; if it tells of what was deleted meanwhile, only that the request was done.

        Args:
            scope: the request.
            response: the response.
            gone: why the response may not be kept; None if it may.
        """
        content_type = response.headers.get("content-type")
        body = self._seal.shut(scope, bytes(response.body))
        values = (response.status_code, content_type, gone, gone, body)
        with passing_over("requests", StoreError):  # the request is done and must be answered
            self._change(
                "UPDATE answers SET status = ?, type = ?, gone = coalesce(gone, ?), "
                f"body = CASE WHEN coalesce(gone, ?) IS NULL THEN ? END WHERE {_OF} AND runner = ?",
                scope,
                (*values, *scope, self._stop(scope)),
            )

    def abandon(self, scope: Scope) -> None:
        """Note that a request failed, so that the next one with its key is a new attempt."""
        with passing_over("requests", StoreError):  # the original error must be reported
            self._change(f"DELETE FROM answers WHERE {_OF} AND runner = ?", scope, (*scope, self._stop(scope)))

    def forget(self, workspace: str) -> None:
        """Drop the responses of a workspace, also those not yet finished, since something they may tell was changed or
        deleted. It stays known that the requests were done.

        Raises:
            StoreBusy: another process keeps the database locked.
        """
        statement = "UPDATE answers SET body = NULL, gone = ? WHERE workspace = ? AND gone IS NULL"
        with suppress(StoreClosed):
            self._change(statement, (workspace, "", ""), (_DROPPED, workspace))
            self._clean()

    def close(self) -> None:
        """Close the database."""
        self._closed.set()
        if self._renewing is not None:
            self._renewing.join()
        runners.end(self._runner)
        self._register.close()

    def _change(self, statement: str, scope: Scope, values: tuple[Any, ...]) -> None:
        self._register.write(scope[0], lambda db: db.run(statement, values))

    # -- what runs here

    def _run(self, scope: Scope, runner: str) -> None:
        with self._lock:
            self._running[scope] = runner
            if self._renewing is None and not self._closed.is_set():
                self._renewing = Thread(target=self._renew, name="soulkeep-requests", daemon=True)
                self._renewing.start()

    def _stop(self, scope: Scope) -> str:
        with self._lock:
            return self._running.pop(scope, "")

    def _renew(self) -> None:
        """Renew the leases of requests that run here, until closed."""
        while not self._closed.wait(LEASE / 3):
            with self._lock:
                running = list(self._running.items())
            for scope, runner in running:
                with passing_over("requests", SoulkeepError):
                    values = (time.time() + LEASE, *scope, runner)
                    self._change(f"UPDATE answers SET lease = ? WHERE {_OF} AND runner = ?", scope, values)

    # -- what is over

    def _tidy(self, workspace: str, now: float) -> None:
        """Delete expired responses."""
        if now < self._tidied.get(workspace, 0.0) + _TIDY:
            return
        self._tidied[workspace] = now
        statement = (
            "DELETE FROM answers WHERE workspace = ?1 AND (asker, key) IN "
            "(SELECT asker, key FROM answers WHERE workspace = ?1 AND at < ?2 /*skip locked*/)"
        )
        with passing_over("requests", StoreBusy):
            self._change(statement, (workspace, "", ""), (workspace, now - DAY))

    def _clean(self) -> None:
        """Remove all copies of dropped data from the file; later, if somebody is reading it now."""
        self._full, self._cleaned = True, time.time()
        if self._register.clean():
            self._full = False


def _given_up(runner: str, lease: float, now: float) -> bool:
    """Return whether a request is given up, since its process has ended or its lease has run out."""
    return lease < now or runners.has_ended(runner.rpartition("/")[0])
