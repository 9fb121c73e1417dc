"""Limits on connections: their number, and how long one may stay silent."""

from __future__ import annotations

from asyncio import BaseTransport, Transport
from collections.abc import Iterable
from heapq import nsmallest
from time import monotonic
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from soulkeep.server.config import ServerConfig
from soulkeep.server.lobby import HEAD_BYTES

_ROOM = 20
"""Divisor: this part of the connections is closed where there are too many."""

_BUSY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\nretry-after: 1\r\n\r\n"


class Bounded(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """A connection that knows since when it is silent. uvicorn itself waits for the first request forever.

    Attributes:
        most: most connections.
        begun: bytes received before the connection was created.
        silent_since: time of its last complete answer, or of its beginning, in seconds of the monotonic clock.
    """

    most: int

    def __init__(self, *given: Any, begun: bytes = b"", **options: Any) -> None:
        super().__init__(*given, **options)
        self.begun = begun
        self.silent_since = monotonic()
        self._head = 0

    @property
    def is_silent(self) -> bool:
        """Return whether no request is being received or answered."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            self._make_room(transport)
        begun, self.begun = self.begun, b""
        if begun and not transport.is_closing():
            self.data_received(begun)

    def _make_room(self, transport: BaseTransport) -> None:
        silent = [one for one in self.connections if isinstance(one, Bounded) and one.is_silent and one is not self]
        if silent:  # several at once, so that the search is seldom needed
            for one in nsmallest(max(1, self.most // _ROOM), silent, key=lambda one: one.silent_since):
                one.drop()
        elif isinstance(transport, Transport):
            transport.write(_BUSY)
            transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._head = self._head + len(data) if self.is_silent else 0
        if self._head > HEAD_BYTES:
            self.drop()

    def on_response_complete(self) -> None:
        self.silent_since = monotonic()
        self._head = 0
        super().on_response_complete()

    def drop(self) -> None:
        """Close it at once."""
        self.connections.discard(self)
        self.transport.abort()


def bounded_protocol(config: ServerConfig) -> type[Bounded]:
    """Return the class of a server's connections."""
    return type("BoundedConnection", (Bounded,), {"most": config.connections})


def close_silent(connections: Iterable[object], seconds: float) -> None:
    """Close the connections that have been silent for some seconds."""
    long_ago = monotonic() - seconds
    for one in [*connections]:
        if isinstance(one, Bounded) and one.is_silent and one.silent_since < long_ago:
            one.drop()
