"""Reading: a raw text becomes memories of a knowledge source, a character's or a world's."""

from __future__ import annotations

from itertools import islice

from soulkeep.errors import IdConflict
from soulkeep.knowledge.learn import require_source, study
from soulkeep.mind.index import Progress, index
from soulkeep.receipts import Learned
from soulkeep.relationship import Facing
from soulkeep.stores.base import Entry, PartitionKey, Stored
from soulkeep.telemetry import UPDATE, told
from soulkeep.text.owners import world_of

_BATCH = 2000
"""Passages that are stored at once."""


class Learning(Facing):
    """Reads texts (1)."""

    @told(UPDATE, lambda learned: {"gen_ai.memory.record.count": learned.passages})
    def learn(self, text: str, *, source: str, progress: Progress | None = None) -> Learned:
        """Read a raw text: a novel, a biography, a log. It becomes passages of a knowledge source, cut at natural
        boundaries and kept verbatim. Learning a text again adds nothing, and doesn't bring back what was deleted.

        Args:
            text: of any length.
            source: the knowledge source's name.
            progress: called with the characters read and the total.
        """
        parts = self._workings
        require_source(source)
        entries = study(
            text,
            source=source,
            now=parts.clock.now().timestamp(),
            language=self._row.language or None,
            words=parts.settings.passage_words,
        )
        meanings = parts.meanings
        added = known = read = 0
        while batch := list(islice(entries, _BATCH)):
            index(batch, meanings.embedder)
            stored = self._learnt(batch)
            added += sum(place.new for place in stored)
            known += sum(not place.new for place in stored)
            read += sum(len(entry.text) for entry in batch)
            if progress:
                progress(min(read, len(text)), len(text))
        if progress:
            progress(len(text), len(text))
        return Learned(source=source, passages=added, known=known)

    def _learnt(self, passages: list[Entry]) -> list[Stored]:
        """Store passages, but for those that were deleted. A world's never fade: no single reader uses them."""
        store, key, space = self._workings.store, PartitionKey(self._row.id, None), self._workings.meanings.cache.space
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
