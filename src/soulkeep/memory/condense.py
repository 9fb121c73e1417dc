"""From short-term to medium-term memory: windows of talk, each condensed into one memory (4).

A window leaves the short-term memory when that overflows, or when the conversation is over. Its turns stay stored; the
summary refers to them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from soulkeep.judgement.model import judge
from soulkeep.lang.questions import asks
from soulkeep.memory.entries import derived
from soulkeep.memory.gist import GistLine, gist
from soulkeep.search.indexed_terms import times_of
from soulkeep.settings import Settings
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import SUMMARY

MINUTE = 60.0

_FEWEST = 3
"""Least number of turns that deserve a memory of their own; fewer do if they are important."""

_PAUSE = 5 * MINUTE
"""Silence, in seconds, that counts as a pause in the talk."""

_MATTERS = 4.0
_SMALL_TALK = 1.0
_SHOWN = 0.15
"""Least intensity of an emotion that is noted."""

_MOST_TIMES = 5


class Windows(NamedTuple):
    """The division of the turns after a mark into windows.

    Attributes:
        ripe: windows to be condensed now, oldest first, each with its session ("" for none).
        mark: all turns up to this sequence number are condensed once the ripe windows are.
        done: for sessions beyond the mark, the sequence number up to which they are condensed.
        wait: seconds until the first open session is over; None if none is open.
    """

    ripe: tuple[tuple[str, tuple[PlacedEntry, ...]], ...]
    mark: int
    done: Mapping[str, int]
    wait: float | None


def windows(
    turns: Sequence[PlacedEntry],
    done: Mapping[str, int],
    now: float,
    settings: Settings,
    *,
    own: Collection[str] = (),
    size: int | None = None,
    over: bool = False,
) -> Windows:
    """Divide turns into sessions, and these into windows that end where the talk pauses and never inside an exchange.

    A session is over after `Settings.session_minutes` of silence, or once `Settings.history_turns` turns of others have
    followed its last: so alternating conversations are both open, while each of many imported ones ends as the next
    begins. Turns without a session form one until a long enough silence.

    Args:
        turns: those beyond the mark, in order.
        done: by session, the sequence number up to which it is condensed.
        now: seconds since the epoch.
        settings: for the length of the short-term memory and of windows.
        own: the names under which the character speaks.
        size: approximate number of turns in a window; `Settings.window_turns` by default.
        over: treat every session as over.
    """
    ripe: list[tuple[str, tuple[PlacedEntry, ...]]] = []
    still: dict[str, int] = {}
    left: list[int] = []
    waits: list[float] = []
    silence = settings.session_minutes * MINUTE
    size, keep = size or settings.window_turns, settings.history_turns
    sessions = _sessions(turns, silence)
    for at, (name, session) in enumerate(sessions):
        last = session[-1]
        still[name] = max(still.get(name, 0), done.get(name, 0))
        fresh = [place for place in session if place.seq > done.get(name, 0)]
        if not fresh:
            continue
        after = len(turns) - bisect_right(turns, last.seq, key=attrgetter("seq"))
        followed = after >= keep or (not name and at + 1 < len(sessions))  # unnamed ones come last, in order
        if over or followed or now - last.entry.stored >= silence:
            ripe += [(name, window) for window in cut(fresh, size, own)]
            still[name] = last.seq
            continue
        full = cut(fresh[: max(0, len(fresh) - keep)], size, own, open_ended=True)
        ripe += [(name, window) for window in full]
        if full:
            still[name] = full[-1][-1].seq
        left += [place.seq for place in fresh[sum(map(len, full)) :]]
        waits.append(silence - (now - last.entry.stored))
    mark = min(left) - 1 if left else turns[-1].seq if turns else 0
    return Windows(
        ripe=tuple(sorted(ripe, key=lambda item: item[1][0].seq)),
        mark=mark,
        done={name: seq for name, seq in still.items() if seq > mark},
        wait=min(waits, default=None),
    )


def _sessions(turns: Sequence[PlacedEntry], silence: float) -> list[tuple[str, list[PlacedEntry]]]:
    """Group turns by session; those without one are divided by the silence between them."""
    named: dict[str, list[PlacedEntry]] = {}
    unnamed: list[list[PlacedEntry]] = []
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


def cut(
    turns: Sequence[PlacedEntry], size: int, own: Collection[str], *, open_ended: bool = False
) -> list[tuple[PlacedEntry, ...]]:
    """Cut turns into windows of about the same length, each ending where the talk pauses.

    An exchange (what somebody says and what the character answers) is kept whole where possible.

    Args:
        turns: oldest first.
        size: number of turns in a window; a window may have half as many or nearly twice as many.
        own: the names under which the character speaks.
        open_ended: more will be said, so turns that don't fill a window are left over.
    """
    windows: list[tuple[PlacedEntry, ...]] = []
    start = 0
    answers = any(place.entry.speaker in own for place in turns)
    enough = 2 * size if not open_ended else size + 1 if answers else size  # one more shows that an exchange is over
    while len(turns) - start >= enough:
        end = _pause(turns, start, size, own, open_ended=open_ended)
        if end is None:
            break
        windows.append(tuple(turns[start:end]))
        start = end
    if start < len(turns) and not open_ended:
        windows.append(tuple(turns[start:]))
    return windows


def _pause(
    turns: Sequence[PlacedEntry], start: int, size: int, own: Collection[str], *, open_ended: bool
) -> int | None:
    """Return the best end of a window that begins at `start`: after the longest silence that counts, else near its
    size. None if it isn't known yet whether the talk pauses in time."""
    least, most = start + max(1, size // 2), start + 2 * size - 1
    places = list(range(least, min(most, len(turns)) + 1))
    whole = [at for at in places if at < len(turns) and _begins_exchange(turns[at - 1].entry, turns[at].entry, own)]
    if not open_ended and len(turns) in places:
        whole.append(len(turns))
    answers = any(place.entry.speaker in own for place in turns[start:most])
    if not whole and open_ended and answers and len(turns) < most:
        return None

    def fits(at: int) -> tuple[float, int]:
        silence = _silence(turns[at - 1].entry, turns[at].entry) if at < len(turns) else 0.0
        return (silence if silence >= _PAUSE else 0.0, -abs(at - start - size))

    return max(whole or places, key=fits)


def _begins_exchange(before: Entry, after: Entry, own: Collection[str]) -> bool:
    return after.speaker not in own and (before.speaker in own or not own)


def _silence(before: Entry, after: Entry) -> float:
    """Return the seconds between two turns; 0 if unknown."""
    return 0.0 if before.time is None or after.time is None else max(0.0, after.time - before.time)


def worth_it(window: Sequence[PlacedEntry], *, anything: bool = False) -> bool:
    """Return whether a window deserves a memory: a greeting or a question alone doesn't. With `anything` it always
    does, since whoever summarises it judges better."""
    if anything:
        return bool(window)
    telling = [
        place.entry for place in window if not asks(place.entry.text) and not place.entry.details.get("references")
    ]
    return bool(telling) and (len(window) >= _FEWEST or max(entry.importance for entry in telling) >= _MATTERS)


def by_rules(window: Sequence[PlacedEntry], *, own: frozenset[str], now: float, settings: Settings) -> Entry | None:
    """Summarise a window by rules, in its own sentences; None if there is nothing to tell.

    Args:
        window: turns, oldest first, not empty.
        own: the names under which the character speaks; what others tell weighs more.
        now: seconds since the epoch.
        settings: for the length of the summary.
    """
    entries = [place.entry for place in window]
    spoken = [entry for entry in entries if not entry.details.get("references")]  # retold memories are nothing new
    fresh = [entry for entry in spoken if entry.importance > _SMALL_TALK] or spoken
    lines = [GistLine(entry.speaker or "", entry.text, entry.language, entry.importance) for entry in fresh]
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
    window: Sequence[PlacedEntry],
    text: str,
    *,
    now: float,
    topics: Sequence[str],
    emotions: Mapping[str, float],
    importance: float,
    times: Sequence[str],
    author: str,
) -> Entry:
    """Return a summary as a row to be stored.

    Args:
        window: the turns it summarises, not empty.
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
    """Return the emotions shown in a window, each at its strongest."""
    emotions: dict[str, float] = {}
    for entry in entries:
        for emotion in judge(entry.text).emotions:
            emotions[emotion.name] = max(emotions.get(emotion.name, 0.0), emotion.intensity)
    strong = sorted(emotions.items(), key=lambda item: -item[1])
    return {name: intensity for name, intensity in strong if intensity >= _SHOWN}
