"""Episodes where a language model speaks: it is told what is known and remembered, and what was done is kept."""

from __future__ import annotations

import pytest

import soulkeep
from episodes_support import BORN, Talk, told
from soulkeep.testing.models import ScriptedChat

ANSWERED = ["input", "answer", "similar", "patterns", "message"]


def prompt(chat: ScriptedChat) -> str:
    return "\n".join(message.content for message in chat.prompts[-1])


def test_facts_and_remarks_reach_a_models_prompt_and_acts_are_stored() -> None:
    chat = ScriptedChat("In 1920, of course.", "As I said, in 1920.")
    with Talk(chat=chat, model_memories=False) as talk:
        first = talk.say(BORN)
        assert (first.text, first.responder) == ("In 1920, of course.", "model")
        assert "29 August 1920" in prompt(chat)
        second = talk.say(BORN)
        assert told(second) is not None
        assert next(remark.text for remark in second.remarks if remark.told) in prompt(chat)
        assert [one.kind for one in talk.episodes()] == ANSWERED * 2
        assert [one.text for one in talk.episodes() if one.kind == "message"] == [first.text, second.text]


def test_a_failing_model_loses_no_turn_and_a_retry_works() -> None:
    chat = ScriptedChat(soulkeep.ChatError("It failed.", hint="Try again."), "In 1920.", "In 1926.")
    with Talk(chat=chat, model_memories=False) as talk:
        with pytest.raises(soulkeep.ChatError):
            talk.say(BORN, id="q1")
        assert [one.kind for one in talk.episodes()] == ["input"]
        reply = talk.say(BORN, id="q1")
        assert (reply.text, reply.patterns) == ("In 1920.", ())
        assert [one.kind for one in talk.episodes()] == ANSWERED
        talk.say("When was Miles Davis born?")
        assert [one.kind for one in talk.episodes()] == ANSWERED * 2


def test_what_a_follow_up_leans_on_is_in_the_prompt_with_its_answer() -> None:
    chat = ScriptedChat(default="I see.")
    with Talk(chat=chat, model_memories=False) as talk:
        talk.say("Who wrote Here Comes the Sun?")
        talk.say("Where was he born?")
        assert "George Harrison was born in Liverpool" in prompt(chat)


def test_what_the_person_stated_is_in_the_prompt_beside_what_is_known() -> None:
    chat = ScriptedChat(default="I see.")
    with Talk(chat=chat, model_memories=False) as talk:
        talk.say("Bob Dylan was born on 3 March 1940.")
        talk.say("When was Bob Dylan born?")
        assert "told you of this before: Bob Dylan was born on 3 March 1940." in prompt(chat)
        assert "24 May 1941" in prompt(chat)
