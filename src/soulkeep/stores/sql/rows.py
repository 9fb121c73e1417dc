"""Rows of the tables, and statements that write them inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from json.scanner import make_scanner
from operator import attrgetter
from typing import Any, TypeVar

from soulkeep.errors import IdConflict
from soulkeep.stores.rows import CharacterRow, Entry, PlacedEntry, Space
from soulkeep.stores.sealing import OPEN, Seal
from soulkeep.stores.sql.connection import Connection

T = TypeVar("T")

COLUMNS = (
    "id", "kind", "text", "source", "stored", "session", "speaker", "heading", "language", "time", "zone",
    "importance", "stability", "accessed", "pinned", "forgotten", "ended", "superseded", "base",
    "terms", "terms_version",
)  # fmt: skip
WHOLE = (*COLUMNS, "details")
READ = ", ".join(WHOLE)
INSERT = (
    f"INSERT INTO memories (partition, seq, changed, live, {READ}) "
    f"VALUES (?, ?, ?, 1, {', '.join('?' * (len(COLUMNS) + 1))})"
)
SAME = ("text", "speaker", "session", "time", "source", "kind")
EDITABLE = frozenset({"importance", "stability", "accessed", "pinned", "forgotten", "ended", "superseded", "details"})
WORDING = ("text", "language", "importance")
REWRITTEN = (*WORDING, "terms", "terms_version", "details")
CHARACTER = ("id", "name", "description", "language", "forgetfulness", "learning", "valence", "arousal", "worlds")
TABLES = ("memories", "journal", "vectors", "feelings", "work", "heard", "again")
"""All tables with rows of partitions."""
COPIES = "(of IS NULL OR of > 0)"
"""Rows of `heard` that are copies; the others are answers that had something in view."""
CHUNK = 500
_DECODER = json.JSONDecoder()
_SCAN = make_scanner(_DECODER)  # type: ignore[arg-type]


def character_of(row: Sequence[Any]) -> CharacterRow:
    *values, worlds = row
    return CharacterRow(**dict(zip(CHARACTER, values, strict=False)), worlds=tuple(json.loads(worlds)))


def character_values(row: CharacterRow) -> list[Any]:
    """Return a character's columns, in the order of CHARACTER."""
    return [*(getattr(row, name) for name in CHARACTER[:-1]), json.dumps(row.worlds, ensure_ascii=False)]


def entry_of(seal: Seal, seq: int, row: Sequence[Any]) -> Entry:
    """Return a memory from a row, decrypted by its partition's seal."""
    if seal is not OPEN:
        row = seal.open(WHOLE, seq, row)
    entry = Entry(*row[:-1])  # by place, for each recall reads some
    if row[-1] != "{}":
        entry.details = decoded(row[-1])
    return entry


def decoded(details: str) -> dict[str, Any]:
    """Return details decoded from JSON."""
    try:
        value, _ = _SCAN(details, 0)  # what `decode` does, without its two calls a row
    except StopIteration:
        value = _DECODER.decode(details)  # it says what is wrong
    return value  # type: ignore[no-any-return]


def values_of(seal: Seal, seq: int, entry: Entry, columns: Sequence[str] = WHOLE) -> Sequence[Any]:
    """Return columns of a memory, `details` last, as they are stored."""
    return seal.shut(columns, seq, [*_getter(tuple(columns[:-1]))(entry), dump(entry.details)])


@lru_cache(maxsize=64)
def _getter(columns: tuple[str, ...]) -> Callable[[Entry], Sequence[Any]]:
    """Return a function that takes some columns, at least two, from a memory."""
    return attrgetter(*columns)


def put_vectors(
    db: Connection, partition: int, number: int | None, vectors: Iterable[tuple[int, bytes | None]]
) -> None:
    """Add those vectors that there are to a space, by sequence number; without a space, do nothing."""
    if number is None:
        return
    seal = db.seal(partition)
    db.many(
        "INSERT INTO vectors (space, partition, seq, vector) VALUES (?, ?, ?, ?)",
        (
            (number, partition, seq, seal.shut_one("vector", seq, vector))
            for seq, vector in vectors
            if vector is not None
        ),
    )


