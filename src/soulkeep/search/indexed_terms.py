"""What of a memory is indexed: the words it is found by, and the text whose meaning is embedded.

The verbatim text is never touched. Who spoke, when, and where in its source it stands are found too.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from soulkeep.lang.function_words import function_terms
from soulkeep.lang.moments import date_words
from soulkeep.lang.plans import looks_ahead
from soulkeep.lang.questions import asks
from soulkeep.lang.suspicion import SUSPECT
from soulkeep.lang.terms import TERMS_VERSION, hash_terms, terms
from soulkeep.lang.times import TimeSpan, time_spans
from soulkeep.search.bm25 import Hashes, pack_terms
from soulkeep.stores.base import Entry

ASKING = "\0asking"
"""Marks a turn that ends by asking."""

AHEAD = "\0ahead"
"""Marks a memory that speaks of a time to come."""

QUOTING = "\0quoting"
"""Marks an answer of the character's that rests on memories or on what it knows: that is no new experience."""

DATED = "\0dated"
"""Marks a memory that tells a time."""

UNVERIFIED = "\0unverified"
"""Marks what was concluded and names nothing that shows it."""

SUSPICIOUS = "\0suspicious"
"""Marks what has signs of posing as something else, and isn't released."""

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_MOST_SPANS = 12
_WEEK = 7
_MOMENT = timedelta(microseconds=1)

__all__ = [
    "AHEAD",
    "ASKING",
    "DATED",
    "QUOTING",
    "SUSPICIOUS",
    "TERMS_VERSION",
    "UNVERIFIED",
    "fact_mark",
    "happened",
    "index_entry",
    "meaning",
    "query_hashes",
    "time_in_zone",
    "time_marks",
    "times_of",
]


def happened(entry: Entry) -> datetime | None:
    """When it happened, in the time zone it was told in."""
    return None if entry.time is None else time_in_zone(entry.time, entry.zone)


def time_in_zone(time: float | None, zone: int | None) -> datetime | None:
    """Seconds since the epoch as a time in a zone, minutes east of UTC."""
    if time is None:
        return None
    return datetime.fromtimestamp(time, UTC if not zone else timezone(timedelta(minutes=zone)))


def index_entry(entry: Entry) -> bytes:
    """The packed index entry: its words, its speaker, its date and its heading; and marks of what it is."""
    time = happened(entry)
    around = [entry.speaker or "", date_words(time, entry.language) if time else "", entry.heading]
    worded = terms(entry.text, entry.language) + terms(" ".join(filter(None, around)), entry.language)
    marks: list[str] = []
    fact = entry.details.get("fact")
    if fact and not fact["subject"] and fact["holds"]:
        marks.append(fact_mark(fact["relation"]))
    if asks(entry.text):
        marks.append(ASKING)
    if entry.details.get("references") or entry.details.get("responder", "model") != "model":
        marks.append(QUOTING)
    if not entry.details.get("verified", True) or (fact and not fact.get("verified", True)):
        marks.append(UNVERIFIED)
    if entry.details.get(SUSPECT):
        marks.append(SUSPICIOUS)
    spans = times_of(entry)
    if spans:
        marks.append(DATED)
    if time is not None and any(span.end > time for span in spans):
        marks.append(AHEAD)
    for span in spans[:_MOST_SPANS]:
        if time is not None or not span.relative:  # nobody knows what "yesterday" was on an unknown day
            marks += time_marks(span)
    return pack_terms(hash_terms(worded), hash_terms(marks))


def fact_mark(relation: str) -> str:
    """Marks a fact of somebody about themselves."""
    return f"\0fact {relation}"


def times_of(entry: Entry) -> list[TimeSpan]:
    """The times that a memory speaks of: those to come, where it is about plans ("the interview on Tuesday")."""
    time = happened(entry) or _ANY_TIME
    return time_spans(entry.text, entry.language, time, past=not looks_ahead(entry.text, entry.language))


def time_marks(span: TimeSpan, *, finest: bool = False) -> list[str]:
    """Marks of the days, months and years that an expression of time means, in the zone it was said in.

    Args:
        span: the expression.
        finest: only marks as fine as the expression, to look it up by.
    """
    first, last = span.start.date(), (span.end - _MOMENT).date()
    days = (last - first).days + 1
    if days <= _WEEK:
        marks = [f"\0day {first + timedelta(days=n)}" for n in range(days)]
        if finest:
            return marks
    else:
        marks = []
    months = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    if span.grain not in ("year", "decade"):
        marks += [f"\0month {month // 12}-{month % 12 + 1}" for month in months]
        if finest:
            return marks
    return marks + [f"\0year {year}" for year in range(first.year, last.year + 1)]


def meaning(entry: Entry) -> str:
    """The text that is embedded."""
    if entry.heading:
        return f"{entry.heading}\n{entry.text}"
    said = entry.speaker and "fact" not in entry.details  # a fact's wording names whoever told it
    return f"{entry.speaker}: {entry.text}" if said else entry.text


def query_hashes(text: str, language: str) -> Hashes:
    """The distinct telling terms of a question; all of them, if it has none but function words."""
    asked = dict.fromkeys(terms(text, language))
    hashes: Hashes = hash_terms([term for term in asked if term not in function_terms(language)] or list(asked))
    return hashes
