"""How work goes that is done beside everything else: in small pieces, and as long as it may."""

from __future__ import annotations

from threading import Event
from time import monotonic, thread_time

_PIECE = 0.001
"""Seconds that are worked at a stretch …"""

_SHARE = 0.2
"""… and the share of the time that is: what people wait for comes first."""


class Stopped(Exception):
    """The keep is being closed. It never leaves the package."""


class Pace:
    """Work goes on until it is done, as fast as it can."""

    def __call__(self) -> None:
        """Between two turns or windows. It may sleep, or raise to break off: what was done by then is kept."""

    def within(self) -> None:
        """Amid a turn. It may sleep, or raise where nothing may go on: that turn is begun anew."""


class Aside(Pace):
    """Work keeps to small pieces and a share of the time.

    Args:
        stop: breaks it off once it is set.

    Raises:
        Stopped: it is.
    """

    def __init__(self, stop: Event) -> None:
        self._stop = stop
        self._began = thread_time()  # of a processor: to wait for a database takes nothing from anybody

    def __call__(self) -> None:
        if self._stop.is_set():
            raise Stopped
        worked = thread_time() - self._began
        if worked >= _PIECE:
            self._stop.wait(min(0.1, worked * (1 / _SHARE - 1)))
            self._began = thread_time()

    def within(self) -> None:
        self()


class Until(Pace):
    """Work goes on until some time; a turn that was begun is done, or a long one would never be.

    Args:
        deadline: by the monotonic clock, in seconds.

    Raises:
        TimeoutError: it is over.
    """

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline

    def __call__(self) -> None:
        if monotonic() > self._deadline:
            raise TimeoutError
