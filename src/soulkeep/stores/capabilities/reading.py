"""Finding memories, singly and in lists."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import (
    Again,
    Entry,
    Head,
    Journalled,
    Newest,
    Numbered,
    PartitionKey,
    PlacedEntry,
    Sitting,
    Space,
    State,
    TalkAtHand,
)
from soulkeep.stores.sql import ages, lists, reads
from soulkeep.stores.sql import work as working
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import CHUNK, entry_of


class Reading(Jobs):
    """Operations that find memories, singly and in lists."""

    @abstractmethod
    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        """Return the vector space in use, and where each partition stands (None if it holds nothing)."""

    def keys(self, *, owner: str | None = None, person: str | None = None) -> list[PartitionKey]:
        """Return the partitions of an owner or about a person; with `person`, also erased ones with copies
        elsewhere."""
        return self.read(lambda db: reads.keys(db, owner, person))

    def states(
        self, partition: int, since: int, space: Space | None, *, after: int = 0, limit: int | None = None
    ) -> list[State]:
        """Return what changed after sequence number `since`, in order; from 0, all live memories, of these only the
        first `limit` after number `after`."""
        return self.read(lambda db: reads.states(db, partition, since, space, after, limit))

    def owners(self, prefix: str) -> list[str]:
        """Return the owners of memories whose names begin with a prefix, sorted."""
        return self.read(lambda db: reads.owners(db, prefix))

    def fetch(self, partition: int, seqs: Iterable[int]) -> dict[int, Entry]:
        """Return whole memories by sequence number; deleted ones are left out."""
        wanted = list(seqs)
        return self.read(lambda db: reads.fetch(db, partition, wanted))

    def find(self, key: PartitionKey, id: str) -> PlacedEntry | None:
        """Return a live memory by its id."""
        return self.read(lambda db: reads.find(db, key, id))

    def select(
        self, partition: int, kinds: Sequence[str], *, after: int = 0, limit: int | None = None
    ) -> list[PlacedEntry]:
        """Return live memories of some kinds after a sequence number, in order."""
        return self.read(lambda db: reads.select(db, partition, kinds, after, limit))

    def changed(self, partition: int, kinds: Sequence[str], since: int) -> Iterator[tuple[PlacedEntry, bool]]:
        """Yield the memories of some kinds that changed after a sequence number, in order, and whether each is live;
        from 0, only live ones."""
        seal, rows = self.read(lambda db: reads.changed(db, partition, kinds, since))
        for seq, live, row in rows:
            yield PlacedEntry(partition, seq, entry_of(seal, seq, row)), bool(live)

    def last(
        self, key: PartitionKey, count: int, *, kind: str, session: str | None = None, before: int | None = None
    ) -> list[PlacedEntry]:
        """Return the newest `count` memories of a kind, of one session or any, before a number, oldest first."""
        return self.read(lambda db: reads.last(db, key, count, kind, session, before))

    def several(self, key: PartitionKey, wanted: Sequence[Newest | Numbered]) -> list[list[PlacedEntry]]:
        """Return several lists, the newest as `last` returns them, by one read."""

        def job(db: Connection) -> list[list[PlacedEntry]]:
            return [
                reads.numbered(db, key, one.seqs)
                if isinstance(one, Numbered)
                else reads.last(db, key, one.most, one.kind, one.session, None)
                for one in wanted
            ]

        return self.read(job)

    def talk(
        self, key: PartitionKey, count: int, *, kind: str, session: str | None, before: int | None, also: str
    ) -> TalkAtHand:
        """Return the newest memories, as `last` does, and a memory by its id, by one read.

        Args:
            key: the partition.
            count, kind, session, before: as in `last`.
            also: the id of the other memory.
        """

        def job(db: Connection) -> TalkAtHand:
            return TalkAtHand(reads.last(db, key, count, kind, session, before), reads.find(db, key, also))

        return self.read(job)

    def page(
        self,
        key: PartitionKey,
        limit: int,
        *,
        after: int | None = None,
        newest: bool = False,
        kinds: Collection[str] | None = None,
        session: str | None = None,
        forgotten: bool | None = None,
    ) -> list[PlacedEntry]:
        """Return the next `limit` live memories after a sequence number, in order, or newest first.

        Args:
            key: the partition.
            limit: how many at most.
            after: number of the last one seen; begin at the first by default.
            newest: return the newest first, those before `after`.
            kinds, session: only memories of these.
            forgotten: True for only forgotten ones, False for only the others.
        """
        return self.read(lambda db: lists.page(db, key, limit, after, newest, kinds, session, forgotten))

    def seq_of(self, key: PartitionKey, id: str) -> int | None:
        """Return the sequence number of a memory, even if it was deleted; None if there never was one."""
        return self.read(lambda db: lists.seq_of(db, key, id))

    def naming(self, partition: int, ids: Collection[str]) -> list[PlacedEntry]:
        """Return the live memories in whose details any of some ids occurs anywhere, in order."""
        return self.read(lambda db: lists.naming(db, partition, ids))

    def sessions(self, key: PartitionKey) -> list[Sitting]:
        """Return the sessions of a partition, the one with the newest turn first."""
        return self.read(lambda db: lists.sessions(db, key))

    def old_turns(self, before: float, limit: int) -> list[tuple[PartitionKey, str]]:
        """Return at most `limit` turns stored before a time (in seconds since 1970), with their partitions. Copies are
        left out, as they are deleted with their originals."""
        return self.read(lambda db: ages.old_turns(db, before, limit))

    def count_old_turns(self, before: float) -> list[tuple[PartitionKey, int]]:
        """Return the number of turns stored before a time, by partition."""
        return self.read(lambda db: ages.count_old_turns(db, before))

    def silent(self, before: float) -> list[str]:
        """Return the people with whom no turn was shared since a time (in seconds since 1970)."""
        return self.read(lambda db: ages.silent(db, before))

    def walk(self, key: PartitionKey) -> Iterator[Entry]:
        """Yield all live memories of a partition, in the order they were stored."""
        after = 0
        while batch := self.read(lambda db, after=after: reads.walk(db, key, after)):  # type: ignore[misc]
            yield from (entry for _, entry in batch)
            if len(batch) < CHUNK:
                return
            after = batch[-1][0]

    def again(self, partition: int) -> list[Again]:
        """Return what the work must go through again, as `revise` noted it, oldest first."""
        return self.read(lambda db: working.work_again(db, partition))

    def history(self, partition: int, seq: int) -> list[Journalled]:
        """Return the journalled changes of a memory, oldest first."""
        return self.read(lambda db: reads.history(db, partition, seq))
