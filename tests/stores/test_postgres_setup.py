"""A database is made ready, looked at, and written anew, by the command line as its owner uses it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

import soulkeep
from postgres_support import GIVEN, Databases, Server
from soulkeep.cli.app import app
from soulkeep.models.testing import HashEmbedder
from soulkeep.stores.postgres_schema import MIGRATIONS, OWNER_TABLES, SMALL_TABLES, TENANT_TABLES

CITUS = """
CREATE TABLE public.asked (number SERIAL, what TEXT, name TEXT, by TEXT, beside TEXT);
CREATE FUNCTION create_reference_table(TEXT) RETURNS VOID LANGUAGE sql AS
    $$ INSERT INTO public.asked (what, name) VALUES ('reference', $1) $$;
CREATE FUNCTION create_distributed_table(name TEXT, by TEXT, colocate_with TEXT) RETURNS VOID LANGUAGE sql AS
    $$ INSERT INTO public.asked (what, name, by, beside) VALUES ('distributed', $1, $2, $3) $$;
"""
"""What stands for the extension: it notes what it is asked."""


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    """An empty database."""
    url = postgres.make(ready=False)
    yield url
    postgres.drop(url)


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["store", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_database_is_made_ready_once_and_for_all(url: str) -> None:
    assert json.loads(run("status", url, "--json"))["schema"] == 0
    assert "ready" in run("init", url, "--shards", "4")
    status = json.loads(run("status", url, "--json"))
    assert (status["schema"], status["shards"]) == (len(MIGRATIONS), 4)
    assert set(status["tables"]) == {*TENANT_TABLES, *OWNER_TABLES, *SMALL_TABLES}
    with soulkeep.open(url, embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe("My cat is called Miso.", person="anna")
    assert "ready" in run("init", url)  # it stays as it is
    status = json.loads(run("status", url, "--json"))
    assert (status["shards"], status["workspaces"]) == (4, ["default"])
    with soulkeep.open(url, embedder=HashEmbedder()) as keep:
        assert keep.stats().memories == 1


def test_every_table_of_tenants_is_cut_by_the_tenant_who_is_in_its_key(url: str) -> None:
    run("init", url)
    with psycopg.connect(url) as db:
        for table, column in (TENANT_TABLES | OWNER_TABLES).items():
            [[how]] = db.execute("SELECT pg_get_partkeydef(%s::regclass)", (f"soulkeep.{table}",)).fetchall()
            assert how == f"HASH ({column})", table
            [[key]] = db.execute(
                "SELECT array_agg(a.attname::text) FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid "
                "AND a.attnum = ANY(i.indkey) WHERE i.indrelid = %s::regclass AND i.indisprimary",
                (f"soulkeep.{table}",),
            ).fetchall()
            assert column in key, table


def test_a_role_is_made_and_may_work(url: str) -> None:
    role = f"soulkeep_role_{url.rpartition('_')[2].partition('?')[0]}"
    run("init", url, "--role", role, "--password", "a secret")
    run("init", url, "--role", role)  # twice is fine
    as_role = url.replace("postgres@", f"{role}:a%20secret@", 1) if "postgres@" in url else ""
    if as_role:
        with soulkeep.open(as_role, embedder=HashEmbedder()) as keep:
            keep.character("holmes").observe("My cat is called Miso.", person="anna")
            assert keep.character("holmes").recall("cat", person="anna").hits
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"DROP OWNED BY {role}")
        db.execute(f"DROP ROLE {role}")


@pytest.mark.skipif(GIVEN is not None, reason="the extension can't be put into a server that was given")
def test_citus_is_asked_to_keep_what_is_a_tenants_together(tmp_path: Path) -> None:
    server = Server(18)
    try:
        extension = server.folder / "extension"
        extension.mkdir()
        (extension / "citus.control").write_text("default_version = '1'\nrelocatable = true\n")
        (extension / "citus--1.sql").write_text(CITUS)
        for path in (extension, *extension.iterdir()):
            path.chmod(0o755)
        server.stop()
        server.set("extension_control_path", str(server.folder))
        server.start()
        url = Databases(server.url).make(ready=False)
        run("init", url)
        done = CliRunner().invoke(app, ["store", "init", url, "--citus"])
        assert "CREATE EXTENSION citus" in str(done.exception)
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("CREATE EXTENSION citus")
        run("init", url, "--citus")
        with psycopg.connect(url) as db:
            asked = db.execute("SELECT what, name, by, beside FROM asked ORDER BY number").fetchall()
        distributed = {name: (by, beside) for what, name, by, beside in asked if what == "distributed"}
        assert {name: by for name, (by, _) in distributed.items()} == TENANT_TABLES | OWNER_TABLES
        beside = {beside for name, (_, beside) in distributed.items() if name in TENANT_TABLES and name != "names"}
        assert beside == {"default", "partitions"}
        assert {name for what, name, _, _ in asked if what == "reference"} == {*SMALL_TABLES, "workspaces"}
    finally:
        server.remove()


@pytest.mark.skipif(GIVEN is not None, reason="the files of a server that was given can't be read")
def test_tables_written_anew_hold_nothing_of_what_was_erased() -> None:
    server = Server(18)
    try:
        url = Databases(server.url).make()
        with soulkeep.open(url, embedder=HashEmbedder()) as keep:
            holmes = keep.character("holmes")
            holmes.observe("The password is Zanzibar-Quetzal.", person="anna")
            holmes.observe("The weather is Kingfisher-Blue.", person="boris")
            with psycopg.connect(url, autocommit=True) as db:
                db.execute("CHECKPOINT")
            assert _in_files(server, b"Zanzibar-Quetzal")  # or the search would prove nothing
            receipt = keep.erase(person="anna")
            assert (receipt.remaining, receipt.clean) == (0, False)
        run("scrub", url, "--yes")
        assert not _in_files(server, b"Zanzibar-Quetzal")
        assert _in_files(server, b"Kingfisher-Blue")
    finally:
        server.remove()


def _in_files(server: Server, what: bytes) -> bool:
    """Whether the tables' files hold some bytes."""
    return any(what in path.read_bytes() for path in (server.data / "base").rglob("*") if path.is_file())


def test_a_file_needs_no_preparation() -> None:
    done = CliRunner().invoke(app, ["store", "init", "keep.db"])
    assert isinstance(done.exception, soulkeep.InputError)
    assert "PostgreSQL" in str(done.exception)


def test_a_password_without_a_role_is_asked_about(url: str) -> None:
    done = CliRunner().invoke(app, ["store", "init", url, "--password", "x"])
    assert "--role" in str(done.exception)
