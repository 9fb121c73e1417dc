"""Memory for LlamaIndex, with the real package, which is too large for the other tests' environment: `make
test-frontends` installs it."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import soulkeep

pytestmark = pytest.mark.frontends

PAGE = Path(__file__).parent.parent.parent / "docs" / "integrations.md"


@pytest.fixture
def holmes(any_keep: soulkeep.Keep) -> soulkeep.Character:
    return any_keep.character("holmes", name="Sherlock Holmes")


def memory(character: Any, session: str = "s1", person: str | None = "anna", **options: Any) -> Any:
    from soulkeep.integrations.llamaindex import SoulkeepMemory

    return SoulkeepMemory(character=character, person=person, session_id=session, **options)


def messages() -> list[Any]:
    from llama_index.core.base.llms.types import ThinkingBlock, ToolCallBlock
    from llama_index.core.llms import ChatMessage, ImageBlock, TextBlock

    return [
        ChatMessage(role="system", content="You are a detective. " * 300),
        ChatMessage(role="user", content="I adopted a cat called Miso."),
        ChatMessage(
            role="assistant",
            blocks=[
                ThinkingBlock(content="A cat, then."),
                TextBlock(text="Let me look."),
                ToolCallBlock(tool_call_id="c1", tool_name="look_up", tool_kwargs={"what": ["cats"]}),
            ],
            additional_kwargs={"note": {"a": [1, None]}},
        ),
        ChatMessage(role="tool", content="x" * 30_000, additional_kwargs={"name": "look_up", "tool_call_id": "c1"}),
        ChatMessage(role="assistant", blocks=[TextBlock(text="A fine name."), TextBlock(text="Is it a boy?")]),
        ChatMessage(role="user", blocks=[TextBlock(text="Look!"), ImageBlock(image=b"iVBORw0KGgo=" * 5_000)]),
        ChatMessage(role="assistant", content=""),
        ChatMessage(role="user", content="Good night."),
    ]


def test_messages_come_back_as_they_were(holmes: soulkeep.Character) -> None:
    given = messages()
    memory(holmes).put_messages(given[:3])
    memory(holmes).put(given[3])
    asyncio.run(memory(holmes).aput_messages(given[4:]))
    assert memory(holmes).get_all() == given
    assert asyncio.run(memory(holmes).aget_all()) == given
    assert memory(holmes, tell=False).get() == given
    assert memory(holmes, tell=False, limit=2).get() == given[-1:]
    assert memory(holmes, tell=False, limit=5).get() == given[5:]  # the user speaks first
    memory(holmes).set(given[1:2])
    assert memory(holmes).get_all() == given[1:2]
    memory(holmes).reset()
    assert memory(holmes).get_all() == []
    assert list(holmes.memories(person="anna")) == []


Theirs = Callable[..., Any]
"""Makes LlamaIndex's own memory with a block, by the session and the person."""


def with_their_memory(character: Any, talk: Callable[[Theirs], Awaitable[None]]) -> None:
    """Have a talk with LlamaIndex's own memory, and close what that opens."""
    from llama_index.core.memory import Memory
    from sqlalchemy import StaticPool
    from sqlalchemy.ext.asyncio import create_async_engine

    from soulkeep.integrations.llamaindex import SoulkeepMemoryBlock

    engine = create_async_engine("sqlite+aiosqlite:///:memory:", poolclass=StaticPool)

    def theirs(session: str, person: str = "anna") -> Any:
        return Memory.from_defaults(
            session_id=session,
            token_limit=60,
            token_flush_size=10,
            memory_blocks=[SoulkeepMemoryBlock(character=character, person=person)],
            tokenizer_fn=str.split,
            async_engine=engine,
        )

    async def run() -> None:
        try:
            await talk(theirs)
        finally:
            await engine.dispose()

    asyncio.run(run())


def test_a_memory_is_made_by_its_class(holmes: soulkeep.Character) -> None:
    from llama_index.core.memory import BaseMemory

    from soulkeep.integrations.llamaindex import SoulkeepMemory

    made = SoulkeepMemory.from_defaults(character=holmes, person="anna", session_id="s1")
    assert isinstance(made, BaseMemory)
    with pytest.raises(ValueError, match="person"):
        SoulkeepMemory(character=holmes, session_id="s1")  # type: ignore[call-arg]
    for no_character in ("holmes", None):
        with pytest.raises(ValueError, match=r"open|no character"):
            memory(no_character)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # their own
