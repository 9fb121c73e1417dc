"""Lists of what a character remembers: memories, facts, conversations, the history of a memory, suspect memories."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

import numpy as np

from soulkeep.character.relationship import Relationship
from soulkeep.clock import require_aware
from soulkeep.errors import InputError, UnknownMemory
from soulkeep.lang.suspicion import SIGNS, SUSPECT
from soulkeep.lang.validity import require_name
from soulkeep.memory.arguments import kinds_of, limit_of
from soulkeep.memory.entries import changes_of, fact_of, memory_of, session_of
from soulkeep.memory.facts import stands
from soulkeep.memory.retention import floor_of, retention
from soulkeep.types.lists import Change, Session
from soulkeep.types.records import FACT, KINDS, Fact, Memory

_PAGE = 500
"""Number of memories read at once."""


def memories(
    relationship: Relationship,
    *,
    kinds: Collection[str] | None,
    session: str | None,
    forgotten: bool | None,
    after: str | None,
    limit: int | None,
    newest: bool,
) -> Iterator[Memory]:
    """Yield the memories that the two share, in the order they were stored. Arguments as in `Character.memories`."""
    key, store = relationship.key, relationship.runtime.store
    wanted = kinds_of(kinds)
    listable = KINDS if wanted is None else wanted
    if session is not None:
        require_name(session, "session")
    limit_of(limit)
    start = None if after is None else store.seq_of(key, require_name(after, "id"))
    if after is not None and start is None:
        raise UnknownMemory(after)

    def listed() -> Iterator[Memory]:
        last, left = start, limit
        while True:
            count = _PAGE if left is None else min(left, _PAGE)
            page = store.page(
                key, count, after=last, newest=newest, kinds=listable, session=session, forgotten=forgotten
            )
            for place in page:
                yield memory_of(key, place.entry)
            left = None if left is None else left - len(page)
            if len(page) < count or left == 0:
                return
            last = page[-1].seq

    return listed()


def facts(
    relationship: Relationship, *, subject: str | None, relation: str | None, as_of: datetime | None, past: bool
) -> list[Fact]:
    """Return what people stated about themselves and their world, oldest first.

    Args:
        relationship: who faces whom; facts shared with nobody in particular are included.
        subject: only facts about this one: `"anna"`, `"anna's sister"`.
        relation: only facts of this relation: `"home"`, `"likes"`, `"snack budget"` …
        as_of: a timezone-aware time; only facts that held then, as far as was known. Now by default.
        past: include what no longer holds, and what was said not to be so.
    """
    now = relationship.now() if as_of is None else require_aware(as_of).timestamp()
    standing = (
        fact_of(entry)
        for _, entry in relationship.derived(FACT)
        if entry.forgotten is None and (past or stands(entry, now, known_now=as_of is None))
    )
    return [
        fact
        for fact in standing
        if (subject is None or fact.subject.casefold() == subject.casefold())
        and (relation is None or fact.relation == relation)
    ]


def sessions(relationship: Relationship) -> list[Session]:
    """Return the conversations of the two, the most recent first."""
    return [session_of(sitting) for sitting in relationship.runtime.store.sessions(relationship.key)]


def history(relationship: Relationship, id: str) -> list[Change]:
    """Return what happened to a memory, oldest change first."""
    _, place = relationship.find(id)
    return changes_of(place.entry, relationship.runtime.store.history(place.partition, place.seq))


def suspects(relationship: Relationship) -> list[Memory]:
    """Return the memories that are suspect and not forgotten, in the order they were stored."""
    key, store = relationship.key, relationship.runtime.store
    _, [head] = store.heads([key])
    marked = [] if head is None else [place.entry for place in store.naming(head.partition, SIGNS)]
    return [memory_of(key, entry) for entry in marked if entry.details.get(SUSPECT) and entry.forgotten is None]


def retention_of(relationship: Relationship, memory: Memory, time: datetime | None) -> float:
    """Return how much of a memory is left, 0…1, by the character's own forgetfulness.

    Args:
        relationship: who faces whom.
        memory: one that the character sees.
        time: the moment asked about; now by default. Until its last use, a memory counts as whole.
    """
    if memory.owner != relationship.row.id and memory.world not in relationship.row.worlds:
        raise UnknownMemory(memory.id)
    settings = relationship.settings
    left = retention(
        relationship.now() if time is None else require_aware(time).timestamp(),
        memory.accessed.timestamp(),
        memory.stability,
        settings.forgetfulness,
        floor=floor_of(np.log10([memory.importance]).astype(np.float32), settings.importance_floor),
        pinned=memory.pinned,
    )
    return float(left[0])


def require_memory(memory: Memory) -> Memory:
    """Return the argument if it is a memory, or raise `InputError`."""
    if not isinstance(memory, Memory):
        raise InputError(f"{memory!r:.80} is no memory.", hint="Give one that memory() or memories() returned.")
    return memory
