"""Finding old turns, and people who have fallen silent."""

from __future__ import annotations

from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import COPIES

_LAST = "(SELECT m.stored FROM memories m WHERE m.partition = p.id AND m.kind = 'turn' ORDER BY m.seq DESC LIMIT 1)"
_FIRST = "(SELECT m.stored FROM memories m WHERE m.partition = p.id AND m.seq = 1)"
"""The time of the first memory, for people with whom something else than turns is shared."""


_OLD = (
    "FROM partitions p JOIN memories m ON m.partition = p.id "
    "WHERE /*ours p*/ m.kind = 'turn' AND m.live = 1 AND m.stored < ? AND NOT EXISTS "
    f"(SELECT 1 FROM heard WHERE partition = p.id AND seq = m.seq AND {COPIES})"
)


def old_turns(db: Connection, before: float, limit: int) -> list[tuple[PartitionKey, str]]:
    """Return at most `limit` turns stored before a time (in seconds since 1970), with their partitions."""
    rows = db.all(f"SELECT p.owner, p.person, m.id {_OLD} ORDER BY p.id, m.seq LIMIT ?", (before, limit))
    return [(PartitionKey(owner, person or None), id) for owner, person, id in rows]


def count_old_turns(db: Connection, before: float) -> list[tuple[PartitionKey, int]]:
    """Return the number of turns stored before a time, by partition."""
    rows = db.all(f"SELECT p.owner, p.person, count(*) {_OLD} GROUP BY p.owner, p.person ORDER BY 1, 2", (before,))
    return [(PartitionKey(owner, person or None), count) for owner, person, count in rows]


def silent(db: Connection, before: float) -> list[str]:
    """Return the people with whom no turn was shared since a time (in seconds since 1970)."""
    rows = db.all(
        f"SELECT p.person FROM partitions p WHERE /*ours p*/ p.person <> '' GROUP BY p.person "
        f"HAVING max(coalesce({_LAST}, {_FIRST}, 0)) < ? ORDER BY p.person",
        (before,),
    )
    return [person for (person,) in rows]
