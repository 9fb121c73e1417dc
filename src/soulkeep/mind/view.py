"""A mind: one character facing one person. The partitions it may see, searched as one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.mind.partition import Partition
from soulkeep.stores.base import PartitionKey


def visible(character: str, person: str | None) -> list[PartitionKey]:
    """What a character facing a person may see: what is between the two, and what belongs to nobody in particular."""
    own = PartitionKey(character, None)
    return [PartitionKey(character, person), own] if person is not None else [own]


class Mind:
    """Partitions end to end: row numbers run on from one to the next.

    Use it inside `with mind.held():`, so that nothing grows while it is read.

    Attributes:
        partitions: those it is made of.
        size: rows of all partitions; 0 until it is held.
        offsets: the first row of each partition.
    """

    def __init__(self, partitions: Sequence[Partition]) -> None:
        self.partitions = partitions
        self.size = 0
        self.offsets: list[int] = []

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the partitions as they are meanwhile."""
        with ExitStack() as stack:
            for partition in sorted(self.partitions, key=lambda partition: partition.id):  # one order: no deadlock
                stack.enter_context(partition.lock)
            self.offsets = list(accumulate((partition.size for partition in self.partitions), initial=0))
            self.size = self.offsets.pop()
            yield

    def column(self, name: str) -> NDArray[Any]:
        """One of the partitions' arrays, end to end."""
        columns = [getattr(partition, name)[: partition.size] for partition in self.partitions]
        return columns[0] if len(columns) == 1 else np.concatenate(columns)

    def neighbours(self, name: str) -> NDArray[np.int32]:
        """`previous` or `following` as rows of the whole, -1 for none."""
        columns = []
        for offset, partition in zip(self.offsets, self.partitions, strict=True):
            rows: NDArray[np.int32] = getattr(partition, name)[: partition.size]
            columns.append(np.where(rows < 0, np.int32(-1), rows + np.int32(offset)) if offset else rows)
        return columns[0] if len(columns) == 1 else np.concatenate(columns)

    def coded(self, kind: str, names: Sequence[str]) -> NDArray[np.bool_]:
        """Which rows have one of some `"kind"`, `"source"` or `"speaker"` names."""
        masks = []
        for partition in self.partitions:
            codes = getattr(partition, f"{kind}_codes")
            column = getattr(partition, f"{kind}s")[: partition.size]
            masks.append(np.isin(column, [codes.find(name) for name in names]))
        return np.concatenate(masks)

    def speakers(self) -> list[str]:
        """Everybody who speaks in it."""
        found = dict.fromkeys(name for partition in self.partitions for name in partition.speaker_codes.names())
        return [name for name in found if name]

    def marked(self, places: Collection[tuple[int, int]]) -> NDArray[np.bool_]:
        """Which rows are among some (partition id, sequence number)."""
        masks = []
        for partition in self.partitions:
            seqs = [seq for id, seq in places if id == partition.id]
            masks.append(np.isin(partition.seqs[: partition.size], seqs))
        return np.concatenate(masks)

    def vector(self, row: int) -> NDArray[np.float32]:
        """The vector of a row."""
        partition, at = self._within(row)
        found: NDArray[np.float32] = partition.vectors[at]
        return found

    def place(self, row: int) -> tuple[Partition, int]:
        """The partition of a row, and its sequence number there."""
        partition, at = self._within(row)
        return partition, int(partition.seqs[at])

    def _within(self, row: int) -> tuple[Partition, int]:
        """The partition of a row, and its row there."""
        for offset, partition in zip(reversed(self.offsets), reversed(self.partitions), strict=True):
            if row >= offset:
                return partition, row - offset
        raise IndexError(row)
