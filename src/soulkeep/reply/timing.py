"""Recording when each step of a reply began and ended."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class Watch:
    """A stopwatch that records the beginning and end of steps, in milliseconds since it was made."""

    started: float = field(default_factory=perf_counter)
    steps: dict[str, tuple[float, float]] = field(default_factory=dict)

    def now(self) -> float:
        """Return the milliseconds since it was made."""
        return (perf_counter() - self.started) * 1000

    async def over(self, name: str, work: Awaitable[T]) -> T:
        """Await something, and record when it began and ended."""
        began = self.now()
        try:
            return await work
        finally:
            self.steps[name] = (began, self.now())
