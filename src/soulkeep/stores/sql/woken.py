"""The partitions whose work this process woke."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Lock

_MOST = 500


class Woken:
    """Partitions, the newest of them. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._partitions: dict[int, None] = {}

    def add(self, partition: int) -> None:
        """Its work was woken, or put off."""
        with self._lock:
            self._partitions.pop(partition, None)
            self._partitions[partition] = None
            if len(self._partitions) > _MOST:
                del self._partitions[next(iter(self._partitions))]

    def drop(self, partition: int) -> None:
        """Its work is being done."""
        with self._lock:
            self._partitions.pop(partition, None)

    def keep(self, asked: Sequence[int], waiting: Collection[int]) -> None:
        """Of those asked for, only these have work that waits."""
        with self._lock:
            for partition in asked:
                if partition not in waiting:
                    self._partitions.pop(partition, None)

    def listed(self) -> list[int]:
        """All of them."""
        with self._lock:
            return list(self._partitions)
