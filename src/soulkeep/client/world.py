"""A world at a server: the methods of `soulkeep.World`, with the same parameters and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from soulkeep.client.pages import paged
from soulkeep.client.records import Page
from soulkeep.client.transport import Transport, path_of
from soulkeep.types.lists import Change, WorldStats
from soulkeep.types.receipts import Learned
from soulkeep.types.records import Memory


class RemoteWorld:
    """One world of a server's; `RemoteKeep.world` gives it. Safe to use from any thread.

    Args:
        transport: the connection.
        name: the world's.
    """

    def __init__(self, transport: Transport, name: str) -> None:
        self._transport = transport
        self._name = name

    @property
    def name(self) -> str:
        """The world's name."""
        return self._name

    def __repr__(self) -> str:
        return f"RemoteWorld({self._name!r})"

    def learn(self, text: str, *, source: str) -> Learned:
        """As `World.learn`."""
        return self._transport.post(Learned, self._path("learn"), {"text": text, "source": source})

    def memory(self, id: str) -> Memory:
        """As `World.memory`."""
        return self._transport.get(Memory, self._path("memories", id))

    def memories(
        self,
        *,
        forgotten: bool | None = None,
        after: str | None = None,
        limit: int | None = None,
        newest: bool = False,
    ) -> Iterator[Memory]:
        """As `World.memories`; read page by page, as they are needed."""
        asked: dict[str, Any] = {"forgotten": forgotten, "newest": newest}

        def page(after: str | None, limit: int) -> Page:
            return self._transport.get(Page, self._path("memories"), **asked, after=after, limit=limit)

        return paged(page, after, limit)

    def history(self, id: str) -> list[Change]:
        """As `World.history`."""
        return self._transport.get(list[Change], self._path("memories", id, "history"))

    def amend(self, id: str, text: str) -> Memory:
        """As `World.amend`."""
        return self._transport.call(Memory, "PATCH", self._path("memories", id), body={"text": text})

    def forget(self, id: str) -> list[Memory]:
        """As `World.forget`."""
        return self._transport.call(list[Memory], "POST", self._path("memories", id, "forget"), once=True)

    def restore(self, id: str) -> Memory:
        """As `World.restore`."""
        return self._transport.call(Memory, "POST", self._path("memories", id, "restore"), once=True)

    def quarantine(self) -> list[Memory]:
        """As `World.quarantine`."""
        return self._transport.get(list[Memory], self._path("quarantine"))

    def release(self, id: str) -> Memory:
        """As `World.release`."""
        return self._transport.call(Memory, "POST", self._path("memories", id, "release"), once=True)

    def delete(self, id: str, *, scrub: bool = False) -> int:
        """As `World.delete`, of one passage."""
        params: Mapping[str, Any] = {"scrub": scrub}
        gone = self._transport.call(dict[str, int], "DELETE", self._path("memories", id), params=params)
        return gone["deleted"]

    def readers(self) -> list[str]:
        """As `World.readers`."""
        return list(self.stats().readers)

    def stats(self) -> WorldStats:
        """As `World.stats`."""
        return self._transport.get(WorldStats, self._path())

    def _path(self, *parts: str) -> str:
        return path_of("worlds", self._name, *parts)
