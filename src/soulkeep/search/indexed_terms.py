"""The indexed content of a memory: the terms it is found by, and the text whose meaning is embedded.

The verbatim text is never changed. Speaker, date and heading can be searched for, too.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from soulkeep.lang.date_words import date_words
from soulkeep.lang.forms import both_ends
from soulkeep.lang.function_words import function_terms
from soulkeep.lang.plans import looks_ahead
from soulkeep.lang.questions import asks
from soulkeep.lang.suspicion import SUSPECT
from soulkeep.lang.terms import asked_terms, hash_terms, terms
from soulkeep.lang.times import TimeSpan, time_spans
from soulkeep.search.bm25 import Hashes, pack_terms
from soulkeep.stores.rows import Entry
from soulkeep.types.records import WHOLE

ASKING = "\0asking"
"""Mark of a turn that ends with a question."""

AHEAD = "\0ahead"
"""Mark of a memory that speaks of a time after it was told."""

QUOTING = "\0quoting"
"""Mark of a character's answer that rests on memories or on what it knows, and so tells nothing new."""

DATED = "\0dated"
"""Mark of a memory that names a time."""

UNVERIFIED = "\0unverified"
"""Mark of a conclusion for which no memory is named as evidence."""

SUSPICIOUS = "\0suspicious"
"""Mark of a memory that shows signs of posing as something else, and hasn't been released."""

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_MOST_SPANS = 12
_WEEK = 7
_MOMENT = timedelta.resolution


def happened(entry: Entry) -> datetime | None:
    """Return when a memory happened, in the time zone it was told in; None if unknown."""
    return None if entry.time is None else time_in_zone(entry.time, entry.zone)


def time_in_zone(time: float | None, zone: int | None) -> datetime | None:
    """Return seconds since the epoch as a datetime in a zone, given in minutes east of UTC."""
    if time is None:
        return None
    return datetime.fromtimestamp(time, UTC if not zone else timezone(timedelta(minutes=zone)))


def index_entry(entry: Entry) -> bytes:
    """Return the packed index entry of a memory: terms of its text, speaker, date and heading, and its marks."""
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
        if time is not None or not span.relative:  # what day "yesterday" was is unknown if the day of telling is
            marks += time_marks(span)
    return pack_terms(hash_terms(worded), hash_terms(marks))


def fact_mark(relation: str) -> str:
    """Return the mark of a fact that somebody stated of themselves."""
    return f"\0fact {relation}"


def year_mark(year: int) -> str:
    """Return the mark of a memory that speaks of a time in a year."""
    return f"\0year {year}"


def times_of(entry: Entry) -> list[TimeSpan]:
    """Return the times that a memory speaks of; future ones, where it is about plans ("the interview on Tuesday")."""
    time = happened(entry) or _ANY_TIME
    return time_spans(entry.text, entry.language, time, past=not looks_ahead(entry.text, entry.language))


def time_marks(span: TimeSpan, *, finest: bool = False) -> list[str]:
    """Return marks of the days, months and years that an expression of time covers, in the zone it was said in.

    Args:
        span: the expression.
        finest: only return marks as fine as the expression, to search by.
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
    return marks + [year_mark(year) for year in range(first.year, last.year + 1)]


def meaning(entry: Entry) -> str:
    """Return the text of a memory that is embedded."""
    text = both_ends(entry.text, WHOLE)  # an embedder elsewhere refuses more
    if entry.heading:
        return f"{entry.heading}\n{text}"
    said = entry.speaker and "fact" not in entry.details  # the text of a fact already names who told it
    return f"{entry.speaker}: {text}" if said else text


def query_hashes(text: str, language: str) -> Hashes:
    """Return the hashes of a question's distinct telling terms; of all terms, if they are all function words."""
    asked = dict.fromkeys(asked_terms(text, language))
    hashes: Hashes = hash_terms([term for term in asked if term not in function_terms(language)] or list(asked))
    return hashes
