"""What a transaction writes of memories: additions, changes, their journal, and the feelings they move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import apsw

from soulkeep.errors import IdConflict, InputError
from soulkeep.stores.base import Entry, Feeling, Impulse, Space, Stored
from soulkeep.stores.sqlite_file import all_rows
from soulkeep.stores.sqlite_rows import (
    COLUMNS,
    EDITABLE,
    INSERT,
    advance,
    chunks,
    dump,
    existing,
    live_ones,
    marks,
    require_same,
    space_number,
)

_MOST = 2.0
"""Amount beyond which a feeling doesn't pile up: a long afternoon must not make a mood for weeks."""


def insert(db: apsw.Connection, partition: int, entries: Sequence[Entry], space: Space | None) -> list[Stored]:
    """Add memories that aren't there, with their vectors, and take in what they move."""
    fresh: list[Entry] = []
    known: dict[str, int] = {}
    places: list[
        tuple[int, bool]
    ] = []  # of each entry: its seq, or -1 - its index among the fresh ones; and if it is new
    ids = existing(db, partition, [entry.id for entry in entries])
    for entry in entries:
        seen = ids.get(entry.id)
        twin = known.get(entry.id)
        if seen is not None:
            if entry.once:
                raise IdConflict(entry.id, "it is there already")
            require_same(seen.entry, entry)
            places.append((seen.seq, False))
        elif twin is not None:
            require_same(fresh[twin], entry)
            places.append((-1 - twin, False))
        else:
            known[entry.id] = len(fresh)
            places.append((-1 - len(fresh), True))
            fresh.append(entry)
    first = advance(db, partition, len(fresh)) if fresh else 0
    rows = (
        (partition, first + i, first + i, *(getattr(entry, column) for column in COLUMNS), dump(entry.details))
        for i, entry in enumerate(fresh)
    )
    db.executemany(INSERT, rows)
    number = space_number(db, space)
    if number is not None:
        db.executemany(
            "INSERT INTO vectors (space, partition, seq, vector) VALUES (?, ?, ?, ?)",
            ((number, partition, first + i, entry.vector) for i, entry in enumerate(fresh) if entry.vector is not None),
        )
    return [Stored(place if place >= 0 else first - 1 - place, new) for place, new in places]


def change(db: apsw.Connection, partition: int, seqs: Iterable[int], values: Mapping[str, Any], *, at: float) -> int:
    """Change columns of live memories, journalling their old values; how many there were."""
    names = list(values)
    old: dict[int, dict[str, Any]] = {}
    for chunk in chunks(list(seqs)):
        for seq, *row in db.execute(
            f"SELECT seq, {', '.join(names)} FROM memories "
            f"WHERE partition = ? AND live = 1 AND seq IN ({marks(chunk)})",
            (partition, *chunk),
        ):
            old[seq] = dict(zip(names, row, strict=True))
    journal(db, partition, "update", old, at)
    new = [dump(value) if name == "details" else value for name, value in values.items()]
    db.executemany(
        f"UPDATE memories SET {', '.join(f'{name} = ?' for name in names)} WHERE partition = ? AND seq = ?",
        ((*new, partition, seq) for seq in old),
    )
    return len(old)


def remove(db: apsw.Connection, partition: int, seqs: Sequence[int], *, at: float) -> int:
    """Remove memories with their text, vectors and history, leaving only the fact that there was one."""
    live = live_ones(db, partition, seqs)
    for table, column in (("journal", "memory"), ("vectors", "seq"), ("heard", "seq")):
        db.executemany(f"DELETE FROM {table} WHERE partition = ? AND {column} = ?", ((partition, seq) for seq in live))
    journal(db, partition, "delete", {seq: {} for seq in live}, at)
    db.executemany(
        "UPDATE memories SET live = 0, text = '', heading = '', details = '{}', terms = x'', speaker = NULL, "
        "session = NULL WHERE partition = ? AND seq = ?",
        ((partition, seq) for seq in live),
    )
    return len(live)


def bury(db: apsw.Connection, partition: int, seqs: Sequence[int]) -> None:
    """Take the ids from removed memories, too: they are somebody's whom nothing may remember."""
    db.executemany(
        "UPDATE memories SET id = 'erased/' || partition || '/' || seq WHERE partition = ? AND seq = ? AND live = 0",
        ((partition, seq) for seq in seqs),
    )


def require_editable(values: Mapping[str, Any]) -> None:
    """Refuse to change what never changes, the text above all."""
    unknown = set(values) - EDITABLE
    if unknown:
        raise InputError(
            f"These can't be changed: {', '.join(sorted(unknown))}.",
            hint=f"These can: {', '.join(sorted(EDITABLE))}.",
        )


def journal(db: apsw.Connection, partition: int, op: str, data: Mapping[int, Mapping[str, Any]], at: float) -> None:
    """Journal a change of memories, and mark them changed."""
    if not data:
        return
    first = advance(db, partition, len(data))
    rows = [(partition, first + i, op, seq, at, dump(old)) for i, (seq, old) in enumerate(data.items())]
    db.executemany("INSERT INTO journal (partition, seq, op, memory, at, data) VALUES (?, ?, ?, ?, ?, ?)", rows)
    db.executemany(
        "UPDATE memories SET changed = ? WHERE partition = ? AND seq = ?",
        ((number, partition, seq) for _, number, _, seq, _, _ in rows),
    )


def feelings_of(db: apsw.Connection, partition: int) -> dict[str, Feeling]:
    """What is felt in a partition, by name."""
    rows = all_rows(db, "SELECT name, amount, time, half_life FROM feelings WHERE partition = ?", (partition,))
    return {name: Feeling(*values) for name, *values in rows}


def put_feelings(db: apsw.Connection, partition: int, feelings: Mapping[str, Feeling]) -> None:
    """Put feelings in place of those of the same names."""
    db.executemany(
        "INSERT OR REPLACE INTO feelings (partition, name, amount, time, half_life) VALUES (?, ?, ?, ?, ?)",
        ((partition, name, *feeling) for name, feeling in feelings.items()),
    )


def feel(db: apsw.Connection, partition: int, impulses: Sequence[Impulse]) -> None:
    """Add impulses to what is felt. In whatever order they come, the outcome is the same (up to the bound)."""
    if not impulses:
        return
    felt = feelings_of(db, partition)
    for name, amount, time, half_life in impulses:
        before = felt.get(name, Feeling(0.0, time, half_life))
        moment = max(before.time, time)
        total = before.at(moment) + Feeling(amount, time, half_life).at(moment)
        felt[name] = Feeling(min(_MOST, max(-_MOST, total)), moment, half_life)
    put_feelings(db, partition, felt)
