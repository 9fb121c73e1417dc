"""What characters know as RDF: each data set once, and who knows it under which name."""

from __future__ import annotations

import apsw

from soulkeep.stores.base import KnownGraph
from soulkeep.stores.sqlite_file import all_rows, one_row


def put(db: apsw.Connection, owner: str, source: str, digest: str, triples: int, data: bytes, at: float) -> bool:
    """Let a character know data under a name; False if that is what it knew."""
    before = one_row(db, "SELECT digest FROM known WHERE owner = ? AND source = ?", (owner, source))
    if before and before[0] == digest:
        return False
    db.execute("INSERT OR IGNORE INTO graphs (digest, triples, data) VALUES (?, ?, ?)", (digest, triples, data))
    db.execute(
        "INSERT OR REPLACE INTO known (owner, source, digest, added) VALUES (?, ?, ?, ?)", (owner, source, digest, at)
    )
    if before:
        _drop_unknown(db, before[0])
    return True


def drop(db: apsw.Connection, owner: str, source: str) -> bool:
    """Let a character know it no more; False if it didn't."""
    rows = all_rows(db, "DELETE FROM known WHERE owner = ? AND source = ? RETURNING digest", (owner, source))
    for (digest,) in rows:
        _drop_unknown(db, digest)
    return bool(rows)


def known(db: apsw.Connection, owner: str) -> list[KnownGraph]:
    """What a character knows, by name."""
    rows = db.execute(
        "SELECT k.source, k.digest, g.triples, k.added FROM known k JOIN graphs g ON g.digest = k.digest "
        "WHERE k.owner = ? ORDER BY k.source",
        (owner,),
    )
    return [KnownGraph(source=source, digest=digest, triples=n, added=added) for source, digest, n, added in rows]


def _drop_unknown(db: apsw.Connection, digest: str) -> None:
    db.execute("DELETE FROM graphs WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM known WHERE digest = ?1)", (digest,))
