"""Finding memories, one by one and in lists."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence

from soulkeep.stores.jobs import Jobs
from soulkeep.stores.rows import Again, Entry, Head, Journalled, PartitionKey, PlacedEntry, Sitting, Space, State
from soulkeep.stores.sql import ages, lists, reads
from soulkeep.stores.sql import work as working
from soulkeep.stores.sql.rows import CHUNK, entry_of


class Reading(Jobs):
    """Finding memories, one by one and in lists."""

    @abstractmethod
    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        """The space in use, and where each partition stands (None if it holds nothing)."""

    def keys(self, *, owner: str | None = None, person: str | None = None) -> list[PartitionKey]:
        """The partitions there are, of an owner or about a person; and with `person`, also those that are gone and of
        which others hold copies."""
        return self.read(lambda db: reads.keys(db, owner, person))

    def states(
        self, partition: int, since: int, space: Space | None, *, after: int = 0, limit: int | None = None
    ) -> list[State]:
        """What changed after sequence number `since`, by seq; from 0, all that is live. Of it the first `limit` beyond
        sequence number `after`."""
        return self.read(lambda db: reads.states(db, partition, since, space, after, limit))

    def owners(self, prefix: str) -> list[str]:
        """The owners of memories whose names begin so, by name."""
        return self.read(lambda db: reads.owners(db, prefix))

    def fetch(self, partition: int, seqs: Iterable[int]) -> dict[int, Entry]:
        """Whole memories by sequence number; those deleted are left out."""
        wanted = list(seqs)
        return self.read(lambda db: reads.fetch(db, partition, wanted))

    def find(self, key: PartitionKey, id: str) -> PlacedEntry | None:
        """A live memory by its id."""
        return self.read(lambda db: reads.find(db, key, id))

    def select(
        self, partition: int, kinds: Sequence[str], *, after: int = 0, limit: int | None = None
    ) -> list[PlacedEntry]:
        """Live memories of some kinds beyond a sequence number, in their order."""
        return self.read(lambda db: reads.select(db, partition, kinds, after, limit))

    def changed(self, partition: int, kinds: Sequence[str], since: int) -> Iterator[tuple[PlacedEntry, bool]]:
        """The memories of some kinds that changed after a sequence number, in their order, and whether each is live;
        from 0, those that are live."""
        seal, rows = self.read(lambda db: reads.changed(db, partition, kinds, since))
        for seq, live, row in rows:
            yield PlacedEntry(partition, seq, entry_of(seal, seq, row)), bool(live)

    def last(
        self, key: PartitionKey, count: int, *, kind: str, session: str | None = None, before: int | None = None
    ) -> list[PlacedEntry]:
        """The newest `count` memories of a kind, of one session or of any, before a sequence number, oldest first."""
        return self.read(lambda db: reads.last(db, key, count, kind, session, before))

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
        """The next `limit` live memories beyond a sequence number, in their order, or the newest first.

        Args:
            key: whose.
            limit: how many at most.
            after: the last one seen; from the first by default.
            newest: the newest first: those before `after`.
            kinds, session: only of these.
            forgotten: only those that are forgotten, or only those that aren't.
        """
        return self.read(lambda db: lists.page(db, key, limit, after, newest, kinds, session, forgotten))

    def seq_of(self, key: PartitionKey, id: str) -> int | None:
        """The sequence number of a memory, though it was deleted; None if there never was one."""
        return self.read(lambda db: lists.seq_of(db, key, id))

    def naming(self, partition: int, ids: Collection[str]) -> list[PlacedEntry]:
        """Live memories in whose details any of some ids stands, wherever, in their order."""
        return self.read(lambda db: lists.naming(db, partition, ids))

    def sessions(self, key: PartitionKey) -> list[Sitting]:
        """The sessions of a partition, that with the newest turn first."""
        return self.read(lambda db: lists.sessions(db, key))

    def old_turns(self, before: float, limit: int) -> list[tuple[PartitionKey, str]]:
        """Turns that were stored before a time (in seconds since 1970), and where: so many at most. No copies: they go
        along."""
        return self.read(lambda db: ages.old_turns(db, before, limit))

    def count_old_turns(self, before: float) -> list[tuple[PartitionKey, int]]:
        """How many of them there are, and where."""
        return self.read(lambda db: ages.count_old_turns(db, before))

    def silent(self, before: float) -> list[str]:
        """The people with whom nobody has shared a turn since a time (in seconds since 1970)."""
        return self.read(lambda db: ages.silent(db, before))

    def walk(self, key: PartitionKey) -> Iterator[Entry]:
        """All live memories of a partition, in the order they were stored."""
        after = 0
        while batch := self.read(lambda db, after=after: reads.walk(db, key, after)):  # type: ignore[misc]
            yield from (entry for _, entry in batch)
            if len(batch) < CHUNK:
                return
            after = batch[-1][0]

    def again(self, partition: int) -> list[Again]:
        """What is to be gone through once more, as `revise` noted it, the older first."""
        return self.read(lambda db: working.work_again(db, partition))

    def history(self, partition: int, seq: int) -> list[Journalled]:
        """The journalled changes of a memory, oldest first."""
        return self.read(lambda db: reads.history(db, partition, seq))
