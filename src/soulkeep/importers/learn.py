"""From a raw text to memories of a knowledge source (1: memories can be created from any raw text).

Passages are cut at natural boundaries, kept verbatim and headed with where they stand. Their ids follow from their
content, so that learning the same text again adds nothing. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from soulkeep.errors import InputError
from soulkeep.importers.documents import passages
from soulkeep.lang.language import detect
from soulkeep.lang.suspicion import marked
from soulkeep.lang.validity import require_name, require_text
from soulkeep.memory.entries import passage_id
from soulkeep.stores.base import Entry, Found, Store
from soulkeep.types.records import LIVED, PASSAGE

READING, BEGUN = "reading", "reading begun"
"""Name in a passage's details of how far the text came that it was the first new one of, and what stands there until
the whole text is stored."""


def begun(store: Store, partition: int) -> list[Found]:
    """Passages of the texts whose reading has begun, and isn't over or was broken off."""
    return [place for place in store.naming(partition, [BEGUN]) if place.entry.details.get(READING) == BEGUN]


def require_source(source: str) -> str:
    """Return the name of a knowledge source unchanged if it can be one."""
    if require_name(source, "source") == LIVED:
        raise InputError(f"{LIVED!r} is the source of what a character lived through.", hint="Name the text otherwise.")
    return source


def study(text: str, *, source: str, now: float, language: str | None, words: int) -> Iterator[Entry]:
    """The passages of a text as rows to be stored.

    Args:
        text: raw text, a book or a line.
        source: the knowledge source's name.
        now: seconds since the epoch.
        language: ISO 639-1; None to detect it for each passage.
        words: words of a passage aimed at.
    """
    require_text(text)
    for passage in passages(text, words=words):
        yield Entry(
            id=passage_id(source, passage.heading, passage.text),
            kind=PASSAGE,
            text=passage.text,
            source=source,
            stored=now,
            heading=passage.heading,
            language=language or detect(passage.text),
            accessed=now,
            details=marked({}, passage.heading, passage.text),
        )
