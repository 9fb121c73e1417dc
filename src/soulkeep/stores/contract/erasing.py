"""Tests of what others hold of erased memories: copies, answers that saw them, and what was derived from those.

They are part of `contract.StoreContract`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from soulkeep.errors import Erased
from soulkeep.stores.base import Store
from soulkeep.stores.bundle import Bundle
from soulkeep.stores.contract.work import ANNA, BORIS, NOBODY, entry, hold_work, partition_of
from soulkeep.stores.rows import COPY_OF, SAW, Anew, Entry, Left, PartitionKey, Wake

CLARA = PartitionKey("holmes", "clara")


def heard_and_told(store: Store) -> None:
    """Store Anna's words, heard by Boris, also in other words; a summary and an answer that rest on them; and
    Boris's."""
    store.append(ANNA, [entry("a")], None, copies={BORIS: [entry("copy", details={COPY_OF: "a"})]})
    store.append(BORIS, [entry("own"), entry("answer", details={SAW: ["anna"]}), entry("other")], None)
    memories = [
        entry("sum", kind="summary", details={"turns": ["own", "answer"]}),
        entry("fact", kind="fact", details={"turns": ["own"], "read": ["sum"]}),
        entry("his", kind="fact", details={"turns": ["own"]}),
    ]
    assert store.advance(hold_work(store, BORIS), {}, added=memories, space=None, at=1.0)
    store.append(BORIS, [entry("again", details={"references": [["sum", "boris"], ["own", None]]})], None)
    store.append(BORIS, [entry("unlike", details={"references": [["sum", None]]})], None)


def ids(store: Store, key: PartitionKey = BORIS) -> list[str]:
    return [entry.id for entry in store.walk(key)]


class ErasingContract:
    """Inherited by `StoreContract`, whose `store` fixture opens an empty store."""

    def test_answers_go_with_what_they_had_in_view(self, store: Store, reopen: Callable[[], Store]) -> None:
        heard_and_told(store)
        assert store.erase(ANNA)[:2] == (6, 2)
        assert ids(store) == ["own", "other", "his", "unlike"]
        assert (store.left(ANNA), store.keys(person="anna")) == ([], [])
        assert store.erase(ANNA)[:2] == (0, 0)
        assert store.check() == []

    def test_or_they_are_left_and_listed(self, store: Store) -> None:
        heard_and_told(store)
        assert store.erase(ANNA, answers=False)[:2] == (2, 0)
        assert ids(store) == ["own", "answer", "other", "sum", "fact", "his", "again", "unlike"]
        kinds = {"again": "turn", "answer": "turn", "fact": "fact", "sum": "summary"}
        assert store.left(ANNA) == [Left(BORIS, id, kind) for id, kind in kinds.items()]
        assert store.keys(person="anna") == [ANNA]
        assert store.erase(ANNA)[:2] == (4, 2)
        assert ids(store) == ["own", "other", "his", "unlike"]
        assert store.keys(person="anna") == []

    def test_copies_of_such_answers_go_too(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None, copies={BORIS: [entry("copy", details={COPY_OF: "a"})]})
        heard = entry("heard", details={COPY_OF: "answer", SAW: ["anna"]})
        store.append(BORIS, [entry("answer", details={SAW: ["anna"]})], None, copies={CLARA: [heard]})
        store.append(CLARA, [entry("own"), entry("next", details={SAW: ["anna", "boris"]})], None)
        assert [one.id for one in _left(store)] == ["answer", "copy", "heard", "next"]
        assert store.erase(ANNA)[:2] == (5, 2)
        assert (ids(store), ids(store, CLARA)) == ([], ["own"])

    def test_whose_words_memories_may_tell(self, store: Store) -> None:
        heard_and_told(store)
        partition = partition_of(store, BORIS)
        for id in ("copy", "answer", "sum", "fact"):
            assert store.heard_from(partition, [id]) == {"anna"}
        assert store.heard_from(partition, [], [1]) == {"anna"}
        assert store.heard_from(partition, ["own", "other", "his", "unlike"], [2]) == frozenset()
        [_, his] = store.select(partition, ["fact"])
        values = {his.seq: {"details": {"turns": ["own", "copy"]}}}  # it was said again
        assert store.advance(hold_work(store, BORIS, now=2000.0), {}, changed=values, space=None, at=1.0)
        assert store.heard_from(partition, ["his"]) == {"anna"}
        assert store.heard_from(partition_of(store), ["a"]) == frozenset()
        with pytest.raises(Erased):
            store.heard_from(partition, ["own", "nothing"])
        store.delete(partition, [1], at=1.0)
        assert store.heard_from(partition, ["copy"]) == frozenset()
        assert store.heard_from(partition, ["answer"]) == {"anna"}

    def test_an_answer_that_comes_too_late_is_not_stored(self, store: Store) -> None:
        heard_and_told(store)
        late = entry("late", details={SAW: ["anna"]})
        store.append(BORIS, [late], None, into=partition_of(store, BORIS))
        store.erase(ANNA)
        for again in (late, entry("later", details={SAW: ["anna"]})):
            with pytest.raises(Erased):
                store.append(BORIS, [again], None, into=partition_of(store, BORIS))
        with pytest.raises(Erased):
            store.update(partition_of(store, BORIS), [2], {"details": {SAW: ["anna"]}}, at=1.0)
        assert ids(store) == ["own", "other", "his", "unlike"]

    def test_an_answer_may_be_told_later_what_it_had_in_view(self, store: Store) -> None:
        heard_and_told(store)
        store.update(partition_of(store, BORIS), [2], {"details": {SAW: ["anna"]}}, at=1.0)
        store.erase(ANNA)
        assert ids(store) == ["other", "unlike"]  # what was made of it, too

    def test_what_was_made_is_gone_through_once_more(self, store: Store) -> None:
        heard_and_told(store)
        seen: list[Mapping[int, Entry]] = []

        def note(gone: Mapping[int, Entry]) -> dict[str, Any]:
            seen.append(gone)
            return {"turns": ["own"]}

        store.erase(ANNA, anew=Anew(note, Wake(5.0, 0.0, 0.0)))
        assert [sorted(one.id for one in gone.values()) for gone in seen] == [
            ["again", "answer", "copy", "fact", "sum"]
        ]
        assert [again.data for again in store.again(partition_of(store, BORIS))] == [{"turns": ["own"]}]
        assert [waiting.key for waiting in store.waiting()] == [BORIS]

    def test_what_an_answer_had_in_view_is_taken_along(self, store: Store) -> None:
        heard_and_told(store)
        parts = [part for key in (ANNA, BORIS) if (part := store.hand_over(key)) is not None]
        assert parts[0].handed_out == {BORIS: [1]}
        assert [parts[1].memories[number - 1][1].id for number in parts[1].copies] == ["copy"]
        for key in (ANNA, BORIS):
            store.erase(key)
        store.take_in(Bundle(partitions=parts), None, at=1.0)
        store.append(NOBODY, [entry("x")], None)
        assert store.erase(ANNA)[:2] == (6, 2)
        assert ids(store) == ["own", "other", "his", "unlike"]


def _left(store: Store) -> list[Left]:
    return sorted(store.left(ANNA), key=lambda one: one.id)
