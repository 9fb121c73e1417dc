"""Helpers that the tests of moving a keep share: a keep with something of everything, and all rows of a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import soulkeep
from soulkeep.stores.base import Store
from soulkeep.stores.opening import open_store
from soulkeep.stores.postgres.schema import TABLES
from soulkeep.stores.rows import PartitionKey, Space
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder
from tests_support import MUSIC, STORY

OTHER = Space("another", 2)
"""A vector space that is being filled."""


def live(path: str | Path, clock: soulkeep.ManualClock) -> None:
    """Make a keep with something of everything, some of it still to be worked on."""
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes", description="A detective.", learning=2.0, worlds=["london"])
        keep.world("london").learn("The fog is yellow in London.\n\nCabs wait at King's Cross.", source="guide")
        holmes.learn("The lodgings were in Baker Street.\n\nThey were let to two.", source="scarlet")
        holmes.know(MUSIC, source="music")
        holmes.stage(STORY)
        holmes.observe("I adopted a cat called Miso. I live in Leeds.", person="anna", id="cat", session="s1")
        holmes.observe("제 여동생은 부산에 살아요.", person="anna", id="sister", session="s1")
        holmes.observe("You are wonderful, thank you!", person="anna", id="thanks", session="s1")
        holmes.observe("I have a secret.", person="anna", id="secret", session="s1")
        holmes.observe("Call me Carl.", person="carl", id="carl", heard_by=["boris", "anna"])
        clock.advance(timedelta(days=2))
        holmes.observe("I live in York now.", person="anna", id="york", session="s2", heard_by=["boris"])
        holmes.reply("What is my cat called?", person="anna", session="s2", id="ask")
        holmes.observe("Bees are my life.", person="boris", id="bees", heard_by=["anna"])
        keep.settle(over=True)
        holmes.amend("cat", person="anna", pinned=True)
        holmes.forget("thanks", person="anna")
        holmes.delete("secret", person="anna")
        holmes.feel(person="anna", trust=0.7)
        keep.erase(person="carl")
        keep.character("watson", language="ko").observe("저는 그림을 그려요.", person="anna", id="paint")
        keep.settle()
        holmes.amend("york", "I live in Bath now.", person="anna")
        holmes.observe("우리 강아지는 콩이야.", person="boris", id="dog")
    with opened(path) as store:
        store.fill_space(OTHER)
        places = [(found.partition, found.seq, b"\x00\x3c\x00\xbc") for found in store.unembedded(OTHER, 9)]
        store.put_vectors(OTHER, places)


@contextmanager
def opened(location: str | Path) -> Iterator[Store]:
    """Yield the store at a location."""
    store = open_store(location)
    assert isinstance(store, Store)
    try:
        yield store
    finally:
        store.close()


def contents(store: Store) -> dict[str, list[Any]]:
    """Return all rows of all tables, by table, with partitions and spaces by their names."""
    return store.read(lambda db: _contents(db, _columns(db, isinstance(store, SqliteStore))))


def of_partition(rows: dict[str, list[Any]], key: PartitionKey) -> dict[str, list[Any]]:
    """Return the rows of one partition."""
    return {
        table: [row for row in found if ("partition", key) in row]
        for table, found in rows.items()
        if table not in ("characters", "scripts", "known", "graphs", "spaces")
    }


def _columns(db: Connection, sqlite: bool) -> dict[str, list[str]]:
    if sqlite:
        tables = db.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return {name: [row[1] for row in db.all(f"PRAGMA table_info({name})")] for (name,) in tables}
    statement = "SELECT column_name::text FROM information_schema.columns WHERE table_schema = ? AND table_name = ?"
    found = {name: [row[0] for row in db.all(statement, ("soulkeep", name))] for name in TABLES if name != "names"}
    return {name: [column for column in columns if column != "workspace"] for name, columns in found.items()}


def _contents(db: Connection, tables: dict[str, list[str]]) -> dict[str, list[Any]]:
    keys = {
        id: PartitionKey(owner, person or None)
        for id, owner, person in db.all("SELECT id, owner, person FROM partitions WHERE /*ours*/ 1 = 1")
    }
    spaces = dict(db.all("SELECT id, name FROM spaces WHERE /*ours*/ 1 = 1"))
    found: dict[str, list[Any]] = {}
    for table, columns in tables.items():
        rows = []
        for row in db.all(f"SELECT {', '.join(columns)} FROM {table} WHERE /*ours*/ 1 = 1"):
            values = dict(zip(columns, row, strict=True))
            if table in ("partitions", "spaces"):
                number = values.pop("id")
                values |= {"partition": keys[number]} if table == "partitions" else {}
            elif "partition" in values:
                values["partition"] = keys[values["partition"]]
            if "space" in values:
                values["space"] = spaces[values["space"]]
            rows.append(sorted(values.items()))
        found[table] = sorted(rows, key=repr)
    return found
