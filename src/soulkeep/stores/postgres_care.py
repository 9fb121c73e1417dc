"""A PostgreSQL database as its owner looks after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg

from soulkeep.stores.postgres_location import parse
from soulkeep.stores.postgres_pool import Translated
from soulkeep.stores.postgres_schema import SCHEMA, SERVER_TABLES, TABLES
from soulkeep.stores.postgres_setup import bring_up_to_date, distribute, grant, require_usable, version_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseStatus:
    """What a database holds.

    Attributes:
        server: PostgreSQL's version.
        schema: the version of the tables, 0 where there are none.
        shards: into how many tables each is cut.
        workspaces: by name.
        tables: bytes of each table, its indexes included.
        bytes: of all of them.
    """

    server: str
    schema: int
    shards: int
    workspaces: tuple[str, ...]
    tables: Mapping[str, int]
    bytes: int


class Database:
    """A database, and what its owner may do.

    Args:
        url: with a user who owns the tables, or may make them.
    """

    def __init__(self, url: str) -> None:
        self._location = parse(url)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            with psycopg.connect(self._location.url, autocommit=True, connect_timeout=10) as db:
                yield db
        except psycopg.Error as error:
            raise Translated(self._location.shown, 10)(error) from error

    def prepare(self, *, shards: int) -> int:
        """Make the tables, or bring them up to date; their version."""
        with self._connected() as db:
            return bring_up_to_date(db, self._location.shown, shards=shards)

    def grant(self, role: str, password: str | None) -> None:
        """Let a role use the tables; it is made if need be."""
        with self._connected() as db:
            grant(db, role, password)

    def distribute(self) -> list[str]:
        """Spread the tables over a Citus cluster; which ones."""
        with self._connected() as db:
            return distribute(db)

    def status(self) -> DatabaseStatus:
        """What is there."""
        with self._connected() as db:
            require_usable(db, self._location.shown)
            schema, _ = version_of(db)
            if not schema:
                return DatabaseStatus(server=_version(db), schema=0, shards=0, workspaces=(), tables={}, bytes=0)
            sizes: dict[str, int] = {}
            for table in (*TABLES, *SERVER_TABLES):
                row = db.execute(
                    "SELECT coalesce(sum(pg_total_relation_size(relid)), 0) FROM pg_partition_tree(%s) WHERE isleaf",
                    (f"{SCHEMA}.{table}",),
                ).fetchone()
                assert row is not None
                sizes[table] = int(row[0]) or _size(db, table)
            [[shards]] = db.execute(
                "SELECT count(*) FROM pg_partition_tree(%s) WHERE isleaf", (f"{SCHEMA}.memories",)
            ).fetchall()
            names = db.execute(f"SELECT {SCHEMA}.workspace_names()").fetchall()
            return DatabaseStatus(
                server=_version(db),
                schema=schema,
                shards=shards,
                workspaces=tuple(name for (name,) in names),
                tables=sizes,
                bytes=sum(sizes.values()),
            )

    def rewrite(self) -> bool:
        """Write the tables anew, so that their files hold nothing of what was deleted. Each is locked meanwhile.

        Returns:
            Whether the write-ahead log was switched, too, so that it goes as it is recycled; only a superuser may.
        """
        with self._connected() as db:
            for table in (*TABLES, *SERVER_TABLES):
                db.execute(f"VACUUM (FULL, ANALYZE) {SCHEMA}.{table}")
            try:
                db.execute("CHECKPOINT")
                db.execute("SELECT pg_switch_wal()")
            except psycopg.errors.InsufficientPrivilege:
                return False
        return True


def _version(db: psycopg.Connection[Any]) -> str:
    major, minor = divmod(db.info.server_version, 10000)
    return f"{major}.{minor}"


def _size(db: psycopg.Connection[Any], table: str) -> int:
    [[size]] = db.execute("SELECT pg_total_relation_size(%s)", (f"{SCHEMA}.{table}",)).fetchall()
    return int(size)
