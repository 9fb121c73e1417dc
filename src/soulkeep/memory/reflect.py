"""Reflection: conclusions from recent memories taken together (3), stored as memories that name their evidence.

Without a model these are regularities found by counting; each is literally true of the turns it names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from soulkeep.judgement.model import judge
from soulkeep.memory.entries import derived
from soulkeep.memory.regularities import KnownFact, SaidTurn, regularities
from soulkeep.search.indexed_terms import happened
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import INSIGHT

if TYPE_CHECKING:
    from soulkeep.memory.schemas import Reflected

RECENT = 400
"""Number of recent turns that a reflection looks back on."""

_IMPORTANCE = 5.0
_MOST_EVIDENCE = 12


def by_rules(
    turns: Sequence[PlacedEntry],
    facts: Sequence[PlacedEntry],
    *,
    person: str,
    now: float,
    pause: Callable[[], None] = lambda: None,
) -> list[tuple[str, tuple[PlacedEntry, ...]]]:
    """Return insights found by rules, each with the turns it rests on, strongest first.

    Args:
        turns: recent turns, oldest first.
        facts: the facts that hold.
        person: the person that the character faces.
        now: seconds since the epoch.
        pause: called between turns.
    """
    texts = [_text_of(place.entry) for place in turns]
    fact_texts = [
        KnownFact(
            id=place.entry.id,
            told_by=place.entry.speaker or "",
            subject=place.entry.details["fact"]["subject"],
            relation=place.entry.details["fact"]["relation"],
            value=place.entry.details["fact"]["value"],
            turns=tuple(place.entry.details["turns"]),
        )
        for place in facts
        if place.entry.details["fact"]["holds"]
    ]
    places = {place.entry.id: place for place in turns}
    insights: list[tuple[str, tuple[PlacedEntry, ...]]] = []
    for regularity in regularities(texts, fact_texts, person=person, pause=pause):
        evidence = tuple(places[id] for id in regularity.because if id in places)
        if evidence:
            insights.append((regularity.text, evidence))
    return insights


def by_model(
    seen: Reflected, material: Sequence[PlacedEntry], before: Sequence[PlacedEntry], *, now: float, author: str
) -> tuple[list[Entry], dict[int, dict[str, Any]]]:
    """Return the insights that a language model drew, and the changes to those they replace.

    Args:
        seen: the model's answer.
        material: the memories that it was shown, in the order of their numbers.
        before: the earlier insights that it was shown, in the same order.
        now: seconds since the epoch.
        author: the model's name.
    """
    added: list[Entry] = []
    changed: dict[int, dict[str, Any]] = {}
    read = [place.entry for place in (*material, *before)]
    for insight in seen.insights if material else ():
        evidence = [material[number - 1] for number in insight.because if 1 <= number <= len(material)]
        entry = insight_entry(insight.insight, evidence or material[-1:], now=now, author=author, read=read)
        if not evidence:
            entry.details = {**entry.details, "verified": False}
            entry.importance = 1.0
        else:
            replaced = [before[number - 1] for number in insight.replaces if 1 <= number <= len(before)]
            changed |= {place.seq: {"superseded": entry.id} for place in replaced}
        added.append(entry)
    return added, changed


def insight_entry(
    text: str, evidence: Sequence[PlacedEntry], *, now: float, author: str, read: Sequence[Entry] = ()
) -> Entry:
    """Return an insight as a row to be stored.

    Args:
        text: the conclusion.
        evidence: the memories it rests on, not empty.
        now: seconds since the epoch.
        author: `"rules"`, or the language model's name.
        read: everything it was concluded from, named or not; if that is deleted, so is the insight.
    """
    first, last = evidence[0].entry, evidence[-1].entry
    ids: list[str] = []
    for place in evidence:
        entry = place.entry
        ids += entry.details.get("turns", ()) if entry.kind != "turn" else [entry.id]
    return derived(
        INSIGHT,
        text,
        last,
        now=now,
        importance=max(_IMPORTANCE, min(10.0, max(place.entry.importance for place in evidence))),
        base=evidence[0].seq if first.base is None else first.base,
        details={
            "parts": [place.entry.id for place in evidence[-_MOST_EVIDENCE:]],
            "turns": list(dict.fromkeys(ids))[-_MOST_EVIDENCE:],
            "author": author,
            **({"read": [entry.id for entry in read]} if read else {}),
        },
    )


def _text_of(entry: Entry) -> SaidTurn:
    return SaidTurn(
        id=entry.id,
        speaker=entry.speaker or "",
        text=entry.text,
        language=entry.language,
        time=happened(entry),
        importance=entry.importance,
        emotions={emotion.name: emotion.intensity for emotion in judge(entry.text).emotions},
    )
