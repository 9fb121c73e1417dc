"""All memories that a page may show, with shortened texts, so that they can be counted, filtered and sorted."""

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
"""Characters of a memory's text in an outline."""

State = Literal["remembered", "forgotten", "superseded", "pinned", "all"]
STATES: tuple[State, ...] = ("remembered", "pinned", "superseded", "forgotten", "all")

Order = Literal["newest", "oldest", "important", "fading"]
ORDERS: tuple[Order, ...] = ("newest", "oldest", "important", "fading")


class MemoryOutline(NamedTuple):
    """A memory in a list of thousands. Times are in seconds since the epoch."""

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
        """Return why recalls hold it back: `"forgotten"`, `"superseded"`, or "" if they don't."""
        return "forgotten" if self.forgotten else "superseded" if self.superseded else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dials:
    """The parameters of forgetting, as in `Settings`."""

    forgetfulness: float
    learning: float
    importance_floor: float
    fade_below: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A filter of memories in a list.

    Attributes:
        state: the state, such as forgotten or superseded.
        kind, source, speaker, session: the required values; "" for any.
        shared: `"person"` (with the person faced), `"all"` (with nobody in particular), or "" for both.
        since, until: the range of times, ends included, in seconds since the epoch; undated memories are left out.
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
        """Return whether a memory passes; with `state=False` whatever its state."""
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
    """Return whether a memory is in a state. Remembered means that recalls may return it."""
    if state == "remembered":
        return not one.held_back
    return state == "all" or bool(getattr(one, state))


class Catalogue:
    """The outlines of all memories that a character has facing a person, in the order of storing."""

    def __init__(self, outlines: Sequence[MemoryOutline]) -> None:
        self.outlines = tuple(outlines)

    @cached_property
    def by_id(self) -> dict[str, MemoryOutline]:
        """The outlines by the memories' ids."""
        return {one.id: one for one in self.outlines}

    def found(self, wanted: Filter, order: Order, *, now: float, dials: Dials) -> list[MemoryOutline]:
        """Return the memories that pass a filter, in an order."""
        chosen = [one for one in self.outlines if wanted.passes(one)]
        if order == "fading":
            left = left_of(chosen, dials, now)
            return [chosen[at] for at in np.argsort(left, kind="stable")]
        if order == "important":
            return sorted(chosen, key=lambda one: -one.importance)
        newest = order == "newest"
        undated = float("-inf") if newest else float("inf")
        if newest:
            chosen.reverse()  # of those at the same time, the last stored comes first
        return sorted(chosen, key=lambda one: undated if one.time is None else one.time, reverse=newest)

    def states(self, wanted: Filter) -> Counter[str]:
        """Return how many memories pass a filter in each state."""
        counts: Counter[str] = Counter()
        for one in self.outlines:
            if wanted.passes(one, state=False):
                counts.update(state for state in STATES if in_state(one, state))
        return counts

    def values(self, column: str) -> Counter[str]:
        """Return how often each value of a column occurs, except ""."""
        return Counter(value for one in self.outlines if (value := getattr(one, column)))


def left_of(
    outlines: Sequence[MemoryOutline],
    dials: Dials,
    now: float,
    ahead: Sequence[float] | NDArray[np.float64] | None = None,
) -> NDArray[np.float32]:
    """Return the retention of memories, 0…1 (1), by the library's own formula.

    Args:
        outlines: n memories.
        dials: the parameters of forgetting.
        now: the present time, in seconds since the epoch.
        ahead: m times, in seconds from `now`; the result then has shape (n, m).
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
"""Number of catalogues that are cached for each keep."""

_kept: WeakKeyDictionary[Keep, dict[tuple[str, str | None], tuple[Hashable, Catalogue]]] = WeakKeyDictionary()
_lock = Lock()


def load(access: Access, character: str, person: str | None) -> Catalogue:
    """Return all memories that a character has facing a person, including those shared with nobody in particular.

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
    """Return an outline's memory; None if it was deleted since."""
    try:
        return character.memory(one.id, person=one.person)
    except UnknownMemory:
        return None


def dials_of(character: Character) -> Dials:
    """Return a character's present parameters of forgetting: its own, else the keep's."""
    settings = relationship_of(character, None).settings
    return Dials(
        forgetfulness=settings.forgetfulness,
        learning=settings.learning,
        importance_floor=settings.importance_floor,
        fade_below=settings.fade_below,
    )


def outline(memory: Memory) -> MemoryOutline:
    """Return a memory's outline."""
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
    """Return a text on one line, shortened to a number of characters."""
    line = " ".join(text[: length * 4].split())
    return line if len(line) <= length else line[: length - 1] + "…"


def _seconds(time: datetime | None) -> float | None:
    return None if time is None else time.timestamp()
