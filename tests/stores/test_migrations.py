"""Files of older versions are brought up to date, with everything in them."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

import soulkeep
from soulkeep.stores.migrations import APPLICATION_ID, MIGRATIONS, newest
from soulkeep.testing.models import HashEmbedder


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_an_older_file(tmp_path: Path, version: int) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        holmes.observe("My cat is called Miso.", person="anna", id="cat")
        holmes.learn("The snake came down the bell rope.", source="book")
    _take_back(path, version)
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        assert holmes.name == "Sherlock Holmes"
        hit = holmes.recall("What is my cat called?", person="anna").hits[0]
        assert (hit.memory.id, hit.memory.pinned, hit.memory.forgotten) == ("cat", False, None)
        assert holmes.amend("cat", person="anna", pinned=True).pinned
        assert keep.check() == []
        assert keep.stats().schema == len(MIGRATIONS)


def test_a_new_database_is_as_the_migrations_make_it() -> None:
    migrated, new = apsw.Connection(":memory:"), apsw.Connection(":memory:")
    for script in MIGRATIONS:
        migrated.execute(script)
    new.execute(newest())
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    assert new.execute(schema).fetchall() == migrated.execute(schema).fetchall()
    for (table,) in migrated.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        rows = f"SELECT * FROM {table}"
        assert new.execute(rows).fetchall() == migrated.execute(rows).fetchall(), table


def _take_back(path: Path, version: int) -> None:
    """Make a file as an older version would have, with what this one holds."""
    new = apsw.Connection(str(path))
    old = apsw.Connection(str(path.with_name("old.db")))
    for migration in MIGRATIONS[:version]:
        old.execute(migration)
    for table in ("characters", "partitions", "memories", "journal", "spaces", "vectors"):
        columns = [row[1] for row in old.execute(f"PRAGMA table_info({table})")]
        rows = new.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        old.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", rows)
    old.pragma("application_id", APPLICATION_ID)
    old.pragma("user_version", version)
    assert _schema(old) != _schema(new)
    old.close()
    new.close()
    for leftover in path.parent.glob("keep.db*"):
        leftover.unlink()
    path.with_name("old.db").rename(path)


def _schema(db: apsw.Connection) -> set[str]:
    return {str(sql) for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
