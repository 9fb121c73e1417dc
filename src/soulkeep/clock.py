"""The clock: a boundary, so that tests and simulations can change the time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta

from soulkeep.errors import InputError, NaiveTime


class Clock(ABC):
    """Tells the time. Subclass it and give it to `soulkeep.open(clock=…)`."""

    @abstractmethod
    def now(self) -> datetime:
        """Return the present moment, timezone-aware."""


class SystemClock(Clock):
    """The computer's clock, in its local time zone."""

    def now(self) -> datetime:
        return datetime.now(UTC).astimezone()


class ManualClock(Clock):
    """A clock that stands still until it is moved: for tests and simulations."""

    def __init__(self, start: datetime) -> None:
        self._now = require_aware(start)

    def now(self) -> datetime:
        return self._now

    def advance(self, step: timedelta) -> None:
        """Move the clock forward (or back, by a negative step)."""
        self._now += step


def require_aware(time: datetime) -> datetime:
    """Return `time` if it says which time zone it is in, else raise `NaiveTime`.

    Raises:
        InputError: it is no datetime, or none that can be told in every time zone.
    """
    if not isinstance(time, datetime):
        raise InputError(f"The time must be a datetime, not {time!r}.", hint="Parse it: datetime.fromisoformat(…).")
    if not 1 < time.year < 9999:
        raise InputError(f"The time {time.isoformat()} is out of range.", hint="Give one of the years 2 to 9998.")
    if time.tzinfo is None or time.utcoffset() is None:
        raise NaiveTime(time)
    return time
