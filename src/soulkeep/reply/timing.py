"""When what was done for a reply."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class Watch:
    """When what was done, in milliseconds since it was made."""

    started: float = field(default_factory=perf_counter)
    steps: dict[str, tuple[float, float]] = field(default_factory=dict)

    def now(self) -> float:
        """Milliseconds since it was made."""
        return (perf_counter() - self.started) * 1000

    async def over(self, name: str, work: Awaitable[T]) -> T:
        """Do something, and note from when to when."""
        began = self.now()
        try:
            return await work
        finally:
            self.steps[name] = (began, self.now())
