"""What can be wrong with a database."""

from __future__ import annotations

import apsw

from soulkeep.stores.sqlite_file import count_of


def problems(db: apsw.Connection) -> list[str]:
    """What is wrong, in words; empty if nothing is."""
    found = [str(row[0]) for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    ahead = count_of(
        db,
        "SELECT count(*) FROM partitions p WHERE seq < (SELECT max(changed) FROM memories WHERE partition = p.id)",
    )
    if ahead:
        found.append(f"{ahead} partitions have memories beyond their sequence")
    orphans = count_of(
        db,
        "SELECT count(*) FROM vectors v WHERE NOT EXISTS "
        "(SELECT 1 FROM memories m WHERE m.partition = v.partition AND m.seq = v.seq AND m.live = 1)",
    )
    if orphans:
        found.append(f"{orphans} vectors belong to no memory")
    misshapen = count_of(
        db,
        "SELECT count(*) FROM vectors v JOIN spaces s ON s.id = v.space WHERE length(v.vector) <> 2 * s.dimensions",
    )
    if misshapen:
        found.append(f"{misshapen} vectors have another length than their space")
    return found
