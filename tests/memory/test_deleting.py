"""One memory erased for good: out of the tables, the file and its log, with whatever tells of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest

import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.memory.entries import Answered, derived
from soulkeep.memory.observe import store_turns
from soulkeep.models.embed.base import CachedEmbedder
from soulkeep.stores.rows import PartitionKey
from soulkeep.testing.models import HashEmbedder

START = datetime(2026, 1, 1, tzinfo=UTC)
SECRET = "Quetzalcoatl"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keep.db"


@pytest.fixture
def clock() -> soulkeep.ManualClock:
    return soulkeep.ManualClock(START)


@pytest.fixture
def keep(clock: soulkeep.ManualClock, path: Path) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(path, clock=clock) as keep:
        yield keep


@pytest.fixture
def npc(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("npc", name="Nora")


def on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def ids(memories: Iterator[soulkeep.Memory]) -> list[str]:
    return [memory.id for memory in memories]


def test_it_is_gone_from_recall_and_from_the_file(npc: soulkeep.Character, keep: soulkeep.Keep, path: Path) -> None:
    npc.observe("It rains.", person="anna", id="rain")
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat")
    keep.settle()
    with soulkeep.open(path) as other:
        assert other.character("npc").recall("cat", person="anna").hits
        assert SECRET.encode() in on_disk(path)
        facts = len(npc.facts(person="anna"))
        assert facts
        assert npc.delete("cat", person="anna") == 1 + facts
        for each in (npc, other.character("npc")):
            assert ids(hit.memory for hit in each.recall(SECRET, person="anna").hits) == ["rain"]
            with pytest.raises(soulkeep.UnknownMemory):
                each.memory("cat", person="anna")
            with pytest.raises(soulkeep.UnknownMemory):
                each.delete("cat", person="anna")
        assert SECRET.encode() not in on_disk(path)
    assert keep.check() == []
    keep.settle()
    assert SECRET.encode() not in on_disk(path)
    assert npc.facts(person="anna", past=True) == []


def test_its_history_goes_with_it(npc: soulkeep.Character, path: Path) -> None:
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat")
    npc.amend("cat", "My cat is called Miso.", person="anna")
    assert SECRET.encode() in on_disk(path)
    assert npc.delete("cat", person="anna") == 1
    assert SECRET.encode() not in on_disk(path)


def test_what_was_made_of_it_goes_and_of_the_rest_is_made_anew(
    npc: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock, path: Path
) -> None:
    texts = {
        "a": f"My cat {SECRET} fell ill.",
        "b": "The vet gave her a pill.",
        "c": "She slept all day.",
        "d": "In the evening she ate a little fish.",
    }
    for id, text in texts.items():
        npc.observe(text, person="anna", id=id, session="s")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    assert SECRET in " ".join(memory.text for memory in npc.memories(person="anna", kinds={"summary"}))
    assert npc.delete("a", person="anna") >= 2
    assert SECRET.encode() not in on_disk(path)
    keep.settle()
    [summary] = npc.memories(person="anna", kinds={"summary"})
    assert summary.turns == ("b", "c", "d")
    assert SECRET.encode() not in on_disk(path)


def test_a_fact_that_others_state_too_stays(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    for id in "abc":
        npc.observe("I live in Leeds.", person="anna", id=id)
        keep.settle()
    [before] = npc.facts(person="anna")
    npc.delete("c", person="anna")
    [after] = npc.facts(person="anna")
    assert (after.id, after.turns) == (before.id, ("a", "b"))
    assert after.confidence < before.confidence
    npc.delete("a", person="anna")
    keep.settle()
    [left] = npc.facts(person="anna")
    assert (left.value, left.turns) == ("Leeds", ("b",))


def test_what_it_superseded_holds_again(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    for id, town in (("a", "Leeds"), ("b", "York")):
        npc.observe(f"I live in {town}.", person="anna", id=id)
    keep.settle()
    npc.delete("b", person="anna")
    assert [fact.value for fact in npc.facts(person="anna")] == ["Leeds"]


def test_the_answers_that_name_it_go_too(npc: soulkeep.Character, keep: soulkeep.Keep, path: Path) -> None:
    npc.observe("It rains.", person="anna", id="rain")
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat")
    reply = npc.reply("What is my cat called?", person="anna", id="q")
    assert SECRET in reply.text
    assert "cat" in [reference.memory.id for reference in reply.references]
    keep.settle()
    npc.delete("cat", person="anna")
    assert SECRET.encode() not in on_disk(path)
    assert ids(npc.memories(person="anna", kinds={"turn"})) == ["rain", "q"]


def test_an_answer_from_a_fact_goes_with_what_states_it(
    npc: soulkeep.Character, keep: soulkeep.Keep, path: Path
) -> None:
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat")
    keep.settle()
    [fact, *others] = npc.facts(person="anna")
    said = soulkeep.Turn(f"It is {SECRET}.", speaker="Nora", id="said")
    store_turns(relationship_of(npc, "anna"), [said], answer=Answered(references=((fact.id, "anna"),)))
    assert npc.delete("cat", person="anna") == 3 + len(others)
    assert SECRET.encode() not in on_disk(path)


def test_a_passage_goes_with_the_answers_to_everybody(npc: soulkeep.Character, path: Path) -> None:
    npc.learn(f"The snake {SECRET} came down the bell rope.", source="book")
    [passage] = npc.memories()
    for person in ("anna", "boris"):
        reply = npc.reply("What came down the bell rope?", person=person, id=f"{person}-q")
        assert passage.id in [reference.memory.id for reference in reply.references]
    assert npc.delete(passage.id) == 3
    for person in ("anna", "boris"):
        assert ids(npc.memories(person=person)) == [f"{person}-q"]
    assert SECRET.encode() not in on_disk(path)
    assert npc.learn(f"The snake {SECRET} came down the bell rope.", source="other").passages == 1


def test_what_others_heard_goes_too(npc: soulkeep.Character, keep: soulkeep.Keep, path: Path) -> None:
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat", heard_by=["boris", "carol"])
    npc.observe("I keep bees.", person="boris", id="bees")
    keep.settle()
    reply = npc.reply("What is Anna's cat called?", person="boris", id="q", heard_by=["carol"])
    assert reply.references
    assert SECRET in reply.text
    keep.settle()
    npc.delete("cat", person="anna")
    assert SECRET.encode() not in on_disk(path)
    assert {"bees", "q"} == set(ids(npc.memories(person="boris", kinds={"turn"})))
    assert SECRET not in " ".join(memory.text for memory in npc.memories(person="carol"))
    assert keep.check() == []


def test_of_a_copy_only_what_that_person_heard_goes(npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat", heard_by=["boris"])
    [copy] = npc.memories(person="boris")
    assert npc.delete(copy.id, person="boris") == 1
    assert list(npc.memories(person="boris")) == []
    assert ids(npc.memories(person="anna")) == ["cat"]


def test_a_fact_deleted_by_itself_leaves_what_states_it(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    npc.observe("I live in York.", person="anna", id="b")
    keep.settle()
    [york] = npc.facts(person="anna")
    assert npc.delete(york.id, person="anna") == 1
    keep.settle()
    assert [fact.value for fact in npc.facts(person="anna", past=True)] == ["Leeds"]
    assert ids(npc.memories(person="anna", kinds={"turn"})) == ["a", "b"]


def test_a_summary_deleted_by_itself_does_not_come_back(
    npc: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    for text in ("My cat Miso fell ill.", "The vet gave her a pill.", "She slept all day."):
        npc.observe(text, person="anna", session="s")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    [summary] = npc.memories(person="anna", kinds={"summary"})
    npc.delete(summary.id, person="anna")
    keep.settle(over=True)
    assert list(npc.memories(person="anna", kinds={"summary"})) == []


def test_its_id_stays_taken(npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat")
    npc.delete("cat", person="anna")
    with pytest.raises(soulkeep.IdConflict, match="deleted"):
        npc.observe("My cat is called Miso.", person="anna", id="cat")


def test_memory_holds_nothing_of_it(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat")
    embedder = keep._runtime.embeddings.embedder
    assert isinstance(embedder, CachedEmbedder)
    assert SECRET in str(embedder._texts.keys())
    npc.delete("cat", person="anna")
    assert SECRET not in str(embedder._texts.keys())


@pytest.mark.parametrize("seed", range(4))
def test_no_trace_is_left_between_the_rows_of_others_once_the_file_is_scrubbed(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        npc = keep.character("npc")
        for n in range(250):
            npc.observe(f"<{n}> " + "blah " * chance.randrange(200), person="anna", id=f"{n}", session=f"<{n}>")
            if n % 50 == 20:
                npc.amend(f"{n}", f"<{n}> again", person="anna")
        gone = [20, *(chance.randrange(250) for _ in range(9))]
        for n in dict.fromkeys(gone):
            npc.delete(f"{n}", person="anna", scrub=n == gone[-1])
        left = on_disk(path)
        assert not [n for n in gone if f"<{n}>".encode() in left]
        assert keep.check() == []


def test_a_reader_of_the_old_state_keeps_the_log_only(path: Path) -> None:
    settings = soulkeep.Settings(busy_seconds=0.2)
    with soulkeep.open(path, embedder=HashEmbedder(), settings=settings) as keep:
        npc = keep.character("npc")
        npc.observe(f"{SECRET} is a secret.", person="anna", id="x")
        backup = apsw.Connection(str(path))
        backup.execute("BEGIN; SELECT count(*) FROM memories")
        assert npc.delete("x", person="anna") == 1
        assert list(npc.memories(person="anna")) == []
        backup.close()
    assert SECRET.encode() not in on_disk(path)


def test_work_that_had_read_it_leaves_nothing_of_it(npc: soulkeep.Character, keep: soulkeep.Keep, path: Path) -> None:
    npc.observe("It rains.", person="anna", id="rain")
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat")
    store, at = keep._store, START.timestamp()
    _, [head] = store.heads([PartitionKey("npc", "anna")])
    assert head is not None
    work = store.claim(at, 100.0, partition=head.partition)  # another process is at it …
    assert work is not None
    npc.delete("cat", person="anna")
    [rain] = store.last(PartitionKey("npc", "anna"), 1, kind="turn")
    late = derived(
        "insight", f"{SECRET} again.", rain.entry, base=1, importance=5.0, now=at, details={"turns": ["cat", "rain"]}
    )
    assert store.advance(work, {}, added=[late], space=None, at=at)  # … and stores what it made of it
    assert SECRET.encode() in on_disk(path)
    store.release(work, None)
    keep.settle()
    assert SECRET.encode() not in on_disk(path)


def test_many_are_deleted_from_a_long_talk(path: Path, clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as keep:
        npc = keep.character("npc")
        towns = ("Leeds", "York", "Hull", "Bath")
        for n in range(60):
            npc.observe(f"I live in {towns[n % 4]}. Day {n}.", person="anna", id=f"{n}", session=f"{n // 10}")
        keep.settle(over=True)
        order = list(range(60))
        random.Random(7).shuffle(order)
        for n in order[:57]:
            npc.delete(f"{n}", person="anna")
        keep.settle(over=True)
        left = {f"{n}" for n in order[57:]}
        assert set(ids(npc.memories(person="anna", kinds={"turn"}))) == left
        for memory in npc.memories(person="anna"):
            assert set(memory.turns) <= left
        latest = max(map(int, left))
        assert [fact.value for fact in npc.facts(person="anna", relation="home")] == [towns[latest % 4]]
        assert keep.check() == []


def test_learning_a_text_again_does_not_bring_back_what_was_deleted(holmes: soulkeep.Character) -> None:
    text = "The safe stands behind the portrait.\n\n" + "The moor is wide and grey. " * 30
    holmes.learn(text, source="canon")
    before = [memory.text for memory in holmes.memories()]
    gone = next(memory for memory in holmes.memories() if "portrait" in memory.text)
    holmes.delete(gone.id)
    again = holmes.learn(text, source="canon")
    assert again.passages == 0
    assert [memory.text for memory in holmes.memories()] == [text for text in before if text != gone.text]


def test_facts_that_are_drawn_meanwhile_go_too(
    npc: soulkeep.Character, keep: soulkeep.Keep, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat")
    revise = keep._store.revise

    def late(*args: Any, **more: Any) -> int | None:
        monkeypatch.undo()
        keep.settle(over=True)
        assert npc.facts(person="anna")
        return revise(*args, **more)

    monkeypatch.setattr(keep._store, "revise", late)
    assert npc.delete("cat", person="anna") > 1
    assert npc.facts(person="anna", past=True) == []
    assert SECRET.encode() not in on_disk(path)


def test_several_go_at_once_with_all_that_tells_of_them(
    npc: soulkeep.Character, keep: soulkeep.Keep, path: Path
) -> None:
    npc.observe("It rains.", person="anna", id="rain")
    npc.observe(f"My cat is called {SECRET}.", person="anna", id="cat", heard_by=["boris"])
    npc.observe("I live in Leeds.", person="anna", id="home")
    answer = npc.reply("What is my cat called?", person="anna")
    assert answer.said is not None
    assert SECRET in npc.memory(answer.said, person="anna").text
    keep.settle(over=True)
    everything = list(npc.memories(person="anna"))
    derived = [memory.id for memory in everything if memory.kind != "turn"]
    assert npc.delete((id for id in ("cat", "home", "cat")), person="anna") > 3 + len(derived) - 1
    assert ids(npc.memories(person="anna")) == ["rain", answer.heard]
    assert ids(npc.memories(person="boris")) == []
    assert SECRET.encode() not in on_disk(path)
    assert keep.check() == []
    assert npc.delete([], person="anna") == 0


@pytest.mark.parametrize("given", [["rain", "snow"], ["rain", 3], ["rain", ""], 3, None, b"rain", {"rain": 1}])
def test_several_go_all_or_none(npc: soulkeep.Character, given: Any) -> None:
    npc.observe("It rains.", person="anna", id="rain")
    with pytest.raises(soulkeep.InputError):
        npc.delete(given, person="anna")
    assert ids(npc.memories(person="anna")) == ["rain"]
