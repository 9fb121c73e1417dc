"""Tests that a store amends and deletes memories of several partitions at once.

It is part of the store's contract (store.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from soulkeep.errors import IdConflict, InputError
from soulkeep.stores.base import Store
from soulkeep.stores.contract.work import ANNA, BORIS, SPACE, VECTOR, entry, hold_work, partition_of
from soulkeep.stores.rows import METADATA, Members, Revision, Wake


class RevisionContract:
    """The tests."""

    def test_a_revision_rewrites_in_place(self, store: Store, reopen: Callable[[], Store]) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a", "Old."), entry("b"), entry("c", importance=2.0)], SPACE)
        partition = partition_of(store)
        _, [before] = store.heads([ANNA])
        assert before is not None
        fresh = entry("a", "새로운 말.", language="ko", importance=5.0, details={"x": 1}, terms=b"\1\0\0\0\1")
        revision = Revision(
            partition=partition,
            rewritten={1: fresh, 99: entry("z")},
            removed=[2],
            changed={3: {"importance": 7.0}},
            again={"turns": ["a"]},
        )
        assert store.revise([revision], SPACE, wake=Wake(50.0, 0.5, 10.0)) == 1
        seen = reopen()
        assert [place.id for place in seen.walk(ANNA)] == ["a", "c"]
        place = seen.find(ANNA, "a")
        assert place is not None
        assert (place.seq, place.entry.text, place.entry.language) == (1, "새로운 말.", "ko")
        assert (place.entry.importance, place.entry.speaker) == (5.0, None)
        assert (place.entry.details, place.entry.terms, place.entry.stored) == ({"x": 1}, b"\1\0\0\0\1", 1.0)
        [change] = seen.history(partition, 1)
        assert (change.op, change.at) == ("amend", 50.0)
        assert change.data == {"text": "Old.", "language": "en", "importance": 1.0}
        states = {state.seq: state for state in seen.states(partition, before.seq, SPACE)}
        assert [(seq, state.live) for seq, state in states.items()] == [(1, 1), (2, 0), (3, 1)]
        assert states[1].amended > before.seq
        assert (states[3].amended, states[1].vector) == (0, VECTOR)
        assert [waiting.key for waiting in seen.waiting()] == [ANNA]
        assert [again.data for again in seen.again(partition)] == [{"turns": ["a"]}]
        assert store.check() == []

    def test_a_rewritten_memory_waits_for_the_vector_it_lacks(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a")], SPACE)
        revision = Revision(partition=partition_of(store), rewritten={1: entry("a", "New.", vector=None)})
        assert store.revise([revision], SPACE, wake=Wake(5.0, 0.5, 10.0)) == 0
        assert store.count_unembedded(SPACE) == 1
        assert store.waiting() == []

    def test_who_repeats_what_was_amended_does_not_undo_it(self, store: Store) -> None:
        store.append(ANNA, [entry("a", "One.")], None)
        for text in ("Two.", "Three."):
            revision = Revision(partition=partition_of(store), rewritten={1: entry("a", text)})
            store.revise([revision], None, wake=Wake(5.0, 0.5, 10.0))
        for text in ("One.", "Two.", "Three."):
            assert store.append(ANNA, [entry("a", text)], None) == [(1, False)]
        with pytest.raises(IdConflict, match="its text differs"):
            store.append(ANNA, [entry("a", "Four.")], None)
        assert [stored.text for stored in store.walk(ANNA)] == ["Three."]

    def test_revisions_are_all_or_nothing_and_pass_over_what_was_erased(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        store.append(BORIS, [entry("b")], None)
        anna, boris = partition_of(store), partition_of(store, BORIS)
        good = Revision(partition=anna, removed=[1], again={"x": 1})
        with pytest.raises(InputError):
            store.revise(
                [good, Revision(partition=boris, changed={1: {"text": "No."}})], None, wake=Wake(5.0, 0.5, 10.0)
            )
        assert store.find(ANNA, "a") is not None
        assert store.again(anna) == []
        store.erase(BORIS)
        gone = Revision(partition=boris, removed=[1], again={"x": 1})
        assert store.revise([good, gone], None, wake=Wake(5.0, 0.5, 10.0)) == 1
        assert store.again(boris) == []
        assert store.keys() == [ANNA]
        work = store.claim(1000.0, 60.0)
        assert work is not None
        assert work.key == ANNA
        assert store.claim(1000.0, 60.0) is None

    def test_a_revision_that_was_overtaken_stores_nothing(self, store: Store) -> None:
        store.append(ANNA, [entry("a"), entry("b")], None)
        partition = partition_of(store)

        def number() -> int:
            _, [head] = store.heads([ANNA])
            return head.seq if head else 0

        def revise(text: str, seen: int) -> int | None:
            rewritten = Revision(partition=partition, rewritten={1: entry("a", text)}, seen=seen)
            removed = Revision(partition=partition, removed=[2])
            return store.revise([removed, rewritten], None, wake=Wake(5.0, 0.5, 10.0))

        seen = number()
        store.update(partition, [1], {"pinned": 1}, at=1.0)
        assert revise("One.", seen) is None
        assert [stored.id for stored in store.walk(ANNA)] == ["a", "b"]
        seen = number()
        store.append(ANNA, [entry("c")], None)  # which has nothing to do with it
        assert revise("Two.", seen) == 1
        seen = number()
        store.append(ANNA, [entry("d", kind="fact", base=1)], None)  # which may rest on it
        assert revise("Three.", seen) is None
        assert next(stored.text for stored in store.walk(ANNA)) == "Two."

    def test_members_of_the_details_are_changed_alone(self, store: Store) -> None:
        store.append(ANNA, [entry("a", details={"x": 1, "y": {"z": 2}}), entry("b")], None)
        partition = partition_of(store)
        assert store.update(partition, [1, 2], {"details": Members({"y": {"w": 3}}), "pinned": 1}, at=1.0) == 2
        assert [(stored.details, stored.pinned) for stored in store.walk(ANNA)] == [
            ({"x": 1, "y": {"w": 3}}, 1),
            ({"y": {"w": 3}}, 1),
        ]
        [change] = store.history(partition, 1)
        assert json.loads(change.data["details"]) == {"x": 1, "y": {"z": 2}}
        store.update(partition, [1], {"details": {"v": 1}}, at=2.0)
        assert store.fetch(partition, [1])[1].details == {"v": 1}
        store.update(partition, [1], {"details": Members({METADATA: {"of": "the caller"}})}, at=3.0)
        store.update(partition, [1], {"details": {"v": 2}}, at=4.0)  # of somebody who read it before
        assert store.fetch(partition, [1])[1].details == {"v": 2, METADATA: {"of": "the caller"}}

    def test_what_was_gone_through_again_is_noted_no_more(self, store: Store) -> None:
        store.append(ANNA, [entry("a"), entry("b")], None)
        partition = partition_of(store)
        for n in range(2):
            store.revise([Revision(partition=partition, again={"n": n})], None, wake=Wake(5.0, 0.5, 10.0))
        work = hold_work(store)
        first, second = store.again(partition)
        assert store.advance(work, {}, removed=[2], again=first.number, space=None, at=1.0)
        assert store.again(partition) == [second]
        assert [stored.id for stored in store.walk(ANNA)] == ["a"]
        store.erase(ANNA)
        assert not store.advance(work, {}, again=second.number, space=None, at=1.0)
        assert store.again(partition) == []
