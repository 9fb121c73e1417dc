"""What a character keeps and lets go: its memories one by one, and forgetting."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from soulkeep.errors import InputError, UnknownMemory
from soulkeep.memory.perceive import require_importance
from soulkeep.mind.entries import memory_of
from soulkeep.records import Memory
from soulkeep.relationship import Facing
from soulkeep.text.validity import require_name


class Remembering(Facing):
    """Lists memories, forgets and restores them (1)."""

    def memory(self, id: str, *, person: str | None = None) -> Memory:
        """One memory by its id.

        Raises:
            UnknownMemory: there is none of that id between the character and this person.
        """
        require_name(id, "id")
        for key in self._facing(person).visible:
            found = self._workings.store.find(key, id)
            if found is not None:
                return memory_of(key, found.entry)
        raise UnknownMemory(id)

    def memories(self, *, person: str | None = None, kinds: Collection[str] | None = None) -> Iterator[Memory]:
        """The memories shared with a person (or with nobody in particular), in the order they were stored.

        Args:
            person: whose.
            kinds: as in `recall`; all by default.
        """
        key, wanted = self._facing(person).key, names_of(kinds, "kinds")
        entries = self._workings.store.walk(key)
        return (memory_of(key, entry) for entry in entries if wanted is None or entry.kind in wanted)

    def forget(
        self,
        id: str | None = None,
        *,
        person: str | None = None,
        way: str = "decay",
        count: int | None = None,
        below: float | None = None,
    ) -> list[Memory]:
        """Let memories go: one by its id, or the first to go in some way.

        Recalls hold them back, with the reason, until they are restored; nothing is deleted. Pinned ones stay, unless
        named; and of what it knows as RDF, what the person evaluated or was full of feeling (`episode_feeling`).

        Args:
            id: one memory. Without it, `count` or `below` says how many.
            person: whose.
            way: `"decay"` (least retention), `"oldest"`, `"unused"` (for the longest time), `"least activated"` (used
                in the fewest replies), `"redundant"` (said again later).
            count: how many at most.
            below: with `"decay"`, those whose retention is below this, 0…1; with `"redundant"`, those that are less
                than this apart from a later one (1 - cosine).

        Returns:
            What was forgotten, the first to go first; also what was derived from it alone, and, of a memory that was
            named, every summary that tells of it.
        """
        return [memory_of(key, entry) for key, entry in self._facing(person).forget(id, way, count, below)]

    def restore(self, id: str, *, person: str | None = None) -> Memory:
        """Remember again what was forgotten, and what was forgotten with it.

        What was superseded stands again beside what superseded it: the two don't contradict each other. (Forget the
        newer one instead if it is wrong.)
        """
        key, entry = self._facing(person).restore(id)
        return memory_of(key, entry)

    def forgotten(self, *, person: str | None = None) -> Iterator[Memory]:
        """What was forgotten of what is shared with a person, in the order it was stored."""
        return (memory for memory in self.memories(person=person) if memory.forgotten is not None)

    def pin(self, id: str, *, person: str | None = None) -> Memory:
        """Keep a memory from fading, for ever or until `unpin`."""
        key, entry = self._facing(person).restore(id, pinned=True)
        return memory_of(key, entry)

    def unpin(self, id: str, *, person: str | None = None) -> Memory:
        """Let a memory fade like others."""
        return self._change(id, person, pinned=0)

    def rate(self, id: str, importance: float, *, person: str | None = None) -> Memory:
        """Say how important a memory is, 1…10."""
        return self._change(id, person, importance=require_importance(importance))

    def _change(self, id: str, person: str | None, **values: float | None) -> Memory:
        key, entry = self._facing(person).change(id, values)
        return memory_of(key, entry)


def names_of(names: Collection[str] | None, what: str) -> Collection[str] | None:
    """A set of names that a caller gave, checked; None for all."""
    if names is None:
        return None
    if isinstance(names, str) or not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        example = names if isinstance(names, str) else "…"
        raise InputError(f"{what} must be a set of names, not {names!r}.", hint=f"Write {what}={{{example!r}}}.")
    return names
