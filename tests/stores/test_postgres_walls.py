"""The second wall under workspaces: who may read one reads nothing of another, whatever the query."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest

import soulkeep
from postgres_support import Databases
from soulkeep.errors import StoreReadOnly
from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import StoreContract
from soulkeep.stores.location import SECRET, of_workspace, parse
from soulkeep.stores.postgres.pool import enter
from soulkeep.stores.postgres.schema import SCHEMA, SERVER_TABLES, TABLES
from soulkeep.stores.postgres.store import PostgresStore
from soulkeep.stores.sql.rows import CHUNK
from soulkeep.testing.models import HashEmbedder
from walls_support import HIDDEN, OUR_SECRET, OURS, PASSWORD, Walls, walls

OPEN = {"version": {"SELECT"}, "workspaces": set[str](), **{table: set(may) for table, may in SERVER_TABLES.items()}}
"""Tables in which a row's workspace is no number, and what the role may do with each."""

READS = [
    "SELECT * FROM memories",
    "SELECT * FROM memories WHERE workspace = {b}",
    "SELECT * FROM memories WHERE workspace <> {a} OR true",
    "SELECT * FROM memories WHERE partition = {partition}",
    "SELECT * FROM soulkeep.memories m JOIN vectors v USING (partition, seq) WHERE partition = {partition}",
    "SELECT * FROM (SELECT text FROM memories WHERE false UNION ALL SELECT text FROM memories) every",
    "WITH every AS MATERIALIZED (SELECT * FROM memories) SELECT * FROM every",
    "SELECT string_agg(text, '') FROM memories",
    "SELECT (SELECT array_agg(m) FROM memories m)::text",
    "SELECT to_jsonb(m) FROM memories m",
    "SELECT * FROM partitions WHERE id = {partition}",
    "SELECT * FROM names",
    "SELECT * FROM characters",
    "SELECT most_common_vals::text, histogram_bounds::text FROM pg_stats WHERE schemaname = 'soulkeep'",
    "DELETE FROM memories RETURNING *",
    "UPDATE memories SET importance = 1 RETURNING *",
    "SELECT * FROM memories FOR UPDATE",
    "DECLARE forged CURSOR FOR SELECT * FROM memories; FETCH ALL FROM forged",
    "PREPARE forged AS SELECT * FROM memories; EXECUTE forged",
]
"""Forged queries, in workspace a."""

REFUSED = [
    "SELECT * FROM memories_{shard}",
    "SELECT * FROM vectors_{shard}",
    "DELETE FROM memories_{shard}",
    "SELECT * FROM workspaces",
    "UPDATE workspaces SET pass = ''",
    "INSERT INTO workspaces (name, pass) VALUES ('c', '')",
    "INSERT INTO characters (id, workspace, name, description, language) VALUES ('spy', {b}, '', '', '')",
    "INSERT INTO scripts (owner, workspace, name, text) VALUES ('x', {b}, 'x', 'x')",
    "INSERT INTO again (partition, seq, workspace, data) VALUES ({partition}, 99, {b}, 'x')",
    "INSERT INTO again (partition, seq, workspace, data) VALUES ({partition}, 99, {a}, 'x')",
    "INSERT INTO partitions (id, owner, person) VALUES ({partition}, 'x', 'y')",
    "INSERT INTO partitions (id, owner, person) VALUES ({partition} + 1, 'x', 'y')",
    "UPDATE characters SET workspace = {b}",
    "UPDATE memories SET partition = {partition}",
    "UPDATE memories SET workspace = {b}",
    "SET row_security = off; SELECT * FROM memories",
    "SET ROLE {owner}",
    "SET SESSION AUTHORIZATION {owner}",
    "ALTER TABLE memories DISABLE ROW LEVEL SECURITY",
    "ALTER TABLE memories NO FORCE ROW LEVEL SECURITY",
    "DROP POLICY workspaces ON memories",
    "CREATE POLICY mine ON memories USING (true)",
    "CREATE OR REPLACE FUNCTION entered() RETURNS INTEGER LANGUAGE sql AS 'SELECT {b}'",
    "CREATE FUNCTION soulkeep.mine() RETURNS INTEGER LANGUAGE sql AS 'SELECT {b}'",
    "CREATE VIEW soulkeep.mine AS SELECT * FROM memories",
    "CREATE TRIGGER mine AFTER INSERT ON memories EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "ALTER ROLE CURRENT_USER BYPASSRLS",
    "TRUNCATE memories",
    "COPY memories FROM PROGRAM 'true'",
    "COPY memories TO '/tmp/memories'",
    "SELECT setval('partition_ids', 1)",
    "INSERT INTO keys (id, name, workspace, rights, created) VALUES ('k', 'k', 'b', '[\"read\"]', 1)",
    "UPDATE keys SET workspace = 'b'",
    "INSERT INTO secrets (hash, key) VALUES ('x', 'key_b')",
    "UPDATE secrets SET key = 'key_b'",
    "DELETE FROM keys",
    "INSERT INTO answers (workspace, asker, key, fingerprint, at, runner, lease) VALUES ('b', 'x', 'x', '', 1, '', 1)",
]
"""Forged queries in workspace a that are refused."""


