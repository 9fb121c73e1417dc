"""A mind: the partitions that a character may see while facing one person, searched as one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.owners import owner_of
from soulkeep.search.bm25 import Hashes
from soulkeep.search.excerpt import Excerpt
from soulkeep.search.working_set import Partition, Where
from soulkeep.stores.rows import PartitionKey


def visible(character: str, person: str | None, worlds: Sequence[str] = ()) -> list[PartitionKey]:
    """Return the partitions that a character facing a person may see: what is between the two, what concerns no person
    in particular, and the lore of the worlds that it has read."""
    own = PartitionKey(character, None)
    lore = [PartitionKey(owner_of(world), None) for world in worlds]
    return [PartitionKey(character, person), own, *lore] if person is not None else [own, *lore]


class Mind:
    """Partitions concatenated: row numbers run on from one to the next.

    Use it inside `with mind.held():`, so that nothing grows while it is read. An excerpt may stand for a large one.

    Attributes:
        partitions: the partitions it is made of.
        size: number of rows of all partitions; 0 until it is held.
        offsets: the first row of each partition.
    """

    def __init__(self, partitions: Sequence[Partition | Excerpt]) -> None:
        self.partitions = partitions
        self.size = 0
        self.offsets: list[int] = []
        self._columns: dict[str, NDArray[Any]] = {}
        self._coded: dict[tuple[str, tuple[str, ...]], NDArray[np.bool_]] = {}
        self._holding: dict[int, NDArray[np.bool_]] = {}

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the partitions, so that they don't change meanwhile."""
        with ExitStack() as stack:
            for partition in sorted(self.partitions, key=lambda partition: partition.id):  # one order prevents deadlock
                stack.enter_context(partition.lock)
            self.measure()
            yield

    def measure(self) -> None:
        """Update sizes and offsets to those of the partitions; `held` calls it."""
        self.offsets = list(accumulate([partition.size for partition in self.partitions], initial=0))
        self.size = self.offsets.pop()
        self._columns.clear()
        self._coded.clear()
        self._holding.clear()

    @property
    def rows(self) -> int:
        """Number of rows of the whole partitions, also where excerpts stand for them."""
        return sum([partition.whole.rows for partition in self.partitions])

    @property
    def said(self) -> int:
        """Number of these rows that are neither derived nor forgotten."""
        return sum([partition.whole.said for partition in self.partitions])

    def average_length(self) -> float:
        """Return the average number of terms of a memory that isn't derived; 1 if there are no terms."""
        wholes = [partition.whole for partition in self.partitions]
        return sum([whole.terms for whole in wholes]) / max(sum([whole.plain for whole in wholes]), 1) or 1.0

    def where(self, term: int) -> Where:
        """Return where a term occurs."""
        return self.each(np.array([term], dtype=np.uint32))[0]

    def each(self, terms: Hashes) -> list[Where]:
        """Return where each of some terms occurs."""
        parts = [partition.each(terms) for partition in self.partitions]
        if len(parts) == 1:
            return parts[0]
        return [self._joined(places) for places in zip(*parts, strict=True)]

    def _joined(self, found: Sequence[Where]) -> Where:
        """Combine where a term occurs in each partition."""
        rows = [where.rows + np.int32(offset) for offset, where in zip(self.offsets, found, strict=True)]
        counts = np.concatenate([where.counts for where in found])
        return Where(np.concatenate(rows), counts, sum([where.said for where in found]))

    def holding(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Return which rows hold any of some terms or marks."""
        return np.concatenate([partition.marked(hashes) for partition in self.partitions])

    def bearing(self, mark: int) -> NDArray[np.bool_]:
        """Return which rows bear a mark. The mask is cached, and must not be written to."""
        holding = self._holding.get(mark)
        if holding is None:
            holding = self._holding[mark] = _whole([partition.bearing(mark) for partition in self.partitions])
        return holding

    def spread(self, hashes: Hashes) -> tuple[NDArray[np.bool_], float]:
        """Return which rows hold any of some terms (fast for many), and the share of all memories that do, 0…1."""
        parts = [partition.spread(hashes) for partition in self.partitions]
        return np.concatenate([mask for mask, _ in parts]), sum(count for _, count in parts) / self.rows

    def column(self, name: str) -> NDArray[Any]:
        """Return one of the partitions' arrays, concatenated."""
        column = self._columns.get(name)
        if column is None:
            columns = [getattr(partition, name)[: partition.size] for partition in self.partitions]
            column = self._columns[name] = _whole(columns)
        return column

    def neighbours(self, name: str) -> NDArray[np.int32]:
        """Return `previous`, `following` or `bases` as rows of the mind, -1 for none."""
        key = f"rows of {name}"
        neighbours = self._columns.get(key)
        if neighbours is None:
            columns = []
            for offset, partition in zip(self.offsets, self.partitions, strict=True):
                rows: NDArray[np.int32] = getattr(partition, name)[: partition.size]
                columns.append(np.where(rows < 0, np.int32(-1), rows + np.int32(offset)) if offset else rows)
            neighbours = self._columns[key] = _whole(columns)
        return neighbours

    def coded(self, kind: str, names: Sequence[str]) -> NDArray[np.bool_]:
        """Return which rows have one of some `"kind"`, `"source"` or `"speaker"` names. Not to be written to."""
        key = (kind, tuple(names))
        codes = self._coded.get(key)
        if codes is None:
            codes = self._coded[key] = _whole([_coded(partition, kind, names) for partition in self.partitions])
            codes.setflags(write=False)
        return codes

    def speakers(self) -> list[str]:
        """Return the names of all speakers."""
        names = dict.fromkeys(name for partition in self.partitions for name in partition.speaker_codes.names())
        return [name for name in names if name]

    def marked(self, places: Collection[tuple[int, int]]) -> NDArray[np.bool_]:
        """Return which rows are among some places (partition id, sequence number)."""
        masks = []
        for partition in self.partitions:
            seqs = [seq for id, seq in places if id == partition.id]
            masks.append(np.isin(partition.seqs[: partition.size], seqs))
        return np.concatenate(masks)

    def share_marked(self, places: Collection[tuple[int, int]]) -> float:
        """Return the share of all memories that lie at some places (partition id, sequence number), 0…1."""
        if not any(isinstance(partition, Excerpt) for partition in self.partitions):
            return np.count_nonzero(self.marked(places)) / self.size
        ids = {partition.id for partition in self.partitions}
        return len({place for place in places if place[0] in ids}) / self.rows

    def vector(self, row: int) -> NDArray[np.float32]:
        """Return the vector of a row as float32."""
        partition, at = self._within(row)
        return partition.singles(at)

    def vectors(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        """Return the vectors of some rows as float32, (len(rows), dimensions)."""
        if len(self.partitions) == 1 or not len(rows):
            return self.partitions[0].singles(rows)
        parts = np.searchsorted(np.array(self.offsets), rows, side="right") - 1
        vectors = np.empty((len(rows), len(self.vector(int(rows[0])))), dtype=np.float32)
        for at in set(parts.tolist()):
            here = parts == at
            vectors[here] = self.partitions[at].singles(rows[here] - self.offsets[at])
        return vectors

    def place(self, row: int) -> tuple[Partition | Excerpt, int]:
        """Return the partition of a row, and the memory's sequence number in it."""
        partition, at = self._within(row)
        return partition, int(partition.seqs[at])

    def _within(self, row: int) -> tuple[Partition | Excerpt, int]:
        """Return the partition of a row, and its row in it."""
        for offset, partition in zip(reversed(self.offsets), reversed(self.partitions), strict=True):
            if row >= offset:
                return partition, row - offset
        raise IndexError(row)


def _coded(partition: Partition | Excerpt, kind: str, names: Sequence[str]) -> NDArray[np.bool_]:
    """Return which rows of a partition have one of some names."""
    numbers = getattr(partition, f"{kind}_codes").numbers
    codes = {numbers[name] for name in names if name in numbers}
    mask = np.zeros(partition.size, dtype=np.bool_)
    column = getattr(partition, f"{kind}s")[: partition.size]
    for code in codes:
        mask |= column == code
    return mask


def _whole(columns: list[NDArray[Any]]) -> NDArray[Any]:
    """Concatenate columns; a single one isn't copied."""
    return columns[0] if len(columns) == 1 else np.concatenate(columns)
