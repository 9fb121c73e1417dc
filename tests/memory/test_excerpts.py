"""Tests of turns too long to come to mind whole, such as a pasted book: they are kept whole, and found by excerpts."""

from __future__ import annotations

from pathlib import Path

import pytest

import soulkeep
from soulkeep.testing.models import ScriptedChat
from soulkeep.types.records import WHOLE

KEEPERS = ("Oda", "Piet", "Runa", "Sverre", "Tamsin", "Ulf", "Vigdis", "Wenzel", "Yrsa", "Zdenka")
STONES = ("basalt", "chalk", "dolomite", "flint", "gneiss", "jasper", "marble", "onyx", "quartz", "slate")


def pasted() -> str:
    """Return a book of a hundred lighthouses, each with a keeper, and headings."""
    chapters = ["I found it at last, the whole of it.\n\nChapter 1\n"]
    for number in range(560):
        keeper, stone = KEEPERS[number % 10], STONES[number // 10 % 10]
        chapters.append(
            f"Lighthouse number {number} is built of {stone} and was kept by {keeper}, who lit its lamp at dusk, "
            f"trimmed the wick at midnight, wrote the wind into the log and slept when the fishing boats were home."
        )
        if number % 50 == 49:
            chapters.append(f"Chapter {number // 50 + 2}")
    chapters.insert(200, "The lens of Skarholm lighthouse was stolen by a travelling dentist named Ezekiel Brandt.")
    return "\n\n".join(chapters)


BOOK = pasted()


@pytest.fixture
def keep() -> soulkeep.Keep:
    return soulkeep.open(":memory:", settings=soulkeep.Settings(background=False))


def told(keep: soulkeep.Keep) -> soulkeep.Character:
    """Return a character who was told of a cat, the book, and the weather."""
    ada = keep.character("ada", name="Ada")
    ada.observe("I adopted a cat called Miso.", person="anna")
    ada.observe(BOOK, person="anna", id="book")
    ada.observe("It rained all day.", person="anna")
    return ada


def pieces(ada: soulkeep.Character, person: str = "anna") -> list[soulkeep.Memory]:
    return list(ada.memories(person=person, kinds={"excerpt"}))


def test_it_is_kept_whole_and_found_at_once_by_its_words(keep: soulkeep.Keep) -> None:
    assert len(BOOK) > 80_000
    ada = told(keep)
    assert ada.memory("book", person="anna").text == BOOK
    assert "book" in [hit.memory.id for hit in ada.recall("Ezekiel Brandt", person="anna").hits]


def test_it_comes_to_mind_by_the_passage_that_is_asked_for(keep: soulkeep.Keep) -> None:
    ada = told(keep)
    keep.settle(over=True)
    for kinds in (None, {"turn"}):
        best, *others = ada.recall("Who stole the lens of Skarholm?", person="anna", kinds=kinds).hits
        assert (best.memory.kind, best.memory.speaker, best.memory.turns) == ("excerpt", "anna", ("book",))
        assert "Ezekiel Brandt" in best.memory.text
        assert best.memory.text in BOOK
        assert "book" not in [hit.memory.id for hit in (best, *others)]
    assert "Ezekiel Brandt" in ada.reply("Who stole the lens of Skarholm?", person="anna").text


def test_every_word_of_it_is_in_an_excerpt(keep: soulkeep.Keep) -> None:
    ada = told(keep)
    keep.settle(over=True)
    words = [word for memory in pieces(ada) for word in (memory.heading.split() + memory.text.split())]
    assert set(BOOK.split()) == set(words)
    assert max(len(memory.text) for memory in pieces(ada)) < WHOLE


def test_it_hides_nothing_else(keep: soulkeep.Keep) -> None:
    ada = told(keep)
    keep.settle(over=True)
    assert "Miso" in ada.reply("What is my cat called?", person="anna").text


def test_nothing_in_it_is_taken_for_a_fact_about_the_person(keep: soulkeep.Keep) -> None:
    ada = keep.character("ada")
    ada.observe("I am a nurse and I live in Leeds. " * 400, person="anna", id="novel")
    keep.settle(over=True)
    assert not ada.facts(person="anna")


def test_working_again_adds_nothing(keep: soulkeep.Keep) -> None:
    ada = told(keep)
    keep.settle(over=True)
    before = [memory.id for memory in pieces(ada)]
    ada.observe("Another day.", person="anna")
    keep.settle(over=True)
    assert [memory.id for memory in pieces(ada)] == before


def test_it_is_amended_with_its_excerpts(keep: soulkeep.Keep) -> None:
    ada = told(keep)
    keep.settle(over=True)
    ada.amend("book", BOOK.replace("Ezekiel Brandt", "Ottoline Marsh"), person="anna")
    keep.settle(over=True)
    found = ada.recall("Who stole the lens of Skarholm?", person="anna").hits[0].memory.text
    assert "Ottoline Marsh" in found
    assert not any("Ezekiel" in memory.text for memory in ada.memories(person="anna"))
    ada.amend("book", "I lost it again.", person="anna")
    keep.settle(over=True)
    assert not pieces(ada)


def test_it_is_forgotten_and_restored_with_its_excerpts(keep: soulkeep.Keep) -> None:
    ada = told(keep)
    keep.settle(over=True)
    ada.forget("book", person="anna")
    assert not [hit for hit in ada.recall("Who stole the lens?", person="anna").hits if "Ezekiel" in hit.memory.text]
    ada.restore("book", person="anna")
    assert "Ezekiel" in ada.recall("Who stole the lens of Skarholm?", person="anna").hits[0].memory.text


def test_deleting_it_leaves_no_word_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, settings=soulkeep.Settings(background=False)) as keep:
        ada = told(keep)
        keep.settle(over=True)
        ada.delete("book", person="anna")
        keep.settle(over=True)
        assert not pieces(ada)
    assert b"Ezekiel" not in path.read_bytes()


