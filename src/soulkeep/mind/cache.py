"""The working sets in memory: made on first use, brought up to date, the least recently used dropped."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from soulkeep.errors import EmbedderChanged
from soulkeep.mind.partition import Partition
from soulkeep.stores.base import Head, PartitionKey, Space, Store


class PartitionCache:
    """Working sets under a byte budget, shared by all who read them.

    Args:
        store: where the memories are.
        space: the vector space of this process's embedder.
        budget: bytes to hold at most. One working set is always held, however large.
    """

    def __init__(self, store: Store, space: Space, *, budget: int) -> None:
        self.store = store
        self.space = space
        self.budget = budget
        self._lock = Lock()
        self._held: OrderedDict[int, tuple[Partition, int]] = OrderedDict()  # by id: the set and its bytes
        self._ids: dict[PartitionKey, int] = {}
        self._bytes = 0

    @property
    def nbytes(self) -> int:
        """Bytes held now."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._held)

    def get(self, keys: Sequence[PartitionKey]) -> list[Partition]:
        """The working sets of some partitions as they are on disk now; those that hold nothing are left out.

        Raises:
            EmbedderChanged: another process has re-embedded the store with another model.
        """
        space, heads = self.store.heads(keys)
        if space is not None and space != self.space:
            raise EmbedderChanged(
                f"The memories were re-embedded with {space.name}, but this process asks with {self.space.name}.",
                hint="Open the keep again with that embedder. Nothing is lost.",
            )
        partitions: list[Partition] = []
        for key, head in zip(keys, heads, strict=True):
            self._notice(key, head)
            if head is None:
                continue
            with self._lock:
                entry = self._held.get(head.partition)
                partition = entry[0] if entry else Partition(head.partition, key, self.space)
                if entry is None:
                    self._held[head.partition] = (partition, 0)
            try:
                partition.catch_up(self.store, head)
            except BaseException:
                self._drop(head.partition)  # it may be half changed: the next one starts anew
                raise
            self._account(partition)
            partitions.append(partition)
        return partitions

    def forget(self, keys: Sequence[PartitionKey]) -> None:
        """Drop the working sets of some partitions."""
        with self._lock:
            for key in keys:
                _, size = self._held.pop(self._ids.pop(key, 0), (None, 0))
                self._bytes -= size

    def clear(self) -> None:
        """Drop every working set."""
        with self._lock:
            self._held.clear()
            self._ids.clear()
            self._bytes = 0

    def _notice(self, key: PartitionKey, head: Head | None) -> None:
        """Let go of the working set of a partition that was erased, here or by another process."""
        with self._lock:
            before = self._ids.get(key)
            if head is not None:
                self._ids[key] = head.partition
            if before is not None and (head is None or head.partition != before):
                if head is None:
                    del self._ids[key]
                _, size = self._held.pop(before, (None, 0))
                self._bytes -= size

    def _drop(self, id: int) -> None:
        with self._lock:
            _, size = self._held.pop(id, (None, 0))
            self._bytes -= size

    def _account(self, partition: Partition) -> None:
        size = partition.nbytes
        with self._lock:
            _, before = self._held.get(partition.id, (partition, 0))
            self._held[partition.id] = (partition, size)
            self._held.move_to_end(partition.id)
            self._bytes += size - before
            while self._bytes > self.budget and len(self._held) > 1:
                _, (_, dropped) = self._held.popitem(last=False)
                self._bytes -= dropped
