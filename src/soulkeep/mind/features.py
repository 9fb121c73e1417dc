"""What of a memory is indexed: the words it is found by, and the text whose meaning is embedded.

The verbatim text is never touched. Who spoke, when, and where in its source it stands are found too.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from soulkeep.mind.postings import Hashes, pack_terms
from soulkeep.stores.base import Entry
from soulkeep.text.function_words import function_terms
from soulkeep.text.moments import date_words
from soulkeep.text.terms import TERMS_VERSION, hash_terms, terms

__all__ = ["TERMS_VERSION", "happened", "meaning", "query_hashes", "words"]


def happened(entry: Entry) -> datetime | None:
    """When it happened, in the time zone it was told in."""
    if entry.time is None:
        return None
    zone = UTC if not entry.zone else timezone(timedelta(minutes=entry.zone))
    return datetime.fromtimestamp(entry.time, zone)


def words(entry: Entry) -> bytes:
    """The packed index entry: its words, its speaker, its date and its heading."""
    time = happened(entry)
    around = [entry.speaker or "", date_words(time, entry.language) if time else "", entry.heading]
    found = terms(entry.text, entry.language) + terms(" ".join(filter(None, around)), entry.language)
    return pack_terms(hash_terms(found))


def meaning(entry: Entry) -> str:
    """The text that is embedded."""
    if entry.heading:
        return f"{entry.heading}\n{entry.text}"
    return f"{entry.speaker}: {entry.text}" if entry.speaker else entry.text


def query_hashes(text: str, language: str) -> Hashes:
    """The distinct telling terms of a question; all of them, if it has none but function words."""
    asked = dict.fromkeys(terms(text, language))
    found: Hashes = hash_terms([term for term in asked if term not in function_terms(language)] or list(asked))
    return found
