"""Listing memories: page by page, session by session, and those that refer to others."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from soulkeep.stores.rows import PartitionKey, PlacedEntry, Sitting
from soulkeep.stores.sealing import OPEN
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import READ, chunks, entry_of


def page(
    db: Connection,
    key: PartitionKey,
    limit: int,
    after: int | None,
    newest: bool,
    kinds: Collection[str] | None,
    session: str | None,
    forgotten: bool | None,
) -> list[PlacedEntry]:
    """Return the next memories after a sequence number, as `Store.page` does.

    Each kind is looked up by itself, as an index has it in order.
    """
    partition = db.partition(key)
    if partition is None:
        return []
    conditions, parameters = ["partition = ?", "live = 1"], [partition]
    if after is not None:
        conditions.append("seq < ?" if newest else "seq > ?")
        parameters.append(after)
    if forgotten is not None:
        conditions.append(f"forgotten IS {'NOT ' if forgotten else ''}NULL")
    values: list[Any] = list(parameters)
    seal = db.seal(partition)
    if session is not None:
        conditions.append("session = ?")
        values.append(seal.shut_one("session", 0, session))
    order = "DESC" if newest else "ASC"
    places: list[PlacedEntry] = []
    for kind in [None] if kinds is None else sorted(set(kinds)):
        where = [*conditions, *(["kind = ?"] if kind is not None else [])]
        rows = db.all(
            f"SELECT seq, {READ} FROM memories {db.by(_index(kind, session, forgotten))} WHERE {' AND '.join(where)} "
            f"ORDER BY seq {order} LIMIT ?",
            (*values, *([kind] if kind is not None else []), limit),
        )
        places += [PlacedEntry(partition, seq, entry_of(seal, seq, row)) for seq, *row in rows]
    places.sort(key=lambda place: place.seq, reverse=newest)
    return places[:limit]


def _index(kind: str | None, session: str | None, forgotten: bool | None) -> str:
    """Return the index that reads the fewest rows outside the page; "" for the primary key."""
    if session is not None:
        return "memories_session"
    if forgotten:
        return "memories_forgotten"
    return "" if kind is None else "memories_kind"


def seq_of(db: Connection, key: PartitionKey, id: str) -> int | None:
    """Return the sequence number of a memory in its partition, even if it was deleted."""
    row = db.one("SELECT seq FROM memories WHERE partition = ? AND id = ?", (db.partition(key), id))
    return int(row[0]) if row else None


def naming(db: Connection, partition: int, ids: Collection[str]) -> list[PlacedEntry]:
    """Return memories in whose details any of some ids occurs."""
    wanted, seal = set(ids), db.seal(partition)
    places: dict[int, PlacedEntry] = {}
    for condition, values in _holding(db, wanted) if seal is OPEN else [("1 = 1", ())]:
        for seq, *row in db.each(
            f"SELECT seq, {READ} FROM memories WHERE partition = ? AND live = 1 AND ({condition})", (partition, *values)
        ):
            entry = entry_of(seal, seq, row)
            if not wanted.isdisjoint(_strings(entry.details)):
                places[seq] = PlacedEntry(partition, seq, entry)
    return [places[seq] for seq in sorted(places)]


def _holding(db: Connection, ids: Collection[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield conditions that some of the ids may occur in a memory's details, with their values."""
    for chunk in chunks([json.dumps(id, ensure_ascii=False) for id in ids]):
        yield " OR ".join(f"{db.position}(details, ?) > 0" for _ in chunk), chunk


def _strings(value: Any) -> Iterator[str]:
    """Yield the strings anywhere in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _strings(member)
    elif isinstance(value, list):
        for member in value:
            yield from _strings(member)


_SUMMARY = ("seq", "session", "text")


def sessions(db: Connection, key: PartitionKey) -> list[Sitting]:
    """Return the sessions of a partition, the one with the newest turn first."""
    partition = db.partition(key)
    if partition is None:
        return []
    seal = db.seal(partition)
    summaries: dict[str, list[str]] = {}
    for row in db.each(
        f"SELECT {', '.join(_SUMMARY)} FROM memories "
        "WHERE partition = ? AND kind = 'summary' AND live = 1 AND forgotten IS NULL ORDER BY base",
        (partition,),
    ):
        _, session, text = seal.open(_SUMMARY, row[0], row)
        summaries.setdefault(session, []).append(text)
    rows = db.each(
        "SELECT session, count(*), min(time), max(time), max(zone) FROM memories "
        "WHERE partition = ? AND kind = 'turn' AND live = 1 AND session IS NOT NULL "
        "GROUP BY session ORDER BY max(seq) DESC",
        (partition,),
    )
    sittings: list[Sitting] = []
    for session, turns, began, ended, zone in rows:
        id = seal.open_one("session", 0, session)
        summary = "\n".join(summaries[id]) if id in summaries else None
        sittings.append(Sitting(id, turns, began, ended, zone, summary))
    return sittings
