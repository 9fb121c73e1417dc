"""Data of the page on time: dots, bars and marks, without user interface."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from soulkeep.inspector.memory_row import day_of
from soulkeep.inspector.pages.memories.catalogue import MemoryOutline
from soulkeep.types.records import FACT, PASSAGE, TURN

DAY = 86_400.0

DOTS = 600
"""Most turns, and most marks, that are drawn individually; more are grouped by stretch of time."""

BARS = 18
"""Most facts with a bar of their own, the latest in view."""

SPEAKERS = 4
"""Most speakers with a lane of their own; the others share one."""

_STRETCHES = 70
_SESSIONS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A stretch of time, ends included, in seconds since the epoch."""

    first: float
    last: float

    def holds(self, time: float | None) -> bool:
        """Return whether a time lies in it."""
        return time is not None and self.first <= time <= self.last

    def part(self, start: float, end: float) -> Window:
        """Return the part between two positions in it, 0…100 %."""
        width = self.last - self.first
        return Window(first=self.first + width * start / 100, last=self.first + width * end / 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A memory, or several that are near in time.

    Attributes:
        lane: its speaker; for a mark, its kind.
        time: its time; the middle for several.
        count: number of memories.
        one: the memory, if there is only one.
        window: the stretch of time of several.
    """

    lane: str
    time: float
    count: int = 1
    one: MemoryOutline | None = None
    window: Window | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The data in view.

    Attributes:
        lanes: the speakers with most turns first; "" for all others.
        dots: the turns.
        marks: summaries, insights, events and other memories that aren't turns or facts.
        bars: the facts, oldest first.
        more: number of facts in view without a bar.
        sessions: beginning and end of each conversation.
    """

    lanes: tuple[str, ...]
    dots: tuple[Dot, ...]
    marks: tuple[Dot, ...]
    bars: tuple[MemoryOutline, ...]
    more: int
    sessions: tuple[Window, ...]


def dated(outlines: Sequence[MemoryOutline]) -> list[MemoryOutline]:
    """Return the memories that have a time, oldest first, without read passages."""
    return sorted(
        (one for one in outlines if one.time is not None and one.kind != PASSAGE), key=lambda one: one.time or 0.0
    )


def whole_time(outlines: Sequence[MemoryOutline], now: float) -> Window:
    """Return the time of all memories until now, with some space before."""
    times = [one.time for one in outlines if one.time is not None]
    first, last = min(times, default=now), max([now, *times])
    room = max((last - first) * 0.02, 3600.0)
    return Window(first=first - room, last=last)


def draw(outlines: Sequence[MemoryOutline], window: Window) -> Drawing:
    """Return the data in a window.

    Args:
        outlines: dated memories, oldest first.
        window: the window in view.
    """
    turns = [one for one in outlines if one.kind == TURN]
    lanes = lanes_of(turns)
    here = [one for one in turns if window.holds(one.time)]
    derived = [one for one in outlines if one.kind not in (TURN, FACT) and window.holds(one.time)]
    facts = [one for one in outlines if one.kind == FACT and _valid_in(one, window)]
    return Drawing(
        lanes=lanes,
        dots=tuple(gathered(here, lambda one: (one.speaker or "") if one.speaker in lanes else "", window)),
        marks=tuple(gathered(derived, lambda one: one.kind, window)),
        bars=tuple(facts[-BARS:]),
        more=max(0, len(facts) - BARS),
        sessions=tuple(sessions_of(here)),
    )


def lanes_of(turns: Sequence[MemoryOutline]) -> tuple[str, ...]:
    """Return the speakers with a lane, those with most turns; "" for the others, if there are any."""
    counts: dict[str, int] = defaultdict(int)
    for one in turns:
        counts[one.speaker or ""] += 1
    ranked = sorted((name for name in counts if name), key=lambda name: (-counts[name], name))
    if len(ranked) <= SPEAKERS and "" not in counts:
        return tuple(ranked)
    return (*ranked[:SPEAKERS], "")


def gathered(outlines: Sequence[MemoryOutline], lane_of: Callable[[MemoryOutline], str], window: Window) -> list[Dot]:
    """Return memories as dots, grouped by lane and stretch of time if there are too many."""
    if len(outlines) <= DOTS:
        return [Dot(lane=lane_of(one), time=one.time or 0.0, one=one) for one in outlines]
    stretch = (window.last - window.first) / _STRETCHES
    groups: dict[tuple[str, int], list[MemoryOutline]] = defaultdict(list)
    for one in outlines:
        groups[lane_of(one), int(((one.time or 0.0) - window.first) / stretch)].append(one)
    dots: list[Dot] = []
    for (lane, _), group in groups.items():
        first, last = group[0].time or 0.0, group[-1].time or 0.0
        dots.append(
            Dot(
                lane=lane,
                time=(first + last) / 2,
                count=len(group),
                one=group[0] if len(group) == 1 else None,
                window=Window(first=first, last=last),
            )
        )
    return dots


def sessions_of(turns: Sequence[MemoryOutline]) -> list[Window]:
    """Return beginning and end of conversations; none if there are too many to be distinguished."""
    spans: dict[str, tuple[float, float]] = {}
    for one in turns:
        if one.session is not None and one.time is not None:
            first, last = spans.get(one.session, (one.time, one.time))
            spans[one.session] = (min(first, one.time), max(last, one.time))
    if len(spans) > _SESSIONS:
        return []
    return sorted((Window(first=first, last=last) for first, last in spans.values()), key=lambda one: one.first)


def days(outlines: Sequence[MemoryOutline], window: Window) -> dict[str, list[MemoryOutline]]:
    """Return the memories in a window by day, in this machine's zone: latest day first, within a day earliest first."""
    by_day: dict[str, list[MemoryOutline]] = {}
    for one in outlines:
        if one.time is not None and window.holds(one.time):
            by_day.setdefault(day_of(one.time), []).append(one)
    return dict(sorted(by_day.items(), reverse=True))


def _valid_in(fact: MemoryOutline, window: Window) -> bool:
    return fact.time is not None and fact.time <= window.last and (fact.ended is None or fact.ended >= window.first)
