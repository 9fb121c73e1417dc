"""A session of OpenAI's agents, with the real package: its contract beside its own session, runs, and isolation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import pytest
from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage, function_tool, set_tracing_disabled
from agents.items import TResponseInputItem, TResponseStreamEvent
from agents.memory import Session, SessionSettings, SQLiteSession
from agents.run import CallModelData, ModelInputData
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
    ResponseReasoningItem,
)
from openai.types.responses.response_reasoning_item import Summary

import soulkeep
from soulkeep.integrations.openai_agents import SoulkeepSession

T = TypeVar("T")

set_tracing_disabled(True)

ITEMS: list[Any] = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": "I adopted a cat called Miso."},
    {
        "id": "rs_1",
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": "A cat, then."}],
        "encrypted_content": "g" * 50_000,
    },
    {"type": "function_call", "call_id": "c1", "name": "look_up", "arguments": '{"what": "cats"}', "id": "fc_1"},
    {"type": "function_call_output", "call_id": "c1", "output": "x" * 30_000},
    {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [
            {"type": "output_text", "text": "A fine name.", "annotations": [], "logprobs": []},
            {"type": "refusal", "refusal": "I can't say more."},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "input_text", "text": "Look!"},
            {"type": "input_image", "image_url": f"data:image/png;base64,{'A' * 60_000}", "detail": "auto"},
        ],
    },
    {"type": "function_call_output", "call_id": "c2", "output": [{"type": "input_text", "text": "done"}]},
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "B" * 40_000},
    {"role": "assistant", "content": ""},
]


@pytest.fixture
def holmes(any_keep: soulkeep.Keep) -> soulkeep.Character:
    return any_keep.character("holmes", name="Sherlock Holmes")


def done(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def session(character: Any, id: str = "s1", person: str | None = "anna", **options: Any) -> SoulkeepSession:
    return SoulkeepSession(character, id, person=person, **options)


def test_it_is_a_session(holmes: soulkeep.Character) -> None:
    made: Session = session(holmes)
    assert isinstance(made, Session)
    assert made.session_id == "s1"


def test_it_holds_what_their_own_holds(holmes: soulkeep.Character) -> None:
    async def both(theirs: SQLiteSession) -> None:
        ours = session(holmes)
        for one in (ours, theirs):
            await one.add_items(ITEMS[:3])
            await one.add_items([])
            await one.add_items(ITEMS[3:])
        assert await ours.get_items() == await theirs.get_items() == ITEMS
        for limit in (0, 1, 4, 99, -1):
            assert await ours.get_items(limit) == await theirs.get_items(limit)
        for _ in range(3):
            assert await ours.pop_item() == await theirs.pop_item()
        assert await ours.get_items() == await theirs.get_items()
        for one in (ours, theirs):
            await one.clear_session()
            assert await one.get_items() == []
            assert await one.pop_item() is None
            await one.add_items(ITEMS[:1])
            assert await one.get_items() == ITEMS[:1]
        theirs.close()

    done(both(SQLiteSession("s1")))
    limited = session(holmes, session_settings=SessionSettings(limit=2))
    done(limited.add_items(ITEMS))
    assert done(limited.get_items()) == ITEMS[-2:]
    assert done(limited.get_items(3)) == ITEMS[-3:]


def test_what_is_said_is_remembered_and_what_nobody_says_is_not(
    any_keep: soulkeep.Keep, holmes: soulkeep.Character
) -> None:
    done(session(holmes).add_items([*ITEMS, {"role": "user", "content": "I live in Lisbon."}]))
    any_keep.settle(over=True)
    said = list(holmes.memories(person="anna", kinds={"turn"}, forgotten=False))
    assert [(turn.speaker, turn.text) for turn in said] == [
        ("anna", "I adopted a cat called Miso."),
        ("Sherlock Holmes", "A fine name."),
        ("Sherlock Holmes", "I can't say more."),
        ("anna", "Look!"),
        ("anna", "I live in Lisbon."),
    ]
    assert [fact.value for fact in holmes.facts(person="anna", relation="home")] == ["Lisbon"]


def test_no_session_of_one_person_shows_another_s(holmes: soulkeep.Character) -> None:
    done(session(holmes).add_items([{"role": "user", "content": "My password is swordfish."}]))
    for other in (session(holmes, person="boris"), session(holmes, person=None), session(holmes, "s2")):
        assert done(other.get_items()) == []
        assert done(other.pop_item()) is None
        done(other.clear_session())
    assert len(done(session(holmes).get_items())) == 1


def test_clearing_deletes_what_was_derived(any_keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    done(session(holmes).add_items([{"role": "user", "content": "I live in Lisbon."}, ITEMS[3]]))
    any_keep.settle(over=True)
    done(session(holmes).clear_session())
    assert holmes.facts(person="anna", relation="home") == []
    assert list(holmes.memories(person="anna")) == []


def test_pops_at_once_give_each_item_once(holmes: soulkeep.Character) -> None:
    items: list[TResponseInputItem] = [{"role": "user", "content": f"Sentence {n}."} for n in range(8)]

    async def pop_all() -> list[Any]:
        await session(holmes).add_items(items)
        return await asyncio.gather(*(session(holmes).pop_item() for _ in range(10)))

    popped = [one for one in done(pop_all()) if one is not None]
    assert sorted(one["content"] for one in popped) == [f"Sentence {n}." for n in range(8)]


def test_what_was_begun_is_stored_though_the_caller_is_cancelled(holmes: soulkeep.Character) -> None:
    async def cancelled() -> None:
        adding = asyncio.create_task(session(holmes).add_items(ITEMS))
        await asyncio.sleep(0)
        adding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await adding
        assert await session(holmes).get_items() in (ITEMS, [])

    done(cancelled())


def test_what_no_text_holds_is_taken_out(holmes: soulkeep.Character) -> None:
    done(session(holmes).add_items([{"role": "user", "content": "My cat\0 is Miso\ud800."}]))
    assert done(session(holmes).get_items()) == [{"role": "user", "content": "My cat is Miso."}]
    assert "My cat is Miso." in told(session(holmes, "s2"), [{"role": "user", "content": "Who is\0 my cat\ud800?"}])
    with pytest.raises(soulkeep.InputError, match="no character"):
        session("holmes")


def told(talk: SoulkeepSession, items: list[Any]) -> str:
    """Return what a call of the model is told beside these items."""
    agent: Agent[None] = Agent(name="Holmes")
    data = CallModelData(ModelInputData(input=items, instructions=None), agent=agent, context=None)
    return done(talk.with_memories(data)).instructions or ""


def test_what_isn_t_sent_comes_to_mind_in_the_same_talk(holmes: soulkeep.Character) -> None:
    def exchange(asked: str) -> None:
        done(talk.add_items([{"role": "user", "content": asked}, {"role": "assistant", "content": "I see."}]))

    talk = session(holmes, session_settings=SessionSettings(limit=2))
    exchange("My favourite colour is teal.")
    for number in range(1, 31):
        exchange(f"In game {number} of chess I moved a knight.")
        if number in (1, 5, 10, 15, 20, 25, 30):
            items = [*done(talk.get_items()), {"role": "user", "content": "What is my favourite colour?"}]
            assert told(talk, items).count("My favourite colour is teal.") == 1, number
            assert f"In game {number} " not in told(talk, items), number  # it is sent


def test_a_stranger_is_told_nothing(holmes: soulkeep.Character) -> None:
    assert told(session(holmes), [{"role": "user", "content": "Hello! Do you know me?"}]) == ""


def test_a_failed_run_keeps_the_user_s_item(holmes: soulkeep.Character) -> None:
    agent: Agent[None] = Agent(name="Holmes", model=Scripted())
    with pytest.raises(IndexError):
        done(Runner.run(agent, "I adopted a cat.", session=session(holmes)))
    assert [item.get("content") for item in done(session(holmes).get_items())] == ["I adopted a cat."]


class Scripted(Model):
    """A model that says what it is told to, and keeps what it was given."""

    def __init__(self, *outputs: list[Any]) -> None:
        self._outputs = list(outputs)
        self.asked: list[tuple[str | None, list[Any]]] = []

    async def get_response(self, system_instructions: str | None, input: Any, *args: Any, **more: Any) -> ModelResponse:
        self.asked.append((system_instructions, list(input)))
        return ModelResponse(output=self._outputs.pop(0), usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **more: Any) -> AsyncIterator[TResponseStreamEvent]:
        raise NotImplementedError


def says(text: str, id: str = "m") -> ResponseOutputMessage:
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(id=id, content=[part], role="assistant", status="completed", type="message")


@function_tool
def look_up(what: str) -> str:
    """Look something up."""
    return f"Nothing about {what}."


def test_an_agent_remembers_across_two_talks(holmes: soulkeep.Character) -> None:
    call = ResponseFunctionToolCall(name="look_up", arguments='{"what": "cats"}', call_id="c1", type="function_call")
    thought = ResponseReasoningItem(id="r", type="reasoning", summary=[Summary(text="Hm.", type="summary_text")])
    model = Scripted([thought, call], [says("A fine name.")], [says("It purrs.")], [says("Miso.")], [says("Whose?")])
    agent = Agent(name="Holmes", instructions="You are a detective.", tools=[look_up], model=model)

    def say(text: str, id: str, person: str = "anna") -> str:
        talk = session(holmes, id, person)
        config = RunConfig(call_model_input_filter=talk.with_memories)
        return str(done(Runner.run(agent, text, session=talk, run_config=config)).final_output)

    assert say("I adopted a cat called Miso.", "monday") == "A fine name."
    assert say("Say more.", "monday") == "It purrs."
    kinds = [item.get("type", item.get("role")) for item in model.asked[2][1]]
    assert kinds == ["user", "reasoning", "function_call", "function_call_output", "message", "user"]
    assert say("What is my cat called?", "tuesday") == "Miso."
    instructions, given = model.asked[3]
    assert [item["content"] for item in given] == ["What is my cat called?"]
    assert instructions is not None
    assert instructions.startswith("You are a detective.")
    assert "I adopted a cat called Miso." in instructions
    assert say("What is the cat called?", "monday", "boris") == "Whose?"
    instructions, given = model.asked[4]
    assert "Miso" not in str(instructions)
    assert len(given) == 1
