"""Forgetting holds back, in each way; it never deletes, and pins and importance protect."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import soulkeep
from soulkeep.memory.retention import DAY, retention

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def clock() -> soulkeep.ManualClock:
    return soulkeep.ManualClock(START)


@pytest.fixture
def npc(clock: soulkeep.ManualClock, tmp_path: Path) -> Iterator[soulkeep.Character]:
    with soulkeep.open(tmp_path / "keep.db", clock=clock) as keep:
        yield keep.character("npc")


def ids(memories: object) -> list[str]:
    return [memory.id for memory in memories]  # type: ignore[attr-defined]


def test_one_memory(npc: soulkeep.Character, clock: soulkeep.ManualClock, tmp_path: Path) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat")
    npc.observe("It rained.", person="anna", id="rain")
    assert ids(npc.forget("cat", person="anna")) == ["cat"]
    recall = npc.recall("What is my cat called?", person="anna")
    assert ids(hit.memory for hit in recall.hits) == ["rain"]
    assert [(held.memory.id, held.reason) for held in recall.held_back] == [("cat", "forgotten")]
    assert ids(npc.memories(person="anna", forgotten=True)) == ["cat"]
    assert npc.memory("cat", person="anna").forgotten == clock.now()
    with soulkeep.open(tmp_path / "keep.db", clock=clock) as other:  # another process knows, too
        again = other.character("npc").recall("What is my cat called?", person="anna")
        assert ids(hit.memory for hit in again.hits) == ["rain"]
        other.character("npc").restore("cat", person="anna")
    assert npc.recall("What is my cat called?", person="anna").hits[0].memory.id == "cat"
    assert list(npc.memories(person="anna", forgotten=True)) == []


def test_what_is_deleted_while_it_is_restored_is_unknown(
    npc: soulkeep.Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = npc._runtime.store
    update = store.update
    for restore in (npc.restore, partial(npc.amend, pinned=True)):
        id = npc.observe("My cat is called Miso.", person="anna").id

        def late(*given: Any, id: str = id, **options: Any) -> int:
            count = update(*given, **options)
            npc.delete(id, person="anna")
            return count

        with monkeypatch.context() as patched:
            patched.setattr(store, "update", late)
            with pytest.raises(soulkeep.UnknownMemory):
                restore(id, person="anna")


def test_oldest(npc: soulkeep.Character) -> None:
    for day in (5, 1, 3):
        npc.observe(f"Day {day}.", time=START - timedelta(days=day), id=f"{day}")
    npc.observe_many([soulkeep.Turn("Some day.", id="undated")], undated=True)
    assert ids(npc.forget(way="oldest", count=2)) == ["5", "3"]
    assert ids(npc.forget(way="oldest", count=9)) == ["1", "undated"]


def test_unused_and_least_activated(npc: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    for id, text in (
        ("cat", "My cat is called Miso."),
        ("boat", "My boat is called Petrel."),
        ("aunt", "My aunt is Vera."),
    ):
        npc.observe(text, person="anna", id=id, session=id)
        clock.advance(timedelta(days=1))
    npc.reply("What is my cat called?", person="anna", session="talk", id="q")
    assert npc.memory("cat", person="anna").stability > 1
    boat, *facts = npc.forget(person="anna", way="unused", count=1)
    assert boat.id == "boat"
    assert all(fact.turns == ("boat",) for fact in facts)  # what rests on it goes along
    npc.restore("boat", person="anna")
    assert "cat" not in ids(npc.forget(person="anna", way="least activated", count=4))


def test_redundant_forgets_the_earlier_of_two(npc: soulkeep.Character) -> None:
    npc.observe("I have a grey cat called Miso.", id="first")
    npc.observe("The harbour was full of boats.", id="boats")
    npc.observe("I have a grey cat called Miso!", id="second")
    assert ids(npc.forget(way="redundant", below=0.05)) == ["first"]


def test_decay_spares_the_important_and_the_pinned(npc: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    npc.observe("It rained.", id="rain")
    npc.observe("My father died.", id="father", importance=10)
    npc.observe("The code is 1234.", id="code")
    npc.amend("code", pinned=True)
    clock.advance(timedelta(days=3650))
    npc.observe("Hello again.", id="fresh")
    assert ids(npc.forget(way="decay", below=0.5)) == ["rain"]
    hits = {hit.memory.id: hit for hit in npc.recall("father code hello").hits}
    assert hits["father"].retention == pytest.approx(0.95)
    assert hits["code"].retention == 1
    assert npc.memory("code").pinned
    npc.amend("code", pinned=False)
    assert ids(npc.forget(way="decay", count=1)) == ["code"]
    npc.amend("fresh", importance=10)
    assert npc.memory("fresh").importance == 10


def test_faded_memories_are_told_and_come_back_when_pinned(clock: soulkeep.ManualClock) -> None:
    settings = soulkeep.Settings(forgetfulness=0.05, fade_below=0.2)
    with soulkeep.open(":memory:", clock=clock, settings=settings) as keep:
        npc = keep.character("npc")
        npc.observe("My cat is called Miso.", person="anna", id="cat", importance=3)
        clock.advance(timedelta(days=60))
        recall = npc.recall("cat", person="anna")
        assert [(held.memory.id, held.reason) for held in recall.held_back] == [("cat", "faded")]
        npc.amend("cat", person="anna", pinned=True)
        assert npc.recall("cat", person="anna").hits[0].memory.id == "cat"


def test_what_is_shared_with_others_is_out_of_reach(npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat")
    for call in (npc.forget, npc.restore, partial(npc.amend, pinned=True), partial(npc.amend, pinned=False)):
        with pytest.raises(soulkeep.UnknownMemory):
            call("cat", person="boris")
    assert npc.forget(person="boris", way="oldest", count=5) == []
    assert npc.memory("cat", person="anna").forgotten is None


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({}, "How many"),
        ({"way": "dice", "count": 1}, "no way"),
        ({"way": "oldest", "below": 0.5}, "means nothing"),
        ({"count": 0}, "whole number"),
    ],
)
def test_mistakes(npc: soulkeep.Character, wrong: dict[str, object], message: str) -> None:
    with pytest.raises(soulkeep.InputError, match=message):
        npc.forget(**wrong)  # type: ignore[arg-type]


times = st.floats(0, 5000)


@given(days=times, more=times, s=st.floats(0.1, 100), d=st.floats(0, 1), floor=st.floats(0, 1))
def test_retention_falls_with_time_to_its_floor(days: float, more: float, s: float, d: float, floor: float) -> None:
    early, late = (float(retention(t * DAY, 0.0, s, d, floor=floor)) for t in (days, days + more))
    assert np.float32(floor) <= late <= early <= 1
    assert retention(days * DAY, 0.0, s, d, floor=floor, pinned=True) == 1


@given(days=times, s=st.floats(0.1, 100), factor=st.floats(1, 10), d=st.floats(0, 1))
def test_retention_rises_with_stability(days: float, s: float, factor: float, d: float) -> None:
    assert retention(days * DAY, 0.0, s * factor, d) >= retention(days * DAY, 0.0, s, d)


def test_what_is_forgotten_and_restored_is_pinned_as_it_was(npc: soulkeep.Character) -> None:
    for id in ("pinned", "plain"):
        npc.observe(f"The {id} one is in the drawer.", person="anna", id=id)
    npc.amend("pinned", person="anna", pinned=True)
    for id in ("pinned", "plain"):
        npc.forget(id, person="anna")
        assert all(hit.memory.id != id for hit in npc.recall(f"the {id} one", person="anna").hits)
        assert npc.restore(id, person="anna").pinned == (id == "pinned")
