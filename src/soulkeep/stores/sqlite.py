"""Memories in one SQLite file, shared by any number of threads and processes.

WAL, `synchronous=FULL`: what was acknowledged survives a kill and a power cut. Every statement names its partition.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import apsw

from soulkeep.errors import Erased, InputError, StoreError
from soulkeep.stores.base import (
    Change,
    CharacterRow,
    Entry,
    Found,
    Head,
    PartitionKey,
    Space,
    State,
    Store,
    Stored,
    StoreStats,
)
from soulkeep.stores.sqlite_file import SqliteFile, all_rows, count_of, one_row
from soulkeep.stores.sqlite_rows import (
    CHUNK,
    COLUMNS,
    EDITABLE,
    INSERT,
    READ,
    READ_OF_M,
    advance,
    character_of,
    chunks,
    dump,
    entry_of,
    existing,
    live_ones,
    marks,
    partition_of,
    require_same,
    space_number,
    without_vector,
)
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

    def put_character(self, id: str, values: Mapping[str, str]) -> CharacterRow:
        def job(db: apsw.Connection) -> CharacterRow:
            db.execute("INSERT OR IGNORE INTO characters VALUES (?, ?, '', '')", (id, id))
            for column in ("name", "description", "language"):
                if column in values:
                    db.execute(f"UPDATE characters SET {column} = ? WHERE id = ?", (values[column], id))
            return character_of(
                one_row(db, "SELECT id, name, description, language FROM characters WHERE id = ?", (id,))
            )

        return self._write(job)

    def character(self, id: str) -> CharacterRow | None:
        with self._reader() as db:
            row = one_row(db, "SELECT id, name, description, language FROM characters WHERE id = ?", (id,))
        return character_of(row) if row else None

    def characters(self) -> list[CharacterRow]:
        with self._reader() as db:
            rows = all_rows(db, "SELECT id, name, description, language FROM characters ORDER BY id")
        return [character_of(row) for row in rows]

    # -- writing

    def append(
        self, key: PartitionKey, entries: Sequence[Entry], space: Space | None, *, into: int | None = None
    ) -> list[Stored]:
        def job(db: apsw.Connection) -> list[Stored]:
            if into is not None and one_row(db, "SELECT 1 FROM partitions WHERE id = ?", (into,)) is None:
                raise Erased
            partition = partition_of(db, key)
            stored: list[Stored] = []
            fresh: list[Entry] = []
            known: dict[str, Entry | int] = {}
            places: list[tuple[int, bool]] = []  # of each entry: its index among the fresh ones, or its seq
            ids = existing(db, partition, [entry.id for entry in entries])
            for entry in entries:
                seen = ids.get(entry.id)
                twin = known.get(entry.id)
                if seen is not None:
                    require_same(seen.entry, entry)
                    places.append((seen.seq, False))
                elif isinstance(twin, int):
                    require_same(fresh[twin], entry)
                    places.append((-1 - twin, False))
                else:
                    known[entry.id] = len(fresh)
                    places.append((-1 - len(fresh), True))
                    fresh.append(entry)
            first = advance(db, partition, len(fresh)) if fresh else 0
            number = space_number(db, space)
            db.executemany(
                INSERT,
                (
                    (
                        partition, first + i, first + i,
                        *(getattr(entry, column) for column in COLUMNS), dump(entry.details),
                    )
                    for i, entry in enumerate(fresh)
                ),
            )  # fmt: skip
            if number is not None:
                db.executemany(
                    "INSERT INTO vectors (space, partition, seq, vector) VALUES (?, ?, ?, ?)",
                    (
                        (number, partition, first + i, entry.vector)
                        for i, entry in enumerate(fresh)
                        if entry.vector is not None
                    ),
                )
            for place, new in places:
                stored.append(Stored(place if place >= 0 else first - 1 - place, new))
            return stored

        return self._write(job)

    def update(self, partition: int, seqs: Sequence[int], values: Mapping[str, Any], *, at: float) -> int:
        unknown = set(values) - EDITABLE
        if unknown:
            raise InputError(
                f"These can't be changed: {', '.join(sorted(unknown))}.",
                hint=f"These can: {', '.join(sorted(EDITABLE))}.",
            )

        def job(db: apsw.Connection) -> int:
            names = list(values)
            old: dict[int, dict[str, Any]] = {}
            for chunk in chunks(seqs):
                for seq, *row in db.execute(
                    f"SELECT seq, {', '.join(names)} FROM memories "
                    f"WHERE partition = ? AND live = 1 AND seq IN ({marks(chunk)})",
                    (partition, *chunk),
                ):
                    old[seq] = dict(zip(names, row, strict=True))
            self._change(db, partition, "update", old, at)
            db.executemany(
                f"UPDATE memories SET {', '.join(f'{name} = ?' for name in names)} WHERE partition = ? AND seq = ?",
                ((*values.values(), partition, seq) for seq in old),
            )
            return len(old)

        return self._write(job)

    def touch(self, uses: Mapping[int, Sequence[int]], *, boost: float, at: float) -> None:
        def job(db: apsw.Connection) -> None:
            for partition, seqs in uses.items():
                live = live_ones(db, partition, seqs)
                self._change(db, partition, "use", {seq: {} for seq in live}, at)
                db.executemany(
                    "UPDATE memories SET stability = stability * ?, accessed = max(accessed, ?) "
                    "WHERE partition = ? AND seq = ?",
                    ((boost, at, partition, seq) for seq in live),
                )

        self._write(job)

    def delete(self, partition: int, seqs: Sequence[int], *, at: float) -> int:
        def job(db: apsw.Connection) -> int:
            live = live_ones(db, partition, seqs)
            for table, column in (("journal", "memory"), ("vectors", "seq")):
                db.executemany(
                    f"DELETE FROM {table} WHERE partition = ? AND {column} = ?",
                    ((partition, seq) for seq in live),
                )
            self._change(db, partition, "delete", {seq: {} for seq in live}, at)
            db.executemany(
                "UPDATE memories SET live = 0, text = '', heading = '', details = '{}', terms = x'', speaker = NULL, "
                "session = NULL WHERE partition = ? AND seq = ?",
                ((partition, seq) for seq in live),
            )
            return len(live)

        count = self._write(job)
        self._file.empty_log()
        return count

    def erase(self, key: PartitionKey) -> int:
        def job(db: apsw.Connection) -> int:
            row = one_row(db, "SELECT id FROM partitions WHERE owner = ? AND person = ?", (key.owner, key.person or ""))
            if row is None:
                return 0
            count = count_of(db, "SELECT count(*) FROM memories WHERE partition = ? AND live = 1", row)
            for table in ("memories", "journal", "vectors"):
                db.execute(f"DELETE FROM {table} WHERE partition = ?", row)
            db.execute("DELETE FROM partitions WHERE id = ?", row)
            return count

        return self._write(job)

    def scrub(self) -> bool:
        return self._file.empty_log(rewrite=True)

    @staticmethod
    def _change(db: apsw.Connection, partition: int, op: str, data: Mapping[int, Mapping[str, Any]], at: float) -> None:
        """Journal a change of memories, and mark them changed."""
        if not data:
            return
        first = advance(db, partition, len(data))
        rows = [(partition, first + i, op, seq, at, dump(old)) for i, (seq, old) in enumerate(data.items())]
        db.executemany("INSERT INTO journal (partition, seq, op, memory, at, data) VALUES (?, ?, ?, ?, ?, ?)", rows)
        db.executemany(
            "UPDATE memories SET changed = ? WHERE partition = ? AND seq = ?",
            ((number, partition, seq) for _, number, _, seq, _, _ in rows),
        )

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
                "m.stability, m.accessed, m.pinned, m.forgotten, m.terms, m.terms_version, v.vector FROM memories m "
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

    def last(self, key: PartitionKey, count: int, *, kind: str, session: str | None = None) -> list[Found]:
        with self._reader() as db:
            rows = all_rows(
                db,
                f"SELECT m.partition, m.seq, {READ_OF_M} FROM memories m JOIN partitions p ON p.id = m.partition "
                "WHERE p.owner = ?1 AND p.person = ?2 AND m.live = 1 AND m.kind = ?3 "
                "AND (?4 IS NULL OR m.session = ?4) ORDER BY m.seq DESC LIMIT ?5",
                (key.owner, key.person or "", kind, session, count),
            )
            return [Found(row[0], row[1], entry_of(row[2:])) for row in reversed(rows)]

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

    def history(self, partition: int, seq: int) -> list[Change]:
        with self._reader() as db:
            rows = all_rows(
                db,
                "SELECT seq, op, memory, at, data FROM journal WHERE partition = ? AND memory = ? ORDER BY seq",
                (partition, seq),
            )
            return [Change(seq=n, op=op, memory=m, at=at, data=json.loads(data)) for n, op, m, at, data in rows]

    # -- vector spaces

    def open_space(self, space: Space) -> Space:
        with self._reader() as db:
            row = one_row(db, "SELECT name, dimensions FROM spaces WHERE state = 'in use'")
        if row:
            return Space(*row)

        def job(db: apsw.Connection) -> Space:
            db.execute(
                "INSERT INTO spaces (name, dimensions, state) SELECT ?, ?, 'in use' "
                "WHERE NOT EXISTS (SELECT 1 FROM spaces WHERE state = 'in use')",
                space,
            )
            return Space(*one_row(db, "SELECT name, dimensions FROM spaces WHERE state = 'in use'"))

        return self._write(job)

    def fill_space(self, space: Space) -> None:
        def job(db: apsw.Connection) -> None:
            number = space_number(db, space)
            if number is None:
                db.execute("INSERT INTO spaces (name, dimensions, state) VALUES (?, ?, 'filling')", space)
            # Only one space is filled at a time: a change of mind leaves nothing behind.
            db.execute(
                "DELETE FROM vectors WHERE space IN (SELECT id FROM spaces WHERE state = 'filling' AND name <> ?)",
                (space.name,),
            )
            db.execute("DELETE FROM spaces WHERE state = 'filling' AND name <> ?", (space.name,))

        self._write(job)

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
        def job(db: apsw.Connection) -> None:
            number = space_number(db, space)
            if number is None:
                raise StoreError(f"The vector space {space.name} is gone.", hint="Run the re-embedding again.")
            # A memory may have been deleted while its vector was made.
            db.executemany(
                "INSERT OR REPLACE INTO vectors (space, partition, seq, vector) SELECT ?1, ?2, ?3, ?4 WHERE EXISTS "
                "(SELECT 1 FROM memories WHERE partition = ?2 AND seq = ?3 AND live = 1)",
                ((number, *vector) for vector in vectors),
            )
            in_use = one_row(db, "SELECT 1 FROM spaces WHERE id = ? AND state = 'in use'", (number,))
            if in_use:  # so that working sets take the vectors in
                for partition in {partition for partition, _, _ in vectors}:
                    seqs = live_ones(db, partition, [seq for p, seq, _ in vectors if p == partition])
                    if not seqs:
                        continue
                    first = advance(db, partition, len(seqs))
                    db.executemany(
                        "UPDATE memories SET changed = ? WHERE partition = ? AND seq = ?",
                        ((first + i, partition, seq) for i, seq in enumerate(seqs)),
                    )

        self._write(job)

    def switch_space(self, space: Space) -> bool:
        def job(db: apsw.Connection) -> bool:
            number = space_number(db, space)
            if number is None or without_vector(db, number):
                return False
            db.execute("DELETE FROM vectors WHERE space <> ?", (number,))
            db.execute("DELETE FROM spaces WHERE id <> ?", (number,))
            db.execute("UPDATE spaces SET state = 'in use' WHERE id = ?", (number,))
            return True

        return self._write(job)

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
            problems = [str(row[0]) for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
            ahead = count_of(
                db,
                "SELECT count(*) FROM partitions p "
                "WHERE seq < (SELECT max(changed) FROM memories WHERE partition = p.id)",
            )
            if ahead:
                problems.append(f"{ahead} partitions have memories beyond their sequence")
            orphans = count_of(
                db,
                "SELECT count(*) FROM vectors v WHERE NOT EXISTS "
                "(SELECT 1 FROM memories m WHERE m.partition = v.partition AND m.seq = v.seq AND m.live = 1)",
            )
            if orphans:
                problems.append(f"{orphans} vectors belong to no memory")
            misshapen = count_of(
                db,
                "SELECT count(*) FROM vectors v JOIN spaces s ON s.id = v.space "
                "WHERE length(v.vector) <> 2 * s.dimensions",
            )
            if misshapen:
                problems.append(f"{misshapen} vectors have another length than their space")
        return problems

    def close(self) -> None:
        self._file.closed = True
        self._writer.close()
        self._file.close_readers()
