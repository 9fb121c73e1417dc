"""Threads of their own for what may take long, so that it never takes those of quick requests."""

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
"""Threads of each kind of work."""

_QUICK = max(4, 2 * (os.cpu_count() or 1))
"""Threads for requests that reckon. More of them only take turns at the same cores, and each answer comes later."""

_LIMITERS: RunVar[dict[str, CapacityLimiter]] = RunVar("soulkeep_threads")


def bound_quick_work() -> None:
    """Let requests that reckon wait for a thread, instead of all reckoning at once. Called once the loop runs."""
    current_default_thread_limiter().total_tokens = _QUICK


async def run_apart(work: str, do: Callable[P, T], *args: P.args, **names: P.kwargs) -> T:
    """Call something in one of the few threads for a kind of work; what comes while all are taken waits its turn."""
    limiters = _LIMITERS.get(None)
    if limiters is None:
        limiters = {}
        _LIMITERS.set(limiters)
    limiter = limiters.setdefault(work, CapacityLimiter(_FEW))
    return await run_sync(partial(do, *args, **names), limiter=limiter)


def apart(work: str) -> Callable[[Callable[P, T]], Callable[P, Awaitable[T]]]:
    """Make a route of a function that may take long: it runs in the threads for that kind of work."""

    def made(route: Callable[P, T]) -> Callable[P, Awaitable[T]]:
        @wraps(route)
        async def awaited(*args: P.args, **names: P.kwargs) -> T:
            return await run_apart(work, route, *args, **names)

        return awaited

    return made
