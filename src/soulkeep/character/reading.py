"""Reading: a raw text becomes memories of a knowledge source, a character's or a world's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from soulkeep.character.relationship import Facing
from soulkeep.errors import IdConflict
from soulkeep.importers.learn import BEGUN, READING, begun, require_source, study
from soulkeep.lang.owners import world_of
from soulkeep.search.index import Progress, index
from soulkeep.stores.base import Entry, Members, PartitionKey, Stored
from soulkeep.telemetry import UPDATE, traced
from soulkeep.types.receipts import Learned

_BATCH = 2000
"""Passages that are stored at once."""


def _batches(entries: Iterator[Entry]) -> Iterator[tuple[list[Entry], bool]]:
    """Passages as they are stored together, each time with whether more follow."""
    batch = list(islice(entries, _BATCH))
    while batch:
        following = list(islice(entries, _BATCH))
        yield batch, bool(following)
        batch = following


class Learning(Facing):
    """Reads texts (1)."""

    @traced(UPDATE, lambda learned: {"gen_ai.memory.record.count": learned.passages})
    def learn(self, text: str, *, source: str, progress: Progress | None = None) -> Learned:
        """Read a raw text: a novel, a biography, a log. It becomes passages of a knowledge source, cut at natural
        boundaries and kept verbatim. Learning a text again adds nothing, and doesn't bring back what was deleted; where
        an earlier reading was broken off, by a kill say, it adds what is missing (`Learned.resumed`).

        Args:
            text: of any length.
            source: the knowledge source's name.
            progress: called with the characters read and the total.
        """
        parts = self._runtime
        require_source(source)
        entries = study(
            text,
            source=source,
            now=parts.clock.now().timestamp(),
            language=self._row.language or None,
            words=parts.settings.passage_words,
        )
        embeddings = parts.embeddings
        added = known = read = 0
        unfinished: set[str] | None = None
        bookmarks: set[str] = set()
        resumed = False
        for batch, more in _batches(entries):
            if unfinished is None:
                unfinished = self._unfinished() if more else set()  # what goes into one transaction is there or isn't
            found = {entry.id for entry in batch} & unfinished
            resumed, bookmarks = resumed or bool(found), bookmarks | found
            if more and not bookmarks:
                bookmarks |= self._begin(batch)
            index(batch, embeddings.embedder)
            stored = self._learnt(batch)
            added += sum(place.new for place in stored)
            known += sum(not place.new for place in stored)
            read += sum(len(entry.text) for entry in batch)
            if progress:
                progress(min(read, len(text)), len(text))
        if progress:
            progress(len(text), len(text))
        self._finish(bookmarks)
        return Learned(source=source, passages=added, known=known, resumed=resumed)

    def _unfinished(self) -> set[str]:
        """Ids of the passages at which it is noted that the reading of a text has begun."""
        store = self._runtime.store
        _, [head] = store.heads([PartitionKey(self._row.id, None)])
        return {place.entry.id for place in begun(store, head.partition)} if head is not None else set()

    def _begin(self, batch: Sequence[Entry]) -> set[str]:
        """Note at the first new passage that a text is being read, in the transaction that stores it; at none, if all
        of these are there. Its id."""
        store, key = self._runtime.store, PartitionKey(self._row.id, None)
        for entry in (batch[0], batch[-1]):  # of a text that was continued, only the end is new
            if store.seq_of(key, entry.id) is None:
                entry.details = {**entry.details, READING: BEGUN}
                return {entry.id}
        return set()

    def _finish(self, bookmarks: set[str]) -> None:
        """Note that it was read to its end."""
        parts, key = self._runtime, PartitionKey(self._row.id, None)
        for id in bookmarks:
            if (place := parts.store.find(key, id)) is not None:
                now = parts.clock.now().timestamp()
                parts.store.update(place.partition, [place.seq], {"details": Members({READING: "done"})}, at=now)

    def _learnt(self, passages: list[Entry]) -> list[Stored]:
        """Store passages, but for those that were deleted. A world's never fade: no single reader uses them."""
        store, key, space = self._runtime.store, PartitionKey(self._row.id, None), self._runtime.embeddings.cache.space
        if world_of(self._row.id) is not None:
            for passage in passages:
                passage.pinned = 1
        try:
            return store.append(key, passages, space)
        except IdConflict:
            kept = [one for one in passages if store.seq_of(key, one.id) is None or store.find(key, one.id)]
            if len(kept) == len(passages):
                raise
            return store.append(key, kept, space) if kept else []
