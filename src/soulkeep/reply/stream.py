"""A reply as it is spoken, for callers in an event loop and outside of one."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

from soulkeep.errors import InputError
from soulkeep.types.replies import Reply

T = TypeVar("T")


class ReplyStream:
    """A reply as it is spoken: iterate over its pieces, `async for` or plainly, then read `reply`.

    What was said of a reply that is left early is stored as far as it was heard.
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

        with asyncio.Runner() as runner:
            pieces = aiter(self)

            async def step() -> str | None:
                return await anext(pieces, None)

            try:
                while (piece := runner.run(step())) is not None:
                    yield piece
            finally:
                runner.run(self._items.aclose())


_ALONE: ContextVar[bool] = ContextVar("alone", default=False)


def alone() -> bool:
    """Whether nothing waits for anything here, nor for an event loop: all is done one after the other."""
    return _ALONE.get()


async def together(*works: Callable[[], Awaitable[Any]], at_once: bool = True) -> list[Any]:
    """Do several things side by side, what each gives in their order. Where one fails, or nobody waits any more, the
    others are called off.

    Args:
        at_once: False to do one after the other; so it is done alone.
    """
    if not at_once or _ALONE.get():
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
        raise error  # as it was raised, its cause and all
    return [task.result() for task in tasks]


def called_off() -> tuple[type[BaseException], ...]:
    """What is raised where somebody leaves in the midst."""
    asyncio = sys.modules.get("asyncio")  # where nobody has imported it, nobody calls off a task
    return (GeneratorExit,) if asyncio is None else (GeneratorExit, asyncio.CancelledError)


async def aside(do: Callable[..., T], *given: Any) -> T:
    """Do what takes its time: in a thread, so that whoever else is in the loop goes on; right here if nobody is."""
    if _ALONE.get():
        return do(*given)
    import asyncio  # a fifth of the time that importing soulkeep takes

    return await asyncio.to_thread(do, *given)


def run(coroutine: Coroutine[Any, Any, T], *, alone: bool = False) -> T:
    """Run what is async plainly, inside an event loop or outside.

    Args:
        alone: nothing in it waits for anything, such as a language model: its pieces are done one after the other, and
            no event loop is needed.
    """
    if alone and not in_event_loop():
        context = copy_context()
        context.run(_ALONE.set, True)
        return context.run(done, coroutine)
    import asyncio

    if not in_event_loop():
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(max_workers=1) as pool:  # a loop can't be run inside another: run beside it
        return pool.submit(asyncio.run, coroutine).result()


def done(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as ended:
        result: T = ended.value
        return result
    coroutine.close()
    raise RuntimeError("What should have been done alone waits for something.")


def in_event_loop() -> bool:
    """Whether this is called from a coroutine."""
    asyncio = sys.modules.get("asyncio")  # whoever runs a loop has imported it
    try:
        return asyncio is not None and asyncio.get_running_loop() is not None
    except RuntimeError:
        return False
