"""Storing turns: they are checked, interpreted, indexed and stored, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from soulkeep.character.relationship import MOST, QUIET, ROLE, Relationship
from soulkeep.errors import InputError
from soulkeep.memory.audience import handed_out, heard_by_all
from soulkeep.memory.entries import HEARD_BY, Answered
from soulkeep.memory.messages import turns_of
from soulkeep.memory.perceive import perceive
from soulkeep.search.index import Progress, index
from soulkeep.stores.rows import Entry, Stored, Wake
from soulkeep.telemetry import passing_over
from soulkeep.types.receipts import Observed
from soulkeep.types.records import TURN, Turn

_SHORT = 60
"""Length up to which a turn may not show its language."""


def observe(
    relationship: Relationship, turns: Iterable[Turn | Mapping[str, Any]], *, undated: bool, progress: Progress | None
) -> list[Observed]:
    """Remember turns, or messages as chat completions have them (`{"role": "user", "content": "…"}`).

    Args:
        relationship: who faces whom.
        turns: in the order they were said. In messages, the role `user` is the person and `assistant` the character;
            other roles (`system`, `tool`) are left out, as nobody said them. A message may also have `name`, `time`,
            `session` and `id`.
        undated: turns without a time get an unknown one, not now: for old chats without dates.
        progress: called with the number of turns prepared so far and the total.
    """
    if not isinstance(turns, Iterable):
        raise InputError("The turns must be a list.", hint="Write observe_many([soulkeep.Turn(text), …]).")
    said = turns_of(turns, relationship.row.name, relationship.person or ROLE)
    stored = store_turns(relationship, said, undated=undated, progress=progress)
    return [Observed(id=entry.id, new=new) for entry, new in stored]


def store_turns(
    relationship: Relationship,
    turns: Sequence[Turn],
    *,
    speaker: str | None = None,
    undated: bool = False,
    answer: Answered | None = None,
    into: int | None = None,
    beside: Sequence[Entry] = (),
    also: Callable[[Sequence[Entry]], None] | None = None,
    spoken_before: str | None = None,
    progress: Progress | None = None,
) -> list[tuple[Entry, bool]]:
    """Store turns so that they are durable and can be found, with copies for others who heard them.

    Args:
        relationship: who faces whom.
        turns: in the order they were said.
        speaker: who said them, where they don't tell; the person by default.
        undated: turns without a time happened at an unknown one.
        answer: what they are linked to, if they are an answer of the character's.
        into: the partition's number, if it must still be that one.
        beside: other memories that are stored in the same transaction.
        also: what else is done in that transaction (`Store.at_once`), once they are stored.
        spoken_before: the language that the talk went on in, where that is known.
        progress: called with the turns prepared and the total.

    Returns:
        Each turn as stored, and whether it is new.
    """
    runtime = relationship.runtime
    entries = perceive_turns(
        relationship, turns, speaker=speaker, undated=undated, answer=answer, spoken_before=spoken_before
    )
    if not entries:
        return []
    embeddings = runtime.embeddings
    index([*entries, *beside], embeddings.embedder, progress)
    copies = handed_out(relationship.key, relationship.own_names, entries)

    def store() -> list[Stored]:
        stored = runtime.store.append(
            relationship.key,
            [*entries, *beside],
            embeddings.cache.space,
            into=into,
            wake=Wake(relationship.now(), QUIET, MOST),
            copies=copies,
        )
        if also is not None:
            also(entries)
        return stored

    stored = store() if also is None else runtime.store.at_once(store)
    runtime.woken()
    return [(entry, place.new) for entry, place in zip(entries, stored, strict=False)]


def perceive_turns(
    relationship: Relationship,
    turns: Sequence[Turn],
    *,
    speaker: str | None = None,
    undated: bool = False,
    answer: Answered | None = None,
    before: int | None = None,
    spoken_before: str | None = None,
) -> list[Entry]:
    """Check turns and understand them. Nothing is stored.

    Args:
        relationship: the character, and the person it faces.
        turns: what was said.
        speaker: who said them, where they don't tell; the person by default.
        undated: turns without a time happened at an unknown one.
        answer: what they are linked to, if they are an answer of the character's.
        before: understand them in the light of the turns before this sequence number; by default, of all.
        spoken_before: the language that the talk went on in.
    """
    now, settings = relationship.runtime.clock.now(), relationship.runtime.settings
    entries: list[Entry] = []
    spoken = _spoken_before(relationship, turns, before, spoken_before)
    knowledge = relationship.knowledge
    for turn in turns:
        entry = perceive(
            turn,
            speaker=speaker or relationship.person or relationship.row.name,
            own=relationship.own_names,
            now=now,
            language=relationship.row.language or None,
            spoken_before=spoken,
            own_language=None if knowledge is None else knowledge.lexicon.tongue,
            limit=settings.turn_characters,
            undated=undated,
            answer=answer,
            redacted=settings.redact,
        )
        entries.append(entry)
        spoken = entry.language
    if entries:
        _understand(relationship, entries, before)
    return entries


def _spoken_before(
    relationship: Relationship, turns: Sequence[Turn], before: int | None, known: str | None
) -> str | None:
    """Return the language of the talk so far, for a turn that is too short to tell ("ok", "Ja")."""
    text = getattr(turns[0], "text", None) if turns else None
    if relationship.row.language or not isinstance(text, str) or len(text) >= _SHORT:
        return None
    if known is not None:
        return known
    last = relationship.runtime.store.last(relationship.key, 1, kind=TURN, before=before)
    return last[0].entry.language if last else None


def _understand(relationship: Relationship, entries: Sequence[Entry], before: int | None) -> None:
    """Note what turns say in terms of what the character knows now (2)."""
    knowledge = relationship.knowledge
    if knowledge is None:
        return
    from soulkeep.graph.episodes.listener import CONTEXT, Listeners

    def context(audience: Collection[str], session: str | None) -> list[Entry]:
        store = relationship.runtime.store
        last = store.last(relationship.key, CONTEXT, kind=TURN, session=session, before=before)
        return [place.entry for place in last if heard_by_all(place.entry, audience)]

    listeners: dict[frozenset[str], Listeners] = {}  # others don't learn from what they didn't hear
    for entry in entries:
        audience = frozenset(entry.details.get(HEARD_BY, ()))
        if audience not in listeners:
            listeners[audience] = Listeners(knowledge, relationship.own_names, partial(context, audience))
        with passing_over("understanding", Exception):  # a turn is kept, whatever rules make of it
            listeners[audience].of(entry).hear(entry)
