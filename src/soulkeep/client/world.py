"""A world on a server: the methods of `soulkeep.World`, with the same parameters and records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from soulkeep.client.pages import paged
from soulkeep.client.remote import Remote, remote, taking
from soulkeep.client.transport import Transport
from soulkeep.types.receipts import Learned
from soulkeep.types.records import Memory
from soulkeep.world import World


class RemoteWorld(Remote):
    """A world on a server, created by `RemoteKeep.world`. Safe to use from any thread.

    Args:
        transport: the connection.
        name: the world's name.
    """

    def __init__(self, transport: Transport, name: str) -> None:
        super().__init__(transport, world=name)

    @property
    def name(self) -> str:
        """Return the world's name."""
        return self._place["world"]

    def __repr__(self) -> str:
        return f"RemoteWorld({self.name!r})"

    memory = remote(World.memory, "world_memory")
    history = remote(World.history, "world_history")
    amend = remote(World.amend, "world_amend")
    forget = remote(World.forget, "world_forget")
    restore = remote(World.restore, "world_restore")
    quarantine = remote(World.quarantine, "world_quarantine")
    release = remote(World.release, "world_release")
    stats = remote(World.stats, "world_stats")

    def learn(self, text: str, *, source: str) -> Learned:
        """As `World.learn`."""
        learned: Learned = self._ask("world_learn", {"text": text, "source": source})
        return learned

    @taking(World.memories)
    def memories(self, given: dict[str, Any]) -> Iterator[Memory]:
        """Yield memories, reading further pages as needed."""
        after, limit = given.pop("after"), given.pop("limit")
        return paged(lambda place: self._ask("world_memories", {**given, **place}), after, limit)

    def delete(self, id: str, *, scrub: bool = False) -> int:
        """As `World.delete`, for one passage."""
        return int(self._ask("world_delete", {"id": id, "scrub": scrub})["deleted"])

    def readers(self) -> list[str]:
        """As `World.readers`."""
        return list(self.stats().readers)
