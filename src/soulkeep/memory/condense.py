"""From short-term to medium-term memory: windows of talk, each condensed into one memory (4).

A window leaves the short-term memory when it overflows, or when the conversation is over. Its turns stay as they are;
the summary names them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from soulkeep.mind.entries import derived
from soulkeep.mind.features import times_of
from soulkeep.records import SUMMARY
from soulkeep.settings import Settings
from soulkeep.stores.base import Entry, Found
from soulkeep.text.affect import affect
from soulkeep.text.gist import Line, gist
from soulkeep.text.questions import asks

MINUTE = 60.0
_FEWEST = 3
"""Turns that make a window worth a memory of its own; fewer are, if they are important."""

_MATTERS = 4.0
_SMALL_TALK = 1.0
_SHOWN = 0.15
"""Intensity from which an emotion is told."""

_MOST_TIMES = 5


class Windows(NamedTuple):
    """How the turns beyond a mark divide.

    Attributes:
        ripe: windows to be condensed now, oldest first, each with its session ("" for none).
        mark: all turns up to this sequence number are condensed once the ripe windows are.
        done: of sessions beyond the mark, up to which number they are.
        wait: seconds from now until the first open session is over, None if none is open.
    """

    ripe: tuple[tuple[str, tuple[Found, ...]], ...]
    mark: int
    done: Mapping[str, int]
    wait: float | None


def windows(
    turns: Sequence[Found], done: Mapping[str, int], now: float, settings: Settings, *, over: bool = False
) -> Windows:
    """Divide turns by session and into windows.

    A session is over after `Settings.session_minutes` of silence, or once `Settings.history_turns` turns of others have
    followed its last: conversations that alternate are both open, while of many that are imported each gives way to the
    next. Turns without a session are over, too, where the silence between them tells.

    Args:
        turns: those beyond the mark, in their order.
        done: of sessions, up to which sequence number they are condensed.
        now: seconds since the epoch.
        settings: how long the short-term memory and the windows are.
        over: take every session as over.
    """
    ripe: list[tuple[str, tuple[Found, ...]]] = []
    still: dict[str, int] = {}
    left: list[int] = []
    waits: list[float] = []
    silence = settings.session_minutes * MINUTE
    size, keep = settings.window_turns, settings.history_turns
    sessions = _sessions(turns, silence)
    for at, (name, session) in enumerate(sessions):
        last = session[-1]
        still[name] = max(still.get(name, 0), done.get(name, 0))
        fresh = [place for place in session if place.seq > done.get(name, 0)]
        if not fresh:
            continue
        after = len(turns) - bisect_right(turns, last.seq, key=attrgetter("seq"))
        followed = after >= keep or (not name and at + 1 < len(sessions))  # those without a name stand last, in order
        if over or followed or now - last.entry.stored >= silence:
            ripe += [(name, window) for window in _cut(fresh, size)]
            still[name] = last.seq
            continue
        full = max(0, (len(fresh) - keep) // size)
        ripe += [(name, tuple(fresh[i * size : (i + 1) * size])) for i in range(full)]
        if full:
            still[name] = fresh[full * size - 1].seq
        left += [place.seq for place in fresh[full * size :]]
        waits.append(silence - (now - last.entry.stored))
    mark = min(left) - 1 if left else turns[-1].seq if turns else 0
    return Windows(
        ripe=tuple(sorted(ripe, key=lambda item: item[1][0].seq)),
        mark=mark,
        done={name: seq for name, seq in still.items() if seq > mark},
        wait=min(waits, default=None),
    )


def _sessions(turns: Sequence[Found], silence: float) -> list[tuple[str, list[Found]]]:
    """Turns by session; those without one by the silence between them."""
    named: dict[str, list[Found]] = {}
    unnamed: list[list[Found]] = []
    before = None
    for place in turns:
        entry = place.entry
        if entry.session is not None:
            named.setdefault(entry.session, []).append(place)
            continue
        if not unnamed or (before is not None and entry.time is not None and entry.time - before > silence):
            unnamed.append([])
        before = entry.time if entry.time is not None else before
        unnamed[-1].append(place)
    return [*named.items(), *(("", group) for group in unnamed)]


def _cut(turns: Sequence[Found], size: int) -> Iterator[tuple[Found, ...]]:
    """Turns in windows of about the same length, none much longer than `size`."""
    count = max(1, round(len(turns) / size))
    for i in range(count):
        yield tuple(turns[len(turns) * i // count : len(turns) * (i + 1) // count])


def worth_it(window: Sequence[Found]) -> bool:
    """Whether a window makes a memory: a greeting alone doesn't, nor a question."""
    telling = [
        place.entry for place in window if not asks(place.entry.text) and not place.entry.details.get("references")
    ]
    return bool(telling) and (len(window) >= _FEWEST or max(entry.importance for entry in telling) >= _MATTERS)


