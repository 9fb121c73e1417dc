"""Replies as they are spoken, and running async code for callers in an event loop and outside of one."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from soulkeep.errors import InputError
from soulkeep.types.replies import Reply

T = TypeVar("T")


class ReplyStream:
    """A reply as it is spoken: iterate over its pieces, with `async for` or `for`, then read `reply`.

    If the iteration ends early, the answer is stored as far as it was heard.
    """

    def __init__(self, items: AsyncGenerator[str | Reply, None]) -> None:
        self._items = items
        self._reply: Reply | None = None

    @property
    def reply(self) -> Reply:
        """The complete reply, once all pieces were read."""
        if self._reply is None:
            raise InputError("The reply is not complete yet.", hint="Read all its pieces first.")
        return self._reply

    async def __aiter__(self) -> AsyncIterator[str]:
        try:
            async for item in self._items:
                if isinstance(item, Reply):
                    self._reply = item
                else:
                    yield item
        finally:
            await self._items.aclose()

    def __iter__(self) -> Iterator[str]:
        if in_event_loop():
            raise InputError("This runs inside an event loop.", hint="Iterate with `async for`.")
        import asyncio

        context = _with(_OWN)
        with asyncio.Runner() as runner:
            pieces = aiter(self)

            async def step() -> str | None:
                return await anext(pieces, None)

            try:
                while (piece := runner.run(step(), context=context)) is not None:
                    yield piece
            finally:
                runner.run(self._items.aclose(), context=context)


_SHARED, _OWN, _NONE = "the caller's, who does other things in it, too", "one of this call alone", "none: nothing waits"
"""The event loops that code may run in."""

_LOOP: ContextVar[str] = ContextVar("loop", default=_SHARED)


def _with(loop: str) -> Context:
    """Return the present context, but for the event loop."""
    context = copy_context()
    context.run(_LOOP.set, loop)
    return context


def alone() -> bool:
    """Return whether all runs in turn, without an event loop, as nothing here waits."""
    return _LOOP.get() is _NONE


async def together(*works: Callable[[], Awaitable[Any]], at_once: bool = True) -> list[Any]:
    """Run several things side by side and return their results in order. If one fails, or the caller is cancelled, the
    others are cancelled.

    Args:
        at_once: False to run one after the other, as it is done without an event loop, too.
    """
    if not at_once or alone():
        return [await work() for work in works]
    import asyncio

    async def doing(work: Callable[[], Awaitable[Any]]) -> Any:
        return await work()

    error: BaseException | None = None
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(doing(work)) for work in works]
    except BaseExceptionGroup as failed:
        error = failed.exceptions[0]
    if error is not None:
        raise error  # as it was raised, with its cause
    return [task.result() for task in tasks]


def called_off() -> tuple[type[BaseException], ...]:
    """Return the exceptions raised when a listener leaves before the end."""
    asyncio = sys.modules.get("asyncio")  # without asyncio imported, no task can be cancelled
    return (GeneratorExit,) if asyncio is None else (GeneratorExit, asyncio.CancelledError)


async def aside(do: Callable[..., T], *given: Any) -> T:
    """Run what takes long in a thread, so that the caller's event loop isn't blocked; directly, if nobody else uses the
    loop: a thread costs more than most of what is done in it."""
    if _LOOP.get() is not _SHARED:
        return do(*given)
    import asyncio  # it takes long to import

    return await asyncio.to_thread(do, *given)


def run(coroutine: Coroutine[Any, Any, T], *, alone: bool = False) -> T:
    """Run a coroutine to its end, inside an event loop or outside.

    Args:
        alone: whether nothing in it waits for anything, such as a language model: its pieces are done one after the
            other, and no event loop is needed.
    """
    if alone and not in_event_loop():
        return _with(_NONE).run(done, coroutine)
    import asyncio

    context = _with(_OWN)
    if not in_event_loop():
        return context.run(asyncio.run, coroutine)
    with ThreadPoolExecutor(max_workers=1) as pool:  # loops can't be nested: run it in another thread
        return pool.submit(context.run, asyncio.run, coroutine).result()


def done(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as ended:
        result: T = ended.value
        return result
    coroutine.close()
    raise RuntimeError("What should have been done alone waits for something.")


def in_event_loop() -> bool:
    """Return whether the caller runs in an event loop."""
    asyncio = sys.modules.get("asyncio")  # a running loop has imported it
    try:
        return asyncio is not None and asyncio.get_running_loop() is not None
    except RuntimeError:
        return False
