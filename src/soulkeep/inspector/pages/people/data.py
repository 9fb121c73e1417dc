"""Data of the page on people, without user interface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

import numpy as np

from soulkeep.character.character import Character
from soulkeep.character.relationship import relationship_of
from soulkeep.server.access import Access
from soulkeep.types.claims import Grounding
from soulkeep.types.lists import Session
from soulkeep.types.records import TURN, Bond, Due, Fact, Felt, Memory, Mood, StoryEvent

COUNTED = 2000
"""Most memories of each person that are counted; if there are more, the page says so."""

RANKED = 300
"""Most people who are sorted by the last talk; if there are more, all are sorted by name."""

POINTS = 240
"""Number of points of a course."""

_TURNS = 400
_MOVING = 60
_STRONG = 0.12
_AHEAD = timedelta(days=14)


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A person in the list.

    Attributes:
        person: the person's id.
        mood, bond: the character's, facing the person.
        last: time of their last talk; None if unknown.
        memories: number of memories, at most `COUNTED`.
    """

    person: str
    mood: Mood
    bond: Bond
    last: datetime | None
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """A turn that moved the character.

    Attributes:
        memory: the turn.
        valence: -1…1: the feeling it caused or, if that is stronger, how it treated the character.
        at: the mood's valence at that time.
    """

    memory: Memory
    valence: float
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """Data about one person.

    Attributes:
        mood, bond: the present ones.
        course: mood and bond over time.
        moving: the turns that moved the mood most, oldest first.
        facts: the valid facts, newest first.
        due: plans whose time comes within two weeks.
        events: the events of stories.
        grounding: how well the replies to them are grounded.
        sessions: the conversations, latest first.
        memories: number of memories, at most `COUNTED`.
        last: time of the last talk.
    """

    mood: Mood
    bond: Bond
    course: tuple[Felt, ...]
    moving: tuple[Moving, ...]
    facts: tuple[Fact, ...]
    due: tuple[Due, ...]
    events: tuple[StoryEvent, ...]
    grounding: Grounding
    sessions: tuple[Session, ...]
    memories: int
    last: datetime | None


def faces(access: Access, character_id: str, sought: str, most: int) -> tuple[list[Face], int]:
    """Return the people whom a key reaches, and their number.

    Args:
        access: the user's access.
        character_id: the character who knows them.
        sought: part of their names; "" for all.
        most: most people to return.
    """
    names = [one for one in access.people(character_id) if sought.casefold() in one.casefold()]
    if len(names) > RANKED:
        return [_face(access, character_id, one) for one in sorted(names)[:most]], len(names)
    times = {one: last_talk(access.character(character_id, "read", person=one), one) for one in names}
    names.sort(key=lambda one: (-(time.timestamp() if (time := times[one]) else 0.0), one))
    return [_face(access, character_id, one) for one in names[:most]], len(names)


def _face(access: Access, character_id: str, person: str) -> Face:
    character = access.character(character_id, "read", person=person)
    return Face(
        person=person,
        mood=character.mood(person=person),
        bond=character.bond(person),
        last=last_talk(character, person),
        memories=_count(character, person),
    )


def last_talk(character: Character, person: str | None) -> datetime | None:
    """Return when the two last talked."""
    latest = character.memories(person=person, kinds={TURN}, newest=True, limit=5)
    return max((one.time for one in latest if one.time is not None), default=None)


def portrait(character: Character, person: str | None) -> Portrait:
    """Return the data about a person, or about nobody in particular if `person` is None."""
    course = character.course(person=person, points=POINTS)
    return Portrait(
        mood=character.mood(person=person),
        bond=Bond() if person is None else character.bond(person),
        course=tuple(course),
        moving=tuple(_moving(character, person, course)),
        facts=tuple(reversed(character.facts(person=person))),
        due=tuple(character.due(person=person, within=_AHEAD)),
        events=tuple(character.stories.events(person=person)),
        grounding=character.grounding(person=person),
        sessions=tuple(character.sessions(person=person)),
        memories=_count(character, person),
        last=last_talk(character, person),
    )


def _count(character: Character, person: str | None) -> int:
    return sum(1 for _ in islice(character.memories(person=person), COUNTED))


def _moving(character: Character, person: str | None, course: Sequence[Felt]) -> list[Moving]:
    """Return the turns that moved the character most, as judged for the course."""
    relationship = relationship_of(character, person)
    lived = relationship.runtime.moves.lived(relationship.key, relationship.own_names)
    strong = {round(move.time, 3): move.shown for move in lived.moves if max(map(abs, move.shown)) >= _STRONG}
    if not strong:
        return []
    times = np.array([felt.time.timestamp() for felt in course])
    moods = np.array([felt.mood.valence for felt in course])
    movings = []
    for memory in character.memories(person=person, kinds={TURN}, newest=True, limit=_TURNS):
        if memory.time is None or memory.speaker in relationship.own_names:
            continue
        shown = strong.get(round(memory.time.timestamp(), 3))
        if shown is not None:
            valence = max(shown.valence, shown.closeness, shown.trust, key=abs)
            at = float(np.interp(memory.time.timestamp(), times, moods))
            movings.append(Moving(memory=memory, valence=valence, at=at))
    movings.sort(key=lambda one: -abs(one.valence))
    return sorted(movings[:_MOVING], key=lambda one: one.memory.time.timestamp() if one.memory.time else 0.0)
