"""Memories that others hold of a partition: copies of turns they heard, and answers that saw those; they are erased
with it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from soulkeep.stores.rows import COPY_OF, Anew, Entry, Erasure, Left, PartitionKey, Space, Wake
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.reads import fetch
from soulkeep.stores.sql.rows import COPIES, TABLES, chunks, space_numbers
from soulkeep.stores.sql.seen import names
from soulkeep.stores.sql.work import let_go, wake_up
from soulkeep.stores.sql.writes import bury, insert, note, remove

_TURN = "turn"
_RESTING = ("seq", "id", "base", "details")


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
        key: the originals' partition.
        copies, space, wake: as in `Store.append`.
        of: sequence numbers of the originals, by id.
        known_only: give none to people without a partition, as they were erased since.
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


def erase(db: Connection, key: PartitionKey, answers: bool, anew: Anew | None) -> Erasure:
    """Remove a partition with everything in it, and what others hold of it, as `Store.erase` says.

    Args:
        db: the database, in a transaction.
        key: the partition.
        answers: whether answers to others that saw its memories are removed, too.
        anew: how to queue new work where memories are removed; None not to.
    """
    partition = db.partition(key)
    rows = db.all(
        "SELECT DISTINCT partition FROM heard WHERE /*ours*/ owner = ? AND person = ?", (key.owner, key.person or "")
    )
    # In the order of all who lock several, so that nobody waits for one another.
    for there in sorted({hearer for (hearer,) in rows} | ({partition} if partition is not None else set())):
        db.lock(there)
    # First of all: what is removed after it can't be read even if it isn't removed.
    keys = int(partition is not None and db.seals.forget(db, partition))
    taken_back = take_back(db, key, answers, anew)
    if partition is None:
        return taken_back
    count = db.count("SELECT count(*) FROM memories WHERE partition = ? AND live = 1", (partition,))
    for space in space_numbers(db):
        db.run("DELETE FROM vectors WHERE space = ? AND partition = ?", (space, partition))
    for table in TABLES:
        if table != "vectors":
            db.run(f"DELETE FROM {table} WHERE partition = ?", (partition,))
    db.drop_partition(partition)
    return taken_back._replace(memories=taken_back.memories + count, keys=keys)


def take_back(db: Connection, key: PartitionKey, answers: bool, anew: Anew | None) -> Erasure:
    """Remove all that others hold of what was said facing `key`: copies, `answers` that saw them, whatever was derived
    or answered from those, and the copies of such answers in turn."""
    rows = db.all(
        f"DELETE FROM heard WHERE /*ours*/ owner = ? AND person = ? {'' if answers else f'AND {COPIES}'} "
        "RETURNING partition, seq",
        (key.owner, key.person or ""),
    )
    own, count, answered = db.partition(key), 0, 0
    for partition, gone in _spread(db, rows, db.lock):  # what isn't there to be locked was erased meanwhile
        let_go(db, partition)
        entries = {} if db.seal(partition).gone else fetch(db, partition, gone)
        count += remove(db, partition, gone, at=time.time())
        bury(db, partition, gone)
        if partition == own:
            continue  # all of it goes
        answered += sum(entry.kind == _TURN and COPY_OF not in entry.details for entry in entries.values())
        if anew is not None and (data := anew.note(entries)):
            note(db, partition, data)
            wake_up(db, partition, anew.wake)
    return Erasure(count, answered)


def left(db: Connection, key: PartitionKey) -> list[Left]:
    """Return the answers that saw what was said facing `key`, other copies of it, and whatever rests on these."""
    rows = db.all(
        "SELECT partition, seq FROM heard WHERE /*ours*/ owner = ? AND person = ?", (key.owner, key.person or "")
    )
    answers_left: dict[Left, None] = {}
    for partition, gone in _spread(db, rows, lambda _: True):
        where = _key_of(db, partition)
        for entry in fetch(db, partition, gone).values():
            answers_left[Left(where, entry.id, entry.kind)] = None
    return sorted(answers_left, key=lambda one: (one.key.person or "", one.id))


def _spread(
    db: Connection, rows: Iterable[tuple[int, int]], there: Callable[[int], bool]
) -> Iterator[tuple[int, list[int]]]:
    """Yield, partition by partition, the given memories and whatever rests on them, in order.

    Args:
        db: the connection.
        rows: partition and sequence number of the memories to begin with.
        there: tells whether a partition is to be searched.
    """
    places: dict[int, set[int]] = {}
    reached: dict[int, set[int]] = {}
    for partition, seq in rows:
        places.setdefault(partition, set()).add(seq)
    while places:
        partition, seqs = places.popitem()
        before = reached.setdefault(partition, set())
        if seqs <= before or not there(partition):
            continue
        gone = _resting_on(db, partition, seqs) - before
        before |= gone
        for other, seq in _copied(db, partition, sorted(gone)):
            places.setdefault(other, set()).add(seq)
        yield partition, sorted(gone)


def _resting_on(db: Connection, partition: int, seqs: set[int]) -> set[int]:
    """Return those of some memories that exist, with the memories that rest on them."""
    person, seal = _key_of(db, partition).person, db.seal(partition)
    if seal.gone:
        return seqs  # what rests on them can't be read, nor what it rests on
    rows = [
        (seq, id, base, names(json.loads(details), person))
        for seq, id, base, details in seal.opened(
            _RESTING,
            db.each(
                f"SELECT {', '.join(_RESTING)} FROM memories WHERE partition = ? AND live = 1 ORDER BY seq",
                (partition,),
            ),
        )
    ]
    resting = {seq for seq, *_ in rows if seq in seqs}
    gone = {id for seq, id, *_ in rows if seq in seqs}
    while fresh := {
        seq: id
        for seq, id, base, named in rows
        if seq not in resting and (base in resting or not gone.isdisjoint(named))
    }:  # once will do as a rule: what rests on others stands after them
        resting.update(fresh)
        gone.update(fresh.values())
    return resting


def _key_of(db: Connection, partition: int) -> PartitionKey:
    [(owner, person)] = db.all("SELECT owner, person FROM partitions WHERE id = ?", (partition,))
    return PartitionKey(owner, person or None)


def _copied(db: Connection, partition: int, seqs: Sequence[int]) -> list[tuple[int, int]]:
    """Return where others hold copies of some memories; they are found by their ids."""
    owner, person = _key_of(db, partition)
    copied: list[tuple[int, int]] = []
    for chunk in chunks(seqs):
        copied += db.all(
            "SELECT h.partition, h.seq FROM heard h JOIN memories c ON c.partition = h.partition AND c.seq = h.seq "
            "WHERE /*ours h*/ h.owner = ? AND h.person = ? AND h.of IN (?*)",
            (owner, person or "", chunk),
        )
    return copied
