"""What was said in company: copies of it for those who heard it, which go when it is erased."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence

from soulkeep.stores.base import COPY_OF, Entry, PartitionKey, Space, Wake
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import TABLES, chunks, marks, space_numbers
from soulkeep.stores.sql.work import let_go, wake_up
from soulkeep.stores.sql.writes import bury, insert, remove


def hand_out(
    db: Connection,
    key: PartitionKey,
    copies: Mapping[PartitionKey, Sequence[Entry]],
    space: Space | None,
    wake: Wake | None,
    *,
    of: Mapping[str, int],
    known_only: bool,
) -> None:
    """Add copies of what was said facing `key` to the partitions of those who heard it.

    Args:
        key: where the originals are.
        copies, space, wake: as `Store.append` has them.
        of: sequence numbers of the originals, by id.
        known_only: give none to those who have no partition: they were erased since.
    """
    for hearer, entries in sorted(copies.items(), key=lambda copy: (copy[0].owner, copy[0].person or "")):
        if known_only:
            there = db.partition(hearer)
            if there is None or not db.lock(there):
                continue
        partition = db.make_partition(hearer)
        stored = insert(db, partition, entries, space)
        places = zip(entries, stored, strict=True)
        db.many(
            "INSERT INTO heard (owner, person, partition, seq, of) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                (key.owner, key.person or "", partition, place.seq, of.get(str(entry.details.get(COPY_OF))))
                for entry, place in places
                if place.new
            ),
        )
        if wake is not None and any(place.new for place in stored):
            wake_up(db, partition, wake)


def erase(db: Connection, key: PartitionKey) -> int:
    """Remove a partition with everything in it, and what others hold of it; how many memories that were."""
    partition = db.partition(key)
    rows = db.all(
        "SELECT DISTINCT partition FROM heard WHERE /*ours*/ owner = ? AND person = ?", (key.owner, key.person or "")
    )
    # In the order of all who lock several, so that nobody waits for one another.
    for there in sorted({hearer for (hearer,) in rows} | ({partition} if partition is not None else set())):
        db.lock(there)
    count = take_back(db, key)
    if partition is None:
        return count
    count += db.count("SELECT count(*) FROM memories WHERE partition = ? AND live = 1", (partition,))
    for space in space_numbers(db):
        db.run("DELETE FROM vectors WHERE space = ? AND partition = ?", (space, partition))
    for table in TABLES:
        if table != "vectors":
            db.run(f"DELETE FROM {table} WHERE partition = ?", (partition,))
    db.drop_partition(partition)
    return count


def take_back(db: Connection, key: PartitionKey) -> int:
    """Remove all that others hold of what was said facing `key`: the copies, whatever was derived from them or answered
    from them, and the copies of such answers in turn; how many memories that were."""
    rows = db.all(
        "DELETE FROM heard WHERE /*ours*/ owner = ? AND person = ? RETURNING partition, seq",
        (key.owner, key.person or ""),
    )
    places: dict[int, set[int]] = {}
    for partition, seq in rows:
        places.setdefault(partition, set()).add(seq)
    count = 0
    while places:
        partition, seqs = places.popitem()
        if not db.lock(partition):
            continue  # erased meanwhile
        let_go(db, partition)
        gone = _resting_on(db, partition, seqs)
        count += remove(db, partition, sorted(gone), at=time.time())
        bury(db, partition, sorted(gone))
        for other, seq in _copied(db, partition, sorted(gone - seqs)):
            places.setdefault(other, set()).add(seq)
    return count


def _resting_on(db: Connection, partition: int, seqs: set[int]) -> set[int]:
    """Memories, and those that rest on them: what is derived, and answers that name them."""
    rows = db.all("SELECT seq, id, details FROM memories WHERE partition = ? AND live = 1", (partition,))
    found = set(seqs)
    gone = {id for seq, id, _ in rows if seq in seqs}
    for seq, id, details in rows:  # in their order: what rests on others stands after them
        data = json.loads(details)
        named = [id for id, _ in data.get("references", ())]
        for what in ("turns", "parts", "read"):
            named += data.get(what, ())
        if seq not in found and not gone.isdisjoint(named):
            found.add(seq)
            gone.add(id)
    return found


def _copied(db: Connection, partition: int, seqs: Sequence[int]) -> list[tuple[int, int]]:
    """Where others hold copies of some memories; they are known by their ids."""
    [(owner, person)] = db.all("SELECT owner, person FROM partitions WHERE id = ?", (partition,))
    found: list[tuple[int, int]] = []
    for chunk in chunks(seqs):
        found += db.all(
            "SELECT h.partition, h.seq FROM heard h JOIN memories c ON c.partition = h.partition AND c.seq = h.seq "
            f"WHERE /*ours h*/ h.owner = ? AND h.person = ? AND h.of IN ({marks(chunk)})",
            (owner, person, *chunk),
        )
    return found
