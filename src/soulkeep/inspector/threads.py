"""The inspector's own threads, so that its pages delay neither the event loop nor other requests, and slow pages don't
delay the watches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PAGES = 16
"""Most simultaneous calls of pages, which mostly wait for the database."""

_pages = ThreadPoolExecutor(PAGES, thread_name_prefix="soulkeep-page")
_watches = ThreadPoolExecutor(2, thread_name_prefix="soulkeep-watch")


async def in_thread(fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a page's call of the library."""
    return await _in(_pages, partial(fn, *args, **kwargs))


async def in_watch(fn: Callable[[], T]) -> T:
    """Return the result of a short check for changes."""
    return await _in(_watches, fn)


async def _in(threads: Executor, fn: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, fn)
