"""Tests that answers to others with somebody's words in view are erased with them, with what was made of them; or
listed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.stores.rows import PartitionKey
from soulkeep.testing.models import HashEmbedder
from soulkeep.types.records import Usage

SECRET = "I am terribly afraid of moths."
PARAPHRASE = "A friend dreads grey fliers."
MARKS = ("moth", "fliers")
OWN = ("My sister lives in Lisbon.", "I keep bees.", "What should I know about the lamp?")


class Gossip(ChatModel):
    """Tells in words of its own whatever it has read of moths or fliers, and nothing else."""

    name = "gossip"

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def _knows(self, messages: Sequence[Message]) -> bool:
        self.prompts.append("\n".join(message.content for message in messages))
        return any(mark in self.prompts[-1] for mark in MARKS)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        yield PARAPHRASE if self._knows(messages) else "Indeed."

    async def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        told = PARAPHRASE if self._knows(messages) else "They talked."
        fact = {"subject": "somebody", "statement": told, "relation": "other", "because": [1, 2]}
        insight = {"insight": told, "because": [1]}
        yield json.dumps({"summary": told, "so_far": told, "importance": 9, "facts": [fact], "insights": [insight]})


@pytest.fixture
def chat() -> Gossip:
    return Gossip()


def opened(location: str, clock: soulkeep.Clock, chat: ChatModel | None, **settings: Any) -> soulkeep.Keep:
    parts = soulkeep.Settings(background=False, model_queries="never", checker="rules", **settings)
    return soulkeep.open(location, clock=clock, embedder=HashEmbedder(), chat=chat, settings=parts)


def everything(keep: soulkeep.Keep, **of: Any) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in keep.export(**of))


def tells(text: str) -> bool:
    return any(mark in text for mark in MARKS)


def gossip(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> soulkeep.Character:
    """Let Anna tell something while Boris is there, who is told a paraphrase of it, and that again in another
    conversation."""
    holmes = keep.character("holmes", name="Holmes")
    holmes.observe(OWN[0], person="boris", session="before")
    holmes.reply("Good evening.", person="boris", session="before")
    holmes.observe(SECRET, person="anna", heard_by=["boris"], session="party")
    holmes.observe(OWN[1], person="boris", session="party")
    assert holmes.reply(OWN[2], person="boris", session="party", id="lamp").text == PARAPHRASE
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    for person in ("boris", "clara"):
        holmes.observe("Let us speak of grey animals.", person=person, session="later")
    assert tells(holmes.reply("Which animals does a friend dread?", person="boris", session="later").text)
    assert holmes.reply("Which animals does a friend dread?", person="clara", session="later").text == "Indeed."
    clock.advance(timedelta(days=1))
    keep.settle(over=True)
    holmes.reflect(person="boris")
    return holmes


@pytest.mark.parametrize("by_model", [False, True])
def test_nothing_that_others_were_told_of_it_remains(
    location: str, clock: soulkeep.ManualClock, chat: Gossip, by_model: bool
) -> None:
    with opened(location, clock, chat, model_memories=by_model) as keep:
        holmes = gossip(keep, clock)
        clara = everything(keep, person="clara")
        assert tells(everything(keep, person="boris"))
        own = [m for m in holmes.memories(person="boris", kinds={"turn"}) if m.speaker == "boris"]
        receipt = keep.erase(person="anna")
        assert (receipt.answers, receipt.remaining, receipt.left) == (2, 0, ())
        assert receipt.memories >= 5  # hers, his copy, two answers, and what was made of them
        assert not tells(everything(keep))
        assert everything(keep, person="clara").splitlines()[1:] == clara.splitlines()[1:]
        before = list(holmes.memories(person="boris", session="before", kinds={"turn"}))
        assert [m.text for m in before] == [OWN[0], "Good evening.", "Indeed."]  # that answer saw nothing of hers
        turns = [m for m in holmes.memories(person="boris", kinds={"turn"}) if m.speaker == "boris"]
        assert [(m.id, m.text) for m in turns] == [(m.id, m.text) for m in own if m.text != SECRET]
        clock.advance(timedelta(days=1))
        keep.settle(over=True)
        told = [m.text for m in holmes.memories(person="boris", kinds={"summary"})]
        assert told  # his own words are remembered anew
        chat.prompts.clear()
        assert holmes.reply(OWN[2], person="boris", session="party", id="lamp").text == "Indeed."
        assert holmes.reply("Which animals does a friend dread?", person="boris", session="later").text == "Indeed."
        assert not any(map(tells, chat.prompts))
        assert not any(tells(hit.memory.text) for hit in holmes.recall("moths, grey fliers", person="boris").hits)
        assert keep.check() == []
        again = keep.erase(person="anna")
        assert (again.memories, again.answers, again.remaining) == (0, 0, 0)
    if not location.startswith("postgres"):
        files = Path(location).parent.glob(f"{Path(location).name}*")
        assert not tells(b"".join(file.read_bytes() for file in files).decode("latin-1"))


@pytest.mark.parametrize("by_model", [False, True])
def test_they_may_be_listed_instead(location: str, clock: soulkeep.ManualClock, chat: Gossip, by_model: bool) -> None:
    with opened(location, clock, chat, model_memories=by_model) as keep:
        holmes = gossip(keep, clock)
        receipt = keep.erase(person="anna", answers="list")
        assert "moth" not in everything(keep)
        left = {one.id for one in receipt.left}
        found = [m for m in holmes.memories(person="boris") if tells(m.text)]
        assert {m.id for m in found} <= left
        assert receipt.remaining == len(receipt.left) >= 2
        assert {(one.character, one.person) for one in receipt.left} == {("holmes", "boris")}
        assert [one.kind for one in receipt.left].count("turn") == 2
        own = [m.id for m in holmes.memories(person="boris") if m.speaker == "boris" and m.kind == "turn"]
        assert left.isdisjoint(own)
        again = keep.erase(person="anna")  # as one thinks better of it
        assert (again.answers, again.remaining, again.left) == (2, 0, ())
        assert not tells(everything(keep))
        with pytest.raises(soulkeep.InputError, match="answers"):
            keep.erase(person="anna", answers="keep")


def test_who_overhears_such_an_answer_and_is_told_of_it_is_found_too(
    location: str, clock: soulkeep.ManualClock, chat: Gossip
) -> None:
    with opened(location, clock, chat) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe(SECRET, person="anna", heard_by=["boris", "clara"], session="party", id="secret")
        holmes.reply("What is new?", person="boris", heard_by=["clara"], session="party")
        assert holmes.delete("secret", person="anna") == 3
        assert tells(holmes.reply("And what else?", person="clara", session="party").text)
        receipt = keep.erase(person="anna")
        assert (receipt.answers, receipt.remaining) == (2, 0)
        assert not tells(everything(keep))
        assert [m.text for m in holmes.memories(person="clara")] == ["What is new?", "And what else?"]
        assert keep.check() == []


def test_an_answer_spoken_meanwhile_brings_nothing_back(
    location: str, clock: soulkeep.ManualClock, chat: Gossip
) -> None:
    with opened(location, clock, chat) as keep, opened(location, clock, chat) as other:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe(SECRET, person="anna", heard_by=["boris"], session="party")
        stream = holmes.stream("What is new?", person="boris", session="party")
        for number, _ in enumerate(stream):
            if number == 0:
                assert other.erase(person="anna").remaining == 0
        assert tells(stream.reply.text)
        assert stream.reply.said is None
        assert not tells(everything(keep))
        assert [m.text for m in holmes.memories(person="boris")] == ["What is new?"]


def test_what_an_answer_saw_is_taken_along(location: str, clock: soulkeep.ManualClock, chat: Gossip) -> None:
    with opened(location, clock, chat) as keep, opened(":memory:", clock, chat) as copy:
        gossip(keep, clock)
        copy.take_in(list(keep.export()))
        assert tells(everything(copy))
        assert copy.erase(person="anna").answers == 2
        assert not tells(everything(copy))


def test_without_company_nothing_is_noted(location: str, clock: soulkeep.ManualClock, chat: Gossip) -> None:
    with opened(location, clock, chat) as keep:
        holmes = keep.character("holmes", name="Holmes")
        for person in ("anna", "boris"):
            holmes.observe("I keep bees.", person=person, session="s")
            holmes.reply("What do I keep?", person=person, session="s")
        before = everything(keep, person="boris").splitlines()[1:]
        receipt = keep.erase(person="anna")
        assert (receipt.memories, receipt.answers, receipt.remaining) == (3, 0, 0)
        assert everything(keep, person="boris").splitlines()[1:] == before
        assert '"saw"' not in "\n".join(before)


def test_offline_only_what_was_told_counts(location: str, clock: soulkeep.ManualClock) -> None:
    with opened(location, clock, None) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe("The key to the greenhouse lies under the pot.", person="anna", heard_by=["boris"], session="s")
        for question in ("Good evening!", "Where is the key to the greenhouse?"):
            holmes.reply(question, person="boris", session="s")
        assert "pot" in everything(keep, person="boris")
        receipt = keep.erase(person="anna")
        assert (receipt.memories, receipt.answers, receipt.remaining) == (3, 1, 0)
        texts = [m.text for m in holmes.memories(person="boris")]
        assert texts[0] == "Good evening!"
        assert len(texts) == 3  # the greeting, its answer, and the question
        assert not any("pot" in text for text in texts)


def test_a_whole_character_counts_nothing_twice(location: str, clock: soulkeep.ManualClock, chat: Gossip) -> None:
    with opened(location, clock, chat) as keep:
        gossip(keep, clock)
        count = sum(row["type"] == "memory" for row in keep.export())
        receipt = keep.erase(character="holmes")
        assert (receipt.memories, receipt.answers, receipt.remaining) == (count, 0, 0)
        assert keep._store.keys() == []
        assert keep._store.left(PartitionKey("holmes", "anna")) == []
