"""What a character keeps and lets go: its memories one by one, and forgetting."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import numpy as np

from soulkeep.character.relationship import Facing
from soulkeep.clock import require_aware
from soulkeep.errors import InputError, UnknownMemory
from soulkeep.lang.suspicion import SIGNS, SUSPECT
from soulkeep.lang.validity import require_name
from soulkeep.memory.amend import amend, delete, release
from soulkeep.memory.entries import changes_of, memory_of, session_of
from soulkeep.memory.forget import forget, restore
from soulkeep.memory.perceive import require_importance, require_metadata
from soulkeep.memory.retention import floor_of, retention
from soulkeep.stores.base import METADATA, Members
from soulkeep.telemetry import DELETE, UPDATE, traced
from soulkeep.types.lists import Change, Session
from soulkeep.types.records import KINDS, Memory

_PAGE = 500
"""Memories that are read at once."""


class Remembering(Facing):
    """Lists memories, corrects them, forgets and restores them (1), and deletes them."""

    def memory(self, id: str, *, person: str | None = None) -> Memory:
        """One memory by its id; also lore of a world that the character has read.

        Raises:
            UnknownMemory: there is none of that id between the character and this person.
        """
        key, place = self._facing(person).find(id)
        return memory_of(key, place.entry)

    def memories(
        self,
        *,
        person: str | None = None,
        kinds: Collection[str] | None = None,
        session: str | None = None,
        forgotten: bool | None = None,
        after: str | None = None,
        limit: int | None = None,
        newest: bool = False,
    ) -> Iterator[Memory]:
        """The memories shared with a person (or with nobody in particular), in the order they were stored.

        To list them page by page, give the id of the last one seen as `after`, and a `limit`. What is stored meanwhile
        comes at the end; nothing comes twice.

        Args:
            person: whose.
            kinds: as in `recall`; all by default.
            session: only of this conversation.
            forgotten: True for only those that were forgotten, False for only the others; both by default.
            after: the id of the last memory seen; one that was deleted since will do.
            limit: how many at most, 1 or more; all by default.
            newest: the latest first.

        Raises:
            UnknownMemory: there never was a memory of the id `after` there.
        """
        key, wanted = self._facing(person).key, kinds_of(kinds)
        listable = KINDS if wanted is None else wanted
        if session is not None:
            require_name(session, "session")
        limit_of(limit)
        seen = None if after is None else self._runtime.store.seq_of(key, require_name(after, "id"))
        if after is not None and seen is None:
            raise UnknownMemory(after)

        def listed() -> Iterator[Memory]:
            last, left = seen, limit
            while True:
                count = _PAGE if left is None else min(left, _PAGE)
                page = self._runtime.store.page(
                    key, count, after=last, newest=newest, kinds=listable, session=session, forgotten=forgotten
                )
                for place in page:
                    yield memory_of(key, place.entry)
                left = None if left is None else left - len(page)
                if len(page) < count or left == 0:
                    return
                last = page[-1].seq

        return listed()

    def sessions(self, *, person: str | None = None) -> list[Session]:
        """The conversations with a person, that of the latest turn first. Turns without a session belong to none."""
        return [session_of(sitting) for sitting in self._runtime.store.sessions(self._facing(person).key)]

    def history(self, id: str, *, person: str | None = None) -> list[Change]:
        """What became of a memory since it was stored, oldest first.

        Raises:
            UnknownMemory: there is none of that id between the character and this person.
        """
        _, place = self._facing(person).find(id)
        return changes_of(place.entry, self._runtime.store.history(place.partition, place.seq))

    @traced(UPDATE)
    def amend(self, id: str, text: str, *, person: str | None = None) -> Memory:
        """Correct what a memory says. It keeps its id, its place, speaker, time and session; what it said before stays
        in its `history`, and comes to mind no more. The same text again changes nothing.

        Facts, summaries, blends and insights that rest on it go at once, and are made anew in the background, as of
        whatever is stored (`Keep.settle` does it now). Insights come back with the next reflection. What others heard
        of it is corrected, too. What the character answered from it stays: it was said. So does what was felt.

        Args:
            id: of a turn, a passage, a summary, a blend or an insight. A fact says what turns state: amend those.
            text: what it says from now on. The importance that its words had is judged anew; a rated one stays.
            person: whose.

        Raises:
            UnknownMemory: there is none of that id between the character and this person.
            InputError: such a memory can't be amended, or not so; nothing was changed.
        """
        return memory_of(*amend(self._facing(person), id, text))

    @traced(DELETE, lambda count: {"gen_ai.memory.record.count": count})
    def delete(self, id: str | Iterable[str], *, person: str | None = None, scrub: bool = False) -> int:
        """Erase a memory for good, or several at once, all or none: the text, vectors and history, what others heard of
        it, and what tells of it: the facts, summaries, blends and insights that rest on it, and the character's answers
        that name it as a reference.
        (To let a memory go so that it can come back, `forget` it.)

        A fact that others stated before it stays; summaries and facts of what is left are made anew in the background.
        Of a fact or a summary that is deleted itself, the turns that it rests on stay. What was felt stays. Its id
        stays taken, so that the same turn imported again doesn't bring it back.

        The bytes are overwritten in the file, and the log beside it is emptied, unless another program is reading:
        then the log holds them until that has finished. Pages of the file that were rearranged before may keep old
        copies in their gaps; `scrub` leaves none.

        Args:
            id: the memory's; or those of several, which take much less time together than one by one.
            person: whose.
            scrub: also write the whole file anew, as `Keep.erase` does: about a second for each 100 MB.

        Returns:
            How many memories went.

        Raises:
            UnknownMemory: there is none of such an id between the character and this person; nothing was deleted.
        """
        count = delete(self._facing(person), [id] if isinstance(id, str) else ids_of(id))
        if scrub:
            self._runtime.store.scrub()
        return count

    def retention(self, memory: Memory, *, time: datetime | None = None) -> float:
        """How much of a memory is left, 0…1, as recalls reckon it (1): by the character's own dials.

        Args:
            memory: one of the character's, as it was listed or recalled.
            time: a moment to come, or since it was used last, timezone-aware; now by default. Before that, it is
                whole.
        """
        if not isinstance(memory, Memory):
            raise InputError(f"{memory!r:.80} is no memory.", hint="Give one that memory() or memories() returned.")
        if memory.owner != self._row.id and memory.world not in self._row.worlds:
            raise UnknownMemory(memory.id)
        now = self._runtime.clock.now() if time is None else require_aware(time)
        dials = self._facing(memory.person).settings
        left = retention(
            now.timestamp(),
            memory.accessed.timestamp(),
            memory.stability,
            dials.forgetfulness,
            floor=floor_of(np.log10([memory.importance]).astype(np.float32), dials.importance_floor),
            pinned=memory.pinned,
        )
        return float(left[0])

    @traced(UPDATE, lambda gone: {"gen_ai.memory.record.count": len(gone)})
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
        return [memory_of(key, entry) for key, entry in forget(self._facing(person), id, way, count, below)]

    @traced(UPDATE)
    def restore(self, id: str, *, person: str | None = None) -> Memory:
        """Remember again what was forgotten, and what was forgotten with it.

        What was superseded stands again beside what superseded it: the two don't contradict each other. (Forget the
        newer one instead if it is wrong.)
        """
        key, entry = restore(self._facing(person), id)
        return memory_of(key, entry)

    def forgotten(self, *, person: str | None = None) -> Iterator[Memory]:
        """What was forgotten of what is shared with a person, in the order it was stored."""
        return self.memories(person=person, forgotten=True)

    def quarantine(self, *, person: str | None = None) -> list[Memory]:
        """What is suspect of what is shared with a person, or with nobody in particular, in the order it was stored:
        `Memory.suspect` says why. A passage among it doesn't come up, until it is released (`release`); a turn comes
        last, and is told as doubtful. Nothing of it was changed. What was forgotten is no longer among it.
        """
        key = self._facing(person).key
        _, [head] = self._runtime.store.heads([key])
        found = [] if head is None else self._runtime.store.naming(head.partition, SIGNS)
        suspect = [one.entry for one in found if one.entry.details.get(SUSPECT) and one.entry.forgotten is None]
        return [memory_of(key, entry) for entry in suspect]

    @traced(UPDATE)
    def release(self, id: str, *, person: str | None = None) -> Memory:
        """Take a suspect memory for what it says. It keeps its text, its place and all else.

        Raises:
            UnknownMemory: there is none of that id between the character and this person.
        """
        return memory_of(*release(self._facing(person), id))

    @traced(UPDATE)
    def pin(self, id: str, *, person: str | None = None) -> Memory:
        """Keep a memory from fading, for ever or until `unpin`."""
        key, entry = restore(self._facing(person), id, pinned=True)
        return memory_of(key, entry)

    @traced(UPDATE)
    def unpin(self, id: str, *, person: str | None = None) -> Memory:
        """Let a memory fade like others."""
        return self._change(id, person, pinned=0)

    @traced(UPDATE)
    def rate(self, id: str, importance: float, *, person: str | None = None) -> Memory:
        """Say how important a memory is, 1…10."""
        return self._change(id, person, importance=require_importance(importance))

    def annotate(self, id: str, metadata: Mapping[str, Any], *, person: str | None = None) -> Memory:
        """Put the caller's own notes on a memory in place of those before: `Memory.metadata`. Nothing is made of them.

        Args:
            id: the memory's.
            metadata: a JSON object of up to 16,384 characters and 64 levels.
            person: whose.
        """
        return self._change(id, person, details=Members({METADATA: dict(require_metadata(metadata))}))

    def _change(self, id: str, person: str | None, **values: object) -> Memory:
        key, entry = self._facing(person).change(id, values)
        return memory_of(key, entry)


def ids_of(ids: Iterable[str]) -> list[str]:
    """The ids that a caller gave, each once."""
    if not isinstance(ids, Iterable) or isinstance(ids, bytes | Mapping):
        raise InputError(f"{ids!r:.80} is no id.", hint="Give a memory's id, or a list of ids.")
    return list(dict.fromkeys(require_name(one, "id") for one in ids))


def limit_of(limit: int | None) -> int | None:
    """How many memories a caller wants, checked; None for all."""
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        raise InputError(f"limit must be a whole number, 1 or more, not {limit!r}.", hint="Leave it out for all.")
    return limit


def kinds_of(kinds: Collection[str] | None) -> Collection[str] | None:
    """Kinds of memories that a caller gave, checked; None for all."""
    unknown = set(names_of(kinds, "kinds") or ()) - KINDS
    if unknown:
        listed = ", ".join(sorted(map(repr, unknown)))
        raise InputError(f"No kinds of memories: {listed:.200}.", hint=f"There are: {', '.join(sorted(KINDS))}.")
    return kinds


def names_of(names: Collection[str] | None, what: str) -> Collection[str] | None:
    """A set of names that a caller gave, checked; None for all."""
    if names is None:
        return None
    if isinstance(names, str) or not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        example = names if isinstance(names, str) else "…"
        raise InputError(f"{what} must be a set of names, not {names!r}.", hint=f"Write {what}={{{example!r}}}.")
    return names
