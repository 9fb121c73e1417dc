"""Learning a raw text as memories of a knowledge source (1: memories can be created from any raw text).

Passages are cut at natural boundaries and stored verbatim with the headings above them. Their ids are derived from
their content, so learning the same text again adds nothing. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from soulkeep.character.relationship import Relationship
from soulkeep.errors import IdConflict, InputError
from soulkeep.lang.language import detect
from soulkeep.lang.owners import world_of
from soulkeep.lang.suspicion import marked_suspect
from soulkeep.lang.validity import require_name, require_text
from soulkeep.memory.entries import passage_id
from soulkeep.search.index import Progress, index
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, Members, PlacedEntry, Stored
from soulkeep.types.receipts import Learned
from soulkeep.types.records import LIVED, PASSAGE

READING, BEGUN = "reading", "reading begun"
"""Key in the details of the first new passage of a text: how far reading has come, and its value until the whole text
is stored."""

_BATCH = 2000
"""Number of passages stored at once."""


def learn(relationship: Relationship, text: str, *, source: str, progress: Progress | None = None) -> Learned:
    """Store a text as passages that a character, or a world, shares with nobody in particular.

    If an earlier reading was interrupted, the missing passages are added.

    Args:
        relationship: the character or the world, facing nobody.
        text: of any length.
        source: the name of the knowledge source.
        progress: called with the number of characters (letters) read so far and the total.
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
        if unfinished is None:  # a text in one transaction can't be interrupted
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
    """Return the passages that mark texts whose reading has begun and not ended, or was interrupted."""
    return [place for place in store.naming(partition, [BEGUN]) if place.entry.details.get(READING) == BEGUN]


def require_source(source: str) -> str:
    """Return the name of a knowledge source if it is valid, or raise `InputError`."""
    if require_name(source, "source") == LIVED:
        raise InputError(f"{LIVED!r} is the source of what a character lived through.", hint="Name the text otherwise.")
    return source


def study(text: str, *, source: str, now: float, language: str | None, words: int) -> Iterator[Entry]:
    """Yield the passages of a text as rows to be stored.

    Args:
        text: raw text, a book or a line.
        source: the name of the knowledge source.
        now: seconds since the epoch.
        language: ISO 639-1; None to detect it for each passage.
        words: desired number of words in a passage.
    """
    require_text(text)
    from soulkeep.importers.documents import passages  # its patterns take long to compile

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
    """Yield batches of passages to store together, each with whether more follow."""
    batch = list(islice(entries, _BATCH))
    while batch:
        following = list(islice(entries, _BATCH))
        yield batch, bool(following)
        batch = following


def _unfinished(relationship: Relationship) -> set[str]:
    """Return the ids of passages that mark the beginning of an unfinished reading."""
    store = relationship.runtime.store
    _, [head] = store.heads([relationship.key])
    return {place.entry.id for place in begun(store, head.partition)} if head is not None else set()


def _begin(relationship: Relationship, batch: Sequence[Entry]) -> set[str]:
    """Mark the first new passage, in the transaction that stores it, as the beginning of a reading, and return its id;
    mark none if all exist."""
    for entry in (batch[0], batch[-1]):  # when a text was continued, only its end is new
        if relationship.runtime.store.seq_of(relationship.key, entry.id) is None:
            entry.details = {**entry.details, READING: BEGUN}
            return {entry.id}
    return set()


def _finish(relationship: Relationship, bookmarks: set[str]) -> None:
    """Note that a text was read to its end."""
    store = relationship.runtime.store
    for id in bookmarks:
        if (place := store.find(relationship.key, id)) is not None:
            details = Members({READING: "done"})
            store.update(place.partition, [place.seq], {"details": details}, at=relationship.now())


def _store(relationship: Relationship, passages: list[Entry]) -> list[Stored]:
    """Store passages, except those that were deleted. A world's never fade, as no single reader uses them."""
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
