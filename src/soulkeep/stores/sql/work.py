"""The queue of work: one row for each partition, claimed for a while by the worker that does it."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from soulkeep.stores.rows import Again, Entry, Impulse, PartitionKey, Revision, Space, Waiting, Wake, Work
from soulkeep.stores.sql.connection import ALL, Connection
from soulkeep.stores.sql.rows import dump
from soulkeep.stores.sql.seen import with_seen
from soulkeep.stores.sql.writes import change, feel, insert, overtaken, remove, require_editable, revise_one

_AT_HAND = 16
"""Partitions that are looked at for work at once: others may take the first of them."""


def wake_up(db: Connection, partition: int, wake: Wake) -> None:
    """Queue work for a partition, until it is quiet, but not for ever. Work put off until later begins anew."""
    now, quiet, most = wake
    anew = "work.due IS NULL OR work.due > ?3"  # nothing waited, or was put off
    db.run(
        "INSERT INTO work (partition, since, due, wakes, token, lease, marks) VALUES (?1, ?2, ?4, 1, NULL, 0, '{}') "
        "ON CONFLICT (partition) DO UPDATE SET wakes = work.wakes + 1, "
        f"since = CASE WHEN {anew} THEN ?2 ELSE work.since END, "
        f"due = CASE WHEN {anew} OR work.since + ?5 > ?4 THEN ?4 "
        "WHEN work.since + ?5 < ?2 THEN ?2 ELSE work.since + ?5 END",
        (partition, now, now + most, now + min(quiet, most), most),
    )


class DuePartition(NamedTuple):
    """A partition with work, and when that is due."""

    partition: int
    due: float


def due(db: Connection, by: float, *, free: float, among: Sequence[int] = ()) -> list[DuePartition]:
    """Return partitions with work to claim, first due first; of many, not all.

    Args:
        db: the connection.
        by: latest time at which it was due.
        free: a time at which nobody holds it.
        among: only these; all by default.
    """
    some = "partition IN (?*) AND " if among else ""
    rows = db.all(
        f"SELECT partition, due FROM work WHERE /*ours*/ {some}due <= ? AND (token IS NULL OR lease <= ?) "
        "ORDER BY due LIMIT ?",
        (*([[*among]] if among else []), by, free, _AT_HAND),
    )
    return [DuePartition(*row) for row in rows]


def among(db: Connection, partitions: Sequence[int]) -> set[int]:
    """Return those of some partitions that have work waiting."""
    rows = db.all("SELECT partition FROM work WHERE partition IN (?*) AND due IS NOT NULL", ([*partitions],))
    return {partition for (partition,) in rows}


def running(db: Connection, now: float) -> bool:
    """Return whether somebody is working on something that is due."""
    return db.one("SELECT 1 FROM work WHERE /*ours*/ due <= ? AND token IS NOT NULL LIMIT 1", (now,)) is not None


def claim(db: Connection, now: float, lease: float, partition: int, *, only_due: bool) -> Work | None:
    """Claim the work of a partition; return None if another worker holds it or is just claiming it.

    Args:
        db: in a transaction.
        now, lease: as in `Store.claim`.
        partition: the partition.
        only_due: claim it only if it is due.
    """
    key = _key_of(db, partition)
    if key is None:
        return None
    if not only_due:
        if not db.lock(partition):  # or the work of what is being erased would stay
            return None
        db.run(
            "INSERT INTO work (partition, since, due, wakes, token, lease, marks) "
            "VALUES (?, ?, NULL, 0, NULL, 0, '{}') ON CONFLICT DO NOTHING",
            (partition, now),
        )
    row = db.one(
        "SELECT wakes, marks FROM work WHERE partition = ? AND (token IS NULL OR lease <= ?) AND (due <= ? OR ?) "
        "/*skip locked*/",
        (partition, now, now, not only_due),
    )
    if row is None:
        return None
    seal = db.seal(partition)
    if seal.gone and only_due:  # nobody can do it, until more is said there
        db.run("UPDATE work SET due = NULL WHERE partition = ?", (partition,))
        return None
    wakes, marks = row
    token = os.urandom(16).hex()
    db.run("UPDATE work SET token = ?, lease = ? WHERE partition = ?", (token, now + lease, partition))
    old_marks = json.loads(seal.open_one("marks", 0, marks))
    return Work(partition=partition, key=key, token=token, wakes=wakes, marks=old_marks)


def _key_of(db: Connection, partition: int) -> PartitionKey | None:
    row = db.one("SELECT owner, person FROM partitions WHERE id = ?", (partition,))
    return PartitionKey(row[0], row[1] or None) if row else None


def hold(db: Connection, work: Work, until: float) -> bool:
    """Extend a claim, if it still holds."""
    is_held = db.change(
        "UPDATE work SET lease = ? WHERE partition = ? AND token = ?", (until, work.partition, work.token)
    )
    return is_held > 0


def advance(
    db: Connection,
    work: Work,
    marks: Mapping[str, Any],
    added: Sequence[Entry],
    changed: Mapping[int, Mapping[str, Any]],
    impulses: Sequence[Impulse],
    removed: Collection[int],
    again: int,
    space: Space | None,
    at: float,
) -> bool:
    """Store a step's outcome and progress; nothing if the claim is lost. Arguments after `db` are as in
    `Working.advance`."""
    if not db.lock(work.partition):
        return False
    statement = "UPDATE work SET marks = ? WHERE partition = ? AND token = ?"
    sealed = db.seal(work.partition).shut_one("marks", 0, dump(marks))
    if not db.change(statement, (sealed, work.partition, work.token)):
        return False
    changed = with_seen(db, work.partition, added, changed)
    remove(db, work.partition, sorted(removed), at=at)
    insert(db, work.partition, added, space)
    for seq, values in changed.items():
        require_editable(values)
        change(db, work.partition, [seq], values, at=at)
    feel(db, work.partition, impulses)
    if again:
        db.run("DELETE FROM again WHERE partition = ? AND seq <= ?", (work.partition, again))
    return True


def release(db: Connection, work: Work, due: float | None) -> None:
    """Release a claim; what came meanwhile keeps the work queued."""
    db.run(
        "UPDATE work SET token = NULL, lease = 0, "
        "due = CASE WHEN wakes = ?1 OR (due IS NOT NULL AND due > ?2) THEN ?2 ELSE due END "
        "WHERE partition = ?3 AND token = ?4",
        (work.wakes, due, work.partition, work.token),
    )


def let_go(db: Connection, partition: int) -> None:
    """Take a partition's work from its worker, as what that has read is to be deleted. The work stays due."""
    db.run("UPDATE work SET token = NULL, lease = 0 WHERE partition = ?", (partition,))


