"""Limits on the rate of callers' requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import ClassVar

from soulkeep.errors import SoulkeepError

_KNOWN = 10_000
"""Most callers whose rates are remembered."""


class TooMany(SoulkeepError):
    """Error: the caller sends too many requests. `wait` is the time to wait, in seconds."""

    retryable: ClassVar[bool] = True

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message, hint=f"Try again in {max(1, round(wait))} s.")
        self.wait = wait


class Buckets:
    """Token buckets by caller; those unused for longest are dropped. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, rate: float, most: float) -> float:
        """Take a token from a caller's bucket, if there is one.

        Args:
            who: the caller.
            rate: tokens added per second.
            most: capacity of the bucket.

        Returns:
            Seconds to wait for a token; 0 if one was taken.
        """
        now = time.monotonic()
        with self._lock:
            level, since = self._levels.pop(who, (most, now))
            level = min(most, level + (now - since) * rate)
            wait = 0.0 if level >= 1 else (1 - level) / rate
            self._levels[who] = (level if wait else level - 1, now)
            if len(self._levels) > _KNOWN:
                self._levels.popitem(last=False)
        return wait