@pytest.fixture(autouse=True)
def _with_the_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, OUR_SECRET)


@pytest.fixture(scope="module")
def two(postgres: Databases) -> Iterator[Walls]:
    with walls(postgres) as found:
        with found.inside("a") as db:
            _make_key(db, "a")
            db.commit()
        with found.inside("b") as db:
            _make_key(db, "b")
            db.execute(
                "INSERT INTO answers (workspace, asker, key, fingerprint, at, runner, lease, body) "
                "VALUES ('b', 'x', 'x', '', 1, '', 1, %s)",
                (HIDDEN.encode(),),
            )
            db.commit()
        with psycopg.connect(found.superuser, autocommit=True) as db:
            db.execute("ANALYZE")
        yield found


def _make_key(db: psycopg.Connection[Any], workspace: str) -> None:
    db.execute(
        "INSERT INTO keys (id, name, workspace, rights, created) VALUES (%s, '', %s, '[]', 1)",
        (f"key_{workspace}", workspace),
    )
    db.execute("INSERT INTO secrets (hash, key) VALUES (%s, %s)", (workspace.encode(), f"key_{workspace}"))


def filled(two: Walls, statement: str) -> bytes:
    """Return a statement filled in with what an attacker may have guessed."""
    [[shard]] = two.all("SELECT tableoid::regclass::text FROM memories WHERE text LIKE '%Stradivarius%' LIMIT 1")
    names = {"a": two.a, "b": two.b, "partition": two.partition, "shard": shard.rpartition("_")[2]}
    owner = two.owner.partition("://")[2].partition(":")[0]
    return statement.format(**names, owner=owner).encode()


def seen(db: psycopg.Connection[Any], statement: bytes) -> str:
    """Return everything that one or several statements show."""
    cursor, shown = db.execute(statement), []
    while True:
        if cursor.description:
            shown += cursor.fetchall()
        if not cursor.nextset():
            return str(shown)


# -- what a forged query finds


@pytest.mark.parametrize("statement", READS)
def test_a_forged_query_reads_nothing_of_another_workspace(two: Walls, statement: str) -> None:
    forged = filled(two, statement)
    with two.inside("b") as db:
        theirs = seen(db, forged)
    with two.inside("a") as db:
        found = seen(db, forged)
    assert HIDDEN not in found
    assert str(two.partition) not in found
    if "pg_stats" not in statement and f"{two.a}" not in statement:
        assert theirs != "[]", "the query must find something where it may"


@pytest.mark.parametrize("statement", REFUSED)
def test_a_forged_query_is_refused(two: Walls, statement: str) -> None:
    before = two.all("SELECT * FROM memories ORDER BY partition, seq")
    with two.inside("a") as db, pytest.raises(psycopg.Error) as refused:
        db.execute(filled(two, statement))
    assert isinstance(refused.value, psycopg.errors.InsufficientPrivilege), refused.value
    assert HIDDEN not in str(refused.value)
    assert two.all("SELECT * FROM memories ORDER BY partition, seq") == before


