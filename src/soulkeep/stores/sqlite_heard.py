"""What was said in company: copies of it for those who heard it, which go when it is erased."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence

import apsw

from soulkeep.stores.base import Entry, PartitionKey, Space, Wake
from soulkeep.stores.sqlite_file import all_rows
from soulkeep.stores.sqlite_rows import partition_of
from soulkeep.stores.sqlite_work import wake_up
from soulkeep.stores.sqlite_writes import insert, remove


def hand_out(
    db: apsw.Connection,
    key: PartitionKey,
    copies: Mapping[PartitionKey, Sequence[Entry]],
    space: Space | None,
    wake: Wake | None,
) -> None:
    """Add copies of what was said facing `key` to the partitions of those who heard it."""
    for hearer, entries in copies.items():
        partition = partition_of(db, hearer)
        stored = insert(db, partition, entries, space)
        db.executemany(
            "INSERT OR IGNORE INTO heard (owner, person, partition, seq) VALUES (?, ?, ?, ?)",
            ((key.owner, key.person or "", partition, place.seq) for place in stored if place.new),
        )
        if wake is not None and any(place.new for place in stored):
            wake_up(db, partition, wake)


def take_back(db: apsw.Connection, key: PartitionKey) -> int:
    """Remove all copies of what was said facing `key`, and whatever was derived from them; how many that were."""
    places: dict[int, set[int]] = {}
    for partition, seq in all_rows(
        db, "SELECT partition, seq FROM heard WHERE owner = ? AND person = ?", (key.owner, key.person or "")
    ):
        places.setdefault(partition, set()).add(seq)
    count = 0
    for partition, seqs in places.items():
        rows = all_rows(db, "SELECT seq, id, details FROM memories WHERE partition = ? AND live = 1", (partition,))
        gone = {id for seq, id, _ in rows if seq in seqs}
        for seq, id, details in rows:  # in their order: what is derived stands after what it rests on
            data = json.loads(details)
            if not gone.isdisjoint((*data.get("turns", ()), *data.get("parts", ()))):
                seqs.add(seq)
                gone.add(id)
        count += remove(db, partition, sorted(seqs), at=time.time())
    db.execute("DELETE FROM heard WHERE owner = ? AND person = ?", (key.owner, key.person or ""))
    return count
