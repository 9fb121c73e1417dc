"""The pace of background work: in small pieces, and for as long as it may run."""

from __future__ import annotations

from threading import Event
from time import monotonic, thread_time

from soulkeep.threads.slots import COMPUTING

_PIECE = 0.001
"""Seconds of work at a stretch …"""

_SHARE = 0.2
"""… and the greatest share of time: what people wait for comes first."""


class Stopped(Exception):
    """The keep is being closed. This exception never leaves the package."""


class Pace:
    """Lets work run until it is done, as fast as it can."""

    def __call__(self) -> None:
        """Pause between turns or windows. It may sleep, or raise to stop: what was done so far is kept."""

    def within(self) -> None:
        """Pause within a turn. It may sleep, or raise to stop: that turn is then begun anew."""


class Aside(Pace):
    """Lets work run in small pieces and for a share of the time.

    Args:
        stop: stops the work once it is set.

    Raises:
        Stopped: `stop` is set.
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
            with COMPUTING:  # behind those who queue
                pass
            self._began = thread_time()

    def within(self) -> None:
        self()


class Until(Pace):
    """Lets work run until some time; a turn that was begun is finished, since a long one might otherwise never be.

    Args:
        deadline: by the monotonic clock, in seconds.

    Raises:
        TimeoutError: the deadline has passed.
    """

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline

    def __call__(self) -> None:
        if monotonic() > self._deadline:
            raise TimeoutError
