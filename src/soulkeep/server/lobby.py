"""Waiting room for connections until their first request has arrived.

Connections that arrive together are accepted a few at a time, so that requests in progress go on in between. A
connection without a complete request head costs a socket and a few bytes; its transport and parser are created only
after that, and not if the client has left by then. 1,500 simultaneous connections delay others by some milliseconds.
"""

from __future__ import annotations

import asyncio
import errno
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

HEAD_BYTES = 64 * 1024
"""Most bytes of a connection before a request is recognised, besides those that arrive with it."""

_AT_ONCE = 32
"""Most connections that are accepted before other work has its turn."""

_QUEUE = 2048
"""Length of the system's queue of connections not yet accepted."""

_TIRED = 0.1
"""Seconds for which none are accepted when there are no file descriptors left."""

_BEGINS = re.compile(rb"[A-Z]{1,32}(?: |\Z)")
"""The beginning of a request; other bytes are passed on without waiting for the end of a head."""

_ENDS = re.compile(rb"\n\r?\n")
"""The end of a request's head."""

_END_BYTES = 3


@dataclass(slots=True, eq=False)
class _Waiting:
    """A connection without a complete request head: its socket, since when it waits, and the bytes received."""

    socket: socket.socket
    since: float
    said: bytearray = field(default_factory=bytearray)


class Lobby:
    """A listener at some addresses, in place of an `asyncio.Server`.

    Args:
        sockets: bound sockets, which the lobby closes.
        enter: a function that creates the protocol of a connection, from its first bytes.
        most: most connections.
        within: a function that returns how many of them are being served.
    """

    def __init__(
        self,
        sockets: list[socket.socket],
        enter: Callable[[bytes], asyncio.Protocol],
        *,
        most: int,
        within: Callable[[], int],
    ) -> None:
        self.sockets = sockets
        self._enter = enter
        self._most = most
        self._within = within
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, _Waiting] = {}  # in order of arrival
        self._entering: set[asyncio.Task[object]] = set()
        for one in sockets:
            one.setblocking(False)
            one.listen(_QUEUE)
            self._open(one)

    def close_silent(self, seconds: float) -> None:
        """Close connections that have waited for some seconds."""
        long_ago = monotonic() - seconds
        while self._waiting and (oldest := next(iter(self._waiting.values()))).since < long_ago:
            self._drop(oldest)

    def close(self) -> None:
        """Stop accepting connections, and close those that wait."""
        for one in self.sockets:
            if one.fileno() >= 0:
                self._loop.remove_reader(one)
                one.close()
        for waiting in [*self._waiting.values()]:
            self._drop(waiting)

    async def wait_closed(self) -> None:
        """Do what `asyncio.Server.wait_closed` does."""
        if self._entering:
            await asyncio.wait(self._entering)

    # -- taking in

    def _open(self, listening: socket.socket) -> None:
        if listening.fileno() >= 0:
            self._loop.add_reader(listening, self._take_in, listening)

    def _take_in(self, listening: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, _ = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # for example, too many open files
                self._loop.remove_reader(listening)
                self._loop.call_later(_TIRED, self._open, listening)
                return
            connection.setblocking(False)
            waiting = _Waiting(connection, monotonic())
            if self._listen_to(waiting):
                self._waiting[connection.fileno()] = waiting
                self._loop.add_reader(connection, self._heard, waiting)
                if len(self._waiting) > 1 and len(self._waiting) + self._within() > self._most:
                    self._drop(next(iter(self._waiting.values())))

    def _heard(self, waiting: _Waiting) -> None:
        if not self._listen_to(waiting):
            self._forget(waiting)

    def _listen_to(self, waiting: _Waiting) -> bool:
        """Read what has arrived; pass on or close a connection that needn't wait; return whether it waits on."""
        try:
            heard = waiting.socket.recv(HEAD_BYTES)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            heard = b""
        waiting.said += heard
        if heard and not self._is_request(waiting.said, len(heard)):
            if len(waiting.said) <= HEAD_BYTES:
                return True
            heard = b""
        self._forget(waiting)
        if heard and not _has_left(waiting.socket):
            task = self._loop.create_task(self._let_in(waiting))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)
        else:
            waiting.socket.close()
        return False

    def _is_request(self, said: bytearray, new: int) -> bool:
        """Return whether a head is complete, or can't become one; the last `new` bytes have just arrived."""
        return _BEGINS.match(said) is None or _ENDS.search(said, max(0, len(said) - new - _END_BYTES)) is not None

    async def _let_in(self, waiting: _Waiting) -> None:
        with suppress(OSError):  # the client is gone
            await self._loop.connect_accepted_socket(lambda: self._enter(bytes(waiting.said)), waiting.socket)

    def _forget(self, waiting: _Waiting) -> None:
        if self._waiting.pop(waiting.socket.fileno(), None) is not None:
            self._loop.remove_reader(waiting.socket)

    def _drop(self, waiting: _Waiting) -> None:
        self._forget(waiting)
        waiting.socket.close()


def _has_left(one: socket.socket) -> bool:
    """Return whether the client has closed its side, and so would get no answer."""
    try:
        return one.recv(1, socket.MSG_PEEK) == b""
    except (BlockingIOError, InterruptedError):
        return False
    except OSError:
        return True


def bound(host: str, port: int) -> list[socket.socket]:
    """Return sockets bound to each address of a host, at one port; 0 for any free port.

    Raises:
        OSError: no address can be used.
    """
    sockets: list[socket.socket] = []
    refused: OSError | None = None
    for family, kind, protocol, _, (name, _, *rest) in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    ):
        try:
            one = socket.socket(family, kind, protocol)
        except OSError as error:  # an address family that isn't supported
            refused = error
            continue
        try:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind((name, port, *rest))
        except OSError as error:
            one.close()
            refused = error
            if error.errno == errno.EADDRNOTAVAIL:  # a name may have addresses that this machine hasn't
                continue
            break
        sockets.append(one)
        port = one.getsockname()[1]
    else:
        if sockets:
            return sockets
    for one in sockets:
        one.close()
    raise refused or OSError(f"{host} has no address")
