"""The queue of what is to be made of memories."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import Entry, Impulse, PartitionKey, Space, Waiting, Wake, Work
from soulkeep.stores.sql import work as working
from soulkeep.stores.sql.connection import Connection


class Working(Jobs):
    """The queue of what is to be made of memories."""

    def claim(self, now: float, lease: float, *, partition: int | None = None, patience: float = 0.0) -> Work | None:
        """Hold the work that was due first, or that of one partition, due or not, for `lease` seconds; None if there is
        none, or somebody else holds it. With `patience` (seconds), what this store's own writes woke comes first, and
        what others woke is left to them for so long: their processes have the minds in memory.

        What is not finished by then may be claimed by another.
        """
        if partition is not None:
            return self.write(lambda db: working.claim(db, now, lease, partition, only_due=False))
        # So that looking for work writes nothing:
        own = self._own.listed() if patience else []
        for due in self.read(lambda db: self._due(db, now, patience, own)):
            self._own.drop(due)
            work = self.write(lambda db, due=due: working.claim(db, now, lease, due, only_due=True))  # type: ignore[misc]
            if work is not None:
                return work
        return None

    def hold(self, work: Work, until: float) -> bool:
        """Hold it for longer; False if it was taken over or erased."""
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
        """Store a step's outcome and how far it has come, in one transaction, so that no step counts twice.

        Args:
            work: held by the caller.
            marks: put in place of the ones before.
            added: memories derived.
            changed: columns of memories, by sequence number.
            impulses: what moves the feelings there.
            removed: memories that go for good.
            again: what was noted up to this number was gone through once more.
            space: of the vectors of `added`.
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
        """Let go of it, done (None) or to go on at some time; at once, if more came meanwhile."""
        if due is not None:
            self._own.add(work.partition)
        self.write(lambda db: working.release(db, work, due))

    def running(self, now: float) -> bool:
        """Whether somebody is at work that is due."""
        return self.read(lambda db: working.running(db, now))

    def waiting(self, *, limit: int | None = None) -> list[Waiting]:
        """The work that waits or is being done, the first due first; `limit` of it at most."""
        return self.read(lambda db: working.waiting(db, limit))

    def wake(self, key: PartitionKey, wake: Wake) -> None:
        """Let a partition be worked on, if there is one."""

        def job(db: Connection) -> None:
            partition = db.partition(key)
            if partition is not None and db.lock(partition):
                working.wake_up(db, partition, wake)

        self.write(job)

    def _due(self, db: Connection, now: float, patience: float, own: Sequence[int]) -> list[int]:
        """Partitions with work to hold, that which was due first at the beginning: own ones, and what others have left
        for a while."""
        places = working.due(db, now - patience, free=now)
        if own:
            waiting = working.due(db, now, free=now, among=own)
            places = sorted({*places, *waiting}, key=lambda place: place.due)
            self._own.keep(own, working.among(db, own))
        return [place.partition for place in places]
