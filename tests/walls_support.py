"""A PostgreSQL database with two workspaces, its owner, and an application role that gets into one of them only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

import soulkeep
from postgres_support import Databases
from soulkeep.stores.location import SECRET, of_workspace, parse
from soulkeep.stores.postgres.pool import enter
from soulkeep.stores.postgres.schema import SCHEMA, TABLES
from soulkeep.stores.postgres.setup import bring_up_to_date, grant
from soulkeep.testing.models import HashEmbedder

PASSWORD = "p4ss-of-the-role"
OUR_SECRET = "a-secret-of-workspaces"
HIDDEN = "The Stradivarius is in the attic."
OURS = "The kettle is broken."

_NUMBERS = count()

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Walls:
    """The workspaces, the role and the server of the tests.

    Attributes:
        superuser, owner, role: URLs by who connects.
        a, b: the workspaces' numbers.
        partition: the number of a partition of b's.
    """

    superuser: str
    owner: str
    role: str
    a: int
    b: int
    partition: int

    @contextmanager
    def inside(self, workspace: str | None = "a", *, url: str | None = None) -> Iterator[psycopg.Connection[Any]]:
        """Yield a session of the role (or of the user that `url` names) that holds a workspace's pass; with None, no
        pass. Its changes are undone."""
        with psycopg.connect(url or self.role) as db:
            db.execute(f"SET search_path = {SCHEMA}")
            if workspace is not None:
                number = {"a": self.a, "b": self.b}[workspace]
                enter(db, (number, parse(of_workspace(self.role, workspace)).token))
            db.commit()
            yield db
            db.rollback()

    def all(self, statement: str) -> list[Row]:
        """Return the rows of a statement as a superuser, whom no wall stops."""
        with psycopg.connect(self.superuser) as db:
            db.execute(f"SET search_path = {SCHEMA}")
            return db.execute(statement.encode()).fetchall()


def as_user(url: str, user: str) -> str:
    """Return a URL with another user in it."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{user}:{PASSWORD}@{parts.netloc.rpartition('@')[2]}"))


@contextmanager
def walls(postgres: Databases) -> Iterator[Walls]:
    """Yield two workspaces, "a" and "b", each with the same character, person and ids, and a row in every table."""
    number = next(_NUMBERS)
    owner, role = (f"soulkeep_{kind}_{os.getpid()}_{number}" for kind in ("owner", "role"))
    url = postgres.make(ready=False)
    name = urlsplit(url).path.lstrip("/")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SECRET, OUR_SECRET)
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(f"CREATE ROLE {owner} LOGIN CREATEROLE PASSWORD '{PASSWORD}'".encode())
            db.execute(f'ALTER DATABASE "{name}" OWNER TO {owner}'.encode())
        with psycopg.connect(as_user(url, owner), autocommit=True) as db:
            bring_up_to_date(db, "test", shards=4)
            grant(db, role, PASSWORD)
        try:
            for workspace, text in (("a", OURS), ("b", HIDDEN)):
                _fill(as_user(url, role), workspace, text)
            yield _described(url, owner, role)
        finally:
            postgres.drop(url)
            with psycopg.connect(postgres.url, autocommit=True) as db:
                db.execute(f"DROP ROLE {role}".encode())
                db.execute(f"DROP ROLE {owner}".encode())


def _described(url: str, owner: str, role: str) -> Walls:
    with psycopg.connect(url) as db:
        db.execute(f"SET search_path = {SCHEMA}")
        numbers: dict[str, int] = dict(db.execute("SELECT name, id FROM workspaces").fetchall())
        statement = "SELECT partition FROM memories WHERE workspace = %s LIMIT 1"
        [[partition]] = db.execute(statement, (numbers["b"],)).fetchall()
        for table in TABLES:
            _complete(db, table, numbers["b"], partition)
    return Walls(url, as_user(url, owner), as_user(url, role), numbers["a"], numbers["b"], partition)


def _fill(url: str, workspace: str, text: str) -> None:
    """Store much of what a keep can hold, as the role."""
    location = of_workspace(url, workspace)
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(location, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        keep.character("watson", name="John Watson")
        holmes.observe(text, person="anna", id="t1", heard_by=["watson"])
        holmes.learn(f"{text} 안녕하세요.", source="letters")
        holmes.feel(person="anna", valence=0.5, trust=0.5)


def _complete(db: psycopg.Connection[Any], table: str, workspace: int, partition: int) -> None:
    """Put a row of a workspace into a table that has none."""
    [[rows]] = db.execute(f"SELECT count(*) FROM {table} WHERE workspace = {workspace}".encode()).fetchall()
    if rows:
        return
    statement = (
        "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = %s AND table_name = %s"
    )
    values = {"text": HIDDEN, "bytea": HIDDEN.encode(), "double precision": 1.0}
    row = {name: values.get(kind, 1) for name, kind in db.execute(statement, (SCHEMA, table)).fetchall()}
    row |= {name: value for name, value in {"workspace": workspace, "partition": partition}.items() if name in row}
    places = ", ".join(["%s"] * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})".encode(), list(row.values()))
