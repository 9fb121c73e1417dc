"""Memories one by one: listed page by page, session by session, with what became of each, and what is left of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder

START = datetime(2026, 1, 1, tzinfo=UTC)
SEOUL = timezone(timedelta(hours=9))


@pytest.fixture
def clock() -> soulkeep.ManualClock:
    return soulkeep.ManualClock(START)


@pytest.fixture
def keep(clock: soulkeep.ManualClock, tmp_path: Path) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(tmp_path / "keep.db", clock=clock, embedder=HashEmbedder()) as keep:
        yield keep


@pytest.fixture
def npc(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("npc")


def ids(memories: Iterator[soulkeep.Memory]) -> list[str]:
    return [memory.id for memory in memories]


# -- pages


def test_pages_join_without_gap_or_repeat_while_turns_are_added(npc: soulkeep.Character) -> None:
    npc.observe_many([soulkeep.Turn(f"Line {n}.", id=f"{n}") for n in range(7)], person="anna")
    seen: list[str] = []
    after = None
    while page := ids(npc.memories(person="anna", limit=3, after=after)):
        seen += page
        after = page[-1]
        if len(seen) == 3:
            npc.observe("Late.", person="anna", id="late")
    assert seen == [*map(str, range(7)), "late"]


def test_the_newest_first(npc: soulkeep.Character) -> None:
    npc.observe_many([soulkeep.Turn(f"Line {n}.", id=f"{n}") for n in range(1100)], person="anna")
    newest = list(map(str, range(1099, -1, -1)))
    assert ids(npc.memories(person="anna", newest=True)) == newest
    assert ids(npc.memories(person="anna", newest=True, limit=2)) == ["1099", "1098"]
    npc.observe("Later.", person="anna", id="later")
    assert ids(npc.memories(person="anna", newest=True, limit=2, after="1098")) == ["1097", "1096"]
    assert ids(npc.memories(person="anna", limit=700))[-1] == "699"


def test_a_page_goes_on_after_a_memory_that_was_deleted(npc: soulkeep.Character) -> None:
    npc.observe_many([soulkeep.Turn(f"Line {n}.", id=f"{n}") for n in range(5)], person="anna")
    npc.delete("2", person="anna")
    assert ids(npc.memories(person="anna", after="2")) == ["3", "4"]
    assert ids(npc.memories(person="anna", after="2", newest=True)) == ["1", "0"]
    assert ids(npc.memories(person="anna", after="4")) == []


def test_filters_hold_together(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    for n in range(4):
        npc.observe(f"I live in {['Leeds', 'York', 'Hull', 'Bath'][n]}.", person="anna", session=f"s{n % 2}", id=f"{n}")
    keep.settle()
    npc.forget("2", person="anna")
    assert ids(npc.memories(person="anna", kinds={"turn"}, session="s0")) == ["0", "2"]
    assert ids(npc.memories(person="anna", kinds={"turn"}, session="s0", forgotten=False)) == ["0"]
    assert ids(npc.memories(person="anna", kinds={"turn"}, forgotten=True)) == ["2"]
    facts = npc.memories(person="anna", kinds={"fact"}, forgotten=False)
    for fact, town in zip(facts, ("Leeds", "York", "Bath"), strict=True):
        assert fact.text.startswith(f"anna: “I live in {town}")
    both = [memory.kind for memory in npc.memories(person="anna", kinds={"fact", "turn"}, session="s1")]
    assert both == ["turn", "turn", "fact", "fact"]
    assert ids(npc.memories(person="anna", kinds=set())) == []
    assert ids(npc.memories(person="anna", session="s9")) == []


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": "3"}, {"after": "nobody"}, {"after": ""}, {"session": ""}])
def test_mistakes_are_told_before_anything_is_listed(npc: soulkeep.Character, wrong: dict[str, object]) -> None:
    npc.observe("Hello.", person="anna")
    with pytest.raises(soulkeep.InputError):
        npc.memories(person="anna", **wrong)  # type: ignore[arg-type]


# -- sessions


def test_sessions_with_the_latest_turn_first(
    npc: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    for n, text in enumerate(("My cat Miso fell ill.", "The vet gave her a pill.", "Miso is well again.")):
        npc.observe(text, person="anna", session="cat", time=datetime(2026, 1, 1, 9 + n, tzinfo=SEOUL))
    npc.observe("Of no session.", person="anna")
    npc.observe_many([soulkeep.Turn("오늘은 비가 왔어.", session="비")], person="anna", undated=True)
    npc.observe("To Boris.", person="boris", session="boris")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    rain, cat = npc.sessions(person="anna")
    assert (rain.id, rain.turns, rain.began, rain.ended) == ("비", 1, None, None)
    assert (cat.id, cat.turns) == ("cat", 3)
    assert (cat.began, cat.ended) == (datetime(2026, 1, 1, 9, tzinfo=SEOUL), datetime(2026, 1, 1, 11, tzinfo=SEOUL))
    assert cat.ended is not None
    assert cat.ended.utcoffset() == timedelta(hours=9)
    assert cat.summary is not None
    assert "Miso" in cat.summary
    npc.observe("Miso again.", person="anna", session="cat")
    assert [session.id for session in npc.sessions(person="anna")] == ["cat", "비"]
    assert npc.sessions(person="nobody") == npc.sessions() == []


def test_a_forgotten_summary_is_not_told(
    npc: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    for text in ("My cat Miso fell ill.", "The vet gave her a pill.", "Miso is well again."):
        npc.observe(text, person="anna", session="cat")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    [summary] = npc.memories(person="anna", kinds={"summary"})
    npc.forget(summary.id, person="anna")
    [session] = npc.sessions(person="anna")
    assert (session.turns, session.summary) == (3, None)


# -- history


def test_what_became_of_a_memory(npc: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    npc.observe("My cat is called Mio.", person="anna", id="cat", importance=3)
    changes: list[tuple[str, dict[str, Any], dict[str, Any], Callable[[], object]]] = [
        ("rated", {"importance": 3.0}, {"importance": 8.0}, lambda: npc.amend("cat", importance=8, person="anna")),
        ("pinned", {"pinned": False}, {"pinned": True}, lambda: npc.amend("cat", person="anna", pinned=True)),
        ("unpinned", {"pinned": True}, {"pinned": False}, lambda: npc.amend("cat", person="anna", pinned=False)),
        ("forgotten", {"forgotten": None}, {"forgotten": ...}, lambda: npc.forget("cat", person="anna")),
        ("restored", {"forgotten": ...}, {"forgotten": None}, lambda: npc.restore("cat", person="anna")),
        (
            "amended",
            {"text": "My cat is called Mio."},
            {"text": "My cat is called Miso."},
            lambda: npc.amend("cat", "My cat is called Miso.", person="anna"),
        ),
    ]
    days: dict[str, datetime] = {}
    for what, _, _, do in changes:
        clock.advance(timedelta(days=1))
        days[what] = clock.now()
        do()
    stored, *history = npc.history("cat", person="anna")
    assert (stored.what, stored.at, stored.before) == ("stored", START, {})
    assert stored.after == {"text": "My cat is called Mio.", "language": "en", "importance": 3.0}
    assert [change.what for change in history] == [what for what, *_ in changes]
    for change, (what, before, after, _) in zip(history, changes, strict=True):
        assert change.at == days[what]
        expected = [
            {name: days["forgotten"] if value is ... else value for name, value in side.items()}
            for side in (before, after)
        ]
        assert [dict(change.before), dict(change.after)] == expected


def test_uses_and_supersessions_are_in_the_history(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="leeds")
    keep.settle()
    [fact] = npc.facts(person="anna")
    npc.reply("Where do I live?", person="anna")
    uses = [change.what for change in npc.history("leeds", person="anna")]
    uses += [change.what for change in npc.history(fact.id, person="anna")]
    assert "used" in uses
    for id, town in (("again", "Leeds"), ("york", "York")):
        npc.observe(f"I live in {town}.", person="anna", id=id)
        keep.settle()
    york = npc.facts(person="anna")[0]
    history = {change.what: change for change in npc.history(fact.id, person="anna")}
    assert history["confirmed"].after["turns"] == ("leeds", "again")
    assert history["confirmed"].after["confidence"] > history["confirmed"].before["confidence"]
    assert history["superseded"].after["superseded"] == york.id
    npc.restore(fact.id, person="anna")
    assert npc.history(fact.id, person="anna")[-1].what == "reinstated"


def test_a_change_that_changes_nothing_is_not_told(npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat", importance=3)
    npc.amend("cat", importance=3, person="anna")
    npc.amend("cat", person="anna", pinned=False)
    npc.restore("cat", person="anna")
    assert [change.what for change in npc.history("cat", person="anna")] == ["stored"]


# -- retention


@pytest.mark.parametrize("importance", [1, 5, 10])
@pytest.mark.parametrize("days", [0, 0.5, 3, 400])
def test_retention_is_that_of_a_recall(
    keep: soulkeep.Keep, clock: soulkeep.ManualClock, importance: float, days: float
) -> None:
    npc = keep.character("sieve", forgetfulness=0.2)
    npc.observe("My cat is called Miso.", person="anna", id="cat", importance=importance)
    then = START + timedelta(days=days)
    [hit] = npc.recall("cat", person="anna", time=then).hits
    memory = npc.memory("cat", person="anna")
    assert npc.retention(memory, time=then) == pytest.approx(hit.retention, abs=1e-7)
    clock.advance(timedelta(days=days))
    assert npc.retention(memory) == pytest.approx(hit.retention, abs=1e-7)


def test_retention_by_dials_pins_and_uses(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    sieve, elephant = keep.character("sieve", forgetfulness=0.5), keep.character("elephant", forgetfulness=0.0)
    later = START + timedelta(days=30)
    for npc in (sieve, elephant):
        npc.observe("My cat is called Miso.", person="anna", id="cat", importance=1)
    assert sieve.retention(sieve.memory("cat", person="anna"), time=later) < 0.01
    assert elephant.retention(elephant.memory("cat", person="anna"), time=later) == 1
    assert sieve.retention(sieve.memory("cat", person="anna"), time=START - timedelta(days=9)) == 1
    assert sieve.retention(sieve.amend("cat", person="anna", pinned=True), time=later) == 1
    sieve.amend("cat", person="anna", pinned=False)
    before = sieve.memory("cat", person="anna")
    clock.advance(timedelta(days=1))
    sieve.reply("What is my cat called?", person="anna")
    after = sieve.memory("cat", person="anna")
    assert sieve.retention(after, time=later) > sieve.retention(before, time=later)


def test_retention_refuses_what_it_can_not_reckon(keep: soulkeep.Keep, npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat")
    memory = npc.memory("cat", person="anna")
    with pytest.raises(soulkeep.UnknownMemory):
        keep.character("other").retention(memory)
    with pytest.raises(soulkeep.InputError):
        npc.retention("cat")  # type: ignore[arg-type]
    with pytest.raises(soulkeep.NaiveTime):
        npc.retention(memory, time=datetime(2026, 1, 1))


# -- isolation


def test_another_person_and_another_character_know_of_no_such_memory(keep: soulkeep.Keep) -> None:
    npc, other = keep.character("npc"), keep.character("other")
    npc.observe("My cat is called Miso.", person="anna", id="cat", session="s")
    other.observe("Hello.", person="anna", id="hello")
    for character, person in ((npc, "boris"), (npc, None), (other, "anna"), (other, None)):
        with pytest.raises(soulkeep.UnknownMemory):
            character.amend("cat", "My cat is called Rex.", person=person)
        with pytest.raises(soulkeep.UnknownMemory):
            character.delete("cat", person=person)
        with pytest.raises(soulkeep.UnknownMemory):
            character.history("cat", person=person)
        with pytest.raises(soulkeep.UnknownMemory):
            character.memories(person=person, after="cat")
        assert character.sessions(person=person) == []
    assert npc.memory("cat", person="anna").text == "My cat is called Miso."
    assert [change.what for change in npc.history("cat", person="anna")] == ["stored"]
