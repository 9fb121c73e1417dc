"""Adding memories, changing and removing them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from soulkeep.errors import Erased
from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import Anew, Entry, Erasure, Left, PartitionKey, Revision, Space, Stored, Wake
from soulkeep.stores.sql import heard, seen, writes
from soulkeep.stores.sql import work as working
from soulkeep.stores.sql.connection import Connection


class Writing(Jobs):
    """Adding memories, changing and removing them."""

    def append(
        self,
        key: PartitionKey,
        entries: Sequence[Entry],
        space: Space | None,
        *,
        into: int | None = None,
        wake: Wake | None = None,
        copies: Mapping[PartitionKey, Sequence[Entry]] | None = None,
    ) -> list[Stored]:
        """Add memories in one transaction, all or none, and let the work on them wait.

        `copies` are what others heard of it, for their partitions; erasing this one erases them, too. With `into`,
        those whose partition is gone by now get none.

        Vectors are kept only if `space` is the one in use; otherwise the memory waits for its vector. With `into`, the
        partition must still be the one of that id, and hold something of all whom an answer names (`SAW`): what was
        erased doesn't come back by an answer to it.

        Raises:
            IdConflict: an id is taken by other content; nothing is stored.
            Erased: the partition `into` is gone, or what an answer had in view; nothing is stored.
        """

        def job(db: Connection) -> list[Stored]:
            if into is not None and not db.lock(into):
                raise Erased
            if copies:  # in the order of all who lock several, so that nobody waits for one another
                for there in sorted(id for one in (key, *copies) if (id := db.partition(one)) is not None):
                    db.lock(there)
            partition = db.make_partition(key) if into is None else into
            seen.require_seen(db, partition, [entry.details for entry in entries])
            stored = writes.insert(db, partition, entries, space)
            if wake is not None and any(place.new for place in stored):
                working.wake_up(db, partition, wake)
                self._own.add(partition)
            if copies:
                of = {entry.id: place.seq for entry, place in zip(entries, stored, strict=True)}
                heard.hand_out(db, key, copies, space, wake, of=of, known_only=into is not None)
            return stored

        return self.write(job)

    def update(self, partition: int, seqs: Sequence[int], values: Mapping[str, Any], *, at: float) -> int:
        """Change columns of memories in one transaction, journalling their old values; how many there were. `Members`
        as `details` leave the other members as they are by then; whatever else is given leaves the caller's notes."""
        writes.require_editable(values)
        return self.write(lambda db: writes.change(db, partition, seqs, values, at=at))

    def touch(self, uses: Mapping[int, Sequence[int]], *, boost: float, at: float) -> None:
        """Memories (partition -> seqs) were used: multiply each one's stability by `boost`, set `accessed` to `at`."""

        def job(db: Connection) -> None:
            for partition in sorted(uses):
                writes.use(db, partition, uses[partition], boost=boost, at=at)

        self.write(job)

    def delete(self, partition: int, seqs: Sequence[int], *, at: float) -> int:
        """Remove memories with their text, vectors and history, leaving only the fact that there was one."""
        count = self.write(lambda db: writes.remove(db, partition, seqs, at=at))
        self._removed()
        return count

    def erase(self, key: PartitionKey, *, answers: bool = True, anew: Anew | None = None) -> Erasure:
        """Remove a partition and everything in it, and what others hold of it: copies, what was derived or answered
        from those, and so on. `scrub` cleans the files.

        Args:
            key: whose.
            answers: with the answers to others that had any of it in view (`SAW`); else these stay, for `left` to list.
            anew: how the work goes on in the partitions of those others; it doesn't by default.
        """
        return self.write(lambda db: heard.erase(db, key, answers, anew))

    def left(self, key: PartitionKey) -> list[Left]:
        """The answers to others that had in view what was said in a partition, and what was derived from them."""
        return self.read(lambda db: heard.left(db, key))

    def heard_from(self, partition: int, ids: Collection[str], seqs: Collection[int] = ()) -> frozenset[str]:
        """The people, other than its own, whose words some memories of a partition may tell: those who said them, and
        those whose words stood in view when they were made (`SAW`).

        Args:
            partition: where they are.
            ids, seqs: which memories; those that were deleted tell nothing.

        Raises:
            Erased: one of the ids isn't there: it was erased.
        """
        return self.read(lambda db: seen.heard_from(db, partition, ids, seqs))

    @abstractmethod
    def scrub(self) -> bool:
        """Leave no trace of what was removed in the store's files; False if somebody still reads the state before."""

    def revise(self, revisions: Sequence[Revision], space: Space | None, *, wake: Wake) -> int | None:
        """Rewrite, remove and change memories of some partitions in one transaction, and let work wait there; how many
        were removed. None if one of the revisions was overtaken by other changes: nothing is stored.

        A rewritten memory keeps its place; its text before stays in the journal. Its vector is kept only if `space` is
        the one in use. What is removed goes as by `delete`.
        """
        count = self.write(lambda db: working.revise(db, revisions, space, wake))
        if count:
            self._removed()
        return count
