"""Tests that a store hands over all that a partition holds, and takes it in.

It is part of the store's contract (store.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from soulkeep.errors import IdConflict
from soulkeep.stores.base import Store
from soulkeep.stores.bundle import Bundle, BundledGraph, BundledPartition, BundledScript, Original
from soulkeep.stores.contract.work import ANNA, BORIS, NOBODY, SPACE, VECTOR, entry, hold_work, partition_of
from soulkeep.stores.rows import CharacterRow, Feeling, PartitionKey, Space, Wake

COPY = entry("c1", details={"copy_of": "b"})


def lived(store: Store) -> list[BundledPartition]:
    """Return a few handed-over partitions with something of everything."""
    store.open_space(SPACE)
    store.append(NOBODY, [entry("book", kind="passage", source="book")], SPACE)
    store.append(ANNA, [entry("a"), entry("x"), entry("b")], SPACE, copies={BORIS: [COPY]})
    store.update(partition_of(store), [1], {"importance": 7.0}, at=5.0)
    store.delete(partition_of(store), [2], at=6.0)
    answer = entry("f", kind="fact", base=1, details={"given": [[1, 1], [0, 1]], "weight": 4, "view": "a"})
    work = hold_work(store)
    store.advance(work, {"facts": 3}, added=[answer], space=SPACE, at=7.0)
    store.release(work, None)
    store.set_feelings(ANNA, {"trust": Feeling(0.5, 8.0, 60.0)})
    return [part for key in store.keys(owner="holmes") if (part := store.hand_over(key)) is not None]


def with_vectors(part: BundledPartition) -> BundledPartition:
    """Return a partition with vectors, as a caller who has embedded it hands it in."""
    return replace(part, memories=[(number, replace(one, vector=VECTOR)) for number, one in part.memories])


class BundleContract:
    """The tests."""

    def test_a_partition_is_handed_over_whole(self, store: Store) -> None:
        assert store.hand_over(ANNA) is None
        _, anna, boris = lived(store)
        assert [(number, one.id) for number, one in anna.memories] == [(1, "a"), (3, "b"), (6, "f")]
        assert [change.data for change in anna.changes[1]] == [{"importance": 1.0}]
        assert [change.op for change in anna.changes[0]] == ["feel"]
        assert (anna.feelings, anna.marks) == ({"trust": Feeling(0.5, 8.0, 60.0)}, {"facts": 3})
        assert anna.handed_out == {BORIS: [1]}
        assert boris.copies == {1: Original("anna", "b")}
        some = store.hand_over(ANNA, [3])
        assert some is not None
        assert [one.id for _, one in some.memories] == ["b"]

    def test_what_is_taken_in_is_handed_over_again_as_it_was(self, store: Store, reopen: Callable[[], Store]) -> None:
        before = lived(store)
        for key in store.keys(owner="holmes"):
            store.erase(key)
        counts = store.take_in(Bundle(partitions=[with_vectors(one) for one in before]), SPACE, at=9.0)
        assert (counts.memories, counts.known, counts.deleted) == (5, 0, 0)
        again = reopen()
        assert [again.hand_over(one.key) for one in before] == before
        assert again.count_unembedded(SPACE) == 0
        assert again.append(ANNA, [entry("new")], None)[0].seq == before[1].seq + 1
        assert {waiting.key for waiting in again.waiting()} == {NOBODY, ANNA, BORIS}

    def test_what_is_there_stays_as_it_is(self, store: Store) -> None:
        before = lived(store)
        partition = partition_of(store)
        store.update(partition, [1], {"importance": 3.0}, at=10.0)
        store.delete(partition, [3], at=11.0)
        counts = store.take_in(Bundle(partitions=before), SPACE, at=12.0)
        assert (counts.memories, counts.known, counts.deleted) == (0, 4, 1)
        entries = {one.id: one for one in store.walk(ANNA)}
        assert set(entries) == {"a", "f"}
        assert entries["a"].importance == 3.0

    def test_gaps_are_filled_under_numbers_of_their_own(self, store: Store) -> None:
        before = lived(store)
        store.erase(ANNA)
        store.append(ANNA, [entry("z"), entry("y"), entry("a")], SPACE)
        store.set_feelings(ANNA, {"trust": Feeling(-0.5, 8.0, 60.0)})
        counts = store.take_in(Bundle(partitions=before), SPACE, at=12.0)
        assert (counts.memories, counts.known) == (3, 2)  # also the copy, which had gone with its original
        assert [one.id for one in store.walk(ANNA)] == ["z", "y", "a", "b", "f"]
        fact = next(one for one in store.walk(ANNA) if one.id == "f")
        assert (fact.base, fact.details) == (3, {})
        assert store.feelings(ANNA)["trust"].amount == -0.5
        assert store.erase(ANNA).memories == 6
        assert [one.id for one in store.walk(BORIS)] == []

    def test_it_is_all_or_nothing(self, store: Store) -> None:
        before = lived(store)
        for key in store.keys(owner="holmes"):
            store.erase(key)
        store.append(BORIS, [entry("c1", "Something else.")], SPACE)
        row = CharacterRow(id="holmes", name="H.")
        with pytest.raises(IdConflict):
            store.take_in(Bundle(characters=[row], partitions=before), SPACE, at=12.0)
        assert store.keys() == [BORIS]
        assert store.characters() == []

    def test_characters_come_with_what_they_know_and_go_with_it(self, store: Store) -> None:
        row = CharacterRow(id="holmes", name="H.", description="d", language="en", learning=2.0, valence=0.5)
        bundle = Bundle(
            characters=[row],
            scripts=[BundledScript("holmes", "s", "story: s")],
            graphs=[BundledGraph("holmes", "g", "digest", 3, b"data", 4.0)],
        )
        counts = store.take_in(bundle, SPACE, at=9.0)
        assert (counts.characters, counts.scripts, counts.graphs) == (1, 1, 1)
        assert (store.characters(), store.scripts("holmes")) == ([row], {"s": "story: s"})
        assert [(graph.source, graph.added) for graph in store.graphs("holmes")] == [("g", 4.0)]
        counts = store.take_in(bundle, SPACE, at=9.0)
        assert (counts.characters, counts.scripts, counts.graphs) == (0, 0, 0)
        assert store.drop_character("holmes")
        assert not store.drop_character("holmes")
        assert (store.characters(), store.scripts("holmes"), store.graphs("holmes")) == ([], {}, [])
        assert store.graph("digest") is None

    def test_copies_without_originals_are_found_by_whose_words_they_are(self, store: Store) -> None:
        *_, boris = lived(store)
        for key in store.keys(owner="holmes"):
            store.erase(key)
        store.take_in(Bundle(partitions=[boris]), SPACE, at=9.0)
        assert store.keys() == [BORIS]
        assert store.keys(person="anna") == [ANNA]
        assert store.keys(owner="watson", person="anna") == []
        assert store.erase(ANNA).memories == 1
        assert store.keys(person="anna") == []

    def test_vectors_of_another_space_are_left_out(self, store: Store) -> None:
        before = [with_vectors(one) for one in lived(store)]
        for key in store.keys(owner="holmes"):
            store.erase(key)
        store.take_in(Bundle(partitions=before), Space("fake@9", 4), at=9.0)
        assert store.count_unembedded(SPACE) == 5

    def test_work_goes_on_where_it_was(self, store: Store) -> None:
        _, anna, _ = lived(store)
        for key in store.keys(owner="holmes"):
            store.erase(key)
        store.take_in(Bundle(partitions=[anna]), SPACE, at=9.0)
        assert hold_work(store).marks == {"facts": 3}
        store.wake(PartitionKey("holmes", "stranger"), Wake(9.0, 0.0, 0.0))
