"""Indexing of memories: their terms and vectors, which are made before they are stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from soulkeep.errors import EmbedderError, EmbedderUnavailable
from soulkeep.lang.terms import TERMS_VERSION
from soulkeep.models.embed.base import Embedder, Vectors
from soulkeep.search.indexed_terms import index_entry, meaning
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, PlacedEntry, Space

Progress = Callable[[int, int], None]
"""Callback that is given the number of items done and the total."""

_BATCH = 512


def space_of(embedder: Embedder) -> Space:
    """Return the vector space of an embedder."""
    return Space(embedder.name, embedder.dimensions)


def index(entries: Sequence[Entry], embedder: Embedder, progress: Progress | None = None) -> None:
    """Set `terms` and `vector` of entries.

    If the embedder can't be reached, the vectors are left out: the memories are still stored, can be found by their
    words, and get their vectors later (`fill`).
    """
    reachable = True
    for start in range(0, len(entries), _BATCH):
        batch = entries[start : start + _BATCH]
        for entry in batch:
            entry.terms, entry.terms_version = index_entry(entry), TERMS_VERSION
        if reachable:
            try:
                vectors = _embed(embedder, batch)
            except EmbedderUnavailable:
                reachable = False
            else:
                for entry, vector in zip(batch, vectors, strict=True):
                    entry.vector = _pack(vector)
        if progress:
            progress(start + len(batch), len(entries))


def fill(store: Store, embedder: Embedder, progress: Progress | None = None) -> int:
    """Give every memory without a vector one of this embedder; return how many vectors were made.

    Each batch is durable when it is done, so an interrupted run goes on where it stopped.
    """
    space = space_of(embedder)
    total = store.count_unembedded(space)
    done, after = 0, (0, 0)
    while missing := store.unembedded(space, _BATCH, after=after):
        store.put_vectors(space, _vectors(missing, embedder))
        after = (missing[-1].partition, missing[-1].seq)
        done += len(missing)
        if progress:
            progress(done, max(total, done))
    return done


def reembed(store: Store, embedder: Embedder, progress: Progress | None = None) -> int:
    """Move a store to another embedder while the old vectors serve; return how many vectors were made.

    Memories stored meanwhile are embedded too before the new space takes over, in one transaction.
    """
    space = space_of(embedder)
    if store.open_space(space) != space:
        store.fill_space(space)
    count = fill(store, embedder, progress)
    last = 0

    def complete(rows: Sequence[PlacedEntry]) -> list[tuple[int, int, bytes]]:
        nonlocal last
        last = len(rows)
        return _vectors(rows, embedder)

    while not store.switch_space(space, complete):
        count += fill(store, embedder)
    return count + last


def _vectors(rows: Sequence[PlacedEntry], embedder: Embedder) -> list[tuple[int, int, bytes]]:
    """Return vectors of memories as the store takes them: partition id, sequence number and packed float16."""
    vectors = _embed(embedder, [place.entry for place in rows])
    return [(place.partition, place.seq, _pack(vector)) for place, vector in zip(rows, vectors, strict=True)]


def _embed(embedder: Embedder, entries: Sequence[Entry]) -> Vectors:
    vectors = np.asarray(embedder.embed([meaning(entry) for entry in entries]))
    if vectors.shape != (len(entries), embedder.dimensions) or not np.isfinite(vectors).all():
        raise EmbedderError(
            f"The embedder {embedder.name} gave vectors of shape {vectors.shape}, or not finite ones, where "
            f"{(len(entries), embedder.dimensions)} was expected.",
            hint="Nothing was stored. Mend the embedder's embed() or its dimensions.",
        )
    return vectors


def unpacked(entry: Entry) -> Vectors | None:
    """Return the vector of an indexed entry as float32, shape (dimensions,); None if it has none yet."""
    return None if entry.vector is None else np.frombuffer(entry.vector, dtype="<f2").astype(np.float32)


def _pack(vector: Vectors) -> bytes:
    return bytes(vector.astype("<f2").tobytes()) if np.any(vector) else bytes(2 * len(vector))
