"""Several people in one conversation: who spoke, who heard; a whisper stays private."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder, ScriptedChat

SECRET = "The key to the greenhouse lies under the third flowerpot."


@pytest.fixture
def keep(clock: soulkeep.ManualClock) -> Iterator[soulkeep.Keep]:
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        yield keep


@pytest.fixture
def holmes(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("holmes", name="Holmes")


def texts(holmes: soulkeep.Character, person: str) -> list[str]:
    return [memory.text for memory in holmes.memories(person=person, kinds={"turn"})]


def test_who_heard_it_knows_it(holmes: soulkeep.Character) -> None:
    holmes.observe("Dinner is at eight.", person="anna", heard_by=["boris", "clara"], id="dinner")
    for person in ("anna", "boris", "clara"):
        memory = next(memory for memory in holmes.memories(person=person) if memory.text == "Dinner is at eight.")
        assert memory.speaker == "anna"
        assert memory.person == person
        assert set(memory.heard_by or ()) == {"anna", "boris", "clara"} - {person}
        assert holmes.recall("When is dinner?", person=person).hits[0].memory.text == "Dinner is at eight."
    assert holmes.recall("When is dinner?", person="dora").hits == ()


def test_a_whisper_stays_private(holmes: soulkeep.Character) -> None:
    holmes.observe("Dinner is at eight.", person="anna", heard_by=["boris"], session="party")
    holmes.observe(SECRET, person="anna", session="party")
    assert texts(holmes, "boris") == ["Dinner is at eight."]
    assert holmes.recall("Where is the key to the greenhouse?", person="boris").hits[0].memory.text != SECRET
    alone = holmes.recall("Where is the key to the greenhouse?", person="anna")
    assert alone.hits[0].memory.text == SECRET


def test_in_company_nothing_private_comes_to_mind(holmes: soulkeep.Character) -> None:
    holmes.observe(SECRET, person="anna", session="old")
    holmes.observe("The greenhouse has a key, as everybody knows.", person="anna", heard_by=["boris"], session="old")
    recall = holmes.recall("Where is the key to the greenhouse?", person="anna", heard_by=["boris"])
    assert SECRET not in [hit.memory.text for hit in recall.hits]
    assert [held.memory.text for held in recall.held_back if held.reason == "private"] == [SECRET]
    reply = holmes.reply("Where is the key to the greenhouse?", person="anna", heard_by=["boris"], session="now")
    assert "flowerpot" not in reply.text
    assert "flowerpot" not in " ".join(texts(holmes, "boris"))
    whispered = holmes.reply("Where is the key to the greenhouse?", person="anna", session="later")
    assert "flowerpot" in whispered.text
    assert "flowerpot" not in " ".join(texts(holmes, "boris"))


def test_nor_what_was_made_of_it(keep: soulkeep.Keep, holmes: soulkeep.Character, clock: soulkeep.ManualClock) -> None:
    for i in range(6):
        holmes.observe(f"I live in Lisbon now, and my nut allergy is secret number {i}.", person="anna", session="a")
        clock.advance(timedelta(minutes=1))
    holmes.observe("I work as a nurse.", person="anna", session="b", heard_by=["boris"])
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    assert holmes.facts(person="anna", relation="home")
    recall = holmes.recall("Where does anna live, and what is her allergy?", person="anna", heard_by=["boris"], k=50)
    assert not [hit.memory for hit in recall.hits if "Lisbon" in hit.memory.text or "nut" in hit.memory.text]
    assert [hit for hit in recall.hits if hit.memory.kind == "fact"]  # what boris heard may be told
    assert [fact.value for fact in holmes.facts(person="boris", subject="anna")] == ["a nurse"]


def test_a_prompt_in_company_holds_nothing_private(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Good evening.", "Under a pot [m1].", "I can't say.")
    settings = soulkeep.Settings(background=False, model_queries="never", model_memories=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe("I live in Lisbon.", person="anna", session="old")
        holmes.observe(SECRET, person="anna", session="old")
        clock.advance(timedelta(days=1))
        keep.settle(over=True)
        holmes.reply("Good evening!", person="anna", session="s", heard_by=["boris"])
        holmes.reply("Where was the key to the greenhouse?", person="anna", session="s")  # whispered
        holmes.reply("Well, tell us of the key!", person="anna", session="s", heard_by=["boris"])
        first, whispered, last = ("\n".join(m.content for m in prompt) for prompt in chat.prompts)
    assert "flowerpot" in whispered
    for prompt in (first, last):
        assert "flowerpot" not in prompt
        assert "Lisbon" not in prompt
    assert "Good evening!" in last
    assert "Where was the key" not in last


def test_answers_are_heard_too_but_not_what_they_rest_on(holmes: soulkeep.Character) -> None:
    holmes.observe("My cat is called Miso.", person="anna", heard_by=["boris"], id="cat")
    reply = holmes.reply("What is my cat called?", person="anna", heard_by=["boris"], id="q")
    assert [one.memory.id for one in reply.references] == ["cat"]
    heard = next(m for m in holmes.memories(person="boris") if m.speaker == "Holmes")
    assert heard.speaker == "Holmes"
    assert heard.references == ()
    again = holmes.reply("What is my cat called?", person="anna", heard_by=["boris"], id="q")
    assert again.responder == "stored"
    assert len(texts(holmes, "boris")) == 3


def test_the_talk_names_who_spoke(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Indeed.")
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), chat=chat) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe("I say it was the butler.", person="boris", heard_by=["anna"], session="s")
        holmes.observe("I say it was the cook.", person="anna", heard_by=["boris"], session="s")
        holmes.reply("Which of us is right?", person="anna", heard_by=["boris"], session="s")
        prompt = "\n".join(message.content for message in chat.prompts[0][1:])
    assert "boris: I say it was the butler." in prompt
    assert "\nI say it was the cook." in prompt


def test_erasing_one_takes_their_words_from_all(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    holmes.observe("I keep bees in Sussex.", person="anna", heard_by=["boris"])
    holmes.observe("Bees are a nuisance.", person="boris", heard_by=["anna"])
    holmes.reply("What do I keep?", person="anna", heard_by=["boris"])
    keep.settle(over=True)
    assert "Sussex" in " ".join(memory.text for memory in holmes.memories(person="boris"))
    receipt = keep.erase(person="anna")
    assert receipt.remaining == 0
    assert texts(holmes, "boris") == ["Bees are a nuisance."]
    assert "Sussex" not in " ".join(memory.text for memory in holmes.memories(person="boris"))
    assert holmes.recall("Who keeps bees in Sussex?", person="boris").hits[0].memory.text == "Bees are a nuisance."


def test_nothing_of_the_erased_is_left_in_the_file(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("My xylophone is hidden.", person="anna", heard_by=["boris"])
        holmes.observe("Noted.", person="boris")
        keep.settle(over=True)
        assert keep.erase(person="anna").clean
    for file in tmp_path.iterdir():
        assert b"xylophone" not in file.read_bytes(), file.name


def test_what_nobody_in_particular_told_is_everybodys(holmes: soulkeep.Character) -> None:
    holmes.learn("The Priory School stands in the north of England.", source="canon")
    holmes.observe("It is foggy today.", heard_by=["boris"])
    assert holmes.recall("Where is the Priory School?", person="anna", heard_by=["boris"]).hits
    assert texts(holmes, "boris") == []


@pytest.mark.parametrize("wrong", ["boris", [3], [""], ["a\0b"]])
def test_who_heard_must_be_names(holmes: soulkeep.Character, wrong: object) -> None:
    with pytest.raises(soulkeep.SoulkeepError):
        holmes.observe("Dinner is at eight.", person="anna", heard_by=wrong)  # type: ignore[arg-type]
    assert texts(holmes, "anna") == []


def test_an_answer_that_quotes_the_erased_goes_too(tmp_path: Path, clock: soulkeep.ManualClock) -> None:
    path = tmp_path / "keep.db"
    with soulkeep.open(path, clock=clock, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I keep bees in Sussex.", person="anna-smith", heard_by=["boris", "clara"], id="anna-smith/1")
        reply = holmes.reply("Who keeps bees in Sussex?", person="boris", heard_by=["clara"])
        assert "I keep bees" in reply.text
        assert keep.erase(person="anna-smith").clean
        for person in ("boris", "clara"):
            kept = [memory.text for memory in holmes.memories(person=person)]
            assert kept == ["Who keeps bees in Sussex?"]
    for file in tmp_path.iterdir():
        assert b"anna-smith/1" not in file.read_bytes(), file.name


def test_who_was_erased_while_it_was_spoken_hears_no_answer(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    stream = holmes.stream("Tell us a story.", person="anna", heard_by=["boris"])
    pieces = iter(stream)
    next(pieces)
    keep.erase(person="boris")
    list(pieces)
    assert "boris" not in keep.people("holmes")


def test_what_was_whispered_is_not_published_by_saying_it_again(holmes: soulkeep.Character) -> None:
    holmes.observe(SECRET, person="anna", id="w")
    with pytest.raises(soulkeep.IdConflict):
        holmes.observe(SECRET, person="anna", id="w", heard_by=["boris"])
    assert texts(holmes, "boris") == []


def test_ids_of_several_people_may_be_the_same(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    holmes.reply("Good evening, says Anna.", person="anna", id="1", heard_by=["boris"])
    holmes.reply("Good evening, says Boris.", person="boris", id="1", heard_by=["anna"])
    keep.erase(person="anna")
    holmes.observe("Here I am again.", person="anna", id="1", heard_by=["boris"])
    assert "Here I am again." in texts(holmes, "boris")


def test_much_that_is_private_hides_nothing_that_is_shared(holmes: soulkeep.Character) -> None:
    whispers = [soulkeep.Turn(f"The greenhouse key is my secret number {i}.") for i in range(300)]
    holmes.observe_many(whispers, person="anna")
    holmes.observe("The greenhouse has a key.", person="anna", heard_by=["boris"])
    recall = holmes.recall("What of the greenhouse key?", person="anna", heard_by=["boris"], k=3)
    assert [hit.memory.text for hit in recall.hits] == ["The greenhouse has a key."]


def test_what_others_say_moves_no_bond_with_the_hearer(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    for _ in range(4):
        holmes.observe("Thank you so much, you are a wonderful friend!", person="anna", heard_by=["boris"])
    keep.settle(over=True)
    assert holmes.bond("anna").closeness > 0
    assert holmes.bond("boris") == soulkeep.Bond()


def test_nobody_is_called_like_the_character(holmes: soulkeep.Character) -> None:
    for person in ("holmes", "Holmes"):
        with pytest.raises(soulkeep.InputError, match="can't face itself"):
            holmes.observe("It is I.", person=person)
