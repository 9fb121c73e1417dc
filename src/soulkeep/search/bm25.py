"""BM25 over hashed terms, growing as memories arrive.

A memory's index entry is made once, when it is stored: the 32-bit hash of each of its terms, and how often it occurs.
Most of the index is one block sorted by hash (compressed sparse rows). What came since the block was built lies in
small lists by hash, and is merged in once it has grown to a quarter of the block, so that a long life costs a
logarithmic number of merges. What comes in large pieces is merged in at the next search.

Two terms share a hash once in four thousand million: too rare to matter beside the words themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]
Rows = NDArray[np.int32]
Counts = NDArray[np.float32]

_SMALLEST_MERGE = 4096


def pack_terms(hashes: Hashes, marks: Hashes | None = None) -> bytes:
    """Return a memory's index entry, from the hashes of its terms in their order: unique hashes, then counts (to 255).

    Marks tell a property of the memory rather than its words: they have a count of 0, and are looked up like terms.
    """
    unique, counts = np.unique(hashes, return_counts=True)
    if marks is not None and len(marks):
        extra = others(marks, unique)
        unique = np.concatenate([unique, extra])
        counts = np.concatenate([counts, np.zeros(len(extra), dtype=counts.dtype)])
    return bytes(unique.astype("<u4").tobytes() + np.minimum(counts, 255).astype(np.uint8).tobytes())


def others(hashes: Hashes, known: Hashes) -> Hashes:
    """Return the hashes that aren't among those known, each once, ascending; NumPy's own takes ten times as long for a
    few, and imports masked arrays."""
    return np.array(sorted({*hashes.tolist()} - {*known.tolist()}), dtype=np.uint32)


def unpack_terms(packed: Sequence[bytes]) -> tuple[Hashes, Counts, NDArray[np.int64]]:
    """Return the hashes and counts of many index entries, each concatenated, and the number of terms of each entry."""
    sizes = np.array([len(entry) // 5 for entry in packed], dtype=np.int64)
    hashes = np.frombuffer(b"".join(entry[: 4 * n] for entry, n in zip(packed, sizes, strict=True)), dtype="<u4")
    counts = np.frombuffer(b"".join(entry[4 * n :] for entry, n in zip(packed, sizes, strict=True)), dtype=np.uint8)
    return hashes, counts.astype(np.float32), sizes


class Occurrences(NamedTuple):
    """The rows, ascending, in which a term occurs, and how often it occurs in each."""

    rows: Rows
    counts: Counts


class Postings:
    """An inverted index: which memories (by row number) hold a term, and how often."""

    def __init__(self) -> None:
        self._terms: Hashes = np.empty(0, dtype=np.uint32)  # the block's terms, ascending …
        self._starts: NDArray[np.int64] = np.zeros(1, dtype=np.int64)  # … and where the rows of each begin, and the end
        self._rows: Rows = np.empty(0, dtype=np.int32)
        self._counts: NDArray[np.uint8] = np.empty(0, dtype=np.uint8)
        self._waiting: list[_Piece] = []  # merged in at the next search
        self._recent: dict[int, list[tuple[int, int]]] = {}
        self._recent_size = 0

    @property
    def nbytes(self) -> int:
        """Bytes held; those of the recent part are estimated."""
        block = self._terms.nbytes + self._starts.nbytes + self._rows.nbytes + self._counts.nbytes
        return block + sum(piece.nbytes for piece in self._waiting) + 120 * self._recent_size

    def with_row(self, row: int, hashes: Hashes, counts: Counts) -> Postings:
        """Return a copy that holds one memory more."""
        self.settle()
        other = Postings()
        other._terms, other._starts = self._terms, self._starts  # these arrays are never changed in place
        other._rows, other._counts = self._rows, self._counts
        other._recent = dict(self._recent)
        for hash, count in zip(hashes.tolist(), counts.tolist(), strict=True):
            other._recent[hash] = [*self._recent.get(hash, ()), (row, int(count))]
        other._recent_size = self._recent_size + len(hashes)
        return other

    def append(self, first_row: int, hashes: Hashes, counts: Counts, sizes: NDArray[np.int64]) -> None:
        """Add the index entries of consecutive rows, as `unpack_terms` returns them.

        Args:
            first_row: the first row.
            hashes: the terms of all rows, one row after another.
            counts: how often each term occurs in its row.
            sizes: the number of terms of each row.
        """
        rows = np.repeat(np.arange(first_row, first_row + len(sizes), dtype=np.int32), sizes)
        if len(hashes) > _SMALLEST_MERGE:
            self._waiting.append(_Piece(hashes, rows, counts.astype(np.uint8)))
            return
        for hash, row, count in zip(hashes.tolist(), rows.tolist(), counts.tolist(), strict=True):
            self._recent.setdefault(hash, []).append((row, int(count)))
        self._recent_size += len(hashes)
        if self._recent_size > max(_SMALLEST_MERGE, len(self._rows) // 4):
            self._merge()

    def settle(self) -> None:
        """Merge all large pieces that were added since the last merge, at once."""
        if self._waiting:
            self._merge()

    def find(self, hash: int) -> Occurrences:
        """Return the rows that hold a term."""
        return self.each(np.array([hash], dtype=np.uint32))[0]

    def each(self, hashes: Hashes) -> list[Occurrences]:
        """Return for each term the rows that hold it. Deleted rows are among them: the caller leaves them out."""
        self.settle()
        at = self._terms.searchsorted(hashes)
        ends = self._terms.searchsorted(hashes, side="right")  # the same, where a term isn't held
        occurrences: list[Occurrences] = []
        spans = zip(hashes.tolist(), self._starts[at].tolist(), self._starts[ends].tolist(), strict=True)
        for hash, first, end in spans:
            rows, counts = self._rows[first:end], self._counts[first:end].astype(np.float32)
            recent = self._recent.get(hash)
            if recent:
                late = np.array(recent, dtype=np.int32)
                rows = np.concatenate([rows, late[:, 0]])
                counts = np.concatenate([counts, late[:, 1].astype(np.float32)])
            occurrences.append(Occurrences(rows, counts))
        return occurrences

    def holding(self, hashes: Hashes) -> Rows:
        """Return the rows that hold any of some terms, in no order and with duplicates; fast for many terms at once."""
        self.settle()
        places = np.minimum(self._terms.searchsorted(hashes), max(len(self._terms) - 1, 0))
        places = places[self._terms[places] == hashes] if len(self._terms) else places[:0]
        first = self._starts[places]
        sizes = self._starts[places + 1] - first
        starts = np.repeat(first - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes) if len(sizes) else first
        rows = self._rows[starts + np.arange(len(starts))]
        if self._recent:
            late = [row for hash in hashes.tolist() for row, _ in self._recent.get(hash, ())]
            rows = np.concatenate([rows, np.array(late, dtype=np.int32)])
        return rows

    def _merge(self) -> None:
        recent = [(hash, row, count) for hash, places in self._recent.items() for row, count in places]
        late = np.array(recent, dtype=np.int64).reshape(-1, 3)
        block = _Piece(np.repeat(self._terms, np.diff(self._starts)), self._rows, self._counts)
        pieces = [block, _Piece(*(late[:, at].astype(kind) for at, kind in enumerate(_KINDS))), *self._waiting]
        self._waiting.clear()
        hashes, self._rows, self._counts = _sorted(pieces)
        edges = np.flatnonzero(np.concatenate([[True], hashes[1:] != hashes[:-1]])) if len(hashes) else hashes[:0]
        self._terms = hashes[edges]
        self._starts = np.append(edges, len(hashes)).astype(np.int64)
        self._recent.clear()
        self._recent_size = 0


class _Piece(NamedTuple):
    """Unsorted postings: three arrays with the hash, row and count of each."""

    hashes: Hashes
    rows: Rows
    counts: NDArray[np.uint8]

    @property
    def nbytes(self) -> int:
        return self.hashes.nbytes + self.rows.nbytes + self.counts.nbytes


_KINDS = (np.uint32, np.int32, np.uint8)

_PACKED_ROWS = 1 << 24


def _sorted(pieces: list[_Piece]) -> _Piece:
    """Return all postings sorted by hash, then by row. Empties the list, so a million memories aren't held twice."""
    if any(piece.rows.max(initial=0) >= _PACKED_ROWS for piece in pieces):
        hashes, rows, counts = (np.concatenate(arrays) for arrays in zip(*pieces, strict=True))
        pieces.clear()
        order = np.lexsort((rows, hashes))
        return _Piece(hashes[order], rows[order], counts[order])
    packed = np.empty(sum(len(piece.rows) for piece in pieces), dtype=np.uint64)  # plain numbers are sorted fastest
    end = len(packed)
    while pieces:
        hashes, rows, counts = pieces.pop()
        part = packed[end - len(rows) : end]
        part[:] = hashes
        part <<= np.uint64(24)
        part |= rows.astype(np.uint64)
        part <<= np.uint64(8)
        part |= counts
        end -= len(rows)
        del hashes, rows, counts
    packed.sort()
    counts = packed.astype(np.uint8)  # counts are the lowest byte
    packed >>= np.uint64(8)
    rows = (packed & np.uint64(_PACKED_ROWS - 1)).astype(np.int32)
    packed >>= np.uint64(24)
    return _Piece(packed.astype(np.uint32), rows, counts)


def inverse_frequency(holding: int, total: int) -> float:
    """Return how telling a term is: ln(1 + (N - n + 0.5) / (n + 0.5)), at least 0; Lucene's form of BM25's idf."""
    return log1p((total - holding + 0.5) / (holding + 0.5))
