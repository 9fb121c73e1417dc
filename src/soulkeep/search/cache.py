"""A cache of working sets: each is loaded on first use and kept up to date; the least recently used are dropped."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from os import fspath
from os.path import isdir
from threading import Lock
from typing import NamedTuple

from soulkeep.errors import EmbedderChanged, InputError
from soulkeep.search.ann_builder import Indexer
from soulkeep.search.working_set import Large, Partition
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Head, PartitionKey, Space


class PartitionCache:
    """Working sets within a budget of bytes, shared by all callers.

    Large sets have a budget of their own: they take long to load, so small ones never evict them.

    Args:
        store: the store that holds the memories.
        space: the vector space of this process's embedder.
        budget: bytes of small sets to hold at most. Sets asked for in one call are held together, however large.
        settings: from how many rows a set is large, how it is held and indexed, and the budget of large sets.
    """

    def __init__(self, store: Store, space: Space, *, budget: int, settings: Settings | None = None) -> None:
        self.store = store
        self.space = space
        self.budget = budget
        settings = settings or Settings()
        folder = None if settings.large_folder is None else fspath(settings.large_folder)
        if folder is not None and not isdir(folder):
            raise InputError(f"There is no folder {folder}.", hint="Make it, or leave the setting large_folder out.")
        self._large = Large(settings.large_rows, folder)
        self._large_budget = settings.large_bytes
        self._indexer = Indexer(settings.index_threads) if settings.large_index else None
        self._lock = Lock()
        self._held: OrderedDict[int, _Held] = OrderedDict()  # by partition id
        self._ids: dict[PartitionKey, int] = {}
        self._bytes = [0, 0]  # of small sets, of large sets

    @property
    def nbytes(self) -> int:
        """Bytes held now, of small and large sets."""
        return sum(self._bytes)

    def __len__(self) -> int:
        return len(self._held)

    def get(self, keys: Sequence[PartitionKey]) -> list[Partition]:
        """Return the working sets of some partitions, up to date with the store; empty partitions are left out.

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
                partition = entry.partition if entry else Partition(head.partition, key, self.space, self._large)
                if entry is None:
                    self._held[head.partition] = _Held(partition, 0, False)
            try:
                partition.catch_up(self.store, head)
            except BaseException:
                self._drop(head.partition)  # the set may be half changed: it is loaded anew next time
                raise
            partitions.append(partition)
            if self._indexer is not None:
                self._indexer.want(partition)
        self._account(partitions)
        return partitions

    def indexed(self, seconds: float | None = None) -> bool:
        """Wait until all large sets are indexed; return False if that took longer than `seconds` (None: no limit)."""
        return self._indexer is None or self._indexer.wait(seconds)

    def warm(self, id: int) -> None:
        """Bring a working set up to date, if it is held. This doesn't count as a use, so it is dropped no later."""
        with self._lock:
            loaded = self._held.get(id)
        if loaded is None:
            return
        partition = loaded.partition
        space, [head] = self.store.heads([partition.key])
        if head is not None and head.partition == id and space == self.space:
            try:
                partition.catch_up(self.store, head)
            except BaseException:
                self._drop(id)
                raise

    def forget(self, keys: Sequence[PartitionKey]) -> None:
        """Drop the working sets of some partitions."""
        with self._lock:
            for key in keys:
                self._let_go(self._ids.pop(key, 0))

    def clear(self) -> None:
        """Drop every working set, and wait until none is being indexed."""
        with self._lock:
            for id in list(self._held):
                self._let_go(id)
            self._ids.clear()
        if self._indexer is not None:
            self._indexer.stop()

    def _notice(self, key: PartitionKey, head: Head | None) -> None:
        """Drop the working set of a partition that was erased, by this process or another."""
        with self._lock:
            before = self._ids.get(key)
            if head is not None:
                self._ids[key] = head.partition
            if before is not None and (head is None or head.partition != before):
                if head is None:
                    del self._ids[key]
                self._let_go(before)

    def _drop(self, id: int) -> None:
        with self._lock:
            self._let_go(id)

    def _let_go(self, id: int) -> None:
        partition = self._held.pop(id, None)
        if partition is not None:
            self._bytes[partition.large] -= partition.size
            partition.partition.retired.set()
            if self._ids.get(partition.partition.key) == id:  # else the keys of all tenants would pile up
                del self._ids[partition.partition.key]

    def _account(self, partitions: Sequence[Partition]) -> None:
        """Record the sizes of the sets just asked for, and drop the least recently used others beyond the budgets."""
        now = [_Held(partition, partition.nbytes, partition.large) for partition in partitions]
        with self._lock:
            for loaded in now:
                id = loaded.partition.id
                before = self._held.get(id)
                if before is None or before.partition is not loaded.partition:
                    continue  # dropped by another thread meanwhile
                self._bytes[before.large] -= before.size
                self._held[id] = loaded
                self._held.move_to_end(id)
                self._bytes[loaded.large] += loaded.size
            asked = {partition.id for partition in partitions}
            for large, budget in ((False, self.budget), (True, self._large_budget)):
                if self._bytes[large] > budget:
                    self._trim(large, budget, asked)

    def _trim(self, large: bool, budget: int, asked: Collection[int]) -> None:
        for id, partition in list(self._held.items()):
            if self._bytes[large] <= budget:
                return
            if partition.large is large and id not in asked:
                self._let_go(id)


class _Held(NamedTuple):
    """A working set, its size in bytes, and whether it is large."""

    partition: Partition
    size: int
    large: bool
