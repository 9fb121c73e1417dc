"""Vector spaces: the one in use, and the one that is being filled."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.errors import StoreError
from soulkeep.stores.rows import Complete, Space
from soulkeep.stores.sql.connection import VECTORS, Connection
from soulkeep.stores.sql.reads import lacking
from soulkeep.stores.sql.rows import advance, live_ones, mark_changed, space_number

_LOCK = "spaces"
_FEW = 1_000
"""Memories that are given their vectors while everybody waits."""


def begin(db: Connection, space: Space) -> Space:
    """Return the space in use; if there is none, `space` becomes it."""
    db.lock_name(_LOCK)
    current = in_use(db)
    if current is not None:
        return current
    db.run("INSERT INTO spaces (name, dimensions, state) VALUES (?, ?, 'in use')", space)
    return space


def in_use(db: Connection) -> Space | None:
    """Return the space in use, if there is one yet."""
    return _in_state(db, "in use")


def filling(db: Connection) -> Space | None:
    """Return the space that is being filled, if there is one."""
    return _in_state(db, "filling")


def _in_state(db: Connection, state: str) -> Space | None:
    row = db.one("SELECT name, dimensions FROM spaces WHERE /*ours*/ state = ?", (state,))
    return Space(*row) if row else None


def fill(db: Connection, space: Space) -> None:
    """Begin or continue to fill another space."""
    db.lock_name(_LOCK)
    if space_number(db, space) is None:
        db.run("INSERT INTO spaces (name, dimensions, state) VALUES (?, ?, 'filling')", space)
    # Only one space is filled at a time: a change of mind leaves nothing behind.
    for (other,) in db.all("SELECT id FROM spaces WHERE /*ours*/ state = 'filling' AND name <> ?", (space.name,)):
        _drop(db, other)


def put(db: Connection, space: Space, vectors: Sequence[tuple[int, int, bytes]]) -> None:
    """Store vectors (partition, seq, float16 bytes) of a space."""
    partitions = sorted({partition for partition, _, _ in vectors})
    for partition in partitions:
        db.lock(partition)
    number = space_number(db, space)
    if number is None:
        raise StoreError(f"The vector space {space.name} is gone.", hint="Run the re-embedding again.")
    # A memory may have been deleted while its vector was made.
    db.many(
        "INSERT INTO vectors (space, partition, seq, vector) SELECT ?1, m.partition, m.seq, ?4 FROM memories m "
        "WHERE m.partition = ?2 AND m.seq = ?3 AND m.live = 1 "
        "ON CONFLICT (space, partition, seq) DO UPDATE SET vector = excluded.vector",
        (
            (number, partition, seq, db.seal(partition).shut_one("vector", seq, vector))
            for partition, seq, vector in vectors
        ),
    )
    if db.one("SELECT 1 FROM spaces WHERE /*ours*/ id = ? AND state = 'in use'", (number,)) is None:
        return
    for partition in partitions:  # so that working sets take the vectors in
        seqs = live_ones(db, partition, [seq for p, seq, _ in vectors if p == partition])
        if not seqs:
            continue
        mark_changed(db, partition, seqs, advance(db, partition, 1))


def switch(db: Connection, space: Space, complete: Complete | None) -> bool:
    """Make a filled space the one in use and drop the others; return False if many memories lack vectors in it, or some
    do and `complete` isn't given."""
    db.lock_name(_LOCK)
    number = space_number(db, space)
    few = _FEW if complete else 0
    if number is None or len(lacking(db, space, few + 1)) > few:
        return False
    db.lock_name(VECTORS)  # so that nobody adds any
    left = lacking(db, space, few + 1)
    if len(left) > few:
        return False
    if complete and left:
        put(db, space, complete(left))
    for (other,) in db.all("SELECT id FROM spaces WHERE /*ours*/ id <> ?", (number,)):
        _drop(db, other)
    db.run("UPDATE spaces SET state = 'in use' WHERE /*ours*/ id = ?", (number,))
    return True


def _drop(db: Connection, number: int) -> None:
    db.lock_name(VECTORS)
    db.run("DELETE FROM vectors WHERE /*ours by partition*/ space = ?", (number,))
    db.run("DELETE FROM spaces WHERE /*ours*/ id = ?", (number,))
