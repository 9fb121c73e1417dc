"""Tests of what is done about claims that sources contradict: reported, and, if a model checks, written anew once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import HashEmbedder, ScriptedChat

Open = Callable[..., soulkeep.Character]
RIGHT = "You adopted a cat called Miso [m1]."
WRONG = "You adopted a parrot called Captain Flint [m1]."
PARROT = "Anna adopted a parrot."
DENIED = "You didn't adopt a cat called Miso [m1]."


def judged(verdict: str, claim: str = PARROT, sources: tuple[int, ...] = (2,)) -> str:
    """Return a checking model's verdict on the first sentence."""
    return json.dumps({"claims": [{"sentence": 1, "claim": claim, "verdict": verdict, "sources": sources}]})


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
    wrong = checked(ask(opened(ScriptedChat(DENIED))))
    assert [claim.verdict for claim in wrong.claims] == ["contradicted"]
    assert (wrong.grounded, wrong.holds) == (0.0, False)
    unsure = checked(ask(opened(ScriptedChat(WRONG))))
    assert [claim.verdict for claim in unsure.claims] == ["not checked"]
    assert (unsure.grounded, unsure.holds) == (None, True)


def test_what_the_description_tells_is_grounded(opened: Open) -> None:
    check = checked(ask(opened(ScriptedChat("I keep bees in Sussex."))))
    assert [(claim.verdict, claim.description, claim.recalled) for claim in check.claims] == [
        ("supported", "supported", "not checked")
    ]


def test_what_was_just_said_supports_nothing(opened: Open) -> None:
    said = "I moved to Lisbon in May."
    reply = opened(ScriptedChat("So you moved to Lisbon in May.")).reply(said, person="anna", session="new")
    assert [claim.verdict for claim in checked(reply).claims] == ["not checked"]
    chat = ScriptedChat("So you moved to Lisbon in May.", judged("not found", sources=()))
    opened(chat, checker="model").reply(said, person="anna", session="new")
    sources, _, message = chat.prompts[1][-1].content.partition("The message of anna:\n")
    assert "I adopted a cat called Miso." in sources
    assert said not in sources
    assert message.startswith(said)


def test_the_voice_quotes_and_is_grounded(opened: Open) -> None:
    check = checked(opened(None).reply("What is my cat called?", person="anna", session="new"))
    assert check.claims
    assert check.grounded == 1.0
    assert check.reference_accuracy == 1.0


def test_written_anew_once(opened: Open) -> None:
    chat = ScriptedChat(WRONG, judged("contradicted"), RIGHT, judged("supported", "Anna adopted a cat."))
    holmes = opened(chat, check="regenerate", checker="model")
    stream = holmes.stream("What pet did I adopt?", person="anna", session="new")
    assert list(stream) == [RIGHT]  # nothing that was taken back is heard
    assert stream.reply.trace.notes == (f"Written anew, as its sources say otherwise: {PARROT}",)
    assert checked(stream.reply).grounded == 1.0
    assert stream.reply.references[0].memory.id == "cat"
    draft, again = chat.prompts[2][-2:]
    assert (draft, again.role) == (Message("assistant", WRONG), "user")
    assert f"- {PARROT}" in again.content
    assert "Answer again, without it." in again.content
    assert "Flint" not in " ".join(memory.text for memory in holmes.memories(person="anna"))


def test_both_attempts_are_counted(opened: Open) -> None:
    first, second = (
        soulkeep.Usage(prompt=50, completion=2, exact=True),
        soulkeep.Usage(prompt=60, completion=3, exact=True),
    )
    chat = ScriptedChat([WRONG, first], judged("contradicted"), [RIGHT, second], judged("supported"))
    reply = ask(opened(chat, check="regenerate", checker="model"))
    assert reply.usage == soulkeep.Usage(prompt=110, completion=5, exact=True)


