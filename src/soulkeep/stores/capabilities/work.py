"""The queue of background work on partitions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import Entry, Impulse, PartitionKey, Space, Unread, Waiting, Wake, Work
from soulkeep.stores.sql import reads
from soulkeep.stores.sql import work as working
from soulkeep.stores.sql.connection import Connection


class Working(Jobs):
    """Operations on the queue of background work."""

    def claim(
        self,
        now: float,
        lease: float,
        *,
        partition: int | None = None,
        key: PartitionKey | None = None,
        patience: float = 0.0,
    ) -> Work | None:
        """Hold the work that was due first, or that of one partition, due or not, for `lease` seconds; None if there is
        none, or somebody else holds it. With `patience` (seconds), what this store's own writes woke comes first, and
        what others woke is left to them for so long: their processes have the minds in memory.

        Work not finished by then may be claimed by another worker.
        """
        if partition is not None or key is not None:
            return self.write(lambda db: self._claim(db, now, lease, partition, key))
        # So that looking for work writes nothing:
        own = self._own.listed() if patience else []
        for due in self.read(lambda db: self._due(db, now, patience, own)):
            self._own.drop(due)
            work = self.write(lambda db, due=due: working.claim(db, now, lease, due, only_due=True))  # type: ignore[misc]
            if work is not None:
                return work
        return None

    @staticmethod
    def _claim(
        db: Connection, now: float, lease: float, partition: int | None, key: PartitionKey | None
    ) -> Work | None:
        there = db.partition(key) if partition is None and key is not None else partition
        return None if there is None else working.claim(db, now, lease, there, only_due=False)

    def unread(self, partition: int, kinds: Sequence[str], *, after: int, limit: int) -> Unread:
        """Return the memories of some kinds beyond a sequence number, and what must be gone through again, by one
        read."""

        def job(db: Connection) -> Unread:
            return Unread(reads.select(db, partition, kinds, after, limit), working.work_again(db, partition))

        return self.read(job)

    def hold(self, work: Work, until: float) -> bool:
        """Extend a claim; return False if the work was taken over or erased."""
        return self.write(lambda db: working.hold(db, work, until))

    def advance(
        self,
        work: Work,
        marks: Mapping[str, Any],
        *,
        added: Sequence[Entry] = (),
        changed: Mapping[int, Mapping[str, Any]] | None = None,
        impulses: Sequence[Impulse] = (),
        removed: Collection[int] = (),
        again: int = 0,
        space: Space | None,
        at: float,
    ) -> bool:
        """Store a step's outcome and progress in one transaction, so that no step counts twice.

        Args:
            work: claimed by the caller.
            marks: the progress, replacing the old.
            added: derived memories.
            changed: new column values of memories, by sequence number.
            impulses: how feelings in the partition are moved.
            removed: memories to delete for good.
            again: what was noted up to this number has been gone through again.
            space: the vector space of `added`.
            at: now.

        Returns:
            False if the work was taken over or erased meanwhile: nothing is stored.
        """
        stored = self.write(
            lambda db: working.advance(db, work, marks, added, changed or {}, impulses, removed, again, space, at)
        )
        if removed:
            self._removed()
        return stored

    def release(self, work: Work, due: float | None) -> None:
        """Release a claim: done (None), or due again at some time; at once, if more came meanwhile."""
        if due is not None:
            self._own.add(work.partition)
        self.write(lambda db: working.release(db, work, due))

    def running(self, now: float) -> bool:
        """Return whether somebody is working on something that is due."""
        return self.read(lambda db: working.running(db, now))

    def waiting(self, *, limit: int | None = None) -> list[Waiting]:
        """Return the work that is waiting or running, soonest due first; at most `limit` items."""
        return self.read(lambda db: working.waiting(db, limit))

    def wake(self, key: PartitionKey, wake: Wake) -> None:
        """Queue work on a partition, if it exists."""

        def job(db: Connection) -> None:
            partition = db.partition(key)
            if partition is not None and db.lock(partition):
                working.wake_up(db, partition, wake)

        self.write(job)

    def _due(self, db: Connection, now: float, patience: float, own: Sequence[int]) -> list[int]:
        """Return partitions with claimable work, first due first: own ones, and others' that were left for a while."""
        places = working.due(db, now - patience, free=now)
        if own:
            waiting = working.due(db, now, free=now, among=own)
            places = sorted({*places, *waiting}, key=lambda place: place.due)
            self._own.keep(own, working.among(db, own))
        return [place.partition for place in places]