def put_journal(db: Connection, partition: int, rows: Iterable[tuple[int, str, int, float, Mapping[str, Any]]]) -> None:
    """Add changes to the journal: number, operation, memory, time, and the old values."""
    seal = db.seal(partition)
    db.many(
        "INSERT INTO journal (partition, seq, op, memory, at, data) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (partition, seq, op, memory, at, seal.shut_one("data", seq, dump(data)))
            for seq, op, memory, at, data in rows
        ),
    )


def dump(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) if data else "{}"


def advance(db: Connection, partition: int, count: int) -> int:
    """Take `count` numbers of a partition's sequence; return the first."""
    rows = db.all("UPDATE partitions SET seq = seq + ? WHERE id = ? RETURNING seq", (count, partition))
    return int(rows[0][0]) - count + 1


def existing(db: Connection, partition: int, ids: Sequence[str]) -> dict[str, PlacedEntry]:
    places: dict[str, PlacedEntry] = {}
    seal = db.seal(partition)
    for chunk in chunks(ids):
        for seq, live, *row in db.all(
            f"SELECT seq, live, {READ} FROM memories WHERE partition = ? AND id IN (?*) "
            "ORDER BY id",  # or SQLite, asked for five or more, reads the whole partition instead of the index on ids
            (partition, chunk),
        ):
            entry = entry_of(seal, seq, row)
            if not live:
                raise IdConflict(entry.id, "it was deleted")
            places[entry.id] = PlacedEntry(partition, seq, entry)
    return places


def require_same(old: Entry, new: Entry, texts_before: Collection[str] = ()) -> None:
    """Raise unless a turn given again is the same; values that the caller left open aren't compared.

    Args:
        old, new: the turn as stored, and as given.
        texts_before: its texts before it was amended; repeating one doesn't undo the correction.
    """
    for column in SAME:
        if column not in new.defaulted and getattr(old, column) != getattr(new, column):
            if column == "text" and new.text in texts_before:
                continue
            raise IdConflict(new.id, f"its {column} differs")
    if not set(new.details.get("heard_by", ())) <= set(old.details.get("heard_by", ())):
        raise IdConflict(new.id, "others have heard it")  # a whisper isn't published by being repeated


def live_ones(db: Connection, partition: int, seqs: Sequence[int]) -> list[int]:
    live: list[int] = []
    for chunk in chunks(list(seqs)):
        rows = db.all("SELECT seq FROM memories WHERE partition = ? AND live = 1 AND seq IN (?*)", (partition, chunk))
        live += [row[0] for row in rows]
    return live


def space_number(db: Connection, space: Space | None) -> int | None:
    if space is None:
        return None
    row = db.one("SELECT id FROM spaces WHERE /*ours*/ name = ? AND dimensions = ?", space)
    return int(row[0]) if row else None


def space_numbers(db: Connection) -> list[int]:
    """Return the numbers of all vector spaces, as indexes of vectors begin with them."""
    return [number for (number,) in db.all("SELECT id FROM spaces WHERE /*ours*/ 1 = 1")]


def without_vector(db: Connection, number: int | None) -> int:
    return int(
        db.count(
            "SELECT count(*) FROM memories m WHERE /*ours m by partition*/ live = 1 AND NOT EXISTS "
            "(SELECT 1 FROM vectors v WHERE v.space = ? AND v.partition = m.partition AND v.seq = m.seq)",
            (number,),
        )
    )


def mark_changed(db: Connection, partition: int, seqs: Sequence[int], number: int) -> None:
    """Mark memories as changed for working sets, as of one sequence number of the partition."""
    for chunk in chunks(seqs):
        db.run("UPDATE memories SET changed = ? WHERE partition = ? AND seq IN (?*)", (number, partition, chunk))


def chunks(items: Sequence[T]) -> Iterator[list[T]]:
    for start in range(0, len(items), CHUNK):
        yield [*items[start : start + CHUNK]]


def marks(items: Sequence[Any]) -> str:
    """Return placeholders for some values."""
    return ", ".join("?" * len(items))