def test_it_is_asked_to_say_that_it_is_not_sure(opened: Open) -> None:
    doubt = "Was it a cat? I am not sure."
    chat = ScriptedChat(WRONG, judged("contradicted"), doubt, json.dumps({"claims": []}))
    holmes = opened(chat, check="admit", checker="model")
    reply = ask(holmes)
    assert (reply.text, reply.responder) == (doubt, "model")
    assert f"- {PARROT}" in chat.prompts[2][-1].content
    assert "say that you are not sure of it" in chat.prompts[2][-1].content
    assert holmes.memory(reply.said or "", person="anna").responder == "model"


@pytest.mark.parametrize("check", ["regenerate", "admit"])
def test_the_second_answer_is_spoken_whatever_it_is(opened: Open, check: str) -> None:
    worse = "Captain Flint was a parrot, I swear [m1]."
    chat = ScriptedChat(WRONG, judged("contradicted"), worse, judged("contradicted", "Flint was a parrot."))
    reply = ask(opened(chat, check=check, checker="model"))
    assert (reply.text, reply.responder) == (worse, "model")
    assert checked(reply).contradicted == 1
    assert reply.trace.notes == (
        f"Written anew, as its sources say otherwise: {PARROT}",
        "Its sources still say otherwise: Flint was a parrot.",
    )
    assert len(chat.prompts) == 4


@pytest.mark.parametrize("check", ["regenerate", "admit"])
@pytest.mark.parametrize(("verdict", "sources"), [("supported", (2,)), ("not found", ()), ("contradicted", ())])
def test_only_what_sources_contradict_is_written_anew(
    opened: Open, check: str, verdict: str, sources: tuple[int, ...]
) -> None:
    chat = ScriptedChat(WRONG, judged(verdict, sources=sources))
    reply = ask(opened(chat, check=check, checker="model"))
    assert (reply.text, reply.trace.notes) == (WRONG, ())
    assert len(chat.prompts) == 2


def test_a_model_that_checks_only_annotates_unless_told_otherwise(opened: Open) -> None:
    chat = ScriptedChat(WRONG, judged("contradicted"))
    stream = opened(chat, checker="model").stream("What pet did I adopt?", person="anna", session="new")
    assert len(list(stream)) > 1
    assert stream.reply.text == WRONG
    assert [claim.verdict for claim in checked(stream.reply).claims] == ["contradicted"]
    assert len(chat.prompts) == 2


@pytest.mark.parametrize("check", ["annotate", "regenerate", "admit"])
def test_rules_only_annotate(opened: Open, check: str) -> None:
    chat = ScriptedChat(DENIED)
    stream = opened(chat, check=check).stream("What pet did I adopt?", person="anna", session="new")
    assert len(list(stream)) > 1  # it is heard as it comes
    assert (stream.reply.text, stream.reply.trace.notes) == (DENIED, ())
    assert checked(stream.reply).contradicted == 1
    assert len(chat.prompts) == 1


@pytest.mark.parametrize("check", ["regenerate", "admit"])
def test_rules_that_stand_in_for_a_model_only_annotate(opened: Open, check: str) -> None:
    gone = soulkeep.ChatUnavailable("gone", hint="")
    chat = ScriptedChat(DENIED, gone, default=RIGHT)
    reply = ask(opened(chat, check=check, checker="model"))
    found = checked(reply)
    assert (reply.text, found.author, found.contradicted) == (DENIED, "rules", 1)
    assert "gone" in found.notes[0]
    assert len(chat.prompts) == 2


def test_another_model_may_check() -> None:
    checker = ScriptedChat(judged("supported"))
    checker.name = "judge"
    models = soulkeep.Models(chat=ScriptedChat(RIGHT), check=checker)
    settings = soulkeep.Settings(background=False, model_queries="never", checker="model")
    with soulkeep.open(":memory:", embedder=HashEmbedder(), chat=models, settings=settings) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna", id="cat", session="old")
        assert checked(ask(holmes)).author == "judge"
        counted = keep.usage()
    assert {role: (spent.model, spent.calls) for role, spent in counted.items()} == {
        "chat": ("scripted", 1),
        "memory": ("scripted", 0),
        "check": ("judge", 1),
    }


