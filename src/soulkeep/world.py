"""`World`: lore that many characters have read. A guild or a faction is a world, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from soulkeep.character.relationship import Relationship
from soulkeep.importers.learn import learn
from soulkeep.lang.owners import owner_of
from soulkeep.memory import listing
from soulkeep.memory.amend import amend, delete, release
from soulkeep.memory.arguments import ids_of
from soulkeep.memory.entries import memory_of
from soulkeep.memory.forget import forget, restore
from soulkeep.runtime import Runtime
from soulkeep.search.index import Progress
from soulkeep.stores.rows import CharacterRow
from soulkeep.telemetry import DELETE, UPDATE, Telemetry, Value, attributes_of, traced
from soulkeep.types.lists import Change, WorldStats
from soulkeep.types.receipts import Learned
from soulkeep.types.records import Memory


class World:
    """Lore that characters share; `Keep.world` returns it. Safe to use from any thread.

    A world holds only passages that were read: no turns, no feelings, and nothing derived from them. They never fade,
    and a passage that one character uses grows no stronger for others. What characters experience isn't stored here.
    """

    def __init__(self, name: str, runtime: Runtime) -> None:
        self._name = name
        self._runtime = runtime
        self._row = CharacterRow(id=owner_of(name), name=name)

    @property
    def name(self) -> str:
        """The world's name."""
        return self._name

    def __repr__(self) -> str:
        return f"World({self._name!r})"

    @traced(UPDATE, lambda learned: {"gen_ai.memory.record.count": learned.passages})
    def learn(self, text: str, *, source: str, progress: Progress | None = None) -> Learned:
        """Add a text to the lore, as `Character.learn` does, for all readers of this world at once.

        Args:
            text: of any length.
            source: the name of the knowledge source.
            progress: called with the number of characters (letters) read so far and the total.
        """
        return learn(self._lore(), text, source=source, progress=progress)

    def memory(self, id: str) -> Memory:
        """Return one passage by its id.

        Raises:
            UnknownMemory: this world has no passage of that id.
        """
        key, place = self._lore().find(id)
        return memory_of(key, place.entry)

    def memories(
        self, *, forgotten: bool | None = None, after: str | None = None, limit: int | None = None, newest: bool = False
    ) -> Iterator[Memory]:
        """Yield the passages, in the order they were stored; page by page as in `Character.memories`.

        Args:
            forgotten: True for only those that were forgotten, False for only the others; both by default.
            after: the id of the last passage seen, even if it was deleted since.
            limit: how many at most, 1 or more; all by default.
            newest: True to begin with the latest.

        Raises:
            UnknownMemory: there never was a passage of the id `after` there.
        """
        return listing.memories(
            self._lore(), kinds=None, session=None, forgotten=forgotten, after=after, limit=limit, newest=newest
        )

    def history(self, id: str) -> list[Change]:
        """Return what happened to a passage since it was stored, oldest change first.

        Raises:
            UnknownMemory: this world has no passage of that id.
        """
        return listing.history(self._lore(), id)

    @traced(UPDATE)
    def amend(self, id: str, text: str) -> Memory:
        """Correct the text of a passage, for all readers. Its earlier text stays in its `history` but is no longer
        recalled. What characters said about it stays.

        Args:
            id: the passage's.
            text: its new text.

        Raises:
            UnknownMemory: this world has no passage of that id.
        """
        return memory_of(*amend(self._lore(), id, text))

    @traced(UPDATE, lambda gone: {"gen_ai.memory.record.count": len(gone)})
    def forget(self, id: str) -> list[Memory]:
        """Hold a passage back from the recalls of all readers, until it is restored. Nothing is deleted.

        Args:
            id: the passage's.

        Returns:
            The passage, in a list.

        Raises:
            UnknownMemory: this world has no passage of that id.
        """
        return [memory_of(key, entry) for key, entry in forget(self._lore(), id, "decay", None, None)]

    @traced(UPDATE)
    def restore(self, id: str) -> Memory:
        """Let a forgotten passage be recalled again, and return it.

        Raises:
            UnknownMemory: this world has no passage of that id.
        """
        return memory_of(*restore(self._lore(), id, pinned=True))  # forgetting unpinned it, and lore is always pinned

    def quarantine(self) -> list[Memory]:
        """Return the suspect passages (`Memory.suspect` says why). No reader recalls them until they are released."""
        return listing.suspects(self._lore())

    @traced(UPDATE)
    def release(self, id: str) -> Memory:
        """Clear a passage's suspicion, for all readers: it is recalled again as it stands.

        Raises:
            UnknownMemory: this world has no passage of that id.
        """
        return memory_of(*release(self._lore(), id))

    @traced(DELETE, lambda count: {"gen_ai.memory.record.count": count})
    def delete(self, id: str | Iterable[str], *, scrub: bool = False) -> int:
        """Erase one passage or several for good, all or none, with their history. Learning the text again doesn't bring
        them back. What characters said about them stays.

        Args:
            id: the passage's id, or several ids.
            scrub: also rewrite the whole file, as `Keep.erase` does: about a second for each 100 MB.

        Returns:
            The number of passages erased.

        Raises:
            UnknownMemory: this world lacks one of the ids; nothing was deleted.
        """
        return delete(self._lore(), ids_of(id), scrub=scrub)

    def readers(self) -> list[str]:
        """Return the ids of the characters that read this world."""
        return [row.id for row in self._runtime.store.characters() if self._name in row.worlds]

    def stats(self) -> WorldStats:
        """Return what the world holds, in numbers. They are counted in memory, so the world is loaded if it wasn't."""
        memories = gone = 0
        sources: dict[str, int] = {}
        for partition in self._runtime.embeddings.cache.get([self._lore().key]):
            with partition.lock:
                live = partition.live[: partition.size]
                memories, gone = int(live.sum()), int((live & partition.forgotten[: partition.size]).sum())
                codes, counts = np.unique(partition.sources[: partition.size][live], return_counts=True)
                names = partition.source_codes.names()  # indexed by code
            sources = {names[code]: count for code, count in zip(codes.tolist(), counts.tolist(), strict=True)}
        return WorldStats(
            name=self._name, memories=memories, forgotten=gone, sources=sources, readers=tuple(self.readers())
        )

    def _lore(self) -> Relationship:
        """Return the world as a relationship: an owner of memories that faces nobody."""
        return Relationship(self._row, None, self._runtime)

    @property
    def _telemetry(self) -> Telemetry | None:
        return self._runtime.telemetry

    @property
    def _attributes(self) -> Mapping[str, Value]:
        return attributes_of(self._row.id, self._row.name)
