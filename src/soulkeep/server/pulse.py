"""Background checks of the database, so that requests for the server's health never wait for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Literal

from soulkeep.errors import SoulkeepError

State = Literal["ok", "waiting", "failing"]


class Pulse:
    """Checks the database, with a single check at a time. Safe to use from any thread.

    Args:
        ask: a function that reads something small; it may wait for a restarting server.
    """

    def __init__(self, ask: Callable[[], object]) -> None:
        self._ask = ask
        self._lock = Lock()
        self._asked: Future[State] | None = None

    def feel(self, seconds: float) -> State:
        """Return the database's state: "waiting" if it doesn't answer within so many seconds, or is unreachable or busy
        for now; "failing" if it can't be used."""
        with self._lock:
            asked = self._asked
            if asked is None:
                asked = self._asked = Future()
                Thread(target=self._find_out, args=(asked,), name="soulkeep-pulse", daemon=True).start()
        try:
            return asked.result(seconds)
        except TimeoutError:
            return "waiting"

    def _find_out(self, asked: Future[State]) -> None:
        state: State = "failing"
        try:
            self._ask()
            state = "ok"
        except SoulkeepError as error:
            state = "waiting" if error.retryable else "failing"
        finally:
            with self._lock:
                self._asked = None
            asked.set_result(state)
