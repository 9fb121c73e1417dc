"""Reading all rows of a keep from one database, and writing them to another under the same numbers.

The ids of partitions and the numbers of vector spaces differ between databases; no other row refers to them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sealing import Seal
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import CHARACTER, COLUMNS, marks

Row = Sequence[Any]

_ALL = "/*ours*/ 1 = 1"


class Table(NamedTuple):
    """A table with rows of partitions: the columns that identify a row within its partition, and the others."""

    name: str
    key: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.key, *self.others)


MEMORIES = Table("memories", ("seq",), ("live", "changed", "amended", *COLUMNS, "details"))
JOURNAL = Table("journal", ("seq",), ("op", "memory", "at", "data"))
VECTORS = Table("vectors", ("seq",), ("vector",))
"""The vectors of one space at a time."""
WORK = Table("work", ("since",), ("due", "wakes", "marks"))
"""Without who holds it: nobody does in another database."""

TABLES = (
    MEMORIES,
    JOURNAL,
    Table("heard", ("seq", "owner", "person"), ("of",)),
    Table("feelings", ("name",), ("amount", "time", "half_life")),
    WORK,
    Table("again", ("seq",), ("data",)),
    VECTORS,
)

CHARACTERS = Table("characters", ("id",), CHARACTER[1:])
SCRIPTS = Table("scripts", ("owner", "name"), ("text",))
KNOWN = Table("known", ("owner", "source"), ("digest", "added"))
GRAPHS = Table("graphs", ("digest",), ("triples",))
"""Their data comes last, one at a time."""

_DATA = ("data",)

SHARED = (CHARACTERS, SCRIPTS, GRAPHS, KNOWN)

BATCH = 1000
"""Rows that are read and written at once."""

_ID, _LIVE, _CHANGED = (MEMORIES.columns.index(name) for name in ("id", "live", "changed"))
_NEVER = tuple(MEMORIES.columns.index(name) for name in ("kind", "source", "stored", "base"))
"""Columns of a memory that no change changes."""
_BURIED = "erased/"


class MovingTable(NamedTuple):
    """Some rows of a table; for vectors, of one space."""

    table: Table
    space: str | None
    rows: Sequence[Row]


class SpaceRow(NamedTuple):
    """A vector space: its number in this database, the length of its vectors, and whether it is in use."""

    number: int
    dimensions: int
    state: str


@dataclass(frozen=True, slots=True)
class Sum:
    """Counts of what a partition holds.

    Attributes:
        memories, deleted: live memories, and deleted ones.
        changes: rows of the journal.
        vectors: vectors in all spaces.
        bytes: size of all rows, in the form that the checksum is computed from.
        checksum: SHA-256 of all rows, in hexadecimal.
    """

    memories: int
    deleted: int
    changes: int
    vectors: int
    bytes: int
    checksum: str


class Summing:
    """Counts rows as they are added.

    Args:
        seq: the last number of the partition's sequence.
    """

    def __init__(self, seq: int) -> None:
        self._hash = hashlib.sha256(f"{seq}\n".encode())
        self._counts = dict.fromkeys(("memories", "journal", "vectors"), 0)
        self._live = 0
        self._bytes = 0

    def add(self, part: MovingTable) -> None:
        """Add rows."""
        table, space, rows = part
        self._hash.update(f"{table.name} {space} {len(rows)}\n".encode())
        for row in rows:
            data = canonical(row)
            self._hash.update(data)
            self._bytes += len(data)
        if table.name in self._counts:
            self._counts[table.name] += len(rows)
        if table is MEMORIES:
            self._live += sum(row[_LIVE] for row in rows)

    def sum(self) -> Sum:
        """Return the counts."""
        memories, journal, vectors = self._counts.values()
        return Sum(self._live, memories - self._live, journal, vectors, self._bytes, self._hash.hexdigest())


def canonical(row: Row) -> bytes:
    """Return a row as bytes that are the same for every database."""
    blobs = [value for value in row if isinstance(value, bytes)]
    plain = [len(value) if isinstance(value, bytes) else value for value in row] if blobs else list(row)
    text = repr(plain)
    if "-0.0" in text:  # SQLite keeps no negative zero
        text = repr([0.0 if isinstance(value, float) and value == 0 else value for value in plain])
    return b"".join((text.encode(), b"\n", *blobs))


# -- partitions


def keys(db: Connection) -> dict[PartitionKey, int]:
    """Return all partitions, with the last number of their sequences."""
    rows = db.all(f"SELECT owner, person, seq FROM partitions WHERE {_ALL} ORDER BY owner, person")
    return {PartitionKey(owner, person or None): seq for owner, person, seq in rows}


def seq_of(db: Connection, partition: int) -> int:
    """Return the last number of a partition's sequence."""
    return db.count("SELECT seq FROM partitions WHERE id = ?", (partition,))


