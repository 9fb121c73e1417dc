"""All memories that a page may show, without most of their words: to count, filter and order them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from soulkeep.character.character import Character
from soulkeep.character.relationship import relationship_of
from soulkeep.errors import UnknownMemory
from soulkeep.inspector.live import state_of
from soulkeep.keep import Keep
from soulkeep.memory.retention import floor_of, retention
from soulkeep.server.access import Access
from soulkeep.types.records import Memory

BEGINNING = 90
"""Characters of a memory's text that an outline holds."""

State = Literal["remembered", "forgotten", "superseded", "pinned", "all"]
STATES: tuple[State, ...] = ("remembered", "pinned", "superseded", "forgotten", "all")

Order = Literal["newest", "oldest", "important", "fading"]
ORDERS: tuple[Order, ...] = ("newest", "oldest", "important", "fading")


class MemoryOutline(NamedTuple):
    """A memory in a list of thousands. Times are seconds since the epoch."""

    id: str
    person: str | None
    kind: str
    source: str
    session: str | None
    speaker: str | None
    time: float | None
    importance: float
    stability: float
    accessed: float
    pinned: bool
    forgotten: bool
    superseded: bool
    ended: float | None
    begins: str

    @property
    def held_back(self) -> str:
        """Why recalls hold it back: `"forgotten"`, `"superseded"`, or "" if they don't."""
        return "forgotten" if self.forgotten else "superseded" if self.superseded else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dials:
    """What forgetting goes by; as in `Settings`."""

    forgetfulness: float
    learning: float
    importance_floor: float
    fade_below: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which memories a list shows.

    Attributes:
        state: which of what is held back.
        kind, source, speaker, session: only that; all if empty.
        shared: `"person"` (with the person faced), `"all"` (with nobody in particular), or "" for both.
        since, until: when it happened, ends included, seconds since the epoch; what has no date is left out.
    """

    state: State = "remembered"
    kind: str = ""
    source: str = ""
    speaker: str = ""
    session: str = ""
    shared: str = ""
    since: float | None = None
    until: float | None = None

    def passes(self, one: MemoryOutline, *, state: bool = True) -> bool:
        """Whether a memory is shown; `state=False` leaves its state aside."""
        return (
            (not state or in_state(one, self.state))
            and (not self.kind or one.kind == self.kind)
            and (not self.source or one.source == self.source)
            and (not self.speaker or one.speaker == self.speaker)
            and (not self.session or one.session == self.session)
            and (not self.shared or (one.person is None) == (self.shared == "all"))
            and (self.since is None or (one.time is not None and one.time >= self.since))
            and (self.until is None or (one.time is not None and one.time <= self.until))
        )


def in_state(one: MemoryOutline, state: State) -> bool:
    """Whether a memory is in a state. Remembered is what recalls may give."""
    if state == "remembered":
        return not one.held_back
    return state == "all" or bool(getattr(one, state))


class Catalogue:
    """The outlines of all memories that a character has facing a person, in the order they were stored."""

    def __init__(self, outlines: Sequence[MemoryOutline]) -> None:
        self.outlines = tuple(outlines)

    @cached_property
    def by_id(self) -> dict[str, MemoryOutline]:
        """The outlines by their memories' ids."""
        return {one.id: one for one in self.outlines}

    def found(self, wanted: Filter, order: Order, *, now: float, dials: Dials) -> list[MemoryOutline]:
        """What a filter lets through, in an order."""
        chosen = [one for one in self.outlines if wanted.passes(one)]
        if order == "fading":
            left = left_of(chosen, dials, now)
            return [chosen[at] for at in np.argsort(left, kind="stable")]
        if order == "important":
            return sorted(chosen, key=lambda one: -one.importance)
        newest = order == "newest"
        undated = float("-inf") if newest else float("inf")
        if newest:
            chosen.reverse()  # of those said in the same moment, the last comes first
        return sorted(chosen, key=lambda one: undated if one.time is None else one.time, reverse=newest)

    def states(self, wanted: Filter) -> Counter[str]:
        """How many memories a filter would let through in each state."""
        counts: Counter[str] = Counter()
        for one in self.outlines:
            if wanted.passes(one, state=False):
                counts.update(state for state in STATES if in_state(one, state))
        return counts

    def values(self, column: str) -> Counter[str]:
        """How often each value of a column occurs, "" left out."""
        return Counter(value for one in self.outlines if (value := getattr(one, column)))


