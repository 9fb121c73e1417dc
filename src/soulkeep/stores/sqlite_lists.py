"""Memories listed: page by page, session by session, and those that name another."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import apsw

from soulkeep.stores.base import Found, PartitionKey, Sitting
from soulkeep.stores.sqlite_file import all_rows, one_row
from soulkeep.stores.sqlite_rows import READ, entry_of


def page(
    db: apsw.Connection,
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
    partition = _partition(db, key)
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
        rows = all_rows(
            db,
            f"SELECT seq, {READ} FROM memories {_index(kind, session, forgotten)} WHERE {' AND '.join(where)} "
            f"ORDER BY seq {order} LIMIT ?",
            (*values, *([kind] if kind is not None else []), limit),
        )
        found += [Found(partition, seq, entry_of(row)) for seq, *row in rows]
    found.sort(key=lambda place: place.seq, reverse=newest)
    return found[:limit]


def _index(kind: str | None, session: str | None, forgotten: bool | None) -> str:
    """By which index the fewest rows are read that don't come into the page."""
    if session is not None:
        return "INDEXED BY memories_session"
    if forgotten:
        return "INDEXED BY memories_forgotten"
    return "" if kind is None else "INDEXED BY memories_kind"


def seq_of(db: apsw.Connection, key: PartitionKey, id: str) -> int | None:
    """The place of a memory in its partition, though it was deleted."""
    row = one_row(
        db,
        "SELECT m.seq FROM memories m JOIN partitions p ON p.id = m.partition "
        "WHERE p.owner = ? AND p.person = ? AND m.id = ?",
        (key.owner, key.person or "", id),
    )
    return int(row[0]) if row else None


def naming(db: apsw.Connection, partition: int, ids: Collection[str]) -> list[Found]:
    """Memories in whose details any of some ids stands."""
    rows = all_rows(
        db,
        f"SELECT seq, {READ} FROM memories WHERE partition = ?1 AND live = 1 "
        "AND EXISTS (SELECT 1 FROM json_tree(details) WHERE atom IN (SELECT value FROM json_each(?2))) ORDER BY seq",
        (partition, json.dumps(list(ids))),
    )
    return [Found(partition, seq, entry_of(row)) for seq, *row in rows]


def sessions(db: apsw.Connection, key: PartitionKey) -> list[Sitting]:
    """The sessions of a partition, that with the newest turn first."""
    rows = all_rows(
        db,
        "WITH told AS MATERIALIZED (SELECT session, group_concat(text, char(10)) AS text FROM (SELECT session, text "
        "FROM memories WHERE partition = ?1 AND kind = 'summary' AND live = 1 AND forgotten IS NULL ORDER BY base) "
        "GROUP BY session), held AS MATERIALIZED (SELECT session, count(*) AS turns, min(time) AS began, "
        "max(time) AS ended, max(zone) AS zone, max(seq) AS last FROM memories "
        "WHERE partition = ?1 AND kind = 'turn' AND live = 1 AND session IS NOT NULL GROUP BY session) "
        "SELECT held.session, turns, began, ended, zone, told.text FROM held LEFT JOIN told "
        "ON told.session = held.session ORDER BY last DESC",
        (_partition(db, key),),
    )
    return [Sitting(*row) for row in rows]


def _partition(db: apsw.Connection, key: PartitionKey) -> int | None:
    row = one_row(db, "SELECT id FROM partitions WHERE owner = ? AND person = ?", (key.owner, key.person or ""))
    return int(row[0]) if row else None