def parts(db: Connection, partition: int) -> Iterator[MovingTable]:
    """Yield all rows of a partition in a fixed order, in batches."""
    seal = db.seal(partition)
    for table in TABLES:
        if table is not VECTORS:
            for rows in _batches(db, table, "partition = ?", (partition,)):
                yield MovingTable(table, None, _opened(seal, table, rows))
            continue
        for name, space in sorted(spaces(db).items()):
            for rows in _batches(db, table, "space = ? AND partition = ?", (space.number, partition)):
                yield MovingTable(table, name, _opened(seal, table, rows))


def _opened(seal: Seal, table: Table, rows: Sequence[Row]) -> list[Row]:
    """Return rows decrypted."""
    return [tuple(seal.open(table.columns, _number(table, row), row)) for row in rows]


def _number(table: Table, row: Row) -> int:
    """Return the number by which a row's values are encrypted."""
    return int(row[0]) if table.key[0] == "seq" else 0


def _batches(
    db: Connection, table: Table, where: str, values: Row, *, columns: tuple[str, ...] = (), size: int = BATCH
) -> Iterator[list[Row]]:
    """Yield rows of a table in the order of their keys; `columns` are added to the table's."""
    order = ", ".join(table.key)
    select = f"SELECT {', '.join((*table.columns, *columns))} FROM {table.name} WHERE {where}"
    beyond: Row = ()
    while True:
        more = f" AND ({order}) > ({marks(beyond)})" if beyond else ""
        rows = db.all(f"{select}{more} ORDER BY {order} LIMIT ?", (*values, *beyond, size))
        if rows:
            yield rows
        if len(rows) < size:
            return
        beyond = rows[-1][: len(table.key)]


def summed(db: Connection, key: PartitionKey) -> Sum | None:
    """Return the counts of a partition; None if there is none."""
    partition = db.partition(key)
    if partition is None:
        return None
    summing = Summing(seq_of(db, partition))
    for part in parts(db, partition):
        summing.add(part)
    return summing.sum()


