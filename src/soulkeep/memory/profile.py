"""The profile of a person: the facts that every prompt holds, whatever is asked.

Grave facts that aren't over come first: a friend thinks of a death or an illness even when nobody mentions it (4). Then
come lasting, important and new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import exp, log10

from soulkeep.lang.date_words import date_words
from soulkeep.lang.statements import RELATIONS
from soulkeep.memory.facts import Stated, stands, stated_of
from soulkeep.memory.hearsay import told_by
from soulkeep.memory.outcome import PROMISE
from soulkeep.search.indexed_terms import happened
from soulkeep.stores.rows import Entry, PlacedEntry

_DAY = 86_400.0

_LASTING: Mapping[str, float] = RELATIONS["lasting"]
_ORDINARY = 0.6

_RECENT, _FRESH_DAYS = 0.4, 60.0
"""Bonus of a new fact, and the days in which it falls to 1/e."""

_GRAVE, _GRAVE_DAYS = 4, 200.0
"""Most grave facts that come first, and the days for which they do."""

_DATED = ("event", "death", "plan", "promise", "health")
"""Relations that are told with their day."""


def grave(facts: Iterable[PlacedEntry], now: float) -> list[PlacedEntry]:
    """Return the grave facts that aren't over, gravest first.

    Args:
        facts: those that nothing supersedes.
        now: seconds since the epoch.
    """
    graves = [
        place
        for place in facts
        if (data := place.entry.details["fact"]).get("grave")
        and data.get("verified", True)
        and _age(place.entry, now) <= _GRAVE_DAYS
        and (place.entry.ended is None or place.entry.ended > now)
    ]
    return sorted(graves, key=lambda place: (-place.entry.importance, -place.seq))[:_GRAVE]


def profile(
    facts: Sequence[PlacedEntry],
    now: float,
    *,
    count: int,
    tokens: int,
    size: Callable[[str], int],
    trusted: Collection[str],
) -> list[PlacedEntry]:
    """Return the facts that every prompt holds, oldest first: about the person, promises, then, if room is left,
    others.

    Args:
        facts: those that nothing supersedes, about the person or about others.
        now: seconds since the epoch.
        count: most facts to return.
        tokens: most tokens of all of them together.
        size: counts the tokens of a text.
        trusted: the character and the person it faces.
    """
    first = grave(facts, now)
    chosen = {place.seq for place in first}
    rest = [place for place in facts if place.seq not in chosen and stands(place.entry, now)]
    rest.sort(key=lambda place: _rank(place, now))
    picked: list[PlacedEntry] = []
    for place in [*first, *rest][:count]:
        tokens -= size(worded(place.entry, trusted))
        if tokens < 0:
            break
        picked.append(place)
    return sorted(picked, key=lambda place: place.seq)


def _rank(place: PlacedEntry, now: float) -> tuple[bool, float, int]:
    """Return the sort key of facts: those about the person and promises first, then by worth, then newest first."""
    data = stated_of(place.entry)
    own = not data.subject or data.relation == PROMISE
    return not own, -_worth(data, place.entry, now), -place.seq


def worded(entry: Entry, trusted: Collection[str]) -> str:
    """Return a fact as a prompt tells it: with a date, if it tells of an event; and with the teller, unless that is the
    character or whom it faces (`trusted`)."""
    data = stated_of(entry)
    teller = told_by(entry.speaker, entry.details["fact"].get("about"), trusted)
    text = f"{teller}: {entry.text}" if teller else entry.text
    time = happened(entry)
    unsure = "" if data.verified else " (unsure)"
    if time is None or not (data.grave or data.relation in _DATED):
        return f"{text}{unsure}"
    return f"{text} (told on {date_words(time, 'en')}){unsure}"


def _worth(data: Stated, entry: Entry, now: float) -> float:
    importance = data.importance if data.importance is not None else entry.importance
    worth = _LASTING.get(data.relation, _ORDINARY) + log10(max(1.0, importance))
    worth += _RECENT * exp(-_age(entry, now) / _FRESH_DAYS)
    return worth if data.verified else worth - 1.0


def _age(entry: Entry, now: float) -> float:
    """Return the days since a fact was said."""
    return max(0.0, now - (entry.time if entry.time is not None else entry.stored)) / _DAY
