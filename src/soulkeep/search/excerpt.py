"""Some rows of a large working set, which stand in for all of it where its best rows are scored.

What is true of the whole stays so: how many memories there are, how many hold a word, how long they are on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.bm25 import Hashes
from soulkeep.search.working_set import Partition, PartitionSummary, Where

_LINKS = ("previous", "following", "bases")

_ONE_BY_ONE = 8
"""Terms up to which each is looked up by itself; more are looked up in all rows at once, and that is kept."""


class Excerpt:
    """Rows of a partition, in their order. It has what `Partition` has for reading; hold its lock meanwhile.

    Args:
        partition: held.
        rows: of it, in any order; those that they rest on come with them.
        terms: where terms occur in the partition, as far as that is known; filled in as more is asked for.
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
        """A column, read when it is first asked for."""
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
        """What is true of the partition."""
        return self.partition.whole

    def similarity(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Products of the vectors with one."""
        return self.partition.similarity(vector, self.rows)

    def singles(self, rows: NDArray[Any] | int) -> NDArray[np.float32]:
        """The vectors of some rows as float32."""
        return self.partition.singles(self.rows[rows])

    def where(self, term: int) -> Where:
        """Where a term occurs here, and how often in the whole partition."""
        where = self.known(term)
        if not len(where.rows):
            return where
        places = np.minimum(where.rows.searchsorted(self.rows.astype(np.int32)), len(where.rows) - 1)
        here = where.rows[places] == self.rows
        return Where(np.flatnonzero(here).astype(np.int32), where.counts[places[here]], where.said)

    def each(self, terms: Hashes) -> list[Where]:
        """Where each of some terms occurs here."""
        return [self.where(term) for term in terms.tolist()]

    def bearing(self, mark: int) -> NDArray[np.bool_]:
        """Which rows bear a mark."""
        return self.partition.bearing(mark)[self.rows]

    def known(self, term: int) -> Where:
        """Where a term occurs in the partition."""
        where = self._terms.get(term)
        if where is None:
            where = self._terms[term] = self.partition.where(term)
        return where

    def marked(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Which rows hold any of some terms or marks."""
        if len(hashes) > _ONE_BY_ONE:
            return self.spread(hashes)[0]
        mask = np.zeros(self.size, dtype=np.bool_)
        for hash in hashes.tolist():
            mask[self.where(hash).rows] = True
        return mask

    def spread(self, hashes: Hashes) -> tuple[NDArray[np.bool_], int]:
        """Which rows hold any of some terms, and how many of the partition do."""
        holders = self.partition.holders(hashes)
        return holders.among(self.rows), holders.number


def _with_bases(partition: Partition, rows: NDArray[Any]) -> NDArray[np.intp]:
    """Rows, each once, ascending, and those that they rest on."""
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
    """Rows, each once, ascending; faster than `np.unique`."""
    ordered = np.sort(rows.astype(np.intp, copy=False))
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if len(ordered) else ordered
