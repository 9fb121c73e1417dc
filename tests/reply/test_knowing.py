"""Tests that a character's RDF knowledge reaches its replies, with a language model and without."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import soulkeep
from soulkeep.testing.models import HashEmbedder, ScriptedChat

MUSIC = files("soulkeep.demo").joinpath("music.ttl").read_bytes()


def ella(clock: soulkeep.Clock, *answers: str) -> tuple[soulkeep.Character, ScriptedChat]:
    chat = ScriptedChat(*answers)
    keep = soulkeep.open(":memory:", embedder=HashEmbedder(), clock=clock, chat=chat)
    character = keep.character("ella", name="Ella")
    character.know(MUSIC, source="music")
    return character, chat


def test_the_model_is_told_what_is_known(clock: soulkeep.ManualClock) -> None:
    character, chat = ella(clock, "In Brooklyn, darling.")
    reply = character.reply("Where was Lou Reed born?", person="anna")
    assert "Lou Reed was born in Brooklyn." in chat.prompts[0][-1].content
    assert reply.responder == "model"
    assert reply.understanding is not None
    assert [triple.object for triple in reply.understanding.triples] == ["?value"]


def test_a_model_words_what_the_rules_do_not_understand(clock: soulkeep.ManualClock) -> None:
    character, chat = ella(clock, "Birth place of Lou Reed", "In Brooklyn.")
    reply = character.reply("Which corner of the earth gave us Lou Reed?", person="anna")
    assert len(chat.prompts) == 2  # one to word the question, one to answer
    assert "Lou Reed was born in Brooklyn." in chat.prompts[1][-1].content
    assert reply.understanding is not None
    assert len(reply.understanding.triples) == 1


def test_a_model_that_words_nonsense_changes_nothing(clock: soulkeep.ManualClock) -> None:
    character, _ = ella(clock, "bananas", "bananas", "bananas", "I couldn't say.")  # as a query, and as SPARQL twice
    reply = character.reply("Which corner of the earth gave us Lou Reed?", person="anna")
    assert reply.text == "I couldn't say."
    assert reply.understanding is not None
    assert reply.understanding.triples == ()


def test_recall_finds_things_of_the_class_that_is_asked_for(clock: soulkeep.ManualClock) -> None:
    character, _ = ella(clock)
    for text in ("The weather was awful.", "Joe Satriani moved me to tears.", "I repaired the bike.", "We had pasta."):
        character.observe(text, person="anna")
    hits = character.recall("Which guitarists have I heard?", person="anna").hits
    assert hits[0].memory.text == "Joe Satriani moved me to tears."
    assert hits[0].parts["kinds"] > 0


def test_a_template_with_a_mistake_costs_its_words_and_nothing_else(
    clock: soulkeep.ManualClock, tmp_path: Path
) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "answered.j2").write_text("{{ nonsense }}")
    settings = soulkeep.Settings(templates=str(tmp_path))
    with soulkeep.open(":memory:", embedder=HashEmbedder(), clock=clock, settings=settings) as keep:
        character = keep.character("ella")
        character.know(MUSIC, source="music")
        reply = character.reply("Where was Lou Reed born?", person="anna")
        assert (reply.responder, reply.text) == ("knowledge", "Lou Reed was born in Brooklyn.")
        assert "answered.j2" in reply.recall.notes[-1]
        assert character.reply("How are you?", person="anna").said is not None