def test_who_heard_it_finds_it_and_nobody_else(keep: soulkeep.Keep) -> None:
    ada = keep.character("ada")
    ada.observe(BOOK, person="anna", heard_by=["ben"])
    keep.settle(over=True)
    question = "Who stole the lens of Skarholm?"
    assert "Ezekiel" in ada.recall(question, person="ben").hits[0].memory.text
    assert not ada.recall(question, person="carla").hits
    assert "Ezekiel" in ada.recall(question, person="anna", heard_by=["ben"]).hits[0].memory.text
    assert not ada.recall(question, person="anna", heard_by=["carla"]).hits


def test_an_export_brings_it_back(keep: soulkeep.Keep) -> None:
    ada = told(keep)
    keep.settle(over=True)
    with soulkeep.open(":memory:") as other:
        other.take_in(list(keep.export()))
        there = other.character("ada")
        assert [memory.text for memory in pieces(there)] == [memory.text for memory in pieces(ada)]
        assert "Ezekiel" in there.recall("Who stole the lens of Skarholm?", person="anna").hits[0].memory.text


def test_a_model_is_shown_its_two_ends() -> None:
    chat = ScriptedChat(default="I see.")
    with soulkeep.open(":memory:", chat=chat, settings=soulkeep.Settings(background=False)) as keep:
        ada = keep.character("ada")
        reply = ada.reply(BOOK, person="anna")
        prompt = "\n".join(message.content for message in chat.prompts[-1])
        assert BOOK[:2000] in prompt
        assert BOOK[-2000:] in prompt
        assert len(prompt) < 40_000
        assert [section.left_out for section in reply.trace.prompt if section.name == "said"] == [1]
        keep.settle(over=True)
        assert all(len(message.content) < 40_000 for prompt_made in chat.prompts for message in prompt_made)
        heard = next(memory for memory in ada.memories(person="anna", kinds={"turn"}) if memory.speaker == "anna")
        assert heard.text == BOOK


def test_what_is_longer_than_any_book_is_refused_with_what_to_do(keep: soulkeep.Keep) -> None:
    with pytest.raises(soulkeep.BadText, match=r"2,000,000 are allowed.*learn\(\)"):
        keep.character("ada").observe("x" * 2_000_001, person="anna")
