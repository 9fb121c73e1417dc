"""Recall through the public surface: k, filters, budget, held back, isolation."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

import soulkeep
from soulkeep.search import rank as rank_module
from soulkeep.search import recall as recall_module
from soulkeep.search.recall import merged

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def fed(holmes: soulkeep.Character) -> soulkeep.Character:
    turns = [
        soulkeep.Turn(f"On day {i} I fed the cat {i} times.", None, START + timedelta(days=i), f"s{i}", f"t{i}")
        for i in range(20)
    ]
    holmes.observe_many(turns, person="anna")
    holmes.learn("Cats were sacred in Egypt.\n\n# Dogs\n\nDogs guard the house.", source="almanac")
    return holmes


@pytest.mark.parametrize("k", [1, 3, 10, 22, 500])
@pytest.mark.parametrize("question", ["cat", "zzz qqq", "the day"])
def test_k_is_always_honoured(fed: soulkeep.Character, k: int, question: str) -> None:
    hits = fed.recall(question, person="anna", k=k).hits
    assert len(hits) == min(k, 22)
    assert len({hit.memory.id for hit in hits}) == len(hits)


def test_k_is_honoured_under_filters(fed: soulkeep.Character) -> None:
    assert len(fed.recall("cat", person="anna", k=2, kinds={"passage"}).hits) == 2
    assert len(fed.recall("cat", person="anna", k=5, kinds={"turn"}).hits) == 5
    with pytest.raises(soulkeep.InputError, match="no such"):
        fed.recall("cat", person="anna", kinds={"no such"})


def test_kinds_and_sources(fed: soulkeep.Character) -> None:
    passages = fed.recall("cat", person="anna", kinds={"passage"})
    assert {hit.memory.kind for hit in passages.hits} == {"passage"}
    assert {held.reason for held in passages.held_back} == {"other kind"}
    lived = fed.recall("cat", person="anna", sources={"lived"})
    assert {hit.memory.source for hit in lived.hits} == {"lived"}
    read = fed.recall("dogs guard", person="anna", sources={"almanac"})
    assert read.hits[0].memory.text == "Dogs guard the house."
    assert read.hits[0].memory.heading == "Dogs"


def test_a_time_range_includes_its_ends_and_leaves_out_the_undated(fed: soulkeep.Character) -> None:
    recall = fed.recall("cat", person="anna", since=START + timedelta(days=3), until=START + timedelta(days=5), k=50)
    assert {hit.memory.id for hit in recall.hits} == {"t3", "t4", "t5"}
    assert {held.reason for held in recall.held_back} == {"outside the time range"}


def test_filters_change_no_score(fed: soulkeep.Character) -> None:
    free = {hit.memory.id: hit.score for hit in fed.recall("cat day 7", person="anna", k=50).hits}
    filtered = fed.recall("cat day 7", person="anna", k=50, kinds={"passage"}).hits
    assert {hit.memory.id: hit.score for hit in filtered} == {hit.memory.id: free[hit.memory.id] for hit in filtered}


def test_what_is_held_back_outranks_the_last_hit(fed: soulkeep.Character) -> None:
    recall = fed.recall("fed the cat", person="anna", k=1, sources={"almanac"})
    assert recall.held_back
    assert len(recall.held_back) <= 1
    assert all(held.score > recall.hits[-1].score for held in recall.held_back)


def test_budget(fed: soulkeep.Character) -> None:
    recall = fed.recall("cat", person="anna", budget=30)
    assert 0 < recall.tokens <= 30
    assert recall.tokens == sum(hit.tokens for hit in recall.hits)
    assert {held.reason for held in recall.held_back} == {"over budget"}
    assert len(recall.hits) + len(recall.held_back) == 10
    assert fed.recall("cat", person="anna", budget=1).hits == ()


def test_faded_memories_are_held_back_with_a_reason(clock: soulkeep.ManualClock) -> None:
    settings = soulkeep.Settings(forgetfulness=0.1, fade_below=0.2)
    with soulkeep.open(":memory:", settings=settings, clock=clock) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I fed the cat.", person="anna")
        assert holmes.recall("cat", person="anna").hits
        clock.advance(timedelta(days=30))
        recall = holmes.recall("cat", person="anna")
        assert recall.hits == ()
        assert [held.reason for held in recall.held_back] == ["faded"]


def test_what_is_shared_with_one_person_stays_from_another(fed: soulkeep.Character, keep: soulkeep.Keep) -> None:
    for stranger in ("boris", "Anna", "anna ", None):
        hits = fed.recall("On day 3 I fed the cat 3 times", person=stranger, k=50).hits
        assert {hit.memory.kind for hit in hits} == {"passage"}
        with pytest.raises(soulkeep.UnknownMemory):
            fed.memory("t3", person=stranger)
    assert keep.character("watson").recall("cat", person="anna").hits == ()


def test_nothing_remembered_is_an_empty_recall(holmes: soulkeep.Character) -> None:
    recall = holmes.recall("anything?", person="anna")
    assert recall.hits == ()
    assert recall.queries == ("anything?",)


def test_a_hit_carries_the_whole_memory(holmes: soulkeep.Character) -> None:
    scene = soulkeep.Scene(place="Baker Street", present=("anna", "watson"), objects=("a violin",))
    time = datetime.fromisoformat("2026-05-08T23:30:00+09:00")
    holmes.observe(
        "고양이 이름은 미소야. 🐈", person="anna", time=time, session="s", id="x", scene=scene, heard_by=["watson"],
        importance=7,
    )  # fmt: skip
    memory = holmes.recall("고양이 이름", person="anna").hits[0].memory
    assert memory == holmes.memory("x", person="anna")
    assert (memory.id, memory.turns, memory.kind) == ("x", ("x",), "turn")
    assert (memory.owner, memory.person, memory.speaker) == ("holmes", "anna", "anna")
    assert memory.text == "고양이 이름은 미소야. 🐈"
    assert memory.time is not None
    assert memory.time.isoformat() == time.isoformat()
    assert (memory.scene, memory.heard_by, memory.importance, memory.language) == (scene, ("watson",), 7, "ko")
    assert "Memory('x', turn" in repr(memory)


def test_timings_and_counts(fed: soulkeep.Character) -> None:
    recall = fed.recall("cat", person="anna")
    assert set(recall.timings) == {"embed", "catch_up", "search", "second_pass", "fetch", "total"}
    times = recall.timings
    assert sum(times[name] for name in ("embed", "catch_up", "search", "fetch")) == pytest.approx(times["total"])
    assert recall.considered == 22


def test_what_was_told_since_a_question_is_found_by_asking_again(fed: soulkeep.Character) -> None:
    for number in range(3):
        fed.observe(f"A zeppelin flew over us, number {number}.", person="anna", id=f"z{number}")
        assert fed.recall("zeppelin", person="anna", k=1 + number).hits[number].memory.id.startswith("z")
    assert fed.recall("dogs", person="anna", k=1).hits[0].memory.text == "Dogs guard the house."


def test_a_small_source_needs_no_index(fed: soulkeep.Character, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall_module, "available", lambda: False)
    assert fed.recall("cat", person="anna").notes == ()


def test_times_are_told_in_milliseconds(fed: soulkeep.Character, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    for module in (recall_module, rank_module):
        monkeypatch.setattr(module, "perf_counter", lambda: float(next(seconds)))
    assert fed.recall("cat", person="anna").timings == {
        "catch_up": 1e3, "embed": 1e3, "second_pass": 1e3, "search": 3e3, "fetch": 2e3, "total": 7e3
    }  # fmt: skip


def test_a_budget_is_spent_to_the_last_token(fed: soulkeep.Character) -> None:
    free = fed.recall("cat", person="anna", k=4).hits
    whole = sum(hit.tokens for hit in free)
    assert fed.recall("cat", person="anna", k=4, budget=whole).hits == free
    short = fed.recall("cat", person="anna", k=4, budget=whole - 1)
    assert len(short.hits) == 3
    assert [held.memory.id for held in short.held_back] == [free[3].memory.id]


def test_recalls_are_merged_in_turn_each_memory_once(fed: soulkeep.Character) -> None:
    one, other = (fed.recall(question, person="anna", k=4) for question in ("day 3", "dogs guard the house"))
    ids = [[hit.memory.id for hit in recall.hits] for recall in (one, other)]
    both = merged([one, other, one], 5)
    inturn = dict.fromkeys(id for pair in zip(*ids, strict=True) for id in pair)
    assert [hit.memory.id for hit in both.hits] == [*inturn][:5]
    assert both.queries == ("day 3", "dogs guard the house", "day 3")
    assert both.tokens == sum(hit.tokens for hit in both.hits)
    assert both.confidence == max(one.confidence or 0, other.confidence or 0)
    assert both.timings["total"] == pytest.approx(2 * one.timings["total"] + other.timings["total"])
    assert merged([one, replace(other, timings={})], 5).timings == one.timings
    assert both.held_back == one.held_back
    assert merged([replace(one, confidence=None)], 1).confidence is None
    assert merged([replace(one, notes=("a", "b")), replace(other, notes=("b", "c"))], 1).notes == ("a", "b", "c")


def test_of_memories_that_score_alike_the_newer_come_first(holmes: soulkeep.Character) -> None:
    for number in range(6):
        said = "The ferry was late."
        holmes.observe(said, person="anna", time=START, session=f"s{number}", id=f"f{number}")
    hits = holmes.recall("late ferry", person="anna", k=6).hits
    assert len({hit.score for hit in hits[1:]}) == 1  # all but one repeat another
    assert [hit.memory.id for hit in hits[1:]] == ["f5", "f4", "f3", "f2", "f1"]
    for k in range(1, 6):
        assert holmes.recall("late ferry", person="anna", k=k).hits == hits[:k]
