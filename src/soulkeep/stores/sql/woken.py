"""The partitions for which this process queued work."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Lock

_MOST = 500


class Woken:
    """The partitions added last. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._partitions: dict[int, None] = {}

    def add(self, partition: int) -> None:
        """Note that a partition's work was queued or postponed."""
        with self._lock:
            self._partitions.pop(partition, None)
            self._partitions[partition] = None
            if len(self._partitions) > _MOST:
                del self._partitions[next(iter(self._partitions))]

    def drop(self, partition: int) -> None:
        """Note that a partition's work is being done."""
        with self._lock:
            self._partitions.pop(partition, None)

    def keep(self, asked: Sequence[int], waiting: Collection[int]) -> None:
        """Keep, of the partitions asked about, only those that have work waiting."""
        with self._lock:
            for partition in asked:
                if partition not in waiting:
                    self._partitions.pop(partition, None)

    def listed(self) -> list[int]:
        """Return all partitions noted."""
        with self._lock:
            return list(self._partitions)
