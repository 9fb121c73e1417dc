"""Threads of their own for what may take long, so that it never takes those of quick requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from anyio.to_thread import run_sync

P = ParamSpec("P")
T = TypeVar("T")

_FEW = 4
"""Threads of each kind of work."""

_LIMITERS: RunVar[dict[str, CapacityLimiter]] = RunVar("soulkeep_threads")


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
