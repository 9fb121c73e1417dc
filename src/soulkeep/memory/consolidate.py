"""Long-term memory: memories that say the same become one, which cites them all (4; 2: episode blending).

Two summaries are merged if they are very alike and nothing sets them apart: other people, names, numbers, or that one
denies what the other says. What somebody says or asks again and again becomes a memory of that. The parts stay, linked
to what stands in their place; recalls give that instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from soulkeep.mind.entries import new_id
from soulkeep.mind.features import happened
from soulkeep.mind.partition import Partition
from soulkeep.records import BLEND, INFERRED, TURN
from soulkeep.settings import Settings
from soulkeep.stores.base import Entry, Found
from soulkeep.text.function_words import telling_terms
from soulkeep.text.gist import gist_of_texts
from soulkeep.text.names import proper_names
from soulkeep.text.negation import denies
from soulkeep.text.questions import is_question
from soulkeep.text.wordings import repeated_wording

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_FEWEST_TERMS = 2
"""Telling words that something must have to be worth counting: people say "hello" every day."""

_REPEAT_ALIKE = 0.9
_SHARED_TERMS = 0.75
_COUNTS = frozenset({1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75})
"""How often something must have been said for that to be told anew; beyond these, every hundredth time."""


def mergeable(one: Entry, other: Entry, alike: float, settings: Settings) -> bool:
    """Whether two memories say the same.

    Args:
        one, other: summaries, or blends of them.
        alike: their similarity (cosine).
        settings: the threshold range.
    """
    if not settings.merge_above <= alike <= settings.merge_below or one.language != other.language:
        return False
    people = [set(entry.details.get("summary", {}).get("participants", ())) for entry in (one, other)]
    if people[0] != people[1] or denies(one.text, one.language) != denies(other.text, other.language):
        return False
    return (
        set(_NUMBER.findall(one.text)) == set(_NUMBER.findall(other.text))
        and set(proper_names(one.text)) == set(proper_names(other.text))
        and _shared(telling_terms(one.text, one.language), telling_terms(other.text, other.language)) >= 0.5
    )


def merged(one: Found, other: Found, *, own: frozenset[str], now: float, settings: Settings) -> Entry:
    """One long-term memory of two, the older first; `own` names the character."""
    old, new = one.entry, other.entry
    data, newer = old.details["summary"], new.details["summary"]
    emotions = dict(data["emotions"])
    for name, intensity in newer["emotions"].items():
        emotions[name] = max(intensity, emotions.get(name, 0.0))
    return Entry(
        id=new_id(),
        kind=BLEND,
        text=gist_of_texts([old.text, new.text], new.language, words=settings.summary_words, own=own),
        source=INFERRED,
        stored=now,
        language=new.language,
        time=new.time,
        zone=new.zone,
        importance=max(old.importance, new.importance),
        stability=max(old.stability, new.stability),
        accessed=max(old.accessed, new.accessed),
        base=one.seq,
        details={
            "parts": [*old.details.get("parts", [old.id]), new.id],
            "turns": list(dict.fromkeys([*old.details["turns"], *new.details["turns"]])),
            "summary": {
                **newer,
                "topics": list(dict.fromkeys([*newer["topics"], *data["topics"]]))[:5],
                "emotions": emotions,
                "times": list(dict.fromkeys([*data["times"], *newer["times"]]))[:5],
                "start": data["start"],
            },
        },
    )


def twin(partition: Partition, kinds: Sequence[str], vector: np.ndarray, settings: Settings) -> list[tuple[int, float]]:
    """Sequence numbers of memories of some kinds that may say the same, and how alike they are, most alike first.

    Args:
        partition: held.
        kinds: that come in question.
        vector: of what is compared with them, unit length.
        settings: the threshold range.
    """
    size = partition.size
    codes = [partition.kind_codes.find(kind) for kind in kinds]
    rows = np.flatnonzero(
        np.isin(partition.kinds[:size], codes)
        & partition.live[:size]
        & ~partition.forgotten[:size]
        & ~partition.superseded[:size]
    )
    alike = partition.vectors[rows] @ vector
    order = [at for at in np.argsort(-alike, kind="stable").tolist() if alike[at] >= settings.merge_above]
    return [(int(partition.seqs[rows[at]]), float(alike[at])) for at in order]


def said_before(partition: Partition, seqs: Sequence[int]) -> dict[int, list[int]]:
    """For some turns, the sequence numbers of those by the same speaker that are very alike, itself the last, oldest
    first.

    Args:
        partition: held.
        seqs: of the turns, ascending; those that aren't there are left out.
    """
    size = partition.size
    rows = np.searchsorted(partition.seqs[:size], seqs)
    rows = rows[(rows < size) & np.isin(partition.seqs[np.minimum(rows, size - 1)], seqs)] if size else rows[:0]
    turns = (partition.kinds[:size] == partition.kind_codes.find(TURN)) & partition.live[:size]
    alike = partition.vectors[rows] @ partition.vectors[:size].T  # all at once: reading the vectors is what takes long
    found: dict[int, list[int]] = {}
    for row, likeness in zip(rows.tolist(), alike, strict=True):
        same = turns[: row + 1] & (partition.speakers[: row + 1] == partition.speakers[row])
        found[int(partition.seqs[row])] = partition.seqs[: row + 1][
            same & (likeness[: row + 1] >= _REPEAT_ALIKE)
        ].tolist()
    return found


def repeated(places: Sequence[Found], *, now: float, settings: Settings) -> Entry | None:
    """The memory that somebody said or asked the same again and again; None if it isn't quite the same, or not worth
    it.

    Args:
        places: turns of one speaker that are very alike, oldest first.
        now: seconds since the epoch.
        settings: how often it takes.
    """
    last = places[-1].entry
    words, asks = telling_terms(last.text, last.language), is_question(last.text)
    if len(words) < _FEWEST_TERMS:
        return None
    same = [
        place
        for place in places
        if place.entry.language == last.language
        and is_question(place.entry.text) == asks
        and denies(place.entry.text, last.language) == denies(last.text, last.language)
        and _shared(words, telling_terms(place.entry.text, last.language)) >= _SHARED_TERMS
    ]
    count = len(same)
    if count < settings.repeats or (count not in _COUNTS and count % 100 and count != settings.repeats):
        return None
    return Entry(
        id=new_id(),
        kind=BLEND,
        text=repeated_wording(last.speaker or "", last.text, count, happened(same[0].entry), asks, last.language),
        source=INFERRED,
        stored=now,
        language=last.language,
        time=last.time,
        zone=last.zone,
        importance=max(place.entry.importance for place in same),
        accessed=last.accessed,
        base=same[0].seq,
        details={
            "parts": [place.entry.id for place in same],
            "turns": [place.entry.id for place in same],
            "repeated": same[0].entry.id,
        },
    )


def _shared(one: set[str], other: set[str]) -> float:
    """Jaccard similarity."""
    return len(one & other) / len(one | other) if one | other else 1.0
