"""Tests that what two workers do at the same moment has the same result as one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from threading import Barrier, Event
from typing import Any
from uuid import uuid4

import pytest
from races_support import SECONDS, Side, rows, wait_for, wait_until_blocked

from postgres_support import Databases
from soulkeep.errors import Erased, IdConflict
from soulkeep.stores.contract.work import ANNA, BORIS, NOBODY, SPACE, VECTOR, entry, hold_work, partition_of
from soulkeep.stores.postgres.store import PostgresStore
from soulkeep.stores.rows import COPY_OF, SAW, Erasure, PartitionKey, Space, Stored, Wake
from soulkeep.stores.sql.connection import Connection

NEXT = Space("fake@2", 2)
WAKE = Wake(1000.0, 0.0, 0.0)
INSERT = "soulkeep.stores.sql.writes.insert"


@pytest.fixture(scope="module")
def url(postgres: Databases) -> Iterator[str]:
    url = postgres.make()
    yield url
    postgres.drop(url)


@pytest.fixture
def both(url: str, request: pytest.FixtureRequest) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    """Yield two stores in a workspace of this run of the test, so that a repeated test begins with nothing, too."""
    own = f"{url}{'&' if '?' in url else '?'}workspace={request.node.name[:40]}-{uuid4().hex[:8]}"
    stores = PostgresStore(own), PostgresStore(own)
    yield stores
    assert stores[0].check() == []
    for store in stores:
        store.close()


@pytest.fixture
def store(both: tuple[PostgresStore, PostgresStore]) -> PostgresStore:
    return both[0]


@pytest.fixture
def other(both: tuple[PostgresStore, PostgresStore]) -> PostgresStore:
    return both[1]


@pytest.fixture
def side() -> Iterator[Side]:
    side = Side()
    yield side
    side.close()


def ids(store: PostgresStore, key: PartitionKey = ANNA) -> list[str]:
    return [row.id for row in store.walk(key)]


# -- partitions, and what is added to them


def test_two_make_a_partition_at_once(store: PostgresStore, other: PostgresStore, side: Side, url: str) -> None:
    where = "soulkeep.stores.postgres.connection.PostgresConnection._made"
    with side.stopped_at(where, lambda: store.append(ANNA, [entry("a")], None), after=True) as first:
        second = side.start(other.append, ANNA, [entry("b")], None)
        wait_until_blocked(url, second)
        assert first.go_on() == [Stored(1, True)]
        assert second.result(SECONDS) == [Stored(2, True)]
    assert store.heads([ANNA]) == other.heads([ANNA])
    assert ids(other) == ["a", "b"]


def test_whoever_made_a_partition_may_fail(store: PostgresStore, other: PostgresStore, side: Side, url: str) -> None:
    where = "soulkeep.stores.postgres.connection.PostgresConnection._made"
    both = [entry("a"), entry("a", "Miso is a dog.")]

    def fail() -> None:
        with pytest.raises(IdConflict):
            store.append(ANNA, both, None)

    with side.stopped_at(where, fail, after=True) as first:
        second = side.start(other.append, ANNA, [entry("b")], None)
        wait_until_blocked(url, second)
        first.go_on()
        assert second.result(SECONDS) == [Stored(1, True)]
    assert store.append(ANNA, [entry("c")], None) == [Stored(2, True)]


def test_an_id_that_two_append_at_once_is_new_to_one(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.append(ANNA, [entry("before")], None)
    with side.stopped_at(INSERT, lambda: store.append(ANNA, [entry("a")], None), after=True) as first:
        second = side.start(other.append, ANNA, [entry("a")], None)
        third = side.start(other.append, ANNA, [entry("a", "Miso is a dog.")], None)
        wait_until_blocked(url, second)
        assert first.go_on() == [Stored(2, True)]
        assert second.result(SECONDS) == [Stored(2, False)]
        with pytest.raises(IdConflict, match="its text differs"):
            third.result(SECONDS)
    assert ids(store) == ["before", "a"]


def test_what_is_being_appended_is_erased_too(store: PostgresStore, other: PostgresStore, side: Side, url: str) -> None:
    store.append(ANNA, [entry("a")], None)
    with side.stopped_at(INSERT, lambda: store.append(ANNA, [entry("b")], None), after=True) as append:
        erase = side.start(other.erase, ANNA)
        wait_until_blocked(url, erase)
        append.go_on()
        assert erase.result(SECONDS).memories == 2
    assert store.heads([ANNA]) == (None, [None])
    assert ids(store) == []


def test_what_comes_while_a_partition_is_erased_stands_in_a_new_one(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.append(ANNA, [entry("a")], None)
    before = partition_of(store)
    where = "soulkeep.stores.postgres.connection.PostgresConnection.drop_partition"
    with side.stopped_at(where, lambda: other.erase(ANNA)) as erase:
        append = side.start(store.append, ANNA, [entry("b")], None, wake=WAKE)
        answer = side.start(store.append, ANNA, [entry("c")], None, into=before)
        wait_until_blocked(url, append)
        assert erase.go_on().memories == 1
        assert append.result(SECONDS) == [Stored(1, True)]
        with pytest.raises(Erased):
            answer.result(SECONDS)
    assert partition_of(store) == partition_of(other) != before
    assert ids(other) == ["b"]


def test_company_that_is_erased_meanwhile_hears_nothing(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.append(ANNA, [entry("a")], None)
    store.append(BORIS, [entry("b")], None)
    copy = entry("copy", details={COPY_OF: "c"})
    where = "soulkeep.stores.postgres.connection.PostgresConnection.drop_partition"
    with side.stopped_at(where, lambda: other.erase(BORIS)) as erase:
        copies = {BORIS: [copy]}
        answer = side.start(store.append, ANNA, [entry("c")], None, into=partition_of(store), copies=copies)
        wait_until_blocked(url, answer)
        erase.go_on()
        assert answer.result(SECONDS) == [Stored(2, True)]
    assert store.keys() == [ANNA]


def test_an_answer_is_erased_with_what_it_had_in_view_or_comes_too_late(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    copy = entry("copy", details={COPY_OF: "a"})
    saw = {SAW: ["anna"]}
    store.append(ANNA, [entry("a")], None, copies={BORIS: [copy]})
    with side.stopped_at(INSERT, lambda: store.append(BORIS, [entry("b", details=saw)], None), after=True) as append:
        erase = side.start(other.erase, ANNA)
        wait_until_blocked(url, erase)
        append.go_on()
        assert erase.result(SECONDS) == Erasure(3, 1)
    store.append(ANNA, [entry("a")], None, copies={BORIS: [copy]})
    where = "soulkeep.stores.postgres.connection.PostgresConnection.drop_partition"
    with side.stopped_at(where, lambda: other.erase(ANNA)) as erasing:
        late = side.start(store.append, BORIS, [entry("c", details=saw)], None)
        wait_until_blocked(url, late)
        assert erasing.go_on() == Erasure(2, 0)
        with pytest.raises(Erased):
            late.result(SECONDS)
    assert ids(other, BORIS) == []


def test_those_who_are_in_each_others_company_speak_at_once(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    for key in (ANNA, BORIS):
        store.append(key, [entry("before")], None)

    def said(where: PostgresStore, key: PartitionKey, hearer: PartitionKey, id: str) -> list[Stored]:
        copy = entry(f"copy of {id}", details={COPY_OF: id})
        return where.append(key, [entry(id)], None, copies={hearer: [copy]})

    with side.stopped_at(INSERT, lambda: said(store, ANNA, BORIS, "a")) as first:
        second = side.start(said, other, BORIS, ANNA, "b")
        wait_until_blocked(url, second)
        assert first.go_on() == [Stored(2, True)]
        assert second.result(SECONDS) == [Stored(3, True)]
    assert ids(store, ANNA) == ["before", "a", "copy of b"]
    assert ids(store, BORIS) == ["before", "copy of a", "b"]


def test_those_who_wait_for_each_other_are_both_done(store: PostgresStore, other: PostgresStore, side: Side) -> None:
    for key in (ANNA, BORIS):
        store.append(key, [entry("before")], None)
    meet, runs = Barrier(2, timeout=30), []

    def job(first: int, second: int) -> Any:
        def run(db: Connection) -> None:
            db.lock(first)
            runs.append(first)
            if len(runs) <= 2:
                meet.wait()
            db.lock(second)
            db.run("UPDATE partitions SET seq = seq + 10 WHERE id = ?", (second,))

        return run

    anna, boris = partition_of(store, ANNA), partition_of(store, BORIS)
    for done in (side.start(store.write, job(anna, boris)), side.start(other.write, job(boris, anna))):
        done.result(30)
    assert len(runs) == 3
    _, heads = store.heads([ANNA, BORIS])
    assert [head and head.seq for head in heads] == [11, 11]


# -- deleting


def test_a_vector_comes_too_late_for_what_is_being_deleted(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.open_space(SPACE)
    store.append(ANNA, [entry("a", vector=None)], SPACE)
    anna = partition_of(store)
    with side.stopped_at(
        "soulkeep.stores.sql.writes.drop_vectors", lambda: store.delete(anna, [1], at=2.0), after=True
    ) as delete:
        put = side.start(other.put_vectors, SPACE, [(anna, 1, VECTOR)])
        wait_until_blocked(url, put)
        assert delete.go_on() == 1
        put.result(SECONDS)
    assert rows(store, "SELECT seq FROM vectors WHERE /*ours*/ 1 = 1") == []


def test_a_vector_that_is_being_put_goes_with_what_is_deleted(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.open_space(SPACE)
    store.append(ANNA, [entry("a", vector=None)], SPACE)
    anna = partition_of(store)
    vectors = [(anna, 1, VECTOR)]
    with side.stopped_at("soulkeep.stores.sql.spaces.live_ones", lambda: other.put_vectors(SPACE, vectors)) as put:
        delete = side.start(store.delete, anna, [1], at=2.0)
        wait_until_blocked(url, delete)
        put.go_on()
        assert delete.result(SECONDS) == 1
    assert rows(store, "SELECT seq FROM vectors WHERE /*ours*/ 1 = 1") == []


# -- spaces


def test_a_memory_that_comes_before_the_switch_is_waited_for(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.open_space(SPACE)
    store.append(ANNA, [entry("a")], SPACE)
    store.fill_space(NEXT)
    store.put_vectors(NEXT, [(partition_of(store), 1, b"\0" * 4)])
    with side.stopped_at(INSERT, lambda: store.append(ANNA, [entry("b")], SPACE), after=True) as append:
        switch = side.start(other.switch_space, NEXT)
        wait_until_blocked(url, switch)
        append.go_on()
        assert switch.result(SECONDS) is False
    [found] = other.unembedded(NEXT, 10)
    assert found.entry.id == "b"
    other.put_vectors(NEXT, [(found.partition, found.seq, b"\0" * 4)])
    assert other.switch_space(NEXT)


def test_a_memory_that_comes_during_the_switch_waits_for_its_vector(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.open_space(SPACE)
    store.append(ANNA, [entry("a")], SPACE)
    store.fill_space(NEXT)
    store.put_vectors(NEXT, [(partition_of(store), 1, b"\0" * 4)])
    with side.stopped_at("soulkeep.stores.sql.spaces._drop", lambda: other.switch_space(NEXT)) as switch:
        append = side.start(store.append, ANNA, [entry("b")], SPACE)
        put = side.start(store.put_vectors, NEXT, [(partition_of(store), 1, b"\1" * 4)])
        wait_until_blocked(url, append)
        assert switch.go_on() is True
        assert append.result(SECONDS)[0].new
        put.result(SECONDS)
    assert [place.entry.id for place in other.unembedded(NEXT, 10)] == ["b"]
    assert len(rows(store, "SELECT space FROM vectors WHERE /*ours*/ 1 = 1")) == 1


def test_a_change_of_mind_waits_for_vectors_that_are_being_put(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.open_space(SPACE)
    store.append(ANNA, [entry("a")], SPACE)
    store.fill_space(NEXT)
    vectors = [(partition_of(store), 1, b"\0" * 4)]
    with side.stopped_at(
        "soulkeep.stores.sql.spaces.space_number", lambda: store.put_vectors(NEXT, vectors), after=True
    ) as put:
        fill = side.start(other.fill_space, Space("fake@3", 3))
        wait_until_blocked(url, fill)
        put.go_on()
        fill.result(SECONDS)
    assert len(rows(store, "SELECT space FROM vectors WHERE /*ours*/ 1 = 1")) == 1


# -- work


def woken(store: PostgresStore, *keys: PartitionKey) -> list[int]:
    for number, key in enumerate(keys):
        store.append(key, [entry("a")], None, wake=Wake(1000.0 + number, 0.0, 0.0))
    return [partition_of(store, key) for key in keys]


def test_what_somebody_is_just_claiming_is_left_to_them(store: PostgresStore, other: PostgresStore, side: Side) -> None:
    anna, boris = woken(store, ANNA, BORIS)
    with side.stopped_at("soulkeep.stores.sql.work.os.urandom", lambda: store.claim(2000.0, 60.0)) as first:
        second = other.claim(2000.0, 60.0)
        assert second is not None
        assert second.partition == boris
        assert other.claim(2000.0, 60.0) is None
        work = first.go_on()
    assert work is not None
    assert work.partition == anna
    assert other.claim(2000.0, 60.0) is None


def test_many_claim_at_once_and_each_work_is_had_by_one(store: PostgresStore, other: PostgresStore, side: Side) -> None:
    keys = [PartitionKey("holmes", f"p{number}") for number in range(20)]
    partitions = woken(store, *keys)

    def claim(where: PostgresStore) -> list[int]:
        found = []
        while (work := where.claim(2000.0, 60.0)) is not None:
            found.append(work.partition)
        return found

    claimed = [work for done in [side.start(claim, one) for one in (store, other) * 2] for work in done.result(30)]
    while (work := store.claim(2000.0, 60.0)) is not None:  # all the first sixteen may have been taken at that moment
        claimed.append(work.partition)
    assert sorted(claimed) == sorted(partitions)


def test_whoever_kept_work_for_too_long_stores_nothing(store: PostgresStore, other: PostgresStore) -> None:
    store.append(ANNA, [entry("a")], None, wake=WAKE)
    slow = hold_work(store, now=1000.0, lease=10.0)
    assert other.claim(1009.0, 10.0) is None
    quick = other.claim(1011.0, 10.0)
    assert quick is not None
    fact = entry("fact", kind="fact")
    assert not store.advance(slow, {"mark": 1}, added=[fact], space=None, at=1012.0)
    assert not store.hold(slow, 2000.0)
    store.release(slow, None)
    assert other.advance(quick, {"mark": 2}, added=[fact], space=None, at=1012.0)
    other.release(quick, None)
    assert ids(store) == ["a", "fact"]
    assert store.waiting() == []


def test_the_work_of_what_is_being_erased_is_not_begun(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.append(ANNA, [entry("a")], None)
    anna = partition_of(store)
    where = "soulkeep.stores.postgres.connection.PostgresConnection.drop_partition"
    with side.stopped_at(where, lambda: other.erase(ANNA)) as erase:
        claim = side.start(store.claim, 1000.0, 60.0, partition=anna)
        wait_until_blocked(url, claim)
        erase.go_on()
        assert claim.result(SECONDS) is None
    assert rows(store, "SELECT partition FROM work WHERE /*ours*/ 1 = 1") == []


def test_what_comes_while_work_is_let_go_keeps_it_awake(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.append(ANNA, [entry("a")], None, wake=WAKE)
    work = hold_work(store, now=1001.0)
    with side.stopped_at(
        "soulkeep.stores.sql.work.wake_up",
        lambda: other.append(ANNA, [entry("b")], None, wake=Wake(1002.0, 0.0, 0.0)),
        after=True,
    ) as append:
        release = side.start(store.release, work, None)
        wait_until_blocked(url, release)
        append.go_on()
        release.result(SECONDS)
    [waiting] = store.waiting()
    assert not waiting.running


# -- knowledge and characters


def known(store: PostgresStore) -> list[str]:
    return [digest for (digest,) in rows(store, "SELECT digest FROM graphs WHERE /*ours*/ 1 = 1 ORDER BY digest")]


@pytest.mark.parametrize("stopped", ["put", "drop"])
def test_data_that_one_puts_while_another_drops_it_stays(
    store: PostgresStore, other: PostgresStore, side: Side, url: str, stopped: str
) -> None:
    store.put_graph("holmes", "pets", "d1", 3, b"data", at=1.0)

    def put() -> bool:
        return store.put_graph("watson", "pets", "d1", 3, b"data", at=2.0)

    def drop() -> bool:
        return other.drop_graph("holmes", "pets")

    first, second = (put, drop) if stopped == "put" else (drop, put)
    where = "soulkeep.stores.postgres.connection.PostgresConnection.lock_name"
    with side.stopped_at(where, first, after=True) as one:
        two: Future[bool] = side.start(second)
        wait_until_blocked(url, two)
        assert one.go_on()
        assert two.result(SECONDS)
    assert store.graph("d1") == b"data"
    assert [graph.digest for graph in store.graphs("watson")] == ["d1"]
    assert known(store) == ["d1"]


def test_of_data_that_two_put_under_a_name_one_is_left(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.put_graph("holmes", "pets", "d1", 3, b"1", at=1.0)
    where = "soulkeep.stores.sql.knowledge._drop_unknown"
    with side.stopped_at(where, lambda: store.put_graph("holmes", "pets", "d2", 3, b"2", at=2.0)) as first:
        second = side.start(other.put_graph, "holmes", "pets", "d3", 3, b"3", at=3.0)
        wait_until_blocked(url, second)
        first.go_on()
        second.result(SECONDS)
    assert known(store) == ["d3"]


def test_a_character_that_is_dropped_while_it_is_changed_is_there_again(
    store: PostgresStore, other: PostgresStore, side: Side, url: str
) -> None:
    store.put_character("holmes", {"name": "Sherlock Holmes"})
    with side.stopped_at(
        "soulkeep.stores.sql.characters.knowledge.sources_known", lambda: other.drop_character("holmes")
    ) as drop:
        put = side.start(store.put_character, "holmes", {"language": "ko"})
        wait_until_blocked(url, put)
        assert drop.go_on()
        assert put.result(SECONDS).name == "holmes"
    row = other.character("holmes")
    assert row is not None
    assert row.language == "ko"


# -- what others see


def test_a_reader_sees_what_was_erased_and_made_anew_by_another(store: PostgresStore, other: PostgresStore) -> None:
    store.append(ANNA, [entry("a")], None)
    before = partition_of(other)
    store.erase(ANNA)
    assert other.heads([ANNA]) == (None, [None])
    store.append(ANNA, [entry("b")], None)
    assert partition_of(other) != before
    assert ids(other) == ["b"]
    assert other.append(ANNA, [entry("c")], None) == [Stored(2, True)]


def test_heads_do_not_depend_on_what_is_remembered(store: PostgresStore, side: Side) -> None:
    store.append(ANNA, [entry("a")], None)
    stop = Event()

    def forget() -> None:
        while not stop.is_set():
            store._ids.clear()  # as where there are too many

    forgetting = side.start(forget)
    try:
        assert all(store.heads([ANNA])[1] != [None] for _ in range(300))
    finally:
        stop.set()
    forgetting.result(SECONDS)


def test_a_listener_hears_of_every_write(both: tuple[PostgresStore, PostgresStore], url: str) -> None:
    own = both[0]._location
    told: list[int] = []
    teller = PostgresStore(f"{own.url}{'&' if '?' in own.url else '?'}workspace={own.workspace}", notify=True)
    try:
        both[0].watch(told.append)
        both[0].append(NOBODY, [entry("a")], None)

        def heard() -> bool:
            teller.put_character("watson", {})
            teller.set_feelings(NOBODY, {})
            return bool(told)

        wait_for(heard)
        assert set(told) == {partition_of(teller, NOBODY)}
    finally:
        teller.close()
