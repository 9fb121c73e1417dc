"""Statements that read partitions and their memories."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any

from soulkeep.stores.rows import Entry, Journalled, PartitionKey, PlacedEntry, Space, State
from soulkeep.stores.sealing import OVERHEAD, Seal
from soulkeep.stores.sql.connection import ALL, Connection
from soulkeep.stores.sql.rows import CHUNK, READ, TABLES, chunks, entry_of, space_number


def keys(db: Connection, owner: str | None, person: str | None) -> list[PartitionKey]:
    """Return the partitions of an owner or about a person, and erased ones of which others hold copies."""
    columns = {"owner": owner, "person": person}
    wanted = {name: value for name, value in columns.items() if value is not None}
    where = " AND ".join(["/*ours*/ 1 = 1", *(f"{name} = ?" for name in wanted)])
    statement, values = f"SELECT owner, person FROM partitions WHERE {where}", list(wanted.values())
    if person is not None:
        statement += f" UNION SELECT owner, person FROM heard WHERE {where}"
        values *= 2
    rows = db.all(statement, values)
    return sorted(
        (PartitionKey(owner, person or None) for owner, person in rows), key=lambda key: (key[0], key[1] or "")
    )


_state: Callable[[Iterable[Any]], State] = partial(tuple.__new__, State)
"""`State._make` without a call of Python: a large partition is read row by row."""


def states(
    db: Connection, partition: int, since: int, space: Space | None, after: int, limit: int | None
) -> list[State]:
    """Return what changed after a sequence number; from 0, all live memories."""
    most = ALL if limit is None else limit
    filter, values = ("m.live = 1", [partition]) if since == 0 else ("m.changed > ?", [partition, since])
    if since and not after:  # mostly a few, however large the partition; further pages are of many
        by = db.by("memories_changed")
        filter = f"m.seq IN (SELECT seq FROM memories {by} WHERE partition = ? AND changed > ? ORDER BY seq LIMIT ?)"
        values = [partition, partition, since, most]
    rows = db.each(
        "SELECT m.seq, m.live, m.kind, m.source, m.session, m.speaker, m.time, m.importance, "
        "m.stability, m.accessed, m.pinned, m.forgotten, m.superseded, m.base, "
        "m.terms, m.terms_version, v.vector, m.amended FROM memories m "
        "LEFT JOIN vectors v ON v.space = (SELECT id FROM spaces WHERE /*ours*/ name = ? AND dimensions = ?) "
        "AND v.partition = m.partition AND v.seq = m.seq "
        f"WHERE m.partition = ? AND {filter} AND m.seq > ? ORDER BY m.seq LIMIT ?",
        (*(space or (None, None)), *values, after, most),
    )
    return [*map(_state, db.seal(partition).opened(State._fields, rows))]


def owners(db: Connection, prefix: str) -> list[str]:
    """Return the owners of memories whose names begin with a prefix."""
    beyond = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    rows = db.all(
        "SELECT DISTINCT owner FROM partitions WHERE /*ours*/ owner >= ? AND owner < ? ORDER BY owner", (prefix, beyond)
    )
    return [owner for (owner,) in rows]


def fetch(db: Connection, partition: int, seqs: Iterable[int]) -> dict[int, Entry]:
    """Return whole memories by sequence number."""
    entries: dict[int, Entry] = {}
    seal = db.seal(partition)
    for chunk in chunks(list(seqs)):
        for row in db.each(
            f"SELECT seq, {READ} FROM memories WHERE partition = ? AND live = 1 AND seq IN (?*)", (partition, chunk)
        ):
            entries[row[0]] = entry_of(seal, row[0], row[1:])
    return entries


def numbered(db: Connection, key: PartitionKey, seqs: Collection[int]) -> list[PlacedEntry]:
    """Return the live memories with some sequence numbers."""
    partition = db.partition(key)
    if partition is None or not seqs:
        return []
    return [PlacedEntry(partition, seq, entry) for seq, entry in fetch(db, partition, seqs).items()]


def find(db: Connection, key: PartitionKey, id: str) -> PlacedEntry | None:
    """Return a live memory by its id."""
    partition = db.partition(key)
    if partition is None:
        return None
    row = db.one(f"SELECT seq, {READ} FROM memories WHERE partition = ? AND id = ? AND live = 1", (partition, id))
    return PlacedEntry(partition, row[0], entry_of(db.seal(partition), row[0], row[1:])) if row else None


def select(db: Connection, partition: int, kinds: Sequence[str], after: int, limit: int | None) -> list[PlacedEntry]:
    """Return live memories of some kinds after a sequence number, in order."""
    rows = db.each(
        f"SELECT seq, {READ} FROM memories WHERE partition = ? AND kind IN (?*) AND live = 1 "
        "AND seq > ? ORDER BY seq LIMIT ?",
        (partition, [*kinds], after, ALL if limit is None else limit),
    )
    seal = db.seal(partition)
    return [PlacedEntry(partition, seq, entry_of(seal, seq, row)) for seq, *row in rows]


def changed(
    db: Connection, partition: int, kinds: Sequence[str], since: int
) -> tuple[Seal, list[tuple[int, int, list[object]]]]:
    """Return the partition's seal; and for memories of some kinds that changed after a sequence number: number, whether
    it is live, and columns."""
    by = db.by("memories_changed") if since else ""
    rows = db.each(
        f"SELECT seq, live, {READ} FROM memories {by} WHERE partition = ? AND kind IN (?*) "
        f"AND {'live = 1 AND changed > ?' if since == 0 else 'changed > ?'} ORDER BY seq",
        (partition, [*kinds], since),
    )
    return db.seal(partition), [(seq, live, row) for seq, live, *row in rows]


def last(
    db: Connection, key: PartitionKey, count: int, kind: str, session: str | None, before: int | None
) -> list[PlacedEntry]:
    """Return the newest memories of a kind, of one session or any, before a sequence number, oldest first."""
    partition = db.partition(key)
    if partition is None:
        return []
    where, values = ["partition = ?", "live = 1", "kind = ?"], [partition, kind]
    seal = db.seal(partition)
    for condition, value in (("session = ?", seal.shut_one("session", 0, session)), ("seq < ?", before)):
        if value is not None:
            where.append(condition)
            values.append(value)
    rows = db.all(
        f"SELECT seq, {READ} FROM memories WHERE {' AND '.join(where)} ORDER BY seq DESC LIMIT ?", (*values, count)
    )
    return [PlacedEntry(partition, seq, entry_of(seal, seq, row)) for seq, *row in reversed(rows)]


def walk(db: Connection, key: PartitionKey, after: int) -> list[tuple[int, Entry]]:
    """Return the next live memories of a partition, with their numbers: CHUNK of them, or what is left."""
    partition = db.partition(key)
    if partition is None:
        return []
    rows = db.each(
        f"SELECT seq, {READ} FROM memories WHERE partition = ? AND live = 1 AND seq > ? ORDER BY seq LIMIT ?",
        (partition, after, CHUNK),
    )
    seal = db.seal(partition)
    return [(seq, entry_of(seal, seq, row)) for seq, *row in rows]


def history(db: Connection, partition: int, seq: int) -> list[Journalled]:
    """Return the journalled changes of a memory, oldest first."""
    return journalled(db, partition, "AND memory = ?", (seq,))


_JOURNAL = ("seq", "op", "memory", "at", "data")


def journalled(db: Connection, partition: int, condition: str, values: Sequence[Any] = ()) -> list[Journalled]:
    """Return the journalled changes of a partition that satisfy a condition, oldest first."""
    rows = db.all(
        f"SELECT {', '.join(_JOURNAL)} FROM journal WHERE partition = ? {condition} ORDER BY seq", (partition, *values)
    )
    opened = db.seal(partition).opened(_JOURNAL, rows)
    return [Journalled(seq=n, op=op, memory=m, at=at, data=json.loads(data)) for n, op, m, at, data in opened]


_LACKING = (
    f"SELECT m.partition, m.seq, {', '.join(f'm.{column}' for column in READ.split(', '))} FROM memories m "
    "WHERE {where} m.live = 1 AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.space = ? "
    "AND v.partition = m.partition AND v.seq = m.seq)"
)


def unembedded(db: Connection, space: Space, limit: int, after: tuple[int, int]) -> list[PlacedEntry]:
    """Return the next live memories without a vector in a space, partition by partition, as indexed."""
    statement = _LACKING.format(where="m.partition = ? AND m.seq > ? AND") + " ORDER BY m.seq LIMIT ?"
    number, (partition, seq) = space_number(db, space), after
    places: list[PlacedEntry] = []
    while len(places) < limit:
        ids = db.all("SELECT id FROM partitions WHERE /*ours*/ id >= ? ORDER BY id LIMIT ?", (partition, CHUNK))
        for (id,) in ids:
            places += _found(db, db.each(statement, (id, seq if id == after[0] else 0, number, limit - len(places))))
            if len(places) >= limit:
                break
        if len(ids) < CHUNK:
            break
        partition = ids[-1][0] + 1
    return places


def lacking(db: Connection, space: Space, limit: int) -> list[PlacedEntry]:
    """Return some live memories without a vector in a space, in no order; nothing is read twice for it."""
    rows = db.each(_LACKING.format(where="/*ours m by partition*/") + " LIMIT ?", (space_number(db, space), limit))
    return _found(db, rows)


def _found(db: Connection, rows: Iterable[Sequence[Any]]) -> list[PlacedEntry]:
    return [PlacedEntry(row[0], row[1], entry_of(db.seal(row[0]), row[1], row[2:])) for row in rows]


def counts(db: Connection) -> tuple[int, int, int]:
    """Return the numbers of characters, partitions and live memories."""
    tables = (
        "characters WHERE /*ours*/ 1 = 1",
        "partitions WHERE /*ours*/ 1 = 1",
        "memories WHERE /*ours by partition*/ live = 1",
    )
    characters, partitions, memories = (db.count(f"SELECT count(*) FROM {table}") for table in tables)
    return characters, partitions, memories


def problems(db: Connection) -> list[str]:
    """Return the faults found in the stored data, in words; empty if there are none."""
    wrong = []
    ahead = db.count(
        "SELECT count(*) FROM partitions p WHERE /*ours p*/ "
        "seq < (SELECT max(changed) FROM memories WHERE partition = p.id)",
    )
    if ahead:
        wrong.append(f"{ahead} partitions have memories beyond their sequence")
    orphans = db.count(
        "SELECT count(*) FROM vectors v WHERE /*ours v*/ NOT EXISTS "
        "(SELECT 1 FROM memories m WHERE m.partition = v.partition AND m.seq = v.seq AND m.live = 1)",
    )
    if orphans:
        wrong.append(f"{orphans} vectors belong to no memory")
    misshapen = db.count(
        "SELECT count(*) FROM vectors v JOIN spaces s ON s.id = v.space "
        "JOIN partitions p ON p.id = v.partition "
        "WHERE /*ours v*/ length(v.vector) <> 2 * s.dimensions + CASE WHEN p.key IS NULL THEN 0 ELSE ? END",
        (OVERHEAD,),
    )
    if misshapen:
        wrong.append(f"{misshapen} vectors have another length than their space")
    for table, needed, where in (
        *((table, "partitions", "n.id = t.partition") for table in TABLES),
        ("vectors", "spaces", "n.id = t.space"),
        ("graphs", "known", "/*ours n*/ n.digest = t.digest"),
    ):
        left = db.count(
            f"SELECT count(*) FROM {table} t WHERE /*ours t*/ NOT EXISTS (SELECT 1 FROM {needed} n WHERE {where})"
        )
        if left:
            wrong.append(f"{left} rows of {table} belong to nothing in {needed}")
    return wrong
