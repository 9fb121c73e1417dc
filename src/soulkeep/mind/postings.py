"""BM25 over hashed terms, growing as memories arrive.

A memory's index entry is made once, when it is stored: the 32-bit hash of each of its terms, and how often it occurs.
Most of the index is one block sorted by hash (compressed sparse rows). What came since the block was built lies in
small lists by hash, and is merged in once it has grown to a quarter of the block, so that a long life costs a
logarithmic number of merges.

Two terms share a hash once in four thousand million: too rare to matter beside the words themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]
Rows = NDArray[np.int32]
Counts = NDArray[np.float32]

_SMALLEST_MERGE = 4096


def pack_terms(hashes: Hashes, marks: Hashes | None = None) -> bytes:
    """The index entry of a memory from the hashes of its terms in the order they occur: unique hashes, then counts.

    Marks say what a memory is, not what words it holds: they occur zero times, and can be looked up all the same.
    """
    unique, counts = np.unique(hashes, return_counts=True)
    if marks is not None and len(marks):
        extra = np.setdiff1d(marks, unique)
        unique = np.concatenate([unique, extra])
        counts = np.concatenate([counts, np.zeros(len(extra), dtype=counts.dtype)])
    return bytes(unique.astype("<u4").tobytes() + np.minimum(counts, 255).astype(np.uint8).tobytes())


def unpack_terms(packed: Sequence[bytes]) -> tuple[Hashes, Counts, NDArray[np.int64]]:
    """The hashes and counts of many entries end to end, and how many each has."""
    sizes = np.array([len(entry) // 5 for entry in packed], dtype=np.int64)
    hashes = np.frombuffer(b"".join(entry[: 4 * n] for entry, n in zip(packed, sizes, strict=True)), dtype="<u4")
    counts = np.frombuffer(b"".join(entry[4 * n :] for entry, n in zip(packed, sizes, strict=True)), dtype=np.uint8)
    return hashes, counts.astype(np.float32), sizes


class Found(NamedTuple):
    """Where a term occurs: rows, ascending, and how often in each."""

    rows: Rows
    counts: Counts


class Postings:
    """Which memories (by row number) hold a term, and how often."""

    def __init__(self) -> None:
        self._hashes: Hashes = np.empty(0, dtype=np.uint32)  # of the block, one for each posting, ascending
        self._rows: Rows = np.empty(0, dtype=np.int32)
        self._counts: NDArray[np.uint8] = np.empty(0, dtype=np.uint8)
        self._recent: dict[int, list[tuple[int, int]]] = {}
        self._recent_size = 0

    @property
    def nbytes(self) -> int:
        """Bytes held, the recent part estimated."""
        return self._hashes.nbytes + self._rows.nbytes + self._counts.nbytes + 120 * self._recent_size

    def with_row(self, row: int, hashes: Hashes, counts: Counts) -> Postings:
        """A copy that holds one entry more."""
        other = Postings()
        other._hashes, other._rows, other._counts = self._hashes, self._rows, self._counts  # never changed in place
        other._recent = dict(self._recent)
        for hash, count in zip(hashes.tolist(), counts.tolist(), strict=True):
            other._recent[hash] = [*self._recent.get(hash, ()), (row, int(count))]
        other._recent_size = self._recent_size + len(hashes)
        return other

    def append(self, first_row: int, hashes: Hashes, counts: Counts, sizes: NDArray[np.int64]) -> None:
        """Add the entries of consecutive rows, as `unpack_terms` gives them."""
        rows = np.repeat(np.arange(first_row, first_row + len(sizes), dtype=np.int32), sizes)
        if len(hashes) > _SMALLEST_MERGE:
            self._merge(hashes, rows, counts.astype(np.uint8))
            return
        for hash, row, count in zip(hashes.tolist(), rows.tolist(), counts.tolist(), strict=True):
            self._recent.setdefault(hash, []).append((row, int(count)))
        self._recent_size += len(hashes)
        if self._recent_size > max(_SMALLEST_MERGE, len(self._hashes) // 4):
            self._merge(np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.int32), np.empty(0, dtype=np.uint8))

    def find(self, hash: int) -> Found:
        """The rows that hold a term, deleted ones too: the caller knows which rows count."""
        key = np.uint32(hash)  # any other type would have the whole block converted to it
        start = int(self._hashes.searchsorted(key, side="left"))
        end = int(self._hashes.searchsorted(key, side="right"))
        rows, counts = self._rows[start:end], self._counts[start:end].astype(np.float32)
        recent = self._recent.get(hash)
        if recent:
            late = np.array(recent, dtype=np.int32)
            rows = np.concatenate([rows, late[:, 0]])
            counts = np.concatenate([counts, late[:, 1].astype(np.float32)])
        return Found(rows, counts)

    def holding(self, hashes: Hashes) -> Rows:
        """The rows that hold any of some terms, in no order, some of them twice; for many terms at once."""
        first = self._hashes.searchsorted(hashes, side="left")
        sizes = self._hashes.searchsorted(hashes, side="right") - first
        starts = np.repeat(first - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes) if len(sizes) else first
        found = self._rows[starts + np.arange(len(starts))]
        if self._recent:
            late = [row for hash in hashes.tolist() for row, _ in self._recent.get(hash, ())]
            found = np.concatenate([found, np.array(late, dtype=np.int32)])
        return found

    def _merge(self, hashes: Hashes, rows: Rows, counts: NDArray[np.uint8]) -> None:
        recent = [(hash, row, count) for hash, found in self._recent.items() for row, count in found]
        late = np.array(recent, dtype=np.int64).reshape(-1, 3)
        all_hashes = np.concatenate([self._hashes, late[:, 0].astype(np.uint32), hashes])
        all_rows = np.concatenate([self._rows, late[:, 1].astype(np.int32), rows])
        all_counts = np.concatenate([self._counts, late[:, 2].astype(np.uint8), counts])
        order = np.argsort(all_hashes, kind="stable")  # keeps rows ascending within a term
        self._hashes, self._rows, self._counts = all_hashes[order], all_rows[order], all_counts[order]
        self._recent.clear()
        self._recent_size = 0


def inverse_frequency(holding: int, total: int) -> float:
    """How much a term tells: ln(1 + (N - n + 0.5) / (n + 0.5)), Lucene's form of BM25's, never negative."""
    return float(np.log1p((total - holding + 0.5) / (holding + 0.5)))
