"""What would it say? A rehearsal answers as a reply would, and leaves no trace."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.testing.models import HashEmbedder, ScriptedChat

STORY = """
story: picnic
language: en
events:
  - id: rain
    title: It rained on the picnic
    open: Oh no, it rains!
    talk:
      turns: 2
    close: At last, the sun.
"""
MUSIC = b"""
@prefix x: <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
x:Person a owl:Class ; rdfs:label "person"@en .
x:birthPlace a owl:ObjectProperty ; rdfs:label "birth place"@en ; rdfs:domain x:Person .
x:joe a x:Person ; rdfs:label "Joe Satriani"@en ; x:birthPlace x:westbury .
x:westbury rdfs:label "Westbury"@en .
"""
TALK = [
    "Hello!",
    "What is my cat called?",
    "Where do I live?",
    "Who sings in the opera?",
    "내 고양이 이름이 뭐야?",
    "Thank you!",
    "What did we talk about the day before yesterday?",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keep.db"


@pytest.fixture
def quiet(path: Path, clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    """Yield a keep without background work."""
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        yield keep


def trace_of(keep: soulkeep.Keep, path: Path) -> tuple[Any, ...]:
    """Return everything that a write would change: the bytes of the file and of its log, and each relationship's
    state."""
    store = keep._runtime.store
    files = [hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(path.parent.glob("keep.db*"))
             if not file.name.endswith("-shm")]  # fmt: skip
    return files, store.keys(), store.heads(store.keys()), keep.jobs(), keep.stats()


def remembered(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> soulkeep.Character:
    holmes = keep.character("holmes", name="Sherlock Holmes", description="A consulting detective.")
    holmes.observe("I adopted a cat called Miso. I live in Leeds.", person="anna", session="old")
    holmes.observe("내 고양이 이름은 나비야.", person="anna", session="old")
    clock.advance(timedelta(days=2))
    keep.settle(over=True)
    return holmes


def without_ids(reply: soulkeep.Reply) -> dict[str, Any]:
    """Return what a rehearsal and a reply have in common."""
    told = {name: getattr(reply, name) for name in ("text", "responder", "unknown_references", "check", "similar")}
    told |= {"remarks": reply.remarks, "patterns": reply.patterns, "understanding": reply.understanding}
    told["offers"] = reply.trace.offers
    told["references"] = [one.memory.id for one in reply.references]
    told["hits"] = [hit.memory.id for hit in reply.recall.hits]
    told["prompt"] = reply.trace.prompt
    return told


@pytest.mark.parametrize("text", TALK)
def test_it_says_what_a_reply_would_say_and_leaves_no_trace(
    quiet: soulkeep.Keep, path: Path, clock: soulkeep.ManualClock, text: str
) -> None:
    holmes = remembered(quiet, clock)
    before = trace_of(quiet, path)
    rehearsed = holmes.reply(text, person="anna", session="new", remember=False)
    assert (rehearsed.heard, rehearsed.said) == (None, None)
    assert trace_of(quiet, path) == before
    real = holmes.reply(text, person="anna", session="new")
    assert real.heard
    assert real.said
    assert without_ids(rehearsed) == without_ids(real)
    assert trace_of(quiet, path) != before


def test_a_stranger_is_answered_and_stays_one(quiet: soulkeep.Keep, path: Path) -> None:
    holmes = quiet.character("holmes")
    holmes.know(MUSIC, source="music", format="turtle")
    before = trace_of(quiet, path)
    rehearsed = holmes.reply("What is the birth place of Joe Satriani?", person="anna", remember=False)
    assert "Westbury" in rehearsed.text
    assert rehearsed.responder == "knowledge"
    assert trace_of(quiet, path) == before
    assert quiet.people("holmes") == []
    real = holmes.reply("What is the birth place of Joe Satriani?", person="anna")
    assert without_ids(rehearsed) == without_ids(real)
    again = holmes.reply("What is the birth place of Joe Satriani?", person="anna", remember=False)
    assert again.similar
    assert without_ids(again) == without_ids(holmes.reply("What is the birth place of Joe Satriani?", person="anna"))


def test_a_story_takes_no_step(quiet: soulkeep.Keep, path: Path) -> None:
    holmes = quiet.character("holmes")
    holmes.stage(STORY)
    before = trace_of(quiet, path)
    for _ in range(2):
        rehearsed = holmes.reply("Hello there.", person="anna", remember=False)
        assert "Oh no, it rains!" in rehearsed.text
    assert trace_of(quiet, path) == before
    assert holmes.stories.events(person="anna") == []
    real = holmes.reply("Hello there.", person="anna")
    assert real.text == rehearsed.text
    for text in ("We got wet.", "Very wet.", "And cold."):
        rehearsed = holmes.reply(text, person="anna", remember=False)
        assert holmes.reply(text, person="anna").text == rehearsed.text
    assert holmes.stories.events(person="anna")[0].closed


def test_company_hears_nothing_of_it(quiet: soulkeep.Keep, path: Path, clock: soulkeep.ManualClock) -> None:
    holmes = remembered(quiet, clock)
    holmes.observe("My secret word is Quetzal.", person="boris", heard_by=["anna"])
    before = trace_of(quiet, path)
    rehearsed = holmes.reply("What is my cat called?", person="anna", heard_by=["boris"], remember=False)
    assert "Miso" not in rehearsed.text  # boris hasn't heard of it
    assert trace_of(quiet, path) == before
    real = holmes.reply("What is my cat called?", person="anna", heard_by=["boris"])
    assert without_ids(real) == without_ids(rehearsed)


def test_the_model_is_asked_the_very_same(path: Path, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(*["You adopted Miso [m1]."] * 8)
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes", description="A consulting detective.")
        holmes.observe("I adopted a cat called Miso.", person="anna", session="old")
        clock.advance(timedelta(days=2))
        for text in ("What is my cat called?", "And who feeds it?"):
            before = trace_of(keep, path)
            chat.prompts.clear()
            rehearsed = holmes.reply(text, person="anna", session="new", remember=False)
            assert trace_of(keep, path) == before
            asked = list(chat.prompts)
            chat.prompts.clear()
            real = holmes.reply(text, person="anna", session="new")
            assert chat.prompts == asked
            assert without_ids(real) == without_ids(rehearsed)


def test_a_listener_who_leaves_leaves_nothing(path: Path, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(["You ", "adopted ", "Miso."])
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna", session="old")
        before = trace_of(keep, path)
        for _ in holmes.stream("What is my cat called?", person="anna", remember=False):
            break
        assert trace_of(keep, path) == before


def test_a_stored_turn_is_answered_anew_as_it_was_the_first_time(path: Path, clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(*["Miso, a grey cat from the shelter [m1]."] * 9)
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        holmes = remembered(keep, clock)
        holmes.reply("Good evening!", person="anna", session="new")
        chat.prompts.clear()
        real = holmes.reply("What is my cat called?", person="anna", session="new", id="ask")
        asked = list(chat.prompts)
        assert "Miso" in str(asked)
        holmes.reply("And who feeds Miso, the grey cat?", person="anna", session="new")
        before = trace_of(keep, path)
        chat.prompts.clear()
        rehearsed = holmes.reply("What is my cat called?", person="anna", session="new", id="ask", remember=False)
        assert chat.prompts == asked
        assert without_ids(rehearsed)["references"] == without_ids(real)["references"]
        assert not any("grey" in hit.memory.text for hit in rehearsed.recall.hits)
        assert trace_of(keep, path) == before


def test_an_id_may_be_unknown_but_must_be_one(quiet: soulkeep.Keep, path: Path, clock: soulkeep.ManualClock) -> None:
    holmes = remembered(quiet, clock)
    holmes.reply("What is my cat called?", person="anna", id="ask")
    before = trace_of(quiet, path)
    for id in ("ask", "unknown"):
        rehearsed = holmes.reply("Where do I live?", person="anna", id=id, remember=False)
        assert "Leeds" in rehearsed.text
        assert rehearsed.responder != "stored"
    with pytest.raises(soulkeep.InputError):
        holmes.reply("Where do I live?", person="anna", id="x" * 300, remember=False)
    with pytest.raises(soulkeep.BadText):
        holmes.reply(" ", person="anna", remember=False)
    assert trace_of(quiet, path) == before


# -- in other hands


def test_two_recipes_answer_side_by_side(quiet: soulkeep.Keep, path: Path, clock: soulkeep.ManualClock) -> None:
    holmes = remembered(quiet, clock)
    before = trace_of(quiet, path)
    cache = quiet._runtime.embeddings.cache
    holmes.recall("cat", person="anna")
    held = cache.nbytes
    ours = holmes.reply("What is my cat called?", person="anna", remember=False)
    theirs = holmes.under("mimir").reply("What is my cat called?", person="anna", remember=False)
    assert trace_of(quiet, path) == before
    assert cache.nbytes == held  # nothing was loaded anew
    assert set(ours.recall.hits[0].parts) != set(theirs.recall.hits[0].parts)
    assert "Miso" in ours.text
    assert "Miso" in theirs.text
    told, also = ours.references[0].memory, theirs.references[0].memory
    assert told == also


def test_a_recipe_answers_as_if_the_keep_were_opened_with_it(path: Path, clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as keep:
        holmes = remembered(keep, clock)
        replies = [without_ids(holmes.under(name).reply(text, person="anna", remember=False))
                   for name in ("landwehr", "seoul", "mimir") for text in TALK]  # fmt: skip
    other = []
    for name in ("landwehr", "seoul", "mimir"):
        with soulkeep.open(path, clock=clock, embedder=HashEmbedder(), recipe=name) as keep:
            other += [without_ids(keep.character("holmes").reply(text, person="anna", remember=False)) for text in TALK]
    assert replies == other


def test_what_is_said_in_other_hands_is_there_for_both(quiet: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    holmes = remembered(quiet, clock)
    other = holmes.under(soulkeep.Settings(background=False, k=3))
    other.observe("I bought a violin.", person="anna", id="violin")
    assert holmes.memory("violin", person="anna").text == "I bought a violin."
    assert len(other.recall("violin", person="anna").hits) == 3
    assert other.under(quiet._runtime.settings).recall("violin", person="anna").hits[0].memory.id == "violin"
    quiet.erase(person="anna")
    assert other.recall("violin", person="anna").hits == ()


def test_knowledge_and_the_past_are_shared_too(quiet: soulkeep.Keep) -> None:
    holmes = quiet.character("holmes")
    holmes.know(MUSIC, source="music", format="turtle")
    holmes.reply("What is the birth place of Joe Satriani?", person="anna")
    other = holmes.under(soulkeep.Settings(background=False, episodes=50))
    assert other._runtime.graph_cache.library is holmes._runtime.graph_cache.library
    assert "Westbury" in other.reply("What is the birth place of Joe Satriani?", person="anna", remember=False).text
    assert len(list(other.episodes(person="anna").sparql("SELECT ?e { ?e a sk:Input }").rows)) == 1
    quiet.erase(person="anna")
    assert len(list(other.episodes(person="anna").sparql("SELECT ?e { ?e a sk:Input }").rows)) == 0


def test_other_hands_follow_to_another_embedder(quiet: soulkeep.Keep, clock: soulkeep.ManualClock) -> None:
    other = remembered(quiet, clock).under("seoul")
    quiet.reembed(HashEmbedder(dimensions=32))
    assert other.recall("cat", person="anna").hits


def test_the_characters_own_dials_stay(quiet: soulkeep.Keep) -> None:
    dory = quiet.character("dory", forgetfulness=0.9)
    relationship = relationship_of(dory.under("mimir"), "anna")
    assert relationship.settings == replace(soulkeep.recipe("mimir"), forgetfulness=0.9)


@pytest.mark.parametrize("wrong", ["no such recipe", 5, None])
def test_hands_are_settings_or_a_recipe(holmes: soulkeep.Character, wrong: Any) -> None:
    with pytest.raises(soulkeep.InputError):
        holmes.under(wrong)
