"""A memory corrected: its old words are gone from recall and from what was made of them, and stay in its history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.memory.entries import UNDERSTOOD
from soulkeep.memory.facts import KnownFacts, claims, take_in
from soulkeep.search.index import index
from soulkeep.stores.rows import Entry, PartitionKey, PlacedEntry
from soulkeep.testing.models import FlakyEmbedder, HashEmbedder, ScriptedChat

START = datetime(2026, 1, 1, tzinfo=UTC)
MUSIC = Path(soulkeep.__file__).parent / "demo" / "music.ttl"


@pytest.fixture
def clock() -> soulkeep.ManualClock:
    return soulkeep.ManualClock(START)


@pytest.fixture
def keep(clock: soulkeep.ManualClock, tmp_path: Path) -> Iterator[soulkeep.Keep]:
    with soulkeep.open(tmp_path / "keep.db", clock=clock) as keep:
        yield keep


@pytest.fixture
def npc(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("npc", name="Nora")


def found(npc: soulkeep.Character, question: str, person: str = "anna") -> list[str]:
    return [hit.memory.text for hit in npc.recall(question, person=person).hits]


def derived(npc: soulkeep.Character, person: str = "anna") -> list[str]:
    kinds = {"fact", "summary", "blend", "insight"}
    return [memory.text for memory in npc.memories(person=person, kinds=kinds)]


def test_it_is_found_by_its_new_words_alone(
    npc: soulkeep.Character, tmp_path: Path, clock: soulkeep.ManualClock
) -> None:
    npc.observe("It rained all week.", person="anna", id="rain")
    npc.observe("My parrot is called Mio.", person="anna", id="pet", session="s", time=START - timedelta(days=3))
    npc.observe("The ferry was late.", person="anna", id="ferry")
    before = npc.memory("pet", person="anna")
    with soulkeep.open(tmp_path / "keep.db", clock=clock) as other:
        twin = other.character("npc")
        for each in (npc, twin):  # both have it in their working sets
            assert found(each, "parrot")[0] == "My parrot is called Mio."
        after = npc.amend("pet", "My tortoise is called Miso.", person="anna")
        assert (after.id, after.text) == ("pet", "My tortoise is called Miso.")
        for name in ("speaker", "time", "session", "accessed", "stability", "kind", "source"):
            assert getattr(after, name) == getattr(before, name)
        assert [memory.id for memory in npc.memories(person="anna")] == ["rain", "pet", "ferry"]
        for each in (npc, twin):
            [hit, *_] = each.recall("What about the tortoise?", person="anna").hits
            assert (hit.memory.text, hit.coverage > 0) == ("My tortoise is called Miso.", True)
            old = {hit.memory.id: hit for hit in each.recall("parrot", person="anna").hits}["pet"]
            assert (old.coverage, old.parts["words"]) == (0.0, 0.0)
    history = npc.history("pet", person="anna")
    assert history[0].after["text"] == "My parrot is called Mio."
    assert history[-1].before["text"] == "My parrot is called Mio."


def test_the_vector_is_that_of_the_new_text(clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder()) as keep:
        npc = keep.character("npc")
        npc.observe("My parrot is called Mio.", person="anna", id="pet")
        npc.amend("pet", "My tortoise is called Miso.", person="anna")
        [hit] = npc.recall("anna: My tortoise is called Miso.", person="anna").hits
        assert hit.similarity == pytest.approx(1, abs=1e-2)
        assert keep.check() == []
        assert keep.stats().without_vector == 0


def test_a_memory_whose_embedder_is_away_is_found_by_words_and_waits(clock: soulkeep.ManualClock) -> None:
    embedder = FlakyEmbedder(HashEmbedder())
    with soulkeep.open(":memory:", clock=clock, embedder=embedder) as keep:
        npc = keep.character("npc")
        npc.observe("My parrot is called Mio.", person="anna", id="pet")
        embedder.down = True
        npc.amend("pet", "My tortoise is called Miso.", person="anna")
        assert keep.stats().without_vector == 1
        assert found(npc, "tortoise") == ["My tortoise is called Miso."]
        embedder.down = False
        assert keep.reembed() == 1
        assert keep.stats().without_vector == 0


def test_the_same_text_again_changes_nothing(npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat")
    assert npc.amend("cat", "My cat is called Miso.", person="anna") == npc.memory("cat", person="anna")
    assert [change.what for change in npc.history("cat", person="anna")] == ["stored"]


def test_facts_are_stated_anew(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    npc.observe("My sister is called Vera.", person="anna", id="b")
    keep.settle()
    assert {fact.value for fact in npc.facts(person="anna")} == {"Leeds", "Vera"}
    npc.amend("a", "I live in Hull.", person="anna")
    assert "Leeds" not in " ".join(derived(npc))
    keep.settle()
    facts = {fact.value: fact for fact in npc.facts(person="anna", past=True)}
    assert set(facts) == {"Hull", "Vera"}
    assert facts["Hull"].turns == ("a",)


def test_an_earlier_statement_corrected_does_not_overtake_a_later_one(
    npc: soulkeep.Character, keep: soulkeep.Keep
) -> None:
    turns = [soulkeep.Turn(f"I live in {town}.", id=town) for town in ("Leeds", "York")]
    npc.observe_many(turns, person="anna", undated=True)
    npc.observe_many([soulkeep.Turn(turn.text, id=turn.id) for turn in turns], person="boris")
    keep.settle()
    for person in ("anna", "boris"):
        npc.amend("Leeds", "I live in Hull.", person=person)
        keep.settle()
        assert [fact.value for fact in npc.facts(person=person)] == ["York"]
        [hull, york] = sorted(npc.facts(person=person, past=True), key=lambda fact: fact.value)
        assert hull.superseded == york.id


def test_what_was_superseded_by_a_slip_holds_again(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    npc.observe("I live in York.", person="anna", id="b")
    keep.settle()
    npc.amend("b", "My brother lives in York.", person="anna")
    [home] = [fact for fact in npc.facts(person="anna") if fact.relation == "home" and fact.subject == "anna"]
    assert (home.value, home.superseded, home.until) == ("Leeds", None, None)
    keep.settle()
    assert [fact.value for fact in npc.facts(person="anna", subject="anna", relation="home")] == ["Leeds"]


def test_a_fact_that_others_state_too_stays_less_sure(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    keep.settle()
    [once] = npc.facts(person="anna")
    npc.observe("I live in Leeds.", person="anna", id="b")
    keep.settle()
    [twice] = npc.facts(person="anna")
    assert twice.turns == ("a", "b")
    npc.amend("b", "It rains.", person="anna")
    keep.settle()
    [left] = npc.facts(person="anna")
    assert (left.id, left.turns) == (once.id, ("a",))
    assert left.confidence == pytest.approx(once.confidence, abs=0.002)


def test_a_fact_in_the_words_of_what_was_amended_is_stated_by_those_that_are_left(
    npc: soulkeep.Character, keep: soulkeep.Keep
) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    npc.observe("I live in Leeds.", person="anna", id="b")
    keep.settle()
    npc.amend("a", "It rains.", person="anna")
    keep.settle()
    [left] = npc.facts(person="anna")
    assert (left.value, left.turns) == ("Leeds", ("b",))


def test_summaries_tell_the_new_words(
    npc: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    for id, text in (("a", "My cat Mio fell ill."), ("b", "The vet gave her a pill."), ("c", "She slept all day.")):
        npc.observe(text, person="anna", id=id, session="s")
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    assert "Mio " in " ".join(derived(npc))
    npc.amend("a", "My cat Tofu fell ill.", person="anna")
    assert "Mio" not in " ".join(derived(npc))
    keep.settle()
    [summary] = npc.memories(person="anna", kinds={"summary"})
    assert "Tofu" in summary.text
    assert summary.turns == ("a", "b", "c")
    assert summary.session == "s"
    keep.settle(over=True)
    assert len(list(npc.memories(person="anna", kinds={"summary"}))) == 1


def test_a_model_that_fails_is_asked_again_for_the_summary(clock: soulkeep.ManualClock) -> None:
    def summary(cat: str) -> str:
        return json.dumps({"summary": f"The cat {cat} fell ill.", "importance": 3})

    chat = ScriptedChat(summary("Mio"), soulkeep.ChatUnavailable("It is away."), summary("Tofu"))
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        npc = keep.character("npc")
        for id, text in (("a", "My cat Mio fell ill."), ("b", "The vet gave her a pill."), ("c", "She slept all day.")):
            npc.observe(text, person="anna", id=id, session="s")
        clock.advance(timedelta(days=1))
        keep.settle()
        assert [memory.text for memory in npc.memories(person="anna", kinds={"summary"})] == ["The cat Mio fell ill."]
        npc.amend("a", "My cat Tofu fell ill.", person="anna")
        [job] = keep.settle()
        assert (job.attempts, list(npc.memories(person="anna", kinds={"summary"}))) == (1, [])
        clock.advance(timedelta(hours=1))
        assert keep.settle() == []
        assert [memory.text for memory in npc.memories(person="anna", kinds={"summary"})] == ["The cat Tofu fell ill."]


def test_repetitions_are_counted_anew(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    for n in range(5):
        npc.observe("I go swimming in the river.", person="anna", id=f"{n}")
    keep.settle()
    [blend] = [m for m in npc.memories(person="anna", kinds={"blend"}) if m.superseded is None]
    assert set(blend.turns) == set("01234")
    npc.amend("0", "The library was closed.", person="anna")
    keep.settle()
    blends = [m for m in npc.memories(person="anna", kinds={"blend"}) if m.superseded is None]
    assert [set(blend.turns) for blend in blends] == [set("1234")]


def test_insights_go_and_come_back_with_the_next_reflection(
    npc: soulkeep.Character, keep: soulkeep.Keep, clock: soulkeep.ManualClock
) -> None:
    told = (
        "Climbing is what I do on Sundays.",
        "I went climbing in the hall with the ropes.",
        "It rained again.",
        "My climbing shoes are too small by now.",
        "We had soup.",
        "The climbing hall was empty today.",
        "I am reading a detective novel.",
    )
    for n, text in enumerate(told):
        npc.observe(text, person="anna", id=f"{n}")
        clock.advance(timedelta(days=1))
    [insight, *_] = npc.reflect(person="anna")
    assert insight.turns == ("0", "1", "3", "5")
    npc.amend("0", "The library was closed.", person="anna")
    assert list(npc.memories(person="anna", kinds={"insight"})) == []
    keep.settle()
    [again, *_] = npc.memories(person="anna", kinds={"insight"})
    assert again.turns == ("1", "3", "5")


def test_an_undone_blend_lets_its_parts_stand(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    day = timedelta(days=1)
    for n in range(2):
        for m, text in enumerate(
            ("My cat Miso hates the vet.", "The vet gave Miso a pill.", "Miso hid under the bed.")
        ):
            npc.observe(text, person="anna", id=f"{n}{m}", session=f"s{n}", time=START - day * (5 - n))
        keep.settle(over=True)
    merged = [m for m in npc.memories(person="anna", kinds={"blend"}) if m.summary is not None]
    summaries = list(npc.memories(person="anna", kinds={"summary"}))
    assert merged
    assert all(memory.superseded for memory in summaries)
    npc.amend("00", "The library was closed.", person="anna")
    [left] = npc.memories(person="anna", kinds={"summary"})
    assert (left.session, left.superseded) == ("s1", None)
    keep.settle()
    sessions = {m.session: m.superseded for m in npc.memories(person="anna", kinds={"summary"})}
    assert set(sessions) == {"s0", "s1"}


def test_a_corrected_summary_keeps_its_wording_until_its_turns_change(
    npc: soulkeep.Character, keep: soulkeep.Keep
) -> None:
    for id, text in (("a", "My cat Mio fell ill."), ("b", "The vet gave her a pill."), ("c", "She slept all day.")):
        npc.observe(text, person="anna", id=id, session="s")
    keep.settle(over=True)
    [summary] = npc.memories(person="anna", kinds={"summary"})
    after = npc.amend(summary.id, "Anna's tomcat was poorly.", person="anna")
    assert after.summary is not None
    assert after.summary.author == "amended"
    keep.settle(over=True)
    assert [memory.text for memory in npc.memories(person="anna", kinds={"summary"})] == ["Anna's tomcat was poorly."]
    assert "Anna's tomcat was poorly." in found(npc, "Who was poorly?")
    npc.forget("b", person="anna")  # whoever worded it, it may tell of the forgotten turn
    assert npc.memory(summary.id, person="anna").forgotten is not None


def test_a_fact_refuses_and_names_what_to_amend(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    keep.settle()
    [fact] = npc.facts(person="anna")
    with pytest.raises(soulkeep.InputError, match="'a'"):
        npc.amend(fact.id, "Anna lives in York.", person="anna")
    assert [fact.value for fact in npc.facts(person="anna")] == ["Leeds"]


@pytest.mark.parametrize("text", ["", "  ", "a\0b", "\ud800", 5, "x" * 2_000_001])
def test_what_can_not_be_a_text_changes_nothing(npc: soulkeep.Character, text: str) -> None:
    npc.observe("My cat is called Miso.", person="anna", id="cat")
    with pytest.raises(soulkeep.BadText):
        npc.amend("cat", text, person="anna")
    assert npc.memory("cat", person="anna").text == "My cat is called Miso."


def test_a_passage_learnt_again_stays_corrected(npc: soulkeep.Character) -> None:
    text = "The snake came down the bell rope."
    npc.learn(text, source="book")
    [passage] = npc.memories()
    npc.amend(passage.id, "The adder came down the bell rope.")
    assert npc.learn(text, source="book").known == 1
    assert [memory.text for memory in npc.memories()] == ["The adder came down the bell rope."]
    assert found(npc, "adder")


def test_a_turn_imported_again_stays_corrected(npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Mio.", person="anna", id="cat")
    npc.amend("cat", "My cat is called Miso.", person="anna")
    assert not npc.observe("My cat is called Mio.", person="anna", id="cat").new
    assert npc.memory("cat", person="anna").text == "My cat is called Miso."
    with pytest.raises(soulkeep.IdConflict):
        npc.observe("My cat is called Rex.", person="anna", id="cat")


def test_what_others_heard_follows(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a", heard_by=["boris", "carol"])
    npc.observe("I keep bees.", person="boris", id="b")
    keep.settle()
    assert "Leeds" in " ".join(found(npc, "Leeds", person="boris"))
    npc.amend("a", "I live in Hull.", person="anna")
    for person in ("boris", "carol"):
        assert found(npc, "Where does Anna live?", person=person)[0] == "I live in Hull."
        assert "Leeds" not in " ".join(derived(npc, person))
    keep.settle()
    assert [fact.value for fact in npc.facts(person="boris", subject="anna")] == ["Hull"]
    [copy] = [memory for memory in npc.memories(person="boris", kinds={"turn"}) if memory.speaker == "anna"]
    with pytest.raises(soulkeep.InputError, match="anna"):
        npc.amend(copy.id, "I live in Bath.", person="boris")
    assert keep.check() == []


def test_the_language_and_the_importance_follow_the_words(npc: soulkeep.Character) -> None:
    npc.observe("It rained.", person="anna", id="a")
    npc.observe("It rained.", person="anna", id="b", importance=7)
    for id in "ab":
        npc.amend(id, "어제 아버지가 돌아가셨어요.", person="anna")
    korean, rated = (npc.memory(id, person="anna") for id in "ab")
    assert (korean.language, rated.language) == ("ko", "ko")
    assert korean.importance > 5
    assert rated.importance == 7
    assert found(npc, "아버지는 어떻게 되셨어?")[0] == "어제 아버지가 돌아가셨어요."


def test_what_was_forgotten_stays_so(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    keep.settle()
    npc.forget("a", person="anna")
    npc.amend("a", "I live in Hull.", person="anna")
    keep.settle()
    assert found(npc, "Hull") == []
    assert npc.facts(person="anna") == []
    npc.restore("a", person="anna")
    assert [fact.value for fact in npc.facts(person="anna")] == ["Hull"]


def test_it_is_understood_anew_and_so_is_what_leans_on_it(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.know(MUSIC)
    npc.observe("Where was Bob Dylan born?", person="anna", id="a", session="s")
    npc.observe("I was elsewhere.", person="anna", id="other", session="t")
    npc.observe("And when was he born?", person="anna", id="b", session="s", heard_by=["boris"])

    def understood(id: str) -> str:
        place = keep._store.find(PartitionKey("npc", "anna"), id)
        assert place is not None
        return str(place.entry.details[UNDERSTOOD])

    npc.observe("When was he born?", person="anna", id="c", session="s")
    assert ["Bob_Dylan" in understood(id) for id in "abc"] == [True, False, True]  # Boris heard nothing of whom it is
    npc.amend("a", "Where was Miles Davis born?", person="anna")
    assert ["Miles_Davis" in understood(id) for id in "abc"] == [True, False, True]
    assert not any("Bob_Dylan" in understood(id) for id in "abc")
    assert [change.what for change in npc.history("c", person="anna")] == ["stored"]


def test_the_past_is_told_in_the_new_words(npc: soulkeep.Character) -> None:
    def told() -> list[str]:
        past = relationship_of(npc, "anna").past()
        assert past is not None
        return [said.text for said in past.log.inputs]

    npc.observe("I love the opera in Leeds.", person="anna", id="a")
    assert told() == ["I love the opera in Leeds."]
    npc.amend("a", "I love the ballet in Hull.", person="anna")
    assert told() == ["I love the ballet in Hull."]


def test_an_answer_that_was_given_from_it_stays(npc: soulkeep.Character) -> None:
    npc.observe("My cat is called Mio.", person="anna", id="cat")
    reply = npc.reply("What is my cat called?", person="anna")
    assert reply.said is not None
    said = npc.memory(reply.said, person="anna").text
    assert "Mio" in said
    npc.amend("cat", "My cat is called Miso.", person="anna")
    assert npc.memory(reply.said, person="anna").text == said


def test_work_that_had_read_the_old_words_leaves_nothing_of_them(npc: soulkeep.Character, keep: soulkeep.Keep) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    store, at = keep._store, keep._runtime.clock.now().timestamp()
    _, [head] = store.heads([PartitionKey("npc", "anna")])
    assert head is not None
    work = store.claim(at, 100.0, partition=head.partition)  # another process is at it …
    assert work is not None
    npc.amend("a", "I live in Hull.", person="anna")
    read = Entry(id="a", kind="turn", text="I live in Leeds.", source="lived", stored=at, speaker="anna", time=at)
    known = KnownFacts()
    take_in(known, claims(read)[0], PlacedEntry(head.partition, 1, read), now=at)
    facts, _ = known.settled()
    index(facts, keep._runtime.embeddings.embedder)
    space = keep._runtime.embeddings.cache.space
    assert store.advance(work, {"facts": 1}, added=facts, space=space, at=at)  # … and stores what it made of them
    assert [fact.value for fact in npc.facts(person="anna")] == ["Leeds"]
    store.release(work, None)
    keep.settle()
    assert [fact.value for fact in npc.facts(person="anna", past=True)] == ["Hull"]


def test_what_happens_to_it_meanwhile_is_not_undone(
    npc: soulkeep.Character, keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    revise = keep._store.revise

    def late(*args: Any, **more: Any) -> int | None:
        monkeypatch.undo()
        npc.amend("a", importance=9, person="anna")
        npc.amend("a", metadata={"via": "web"}, person="anna")
        keep.settle(over=True)  # facts are drawn from the old words
        return revise(*args, **more)

    monkeypatch.setattr(keep._store, "revise", late)
    amended = npc.amend("a", "I live in Hull.", person="anna")
    assert (amended.text, amended.importance, amended.metadata) == ("I live in Hull.", 9, {"via": "web"})
    assert npc.facts(person="anna", past=True) == []
    keep.settle()
    assert [fact.value for fact in npc.facts(person="anna", past=True)] == ["Hull"]


def test_who_is_overtaken_again_and_again_is_told_to_try_later(
    npc: soulkeep.Character, keep: soulkeep.Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    npc.observe("I live in Leeds.", person="anna", id="a")
    monkeypatch.setattr(keep._store, "revise", lambda *_, **__: None)
    with pytest.raises(soulkeep.StoreBusy):
        npc.amend("a", "I live in Hull.", person="anna")
    assert npc.memory("a", person="anna").text == "I live in Leeds."


def test_recalls_go_on_while_it_is_amended(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    with (
        soulkeep.open(tmp_path / "k.db", clock=clock, embedder=HashEmbedder()) as one,
        soulkeep.open(tmp_path / "k.db", clock=clock, embedder=HashEmbedder()) as two,
    ):
        npc, other = one.character("npc"), two.character("npc")
        npc.observe_many([soulkeep.Turn(f"Line {n} of many.", id=f"{n}") for n in range(200)], person="anna")

        def ask(n: int) -> bool:
            hits = other.recall(f"Line {n}", person="anna").hits
            return bool(hits) and all(hit.memory.text for hit in hits)

        with ThreadPoolExecutor(4) as pool:
            asked = pool.map(ask, range(60))
            for n in range(60):
                npc.amend(f"{n}", f"Verse {n} of many.", person="anna")
            assert all(asked)
        for each in (npc, other):
            texts = [hit.memory.text for hit in each.recall("verse", person="anna", k=100).hits if hit.coverage]
            assert len(texts) == 60
            assert len(list(each.memories(person="anna", kinds={"turn"}))) == 200
        assert one.check() == []