def test_a_workflow_s_context_is_restored(any_keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    from llama_index.core.agent.workflow import ReActAgent
    from llama_index.core.llms import ChatMessage, CompletionResponse, CustomLLM, LLMMetadata
    from llama_index.core.workflow import Context, JsonPickleSerializer, JsonSerializer

    from soulkeep.integrations.llamaindex import SoulkeepMemoryBlock, restoring

    class Agreeing(CustomLLM):  # type: ignore[misc]
        """A model that always says the same, as an agent of LlamaIndex's expects it."""

        @property
        def metadata(self) -> LLMMetadata:
            return LLMMetadata()

        def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
            return CompletionResponse(text="Thought: I can answer.\nAnswer: Yes.")

        def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
            yield CompletionResponse(text="Thought: I can answer.\nAnswer: Yes.", delta="Yes.")

    async def talk(serializer: Any) -> None:
        mine, agent = memory(holmes), ReActAgent(llm=Agreeing(), tools=[])
        mine.reset()
        begun = Context(agent)
        await agent.run("I have a cat.", ctx=begun, memory=mine)
        written = json.loads(json.dumps(begun.to_dict(serializer=serializer)))
        with restoring(any_keep):
            again = Context.from_dict(agent, written, serializer=serializer)
            await agent.run("And a dog.", ctx=again)
        said = [one.content for one in mine.get_all() if one.role == "user"]
        assert said == ["I have a cat.", "And a dog."]
        with pytest.raises(ValueError, match="restoring"):
            await Context.from_dict(agent, written, serializer=serializer).store.get("memory")

    for serializer in (JsonSerializer(), JsonPickleSerializer()):
        asyncio.run(talk(serializer))
    block = SoulkeepMemoryBlock(character=holmes, person="anna")
    for one in (memory(holmes), block):
        assert one.model_copy(deep=True) == copy.copy(one) == one
        with restoring(any_keep):
            assert pickle.loads(pickle.dumps(one)).character.id == "holmes"
            assert type(one).model_validate(one.model_dump()).person == "anna"
    memory(holmes).model_copy(deep=True).put(ChatMessage(role="user", content="Hello!"))
    assert memory(holmes).get_all()[-1].content == "Hello!"


def test_what_has_left_the_prompt_comes_to_mind_in_the_same_talk(holmes: soulkeep.Character) -> None:
    from llama_index.core.llms import ChatMessage

    def exchange(asked: str, answered: str = "I see.") -> None:
        talk.put_messages([ChatMessage(role="user", content=asked), ChatMessage(role="assistant", content=answered)])

    talk = memory(holmes, limit=4)
    exchange("My favourite colour is teal.", "A fine one.")
    for number in range(1, 31):
        exchange(f"In game {number} of chess I moved a knight.")
        if number in (1, 2, 3, 5, 10, 15, 20, 25, 30):
            prompt = talk.get("What is my favourite colour?")
            assert str(prompt).count("My favourite colour is teal.") == 1, number


def test_what_has_left_their_memory_comes_to_mind_in_the_same_talk(holmes: soulkeep.Character) -> None:
    from llama_index.core.llms import ChatMessage

    async def talk(theirs_of: Theirs) -> None:
        theirs = theirs_of("monday")
        await theirs.aput(ChatMessage(role="user", content="My favourite colour is teal."))
        for number in range(3):
            await theirs.aput(ChatMessage(role="assistant", content=f"Shall we talk of chess, of game {number}, then?"))
            await theirs.aput(ChatMessage(role="user", content=f"In game {number} of chess I moved a knight to f3."))
        await theirs.aput(ChatMessage(role="user", content="What is my favourite colour?"))
        prompt = "\n".join(str(one.content) for one in await theirs.aget())
        assert prompt.count("My favourite colour is teal.") == 1
        assert "Nothing" not in prompt

    with_their_memory(holmes, talk)


def test_a_stranger_is_told_nothing(holmes: soulkeep.Character) -> None:
    from llama_index.core.llms import ChatMessage

    memory(holmes).put(ChatMessage(role="user", content="Hello! Do you know me?"))
    assert [one.role for one in memory(holmes).get()] == ["user"]


def test_what_no_text_holds_is_taken_out(holmes: soulkeep.Character) -> None:
    from llama_index.core.llms import ChatMessage

    memory(holmes).put(ChatMessage(role="user", content="My cat\0 is Miso\ud800."))
    assert memory(holmes, "s2").get("Who is\0 my cat\ud800?")[0].content.count("My cat is Miso.") == 1


def test_what_is_said_is_remembered_and_what_nobody_says_is_not(
    any_keep: soulkeep.Keep, holmes: soulkeep.Character
) -> None:
    memory(holmes).put_messages(messages())
    any_keep.settle(over=True)
    said = list(holmes.memories(person="anna", kinds={"turn"}, forgotten=False))
    assert [(turn.speaker, turn.text) for turn in said] == [
        ("anna", "I adopted a cat called Miso."),
        ("Sherlock Holmes", "Let me look."),
        ("Sherlock Holmes", "A fine name."),
        ("Sherlock Holmes", "Is it a boy?"),
        ("anna", "Look!"),
        ("anna", "Good night."),
    ]


def test_get_begins_with_what_comes_to_mind(holmes: soulkeep.Character) -> None:
    from llama_index.core.llms import ChatMessage

    memory(holmes, "monday").put(ChatMessage(role="user", content="I adopted a cat called Miso."))
    tuesday = memory(holmes, "tuesday")
    tuesday.put(ChatMessage(role="user", content="What is my cat called?"))
    told, asked = tuesday.get()
    assert told.role == "system"
    assert "I adopted a cat called Miso." in told.content
    assert asked.content == "What is my cat called?"
    assert "Miso" in tuesday.get("Who is my cat?")[0].content
    assert tuesday.get_all() == [asked]
    boris = memory(holmes, "monday", "boris")
    boris.put(ChatMessage(role="user", content="What is my cat called?"))
    assert not [one for one in boris.get() if "Miso" in str(one.content)]
    assert [one.content for one in boris.get_all()] == ["What is my cat called?"]


def test_a_block_of_their_memory(holmes: soulkeep.Character) -> None:
    from llama_index.core.llms import ChatMessage

    async def talk(theirs: Theirs) -> None:
        monday = theirs("monday")
        await monday.aput(ChatMessage(role="user", content="I adopted a cat called Miso."))
        for n in range(6):
            await monday.aput(ChatMessage(role="assistant", content=f"Sentence number {n} of several words or more."))
            await monday.aput(ChatMessage(role="user", content=f"And what comes after number {n} of them?"))
        tuesday = theirs("tuesday")
        await tuesday.aput(ChatMessage(role="user", content="What is my cat called?"))
        told, asked = await tuesday.aget()
        assert "I adopted a cat called Miso." in told.content
        assert asked.content == "What is my cat called?"
        assert not [one for one in await theirs("x", "boris").aget("What is my cat called?") if "Miso" in one.content]

    with_their_memory(holmes, talk)
    first = next(holmes.memories(person="anna", kinds={"turn"}))
    assert (first.text, first.session) == ("I adopted a cat called Miso.", "monday")


def test_an_agent_remembers_across_two_talks(holmes: soulkeep.Character) -> None:
    from llama_index.core.chat_engine import SimpleChatEngine
    from llama_index.core.llms import MockLLM

    def say(text: str, session: str) -> str:
        engine = SimpleChatEngine(llm=MockLLM(), memory=memory(holmes, session), prefix_messages=[])
        return str(engine.chat(text))

    say("I adopted a cat called Miso.", "monday")
    assert "I adopted a cat called Miso." in say("What is my cat called?", "tuesday")  # it says what it is given
    said = [(turn.speaker, turn.session) for turn in holmes.memories(person="anna", kinds={"turn"})]
    assert said == [(who, day) for day in ("monday", "tuesday") for who in ("anna", "Sherlock Holmes")]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # their own
def test_the_example_in_the_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    for number, code in enumerate([*examples, *examples], start=1):  # and once more, with what was stored before
        exec(compile(code, f"{PAGE.name}, LlamaIndex's example {number}", "exec"), {})
