"""Whether the database answers, found out in the background: who asks for the server's health never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Literal

from soulkeep.errors import SoulkeepError

State = Literal["ok", "waiting", "failing"]


class Pulse:
    """Asks the database, once at a time however many want to know. Safe to use from any thread.

    Args:
        ask: reads something small; it may wait for a server that starts anew.
    """

    def __init__(self, ask: Callable[[], object]) -> None:
        self._ask = ask
        self._lock = Lock()
        self._asked: Future[State] | None = None

    def feel(self, seconds: float) -> State:
        """How the database is: "waiting" if it hasn't answered after so many seconds, or is said to be away or busy for
        now; "failing" if it can't be used."""
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
