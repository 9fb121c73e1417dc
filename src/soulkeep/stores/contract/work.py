"""Tests of the work on memories: derived memories, feelings, and work that is queued and claimed.

It is part of the store's contract (store.py).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import pytest

from soulkeep.errors import IdConflict, InputError
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, Feeling, Impulse, Newest, Numbered, PartitionKey, Space, Wake, Work

ANNA = PartitionKey("holmes", "anna")
BORIS = PartitionKey("holmes", "boris")
NOBODY = PartitionKey("holmes", None)
SPACE = Space("fake@1", 4)
VECTOR = bytes(range(8))


def entry(id: str, text: str = "Miso is a cat.", **values: object) -> Entry:
    """Return a row for tests."""
    defaults = {"kind": "turn", "source": "lived", "stored": 1.0, "vector": VECTOR, "terms": b"\0\0\0\0\1"}
    return Entry(id=id, text=text, **{**defaults, **values})  # type: ignore[arg-type]


def hold_work(store: Store, key: PartitionKey = ANNA, *, now: float = 1000.0, lease: float = 60.0) -> Work:
    """Claim the work of a partition, which must be free, at the time `now` for `lease` seconds."""
    work = store.claim(now, lease, partition=partition_of(store, key))
    assert work is not None
    return work


def partition_of(store: Store, key: PartitionKey = ANNA) -> int:
    """Return the id of a partition, which must exist."""
    _, [head] = store.heads([key])
    assert head is not None
    return head.partition


class WorkContract:
    """The tests."""

    # -- what is derived

    def test_select_gives_live_memories_of_kinds_in_order(self, store: Store) -> None:
        kinds = ("turn", "fact", "turn", "summary", "fact", "turn")
        store.append(ANNA, [entry(str(i), kind=kind) for i, kind in enumerate(kinds, start=1)], None)
        store.append(BORIS, [entry("other", kind="fact")], None)
        partition = partition_of(store)

        def selected(*kinds: str, after: int = 0, limit: int | None = None) -> list[str]:
            places = store.select(partition, kinds, after=after, limit=limit)
            assert all((place.partition, str(place.seq)) == (partition, place.entry.id) for place in places)
            return [place.entry.id for place in places]

        assert selected("turn") == ["1", "3", "6"]
        assert selected("fact", "summary") == ["2", "4", "5"]
        assert selected("turn", after=1) == ["3", "6"]
        assert selected("turn", after=1, limit=1) == ["3"]
        assert selected("turn", limit=0) == selected("insight") == selected() == []
        store.delete(partition, [3], at=1.0)
        assert selected("turn") == ["1", "6"]
        assert store.select(partition + 99, ["turn"]) == []

    def test_what_is_derived_keeps_its_columns(self, store: Store) -> None:
        details = {"fact": {"value": "서울 🐈"}, "turns": ["a"]}
        original = entry("f", kind="fact", base=1, ended=5.5, superseded="g", details=details, vector=None)
        store.append(ANNA, [entry("a"), original], None)
        [place] = store.select(partition_of(store), ["fact"])
        assert place.entry == original
        [_, state] = store.states(place.partition, 0, None)
        assert (state.base, state.superseded) == (1, "g")

    def test_updates_of_validity_and_details_are_journalled(self, store: Store) -> None:
        store.append(ANNA, [entry("a", kind="fact", details={"turns": ["x"]}), entry("b")], None)
        partition = partition_of(store)
        _, [before] = store.heads([ANNA])
        values = {"ended": 7.0, "superseded": "b", "details": {"turns": ["x", "ÿ"]}}
        assert store.update(partition, [1], values, at=8.0) == 1
        place = store.find(ANNA, "a")
        assert place is not None
        assert (place.entry.ended, place.entry.superseded) == (7.0, "b")
        assert place.entry.details == {"turns": ["x", "ÿ"]}
        assert before is not None
        assert [(state.seq, state.superseded) for state in store.states(partition, before.seq, None)] == [(1, "b")]
        assert store.update(partition, [1], {"ended": None, "superseded": None}, at=9.0) == 1
        place = store.find(ANNA, "a")
        assert place is not None
        assert (place.entry.ended, place.entry.superseded) == (None, None)
        first, second = store.history(partition, 1)
        assert (first.at, first.data["ended"], first.data["superseded"]) == (8.0, None, None)
        assert (second.at, second.data) == (9.0, {"ended": 7.0, "superseded": "b"})

    # -- feelings

    def test_feelings_are_set_and_read_by_partition(self, store: Store) -> None:
        assert store.feelings(ANNA) == {}
        store.set_feelings(ANNA, {"valence": Feeling(0.5, 10.0, 60.0), "trust": Feeling(-0.25, 10.0, 600.0)})
        store.set_feelings(ANNA, {"valence": Feeling(-0.5, 20.0, 60.0)})
        assert store.feelings(ANNA) == {"valence": Feeling(-0.5, 20.0, 60.0), "trust": Feeling(-0.25, 10.0, 600.0)}
        assert store.feelings(BORIS) == store.feelings(NOBODY) == {}
        first, second = store.history(partition_of(store), 0)
        assert (first.op, first.at, first.data["valence"]) == ("feel", 10.0, [0.5, 10.0, 60.0])
        assert (second.at, second.data) == (20.0, {"valence": [-0.5, 20.0, 60.0]})
        store.erase(ANNA)
        assert store.feelings(ANNA) == {}

    def test_impulses_add_up_the_same_in_any_order(self, store: Store) -> None:
        impulses = [
            Impulse("valence", 0.5, 100.0, 60.0),
            Impulse("valence", -0.25, 40.0, 60.0),
            Impulse("valence", 0.75, 160.0, 60.0),
        ]
        expected = 0.5 / 2 - 0.25 / 4 + 0.75
        for number, order in enumerate(permutations(impulses)):
            key = PartitionKey("holmes", str(number))
            store.append(key, [entry("a")], None)
            work = hold_work(store, key)
            if number % 2:  # in one step, or each in its own
                assert store.advance(work, {}, impulses=order, space=None, at=200.0)
            else:
                assert all(store.advance(work, {}, impulses=[one], space=None, at=200.0) for one in order)
            felt = store.feelings(key)
            assert set(felt) == {"valence"}
            assert felt["valence"].time == 160.0
            assert felt["valence"].amount == pytest.approx(expected)
            assert felt["valence"].at(220.0) == pytest.approx(expected / 2)

    def test_a_feeling_does_not_pile_up_for_ever(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        work = hold_work(store)
        many = [Impulse("valence", 1.0, 100.0, 60.0), Impulse("trust", -1.0, 100.0, 60.0)] * 1000
        store.advance(work, {}, impulses=many, space=None, at=100.0)
        felt = store.feelings(ANNA)
        assert 1 <= felt["valence"].amount <= 5
        assert -5 <= felt["trust"].amount <= -1

    # -- work

    def test_what_is_appended_waits_until_it_is_quiet_but_not_for_ever(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        assert store.waiting() == []
        assert store.claim(1e9, 60) is None
        for i in range(5):
            store.append(ANNA, [entry(f"{i}")], None, wake=Wake(100.0 + i, 2.0, 5.0))
        [waiting] = store.waiting()
        assert (waiting.key, waiting.since, waiting.due, waiting.running) == (ANNA, 100.0, 105.0, False)
        assert store.claim(104.9, 60) is None
        assert store.claim(105.0, 60) is not None

    def test_work_is_done_at_any_time_a_clock_may_tell(self, store: Store) -> None:
        """A game may be set in 1386, whose seconds count backwards from 1970."""
        store.append(ANNA, [entry("a")], None, wake=Wake(-2e10, 1.0, 5.0))
        work = store.claim(-2e10 + 5.0, 60)
        assert work is not None
        assert store.claim(-2e10 + 64.9, 60) is None
        store.release(work, -2e10 + 64.9)
        assert store.claim(-2e10 + 64.9, 60) is not None
        assert store.claim(-2e10 + 125.0, 60) is not None  # whoever held it is gone

    def test_what_was_there_already_wakes_nobody(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 1.0, 5.0))
        with pytest.raises(IdConflict):
            store.append(ANNA, [entry("b"), entry("a", "other")], None, wake=Wake(100.0, 1.0, 5.0))
        assert store.waiting() == []

    def test_work_that_was_due_first_is_held_first_by_one_alone(
        self, store: Store, reopen: Callable[[], Store]
    ) -> None:
        other = reopen()
        for i, key in enumerate((BORIS, ANNA, NOBODY)):
            store.append(key, [entry("a")], None, wake=Wake(100.0 - i, 1.0, 5.0))
        assert [waiting.key for waiting in other.waiting()] == [NOBODY, ANNA, BORIS]
        first, second = store.claim(200.0, 60), other.claim(200.0, 60)
        assert first is not None
        assert second is not None
        assert (first.key, second.key) == (NOBODY, ANNA)
        assert other.claim(200.0, 60, partition=first.partition) is None
        assert {waiting.key for waiting in store.waiting() if waiting.running} == {NOBODY, ANNA}
        store.release(first, None)
        assert NOBODY not in {waiting.key for waiting in other.waiting()}

    def test_the_work_that_one_woke_is_left_to_it_for_a_while(self, store: Store, reopen: Callable[[], Store]) -> None:
        other = reopen()
        if other is store:
            pytest.skip("this store has one opening only")
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 1.0, 5.0))
        other.append(BORIS, [entry("a")], None, wake=Wake(102.0, 1.0, 5.0))
        assert other.claim(102.0, 60, patience=10.0) is None  # Boris's isn't due yet, and Anna's is another's
        own = other.claim(103.0, 60, patience=10.0)
        assert own is not None
        assert own.key == BORIS  # though Anna's was due before
        left = other.claim(111.0, 60, patience=10.0)
        assert left is not None
        assert left.key == ANNA
        other.release(left, 120.0)
        again = other.claim(120.0, 60, patience=10.0)  # who put it off goes on with it
        assert again is not None
        other.release(again, None)
        other.release(own, None)
        store.append(NOBODY, [entry("a")], None, wake=Wake(200.0, 1.0, 5.0))
        other.append(PartitionKey("watson", None), [entry("a")], None, wake=Wake(210.0, 1.0, 5.0))
        first = other.claim(212.0, 60, patience=10.0)
        assert first is not None
        assert first.key == NOBODY  # which was left for long enough, and was due before its own

    def test_work_is_held_by_one_of_many_threads(self, store: Store, reopen: Callable[[], Store]) -> None:
        stores = [store, reopen()]
        for i in range(20):
            store.append(PartitionKey("holmes", str(i)), [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))

        def claim(number: int) -> Work | None:
            return stores[number % 2].claim(200.0, 60)

        with ThreadPoolExecutor(8) as pool:
            works = [work for work in pool.map(claim, range(40)) if work is not None]
        assert sorted(int(work.key.person or "") for work in works) == list(range(20))
        assert len({work.token for work in works}) == 20

    def test_any_partition_can_be_held_due_or_not(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None)
        work = hold_work(store)
        assert (work.key, work.marks) == (ANNA, {})
        assert store.waiting() == []  # nothing waits for it
        store.release(work, None)
        assert store.claim(1000.0, 60, partition=work.partition + 99) is None

    def test_a_step_is_stored_whole_with_how_far_it_came(self, store: Store) -> None:
        store.open_space(SPACE)
        store.append(ANNA, [entry("a"), entry("old", kind="summary")], SPACE, wake=Wake(100.0, 0.0, 5.0))
        work = store.claim(100.0, 60)
        assert work is not None
        assert store.advance(
            work,
            {"facts": 2, "done": {"s": 1}},
            added=[entry("f", kind="fact")],
            changed={2: {"superseded": "f", "ended": 9.0}},
            impulses=[Impulse("trust", 0.5, 100.0, 60.0)],
            space=SPACE,
            at=101.0,
        )
        entries = {place.entry.id: place.entry for place in store.select(work.partition, ["turn", "fact", "summary"])}
        assert (entries["old"].superseded, entries["old"].ended) == ("f", 9.0)
        [state] = [state for state in store.states(work.partition, 0, SPACE) if state.kind == "fact"]
        assert state.vector == VECTOR
        assert [change.data for change in store.history(work.partition, 2)] == [{"superseded": None, "ended": None}]
        assert store.feelings(ANNA)["trust"].amount == 0.5
        assert [waiting.marks for waiting in store.waiting()] == [{"facts": 2, "done": {"s": 1}}]
        store.release(work, 300.0)
        again = store.claim(300.0, 60)
        assert again is not None
        assert again.marks == {"facts": 2, "done": {"s": 1}}
        assert again.token != work.token
        assert store.check() == []

    def test_what_is_done_at_once_is_stored_together_or_not_at_all(self, store: Store) -> None:
        def append_and_hold(id: str, *, fails: bool = False) -> tuple[Work | None, list[str]]:
            store.append(ANNA, [entry(id)], None, wake=Wake(100.0, 0.0, 5.0))
            work = store.claim(100.0, 60.0, key=ANNA)
            if fails:
                raise InputError("Not that.")
            assert work is not None
            seen = store.unread(work.partition, ["turn"], after=0, limit=9).memories  # it reads what it wrote
            return work, [place.entry.id for place in seen]

        with pytest.raises(InputError, match="Not that"):
            store.at_once(lambda: append_and_hold("lost", fails=True))
        assert store.keys() == []
        work, seen = store.at_once(lambda: append_and_hold("a"))
        assert seen == ["a"]
        assert work is not None
        assert store.claim(100.0, 60.0, key=ANNA) is None, "it is held"
        assert store.claim(100.0, 60.0, key=BORIS) is None, "there is nothing"

        def finish() -> None:
            assert store.advance(work, {"facts": 1}, added=[entry("f", kind="fact")], space=None, at=1.0)
            store.release(work, None)

        store.at_once(finish)
        assert [waiting.marks for waiting in store.waiting()] == []
        assert [stored.id for stored in store.walk(ANNA)] == ["a", "f"]
        assert store.claim(100.0, 60.0, key=ANNA) is not None

    def test_several_at_once_write_in_transactions_of_their_own(self, store: Store) -> None:
        def both(id: str) -> list[str]:
            store.append(ANNA, [entry(f"{id}1")], None)
            store.append(ANNA, [entry(f"{id}2")], None)
            return [place.entry.id for place in store.last(ANNA, 2, kind="turn")]

        with ThreadPoolExecutor(4) as pool:
            pairs = list(pool.map(lambda id: store.at_once(lambda: both(id)), "abcdefgh"))
        assert sorted(pairs) == [[f"{id}1", f"{id}2"] for id in "abcdefgh"], "nobody came between"

    def test_several_lists_are_read_by_one_look(self, store: Store) -> None:
        store.append(ANNA, [entry("t1", session="s"), entry("t2", session="r"), entry("f", kind="fact")], None)
        wanted = [Newest("turn", 1), Newest("turn", 9, "s"), Newest("fact", 9), Newest("blend", 9)]
        lists = store.several(ANNA, [*wanted, Numbered([3, 1, 7]), Numbered([])])
        assert [sorted(place.entry.id for place in one) for one in lists] == [
            ["t2"],
            ["t1"],
            ["f"],
            [],
            ["f", "t1"],
            [],
        ]
        assert store.several(BORIS, [Numbered([1])]) == [[]], "numbers are of one partition"
        talk = store.talk(ANNA, 9, kind="turn", session="s", before=None, also="f")
        assert [place.entry.id for place in talk.last] == ["t1"]
        assert talk.also is not None
        assert talk.also.entry.kind == "fact"
        assert store.talk(BORIS, 9, kind="turn", session=None, before=None, also="f") == ([], None)
        partition = partition_of(store)
        unread = store.unread(partition, ["turn"], after=1, limit=9)
        assert ([place.entry.id for place in unread.memories], unread.again) == (["t2"], [])

    def test_a_step_that_fails_stores_nothing(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        work = hold_work(store)
        with pytest.raises(InputError):
            store.advance(work, {"facts": 1}, added=[entry("f")], changed={1: {"text": "x"}}, space=None, at=1.0)
        with pytest.raises(IdConflict):
            store.advance(
                work, {"facts": 1}, added=[entry("g"), entry("a", "other")],
                impulses=[Impulse("trust", 0.5, 100.0, 60.0)], space=None, at=1.0,
            )  # fmt: skip
        assert [stored.id for stored in store.walk(ANNA)] == ["a"]
        assert [waiting.marks for waiting in store.waiting()] == [{}]
        assert store.feelings(ANNA) == {}
        assert store.advance(work, {"facts": 1}, space=None, at=1.0), "it is still held"

    def test_a_lease_that_ran_out_goes_to_another_and_what_comes_late_is_dropped(
        self, store: Store, reopen: Callable[[], Store]
    ) -> None:
        other = reopen()
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        late = store.claim(100.0, 60)
        assert late is not None
        assert other.claim(159.0, 60) is None
        work = other.claim(160.0, 60)
        assert work is not None
        assert not store.hold(late, 999.0)
        assert not store.advance(
            late, {"facts": 9}, added=[entry("f")], changed={1: {"ended": 1.0}},
            impulses=[Impulse("trust", 0.5, 100.0, 60.0)], space=None, at=161.0,
        )  # fmt: skip
        store.release(late, None)
        assert [(waiting.running, waiting.marks) for waiting in store.waiting()] == [(True, {})]
        assert [(stored.id, stored.ended) for stored in store.walk(ANNA)] == [("a", None)]
        assert store.feelings(ANNA) == {}
        assert other.advance(work, {"facts": 1}, space=None, at=161.0)

    def test_a_lease_is_prolonged_and_serves_until_somebody_takes_over(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        work = store.claim(100.0, 60)
        assert work is not None
        assert store.hold(work, 500.0)
        assert store.claim(499.0, 60) is None
        assert store.advance(work, {"facts": 1}, space=None, at=9999.0)

    def test_what_came_meanwhile_keeps_it_awake(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        work = store.claim(100.0, 60)
        assert work is not None
        store.append(ANNA, [entry("b")], None, wake=Wake(110.0, 1.0, 5.0))
        assert store.claim(150.0, 60) is None, "it is held all the same"
        store.release(work, None)
        [waiting] = store.waiting()
        assert not waiting.running
        assert waiting.due <= 111.0
        again = store.claim(111.0, 60)
        assert again is not None
        store.append(ANNA, [entry("c")], None, wake=Wake(120.0, 1.0, 5.0))
        store.release(again, 5000.0)
        assert [waiting.due <= 121.0 for waiting in store.waiting()] == [True]

    def test_released_to_go_on_later_or_at_once_if_woken(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        work = store.claim(100.0, 60)
        assert work is not None
        store.release(work, 5000.0)
        assert [(waiting.since, waiting.due) for waiting in store.waiting()] == [(100.0, 5000.0)]
        assert store.claim(4999.0, 60) is None
        store.wake(ANNA, Wake(200.0, 1.0, 5.0))
        assert store.claim(201.0, 60) is not None
        store.wake(PartitionKey("holmes", "stranger"), Wake(200.0, 1.0, 5.0))  # there is none
        assert store.keys(person="stranger") == []

    def test_work_that_is_done_is_since_when_it_was_woken_again(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        work = store.claim(100.0, 60)
        assert work is not None
        store.release(work, None)
        store.append(ANNA, [entry("b")], None, wake=Wake(900.0, 2.0, 5.0))
        assert [(waiting.since, waiting.due) for waiting in store.waiting()] == [(900.0, 902.0)]

    def test_erasing_takes_the_work_along(self, store: Store) -> None:
        store.append(ANNA, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        store.append(BORIS, [entry("a")], None, wake=Wake(100.0, 0.0, 5.0))
        work = hold_work(store)
        assert store.advance(work, {"facts": 1}, impulses=[Impulse("trust", 0.5, 1.0, 60.0)], space=None, at=1.0)
        store.erase(ANNA)
        assert [waiting.key for waiting in store.waiting()] == [BORIS]
        store.append(ANNA, [entry("new")], None, wake=Wake(200.0, 0.0, 5.0))
        assert not store.hold(work, 9999.0)
        assert not store.advance(
            work, {"facts": 9}, added=[entry("f")], changed={1: {"ended": 1.0}},
            impulses=[Impulse("trust", 0.5, 100.0, 60.0)], space=None, at=161.0,
        )  # fmt: skip
        store.release(work, None)
        assert [stored.id for stored in store.walk(ANNA)] == ["new"]
        assert store.feelings(ANNA) == {}
        again = hold_work(store, now=300.0)
        assert (again.marks, again.key) == ({}, ANNA)
        assert store.check() == []

    def test_erasing_takes_work_from_whoever_has_read_the_copies(self, store: Store) -> None:
        wake = Wake(1000.0, 0.0, 0.0)
        store.append(ANNA, [entry("a", "A secret garden.")], None, copies={BORIS: [entry("copy")]}, wake=wake)
        work = hold_work(store, BORIS)
        store.erase(ANNA)
        fact = entry("fact", "There is a secret garden.", kind="fact")
        assert not store.advance(work, {"mark": 1}, added=[fact], space=None, at=1001.0)
        store.release(work, None)
        assert [row.id for row in store.walk(BORIS)] == []
        assert [waiting.key for waiting in store.waiting()] == [BORIS]
        assert hold_work(store, BORIS).marks == {}
