"""Separate threads for slow work, so that it never occupies those of quick requests."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from anyio.to_thread import current_default_thread_limiter, run_sync

P = ParamSpec("P")
T = TypeVar("T")

_FEW = 4
"""Number of threads for each kind of work."""

_QUICK = max(4, 2 * (os.cpu_count() or 1))
"""Threads for requests that compute. More would only share the same cores, and delay every answer."""

_LIMITERS: RunVar[dict[str, CapacityLimiter]] = RunVar("soulkeep_threads")


def bound_quick_work() -> None:
    """Limit the threads of computing requests. Call it once the event loop runs."""
    current_default_thread_limiter().total_tokens = _QUICK


async def run_apart(work: str, do: Callable[P, T], *args: P.args, **names: P.kwargs) -> T:
    """Call a function in one of the threads for a kind of work, waiting until one is free."""
    limiters = _LIMITERS.get(None)
    if limiters is None:
        limiters = {}
        _LIMITERS.set(limiters)
    limiter = limiters.setdefault(work, CapacityLimiter(_FEW))
    return await run_sync(partial(do, *args, **names), limiter=limiter)


def apart(work: str) -> Callable[[Callable[P, T]], Callable[P, Awaitable[T]]]:
    """Return a decorator that runs a route's function in the threads for a kind of work."""

    def made(route: Callable[P, T]) -> Callable[P, Awaitable[T]]:
        @wraps(route)
        async def awaited(*args: P.args, **names: P.kwargs) -> T:
            return await run_apart(work, route, *args, **names)

        return awaited

    return made
