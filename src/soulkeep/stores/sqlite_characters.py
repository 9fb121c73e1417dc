"""Characters: who they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import apsw

from soulkeep.stores import sqlite_knowledge
from soulkeep.stores.base import CharacterRow
from soulkeep.stores.sqlite_file import all_rows, one_row
from soulkeep.stores.sqlite_rows import CHARACTER, character_of

_READ = f"SELECT {', '.join(CHARACTER)} FROM characters"


def put(db: apsw.Connection, id: str, values: Mapping[str, Any]) -> CharacterRow:
    """Create a character, or change those columns of it that are given; the row as it is then."""
    db.execute("INSERT OR IGNORE INTO characters (id, name, description, language) VALUES (?, ?, '', '')", (id, id))
    for column in CHARACTER[1:]:
        if column in values:
            value = values[column]
            stored = json.dumps(value, ensure_ascii=False) if column == "worlds" else value
            db.execute(f"UPDATE characters SET {column} = ? WHERE id = ?", (stored, id))
    return character_of(one_row(db, f"{_READ} WHERE id = ?", (id,)))


def one(db: apsw.Connection, id: str) -> CharacterRow | None:
    """One character, or None."""
    row = one_row(db, f"{_READ} WHERE id = ?", (id,))
    return character_of(row) if row else None


def every(db: apsw.Connection) -> list[CharacterRow]:
    """All of them, by id."""
    return [character_of(row) for row in all_rows(db, f"{_READ} ORDER BY id")]


def drop(db: apsw.Connection, id: str) -> bool:
    """Remove a character with its scripts and what it knows; False if there was none."""
    for graph in sqlite_knowledge.known(db, id):
        sqlite_knowledge.drop(db, id, graph.source)
    db.execute("DELETE FROM scripts WHERE owner = ?", (id,))
    return bool(all_rows(db, "DELETE FROM characters WHERE id = ? RETURNING 1", (id,)))
