"""Connections are lost, and the server is away: what was acknowledged is stored, and nothing is stored twice."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Event
from time import monotonic, sleep
from unittest.mock import patch
from urllib.parse import quote

import psycopg
import pytest
from cut_support import Proxy
from races_support import Side, wait_for, wait_until_blocked

import soulkeep
from postgres_support import Databases, Server
from soulkeep.errors import StoreBusy, StoreError, StoreUnreachable
from soulkeep.stores.contract.work import ANNA, entry, partition_of
from soulkeep.stores.postgres.store import PostgresStore
from soulkeep.stores.rows import Stored
from soulkeep.testing.models import HashEmbedder

WAKE_UP = "soulkeep.stores.sql.writes.insert"


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


@pytest.fixture
def side() -> Iterator[Side]:
    side = Side()
    yield side
    side.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Yield a server of these tests' own, which can be stopped."""
    server = Server()
    yield server
    server.remove()


def ids(store: PostgresStore) -> list[str]:
    return [row.id for row in store.walk(ANNA)]


def throw_out(url: str) -> int:
    """End all sessions in a database; return how many there were."""
    with psycopg.connect(url, autocommit=True) as db:
        statement = (
            "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        [count] = db.execute(statement).fetchone() or (0,)
        return int(count)


# -- between statements


def test_a_write_whose_connection_is_lost_is_done_again_once(store: PostgresStore, side: Side, url: str) -> None:
    store.append(ANNA, [entry("a")], None)
    with side.stopped_at(WAKE_UP, lambda: store.append(ANNA, [entry("b")], None), after=True) as append:
        assert throw_out(url)
        assert append.go_on() == [Stored(2, True)]
    assert ids(store) == ["a", "b"]
    assert store.heads([ANNA])[1] == [(partition_of(store), 2)]


def test_a_read_whose_connection_is_lost_is_done_again(store: PostgresStore, url: str) -> None:
    store.append(ANNA, [entry("a")], None)
    for _ in range(3):
        assert throw_out(url)
        assert ids(store) == ["a"]


def test_a_use_counts_once_though_its_connection_is_lost(store: PostgresStore, side: Side, url: str) -> None:
    store.append(ANNA, [entry("a", stability=1.0)], None)
    anna = partition_of(store)
    where = "soulkeep.stores.sql.writes.journal"
    with side.stopped_at(where, lambda: store.touch({anna: [1]}, boost=2.0, at=5.0), after=True) as touch:
        throw_out(url)
        touch.go_on()
    assert store.fetch(anna, [1])[1].stability == 2.0
    assert [change.op for change in store.history(anna, 1)] == ["use"]


# -- in COMMIT


@pytest.fixture
def proxy(url: str) -> Iterator[Proxy]:
    proxy = Proxy(url)
    yield proxy
    proxy.close()


@pytest.mark.parametrize("cut", ["before", "after", "silently"])
def test_a_connection_that_is_lost_in_the_commit_leaves_no_doubt(store: PostgresStore, proxy: Proxy, cut: str) -> None:
    store.append(ANNA, [entry("a", stability=1.0)], None)
    far = PostgresStore(proxy.url)
    try:
        anna = partition_of(far)
        proxy.cut = cut
        assert far.append(ANNA, [entry("b")], None) == [Stored(2, True)]
        proxy.cut = cut
        far.touch({anna: [1]}, boost=2.0, at=5.0)
        assert proxy.cuts == 2
    finally:
        far.close()
    assert ids(store) == ["a", "b"]
    assert store.fetch(anna, [1])[1].stability == 2.0
    assert store.heads([ANNA])[1] == [(anna, 3)]


def test_after_a_crash_no_number_of_a_transaction_is_trusted(store: PostgresStore, proxy: Proxy) -> None:
    """What didn't reach the disk has no number any more: another transaction may have it."""
    store.append(ANNA, [entry("a")], None)
    far = PostgresStore(proxy.url)
    try:
        with patch("soulkeep.stores.postgres.store.life_of", lambda connection: "the next one"):
            proxy.cut = "after"
            with pytest.raises(StoreUnreachable, match="isn't known whether it was"):
                far.append(ANNA, [entry("b")], None)
            proxy.cut = "before"
            assert far.append(ANNA, [entry("c")], None) == [Stored(3, True)]
        assert far.append(ANNA, [entry("b")], None) == [Stored(2, False)]
        assert proxy.cuts == 2
    finally:
        far.close()
    assert ids(store) == ["a", "b", "c"]


# -- the server is away


def test_reads_and_writes_wait_for_a_server_that_is_started_anew(server: Server, side: Side) -> None:
    store = PostgresStore(server.url)
    try:
        store.append(ANNA, [entry("a")], None)
        server.stop(signal.SIGQUIT)
        read, write = side.start(ids, store), side.start(store.append, ANNA, [entry("b")], None)
        sleep(2)
        assert not read.done()
        assert not write.done()
        server.start()
        assert read.result(30)[0] == "a"
        assert write.result(30) == [Stored(2, True)]
    finally:
        store.close()


def test_a_server_that_stays_away_is_told_of(server: Server) -> None:
    store = PostgresStore(server.url, busy_seconds=0.5)
    try:
        [before] = store.append(ANNA, [entry("waits")], None)
        server.stop()
        try:
            for do in (lambda: ids(store), lambda: store.append(ANNA, [entry("lost")], None)):
                with pytest.raises(StoreUnreachable, match="can't be reached") as error:
                    do()
                assert error.value.hint is not None
                assert "What was acknowledged is stored" in error.value.hint
        finally:
            server.start()
        wait_for(lambda: _works(store))
        assert "waits" in ids(store)
        assert store.append(ANNA, [entry("later")], None) == [Stored(before.seq + 1, True)]
    finally:
        store.close()


def _works(store: PostgresStore) -> bool:
    try:
        store.heads([ANNA])
    except (StoreUnreachable, StoreBusy):  # it tries to connect every few seconds, and this store waits for half a one
        return False
    return True


def test_a_listener_survives_a_new_start_of_the_server(server: Server) -> None:
    store = PostgresStore(server.url, notify=True)
    told: list[int] = []
    try:
        failed = Event()

        def tell(partition: int) -> None:
            if not failed.is_set():
                failed.set()
                raise StoreBusy("Whoever is told may fail.")
            told.append(partition)

        store.watch(tell)
        numbers = iter(range(10_000))

        def heard() -> bool:
            store.append(ANNA, [entry(f"told {next(numbers)}")], None)
            return bool(told)

        wait_for(heard)
        server.stop()
        server.start()
        told.clear()
        wait_for(heard)
        assert set(told) == {partition_of(store)}
    finally:
        store.close()


def test_a_wrong_password_is_told_of_without_telling_it(server: Server) -> None:
    with psycopg.connect(server.url, autocommit=True) as db:
        db.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        rules = server.data / "pg_hba.conf"
        rules.write_text("local all guarded scram-sha-256\n" + rules.read_text())
        db.execute("SELECT pg_reload_conf()")
    where = f"/postgres?host={quote(str(server.folder), safe='')}"
    for password in ("wr0ng", "wr0ng%zz", "wr0ng@x:y"):
        with pytest.raises(soulkeep.SoulkeepError) as error:
            soulkeep.open(f"postgresql://guarded:{password}@{where}", embedder=HashEmbedder())
        assert error.value.hint
        assert "wr0ng" not in str(error.value)
    with pytest.raises(StoreError, match="password"):
        soulkeep.open(f"postgresql://guarded:wr0ng@{where}", embedder=HashEmbedder())


# -- all is in use


def test_who_finds_all_connections_in_use_is_told(url: str) -> None:
    store = PostgresStore(url, busy_seconds=0.3)
    try:
        with ExitStack() as lent:
            for _ in range(10):
                lent.enter_context(store._lent(monotonic() + 10))
            with pytest.raises(StoreBusy, match=r"No connection to .* was free for 0\.3 s") as error:
                store.heads([ANNA])
            assert error.value.hint
        assert store.heads([ANNA]) == (None, [None])
    finally:
        store.close()


def test_who_waits_for_a_writer_for_too_long_is_told(store: PostgresStore, side: Side, url: str) -> None:
    store.append(ANNA, [entry("a")], None)
    hasty = PostgresStore(url, busy_seconds=0.3)
    try:
        with side.stopped_at(WAKE_UP, lambda: store.append(ANNA, [entry("b")], None)) as slow:
            waiting = side.start(hasty.append, ANNA, [entry("c")], None)
            wait_until_blocked(url, waiting)
            with pytest.raises(StoreBusy, match="Others have been writing the same memories"):
                waiting.result(10)
            assert slow.go_on() == [Stored(2, True)]
        assert hasty.append(ANNA, [entry("c")], None) == [Stored(3, True)]
    finally:
        hasty.close()