def revise(db: Connection, revisions: Sequence[Revision], space: Space | None, wake: Wake) -> int | None:
    """Rewrite, remove and change memories of some partitions, and queue work there; return how many were removed.
    Return None, storing nothing, if a revision was overtaken.

    Args:
        db: the database, in a transaction.
        revisions: the changes, by partition.
        space: the vector space of new vectors; None for none.
        wake: when the work is due.
    """
    here = {partition for partition in sorted({one.partition for one in revisions}) if db.lock(partition)}
    if any(overtaken(db, revision) for revision in revisions):
        return None
    count = 0
    for revision in revisions:
        if revision.partition not in here:
            continue  # it was erased meanwhile
        count += revise_one(db, revision, space, at=wake.now)
        if revision.again:
            wake_up(db, revision.partition, wake)
    return count


def work_again(db: Connection, partition: int) -> list[Again]:
    """Return what must be gone through again."""
    rows = db.all("SELECT seq, data FROM again WHERE partition = ? ORDER BY seq", (partition,))
    return [Again(number, json.loads(data)) for number, data in db.seal(partition).opened(("seq", "data"), rows)]


def waiting(db: Connection, limit: int | None) -> list[Waiting]:
    """Return the work that is waiting or running, except what can't be done as its key is gone."""
    rows = db.all(
        "SELECT p.id, p.owner, p.person, w.since, w.due, w.token IS NOT NULL, w.marks FROM work w "
        "JOIN partitions p ON p.id = w.partition WHERE /*ours w*/ w.due IS NOT NULL "
        "ORDER BY w.due, w.partition LIMIT ?",
        (ALL if limit is None else limit,),
    )
    return [
        Waiting(
            key=PartitionKey(owner, person or None),
            since=since,
            due=due,
            running=bool(running),
            marks=json.loads(seal.open_one("marks", 0, marks)),
        )
        for partition, owner, person, since, due, running, marks in rows
        if not (seal := db.seal(partition)).gone
    ]
