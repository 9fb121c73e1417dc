"""Memories listed: page by page, session by session, and those that name another."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from soulkeep.stores.base import Found, PartitionKey, Sitting
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
) -> list[Found]:
    """The next memories beyond a sequence number, as `Store.page` has it.

    Each kind is looked up by itself: an index has it in its order.
    """
    partition = db.partition(key)
    if partition is None:
        return []
    conditions, given = ["partition = ?", "live = 1"], [partition]
    if after is not None:
        conditions.append("seq < ?" if newest else "seq > ?")
        given.append(after)
    if forgotten is not None:
        conditions.append(f"forgotten IS {'NOT ' if forgotten else ''}NULL")
    values: list[Any] = list(given)
    if session is not None:
        conditions.append("session = ?")
        values.append(session)
    order = "DESC" if newest else "ASC"
    found: list[Found] = []
    for kind in [None] if kinds is None else sorted(set(kinds)):
        where = [*conditions, *(["kind = ?"] if kind is not None else [])]
        rows = db.all(
            f"SELECT seq, {READ} FROM memories {db.by(_index(kind, session, forgotten))} WHERE {' AND '.join(where)} "
            f"ORDER BY seq {order} LIMIT ?",
            (*values, *([kind] if kind is not None else []), limit),
        )
        found += [Found(partition, seq, entry_of(row)) for seq, *row in rows]
    found.sort(key=lambda place: place.seq, reverse=newest)
    return found[:limit]


def _index(kind: str | None, session: str | None, forgotten: bool | None) -> str:
    """By which index the fewest rows are read that don't come into the page; "" for the primary key."""
    if session is not None:
        return "memories_session"
    if forgotten:
        return "memories_forgotten"
    return "" if kind is None else "memories_kind"


def seq_of(db: Connection, key: PartitionKey, id: str) -> int | None:
    """The place of a memory in its partition, though it was deleted."""
    row = db.one("SELECT seq FROM memories WHERE partition = ? AND id = ?", (db.partition(key), id))
    return int(row[0]) if row else None


def naming(db: Connection, partition: int, ids: Collection[str]) -> list[Found]:
    """Memories in whose details any of some ids stands."""
    wanted = set(ids)
    found: dict[int, Found] = {}
    for chunk in chunks([json.dumps(id, ensure_ascii=False) for id in wanted]):
        holding = " OR ".join(f"{db.position}(details, ?) > 0" for _ in chunk)
        for seq, *row in db.each(
            f"SELECT seq, {READ} FROM memories WHERE partition = ? AND live = 1 AND ({holding})", (partition, *chunk)
        ):
            entry = entry_of(row)
            if not wanted.isdisjoint(_strings(entry.details)):
                found[seq] = Found(partition, seq, entry)
    return [found[seq] for seq in sorted(found)]


def _strings(value: Any) -> Iterator[str]:
    """The strings that stand anywhere in a value of JSON's."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _strings(member)
    elif isinstance(value, list):
        for member in value:
            yield from _strings(member)


def sessions(db: Connection, key: PartitionKey) -> list[Sitting]:
    """The sessions of a partition, that with the newest turn first."""
    rows = db.all(
        "WITH told AS MATERIALIZED (SELECT session, string_agg(text, ?1 ORDER BY base) AS text FROM memories "
        "WHERE partition = ?2 AND kind = 'summary' AND live = 1 AND forgotten IS NULL GROUP BY session), "
        "held AS MATERIALIZED (SELECT session, count(*) AS turns, min(time) AS began, "
        "max(time) AS ended, max(zone) AS zone, max(seq) AS last FROM memories "
        "WHERE partition = ?2 AND kind = 'turn' AND live = 1 AND session IS NOT NULL GROUP BY session) "
        "SELECT held.session, turns, began, ended, zone, told.text FROM held LEFT JOIN told "
        "ON told.session = held.session ORDER BY last DESC",
        ("\n", db.partition(key)),
    )
    return [Sitting(*row) for row in rows]
