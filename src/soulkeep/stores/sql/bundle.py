"""Handing over whole partitions, and taking them in: under their own numbers if new, else beside existing memories."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from soulkeep.lang.owners import owner_of, world_of
from soulkeep.stores.bundle import Bundle, BundleCounts, BundledPartition, Original
from soulkeep.stores.rows import FELT, Entry, Journalled, PartitionKey, Space, Wake
from soulkeep.stores.sql import knowledge
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.reads import journalled
from soulkeep.stores.sql.rows import (
    CHARACTER,
    COPIES,
    INSERT,
    READ,
    advance,
    character_values,
    chunks,
    dump,
    entry_of,
    marks,
    put_journal,
    put_vectors,
    require_same,
    space_number,
    values_of,
)
from soulkeep.stores.sql.seen import see
from soulkeep.stores.sql.work import wake_up
from soulkeep.stores.sql.writes import feelings_of, put_feelings

_OF_THE_PROMPT = ("given", "weight", "view")
"""Details that name memories by number: where the numbers are others, the next prompt is made anew without them."""

Places = Mapping[int, int]
"""Numbers as they were handed over, and as they are here."""


def hand_over(db: Connection, key: PartitionKey, seqs: Sequence[int] | None) -> BundledPartition | None:
    """Return all that a partition holds, or some of its memories, as of one moment."""
    with db.moment():
        return _handed_over(db, key, seqs)


def _handed_over(db: Connection, key: PartitionKey, seqs: Sequence[int] | None) -> BundledPartition | None:
    partition = db.partition(key)
    if partition is None:
        return None
    seq = db.count("SELECT seq FROM partitions WHERE id = ?", (partition,))
    some = "" if seqs is None else f"AND {{}} IN ({', '.join(map(str, map(int, seqs)))})"
    seal = db.seal(partition)
    memories = [
        (number, entry_of(seal, number, values))
        for number, *values in db.all(
            f"SELECT seq, {READ} FROM memories WHERE partition = ? AND live = 1 {some.format('seq')} ORDER BY seq",
            (partition,),
        )
    ]
    numbers = {number for number, _ in memories}
    changes: dict[int, list[Journalled]] = {}
    for change in journalled(db, partition, some.format("memory")):
        if change.memory in numbers or (change.memory == FELT and change.op == "feel"):
            changes.setdefault(change.memory, []).append(change)
    copies = {
        number: Original(person, _id_of(db, db.partition(PartitionKey(owner, person or None)), of))
        for number, owner, person, of in db.all(
            f"SELECT seq, owner, person, of FROM heard WHERE partition = ? AND {COPIES} ORDER BY seq", (partition,)
        )
        if number in numbers
    }
    handed_out: dict[PartitionKey, list[int]] = {}
    for owner, person, number in db.all(
        "SELECT p.owner, p.person, h.seq FROM heard h JOIN partitions p ON p.id = h.partition "
        f"WHERE /*ours h*/ h.owner = ? AND h.person = ? AND {COPIES} ORDER BY p.person, h.seq",
        (key.owner, key.person or ""),
    ):
        handed_out.setdefault(PartitionKey(owner, person or None), []).append(number)
    work = db.one("SELECT marks FROM work WHERE partition = ?", (partition,))
    return BundledPartition(
        key=key,
        seq=seq,
        memories=memories,
        changes=changes,
        feelings=feelings_of(db, partition),
        marks=json.loads(seal.open_one("marks", 0, work[0])) if work else {},
        copies=copies,
        handed_out=handed_out,
    )


def _id_of(db: Connection, partition: int | None, seq: int | None) -> str | None:
    row = db.one("SELECT id FROM memories WHERE partition = ? AND seq = ? AND live = 1", (partition, seq))
    return str(row[0]) if row else None


def take_in(db: Connection, bundle: Bundle, space: Space | None, at: float) -> BundleCounts:
    """Add what isn't stored yet.

    Args:
        db: the database, in a transaction.
        bundle: what is to be added.
        space: the vector space of its vectors; they are kept only if it is the one in use.
        at: now, in seconds since the epoch.
    """
    columns = f"INSERT INTO characters ({', '.join(CHARACTER)}) VALUES ({marks(CHARACTER)}) ON CONFLICT DO NOTHING"
    characters = sum(db.change(columns, character_values(one)) for one in bundle.characters)
    script = "INSERT INTO scripts (owner, name, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
    scripts = sum(db.change(script, one) for one in bundle.scripts)
    graphs = 0
    for graph in bundle.graphs:
        if db.one("SELECT 1 FROM known WHERE /*ours*/ owner = ? AND source = ?", (graph.owner, graph.source)) is None:
            graphs += knowledge.put(db, graph.owner, graph.source, graph.digest, graph.triples, graph.data, graph.added)
    memories = known = deleted = 0
    new_places: list[tuple[BundledPartition, dict[int, int]]] = []
    same: set[PartitionKey] = set()
    for part in sorted(bundle.partitions, key=_order):
        new = not db.count("SELECT seq FROM partitions WHERE id = ?", (db.make_partition(part.key),))
        places, here, gone = _places(db, part, new=new)
        if new:
            same.add(part.key)
            _settle(db, part)
        fresh = {number: place for number, place in places.items() if number not in here}
        _insert(db, part, places, fresh, same, space)
        if fresh:
            wake_up(db, db.make_partition(part.key), Wake(at, 0.0, 0.0))
        new_places.append((part, fresh))
        memories += len(fresh)
        known += len(here)
        deleted += gone
    for part, fresh in new_places:  # once the originals are there
        _link(db, part, fresh)
    return BundleCounts(characters, memories, known, deleted, scripts, graphs)


def _places(db: Connection, part: BundledPartition, *, new: bool) -> tuple[dict[int, int], set[int], int]:
    """Return each memory's number, old or new; the numbers of existing ones; and how many were deleted here."""
    partition = db.make_partition(part.key)
    if new:
        last = max([part.seq, *(n for n, _ in part.memories), *(c.seq for cs in part.changes.values() for c in cs)])
        advance(db, partition, last)
        return {number: number for number, _ in part.memories}, set(), 0
    places: dict[int, int] = {}
    here: set[int] = set()
    gone = 0
    missing: list[int] = []
    there: dict[str, tuple[int, int, Entry]] = {}
    seal = db.seal(partition)
    for chunk in chunks([entry.id for _, entry in part.memories]):
        for seq, live, *row in db.all(
            f"SELECT seq, live, {READ} FROM memories WHERE partition = ? AND id IN (?*) ORDER BY id",
            (partition, chunk),
        ):
            old = entry_of(seal, seq, row)
            there[old.id] = (seq, live, old)
    for number, entry in part.memories:
        if entry.id not in there:
            missing.append(number)
            continue
        seq, live, old = there[entry.id]
        if not live:
            gone += 1
            continue
        require_same(old, entry)
        here.add(number)
        places[number] = seq
    if missing:
        first = advance(db, partition, len(missing))
        places |= {number: first + n for n, number in enumerate(missing)}
    return places, here, gone


