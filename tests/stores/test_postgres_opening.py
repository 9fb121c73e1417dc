"""Databases are opened: by many at once, by forked children, by those who may not, and where there is none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from urllib.parse import urlsplit

import psycopg
import pytest

import soulkeep
from postgres_support import GIVEN, Databases, Server
from soulkeep.errors import StoreError, StoreReadOnly, StoreTooNew, StoreUnreachable
from soulkeep.stores.contract.work import ANNA, entry
from soulkeep.stores.postgres.store import PostgresStore
from soulkeep.testing.models import HashEmbedder


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    url = postgres.make()
    yield url
    postgres.drop(url)


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    store = PostgresStore(url)
    yield store
    store.close()


def ids(store: PostgresStore) -> list[str]:
    return [row.id for row in store.walk(ANNA)]


# -- processes


def run(code: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


FORKED = """
import os, sys, warnings
from soulkeep.errors import StoreError
from soulkeep.stores.rows import PartitionKey
from soulkeep.stores.contract.work import ANNA, entry
from soulkeep.stores.postgres.store import PostgresStore

store = PostgresStore(sys.argv[1])
store.append(ANNA, [entry("a")], None)
warnings.simplefilter("ignore")
child = os.fork()
if not child:
    try:
        store.append(ANNA, [entry("b")], None)
    except StoreError as error:
        print(error, flush=True)
    store.close()
    own = PostgresStore(sys.argv[1])
    own.append(ANNA, [entry("c")], None)
    own.close()
    os._exit(0)
os.waitpid(child, 0)
store.append(ANNA, [entry("d")], None)
print([row.id for row in store.walk(ANNA)], flush=True)
store.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork here")
def test_a_forked_child_is_refused_and_harms_nothing(url: str) -> None:
    with run(FORKED, url) as process:
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    refused, left = out.splitlines()
    assert "was opened by another process" in refused
    assert "Open the keep in each process" in refused
    assert left == "['a', 'c', 'd']"


OPENED = """
import sys
import soulkeep
from soulkeep.testing.models import HashEmbedder

print("ready", flush=True)
sys.stdin.readline()
with soulkeep.open(sys.argv[1], embedder=HashEmbedder()) as keep:
    keep.character("holmes").observe("Miso is a cat.", person="anna", id=sys.argv[2])
print("done", flush=True)
"""


def test_many_open_an_empty_database_at_once(postgres: Databases) -> None:
    url = postgres.make(ready=False)
    processes = [run(OPENED, url, f"w{number}") for number in range(8)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        with process:
            out, _ = process.communicate(timeout=120)
            assert out == "done\n"
            assert process.returncode == 0
    with psycopg.connect(url) as db:
        assert db.execute("SELECT count(*) FROM soulkeep.version").fetchone() == (1,)
    with soulkeep.open(url, embedder=HashEmbedder()) as keep:
        found = sorted(memory.id for memory in keep.character("holmes").memories(person="anna", kinds={"turn"}))
        assert found == [f"w{number}" for number in range(8)]
        assert keep.check() == []
    postgres.drop(url)


def test_many_enter_new_workspaces_at_once(url: str) -> None:
    workers = 8
    barrier = Barrier(workers)

    def enter(_: int) -> list[int | None]:
        found = []
        with psycopg.connect(url, autocommit=True) as db:
            for number in range(100):
                barrier.wait(30)
                row = db.execute("SELECT soulkeep.enter(%s, %s)", (f"crowd{number}", f"secret{number}")).fetchone()
                found.append(row[0] if row else None)
        return found

    with ThreadPoolExecutor(workers) as pool:
        first, *others = pool.map(enter, range(workers))
    assert None not in first
    assert len(set(first)) == len(first)
    assert others == [first] * (workers - 1)


# -- what can't be used


def test_a_worker_that_runs_is_told_when_it_is_too_old(store: PostgresStore, url: str) -> None:
    store.append(ANNA, [entry("a")], None)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("UPDATE soulkeep.version SET version = 99, oldest = 99")
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        with pytest.raises(StoreTooNew, match="needs version 99"):
            store.append(ANNA, [entry("b")], None)
        db.execute("UPDATE soulkeep.version SET version = 1, oldest = 1")
    assert [found.id for found in store.walk(ANNA)] == ["a"]


def test_tables_of_a_newer_version_are_left_alone(store: PostgresStore, url: str) -> None:
    store.append(ANNA, [entry("a")], None)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("UPDATE soulkeep.version SET version = 99")
        newer = PostgresStore(url)  # it says that this one may still use them
        assert ids(newer) == ["a"]
        newer.close()
        db.execute("UPDATE soulkeep.version SET oldest = 99")
        with pytest.raises(StoreTooNew, match="schema 99") as error:
            PostgresStore(url)
        assert error.value.hint is not None
        assert "Upgrade" in error.value.hint


@pytest.mark.parametrize("ready", [True, False])
def test_a_role_without_rights_is_told_what_to_ask_for(postgres: Databases, ready: bool) -> None:
    url = postgres.make(ready=ready)
    parts = urlsplit(url)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("DROP ROLE IF EXISTS stranger")
        db.execute("CREATE ROLE stranger LOGIN PASSWORD 'strange'")
    try:
        address = f"{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}"
        with pytest.raises(StoreReadOnly) as error:
            PostgresStore(f"postgresql://stranger:strange@{address}{parts.path}?{parts.query}")
        assert error.value.hint is not None
        assert "soulkeep store init" in error.value.hint
        assert "strange:" not in str(error.value)
    finally:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("DROP ROLE stranger")
        postgres.drop(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://anna:s3cret@127.0.0.1:9/keep",
        "postgresql://anna:s3cret@localhost.invalid/keep",
        "postgresql://anna:s3cret@/keep?host=/nowhere",
    ],
)
def test_a_server_that_is_not_there_is_told_of(url: str) -> None:
    with pytest.raises(StoreUnreachable) as error:
        PostgresStore(url)
    assert error.value.hint is not None
    assert "Check that PostgreSQL runs" in error.value.hint
    assert "acknowledged" not in error.value.hint  # nothing was
    assert "s3cret" not in str(error.value)
    assert error.value.retryable


