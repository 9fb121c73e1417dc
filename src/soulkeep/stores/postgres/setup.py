"""Creating and migrating the tables, by one worker while the others wait."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import sql

from soulkeep.errors import InputError, StoreError, StoreReadOnly, StoreTooNew
from soulkeep.stores.postgres.schema import (
    MIGRATIONS,
    OLDEST,
    OWNER_TABLES,
    SCHEMA,
    SERVER_TABLES,
    SHARDS,
    SMALL_TABLES,
    TABLES,
    TENANT_TABLES,
)

_LOCK = 0x534F554C  # one migration at a time in a database
_OLDEST_SERVER = 160000


def bring_up_to_date(db: psycopg.Connection[Any], where: str, *, shards: int = SHARDS) -> int:
    """Create or migrate the tables if need be; return their version.

    Workers that start meanwhile wait for the lock and find it done. Running ones continue, as a migration changes
    nothing that the version before needs.

    Args:
        db: a connection in autocommit.
        where: the database, for messages.
        shards: number of hash partitions of each table, if they are created.

    Raises:
        StoreTooNew: the tables are of a newer soulkeep, and this one can't use them.
        StoreReadOnly: the tables must be created, and this user may not.
    """
    require_usable(db, where)
    version, oldest = version_of(db)
    if version < len(MIGRATIONS):
        try:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
                version, oldest = version_of(db)  # another worker may have done it while this one waited
                if version < len(MIGRATIONS):
                    _migrate(db, version, shards)
                    version, oldest = len(MIGRATIONS), OLDEST
        except psycopg.errors.InsufficientPrivilege as error:
            raise StoreReadOnly(
                f"{where} has no tables of this version, and this user may not make them.",
                hint="Run `soulkeep store init URL` as the database's owner.",
            ) from error
    if oldest > len(MIGRATIONS):
        raise StoreTooNew(
            f"{where} was brought to schema {version} by a newer soulkeep; this one knows {len(MIGRATIONS)}.",
            hint="It was left as it is. Upgrade with: pip install -U soulkeep",
        )
    return version


def require_usable(db: psycopg.Connection[Any], where: str) -> None:
    """Raise if the server is too old, or its texts aren't UTF-8."""
    if db.info.server_version < _OLDEST_SERVER:
        raise StoreError(
            f"{where} is PostgreSQL {db.info.server_version // 10000}; 16 or newer is needed.",
            hint="Upgrade the server.",
        )
    encoding = db.execute("SHOW server_encoding").fetchone()
    if encoding != ("UTF8",):
        raise StoreError(
            f"The database at {where} keeps texts as {encoding and encoding[0]}, not as UTF8.",
            hint="Make one with: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0",
        )


def version_of(db: psycopg.Connection[Any]) -> tuple[int, int]:
    """Return the schema's version, and the oldest code that may use it; (0, 0) if there are no tables."""
    if db.execute("SELECT to_regclass(%s)", (f"{SCHEMA}.version",)).fetchone() == (None,):
        return 0, 0
    row = db.execute(f"SELECT version, oldest FROM {SCHEMA}.version").fetchone()
    return (int(row[0]), int(row[1])) if row else (0, 0)


def _migrate(db: psycopg.Connection[Any], version: int, shards: int) -> None:
    if not 1 <= shards <= 1024:
        raise InputError(f"{shards} shards are not possible.", hint="Give 1 to 1024; 16 suits most.")
    db.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    db.execute(f"SET LOCAL search_path = {SCHEMA}")
    db.execute("CREATE TABLE IF NOT EXISTS version (version INTEGER NOT NULL, oldest INTEGER NOT NULL)")
    for migration in MIGRATIONS[version:]:
        migration(db, shards)
    db.execute("DELETE FROM version")
    db.execute("INSERT INTO version (version, oldest) VALUES (%s, %s)", (len(MIGRATIONS), OLDEST))


def grant(db: psycopg.Connection[Any], role: str, password: str | None) -> None:
    """Let a role use memories and nothing else: it owns no tables, is no superuser, and sees one workspace at a time.
    It is created if it doesn't exist.

    Raises:
        InputError: row-level security doesn't restrain the role.
        StoreReadOnly: this user may not create roles.
    """
    name = sql.Identifier(role)
    with db.transaction():
        db.execute(f"SET LOCAL search_path = {SCHEMA}")
        _make_role(db, role, password)
        db.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(sql.Identifier(SCHEMA), name))
        db.execute(sql.SQL("GRANT SELECT ON version TO {}").format(name))
        db.execute(sql.SQL("GRANT USAGE ON SEQUENCE partition_ids TO {}").format(name))
        rights = dict.fromkeys(TABLES, ("SELECT", "INSERT", "UPDATE", "DELETE")) | SERVER_TABLES
        for table, may in rights.items():  # not their shards: who reads those directly is stopped there, too
            grants = sql.SQL(", ").join(map(sql.SQL, may))
            db.execute(sql.SQL("GRANT {} ON {} TO {}").format(grants, sql.Identifier(table), name))


def _make_role(db: psycopg.Connection[Any], role: str, password: str | None) -> None:
    name = sql.Identifier(role)
    above = db.execute(
        "SELECT o.rolname FROM pg_roles r, pg_roles o WHERE r.rolname = %s AND (o.rolsuper OR o.rolbypassrls) "
        "AND pg_has_role(r.oid, o.oid, 'MEMBER') ORDER BY o.oid <> r.oid",
        (role,),
    ).fetchone()
    if above is not None:
        member = "" if above[0] == role else f" is a member of {above[0]}, which"
        raise InputError(
            f"{role}{member} is a superuser, or has BYPASSRLS: it sees all workspaces.",
            hint="Name another role for workers; one that isn't there is made.",
        )
    there = db.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is not None
    try:
        if not there:
            db.execute(sql.SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE").format(name))
        if password is not None:
            # As the server keeps it, so that it stands in no log.
            scrambled = db.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
            db.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(name, sql.Literal(scrambled)))
    except psycopg.errors.InsufficientPrivilege as error:
        what = "change that role's password" if there else "make roles: it lacks CREATEROLE"
        statement = f"{'ALTER' if there else 'CREATE'} ROLE \"{role}\" LOGIN PASSWORD '…'"
        raise StoreReadOnly(
            f"{db.info.user} may not {what}.",
            hint=f"The tables are ready. Let an administrator run {statement}, then run this without a password.",
        ) from error


def distribute(db: psycopg.Connection[Any]) -> list[str]:
    """Spread the tables over the nodes of a Citus cluster, each tenant's rows together; return which tables.

    Raises:
        InputError: the extension isn't installed.
    """
    if db.execute("SELECT 1 FROM pg_extension WHERE extname = 'citus'").fetchone() is None:
        raise InputError(
            "This database has no Citus extension.", hint="Run CREATE EXTENSION citus there, or leave out --citus."
        )
    done: list[str] = []
    with db.transaction():
        db.execute(f"SET LOCAL search_path = {SCHEMA}, public")
        for table in ("workspaces", *SMALL_TABLES):  # policies look into the first
            db.execute("SELECT create_reference_table(%s)", (table,))
            done.append(table)
        for tables in (TENANT_TABLES, OWNER_TABLES):
            first: str | None = None
            for table, column in tables.items():
                beside = "default" if first is None or table == "names" else first
                db.execute("SELECT create_distributed_table(%s, %s, colocate_with => %s)", (table, column, beside))
                first = first or table
                done.append(table)
    return done
