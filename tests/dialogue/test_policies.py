"""What is done about claims that rest on nothing: told, written anew, or withdrawn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import soulkeep
from soulkeep.models.testing import HashEmbedder, ScriptedChat

Open = Callable[..., soulkeep.Character]
RIGHT = "You adopted a cat called Miso [m1]."
WRONG = "You adopted a parrot called Captain Flint [m1]."


@pytest.fixture
def opened(clock: soulkeep.ManualClock) -> Iterator[Open]:
    keeps: list[soulkeep.Keep] = []

    def open(chat: soulkeep.ChatModel | None, **settings: Any) -> soulkeep.Character:
        knobs = soulkeep.Settings(background=False, model_queries="never", **settings)
        keep = soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=knobs)
        keeps.append(keep)
        holmes = keep.character("holmes", name="Holmes", description="A detective who keeps bees in Sussex.")
        holmes.observe("I adopted a cat called Miso.", person="anna", id="cat", session="old")
        return holmes

    yield open
    for keep in keeps:
        keep.close()


def ask(holmes: soulkeep.Character, **more: Any) -> soulkeep.Reply:
    return holmes.reply("What pet did I adopt?", person="anna", session="new", **more)


def checked(reply: soulkeep.Reply) -> soulkeep.Check:
    assert reply.check is not None
    return reply.check


def test_claims_are_told_with_their_verdicts(opened: Open) -> None:
    right = checked(ask(opened(ScriptedChat(RIGHT))))
    assert [(claim.verdict, claim.referenced, claim.sources) for claim in right.claims] == [
        ("supported", "supported", ("cat",))
    ]
    assert (right.grounded, right.reference_accuracy) == (1.0, 1.0)
    wrong = checked(ask(opened(ScriptedChat(WRONG))))
    assert wrong.claims[0].verdict in ("contradicted", "not found")
    assert wrong.grounded == 0.0


def test_what_the_description_tells_is_grounded(opened: Open) -> None:
    check = checked(ask(opened(ScriptedChat("I keep bees in Sussex."))))
    assert [(claim.verdict, claim.description, claim.recalled) for claim in check.claims] == [
        ("supported", "supported", "not found")
    ]


def test_what_was_just_said_is_grounded(opened: Open) -> None:
    holmes = opened(ScriptedChat("So you moved to Lisbon in May."))
    reply = holmes.reply("I moved to Lisbon in May.", person="anna", session="new")
    assert checked(reply).grounded == 1.0


def test_the_voice_quotes_and_is_grounded(opened: Open) -> None:
    check = checked(opened(None).reply("What is my cat called?", person="anna", session="new"))
    assert check.claims
    assert check.grounded == 1.0
    assert check.reference_accuracy == 1.0


def test_written_anew_once(opened: Open) -> None:
    chat = ScriptedChat(WRONG, RIGHT)
    holmes = opened(chat, check="regenerate")
    stream = holmes.stream("What pet did I adopt?", person="anna", session="new")
    assert list(stream) == [RIGHT]  # nothing that was withdrawn is heard
    assert "parrot" in stream.reply.trace.notes[0]
    assert checked(stream.reply).grounded == 1.0
    again = chat.prompts[1]
    assert [message.role for message in again[-2:]] == ["assistant", "user"]
    assert "parrot" in again[-1].content
    assert stream.reply.usage.prompt > 0
    assert "parrot" not in " ".join(memory.text for memory in holmes.memories(person="anna"))


def test_once_and_no_more(opened: Open) -> None:
    chat = ScriptedChat(WRONG, WRONG)
    reply = ask(opened(chat, check="regenerate"))
    assert "parrot" in reply.text
    assert checked(reply).grounded == 0.0
    assert len(chat.prompts) == 2


def test_a_right_answer_is_written_once(opened: Open) -> None:
    chat = ScriptedChat(RIGHT)
    assert ask(opened(chat, check="regenerate")).text == RIGHT
    assert len(chat.prompts) == 1


def test_withdrawn(opened: Open) -> None:
    holmes = opened(ScriptedChat(WRONG), check="admit")
    reply = ask(holmes)
    assert reply.responder == "admission"
    assert "parrot" not in reply.text
    assert "parrot" in reply.trace.notes[0]
    assert reply.references == ()
    assert holmes.memory(reply.said or "", person="anna").responder == "admission"


def test_chatter_passes(opened: Open) -> None:
    assert ask(opened(ScriptedChat("How lovely! Shall we have tea?"), check="admit")).responder == "model"


def test_nothing_is_checked_where_nobody_wants_it(opened: Open) -> None:
    assert ask(opened(ScriptedChat(WRONG), check="off")).check is None


def test_the_figures_of_a_conversation(opened: Open) -> None:
    holmes = opened(ScriptedChat(RIGHT, WRONG, "How lovely!"))
    for _ in range(3):
        ask(holmes)
    found = holmes.grounding(person="anna", session="new")
    assert (found.replies, found.claims, found.supported, found.cited, found.cited_supported) == (2, 2, 1, 2, 1)
    assert (found.grounded, found.reference_accuracy) == (0.5, 0.5)
    assert holmes.grounding(person="anna", session="old").claims == 0
    assert holmes.grounding(person="boris").replies == 0


def test_a_model_that_checks_and_one_that_can_not(opened: Open) -> None:
    asked: list[str] = []

    def checker(messages: Any) -> str:
        asked.append(messages[0].content)
        raise soulkeep.ChatUnavailable("gone", hint="")

    reply = ask(opened(ScriptedChat(RIGHT, checker), checker="model"))
    check = checked(reply)
    assert asked
    assert check.author == "rules"
    assert "gone" in check.notes[0]
    assert check.grounded == 1.0


def test_it_is_stored_with_the_turn_as_counts_alone(opened: Open) -> None:
    holmes = opened(ScriptedChat(WRONG))
    reply = ask(holmes)
    relationship = holmes.facing("anna")
    found = relationship.workings.store.find(relationship.key, reply.said or "")
    assert found is not None
    assert "Flint" not in json.dumps(found.entry.details["check"])


def test_a_second_attempt_that_fails_leaves_the_first(opened: Open) -> None:
    reply = ask(opened(ScriptedChat(WRONG, soulkeep.ChatUnavailable("gone", hint="")), check="regenerate"))
    assert "parrot" in reply.text
    assert reply.trace.notes[-1] == "The language model failed: gone"


def test_an_admission_needs_no_model_that_works(opened: Open) -> None:
    holmes = opened(ScriptedChat(soulkeep.ChatUnavailable("gone", hint="")), rules=soulkeep.Rules(allow={"admission"}))
    reply = ask(holmes)
    assert reply.responder == "admission"
    assert reply.text