def by_rules(window: Sequence[Found], *, own: frozenset[str], now: float, settings: Settings) -> Entry | None:
    """The summary of a window in its own sentences; None if there is nothing to tell.

    Args:
        window: turns, oldest first, not empty.
        own: the names under which the character speaks: what the others tell matters more.
        now: seconds since the epoch.
        settings: how long it may be.
    """
    entries = [place.entry for place in window]
    told = [entry for entry in entries if not entry.details.get("references")]  # memories retold are nothing new
    fresh = [entry for entry in told if entry.importance > _SMALL_TALK] or told
    lines = [Line(entry.speaker or "", entry.text, entry.language, entry.importance) for entry in fresh]
    short = gist(lines, words=settings.summary_words, own=own)
    if not short.text:
        return None
    return summary_entry(
        window,
        short.text,
        now=now,
        topics=short.topics,
        emotions=_emotions(fresh),
        importance=max(entry.importance for entry in fresh),
        times=[span.text for entry in fresh for span in times_of(entry)],
        author="rules",
    )


def summary_entry(
    window: Sequence[Found],
    text: str,
    *,
    now: float,
    topics: Sequence[str],
    emotions: Mapping[str, float],
    importance: float,
    times: Sequence[str],
    author: str,
) -> Entry:
    """A summary as a row to be stored.

    Args:
        window: the turns it rests on, not empty.
        text: the summary.
        now: seconds since the epoch.
        topics, emotions, importance, times, author: as in `Summary` and `Memory`.
    """
    entries = [place.entry for place in window]
    last = entries[-1]
    dated = [entry for entry in entries if entry.time is not None]
    summary = derived(
        SUMMARY,
        text,
        dated[-1] if dated else last,
        now=now,
        importance=importance,
        base=window[0].seq,
        details=_details(entries, dated, topics, emotions, times, author),
    )
    summary.session, summary.accessed = last.session, last.accessed
    summary.language = Counter(entry.language for entry in entries).most_common(1)[0][0]
    return summary


def _details(
    entries: Sequence[Entry],
    dated: Sequence[Entry],
    topics: Sequence[str],
    emotions: Mapping[str, float],
    times: Sequence[str],
    author: str,
) -> dict[str, Any]:
    return {
        "turns": [entry.id for entry in entries],
        "summary": {
            "topics": list(topics),
            "emotions": {name: round(intensity, 2) for name, intensity in emotions.items()},
            "participants": list(dict.fromkeys(entry.speaker for entry in entries if entry.speaker)),
            "times": list(dict.fromkeys(times))[:_MOST_TIMES],
            "start": dated[0].time if dated else None,
            "author": author,
        },
    }


def _emotions(entries: Sequence[Entry]) -> dict[str, float]:
    """The emotions shown in a window, each as strongly as it was at its strongest."""
    found: dict[str, float] = {}
    for entry in entries:
        for emotion in affect(entry.text, entry.language).emotions:
            found[emotion.name] = max(found.get(emotion.name, 0.0), emotion.intensity)
    strong = sorted(found.items(), key=lambda item: -item[1])
    return {name: intensity for name, intensity in strong if intensity >= _SHOWN}