def _settle(db: Connection, part: BundledPartition) -> None:
    """Store what a new partition has beside its memories."""
    partition = db.make_partition(part.key)
    put_feelings(db, partition, part.feelings)
    _journal(db, partition, [(change.seq, change) for change in part.changes.get(FELT, ())], FELT)
    if part.marks:
        sealed = db.seal(partition).shut_one("marks", 0, dump(part.marks))
        db.run(
            "INSERT INTO work (partition, since, due, wakes, token, lease, marks) "
            "VALUES (?, 0, NULL, 0, NULL, 0, ?) ON CONFLICT (partition) DO UPDATE SET marks = excluded.marks",
            (partition, sealed),
        )


def _insert(
    db: Connection, part: BundledPartition, places: Places, fresh: Places, same: set[PartitionKey], space: Space | None
) -> None:
    partition, number_of_space = db.make_partition(part.key), space_number(db, space)
    seal = db.seal(partition)
    for number, entry in part.memories:
        if number not in fresh:
            continue
        place, last = fresh[number], fresh[number]
        history = part.changes.get(number, ())
        if history:
            first = history[0].seq if part.key in same else advance(db, partition, len(history))
            numbered = [(change.seq if part.key in same else first + n, change) for n, change in enumerate(history)]
            _journal(db, partition, numbered, place)
            last = max(place, numbered[-1][0])
        entry = _replaced(entry, place, places, key=part.key, same=same)
        db.run(INSERT, (partition, place, last, *values_of(seal, place, entry)))
        put_vectors(db, partition, number_of_space, [(place, entry.vector)])
        see(db, partition, {place: entry.details})


def _order(part: BundledPartition) -> tuple[bool, str, str]:
    """Return a sort key: worlds and what is shared with nobody come first, as others refer to them by number."""
    return world_of(part.key.owner) is None, part.key.owner, part.key.person or ""


def _replaced(entry: Entry, place: int, places: Places, *, key: PartitionKey, same: Collection[PartitionKey]) -> Entry:
    """Return a memory with the numbers that others have here; `same` are the partitions whose numbers stay."""
    details = entry.details
    named = [key]
    for own, _ in details.get("given", ()):
        world = PartitionKey(owner_of(own), None) if isinstance(own, str) else None
        named.append(world or PartitionKey(key.owner, key.person if own else None))
    if any(one not in same for one in named):
        details = {name: value for name, value in details.items() if name not in _OF_THE_PROMPT}
    base = None if entry.base is None else places.get(entry.base, place)
    return replace(entry, base=base, details=details)


def _journal(db: Connection, partition: int, changes: Sequence[tuple[int, Journalled]], memory: int) -> None:
    put_journal(db, partition, [(seq, change.op, memory, change.at, change.data) for seq, change in changes])


def _link(db: Connection, part: BundledPartition, fresh: Places) -> None:
    """Link copies to their originals, so that they are erased with them."""
    partition = db.make_partition(part.key)
    owner = part.key.owner
    for number, original in part.copies.items():
        if number in fresh:
            there = db.partition(PartitionKey(owner, original.person or None))
            row = db.one(
                "SELECT seq FROM memories WHERE partition = ? AND id = ? AND live = 1", (there, original.id or "")
            )
            db.run(
                "INSERT INTO heard (owner, person, partition, seq, of) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (owner, original.person, partition, fresh[number], row[0] if row else None),
            )
