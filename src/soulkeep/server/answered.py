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
"""Seconds for which a response is kept."""

LEASE = 30.0
"""Seconds after which a request that nobody goes on with counts as given up: its process has ended on another machine,
whose clock is right within that time."""

_AGAIN = 10.0
"""Seconds until what was dropped is cleaned away again, if somebody was reading it."""

_TIDY = 60.0
"""Seconds from one look for responses that are over to the next."""

_DROPPED = "Its response isn't kept: it could tell of what was changed or deleted since."

_LOOK = "Look at what is there now."

_OF = "workspace = ? AND asker = ? AND key = ?"

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
    """Answered requests by their keys, of all processes that serve the same keep. Safe to use from any thread.

    Args:
        location: where they are, as `server_file` tells; ":memory:" for tests.
        keys: that responses are sealed with; None if they aren't.
    """

    def __init__(self, location: str, keys: Keys | None = None) -> None:
        self._seal = AnswerSeal(keys)
        # A lost response is made again, by the ids derived from the key; so there is no need to wait for the disk.
        self._register = register_at(location, durable=False)
        self._runner = runners.begin()
        self._running: dict[Scope, str] = {}
        self._lock, self._closed = Lock(), Event()
        self._renewing: Thread | None = None
        self._full, self._cleaned = False, 0.0
        self._tidied: dict[str, float] = {}

    def begin(self, scope: Scope, fingerprint: bytes) -> Response | None:
        """Note that a request is being answered; the response of the first one, if it was.

        Raises:
            KeyReused: the first one was another request.
            StillRunning: it isn't answered yet.
            AlreadyDone: it was answered, and the response isn't kept.
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
                    return None  # this very call noted it, before its connection was lost
                if at >= now - DAY and (stored_columns[1] is not None or not _given_up(by, lease, now)):
                    return stored_columns
                if db.change(  # what the other one leaves, one of those who come takes
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
        if bytes(fingerprint_stored) not in (fingerprint, plain):  # which is how it was noted before there were keys
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
        """Keep the response to a request; or, if it tells of what was deleted meanwhile, only that it was done.

        Args:
            scope: whose request.
            response: the response.
            gone: why it may not be kept; None if it may.
        """
        content_type = response.headers.get("content-type")
        body = self._seal.shut(scope, bytes(response.body))
        values = (response.status_code, content_type, gone, gone, body)
        with passing_over("requests", StoreError):  # what was asked is done, and is answered
            self._change(
                "UPDATE answers SET status = ?, type = ?, gone = coalesce(gone, ?), "
                f"body = CASE WHEN coalesce(gone, ?) IS NULL THEN ? END WHERE {_OF} AND runner = ?",
                scope,
                (*values, *scope, self._stop(scope)),
            )

    def abandon(self, scope: Scope) -> None:
        """A request failed: the next one with its key is a new attempt."""
        with passing_over("requests", StoreError):  # why it failed is what is told
            self._change(f"DELETE FROM answers WHERE {_OF} AND runner = ?", scope, (*scope, self._stop(scope)))

    def forget(self, workspace: str) -> None:
        """Drop the responses of a workspace, also those that are being made: something that they tell was changed or
        deleted. That the requests were done stays known.

        Raises:
            StoreBusy: another process keeps the database locked.
        """
        statement = "UPDATE answers SET body = NULL, gone = ? WHERE workspace = ? AND gone IS NULL"
        with suppress(StoreClosed):
            self._change(statement, (workspace, "", ""), (_DROPPED, workspace))
            self._clean()

    def close(self) -> None:
        """Let go of the database."""
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
        """Tell the others, again and again, that what runs here still does."""
        while not self._closed.wait(LEASE / 3):
            with self._lock:
                running = list(self._running.items())
            for scope, runner in running:
                with passing_over("requests", SoulkeepError):
                    values = (time.time() + LEASE, *scope, runner)
                    self._change(f"UPDATE answers SET lease = ? WHERE {_OF} AND runner = ?", scope, values)

    # -- what is over

    def _tidy(self, workspace: str, now: float) -> None:
        """Take out the responses that are over."""
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
        """Let no copy of what was dropped stay behind; later, if somebody is reading it now."""
        self._full, self._cleaned = True, time.time()
        if self._register.clean():
            self._full = False


def _given_up(runner: str, lease: float, now: float) -> bool:
    """Whether nobody goes on with a request: its process has ended, or hasn't been heard of for long."""
    return lease < now or runners.has_ended(runner.rpartition("/")[0])
