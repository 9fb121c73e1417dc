"""The contract of a store: tests for it to inherit.

Make a subclass whose name starts with `Test` and give it the fixtures `store` (an empty store) and `reopen` (a
function that opens the same store once more, as another process would).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from soulkeep.errors import Erased, IdConflict, InputError, StoreClosed
from soulkeep.stores.base import Store
from soulkeep.stores.contract.bundle import BundleContract
from soulkeep.stores.contract.erasing import ErasingContract
from soulkeep.stores.contract.revisions import RevisionContract
from soulkeep.stores.contract.work import (
    ANNA,
    BORIS,
    NOBODY,
    SPACE,
    VECTOR,
    WorkContract,
    entry,
    partition_of,
)
from soulkeep.stores.rows import CharacterRow, PartitionKey, PlacedEntry, Space

__all__ = ["StoreContract", "entry"]

OTHER = Space("fake@2", 2)


class StoreContract(RevisionContract, WorkContract, BundleContract, ErasingContract):
    """The tests."""

    many = 33_000
    """More than a statement of SQLite takes parameters; more than one chunk will do where a list is one parameter."""

    def test_keeps_every_column(self, store: Store) -> None:
        store.open_space(SPACE)
        original = entry(
            "a", "안녕, 미소! 🐈 \r\n", session="s", speaker="anna", heading="h", language="ko", time=5.5, zone=540,
            importance=7.0, stability=2.0, accessed=3.0, details={"scene": {"place": "집"}}, terms_version=3,
        )  # fmt: skip
        place = store.append(ANNA, [original], SPACE)[0]
        _, [head] = store.heads([ANNA])
        assert head is not None
        stored = store.fetch(head.partition, [place.seq])[place.seq]
        original.vector = None
        assert stored == original

    def test_sequence_counts_by_partition(self, store: Store) -> None:
        store.append(ANNA, [entry("a"), entry("b")], None)
        store.append(BORIS, [entry("a")], None)
        assert [place.seq for place in store.append(ANNA, [entry("c")], None)] == [3]
        _, heads = store.heads([ANNA, BORIS, NOBODY])
        assert [head and head.seq for head in heads] == [3, 1, None]

    def test_append_is_all_or_nothing(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        with pytest.raises(IdConflict, match="its text differs"):
            store.append(ANNA, [entry("b"), entry("a", "Miso is a dog.")], None)
        assert [stored.id for stored in store.walk(ANNA)] == ["a"]

    def test_same_id_and_content_is_a_no_op(self, store: Store) -> None:
        first = store.append(ANNA, [entry("a")], None)
        again = store.append(ANNA, [entry("a"), entry("b"), entry("b")], None)
        assert [place.new for place in first + again] == [True, False, True, False]
        assert again[0].seq == first[0].seq
        assert again[1].seq == again[2].seq

    def test_defaulted_columns_are_not_compared(self, store: Store) -> None:
        store.append(ANNA, [entry("a", time=1.0)], None)
        assert not store.append(ANNA, [entry("a", time=2.0, defaulted=frozenset({"time"}))], None)[0].new
        with pytest.raises(IdConflict):
            store.append(ANNA, [entry("a", time=2.0)], None)

    def test_one_bad_append_takes_no_other_along(self, store: Store) -> None:
        store.append(ANNA, [entry("taken")], None)

        def write(i: int) -> bool:
            try:
                store.append(ANNA, [entry("taken", f"other {i}") if i % 3 == 0 else entry(f"id{i}")], None)
            except IdConflict:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(write, range(60)))
        assert results == [i % 3 != 0 for i in range(60)]
        assert len(list(store.walk(ANNA))) == 41

    def test_partitions_see_nothing_of_each_other(self, store: Store) -> None:
        store.append(ANNA, [entry("secret")], None)
        store.append(BORIS, [entry("b")], None)
        _, [anna, boris] = store.heads([ANNA, BORIS])
        assert anna is not None
        assert boris is not None
        assert store.find(BORIS, "secret") is None
        assert store.find(NOBODY, "secret") is None
        assert [state.seq for state in store.states(boris.partition, 0, None)] == [1]
        assert [stored.id for stored in store.walk(BORIS)] == ["b"]
        assert [stored.entry.id for stored in store.last(BORIS, 5, kind="turn")] == ["b"]

    def test_states_tell_just_what_was_missed(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a"), entry("b"), entry("c")], SPACE)
        _, [head] = store.heads([ANNA])
        assert head is not None
        assert [state.vector for state in store.states(head.partition, 0, SPACE)] == [VECTOR] * 3
        store.touch({head.partition: [1]}, boost=2.0, at=9.0)
        store.delete(head.partition, [2], at=9.0)
        store.append(ANNA, [entry("d")], SPACE)
        missed = store.states(head.partition, head.seq, SPACE)
        assert [(state.seq, state.live, state.stability, state.accessed) for state in missed] == [
            (1, 1, 2.0, 9.0), (2, 0, 1.0, 0.0), (6, 1, 1.0, 0.0),
        ]  # fmt: skip
        assert [state.seq for state in store.states(head.partition, 0, SPACE)] == [1, 3, 6]

    def test_another_opening_sees_it_at_once(self, store: Store, reopen: Callable[[], Store]) -> None:
        other = reopen()
        store.append(ANNA, [entry("a")], None)
        assert [stored.id for stored in other.walk(ANNA)] == ["a"]
        other.append(ANNA, [entry("b")], None)
        assert [stored.id for stored in store.walk(ANNA)] == ["a", "b"]

    def test_updates_are_journalled(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        _, [head] = store.heads([ANNA])
        assert head is not None
        assert store.update(head.partition, [1], {"importance": 9.0}, at=5.0)
        assert not store.update(head.partition, [99], {"importance": 9.0}, at=5.0)
        [change] = store.history(head.partition, 1)
        assert (change.op, change.at, change.data) == ("update", 5.0, {"importance": 1.0})
        with pytest.raises(InputError):
            store.update(head.partition, [1], {"text": "rewritten"}, at=5.0)

    def test_deleting_leaves_nothing_to_read(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a", "my secret"), entry("b")], SPACE)
        _, [head] = store.heads([ANNA])
        assert head is not None
        store.update(head.partition, [1], {"importance": 9.0}, at=5.0)
        assert store.delete(head.partition, [1, 1, 99], at=6.0) == 1
        assert store.find(ANNA, "a") is None
        assert store.fetch(head.partition, [1]) == {}
        assert [change.op for change in store.history(head.partition, 1)] == ["delete"]
        assert not store.update(head.partition, [1], {"importance": 2.0}, at=7.0)
        with pytest.raises(IdConflict, match="deleted"):
            store.append(ANNA, [entry("a", "my secret")], SPACE)
        assert store.check() == []

    def test_a_page_goes_on_beyond_the_last_one_seen(self, store: Store) -> None:
        kinds = ("turn", "fact", "turn", "fact", "summary", "turn")
        entries = [entry(f"{n}", kind=kind, session="s" if n % 2 else "t") for n, kind in enumerate(kinds, start=1)]
        store.append(ANNA, entries, None)
        store.append(BORIS, [entry("b")], None)
        partition = partition_of(store)
        store.update(partition, [3], {"forgotten": 5.0}, at=5.0)
        store.delete(partition, [6], at=6.0)

        def page(limit: int = 9, **asked: Any) -> list[str]:
            places = store.page(ANNA, limit, **asked)
            assert all((place.partition, place.seq) == (partition, int(place.entry.id)) for place in places)
            return [place.entry.id for place in places]

        assert page() == ["1", "2", "3", "4", "5"]
        assert page(2) == ["1", "2"]
        assert page(2, after=2) == ["3", "4"]
        assert page(2, newest=True) == ["5", "4"]
        assert page(2, newest=True, after=4) == ["3", "2"]
        assert page(2, kinds=["fact", "summary"]) == ["2", "4"]
        assert page(2, kinds=["fact", "turn"], newest=True, after=4) == ["3", "2"]
        assert page(session="s") == ["1", "3", "5"]
        assert page(session="s", kinds=["turn"], forgotten=False) == ["1"]
        assert page(forgotten=True) == page(forgotten=True, kinds=["turn"], newest=True) == ["3"]
        assert page(forgotten=False, after=1, limit=2) == ["2", "4"]
        assert page(kinds=[]) == []
        assert store.page(NOBODY, 9) == []
        assert [store.seq_of(ANNA, id) for id in ("4", "6", "b")] == [4, 6, None]

    def test_the_last_before_a_number(self, store: Store) -> None:
        store.append(ANNA, [entry(f"{n}", session="s") for n in range(1, 6)], None)
        places = store.last(ANNA, 2, kind="turn", session="s", before=4)
        assert [place.entry.id for place in places] == ["2", "3"]

    def test_naming_finds_ids_in_details(self, store: Store) -> None:
        entries = [entry("a"), entry("ab", details={"turns": ["a", '"q"']}), entry("c", details={"x": [["ab", None]]})]
        store.append(ANNA, entries, None)
        store.append(BORIS, [entry("d", details={"turns": ["a"]})], None)
        partition = partition_of(store)
        named = {id: [place.entry.id for place in store.naming(partition, [id])] for id in ("a", "ab", '"q"', "c")}
        assert named == {"a": ["ab"], "ab": ["c"], '"q"': ["ab"], "c": []}
        assert [place.entry.id for place in store.naming(partition, ["ab", "c", "a", '"q"'])] == ["ab", "c"]

    def test_sessions_by_their_newest_turn(self, store: Store) -> None:
        store.append(
            ANNA,
            [
                entry("1", session="s", time=20.0, zone=540),
                entry("2", session="t"),
                entry("3", session="s", time=10.0, zone=540),
                entry("4"),
                entry("5", "Later.", kind="summary", session="s", base=3),
                entry("6", "Earlier.", kind="summary", session="s", base=1),
                entry("7", kind="fact", session="u"),
            ],
            None,
        )
        assert store.sessions(ANNA) == [
            ("s", 2, 10.0, 20.0, 540, "Earlier.\nLater."),
            ("t", 1, None, None, None, None),
        ]
        store.delete(partition_of(store), [3], at=1.0)
        assert [sitting.id for sitting in store.sessions(ANNA)] == ["t", "s"]
        assert store.sessions(BORIS) == []

    def test_erasing_takes_one_partition_whole(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a"), entry("b")], SPACE)
        store.append(BORIS, [entry("c")], SPACE)
        _, [before] = store.heads([ANNA])
        assert store.erase(ANNA).memories == 2
        assert store.erase(ANNA).memories == 0
        _, [head, other] = store.heads([ANNA, BORIS])
        assert head is None
        assert other is not None
        assert [state.vector is not None for state in store.states(other.partition, 0, SPACE)] == [True]
        assert store.keys(person="anna") == []
        store.append(ANNA, [entry("a", "a new life")], SPACE)
        _, [after] = store.heads([ANNA])
        assert before is not None
        assert after is not None
        assert after.partition != before.partition
        assert store.check() == []

    def test_copies_are_erased_with_what_they_are_copies_of(self, store: Store) -> None:
        store.append(ANNA, [entry("a", "A secret garden.")], None, copies={BORIS: [entry("a", "A secret garden.")]})
        store.append(BORIS, [entry("b", "Mine."), entry("s", "Of both.", details={"turns": ["a", "b"]})], None)
        store.append(BORIS, [entry("t", "Of that.", details={"parts": ["s"]})], None)
        assert [stored.id for stored in store.walk(BORIS)] == ["a", "b", "s", "t"]
        assert store.erase(ANNA).memories == 4
        assert [stored.id for stored in store.walk(BORIS)] == ["b"]
        assert store.erase(ANNA).memories == 0
        _, [head] = store.heads([BORIS])
        assert head is not None
        assert [state.seq for state in store.states(head.partition, 4, None) if not state.live] == [1, 3, 4]

    def test_copies_are_all_or_nothing_with_the_original(self, store: Store) -> None:
        store.append(BORIS, [entry("a", "Another.")], None)
        with pytest.raises(IdConflict):
            store.append(ANNA, [entry("a")], None, copies={BORIS: [entry("a")]})
        assert list(store.walk(ANNA)) == []
        for _ in range(2):  # repeating a call is no conflict
            store.append(ANNA, [entry("c")], None, copies={NOBODY: [entry("c")]})
        assert [stored.id for stored in store.walk(NOBODY)] == ["c"]

    def test_scripts_by_name(self, store: Store, reopen: Callable[[], Store]) -> None:
        store.put_script("holmes", "b", "one")
        store.put_script("holmes", "a", "two")
        store.put_script("holmes", "b", "three")
        store.put_script("watson", "b", "four")
        assert reopen().scripts("holmes") == {"a": "two", "b": "three"}
        assert store.drop_script("holmes", "a")
        assert not store.drop_script("holmes", "a")
        assert store.scripts("holmes") == {"b": "three"}

    def test_what_belongs_to_an_erased_partition_is_not_stored(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        _, [head] = store.heads([ANNA])
        assert head is not None
        store.append(ANNA, [entry("b")], None, into=head.partition)
        store.erase(ANNA)
        with pytest.raises(Erased):
            store.append(ANNA, [entry("c")], None, into=head.partition)
        assert store.keys() == []
        store.scrub()
        assert store.keys() == []
        assert store.check() == []

    def test_last_gives_the_newest_in_order(self, store: Store) -> None:
        store.append(ANNA, [entry(f"{i}", session="s" if i % 2 else "t") for i in range(6)], None)
        store.append(ANNA, [entry("p", kind="passage")], None)
        assert [place.entry.id for place in store.last(ANNA, 3, kind="turn")] == ["3", "4", "5"]
        assert [place.entry.id for place in store.last(ANNA, 2, kind="turn", session="s")] == ["3", "5"]

    def test_walk_goes_through_many(self, store: Store) -> None:
        store.append(ANNA, [entry(f"{i}") for i in range(1203)], None)
        assert [stored.id for stored in store.walk(ANNA)] == [f"{i}" for i in range(1203)]

    def test_keys_by_owner_and_person(self, store: Store) -> None:
        for key in (ANNA, BORIS, NOBODY, PartitionKey("watson", "anna")):
            store.append(key, [entry("a")], None)
        assert store.keys(owner="holmes") == [NOBODY, ANNA, BORIS]
        assert store.keys(person="anna") == [ANNA, PartitionKey("watson", "anna")]

    def test_a_memory_can_be_used_without_end(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        partition = partition_of(store)
        for _ in range(3):
            store.touch({partition: [1]}, boost=1e300, at=2.0)
        [state] = store.states(partition, 0, None)
        assert 1e9 < state.stability < float("inf")

    def test_whatever_rests_on_what_was_heard_goes_with_it_however_much_that_is(self, store: Store) -> None:
        copy = entry("copy", details={"copy_of": "a"})
        store.append(ANNA, [entry("a")], None, copies={BORIS: [copy]})
        many = [entry(f"f{i}", kind="fact", base=1, details={"turns": ["copy"]}) for i in range(self.many)]
        store.append(BORIS, many, None)
        store.append(BORIS, [entry("own")], None)
        assert store.erase(ANNA).memories == self.many + 2
        assert [stored.id for stored in store.walk(BORIS)] == ["own"]

    def test_a_space_takes_over_though_memories_keep_coming(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a")], SPACE)
        store.fill_space(OTHER)
        asked: list[str] = []

        def complete(rows: Sequence[PlacedEntry]) -> list[tuple[int, int, bytes]]:
            asked.extend(place.entry.id for place in rows)
            return [(place.partition, place.seq, b"1234") for place in rows]

        assert not store.switch_space(OTHER)
        assert store.switch_space(OTHER, complete)
        assert asked == ["a"]
        assert [state.vector for state in store.states(partition_of(store), 0, OTHER)] == [b"1234"]
        assert store.check() == []

    def test_states_come_in_pages(self, store: Store) -> None:
        store.append(ANNA, [entry(str(i)) for i in range(1, 8)], None)
        partition = partition_of(store)
        store.delete(partition, [3], at=1.0)

        def paged(since: int) -> list[int]:
            seqs: list[int] = []
            while page := store.states(partition, since, None, after=seqs[-1] if seqs else 0, limit=2):
                assert len(page) <= 2
                seqs += [state.seq for state in page]
            return seqs

        assert paged(0) == [1, 2, 4, 5, 6, 7]
        assert paged(5) == [state.seq for state in store.states(partition, 5, None)] == [3, 6, 7]

    def test_owners_by_the_beginning_of_their_names(self, store: Store) -> None:
        for owner in ("world:b", "world:a", "world", "worlds", "world;", "world:서울", "holmes"):
            store.append(PartitionKey(owner, None), [entry("a")], None)
        store.append(PartitionKey("world:a", "anna"), [entry("a")], None)
        assert store.owners("world:") == ["world:a", "world:b", "world:서울"]

    def test_characters(self, store: Store) -> None:
        assert store.character("holmes") is None
        values = {"name": "Sherlock Holmes", "description": "A detective.", "worlds": ("런던",)}
        row = CharacterRow(id="holmes", language="en", **values)  # type: ignore[arg-type]
        store.put_character("holmes", {"name": "H.", "language": "en"})
        assert store.put_character("holmes", values) == row
        assert store.character("holmes") == row
        assert store.characters() == [row]

    def test_a_space_is_filled_while_another_serves(self, store: Store) -> None:
        assert store.open_space(SPACE) == SPACE
        assert store.open_space(OTHER) == SPACE
        store.append(ANNA, [entry("a"), entry("b")], SPACE)
        store.fill_space(OTHER)
        assert store.count_unembedded(OTHER) == 2
        [first] = store.unembedded(OTHER, 1)
        store.put_vectors(OTHER, [(first.partition, first.seq, b"1234")])
        assert not store.switch_space(OTHER)
        store.fill_space(OTHER)  # goes on, keeps what is there
        [second] = store.unembedded(OTHER, 9)
        assert second.entry.id == "b"
        assert store.unembedded(OTHER, 9, after=(second.partition, second.seq)) == []
        assert [state.vector for state in store.states(first.partition, 0, SPACE)] == [VECTOR] * 2
        store.put_vectors(OTHER, [(second.partition, second.seq, b"5678"), (second.partition, 99, b"gone")])
        assert store.switch_space(OTHER)
        assert store.open_space(SPACE) == OTHER
        assert [state.vector for state in store.states(first.partition, 0, OTHER)] == [b"1234", b"5678"]
        assert store.check() == []

    def test_a_memory_of_another_space_waits_for_its_vector(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a")], OTHER)
        assert store.count_unembedded(SPACE) == 1
        _, [head] = store.heads([ANNA])
        assert head is not None
        store.put_vectors(SPACE, [(head.partition, 1, VECTOR)])
        [state] = store.states(head.partition, head.seq, SPACE)  # whoever had loaded it takes the vector in
        assert state.vector == VECTOR

    def test_what_changed_of_some_kinds(self, store: Store) -> None:
        store.append(ANNA, [entry("a"), entry("b", kind="fact"), entry("c")], None)
        partition = partition_of(store)
        seen = [(place.entry.id, live) for place, live in store.changed(partition, ["turn"], 0)]
        assert seen == [("a", True), ("c", True)]
        assert [place.entry.id for place, _ in store.changed(partition, ["turn", "fact"], 0)] == ["a", "b", "c"]
        assert list(store.changed(partition, ["turn"], 3)) == []
        store.update(partition, [1], {"importance": 9.0}, at=5.0)
        store.delete(partition, [3], at=6.0)
        since = [(place.entry.id, live) for place, live in store.changed(partition, ["turn", "fact"], 3)]
        assert [live for _, live in since] == [True, False]
        assert since[0][0] == "a"
        assert [place.entry.id for place, _ in store.changed(partition, ["turn"], 0)] == ["a"]

    def test_data_is_known_under_a_name(self, store: Store) -> None:
        assert store.graphs("holmes") == []
        assert store.put_graph("holmes", "music", "d1", 3, b"three", at=5.0)
        assert not store.put_graph("holmes", "music", "d1", 3, b"three", at=6.0)
        [graph] = store.graphs("holmes")
        assert (graph.source, graph.digest, graph.triples, graph.added) == ("music", "d1", 3, 5.0)
        assert store.graph("d1") == b"three"
        assert store.graphs("watson") == []

    def test_other_data_of_the_same_name_replaces_it(self, store: Store) -> None:
        store.put_graph("holmes", "music", "d1", 3, b"three", at=5.0)
        assert store.put_graph("holmes", "music", "d2", 4, b"four", at=6.0)
        assert [(graph.digest, graph.triples, graph.added) for graph in store.graphs("holmes")] == [("d2", 4, 6.0)]
        assert store.graph("d1") is None
        assert store.graph("d2") == b"four"

    def test_data_stays_as_long_as_somebody_knows_it(self, store: Store) -> None:
        store.put_graph("holmes", "music", "d1", 3, b"three", at=5.0)
        store.put_graph("holmes", "also music", "d1", 3, b"three", at=5.0)
        store.put_graph("watson", "songs", "d1", 3, b"three", at=5.0)
        assert [graph.source for graph in store.graphs("holmes")] == ["also music", "music"]
        assert store.drop_graph("holmes", "music")
        assert not store.drop_graph("holmes", "music")
        assert store.drop_graph("holmes", "also music")
        assert store.graphs("holmes") == []
        assert store.graph("d1") == b"three"
        assert store.drop_graph("watson", "songs")
        assert store.graph("d1") is None

    def test_another_opening_knows_it_too(self, store: Store, reopen: Callable[[], Store]) -> None:
        store.put_graph("holmes", "music", "d1", 3, b"three", at=5.0)
        assert reopen().graph("d1") == b"three"
        reopen().drop_graph("holmes", "music")
        assert store.graphs("holmes") == []

    def test_stats_and_check(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a"), entry("b", vector=None)], SPACE)
        stats = store.stats()
        assert (stats.partitions, stats.memories, stats.space, stats.without_vector) == (1, 2, SPACE, 1)
        assert store.check() == []

    def test_closed(self, store: Store) -> None:
        store.close()
        store.close()
        with pytest.raises(StoreClosed):
            store.append(ANNA, [entry("a")], None)
        with pytest.raises(StoreClosed):
            store.heads([ANNA])
