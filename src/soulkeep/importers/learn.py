"""From a raw text to memories of a knowledge source (1: memories can be created from any raw text).

Passages are cut at natural boundaries, kept verbatim and headed with where they stand. Their ids follow from their
content, so that learning the same text again adds nothing. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from soulkeep.character.relationship import Relationship
from soulkeep.errors import IdConflict, InputError
from soulkeep.importers.documents import passages
from soulkeep.lang.language import detect
from soulkeep.lang.owners import world_of
from soulkeep.lang.suspicion import marked_suspect
from soulkeep.lang.validity import require_name, require_text
from soulkeep.memory.entries import passage_id
from soulkeep.search.index import Progress, index
from soulkeep.stores.base import Entry, Members, PlacedEntry, Store, Stored
from soulkeep.types.receipts import Learned
from soulkeep.types.records import LIVED, PASSAGE

READING, BEGUN = "reading", "reading begun"
"""Name in a passage's details of how far the text came that it was the first new one of, and what stands there until
the whole text is stored."""

_BATCH = 2000
"""Passages that are stored at once."""


def learn(relationship: Relationship, text: str, *, source: str, progress: Progress | None = None) -> Learned:
    """Read a text into the memories that a character, or a world, shares with nobody in particular.

    Where an earlier reading was broken off, what is missing is added.

    Args:
        relationship: the character or the world, facing nobody.
        text: of any length.
        source: the knowledge source's name.
        progress: called with the characters read and the total.
    """
    runtime = relationship.runtime
    require_source(source)
    entries = study(
        text,
        source=source,
        now=relationship.now(),
        language=relationship.row.language or None,
        words=runtime.settings.passage_words,
    )
    added = already_known = read = 0
    unfinished: set[str] | None = None
    bookmarks: set[str] = set()
    resumed = False
    for batch, more in _batches(entries):
        if unfinished is None:  # what goes into one transaction is there or isn't
            unfinished = _unfinished(relationship) if more else set()
        met = {entry.id for entry in batch} & unfinished
        resumed, bookmarks = resumed or bool(met), bookmarks | met
        if more and not bookmarks:
            bookmarks |= _begin(relationship, batch)
        index(batch, runtime.embeddings.embedder)
        stored = _store(relationship, batch)
        added += sum(place.new for place in stored)
        already_known += sum(not place.new for place in stored)
        read += sum(len(entry.text) for entry in batch)
        if progress:
            progress(min(read, len(text)), len(text))
    if progress:
        progress(len(text), len(text))
    _finish(relationship, bookmarks)
    return Learned(source=source, passages=added, known=already_known, resumed=resumed)


def begun(store: Store, partition: int) -> list[PlacedEntry]:
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
            details=marked_suspect({}, passage.heading, passage.text),
        )


def _batches(entries: Iterator[Entry]) -> Iterator[tuple[list[Entry], bool]]:
    """Passages as they are stored together, each time with whether more follow."""
    batch = list(islice(entries, _BATCH))
    while batch:
        following = list(islice(entries, _BATCH))
        yield batch, bool(following)
        batch = following


def _unfinished(relationship: Relationship) -> set[str]:
    """Ids of the passages at which it is noted that the reading of a text has begun."""
    store = relationship.runtime.store
    _, [head] = store.heads([relationship.key])
    return {place.entry.id for place in begun(store, head.partition)} if head is not None else set()


def _begin(relationship: Relationship, batch: Sequence[Entry]) -> set[str]:
    """Note at the first new passage that a text is being read, in the transaction that stores it; at none, if all
    of these are there. Its id."""
    for entry in (batch[0], batch[-1]):  # of a text that was continued, only the end is new
        if relationship.runtime.store.seq_of(relationship.key, entry.id) is None:
            entry.details = {**entry.details, READING: BEGUN}
            return {entry.id}
    return set()


def _finish(relationship: Relationship, bookmarks: set[str]) -> None:
    """Note that it was read to its end."""
    store = relationship.runtime.store
    for id in bookmarks:
        if (place := store.find(relationship.key, id)) is not None:
            details = Members({READING: "done"})
            store.update(place.partition, [place.seq], {"details": details}, at=relationship.now())


def _store(relationship: Relationship, passages: list[Entry]) -> list[Stored]:
    """Store passages, but for those that were deleted. A world's never fade: no single reader uses them."""
    store, key, space = relationship.runtime.store, relationship.key, relationship.runtime.embeddings.cache.space
    if world_of(relationship.row.id) is not None:
        for passage in passages:
            passage.pinned = 1
    try:
        return store.append(key, passages, space)
    except IdConflict:
        wanted = [one for one in passages if store.seq_of(key, one.id) is None or store.find(key, one.id)]
        if len(wanted) == len(passages):
            raise
        return store.append(key, wanted, space) if wanted else []
