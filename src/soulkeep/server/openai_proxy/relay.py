"""Relays, which read an answer to its end even if the client leaves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

_LOG = logging.getLogger("soulkeep.server")

_AHEAD = 256
"""Most pieces that are buffered for a slow listener."""

_DEADLINE = 120.0
"""Most seconds for which an answer continues without a listener."""


class Relays:
    """The answers being read."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, source: AsyncGenerator[bytes, None], left: Callable[[], None]) -> AsyncIterator[bytes]:
        """Read a source in a task of its own; return its pieces, for one listener.

        Args:
            source: the pieces of an answer; it does any storing by itself.
            left: called when the listener has everything or has left, possibly more than once.
        """
        relay = _Relay(source, left)
        task = asyncio.create_task(relay.run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return relay.listen()

    async def finish(self, seconds: float) -> None:
        """Wait for all answers, and cancel those that take longer; they store what they have."""
        waiting = set(self._tasks)
        if not waiting:
            return
        _, late = await asyncio.wait(waiting, timeout=seconds)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=10.0)


class _Relay:
    """A relay of one answer."""

    def __init__(self, source: AsyncGenerator[bytes, None], left: Callable[[], None]) -> None:
        self._source = source
        self._on_leaving = left
        self._pieces: asyncio.Queue[bytes | None] = asyncio.Queue(_AHEAD)
        self._left = False
        self._bound: asyncio.Timeout | None = None

    async def run(self) -> None:
        """Read the source to its end."""
        try:
            async with asyncio.timeout(None) as self._bound, aclosing(self._source) as pieces:
                if self._left:
                    self._hurry()
                async for piece in pieces:
                    await self._pass(piece)
        except TimeoutError:
            _LOG.warning("an answer that nobody listened to took too long, and was broken off")
        except Exception:
            _LOG.exception("an answer could not be read to its end")
        finally:
            await self._pass(None)
            self._on_leaving()

    async def _pass(self, piece: bytes | None) -> None:
        """Pass a piece to the listener. One that takes none for long is taken to have left."""
        if not self._left:
            try:
                self._pieces.put_nowait(piece)
            except asyncio.QueueFull:
                try:
                    await asyncio.wait_for(self._pieces.put(piece), _DEADLINE)
                except TimeoutError:
                    self._left = True

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the pieces as they arrive; those that have arrived meanwhile, in one."""
        try:
            while (piece := await self._pieces.get()) is not None:
                waiting, ends = [piece], False
                while not self._pieces.empty() and not ends:
                    after = self._pieces.get_nowait()
                    ends = after is None
                    waiting += [after] if after is not None else []
                yield b"".join(waiting)
                if ends:
                    break
        finally:
            self._left = True
            while not self._pieces.empty():  # wakes a reader that waits for room
                self._pieces.get_nowait()
            self._hurry()
            self._on_leaving()

    def _hurry(self) -> None:
        if self._bound is not None and not self._bound.expired():
            try:
                self._bound.reschedule(asyncio.get_running_loop().time() + _DEADLINE)
            except RuntimeError:  # the event loop has ended
                return