def test_a_checking_model_sees_all_that_the_writer_saw(opened: Open) -> None:
    nothing = json.dumps({"claims": []})
    chat = ScriptedChat("Hm.", nothing, RIGHT, nothing)
    holmes = opened(chat, checker="model")
    scene = soulkeep.Scene(place="Baker Street", objects=("a violin",), events=("A knock.",))
    holmes.reply("I bought a hat.", person="anna", session="new", scene=scene)
    ask(holmes)
    assert unfenced(chat.prompts[3][-1].content).partition("The message of anna:")[0].strip().splitlines() == [
        "Today is Friday 8 May 2026.",
        "",
        "Sources:",
        "[1] Description of Holmes: A detective who keeps bees in Sussex.",
        "[2] anna said, Friday 8 May 2026: I adopted a cat called Miso.",
        "[3] anna said, Friday 8 May 2026: I bought a hat.",
        "[4] Holmes said, Friday 8 May 2026: Hm.",
        "[5] Around: Baker Street",
        "[6] Around: a violin",
        "[7] Around: A knock.",
    ]


def test_a_checking_model_reads_what_the_person_is_called(opened: Open) -> None:
    chat = ScriptedChat(RIGHT, judged("supported"))
    holmes = opened(chat, checker="model")
    holmes.introduce("anna", name="Anna Karenina")
    ask(holmes)
    system, asked = chat.prompts[1]
    assert "what Holmes said to Anna Karenina" in system.content
    assert "[2] Anna Karenina said, Friday 8 May 2026: I adopted a cat called Miso." in asked.content


def test_beyond_its_budget_rules_check(opened: Open) -> None:
    chat = ScriptedChat(RIGHT, judged("supported"), RIGHT)
    holmes = opened(chat, checker="model", daily_tokens={"check": 1})
    assert checked(ask(holmes)).author == "scripted"
    found = checked(ask(holmes))
    assert found.author == "rules"
    assert "tokens for check are used up" in found.notes[0]


def test_chatter_passes(opened: Open) -> None:
    chatter = "How lovely! Shall we have tea?"
    reply = ask(opened(ScriptedChat(chatter, json.dumps({"claims": []})), check="admit", checker="model"))
    assert (reply.text, reply.responder, checked(reply).claims) == (chatter, "model", ())


def test_nothing_is_checked_where_nobody_wants_it(opened: Open) -> None:
    assert ask(opened(ScriptedChat(WRONG), check="off")).check is None


def test_the_figures_of_a_conversation(opened: Open) -> None:
    holmes = opened(ScriptedChat(RIGHT, DENIED, WRONG, "How lovely!"))
    for _ in range(4):
        ask(holmes)
    found = holmes.grounding(person="anna", session="new")
    assert (found.replies, found.claims, found.supported, found.cited, found.cited_supported) == (3, 2, 1, 2, 1)
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
    relationship = relationship_of(holmes, "anna")
    found = relationship.runtime.store.find(relationship.key, reply.said or "")
    assert found is not None
    assert "Flint" not in json.dumps(found.entry.details["check"])


def test_a_second_attempt_that_fails_leaves_the_first(opened: Open) -> None:
    chat = ScriptedChat(WRONG, judged("contradicted"), soulkeep.ChatUnavailable("gone", hint=""))
    reply = ask(opened(chat, check="regenerate", checker="model"))
    assert reply.text == WRONG
    assert reply.trace.notes[-1] == "The language model failed: gone"


def test_an_admission_needs_no_model_that_works(opened: Open) -> None:
    holmes = opened(ScriptedChat(soulkeep.ChatUnavailable("gone", hint="")), rules=soulkeep.Rules(allow={"admission"}))
    reply = ask(holmes)
    assert reply.responder == "admission"
    assert reply.text