def put(db: Connection, key: PartitionKey, seq: int, content: Iterable[MovingTable], *, anew: bool) -> None:
    """Replace all rows of a partition.

    Args:
        db: in a transaction.
        key: the partition.
        seq: the last number of its sequence.
        content: its rows.
        anew: give an existing partition another id, so that working sets of it become invalid.
    """
    if anew:
        drop(db, key)
    partition = db.partition(key)
    if partition is not None:
        db.lock(partition)
        _empty(db, partition)
    partition = db.make_partition(key)
    db.run("UPDATE partitions SET seq = ? WHERE id = ?", (seq, partition))
    numbers: dict[str, int] = {}
    seal = db.seal(partition)
    for table, space, plain in content:
        rows = [seal.shut(table.columns, _number(table, row), row) for row in plain]
        columns: tuple[str, ...] = ("partition", *table.columns)
        values: Iterable[Row] = ((partition, *row) for row in rows)
        if space is not None:
            if space not in numbers:
                numbers[space] = spaces(db)[space].number
            columns, values = ("space", *columns), ((numbers[space], partition, *row) for row in rows)
        elif table is WORK:
            columns, values = (*columns, "lease"), ((partition, *row, 0.0) for row in rows)
        db.many(f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({marks(columns)})", values)


def drop(db: Connection, key: PartitionKey) -> None:
    """Remove a partition with its rows, if it exists; what others hold of it stays."""
    partition = db.partition(key)
    if partition is not None:
        db.lock(partition)
        _empty(db, partition)
        db.drop_partition(partition)


def _empty(db: Connection, partition: int) -> None:
    for table in TABLES:
        if table is not VECTORS:
            db.run(f"DELETE FROM {table.name} WHERE partition = ?", (partition,))
    for space in spaces(db).values():  # or all vectors would have to be looked through
        db.run("DELETE FROM vectors WHERE space = ? AND partition = ?", (space.number, partition))


def is_older(old: Connection, new: Connection, key: PartitionKey) -> bool:
    """Return whether a partition in `old` is an earlier state of that in `new`, so that replacing it loses nothing."""
    here, there = old.partition(key), new.partition(key)
    if here is None or there is None:
        return here is None
    if seq_of(old, here) > seq_of(new, there):
        return False
    gone: set[int] = set()
    for row, later in _pairs(old, here, new, there, MEMORIES):
        if later is None or row[_CHANGED] > later[_CHANGED] or row[_LIVE] < later[_LIVE]:
            return False
        if not later[_LIVE]:
            gone.add(row[0])
            if later[_ID].startswith(_BURIED):
                continue  # its id was taken from it
        if row[_ID] != later[_ID] or any(row[n] != later[n] for n in _NEVER):
            return False
        if row[_CHANGED] == later[_CHANGED] and canonical(row) != canonical(later):
            return False
    of = JOURNAL.columns.index("memory")
    return all(
        row[of] in gone if later is None else canonical(row) == canonical(later)
        for row, later in _pairs(old, here, new, there, JOURNAL)
    )


def _pairs(old: Connection, here: int, new: Connection, there: int, table: Table) -> Iterator[tuple[Row, Row | None]]:
    """Yield each old row with the new one of the same number, if there is one."""
    others = _rows(new, there, table)
    other = next(others, None)
    for row in _rows(old, here, table):
        while other is not None and other[0] < row[0]:
            other = next(others, None)
        yield row, other if other is not None and other[0] == row[0] else None


def _rows(db: Connection, partition: int, table: Table) -> Iterator[Row]:
    seal = db.seal(partition)
    for rows in _batches(db, table, "partition = ?", (partition,)):
        yield from _opened(seal, table, rows)


# -- what all partitions share


def spaces(db: Connection) -> dict[str, SpaceRow]:
    """Return the vector spaces, by name."""
    rows = db.all(f"SELECT name, id, dimensions, state FROM spaces WHERE {_ALL}")
    return {name: SpaceRow(*values) for name, *values in rows}


def put_spaces(db: Connection, wanted: Mapping[str, SpaceRow]) -> None:
    """Create and remove vector spaces so that there are just these. Vectors of removed ones are deleted."""
    db.lock_name("spaces")
    for name, (number, dimensions, state) in spaces(db).items():
        one = wanted.get(name)
        if one is None or one.dimensions != dimensions:
            db.run("DELETE FROM vectors WHERE /*ours*/ space = ?", (number,))
            db.run("DELETE FROM spaces WHERE /*ours*/ id = ?", (number,))
        elif one.state != state:
            db.run("UPDATE spaces SET state = ? WHERE /*ours*/ id = ?", (one.state, number))
    there = spaces(db)
    for name, one in wanted.items():
        if name not in there:
            values = (name, one.dimensions, one.state)
            db.run("INSERT INTO spaces (name, dimensions, state) VALUES (?, ?, ?)", values)


def shared_rows(db: Connection) -> dict[str, dict[Row, str]]:
    """Return the rows that belong to no partition: by table, the checksum of each row, including spaces."""
    by_table: dict[str, dict[Row, str]] = {table.name: {} for table in SHARED}
    for table in SHARED:
        for row in _shared_rows(db, table):
            if table is GRAPHS:
                row = (*row[:-1], hashlib.sha256(row[-1]).hexdigest())
            by_table[table.name][row[: len(table.key)]] = hashlib.sha256(canonical(row)).hexdigest()
    by_table["spaces"] = {(name,): f"{space.dimensions} {space.state}" for name, space in spaces(db).items()}
    return by_table


def put_shared(db: Connection, source: Connection) -> dict[str, dict[Row, str]]:
    """Make the rows that belong to no partition equal to the source's, except spaces; return their checksums.

    Args:
        db: in a transaction.
        source: a connection that reads as of one moment.
    """
    db.lock_name("graphs")
    wanted, there = shared_rows(source), shared_rows(db)
    for table in SHARED:
        theirs, ours = wanted[table.name], there[table.name]
        where = " AND ".join(f"{column} = ?" for column in table.key)
        other = [key for key, checksum in ours.items() if theirs.get(key) != checksum]
        db.many(f"DELETE FROM {table.name} WHERE /*ours*/ {where}", other)
        columns = (*table.columns, *_DATA) if table is GRAPHS else table.columns
        insert = f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({marks(columns)})"
        if theirs != ours:
            new = {key for key, checksum in theirs.items() if ours.get(key) != checksum}
            for row in _shared_rows(source, table):
                if row[: len(table.key)] in new:
                    db.many(insert, [row])
    return wanted


def _shared_rows(db: Connection, table: Table) -> Iterator[Row]:
    columns, size = (_DATA, 1) if table is GRAPHS else ((), BATCH)
    for rows in _batches(db, table, _ALL, (), columns=columns, size=size):
        yield from map(tuple, rows)
