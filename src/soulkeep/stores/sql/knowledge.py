"""Statements about RDF data: each data set is stored once, with the names under which characters know it."""

from __future__ import annotations

from soulkeep.stores.rows import KnownGraph
from soulkeep.stores.sql.connection import Connection

_LOCK = "graphs"
"""One at a time: who drops the last name of a data set must not miss that somebody else is giving it another."""


def put(db: Connection, owner: str, source: str, digest: str, triples: int, data: bytes, at: float) -> bool:
    """Store data that a character knows under a name; return False if it is the same as before. Arguments after `db`
    are as in `KnowledgeStore.put_graph`."""
    db.lock_name(_LOCK)
    before = db.one("SELECT digest FROM known WHERE /*ours*/ owner = ? AND source = ?", (owner, source))
    if before and before[0] == digest:
        return False
    db.run(
        "INSERT INTO graphs (digest, triples, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (digest, triples, data)
    )
    db.run(
        "INSERT INTO known (owner, source, digest, added) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (/*ours key*/ owner, source) DO UPDATE SET digest = excluded.digest, added = excluded.added",
        (owner, source, digest, at),
    )
    if before:
        _drop_unknown(db, before[0])
    return True


def drop(db: Connection, owner: str, source: str) -> bool:
    """Remove data from a character's knowledge; return False if it wasn't there."""
    db.lock_name(_LOCK)
    rows = db.all("DELETE FROM known WHERE /*ours*/ owner = ? AND source = ? RETURNING digest", (owner, source))
    for (digest,) in rows:
        _drop_unknown(db, digest)
    return bool(rows)


def sources_known(db: Connection, owner: str) -> list[KnownGraph]:
    """Return the data sets that a character knows, by name."""
    rows = db.all(
        "SELECT k.source, k.digest, (SELECT triples FROM graphs WHERE /*ours*/ digest = k.digest), k.added "
        "FROM known k WHERE /*ours k*/ k.owner = ? ORDER BY k.source",
        (owner,),
    )
    return [KnownGraph(source=source, digest=digest, triples=n, added=added) for source, digest, n, added in rows]


def data(db: Connection, digest: str) -> bytes | None:
    """Return the data with a digest, as it was stored."""
    row = db.one("SELECT data FROM graphs WHERE /*ours*/ digest = ?", (digest,))
    return bytes(row[0]) if row else None


def _drop_unknown(db: Connection, digest: str) -> None:
    if not db.count("SELECT count(*) FROM known WHERE /*ours*/ digest = ?", (digest,)):
        db.run("DELETE FROM graphs WHERE /*ours*/ digest = ?", (digest,))
