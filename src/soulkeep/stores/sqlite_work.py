"""Work that waits: one row for each partition, held for a while by whoever does it."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import apsw

from soulkeep.stores.base import Again, Entry, Impulse, PartitionKey, Revision, Space, Waiting, Wake, Work
from soulkeep.stores.sqlite_file import all_rows, one_row
from soulkeep.stores.sqlite_rows import dump
from soulkeep.stores.sqlite_writes import (
    change,
    feel,
    insert,
    overtaken,
    remove,
    require_editable,
    revise_one,
)


def wake_up(db: apsw.Connection, partition: int, wake: Wake) -> None:
    """Let work wait for a partition: until it is quiet, but not for ever. What was put off until later begins anew."""
    now, quiet, most = wake
    db.execute(
        "INSERT INTO work (partition, since, due, wakes, token, lease, marks) "
        "VALUES (?1, ?2, ?2 + ?3, 1, NULL, 0, '{}') ON CONFLICT (partition) DO UPDATE SET wakes = wakes + 1, "
        "since = iif(due IS NULL OR due > ?2 + ?4, ?2, since), "
        "due = max(?2, min(?2 + ?3, iif(due IS NULL OR due > ?2 + ?4, ?2, since) + ?4))",
        (partition, now, quiet, most),
    )


def any_due(db: apsw.Connection, now: float) -> bool:
    """Whether there is work to hold."""
    return one_row(db, "SELECT 1 FROM work WHERE due <= ?1 AND lease <= ?1 LIMIT 1", (now,)) is not None


def claim(db: apsw.Connection, now: float, lease: float, partition: int | None) -> Work | None:
    """Hold the work that was due first, or that of one partition."""
    token = os.urandom(16).hex()
    if partition is None:
        which = "(SELECT partition FROM work WHERE due <= ?3 AND lease <= ?3 ORDER BY due LIMIT 1)"
    else:
        which = "?4 AND lease <= ?3"
        db.execute(
            "INSERT OR IGNORE INTO work (partition, since, due, wakes, token, lease, marks) "
            "SELECT id, ?2, NULL, 0, NULL, 0, '{}' FROM partitions WHERE id = ?1",
            (partition, now),
        )
    row = one_row(
        db,
        f"UPDATE work SET token = ?1, lease = ?2 WHERE partition = {which} RETURNING partition, wakes, marks",
        (token, now + lease, now, partition)[: 3 if partition is None else 4],
    )
    if row is None:
        return None
    partition, wakes, marks = row
    owner, person = one_row(db, "SELECT owner, person FROM partitions WHERE id = ?", (partition,))
    key = PartitionKey(owner, person or None)
    return Work(partition=partition, key=key, token=token, wakes=wakes, marks=json.loads(marks))


def hold(db: apsw.Connection, work: Work, until: float) -> bool:
    """Hold it for longer, if it is still held."""
    db.execute("UPDATE work SET lease = ? WHERE partition = ? AND token = ?", (until, work.partition, work.token))
    return bool(db.changes())


def advance(
    db: apsw.Connection,
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
    """Store a step's outcome and how far it has come; nothing, if it isn't held any more."""
    db.execute("UPDATE work SET marks = ? WHERE partition = ? AND token = ?", (dump(marks), work.partition, work.token))
    if not db.changes():
        return False
    remove(db, work.partition, sorted(removed), at=at)
    insert(db, work.partition, added, space)
    for seq, values in changed.items():
        require_editable(values)
        change(db, work.partition, [seq], values, at=at)
    feel(db, work.partition, impulses)
    if again:
        db.execute("DELETE FROM again WHERE partition = ? AND seq <= ?", (work.partition, again))
    return True


def release(db: apsw.Connection, work: Work, due: float | None) -> None:
    """Let go of it; what came meanwhile keeps it awake."""
    db.execute(
        "UPDATE work SET token = NULL, lease = 0, due = iif(wakes = ?1, ?2, min(due, ifnull(?2, due))) "
        "WHERE partition = ?3 AND token = ?4",
        (work.wakes, due, work.partition, work.token),
    )


def revise(db: apsw.Connection, revisions: Sequence[Revision], space: Space | None, wake: Wake) -> int | None:
    """Rewrite, remove and change memories of some partitions, and let work wait there; how many were removed. None, and
    nothing, if a revision was overtaken."""
    if any(overtaken(db, revision) for revision in revisions):
        return None
    count = 0
    for revision in revisions:
        if one_row(db, "SELECT 1 FROM partitions WHERE id = ?", (revision.partition,)) is None:
            continue  # it was erased meanwhile
        count += revise_one(db, revision, space, at=wake.now)
        if revision.again:
            wake_up(db, revision.partition, wake)
    return count


def again(db: apsw.Connection, partition: int) -> list[Again]:
    """What is to be gone through once more."""
    rows = all_rows(db, "SELECT seq, data FROM again WHERE partition = ? ORDER BY seq", (partition,))
    return [Again(number, json.loads(data)) for number, data in rows]


def waiting(db: apsw.Connection) -> list[Waiting]:
    """The work that waits or is being done."""
    rows = all_rows(
        db,
        "SELECT p.owner, p.person, w.since, w.due, w.token IS NOT NULL, w.marks FROM work w "
        "JOIN partitions p ON p.id = w.partition WHERE w.due IS NOT NULL ORDER BY w.due, w.partition",
    )
    return [
        Waiting(
            key=PartitionKey(owner, person or None),
            since=since,
            due=due,
            running=bool(running),
            marks=json.loads(marks),
        )
        for owner, person, since, due, running, marks in rows
    ]
