"""Adding, changing and removing memories."""

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
    """Operations that add, change and remove memories."""

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
        """Add memories in one transaction, all or none, and queue the work on them.

        `copies` go to the partitions of others who heard the memories; erasing this partition erases them, too. With
        `into`, those whose partition is gone get none.

        Vectors are kept only if `space` is the one in use; otherwise the memory waits for its vector. With `into`, the
        partition must still have that id, and everybody whose words an answer saw (`SAW`) must still have some stored:
        so nothing erased returns through an answer.

        Raises:
            IdConflict: an id exists with other content; nothing is stored.
            Erased: the partition `into` is gone, or words that an answer saw are; nothing is stored.
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
        """Change columns of memories in one transaction, journalling old values; return how many there were. `Members`
        as `details` replace only these members; any other details replace all but the caller's notes."""
        writes.require_editable(values)
        return self.write(lambda db: writes.change(db, partition, seqs, values, at=at))

    def touch(self, uses: Mapping[int, Sequence[int]], *, boost: float, at: float) -> None:
        """Record the use of memories (partition -> seqs): multiply stability by `boost`, set `accessed` to `at`."""

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
        """Remove a partition with everything in it, and what others hold of it: copies, what was derived or answered
        from those, and so on. `scrub` then cleans the files.

        Args:
            key: the partition.
            answers: also remove answers to others that saw any of it (`SAW`); else these stay, for `left` to list.
            anew: how to queue new work in the partitions of those others; none by default.
        """
        return self.write(lambda db: heard.erase(db, key, answers, anew))

    def left(self, key: PartitionKey) -> list[Left]:
        """Return the answers to others that saw what was said in a partition, and what was derived from them."""
        return self.read(lambda db: heard.left(db, key))

    def heard_from(self, partition: int, ids: Collection[str], seqs: Collection[int] = ()) -> frozenset[str]:
        """Return the people, other than the partition's own, whose words some memories may tell: those who said them,
        and those whose words were in the prompt when they were made (`SAW`).

        Args:
            partition: the partition of the memories.
            ids, seqs: the memories; deleted ones tell nothing.

        Raises:
            Erased: one of the ids was erased.
        """
        return self.read(lambda db: seen.heard_from(db, partition, ids, seqs))

    @abstractmethod
    def scrub(self) -> bool:
        """Remove all traces of deleted data from the files; return False if somebody still reads the old state."""

    def revise(self, revisions: Sequence[Revision], space: Space | None, *, wake: Wake) -> int | None:
        """Rewrite, remove and change memories of some partitions in one transaction, and queue work there; return how
        many were removed. None if other changes overtook one of the revisions: nothing is stored.

        A rewritten memory keeps its place; its old text stays in the journal. Its vector is kept only if `space` is the
        one in use. Memories are removed as by `delete`.
        """
        count = self.write(lambda db: working.revise(db, revisions, space, wake))
        if count:
            self._removed()
        return count
