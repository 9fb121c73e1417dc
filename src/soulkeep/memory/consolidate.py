"""Long-term memory: memories that say the same are merged into one, which refers to them all (4; 2: episode blending).

Two summaries are merged if they are very similar and don't differ in people, names or numbers, nor in one denying what
the other says. What somebody says or asks repeatedly becomes a memory of its own. The parts stay, linked to the merged
memory, which recalls return instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.names import proper_names
from soulkeep.lang.negation import denies
from soulkeep.lang.questions import is_question
from soulkeep.lang.wordings import repeated_wording
from soulkeep.memory.entries import derived
from soulkeep.memory.gist import gist_of_texts
from soulkeep.search.indexed_terms import happened
from soulkeep.search.working_set import Partition
from soulkeep.settings import Settings
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import BLEND, TURN

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_FEWEST_TERMS = 2
"""Least number of significant words in something worth counting: people say "hello" every day."""

_REPEAT_ALIKE = 0.9
_SHARED_TERMS = 0.75
_MERGED_TERMS = 0.5
_COUNTS = frozenset({1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75})
"""Counts at which a repetition is told anew; beyond these, every hundredth time."""

_EACH = 20
"""Up to this many similar turns, each is read: some may say something else, and not count."""

_WORDINGS = 100
"""Most wordings compared, the newest: somebody who says the same a thousand times uses few wordings."""

_KEPT = 20
"""Most memories that a blend refers to: the first and the most recent."""


def mergeable(one: Entry, other: Entry, alike: float, settings: Settings) -> bool:
    """Return whether two memories say the same, so that they may be merged.

    Args:
        one, other: summaries, or blends of them.
        alike: their similarity (cosine).
        settings: for the threshold range.
    """
    if not settings.merge_above <= min(alike, 1.0) <= settings.merge_below:  # float32: 1.0000002
        return False
    people = [set(entry.details.get("summary", {}).get("participants", ())) for entry in (one, other)]
    return people[0] == people[1] and _agree(one, other, _MERGED_TERMS)


def merged(one: PlacedEntry, other: PlacedEntry, *, own: frozenset[str], now: float, settings: Settings) -> Entry:
    """Merge two memories, the older first, into one long-term memory; `own` names the character.

    Once it rests on more turns than it lists, it takes the newer one's text alone: forgetting a turn must find every
    memory that tells of it.
    """
    old, new = one.entry, other.entry
    turns = list(dict.fromkeys([*old.details["turns"], *new.details["turns"]]))
    few = _few(turns, newest=len(new.details["turns"]))
    texts = [old.text, new.text] if few == turns else [new.text]
    data, newer = old.details["summary"], new.details["summary"]
    emotions = dict(data["emotions"])
    for name, intensity in newer["emotions"].items():
        emotions[name] = max(intensity, emotions.get(name, 0.0))
    blend = derived(
        BLEND,
        gist_of_texts(texts, new.language, words=settings.summary_words, own=own),
        new,
        now=now,
        importance=max(old.importance, new.importance),
        base=one.seq,
        details={
            "parts": _few([*old.details.get("parts", [old.id]), new.id]),
            "turns": few,
            "summary": {
                **newer,
                "topics": list(dict.fromkeys([*newer["topics"], *data["topics"]]))[:5],
                "emotions": emotions,
                "times": list(dict.fromkeys([*data["times"], *newer["times"]]))[:5],
                "start": data["start"],
            },
        },
    )
    blend.stability = max(old.stability, new.stability)
    blend.accessed = max(old.accessed, new.accessed)
    return blend


def twin(partition: Partition, kinds: Sequence[str], vector: np.ndarray, settings: Settings) -> list[tuple[int, float]]:
    """Return sequence numbers of memories of some kinds that may say the same, with similarities, best first.

    Args:
        partition: locked by the caller.
        kinds: the kinds of memories to consider.
        vector: unit vector of the memory to compare.
        settings: for the threshold range.
    """
    size = partition.size
    codes = [partition.kind_codes.find(kind) for kind in kinds]
    rows = np.flatnonzero(
        np.isin(partition.kinds[:size], codes)
        & partition.live[:size]
        & ~partition.forgotten[:size]
        & ~partition.superseded[:size]
    )
    alike = partition.similarity(vector, rows)
    order = [at for at in np.argsort(-alike, kind="stable").tolist() if alike[at] >= settings.merge_above]
    return [(int(partition.seqs[rows[at]]), float(alike[at])) for at in order]


def said_before(partition: Partition, seqs: Sequence[int]) -> dict[int, list[int]]:
    """Return, for some turns, the sequence numbers of very similar ones by the speaker, oldest first, itself last.

    Args:
        partition: locked by the caller.
        seqs: sequence numbers of the turns, ascending; missing ones are left out.
    """
    size = partition.size
    rows = np.searchsorted(partition.seqs[:size], seqs)
    rows = rows[(rows < size) & np.isin(partition.seqs[np.minimum(rows, size - 1)], seqs)] if size else rows[:0]
    turns = (partition.kinds[:size] == partition.kind_codes.find(TURN)) & partition.live[:size]
    alike = partition.alike(rows)
    repeated: dict[int, list[int]] = {}
    for row, likeness in zip(rows.tolist(), alike, strict=True):
        same = turns[: row + 1] & (partition.speakers[: row + 1] == partition.speakers[row])
        repeated[int(partition.seqs[row])] = partition.seqs[: row + 1][
            same & (likeness[: row + 1] >= _REPEAT_ALIKE)
        ].tolist()
    return repeated


def worth_counting(count: int, settings: Settings) -> bool:
    """Return whether so many similar turns (`said_before`) may make a memory; if not, they need not be read."""
    return count >= settings.repeats and (count <= _EACH or count == settings.repeats or _told_anew(count))


def repeated(places: Sequence[PlacedEntry], *, now: float, settings: Settings) -> Entry | None:
    """Return the memory that somebody said or asked the same repeatedly; None if not quite the same, or not worth it.

    Args:
        places: very similar turns of one speaker, oldest first; as many as are `worth_counting`.
        now: seconds since the epoch.
        settings: for the number of repetitions required.
    """
    if not worth_counting(len(places), settings):
        return None
    last = places[-1].entry
    words, asks = telling_terms(last.text, last.language), is_question(last.text)
    if len(words) < _FEWEST_TERMS:
        return None
    judged: dict[tuple[str, str], bool] = {}
    for place in (places[0], *reversed(places)):  # the first, since the memory takes its id
        entry = place.entry
        wording = _wording(entry)
        if wording not in judged and len(judged) < _WORDINGS:
            judged[wording] = is_question(entry.text) == asks and _agree(entry, last, _SHARED_TERMS)
    same = [place for place in places if judged.get(_wording(place.entry))]
    count = len(same)
    few = len(places) <= _EACH  # above that it is checked so rarely that any count is new
    if count < settings.repeats or (few and count != settings.repeats and not _told_anew(count)):
        return None
    ids = _few([place.entry.id for place in same])
    return derived(
        BLEND,
        repeated_wording(last.speaker or "", last.text, count, happened(same[0].entry), asks, last.language),
        last,
        now=now,
        importance=max(place.entry.importance for place in same),
        base=same[0].seq,
        details={"parts": ids, "turns": ids, "repeated": ids[0]},
    )


def _wording(entry: Entry) -> tuple[str, str]:
    return entry.language, " ".join(entry.text.split())


def _told_anew(count: int) -> bool:
    return count in _COUNTS or count % 100 == 0


def _few(ids: Sequence[str], *, newest: int = 0) -> list[str]:
    """Return the first and the latest of some ids, `_KEPT` in all; more if that many of the newest are wanted."""
    tail = max(_KEPT - 1, newest)
    return list(ids) if len(ids) <= tail + 1 else [ids[0], *ids[-tail:]]


def _agree(one: Entry, other: Entry, shared: float) -> bool:
    """Return whether texts share their significant words and agree in language, negation, numbers and names."""
    return (
        one.language == other.language
        and denies(one.text, one.language) == denies(other.text, other.language)
        and set(_NUMBER.findall(one.text)) == set(_NUMBER.findall(other.text))
        and set(proper_names(one.text)) == set(proper_names(other.text))
        and _shared(telling_terms(one.text, one.language), telling_terms(other.text, other.language)) >= shared
    )


def _shared(one: set[str], other: set[str]) -> float:
    """Return the Jaccard similarity of two sets, 0…1."""
    return len(one & other) / len(one | other) if one | other else 1.0
