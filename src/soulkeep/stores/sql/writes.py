"""Statements that write memories in a transaction: additions, changes, their journal, and the feelings they move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from soulkeep.errors import IdConflict, InputError
from soulkeep.stores.feelings import moved
from soulkeep.stores.rows import FELT, METADATA, Entry, Feeling, Impulse, Members, Revision, Space, Stored
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.reads import journalled
from soulkeep.stores.sql.rows import (
    EDITABLE,
    INSERT,
    REWRITTEN,
    WORDING,
    advance,
    chunks,
    dump,
    existing,
    live_ones,
    mark_changed,
    put_journal,
    put_vectors,
    require_same,
    space_number,
    space_numbers,
    values_of,
)
from soulkeep.stores.sql.seen import require_seen, see


def insert(db: Connection, partition: int, entries: Sequence[Entry], space: Space | None) -> list[Stored]:
    """Add new memories with their vectors, and the feelings they move.

    Args:
        db: the database, in a transaction.
        partition: its id.
        entries: the memories; those that are stored already, and the same, are left out.
        space: the vector space of their vectors; they are kept only if it is the one in use.

    Raises:
        IdConflict: another memory has the id.
    """
    fresh: list[Entry] = []
    seqs: dict[str, int] = {}
    places: list[
        tuple[int, bool]
    ] = []  # of each entry: its seq, or -1 - its index among the fresh ones; and if it is new
    ids = existing(db, partition, [entry.id for entry in entries])
    for entry in entries:
        seen = ids.get(entry.id)
        twin = seqs.get(entry.id)
        if seen is not None:
            if entry.once:
                raise IdConflict(entry.id, "it is there already")
            before = () if entry.text == seen.entry.text else texts_before(db, partition, seen.seq)
            require_same(seen.entry, entry, before)
            places.append((seen.seq, False))
        elif twin is not None:
            require_same(fresh[twin], entry)
            places.append((-1 - twin, False))
        else:
            seqs[entry.id] = len(fresh)
            places.append((-1 - len(fresh), True))
            fresh.append(entry)
    first = advance(db, partition, len(fresh)) if fresh else 0
    numbered = dict(enumerate(fresh, start=first))
    seal = db.seal(partition)
    db.many(INSERT, ((partition, seq, seq, *values_of(seal, seq, entry)) for seq, entry in numbered.items()))
    vectors = ((seq, entry.vector) for seq, entry in numbered.items())
    put_vectors(db, partition, space_number(db, space), vectors)
    see(db, partition, {seq: entry.details for seq, entry in numbered.items()})
    return [Stored(place if place >= 0 else first - 1 - place, new) for place, new in places]


def change(db: Connection, partition: int, seqs: Iterable[int], values: Mapping[str, Any], *, at: float) -> int:
    """Change columns of live memories, journalling their old values; return how many there were."""
    db.lock(partition)
    names = list(values)
    details = values.get("details")
    seal = db.seal(partition)
    old: dict[int, dict[str, Any]] = {}
    for chunk in chunks(list(seqs)):
        for seq, *row in db.all(
            f"SELECT seq, {', '.join(names)} FROM memories WHERE partition = ? AND live = 1 AND seq IN (?*)",
            (partition, chunk),
        ):
            old[seq] = dict(zip(names, seal.open(names, seq, row), strict=True))
    journal(db, partition, "update", old, at)
    new = {seq: dict(values) for seq in old}
    if details is not None:
        for seq, row in new.items():
            row["details"] = dump(_beside(json.loads(old[seq]["details"]), details))
        if old:
            require_seen(db, partition, [details])
            see(db, partition, dict.fromkeys(old, details))
    db.many(
        f"UPDATE memories SET {', '.join(f'{name} = ?' for name in names)} WHERE partition = ? AND seq = ?",
        ((*seal.shut(names, seq, [*row.values()]), partition, seq) for seq, row in new.items()),
    )
    return len(old)


def _beside(before: Mapping[str, Any], details: Mapping[str, Any]) -> dict[str, Any]:
    """Return a memory's details with new ones: merged if `Members`, else replacing all but the caller's notes."""
    if isinstance(details, Members):
        return {**before, **details}
    return {**details, METADATA: before[METADATA]} if METADATA in before else dict(details)


def use(db: Connection, partition: int, seqs: Sequence[int], *, boost: float, at: float) -> None:
    """Record that memories were used: multiply each stability by `boost`, and journal it."""
    db.lock(partition)
    live = live_ones(db, partition, seqs)
    journal(db, partition, "use", {seq: {} for seq in live}, at)
    db.many(
        "UPDATE memories SET stability = CASE WHEN stability < 1e9 THEN stability * ?1 ELSE stability END, "
        "accessed = CASE WHEN accessed < ?2 THEN ?2 ELSE accessed END "
        "WHERE partition = ?3 AND seq = ?4",
        ((boost, at, partition, seq) for seq in live),
    )


def rewrite(db: Connection, partition: int, entries: Mapping[int, Entry], space: Space | None, *, at: float) -> None:
    """Give live memories another text, and what follows from it; old texts are journalled.

    Args:
        db: the database, in a transaction.
        partition: its id.
        entries: the new values, by sequence number.
        space: the vector space of the new vectors; they are kept only if it is the one in use.
        at: now, in seconds since the epoch.
    """
    live = live_ones(db, partition, list(entries))
    seal = db.seal(partition)
    old: dict[int, dict[str, Any]] = {}
    for seq in live:
        [row] = db.all(f"SELECT {', '.join(WORDING)} FROM memories WHERE partition = ? AND seq = ?", (partition, seq))
        old[seq] = dict(zip(WORDING, seal.open(WORDING, seq, row), strict=True))
    journal(db, partition, "amend", old, at)
    db.many(
        f"UPDATE memories SET {', '.join(f'{name} = ?' for name in REWRITTEN)}, amended = changed "
        "WHERE partition = ? AND seq = ?",
        ((*values_of(seal, seq, entries[seq], REWRITTEN), partition, seq) for seq in old),
    )
    drop_vectors(db, partition, live)
    put_vectors(db, partition, space_number(db, space), ((seq, entries[seq].vector) for seq in live))


def revise_one(db: Connection, revision: Revision, space: Space | None, *, at: float) -> int:
    """Make one revision, and note what must be gone through again; return how many memories were removed."""
    partition = revision.partition
    count = remove(db, partition, sorted(revision.removed), at=at)
    rewrite(db, partition, revision.rewritten, space, at=at)
    for seq, values in revision.changed.items():
        require_editable(values)
        change(db, partition, [seq], values, at=at)
    if revision.again:
        note(db, partition, revision.again)
    return count


def note(db: Connection, partition: int, data: Mapping[str, Any]) -> None:
    """Note what must be gone through again."""
    number = advance(db, partition, 1)
    sealed = db.seal(partition).shut_one("data", number, dump(data))
    db.run("INSERT INTO again (partition, seq, data) VALUES (?, ?, ?)", (partition, number, sealed))


def overtaken(db: Connection, revision: Revision) -> bool:
    """Return whether what a revision rests on has changed since it was read."""
    if revision.seen is None:
        return False
    touched = {*revision.rewritten, *revision.removed, *revision.changed}
    rows = db.all(
        "SELECT seq, base FROM memories WHERE partition = ? AND changed > ?", (revision.partition, revision.seen)
    )
    return any(base is not None or seq in touched for seq, base in rows)


def drop_vectors(db: Connection, partition: int, seqs: Sequence[int]) -> None:
    """Remove the vectors of memories from every space."""
    for space in space_numbers(db) if seqs else ():  # or all vectors would have to be looked through
        for chunk in chunks(seqs):
            db.run("DELETE FROM vectors WHERE space = ? AND partition = ? AND seq IN (?*)", (space, partition, chunk))


def texts_before(db: Connection, partition: int, seq: int) -> set[str]:
    """Return the texts that a memory had before it was amended."""
    return {str(change.data["text"]) for change in journalled(db, partition, "AND memory = ? AND op = 'amend'", (seq,))}


def remove(db: Connection, partition: int, seqs: Sequence[int], *, at: float) -> int:
    """Remove memories with their text, vectors and history, leaving only the fact that there was one. Return their
    number.

    Args:
        db: the database, in a transaction.
        partition: its id.
        seqs: their sequence numbers; only live ones are removed.
        at: now, in seconds since the epoch.
    """
    db.lock(partition)
    live = live_ones(db, partition, seqs)
    for chunk in chunks(live):
        for table, column in (("journal", "memory"), ("heard", "seq")):
            db.run(f"DELETE FROM {table} WHERE partition = ? AND {column} IN (?*)", (partition, chunk))
    drop_vectors(db, partition, live)
    journal(db, partition, "delete", {seq: {} for seq in live}, at)
    for chunk in chunks(live):
        db.run(
            "UPDATE memories SET live = 0, text = '', heading = '', details = '{}', terms = ?, speaker = NULL, "
            "session = NULL WHERE partition = ? AND seq IN (?*)",
            (b"", partition, chunk),
        )
    return len(live)


def bury(db: Connection, partition: int, seqs: Sequence[int]) -> None:
    """Remove the ids of removed memories, too, as they belong to somebody who must leave no trace."""
    for chunk in chunks(seqs):
        db.run(
            "UPDATE memories SET id = 'erased/' || partition || '/' || seq "
            "WHERE partition = ? AND seq IN (?*) AND live = 0",
            (partition, chunk),
        )


def require_editable(values: Mapping[str, Any]) -> None:
    """Raise on changes of columns that never change, above all the text."""
    unknown = set(values) - EDITABLE
    if unknown:
        raise InputError(
            f"These can't be changed: {', '.join(sorted(unknown))}.", hint=f"These can: {', '.join(sorted(EDITABLE))}."
        )


def journal(db: Connection, partition: int, op: str, data: Mapping[int, Mapping[str, Any]], at: float) -> None:
    """Add changes of memories to the journal, and mark the memories as changed.

    Args:
        db: the database, in a transaction.
        partition: its id.
        op: the operation, such as `"amend"`.
        data: the old values, by the memory's sequence number.
        at: now, in seconds since the epoch.
    """
    if not data:
        return
    first = advance(db, partition, len(data))
    rows = [(first + i, op, seq, at, old) for i, (seq, old) in enumerate(data.items())]
    put_journal(db, partition, rows)
    mark_changed(db, partition, list(data), first + len(data) - 1)


def feelings_of(db: Connection, partition: int | None) -> dict[str, Feeling]:
    """Return the feelings in a partition, by name."""
    rows = db.all("SELECT name, amount, time, half_life FROM feelings WHERE partition = ?", (partition,))
    return {name: Feeling(*values) for name, *values in rows}


def put_feelings(db: Connection, partition: int, feelings: Mapping[str, Feeling]) -> None:
    """Replace feelings by others of the same names."""
    db.many(
        "INSERT INTO feelings (partition, name, amount, time, half_life) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (partition, name) DO UPDATE "
        "SET amount = excluded.amount, time = excluded.time, half_life = excluded.half_life",
        ((partition, name, *feeling) for name, feeling in feelings.items()),
    )


def set_feelings(db: Connection, partition: int, feelings: Mapping[str, Feeling]) -> None:
    """Replace feelings by others of the same names, and journal them."""
    put_feelings(db, partition, feelings)
    at = max((feeling.time for feeling in feelings.values()), default=0.0)
    journal(db, partition, "feel", {FELT: {name: list(feeling) for name, feeling in feelings.items()}}, at)


def feel(db: Connection, partition: int, impulses: Sequence[Impulse]) -> None:
    """Add impulses to feelings."""
    if not impulses:
        return
    felt = feelings_of(db, partition)
    for impulse in impulses:
        felt[impulse.feeling] = moved(felt.get(impulse.feeling), impulse)
    put_feelings(db, partition, felt)
