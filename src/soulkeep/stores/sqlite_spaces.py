"""Vector spaces: the one in use, and the one that is being filled."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

from soulkeep.errors import StoreError
from soulkeep.stores.base import Space
from soulkeep.stores.sqlite_file import one_row
from soulkeep.stores.sqlite_rows import advance, live_ones, space_number, without_vector


def begin(db: apsw.Connection, space: Space) -> Space:
    """The space in use; `space` becomes it where there was none."""
    db.execute(
        "INSERT INTO spaces (name, dimensions, state) SELECT ?, ?, 'in use' "
        "WHERE NOT EXISTS (SELECT 1 FROM spaces WHERE state = 'in use')",
        space,
    )
    return Space(*one_row(db, "SELECT name, dimensions FROM spaces WHERE state = 'in use'"))


def fill(db: apsw.Connection, space: Space) -> None:
    """Begin (or go on) to fill another space."""
    if space_number(db, space) is None:
        db.execute("INSERT INTO spaces (name, dimensions, state) VALUES (?, ?, 'filling')", space)
    # Only one space is filled at a time: a change of mind leaves nothing behind.
    db.execute(
        "DELETE FROM vectors WHERE space IN (SELECT id FROM spaces WHERE state = 'filling' AND name <> ?)",
        (space.name,),
    )
    db.execute("DELETE FROM spaces WHERE state = 'filling' AND name <> ?", (space.name,))


def put(db: apsw.Connection, space: Space, vectors: Sequence[tuple[int, int, bytes]]) -> None:
    """Store vectors (partition, seq, float16 bytes) of a space."""
    number = space_number(db, space)
    if number is None:
        raise StoreError(f"The vector space {space.name} is gone.", hint="Run the re-embedding again.")
    # A memory may have been deleted while its vector was made.
    db.executemany(
        "INSERT OR REPLACE INTO vectors (space, partition, seq, vector) SELECT ?1, ?2, ?3, ?4 WHERE EXISTS "
        "(SELECT 1 FROM memories WHERE partition = ?2 AND seq = ?3 AND live = 1)",
        ((number, *vector) for vector in vectors),
    )
    if one_row(db, "SELECT 1 FROM spaces WHERE id = ? AND state = 'in use'", (number,)) is None:
        return
    for partition in {partition for partition, _, _ in vectors}:  # so that working sets take the vectors in
        seqs = live_ones(db, partition, [seq for p, seq, _ in vectors if p == partition])
        if not seqs:
            continue
        first = advance(db, partition, len(seqs))
        db.executemany(
            "UPDATE memories SET changed = ? WHERE partition = ? AND seq = ?",
            ((first + i, partition, seq) for i, seq in enumerate(seqs)),
        )


def switch(db: apsw.Connection, space: Space) -> bool:
    """Make a filled space the one in use and drop the others; False if some memory lacks its vector there."""
    number = space_number(db, space)
    if number is None or without_vector(db, number):
        return False
    db.execute("DELETE FROM vectors WHERE space <> ?", (number,))
    db.execute("DELETE FROM spaces WHERE id <> ?", (number,))
    db.execute("UPDATE spaces SET state = 'in use' WHERE id = ?", (number,))
    return True
