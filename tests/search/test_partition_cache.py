"""Working sets: loaded on demand, caught up by sequence, evicted under a budget, always telling the truth."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import soulkeep
from soulkeep.search.cache import PartitionCache
from soulkeep.search.index import index, space_of
from soulkeep.search.working_set import Partition
from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import entry
from soulkeep.stores.rows import Entry, PartitionKey, Space
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

EMBEDDER = HashEmbedder(dimensions=16)
SPACE = space_of(EMBEDDER)


@pytest.fixture
def store() -> Iterator[Store]:
    store = SqliteStore(":memory:")
    store.open_space(SPACE)
    yield store
    store.close()


def key(person: str) -> PartitionKey:
    return PartitionKey("holmes", person)


def add(store: Store, person: str, *entries: Entry, space: Space = SPACE) -> None:
    index(list(entries), EMBEDDER)
    store.append(key(person), entries, space)


def test_catches_up_one_by_one_as_it_would_at_once(store: Store) -> None:
    growing = PartitionCache(store, SPACE, budget=10**9)
    for i in range(120):
        add(store, "anna", entry(f"{i}", f"turn {i} about cat{i % 7}", session=f"s{i % 3}", importance=1.0 + i % 9))
        growing.get([key("anna")])
    [grown] = growing.get([key("anna")])
    [fresh] = PartitionCache(store, SPACE, budget=10**9).get([key("anna")])
    assert grown.size == fresh.size == 120
    for name in ("vectors", "seqs", "boosts", "stability", "lengths", "previous", "following", "live"):
        assert np.array_equal(getattr(grown, name)[:120], getattr(fresh, name)[:120], equal_nan=True), name
    for found in (grown, fresh):
        assert found.previous[5] == 2
        assert found.following[2] == 5
        assert found.previous[1] == -1


def test_what_is_stored_while_a_set_is_loaded_finds_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soulkeep.search.working_set._PAGE", 100)
    add(store, "anna", *(entry(f"{i}") for i in range(120)))
    _, [head] = store.heads([key("anna")])
    assert head is not None
    add(store, "anna", *(entry(f"{i}") for i in range(120, 400)))
    loaded = Partition(head.partition, key("anna"), SPACE)
    loaded.catch_up(store, head)
    assert loaded.size == 400
    assert loaded.seqs[:400].tolist() == list(range(1, 401))


def test_takes_in_updates_and_deletions(store: Store) -> None:
    cache = PartitionCache(store, SPACE, budget=10**9)
    add(store, "anna", entry("a"), entry("b"))
    [partition] = cache.get([key("anna")])
    store.touch({partition.id: [1]}, boost=3.0, at=77.0)
    store.update(partition.id, [1], {"importance": 10.0}, at=1.0)
    store.delete(partition.id, [2], at=1.0)
    add(store, "anna", entry("c"))
    store.delete(partition.id, [6], at=1.0)
    [partition] = cache.get([key("anna")])
    assert (partition.stability[0], partition.accessed[0], partition.boosts[0]) == (3.0, 77.0, 1.0)
    assert partition.live[: partition.size].tolist() == [True, False]


def test_stays_under_its_budget_and_forgets_nothing(store: Store) -> None:
    for person in range(20):
        add(store, f"p{person}", *(entry(f"{i}", f"word{person} and word{i}") for i in range(40)))
    one = PartitionCache(store, SPACE, budget=10**9)
    one.get([key("p0")])
    cache = PartitionCache(store, SPACE, budget=one.nbytes * 3 + 100)
    for _ in range(3):
        for person in range(20):
            [partition] = cache.get([key(f"p{person}")])
            assert partition.size == 40
            assert cache.nbytes <= one.nbytes * 3 + 100
    assert len(cache) == 3
    cache.get([key("p17")])
    before = cache.get([key("p17")])[0]
    cache.get([key("p1"), key("p2")])
    assert cache.get([key("p17")])[0] is before  # the least recently used went, not this one


def test_lets_go_of_what_was_erased(store: Store) -> None:
    cache = PartitionCache(store, SPACE, budget=10**9)
    add(store, "anna", entry("a"))
    cache.get([key("anna")])
    store.erase(key("anna"))
    assert cache.get([key("anna")]) == []
    assert (cache.nbytes, len(cache)) == (0, 0)
    add(store, "anna", entry("b"))
    [partition] = cache.get([key("anna")])
    assert partition.size == 1


def test_terms_of_older_rules_are_made_anew(store: Store) -> None:
    current = entry("a", "Miso is a cat.")
    index([current], EMBEDDER)
    stale = entry("b", "Miso is a cat.", terms=b"\1\2\3\4\1", terms_version=0, vector=None)
    store.append(key("anna"), [current, stale], SPACE)
    partition = Partition(1, key("anna"), SPACE)
    _, [head] = store.heads([key("anna")])
    assert head is not None
    partition.catch_up(store, head)
    assert partition.lengths[0] == partition.lengths[1] > 1


def test_many_threads_read_and_write_one_mind(tmp_path: Path) -> None:
    with soulkeep.open(tmp_path / "keep.db", embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")

        def live(i: int) -> None:
            receipt = holmes.observe(f"Thread turn number {i} of marker{i}.", person="anna")
            found = holmes.recall(f"marker{i}", person="anna", k=1)
            assert found.hits[0].memory.id == receipt.id

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(live, range(200)))
        assert len(holmes.recall("turn", person="anna", k=1000).hits) == 200


def test_a_working_set_that_failed_halfway_is_made_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = PartitionCache(store, SPACE, budget=10**9)
    add(store, "anna", entry("1", "my cat"))
    cache.get([key("anna")])
    add(store, "anna", entry("2", "my dog"))
    with monkeypatch.context() as patch:
        patch.setattr(Partition, "_link", _fail)
        with pytest.raises(MemoryError):
            cache.get([key("anna")])
    [again] = cache.get([key("anna")])
    assert again.size == 2
    assert cache.nbytes == again.nbytes


def _fail(*_: object) -> None:
    raise MemoryError


def test_what_was_dropped_is_not_remembered(store: Store) -> None:
    cache = PartitionCache(store, SPACE, budget=1)
    for i in range(20):
        add(store, f"person {i}", entry("a"))
        cache.get([key(f"person {i}")])
    assert len(cache) == len(cache._ids) == 1