@pytest.mark.parametrize("table", [*TABLES, "answers"])
def test_no_row_of_another_workspace_is_seen_changed_or_deleted(two: Walls, table: str) -> None:
    theirs = f"workspace = {two.b}" if table in TABLES else "workspace = 'b'"
    before = two.all(f"SELECT count(*) FROM {table} WHERE {theirs}")
    assert before[0][0] > 0
    with two.inside("a") as db:
        assert db.execute(f"SELECT count(*) FROM {table} WHERE {theirs}".encode()).fetchall() == [(0,)]
        assert db.execute(f"UPDATE {table} SET workspace = workspace WHERE {theirs}".encode()).rowcount == 0
        assert db.execute(f"DELETE FROM {table} WHERE {theirs}".encode()).rowcount == 0
        own = two.all(f"SELECT count(*) FROM {table} WHERE NOT {theirs}")
        assert db.execute(f"DELETE FROM {table}".encode()).rowcount == own[0][0]
    assert two.all(f"SELECT count(*) FROM {table} WHERE {theirs}") == before


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_owner_sees_no_more(two: Walls, table: str) -> None:
    shards = [
        name for (name,) in two.all(f"SELECT relid::regclass::text FROM pg_partition_tree('{table}') WHERE isleaf")
    ]
    with two.inside("a", url=two.owner) as db:
        for name in (table, *shards):
            rows = db.execute(f"SELECT count(*) FROM {name} WHERE workspace = {two.b}".encode()).fetchall()
            assert rows == [(0,)], name


def test_copying_out_shows_what_reading_does(two: Walls) -> None:
    with two.inside("a") as db, db.cursor() as cursor, cursor.copy("COPY memories TO STDOUT") as copy:
        told = b"".join(bytes(part) for part in copy).decode()
    assert HIDDEN not in told


def test_a_function_of_the_roles_own_is_asked_of_its_own_rows_only(two: Walls) -> None:
    heard: list[str] = []
    with two.inside("b") as db:
        for workspace in ("b", "a"):
            enter(db, (getattr(two, workspace), parse(of_workspace(two.role, workspace)).token))
            db.add_notice_handler(lambda notice, workspace=workspace: heard.append(f"{workspace}: {notice}"))  # type: ignore[misc]
            heard.clear()
            db.execute(
                "CREATE OR REPLACE FUNCTION pg_temp.spy(said TEXT) RETURNS BOOLEAN COST 0.0000001 LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE NOTICE '%', said; RETURN true; END $$"
            )
            db.execute("CREATE OR REPLACE TEMP VIEW every AS SELECT * FROM memories WHERE pg_temp.spy(text)")
            rows = [row[0] for row in db.execute("SELECT text FROM every").fetchall()]
            assert any(HIDDEN in text for text in rows) is (workspace == "b")


# -- getting in


