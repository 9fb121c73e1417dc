"""The inspector's own threads: what its pages read and reckon holds up neither the event loop nor others' requests, and
slow pages don't hold up the watches."""

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
"""Calls of pages that run at a time; most of them wait for the database."""

_pages = ThreadPoolExecutor(PAGES, thread_name_prefix="soulkeep-page")
_watches = ThreadPoolExecutor(2, thread_name_prefix="soulkeep-watch")


async def in_thread(fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a page's call of the library gives."""
    return await _in(_pages, partial(fn, *args, **kwargs))


async def in_watch(fn: Callable[[], T]) -> T:
    """What a short look for changes gives."""
    return await _in(_watches, fn)


async def _in(threads: Executor, fn: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, fn)
