"""A store in an SQL database: every operation as a job for one connection.

Which database it is, how connections to it are had and how a job becomes one transaction is for the class that
inherits this one. Every statement about memories names their partition.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from soulkeep.errors import Erased
from soulkeep.stores.base import (
    Again,
    Anew,
    CharacterRow,
    Complete,
    Entry,
    Erasure,
    Feeling,
    Found,
    Impulse,
    Journalled,
    KnownGraph,
    Left,
    PartitionKey,
    Revision,
    Sitting,
    Space,
    State,
    Store,
    Stored,
    Waiting,
    Wake,
    Work,
)
from soulkeep.stores.bundle import Bundle, Kept, Taken
from soulkeep.stores.keys import Keys
from soulkeep.stores.sealing import Seals
from soulkeep.stores.sql import ages, characters, heard, knowledge, lists, reads, seen, spaces, writes
from soulkeep.stores.sql import bundle as carrying
from soulkeep.stores.sql import work as working
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.own import Woken
from soulkeep.stores.sql.rows import CHUNK, entry_of, space_number, without_vector

T = TypeVar("T")


class SqlStore(Store):
    """What all SQL stores do alike.

    Args:
        keys: that new partitions are sealed with; none by default.
    """

    def __init__(self, keys: Keys | None = None) -> None:
        self._own = Woken()
        self.seals = Seals(keys)

    def require_fitting_keys(self) -> None:
        """Raise a `StoreError` if what is here is sealed, and not with the keys that were given."""
        self.read(self.seals.require_fitting)

    @abstractmethod
    def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction of its own, and return its result once it is durable. A job may be run again
        where its transaction could not be finished."""

    @abstractmethod
    def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that only reads."""

    def _removed(self) -> None:
        """Something was removed for good."""

    # -- characters

    def put_character(self, id: str, values: Mapping[str, Any]) -> CharacterRow:
        return self.write(lambda db: characters.put(db, id, values))

    def character(self, id: str) -> CharacterRow | None:
        return self.read(lambda db: characters.one(db, id))

    def characters(self) -> list[CharacterRow]:
        return self.read(characters.every)

    def drop_character(self, id: str) -> bool:
        return self.write(lambda db: characters.drop(db, id))

    # -- writing

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
        writes.require_editable(values)
        return self.write(lambda db: writes.change(db, partition, seqs, values, at=at))

    def touch(self, uses: Mapping[int, Sequence[int]], *, boost: float, at: float) -> None:
        def job(db: Connection) -> None:
            for partition in sorted(uses):
                writes.use(db, partition, uses[partition], boost=boost, at=at)

        self.write(job)

    def delete(self, partition: int, seqs: Sequence[int], *, at: float) -> int:
        count = self.write(lambda db: writes.remove(db, partition, seqs, at=at))
        self._removed()
        return count

    def revise(self, revisions: Sequence[Revision], space: Space | None, *, wake: Wake) -> int | None:
        count = self.write(lambda db: working.revise(db, revisions, space, wake))
        if count:
            self._removed()
        return count

    def erase(self, key: PartitionKey, *, answers: bool = True, anew: Anew | None = None) -> Erasure:
        return self.write(lambda db: heard.erase(db, key, answers, anew))

    def left(self, key: PartitionKey) -> list[Left]:
        return self.read(lambda db: heard.left(db, key))

    def heard_from(self, partition: int, ids: Collection[str], seqs: Collection[int] = ()) -> frozenset[str]:
        return self.read(lambda db: seen.heard_from(db, partition, ids, seqs))

    # -- reading

    def keys(self, *, owner: str | None = None, person: str | None = None) -> list[PartitionKey]:
        return self.read(lambda db: reads.keys(db, owner, person))

    def states(
        self, partition: int, since: int, space: Space | None, *, after: int = 0, limit: int | None = None
    ) -> list[State]:
        return self.read(lambda db: reads.states(db, partition, since, space, after, limit))

    def owners(self, prefix: str) -> list[str]:
        return self.read(lambda db: reads.owners(db, prefix))

    def fetch(self, partition: int, seqs: Iterable[int]) -> dict[int, Entry]:
        wanted = list(seqs)
        return self.read(lambda db: reads.fetch(db, partition, wanted))

    def find(self, key: PartitionKey, id: str) -> Found | None:
        return self.read(lambda db: reads.find(db, key, id))

    def select(self, partition: int, kinds: Sequence[str], *, after: int = 0, limit: int | None = None) -> list[Found]:
        return self.read(lambda db: reads.select(db, partition, kinds, after, limit))

    def changed(self, partition: int, kinds: Sequence[str], since: int) -> Iterator[tuple[Found, bool]]:
        seal, rows = self.read(lambda db: reads.changed(db, partition, kinds, since))
        for seq, live, row in rows:
            yield Found(partition, seq, entry_of(seal, seq, row)), bool(live)

    def last(
        self, key: PartitionKey, count: int, *, kind: str, session: str | None = None, before: int | None = None
    ) -> list[Found]:
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
    ) -> list[Found]:
        return self.read(lambda db: lists.page(db, key, limit, after, newest, kinds, session, forgotten))

    def seq_of(self, key: PartitionKey, id: str) -> int | None:
        return self.read(lambda db: lists.seq_of(db, key, id))

    def naming(self, partition: int, ids: Collection[str]) -> list[Found]:
        return self.read(lambda db: lists.naming(db, partition, ids))

    def sessions(self, key: PartitionKey) -> list[Sitting]:
        return self.read(lambda db: lists.sessions(db, key))

    def old_turns(self, before: float, limit: int) -> list[tuple[PartitionKey, str]]:
        return self.read(lambda db: ages.old_turns(db, before, limit))

    def count_old_turns(self, before: float) -> list[tuple[PartitionKey, int]]:
        return self.read(lambda db: ages.count_old_turns(db, before))

    def silent(self, before: float) -> list[str]:
        return self.read(lambda db: ages.silent(db, before))

    def walk(self, key: PartitionKey) -> Iterator[Entry]:
        after = 0
        while found := self.read(lambda db, after=after: reads.walk(db, key, after)):  # type: ignore[misc]
            yield from (entry for _, entry in found)
            if len(found) < CHUNK:
                return
            after = found[-1][0]

    def again(self, partition: int) -> list[Again]:
        return self.read(lambda db: working.again(db, partition))

    def history(self, partition: int, seq: int) -> list[Journalled]:
        return self.read(lambda db: reads.history(db, partition, seq))

    # -- knowledge

    def put_graph(self, owner: str, source: str, digest: str, triples: int, data: bytes, *, at: float) -> bool:
        new = self.write(lambda db: knowledge.put(db, owner, source, digest, triples, data, at))
        self._removed()  # what made room
        return new

    def drop_graph(self, owner: str, source: str) -> bool:
        dropped = self.write(lambda db: knowledge.drop(db, owner, source))
        self._removed()
        return dropped

    def graphs(self, owner: str) -> list[KnownGraph]:
        return self.read(lambda db: knowledge.known(db, owner))

    def graph(self, digest: str) -> bytes | None:
        return self.read(lambda db: knowledge.data(db, digest))

    # -- scripts

    def put_script(self, owner: str, name: str, text: str) -> None:
        self.write(lambda db: characters.put_script(db, owner, name, text))

    def drop_script(self, owner: str, name: str) -> bool:
        return self.write(lambda db: characters.drop_script(db, owner, name))

    def scripts(self, owner: str) -> dict[str, str]:
        return self.read(lambda db: characters.scripts(db, owner))

    # -- feelings

    def feelings(self, key: PartitionKey) -> dict[str, Feeling]:
        return self.read(lambda db: writes.feelings_of(db, db.partition(key)))

    def set_feelings(self, key: PartitionKey, feelings: Mapping[str, Feeling]) -> None:
        self.write(lambda db: writes.set_feelings(db, db.make_partition(key), feelings))

    # -- work

    def claim(self, now: float, lease: float, *, partition: int | None = None, patience: float = 0.0) -> Work | None:
        if partition is not None:
            return self.write(lambda db: working.claim(db, now, lease, partition, only_due=False))
        # So that looking for work writes nothing:
        own = self._own.listed() if patience else []
        for due in self.read(lambda db: self._due(db, now, patience, own)):
            self._own.drop(due)
            held = self.write(lambda db, due=due: working.claim(db, now, lease, due, only_due=True))  # type: ignore[misc]
            if held is not None:
                return held
        return None

    def _due(self, db: Connection, now: float, patience: float, own: Sequence[int]) -> list[int]:
        """Partitions with work to hold, that which was due first at the beginning: own ones, and what others have left
        for a while."""
        found = working.due(db, now - patience, free=now)
        if own:
            waiting = working.due(db, now, free=now, among=own)
            found = sorted({*found, *waiting}, key=lambda place: place.due)
            self._own.keep(own, working.among(db, own))
        return [place.partition for place in found]

    def hold(self, work: Work, until: float) -> bool:
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
        stored = self.write(
            lambda db: working.advance(db, work, marks, added, changed or {}, impulses, removed, again, space, at)
        )
        if removed:
            self._removed()
        return stored

    def release(self, work: Work, due: float | None) -> None:
        if due is not None:
            self._own.add(work.partition)
        self.write(lambda db: working.release(db, work, due))

    def running(self, now: float) -> bool:
        return self.read(lambda db: working.running(db, now))

    def forget_world(self, world: str) -> None:
        self.write(lambda db: characters.forget_world(db, world))

    def waiting(self, *, limit: int | None = None) -> list[Waiting]:
        return self.read(lambda db: working.waiting(db, limit))

    def wake(self, key: PartitionKey, wake: Wake) -> None:
        def job(db: Connection) -> None:
            partition = db.partition(key)
            if partition is not None and db.lock(partition):
                working.wake_up(db, partition, wake)

        self.write(job)

    # -- vector spaces

    def open_space(self, space: Space) -> Space:
        return self.read(spaces.in_use) or self.write(lambda db: spaces.begin(db, space))

    def fill_space(self, space: Space) -> None:
        self.write(lambda db: spaces.fill(db, space))

    def unembedded(self, space: Space, limit: int, *, after: tuple[int, int] = (0, 0)) -> list[Found]:
        return self.read(lambda db: reads.unembedded(db, space, limit, after))

    def count_unembedded(self, space: Space) -> int:
        return self.read(lambda db: without_vector(db, space_number(db, space)))

    def put_vectors(self, space: Space, vectors: Sequence[tuple[int, int, bytes]]) -> None:
        self.write(lambda db: spaces.put(db, space, vectors))

    def switch_space(self, space: Space, complete: Complete | None = None) -> bool:
        return self.write(lambda db: spaces.switch(db, space, complete))

    # -- taking along

    def hand_over(self, key: PartitionKey, seqs: Sequence[int] | None = None) -> Kept | None:
        return self.read(lambda db: carrying.hand_over(db, key, seqs))

    def take_in(self, bundle: Bundle, space: Space | None, *, at: float) -> Taken:
        return self.write(lambda db: carrying.take_in(db, bundle, space, at))

    def check(self) -> list[str]:
        return self.read(lambda db: [*reads.problems(db), *self.seals.lost(db)])
