"""Excerpts: some rows of a large working set, which stand for all of it while they are scored.

Statistics stay those of the whole set: number of memories, how many hold a word, and their average length.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.bm25 import Hashes
from soulkeep.search.working_set import Partition, PartitionSummary, Where

_LINKS = ("previous", "following", "bases")

_ONE_BY_ONE = 8
"""Number of terms up to which each is looked up by itself; more are looked up in all rows at once, which is cached."""


class Excerpt:
    """Some rows of a partition, ascending. It can be read like a `Partition`; hold its lock meanwhile.

    Args:
        partition: the partition, locked by the caller.
        rows: rows of it, in any order; the rows that they were derived from are added.
        terms: cache of where terms occur in the partition; it is added to.
    """

    def __init__(self, partition: Partition, rows: NDArray[Any], terms: dict[int, Where]) -> None:
        self.id = partition.id
        self.key = partition.key
        self.lock = partition.lock
        self.kind_codes = partition.kind_codes
        self.source_codes = partition.source_codes
        self.speaker_codes = partition.speaker_codes
        self.partition = partition
        self.rows: NDArray[np.intp] = _with_bases(partition, rows)
        self.size = len(self.rows)
        self._terms = terms

    def __getattr__(self, name: str) -> NDArray[Any]:
        """Return a column of the partition for these rows, read when first asked for."""
        if name.startswith("_") or name == "vectors":
            raise AttributeError(name)
        column: NDArray[Any] = getattr(self.partition, name)[self.rows]
        if name in _LINKS:
            places = np.minimum(self.rows.searchsorted(column), self.size - 1)
            column = np.where((column >= 0) & (self.rows[places] == column), places, -1).astype(np.int32)
        setattr(self, name, column)
        return column

    @property
    def whole(self) -> PartitionSummary:
        """Statistics of the whole partition."""
        return self.partition.whole

    def similarity(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the dot products of the vectors with one."""
        return self.partition.similarity(vector, self.rows)

    def singles(self, rows: NDArray[Any] | int) -> NDArray[np.float32]:
        """Return the vectors of some rows as float32."""
        return self.partition.singles(self.rows[rows])

    def where(self, term: int) -> Where:
        """Return where a term occurs in these rows, and how often in the whole partition."""
        where = self.known(term)
        if not len(where.rows):
            return where
        places = np.minimum(where.rows.searchsorted(self.rows.astype(np.int32)), len(where.rows) - 1)
        here = where.rows[places] == self.rows
        return Where(np.flatnonzero(here).astype(np.int32), where.counts[places[here]], where.said)

    def each(self, terms: Hashes) -> list[Where]:
        """Return where each of some terms occurs in these rows."""
        return [self.where(term) for term in terms.tolist()]

    def bearing(self, mark: int) -> NDArray[np.bool_]:
        """Return which of these rows bear a mark."""
        return self.partition.bearing(mark)[self.rows]

    def known(self, term: int) -> Where:
        """Return where a term occurs in the whole partition."""
        where = self._terms.get(term)
        if where is None:
            where = self._terms[term] = self.partition.where(term)
        return where

    def marked(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Return which of these rows hold any of some terms or marks."""
        if len(hashes) > _ONE_BY_ONE:
            return self.spread(hashes)[0]
        mask = np.zeros(self.size, dtype=np.bool_)
        for hash in hashes.tolist():
            mask[self.where(hash).rows] = True
        return mask

    def spread(self, hashes: Hashes) -> tuple[NDArray[np.bool_], int]:
        """Return which of these rows hold any of some terms, and how many rows of the whole partition do."""
        holders = self.partition.holders(hashes)
        return holders.among(self.rows), holders.number


def _with_bases(partition: Partition, rows: NDArray[Any]) -> NDArray[np.intp]:
    """Return rows and those that they were derived from, each once, ascending."""
    wide = _distinct(rows)
    while True:
        bases = partition.bases[wide]
        bases = bases[bases >= 0]
        if not len(bases):
            return wide
        wider = _distinct(np.concatenate([wide, bases]))
        if len(wider) == len(wide):
            return wide
        wide = wider


def _distinct(rows: NDArray[Any]) -> NDArray[np.intp]:
    """Return rows, each once, ascending; faster than `np.unique`."""
    ordered = np.sort(rows.astype(np.intp, copy=False))
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if len(ordered) else ordered
