"""Statements about characters and their scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from soulkeep.stores.rows import CharacterRow
from soulkeep.stores.sql import knowledge
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.rows import CHARACTER, character_of

_READ = f"SELECT {', '.join(CHARACTER)} FROM characters"


def put(db: Connection, id: str, values: Mapping[str, Any]) -> CharacterRow:
    """Create a character, or change the given columns; return the row as it is then."""
    db.lock_name(f"character/{id}")
    db.run(
        "INSERT INTO characters (id, name, description, language) VALUES (?, ?, '', '') ON CONFLICT DO NOTHING",
        (id, id),
    )
    for column in CHARACTER[1:]:
        if column in values:
            value = values[column]
            stored = json.dumps(value, ensure_ascii=False) if column == "worlds" else value
            db.run(f"UPDATE characters SET {column} = ? WHERE /*ours*/ id = ?", (stored, id))
    return character_of(db.one(f"{_READ} WHERE /*ours*/ id = ?", (id,)))


def forget_world(db: Connection, world: str) -> None:
    """Remove a world from what every character has read."""
    quoted = json.dumps(world, ensure_ascii=False)
    for (id,) in db.all(
        f"SELECT id FROM characters WHERE /*ours*/ {db.position}(worlds, ?) > 0 ORDER BY id", (quoted,)
    ):
        db.lock_name(f"character/{id}")
        row = one(db, id)
        if row is not None:
            put(db, id, {"worlds": tuple(name for name in row.worlds if name != world)})


def one(db: Connection, id: str) -> CharacterRow | None:
    """Return a character; None if there is none of that id."""
    row = db.one(f"{_READ} WHERE /*ours*/ id = ?", (id,))
    return character_of(row) if row else None


def every(db: Connection) -> list[CharacterRow]:
    """Return all characters, sorted by id."""
    return [character_of(row) for row in db.all(f"{_READ} WHERE /*ours*/ 1 = 1 ORDER BY id")]


def drop(db: Connection, id: str) -> bool:
    """Remove a character with its scripts and knowledge; return False if there was none."""
    db.lock_name(f"character/{id}")
    for graph in knowledge.sources_known(db, id):
        knowledge.drop(db, id, graph.source)
    db.run("DELETE FROM scripts WHERE /*ours*/ owner = ?", (id,))
    return bool(db.all("DELETE FROM characters WHERE /*ours*/ id = ? RETURNING 1", (id,)))


def put_script(db: Connection, owner: str, name: str, text: str) -> None:
    """Store a character's script under a name, replacing an older one."""
    db.run(
        "INSERT INTO scripts (owner, name, text) VALUES (?, ?, ?) "
        "ON CONFLICT (/*ours key*/ owner, name) DO UPDATE SET text = excluded.text",
        (owner, name, text),
    )


def drop_script(db: Connection, owner: str, name: str) -> bool:
    """Remove a script; return False if there was none."""
    return db.change("DELETE FROM scripts WHERE /*ours*/ owner = ? AND name = ?", (owner, name)) > 0


def scripts(db: Connection, owner: str) -> dict[str, str]:
    """Return a character's scripts, by name."""
    return dict(db.all("SELECT name, text FROM scripts WHERE /*ours*/ owner = ? ORDER BY name", (owner,)))