@pytest.mark.parametrize("held", ["", "b", "{digest}", "{secretless}", "%", "{b}"])
def test_a_guessed_pass_opens_nothing(two: Walls, held: str) -> None:
    [[digest]] = two.all("SELECT encode(pass, 'hex') FROM workspaces WHERE name = 'b'")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(SECRET)
        secretless = parse(of_workspace(two.role, "b")).token
    guess = held.format(digest=digest, secretless=secretless, b=two.b)
    with two.inside(None) as db:
        enter(db, (two.b, guess))
        assert db.execute("SELECT entered(), entered_name()").fetchall() == [(None, None)]
        assert db.execute("SELECT count(*) FROM memories").fetchall() == [(0,)]
        assert db.execute("SELECT enter('b', %s)", (guess,)).fetchall() == [(None,)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.execute("INSERT INTO characters (id, name, description, language) VALUES ('spy', '', '', '')")


def test_a_number_opens_nothing_without_its_pass(two: Walls) -> None:
    with two.inside("a") as db:
        db.execute("SELECT set_config('soulkeep.workspace', %s, false)", (str(two.b),))
        assert HIDDEN not in str(db.execute("SELECT * FROM memories").fetchall())
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            db.execute("INSERT INTO characters (id, name, description, language) VALUES ('spy', '', '', '')")


def test_without_a_pass_nothing_is_there(two: Walls) -> None:
    with two.inside(None) as db:
        for table in (*TABLES, "answers"):
            assert db.execute(f"SELECT count(*) FROM {table}".encode()).fetchall() == [(0,)], table


def test_another_secret_is_refused(two: Walls, monkeypatch: pytest.MonkeyPatch) -> None:
    for secret in ("another", ""):
        monkeypatch.setenv(SECRET, secret)
        with pytest.raises(StoreReadOnly, match="another secret") as refused:
            soulkeep.open(of_workspace(two.role, "b"), embedder=HashEmbedder())
        assert SECRET in refused.value.hint
        assert PASSWORD not in str(refused.value)


def test_what_a_session_left_behind_catches_nothing_of_the_next_workspace(two: Walls) -> None:
    """Sessions are shared by a process's workspaces."""
    with two.inside("a") as db:
        db.execute("CREATE TEMP TABLE characters AS SELECT * FROM soulkeep.characters")
        db.execute("SET search_path = pg_temp, soulkeep")
        enter(db, (two.b, parse(of_workspace(two.role, "b")).token))
        db.execute("UPDATE characters SET description = 'x'")
        assert db.execute("SELECT count(*) FROM pg_temp.characters WHERE description = 'x'").fetchall() == [(0,)]


# -- no table without its wall


def test_every_table_and_every_shard_has_its_wall(two: Walls) -> None:
    rows = two.all(
        "SELECT c.relname, c.relispartition, c.relrowsecurity AND c.relforcerowsecurity, "
        "array(SELECT polcmd::text || polpermissive || polroles::text || pg_get_expr(polqual, polrelid) "
        "FROM pg_policy WHERE polrelid = c.oid) "
        f"FROM pg_class c WHERE c.relnamespace = '{SCHEMA}'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')"
    )
    ours = ["*true{0}(workspace = ( SELECT entered() AS entered))"]
    assert {name for name, shard, *_ in rows if not shard} == {*TABLES, *OPEN}, "a table without a decision"
    for name, _, forced, policies in rows:
        if name not in OPEN:
            assert forced, name
            assert policies == ours, name
    for name in SERVER_TABLES:
        [[forced]] = [[forced] for table, _, forced, _ in rows if table == name]
        assert forced, name


def test_the_role_may_do_what_it_must_and_no_more(two: Walls) -> None:
    role = two.role.partition("://")[2].partition(":")[0]
    rows = two.all(
        "SELECT c.relname, coalesce(array_agg(a.privilege_type) FILTER (WHERE a.grantee IN (0, "
        f"'{role}'::regrole)), '{{}}') FROM pg_class c LEFT JOIN LATERAL aclexplode(c.relacl) a ON true "
        f"WHERE c.relnamespace = '{SCHEMA}'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1"
    )
    all_four = {"SELECT", "INSERT", "UPDATE", "DELETE"}
    for name, may in rows:
        expected = all_four if name in TABLES else OPEN.get(name, set())
        assert set(may) == expected, name
    [flags] = two.all(
        "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, "
        f"has_schema_privilege('{role}', '{SCHEMA}', 'CREATE') FROM pg_roles WHERE rolname = '{role}'"
    )
    assert flags == (False,) * 5


# -- all of it works as that role


class TestAsTheRole(StoreContract):
    many = 3 * CHUNK

    @pytest.fixture
    def store(self, two: Walls, request: pytest.FixtureRequest) -> Iterator[Store]:
        with closing(PostgresStore(of_workspace(two.role, request.node.name))) as store:
            yield store

    @pytest.fixture
    def reopen(self, two: Walls, request: pytest.FixtureRequest) -> Iterator[Any]:
        opened: list[Store] = []

        def open_again() -> Store:
            opened.append(PostgresStore(of_workspace(two.role, request.node.name)))
            return opened[-1]

        yield open_again
        for store in opened:
            store.close()


def test_workspaces_with_the_same_names_do_not_meet(two: Walls) -> None:
    with (
        soulkeep.open(of_workspace(two.role, "x"), embedder=HashEmbedder()) as x,
        soulkeep.open(of_workspace(two.role, "y"), embedder=HashEmbedder()) as y,
    ):
        for keep, text in ((x, OURS), (y, HIDDEN)):
            holmes = keep.character("holmes", name="Sherlock Holmes")
            holmes.observe(text, person="안나", id="t1")
            holmes.reply("Do you remember?", person="안나")
            holmes.learn(text, source="letters")
            keep.settle(over=True)
        assert x.character("holmes").memory("t1", person="안나").text == OURS
        assert y.character("holmes").memory("t1", person="안나").text == HIDDEN
        assert HIDDEN not in str(x.character("holmes").recall("Where is the Stradivarius?", person="안나"))
        assert HIDDEN not in str(list(x.export()))
        assert HIDDEN in str(list(y.export()))
        whole = x.stats().memories
        y.character("holmes").observe("One more.", person="안나")
        assert x.stats().memories == whole
        assert x.stats().characters == 1
        assert PASSWORD not in str(x.stats())
        before = list(y.export())[1:]
        receipt = x.erase(character="holmes")
        assert (receipt.remaining, x.stats().memories) == (0, 0)
        assert list(y.export())[1:] == before
