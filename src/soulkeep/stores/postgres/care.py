"""Maintenance of a PostgreSQL database by its owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import psycopg

from soulkeep.errors import InputError, StoreReadOnly
from soulkeep.stores.location import OLD_SECRET, parse, pass_of
from soulkeep.stores.postgres.pool import Translated, watchful
from soulkeep.stores.postgres.schema import SCHEMA, SERVER_TABLES, SHARDS, TABLES
from soulkeep.stores.postgres.setup import bring_up_to_date, distribute, grant, require_usable, version_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseStatus:
    """The state of a database.

    Attributes:
        server: PostgreSQL's version.
        schema: the version of the tables; 0 if there are none.
        shards: number of hash partitions of each table.
        workspaces: their names.
        tables: bytes of each table, including its indexes.
        bytes: bytes of all tables.
        checksums: whether the server detects pages that the disk corrupted.
        unwalled: whether this user sees all workspaces, as a superuser or one with BYPASSRLS.
    """

    server: str
    schema: int
    shards: int
    workspaces: tuple[str, ...]
    tables: Mapping[str, int]
    bytes: int
    unwalled: bool
    checksums: bool = True


class Database:
    """A database, with the operations of its owner.

    Args:
        url: its URL, with a user who owns the tables or may create them.
    """

    def __init__(self, url: str) -> None:
        self._location = parse(url)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            with psycopg.connect(watchful(self._location.url), autocommit=True) as db:
                yield db
        except psycopg.Error as error:
            raise Translated(self._location.shown, 10)(error, opening=True) from error

    def prepare(self, *, shards: int | None = None) -> int:
        """Create the tables, or bring them up to date; return their version.

        Args:
            shards: number of hash partitions of each table; by default as they are, or the usual number.

        Raises:
            InputError: the tables exist with another number of partitions.
        """
        with self._connected() as db:
            version = bring_up_to_date(db, self._location.shown, shards=SHARDS if shards is None else shards)
            there = _shards(db)
            if shards is not None and shards != there:
                raise InputError(
                    f"The tables of {self._location.shown} are cut into {there} shards, not into {shards}.",
                    hint="That can't be changed. Leave out --shards, or move the keep to another database that is made "
                    "so: soulkeep migrate",
                )
            return version

    def identity(self) -> str:
        """Return an id that is equal for URLs of the same database, while the server runs. Every user may read it."""
        with self._connected() as db:
            [[identity]] = db.execute(
                "SELECT concat(extract(epoch FROM pg_postmaster_start_time()), ' ', oid) FROM pg_database "
                "WHERE datname = current_database()"
            ).fetchall()
        return str(identity)

    def grant(self, role: str, password: str | None) -> None:
        """Let a role use the tables; it is created if need be."""
        with self._connected() as db:
            grant(db, role, password)

    def distribute(self) -> list[str]:
        """Spread the tables over a Citus cluster; return which ones."""
        with self._connected() as db:
            return distribute(db)

    def status(self) -> DatabaseStatus:
        """Return the state of the database."""
        with self._connected() as db:
            require_usable(db, self._location.shown)
            schema, _ = version_of(db)
            if not schema:
                return DatabaseStatus(
                    server=_version(db),
                    schema=0,
                    shards=0,
                    workspaces=(),
                    tables={},
                    bytes=0,
                    unwalled=_unwalled(db),
                    checksums=_checksums(db),
                )
            sizes: dict[str, int] = {}
            for table in (*TABLES, *SERVER_TABLES):
                row = db.execute(
                    "SELECT coalesce(sum(pg_total_relation_size(relid)), 0) FROM pg_partition_tree(%s) WHERE isleaf",
                    (f"{SCHEMA}.{table}",),
                ).fetchone()
                assert row is not None
                sizes[table] = int(row[0]) or _size(db, table)
            names = db.execute(f"SELECT {SCHEMA}.workspace_names()").fetchall()
            return DatabaseStatus(
                server=_version(db),
                schema=schema,
                shards=_shards(db),
                workspaces=tuple(name for (name,) in names),
                tables=sizes,
                bytes=sum(sizes.values()),
                unwalled=_unwalled(db),
                checksums=_checksums(db),
            )

    def rewrite(self) -> bool:
        """Rewrite the tables, so that their files hold nothing deleted. Each is locked meanwhile.

        Returns:
            Whether the write-ahead log was switched, too, so that the old one is recycled; only a superuser may.

        Raises:
            StoreReadOnly: this user doesn't own the tables. Nothing was written.
        """
        with self._connected() as db:
            self._require_owner(db)
            for table in (*TABLES, *SERVER_TABLES):
                db.execute(f"VACUUM (FULL, ANALYZE) {SCHEMA}.{table}")
            try:
                db.execute("CHECKPOINT")
                db.execute("SELECT pg_switch_wal()")
            except psycopg.errors.InsufficientPrivilege:
                return False
        return True

    def change_secret(self, old: str, new: str) -> int:
        """Derive the passes of all workspaces from another secret, at one moment. Workers that run with the old one
        find nothing and store nothing from then on.

        Returns:
            The number of passes changed.

        Raises:
            StoreReadOnly: a pass was derived from a third secret, or this user doesn't own the tables. Nothing changed.
        """
        with self._connected() as db, db.transaction():
            self._require_owner(db)
            db.execute(f"LOCK TABLE {SCHEMA}.workspaces IN EXCLUSIVE MODE")  # none is made meanwhile
            workspaces = db.execute(f"SELECT id, name, pass FROM {SCHEMA}.workspaces ORDER BY name").fetchall()
            others = [name for _, name, digest in workspaces if digest != _digest(name, old)]
            if others:
                named = ", ".join(others[:12]) + (", …" if len(others) > 12 else "")
                raise StoreReadOnly(
                    f"Of {len(workspaces)} workspaces, {len(others)} were made with another secret than "
                    f"the old: {named}.",
                    hint=f"Nothing was changed. Set {OLD_SECRET} to the secret that they were made with.",
                )
            for id, name, _ in workspaces:
                db.execute(f"UPDATE {SCHEMA}.workspaces SET pass = %s WHERE id = %s", (_digest(name, new), id))
        return len(workspaces)

    def _require_owner(self, db: psycopg.Connection[Any]) -> None:
        owners = db.execute(
            "SELECT DISTINCT pg_get_userbyid(relowner)::text FROM pg_class WHERE relnamespace = %s::regnamespace "
            "AND relkind IN ('r', 'p') AND NOT pg_has_role(relowner, 'USAGE')",
            (SCHEMA,),
        ).fetchall()
        if owners:
            raise StoreReadOnly(
                f"The tables of {self._location.shown} belong to {', '.join(name for (name,) in owners)}, "
                f"not to {db.info.user}.",
                hint="Nothing was changed. Run it with a URL of the tables' owner.",
            )


def _digest(workspace: str, secret: str) -> bytes:
    """Return what the database stores of a workspace's pass."""
    return sha256(pass_of(workspace, secret).encode()).digest()


def _shards(db: psycopg.Connection[Any]) -> int:
    """Return the number of hash partitions of each table."""
    [[shards]] = db.execute(
        "SELECT count(*) FROM pg_partition_tree(%s) WHERE isleaf", (f"{SCHEMA}.memories",)
    ).fetchall()
    return int(shards)


def _version(db: psycopg.Connection[Any]) -> str:
    major, minor = divmod(db.info.server_version, 10000)
    return f"{major}.{minor}"


def _unwalled(db: psycopg.Connection[Any]) -> bool:
    statement = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
    [[unwalled]] = db.execute(statement).fetchall()
    return bool(unwalled)


def _size(db: psycopg.Connection[Any], table: str) -> int:
    [[size]] = db.execute("SELECT pg_total_relation_size(%s)", (f"{SCHEMA}.{table}",)).fetchall()
    return int(size)


def _checksums(db: psycopg.Connection[Any]) -> bool:
    [[setting]] = db.execute("SHOW data_checksums").fetchall()
    return bool(setting == "on")
