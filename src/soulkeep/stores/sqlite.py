"""Memories in one SQLite file, shared by any number of threads and processes.

WAL, `synchronous=FULL`: what was acknowledged survives a kill and a power cut. Every statement names its partition.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import apsw

from soulkeep.errors import Erased
from soulkeep.stores import (
    sqlite_characters,
    sqlite_heard,
    sqlite_knowledge,
    sqlite_lists,
    sqlite_luggage,
    sqlite_spaces,
    sqlite_work,
)
from soulkeep.stores.base import (
    Again,
    CharacterRow,
    Entry,
    Feeling,
    Found,
    Head,
    Impulse,
    Journalled,
    KnownGraph,
    PartitionKey,
    Revision,
    Sitting,
    Space,
    State,
    Store,
    Stored,
    StoreStats,
    Waiting,
    Wake,
    Work,
)
from soulkeep.stores.luggage import Kept, Luggage, Taken
from soulkeep.stores.sqlite_checks import problems
from soulkeep.stores.sqlite_file import SqliteFile, all_rows, count_of, one_row
from soulkeep.stores.sqlite_rows import (
    CHUNK,
    READ,
    READ_OF_M,
    chunks,
    entry_of,
    live_ones,
    marks,
    partition_of,
    space_number,
    without_vector,
)
from soulkeep.stores.sqlite_work import wake_up
from soulkeep.stores.sqlite_writes import change, feelings_of, insert, journal, remove, require_editable, set_feelings
from soulkeep.stores.writer import Writer

T = TypeVar("T")


class SqliteStore(Store):
    """A store in one file, or in memory for tests.

    Args:
        location: a path, or `":memory:"`.
        busy_seconds: how long to wait for another process's write.

    Raises:
        StoreCorrupt, StoreTooNew, StoreReadOnly, StoreBusy: the file can't be used; it is left as it was.
    """

    def __init__(self, location: str | os.PathLike[str], *, busy_seconds: float = 30.0) -> None:
        self._file = SqliteFile(location, busy_seconds=busy_seconds)
        self._writer = Writer(self._file.open(), self._file.translate)
        self._reader = self._file.reader

    def _write(self, job: Callable[[apsw.Connection], T]) -> T:
        self._file.require_own_process()
        return self._writer.run(job)

    # -- characters

    def put_character(self, id: str, values: Mapping[str, Any]) -> CharacterRow:
        return self._write(lambda db: sqlite_characters.put(db, id, values))

    def character(self, id: str) -> CharacterRow | None:
        with self._reader() as db:
            return sqlite_characters.one(db, id)

    def characters(self) -> list[CharacterRow]:
        with self._reader() as db:
            return sqlite_characters.every(db)

    def drop_character(self, id: str) -> bool:
        return self._write(lambda db: sqlite_characters.drop(db, id))

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
        def job(db: apsw.Connection) -> list[Stored]:
            if into is not None and one_row(db, "SELECT 1 FROM partitions WHERE id = ?", (into,)) is None:
                raise Erased
            partition = partition_of(db, key)
            stored = insert(db, partition, entries, space)
            if wake is not None and any(place.new for place in stored):
                wake_up(db, partition, wake)
            if copies:
                of = {entry.id: place.seq for entry, place in zip(entries, stored, strict=True)}
                sqlite_heard.hand_out(db, key, copies, space, wake, of=of, known_only=into is not None)
            return stored

        return self._write(job)

    def update(self, partition: int, seqs: Sequence[int], values: Mapping[str, Any], *, at: float) -> int:
        require_editable(values)
        return self._write(lambda db: change(db, partition, seqs, values, at=at))

    def touch(self, uses: Mapping[int, Sequence[int]], *, boost: float, at: float) -> None:
        def job(db: apsw.Connection) -> None:
            for partition, seqs in uses.items():
                live = live_ones(db, partition, seqs)
                journal(db, partition, "use", {seq: {} for seq in live}, at)
                db.executemany(
                    "UPDATE memories SET stability = stability * ?, accessed = max(accessed, ?) "
                    "WHERE partition = ? AND seq = ?",
                    ((boost, at, partition, seq) for seq in live),
                )

        self._write(job)

    def delete(self, partition: int, seqs: Sequence[int], *, at: float) -> int:
        count = self._write(lambda db: remove(db, partition, seqs, at=at))
        self._file.empty_log()
        return count

    def revise(self, revisions: Sequence[Revision], space: Space | None, *, wake: Wake) -> int | None:
        count = self._write(lambda db: sqlite_work.revise(db, revisions, space, wake))
        if count:
            self._file.empty_log()
        return count

    def erase(self, key: PartitionKey) -> int:
        def job(db: apsw.Connection) -> int:
            count = sqlite_heard.take_back(db, key)
            row = one_row(db, "SELECT id FROM partitions WHERE owner = ? AND person = ?", (key.owner, key.person or ""))
            if row is None:
                return count
            count += count_of(db, "SELECT count(*) FROM memories WHERE partition = ? AND live = 1", row)
            for table in ("memories", "journal", "vectors", "feelings", "work", "heard", "again"):
                db.execute(f"DELETE FROM {table} WHERE partition = ?", row)
            db.execute("DELETE FROM partitions WHERE id = ?", row)
            return count

        return self._write(job)

    def scrub(self) -> bool:
        return self._file.empty_log(rewrite=True)

    # -- reading

    def heads(self, keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        with self._reader() as db:
            row = one_row(db, "SELECT name, dimensions FROM spaces WHERE state = 'in use'")
            found: list[Head | None] = []
            for key in keys:
                head = one_row(
                    db,
                    "SELECT id, seq FROM partitions WHERE owner = ? AND person = ?",
                    (key.owner, key.person or ""),
                )
                found.append(Head(*head) if head else None)
        return (Space(*row) if row else None), found

    def keys(self, *, owner: str | None = None, person: str | None = None) -> list[PartitionKey]:
        with self._reader() as db:
            rows = all_rows(
                db,
                "SELECT owner, person FROM partitions WHERE (?1 IS NULL OR owner = ?1) AND (?2 IS NULL OR person = ?2) "
                "UNION SELECT owner, person FROM heard WHERE person = ?2 AND (?1 IS NULL OR owner = ?1) "
                "ORDER BY owner, person",
                (owner, person),
            )
        return [PartitionKey(row[0], row[1] or None) for row in rows]

    def states(self, partition: int, since: int, space: Space | None) -> list[State]:
        with self._reader() as db:
            number = space_number(db, space)
            filter, values = ("m.live = 1", [partition]) if since == 0 else ("m.changed > ?", [partition, since])
            rows = db.execute(
                "SELECT m.seq, m.live, m.kind, m.source, m.session, m.speaker, m.time, m.importance, "
                "m.stability, m.accessed, m.pinned, m.forgotten, m.superseded, m.base, "
                "m.terms, m.terms_version, v.vector, m.amended FROM memories m "
                "LEFT JOIN vectors v ON v.space = ? AND v.partition = m.partition AND v.seq = m.seq "
                f"WHERE m.partition = ? AND {filter} ORDER BY m.seq",
                (number, *values),
            )
            return [State(*row) for row in rows]

    def fetch(self, partition: int, seqs: Iterable[int]) -> dict[int, Entry]:
        wanted = list(seqs)
        found: dict[int, Entry] = {}
        with self._reader() as db:
            for chunk in chunks(wanted):
                for seq, *row in db.execute(
                    f"SELECT seq, {READ} FROM memories WHERE partition = ? AND live = 1 AND seq IN ({marks(chunk)})",
                    (partition, *chunk),
                ):
                    found[seq] = entry_of(row)
        return found

    def find(self, key: PartitionKey, id: str) -> Found | None:
        with self._reader() as db:
            row = one_row(
                db,
                f"SELECT m.partition, m.seq, {READ_OF_M} FROM memories m JOIN partitions p ON p.id = m.partition "
                "WHERE p.owner = ? AND p.person = ? AND m.id = ? AND m.live = 1",
                (key.owner, key.person or "", id),
            )
            return Found(row[0], row[1], entry_of(row[2:])) if row else None

    def select(self, partition: int, kinds: Sequence[str], *, after: int = 0, limit: int | None = None) -> list[Found]:
        with self._reader() as db:
            rows = all_rows(
                db,
                f"SELECT seq, {READ} FROM memories WHERE partition = ? AND kind IN ({marks(kinds)}) AND live = 1 "
                "AND seq > ? ORDER BY seq LIMIT ?",
                (partition, *kinds, after, -1 if limit is None else limit),
            )
            return [Found(partition, seq, entry_of(row)) for seq, *row in rows]

    def changed(self, partition: int, kinds: Sequence[str], since: int) -> Iterator[tuple[Found, bool]]:
        with self._reader() as db:
            rows = all_rows(
                db,
                f"SELECT seq, live, {READ} FROM memories WHERE partition = ? AND kind IN ({marks(kinds)}) "
                f"AND {'live = 1 AND changed > ?' if since == 0 else 'changed > ?'} ORDER BY seq",
                (partition, *kinds, since),
            )
        for seq, live, *row in rows:
            yield Found(partition, seq, entry_of(row)), bool(live)

    def last(
        self, key: PartitionKey, count: int, *, kind: str, session: str | None = None, before: int | None = None
    ) -> list[Found]:
        with self._reader() as db:
            rows = all_rows(
                db,
                f"SELECT m.partition, m.seq, {READ_OF_M} FROM memories m JOIN partitions p ON p.id = m.partition "
                "WHERE p.owner = ?1 AND p.person = ?2 AND m.live = 1 AND m.kind = ?3 "
                "AND (?4 IS NULL OR m.session = ?4) AND (?6 IS NULL OR m.seq < ?6) ORDER BY m.seq DESC LIMIT ?5",
                (key.owner, key.person or "", kind, session, count, before),
            )
            return [Found(row[0], row[1], entry_of(row[2:])) for row in reversed(rows)]

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
        with self._reader() as db:
            return sqlite_lists.page(db, key, limit, after, newest, kinds, session, forgotten)

    def seq_of(self, key: PartitionKey, id: str) -> int | None:
        with self._reader() as db:
            return sqlite_lists.seq_of(db, key, id)

    def naming(self, partition: int, ids: Collection[str]) -> list[Found]:
        with self._reader() as db:
            return sqlite_lists.naming(db, partition, ids)

    def sessions(self, key: PartitionKey) -> list[Sitting]:
        with self._reader() as db:
            return sqlite_lists.sessions(db, key)

    def walk(self, key: PartitionKey) -> Iterator[Entry]:
        after = 0
        while True:
            with self._reader() as db:
                rows = all_rows(
                    db,
                    f"SELECT m.seq, {READ_OF_M} FROM memories m JOIN partitions p ON p.id = m.partition "
                    "WHERE p.owner = ? AND p.person = ? AND m.live = 1 AND m.seq > ? ORDER BY m.seq LIMIT ?",
                    (key.owner, key.person or "", after, CHUNK),
                )
                entries = [entry_of(row[1:]) for row in rows]
            yield from entries
            if len(rows) < CHUNK:
                return
            after = rows[-1][0]

    def again(self, partition: int) -> list[Again]:
        with self._reader() as db:
            return sqlite_work.again(db, partition)

    def history(self, partition: int, seq: int) -> list[Journalled]:
        with self._reader() as db:
            rows = all_rows(
                db,
                "SELECT seq, op, memory, at, data FROM journal WHERE partition = ? AND memory = ? ORDER BY seq",
                (partition, seq),
            )
            return [Journalled(seq=n, op=op, memory=m, at=at, data=json.loads(data)) for n, op, m, at, data in rows]

    # -- knowledge

    def put_graph(self, owner: str, source: str, digest: str, triples: int, data: bytes, *, at: float) -> bool:
        new = self._write(lambda db: sqlite_knowledge.put(db, owner, source, digest, triples, data, at))
        self._file.empty_log()  # of what made room, too
        return new

    def drop_graph(self, owner: str, source: str) -> bool:
        dropped = self._write(lambda db: sqlite_knowledge.drop(db, owner, source))
        self._file.empty_log()
        return dropped

    def graphs(self, owner: str) -> list[KnownGraph]:
        with self._reader() as db:
            return sqlite_knowledge.known(db, owner)

    def graph(self, digest: str) -> bytes | None:
        with self._reader() as db:
            row = one_row(db, "SELECT data FROM graphs WHERE digest = ?", (digest,))
        return bytes(row[0]) if row else None

    # -- scripts

    def put_script(self, owner: str, name: str, text: str) -> None:
        statement = "INSERT OR REPLACE INTO scripts (owner, name, text) VALUES (?, ?, ?)"
        self._write(lambda db: db.execute(statement, (owner, name, text)) and None)

    def drop_script(self, owner: str, name: str) -> bool:
        statement = "DELETE FROM scripts WHERE owner = ? AND name = ? RETURNING 1"
        return bool(self._write(lambda db: all_rows(db, statement, (owner, name))))

    def scripts(self, owner: str) -> dict[str, str]:
        with self._reader() as db:
            return dict(all_rows(db, "SELECT name, text FROM scripts WHERE owner = ? ORDER BY name", (owner,)))

    # -- feelings

    def feelings(self, key: PartitionKey) -> dict[str, Feeling]:
        with self._reader() as db:
            row = one_row(db, "SELECT id FROM partitions WHERE owner = ? AND person = ?", (key.owner, key.person or ""))
            return feelings_of(db, row[0]) if row else {}

    def set_feelings(self, key: PartitionKey, feelings: Mapping[str, Feeling]) -> None:
        self._write(lambda db: set_feelings(db, partition_of(db, key), feelings))

    # -- work

    def claim(self, now: float, lease: float, *, partition: int | None = None) -> Work | None:
        with self._reader() as db:  # so that looking for work writes nothing
            if partition is None and not sqlite_work.any_due(db, now):
                return None
        return self._write(lambda db: sqlite_work.claim(db, now, lease, partition))

    def hold(self, work: Work, until: float) -> bool:
        return self._write(lambda db: sqlite_work.hold(db, work, until))

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
        stored = self._write(
            lambda db: sqlite_work.advance(db, work, marks, added, changed or {}, impulses, removed, again, space, at)
        )
        if removed:
            self._file.empty_log()
        return stored

    def release(self, work: Work, due: float | None) -> None:
        self._write(lambda db: sqlite_work.release(db, work, due))

    def waiting(self) -> list[Waiting]:
        with self._reader() as db:
            return sqlite_work.waiting(db)

    def wake(self, key: PartitionKey, wake: Wake) -> None:
        def job(db: apsw.Connection) -> None:
            row = one_row(db, "SELECT id FROM partitions WHERE owner = ? AND person = ?", (key.owner, key.person or ""))
            if row:
                sqlite_work.wake_up(db, row[0], wake)

        self._write(job)

    # -- vector spaces

    def open_space(self, space: Space) -> Space:
        with self._reader() as db:
            row = one_row(db, "SELECT name, dimensions FROM spaces WHERE state = 'in use'")
        return Space(*row) if row else self._write(lambda db: sqlite_spaces.begin(db, space))

    def fill_space(self, space: Space) -> None:
        self._write(lambda db: sqlite_spaces.fill(db, space))

    def unembedded(self, space: Space, limit: int, *, after: tuple[int, int] = (0, 0)) -> list[Found]:
        with self._reader() as db:
            rows = all_rows(
                db,
                f"SELECT m.partition, m.seq, {READ_OF_M} FROM memories m WHERE (m.partition, m.seq) > (?, ?) "
                "AND m.live = 1 AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.space = ? "
                "AND v.partition = m.partition AND v.seq = m.seq) ORDER BY m.partition, m.seq LIMIT ?",
                (*after, space_number(db, space), limit),
            )
            return [Found(row[0], row[1], entry_of(row[2:])) for row in rows]

    def count_unembedded(self, space: Space) -> int:
        with self._reader() as db:
            return without_vector(db, space_number(db, space))

    def put_vectors(self, space: Space, vectors: Sequence[tuple[int, int, bytes]]) -> None:
        self._write(lambda db: sqlite_spaces.put(db, space, vectors))

    def switch_space(self, space: Space) -> bool:
        return self._write(lambda db: sqlite_spaces.switch(db, space))

    # -- taking along

    def hand_over(self, key: PartitionKey, seqs: Sequence[int] | None = None) -> Kept | None:
        with self._reader() as db:
            return sqlite_luggage.hand_over(db, key, seqs)

    def take_in(self, luggage: Luggage, space: Space | None, *, at: float) -> Taken:
        return self._write(lambda db: sqlite_luggage.take_in(db, luggage, space, at))

    # -- care

    def stats(self) -> StoreStats:
        with self._reader() as db:
            counts = [
                count_of(db, f"SELECT count(*) FROM {what}")
                for what in ("characters", "partitions", "memories WHERE live = 1")
            ]
            spaces = {
                state: Space(name, dimensions)
                for name, dimensions, state in db.execute("SELECT name, dimensions, state FROM spaces")
            }
            in_use = spaces.get("in use")
            return StoreStats(
                location=self._file.location,
                schema=int(db.pragma("user_version")),
                characters=counts[0],
                partitions=counts[1],
                memories=counts[2],
                bytes=int(db.pragma("page_count")) * int(db.pragma("page_size")),
                space=in_use,
                filling=spaces.get("filling"),
                without_vector=without_vector(db, space_number(db, in_use)) if in_use else 0,
            )

    def check(self) -> list[str]:
        with self._reader() as db:
            return problems(db)

    def close(self) -> None:
        self._file.closed = True
        self._writer.close()
        self._file.close_readers()