def test_a_database_that_is_not_there_is_told_of(postgres: Databases) -> None:
    refused(postgres.of("soulkeep_nothing"), "does not exist", "CREATE DATABASE")


@pytest.mark.parametrize(
    "parameter", ["nonsense=1", "sslmode=nonsense", "options=-c%20nonsense%3D1", "service=nonsense", "port=nonsense"]
)
def test_a_parameter_that_is_wrong_is_told_of(postgres: Databases, parameter: str) -> None:
    url = postgres.url
    refused(f"{url}{'&' if '?' in url else '?'}{parameter}", "nonsense", "parameters after the ?")


@pytest.mark.skipif(GIVEN is not None, reason="a server that was given lets in whom it likes")
def test_who_is_not_let_in_is_told_of() -> None:
    server = Server(18)
    try:
        with psycopg.connect(server.url, autocommit=True) as db:
            db.execute("CREATE ROLE anna LOGIN PASSWORD 's3cret'")
            db.execute("CREATE ROLE boris")
        server.stop()
        rules = ("postgres trust", "anna scram-sha-256", "boris trust", "clara trust")
        (server.data / "pg_hba.conf").write_text("".join(f"local all {rule}\n" for rule in rules))
        server.start()
        for user, said in (
            ("anna", "no password supplied"),
            ("anna:wr0ng", "password authentication failed"),
            ("boris", "not permitted to log in"),
            ("clara", 'role "clara" does not exist'),
            ("dora", "no pg_hba.conf entry"),
        ):
            refused(server.url.replace("postgres@", f"{user}@", 1), said, "user and the password")
    finally:
        server.remove()


def refused(url: str, said: str, hint: str) -> None:
    """Assert that opening is refused with this message and hint, by an error that isn't worth trying again."""
    with pytest.raises(StoreError) as error:
        PostgresStore(url)
    assert said in error.value.message
    assert hint in error.value.hint
    assert not error.value.retryable
    assert "can't be reached" not in str(error.value)
    assert "wr0ng" not in str(error.value)


# -- texts


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_what_postgresql_can_not_hold_is_refused_before(url: str, text: str) -> None:
    with soulkeep.open(url, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        tries: list[Callable[[], object]] = [
            lambda: holmes.observe(text, person="anna"),
            lambda: holmes.observe("Miso", person=text),
            lambda: holmes.observe("Miso", person="anna", id=text),
            lambda: holmes.observe("Miso", person="anna", session=text),
            lambda: holmes.observe("Miso", person="anna", speaker=text),
            lambda: holmes.observe("Miso", person="anna", heard_by=[text]),
            lambda: holmes.learn(text, source="canon"),
            lambda: holmes.reply(text, person="anna"),
            lambda: holmes.memory(text, person="anna"),
            lambda: list(holmes.memories(person="anna", session=text)),
            lambda: keep.character(text),
            lambda: keep.character("watson", name=text),
            lambda: keep.character("watson", description=text),
            lambda: keep.world(text),
            lambda: keep.erase(person=text),
        ]
        stored = 0
        for do in tries:
            try:
                do()
            except soulkeep.StoreError as error:
                pytest.fail(f"it reached the database: {error}")
            except soulkeep.SoulkeepError:
                continue
            stored += 1  # cleaned
        assert keep.check() == []
        assert stored < 5


def test_words_of_all_scripts_come_back(url: str) -> None:
    with soulkeep.open(url, embedder=HashEmbedder()) as keep:
        holmes = keep.character("홈즈")
        text = "오늘은 강가를 걸었어요. 𝕳𝖊𝖑𝖑𝖔 🐈 \U0010ffff e\u0301"
        holmes.observe(text, person="윤서", id="첫째")
        assert holmes.memory("첫째", person="윤서").text == text
        assert [hit.memory.id for hit in holmes.recall("강가", person="윤서").hits] == ["첫째"]
