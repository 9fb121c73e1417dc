"""Tests that what holds now comes before what held once, and that derived or forgotten memories don't change the
scores."""

from __future__ import annotations

from datetime import timedelta

import pytest

import soulkeep
from soulkeep.lang.questions import asks_of_now, asks_of_past, asks_of_present


@pytest.fixture
def holmes(clock: soulkeep.ManualClock, keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("holmes")


def tell(holmes: soulkeep.Character, clock: soulkeep.ManualClock, *texts: str) -> None:
    for text in texts:
        clock.advance(timedelta(days=20))
        holmes.observe(text, person="anna", session=text)


def test_the_turn_that_states_what_holds_comes_first(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(holmes, clock, "I live in Seoul, close to the river.", "My sister has a dog.", "I moved to Busan!")
    keep.settle(over=True)
    recall = holmes.recall("Where do I live?", person="anna", kinds={"turn"})
    assert recall.hits[0].memory.text == "I moved to Busan!"
    assert recall.hits[0].parts["stated"] > 0
    old = next(hit for hit in recall.hits if "Seoul" in hit.memory.text)
    assert [fact.value for fact in old.outdated] == ["Seoul"]
    assert old.parts["outdated"] < 0
    before = holmes.recall("Where did I live before?", person="anna", kinds={"turn"})
    assert all("outdated" not in hit.parts for hit in before.hits)


def test_superseded_facts_are_held_back(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(holmes, clock, "I live in Seoul.", "I moved to Busan!")
    keep.settle(over=True)
    recall = holmes.recall("Where does Anna live?", person="anna", kinds={"fact"})
    [hit] = recall.hits
    assert hit.memory.text.startswith("anna: “I moved to Busan")
    [held] = [held for held in recall.held_back if held.memory.kind == "fact"]
    assert held.reason == "superseded"
    assert held.memory.text.startswith("anna: “I live in Seoul")


def test_of_two_that_answer_about_now_the_later_is_named(
    holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(
        holmes,
        clock,
        "The permit for our new roof garden is pending.",
        "It rained.",
        "The permit for our new roof garden came!",
    )
    recall = holmes.recall("Do we have the permit for our new roof garden now?", person="anna")
    old, new = (next(hit for hit in recall.hits if word in hit.memory.text) for word in ("pending", "came"))
    assert old.later == new.memory.id
    assert new.later is None
    assert "overtaken" in old.parts
    told = holmes.recall("When did the permit for our new roof garden come?", person="anna")
    assert all(hit.later is None for hit in told.hits)


def test_what_is_made_of_memories_changes_no_score_of_theirs(
    keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock
) -> None:
    tell(
        holmes,
        clock,
        "My brother Mycroft audits the books.",
        "My cat Miso hates the trams.",
        "I play the violin at night.",
    )
    question = "Who hates the trams?"
    before = {hit.memory.id: hit.score for hit in holmes.recall(question, person="anna", kinds={"turn"}).hits}
    keep.settle(over=True)
    hits = holmes.recall(question, person="anna", kinds={"turn"}).hits
    stated = {hit.memory.id: hit.score - hit.parts.get("stated", 0.0) for hit in hits}
    assert len(list(holmes.memories(person="anna"))) > len(before)
    assert stated == pytest.approx(before, abs=0.05)
    assert {hit.memory.id for hit in hits if "stated" not in hit.parts or not hit.parts["stated"]} <= before.keys()


def test_what_is_forgotten_changes_no_score_of_others(holmes: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    tell(holmes, clock, "My cat Miso hates the trams.", "I play the violin at night.")
    question = "Which animal hates the trams of the town?"
    before = holmes.recall(question, person="anna").hits[0].score
    forgotten = holmes.observe(question, person="anna", session="other")
    holmes.forget(forgotten.id, person="anna")
    after = holmes.recall(question, person="anna").hits[0]
    assert after.memory.text == "My cat Miso hates the trams."
    assert after.score == pytest.approx(before, abs=0.02)


@pytest.mark.parametrize(
    ("question", "language", "past", "now", "present"),
    [
        ("Where do I live?", "en", False, False, True),
        ("Do I still live there?", "en", False, True, True),
        ("Where did I live before?", "en", True, False, False),
        ("When did we meet?", "en", False, False, False),
        ("I am tired now.", "en", False, False, False),
        ("지금 어디에 살아?", "ko", False, True, True),
        ("예전에 어디에 살았어?", "ko", True, False, False),
        ("Wo wohne ich jetzt?", "de", False, True, True),
        ("Où est-ce que j'habite maintenant ?", "fr", False, True, True),
        ("¿Dónde vivo ahora?", "es", False, True, True),
        ("我现在住在哪里？", "zh", False, True, True),
        ("以前住在哪里？", "zh", True, False, False),
        ("私は今はどこに住んでいますか？", "ja", False, True, True),
        ("Var bor jag nu?", "sv", False, False, False),
    ],
)
def test_past_now_and_present(question: str, language: str, past: bool, now: bool, present: bool) -> None:
    assert asks_of_past(question, language) is past
    assert asks_of_now(question, language) is now
    assert asks_of_present(question, language) is present