def left_of(
    outlines: Sequence[MemoryOutline],
    dials: Dials,
    now: float,
    ahead: Sequence[float] | NDArray[np.float64] | None = None,
) -> NDArray[np.float32]:
    """How much is left of memories, 0…1 (1), by the library's own formula.

    Args:
        outlines: n memories.
        dials: how fast is forgotten.
        now: seconds since the epoch.
        ahead: m moments, in seconds from `now`; the result is then n x m.
    """
    accessed = np.array([one.accessed for one in outlines], dtype=np.float64)
    stability = np.array([one.stability for one in outlines], dtype=np.float32)
    pinned = np.array([one.pinned for one in outlines], dtype=np.bool_)
    importance = np.array([one.importance for one in outlines], dtype=np.float32)
    floor = floor_of(np.log10(importance), dials.importance_floor)
    if ahead is not None:
        accessed = accessed[:, np.newaxis] - np.asarray(ahead, dtype=np.float64)[np.newaxis, :]
        stability, pinned, floor = stability[:, np.newaxis], pinned[:, np.newaxis], floor[:, np.newaxis]
    return retention(now, accessed, stability, dials.forgetfulness, floor=floor, pinned=pinned)


_KEPT = 4
"""Catalogues that are kept for each keep, for the next page that asks."""

_kept: WeakKeyDictionary[Keep, dict[tuple[str, str | None], tuple[Hashable, Catalogue]]] = WeakKeyDictionary()
_lock = Lock()


def load(access: Access, character: str, person: str | None) -> Catalogue:
    """Every memory that a character has facing a person, what it shares with nobody in particular included.

    Raises:
        Forbidden, UnknownCharacter.
    """
    one = access.character(character, "read", person=person)
    key, state = (character, person), state_of(one, person)
    with _lock:
        cached = _kept.setdefault(access.keep, {}).get(key)
    if cached is not None and cached[0] == state:
        return cached[1]
    everywhere = dict.fromkeys((None, person))
    fresh = Catalogue([outline(memory) for who in everywhere for memory in one.memories(person=who)])
    with _lock:
        of_keep = _kept.setdefault(access.keep, {})
        of_keep.pop(key, None)
        of_keep[key] = state, fresh
        while len(of_keep) > _KEPT:
            of_keep.pop(next(iter(of_keep)))
    return fresh


def read_memory(character: Character, one: MemoryOutline) -> Memory | None:
    """The memory of an outline; None if it was deleted since."""
    try:
        return character.memory(one.id, person=one.person)
    except UnknownMemory:
        return None


def dials_of(character: Character) -> Dials:
    """The dials that a character forgets by now: its own, else the keep's."""
    settings = relationship_of(character, None).settings
    return Dials(
        forgetfulness=settings.forgetfulness,
        learning=settings.learning,
        importance_floor=settings.importance_floor,
        fade_below=settings.fade_below,
    )


def outline(memory: Memory) -> MemoryOutline:
    """A memory's outline."""
    return MemoryOutline(
        id=memory.id,
        person=memory.person,
        kind=memory.kind,
        source=memory.source,
        session=memory.session,
        speaker=memory.speaker,
        time=_seconds(memory.time),
        importance=memory.importance,
        stability=memory.stability,
        accessed=memory.accessed.timestamp(),
        pinned=memory.pinned,
        forgotten=memory.forgotten is not None,
        superseded=memory.superseded is not None,
        ended=_seconds(memory.ended),
        begins=shortened(memory.text),
    )


def shortened(text: str, length: int = BEGINNING) -> str:
    """A text on one line, cut to a length in characters."""
    line = " ".join(text[: length * 4].split())
    return line if len(line) <= length else line[: length - 1] + "…"


def _seconds(time: datetime | None) -> float | None:
    return None if time is None else time.timestamp()
