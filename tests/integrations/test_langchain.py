"""LangChain's history and retriever, with the real package."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from datetime import UTC, datetime
from random import randbytes
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.runnables import ConfigurableFieldSpec, RunnableConfig, RunnableLambda
from langchain_core.runnables.history import RunnableWithMessageHistory

import soulkeep
from soulkeep.integrations.langchain import SoulkeepChatHistory, SoulkeepRetriever

MESSAGES: list[BaseMessage] = [
    SystemMessage("You are a helpful detective. " * 200),
    HumanMessage("I adopted a cat called Miso.", id="q1", additional_kwargs={"mood": "glad"}),
    AIMessage(
        "Let me look.\n",
        id="a1",
        tool_calls=[{"name": "look_up", "args": {"what": ["cats"], "deep": {"n": 1}}, "id": "c1", "type": "tool_call"}],
        usage_metadata={"input_tokens": 3, "output_tokens": 4, "total_tokens": 7},
        response_metadata={"model": "m", "logprobs": None},
    ),
    ToolMessage("x" * 30_000, tool_call_id="c1", name="look_up", artifact={"rows": [1, 2.5, None, "é"]}),
    AIMessage(
        [
            {"type": "text", "text": "A fine name."},
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{'A' * 60_000}"}},
            {"type": "text", "text": "Is it a boy?"},
        ]
    ),
    AIMessage("", tool_calls=[{"name": "wait", "args": {}, "id": "c2", "type": "tool_call"}]),
    HumanMessage("   ", additional_kwargs={f"k{n}": n for n in range(5_000)}),
    HumanMessage(["First.", {"type": "text", "text": "Second."}]),
    ChatMessage(content="Elementary.", role="watson"),
    FunctionMessage(content="42", name="answer"),
    AIMessageChunk(content="Good night."),
]


@pytest.fixture
def holmes(any_keep: soulkeep.Keep) -> soulkeep.Character:
    return any_keep.character("holmes", name="Sherlock Holmes")


def history(character: Any, session: str = "s1", person: str | None = "anna") -> SoulkeepChatHistory:
    return SoulkeepChatHistory(character, session, person=person)


def test_messages_come_back_as_they_were(holmes: soulkeep.Character) -> None:
    history(holmes).add_messages(MESSAGES[:4])
    history(holmes).add_messages(MESSAGES[4:])
    assert history(holmes).messages == MESSAGES
    assert [type(one) for one in history(holmes).messages] == [type(one) for one in MESSAGES]
    for limit in range(len(MESSAGES) + 2):
        assert history(holmes).latest(limit) == (MESSAGES[-limit:] if limit else [])


def test_convenience_and_async_methods(holmes: soulkeep.Character) -> None:
    async def talk() -> list[BaseMessage]:
        await history(holmes).aadd_messages([HumanMessage("Hello!")])
        return await history(holmes).aget_messages()

    assert asyncio.run(talk()) == [HumanMessage("Hello!")]
    history(holmes).add_user_message("Are you there?")
    history(holmes).add_ai_message("I am.")
    assert [one.content for one in history(holmes).messages] == ["Hello!", "Are you there?", "I am."]
    assert str(history(holmes)) == "Human: Hello!\nHuman: Are you there?\nAI: I am."
    asyncio.run(history(holmes).aclear())
    assert history(holmes).messages == []


def test_what_is_said_is_remembered_and_what_nobody_says_is_not(
    any_keep: soulkeep.Keep, holmes: soulkeep.Character
) -> None:
    history(holmes).add_messages([*MESSAGES, HumanMessage("I live in Lisbon.")])
    any_keep.settle(over=True)
    turns = list(holmes.memories(person="anna", kinds={"turn"}, forgotten=False))
    assert [(turn.speaker, turn.text) for turn in turns] == [
        ("anna", "I adopted a cat called Miso."),
        ("Sherlock Holmes", "Let me look.\n"),
        ("Sherlock Holmes", "A fine name."),
        ("Sherlock Holmes", "Is it a boy?"),
        ("anna", "First."),
        ("anna", "Second."),
        ("watson", "Elementary."),
        ("Sherlock Holmes", "Good night."),
        ("anna", "I live in Lisbon."),
    ]
    assert [fact.value for fact in holmes.facts(person="anna", relation="home")] == ["Lisbon"]
    assert holmes.recall("What is my cat called?", person="anna").hits[0].memory.text == "I adopted a cat called Miso."
    hits = holmes.recall("You are a helpful detective", person="anna", k=50).hits
    assert not [hit for hit in hits if "helpful" in hit.memory.text or "xxx" in hit.memory.text]


def test_no_session_of_one_person_shows_another_s(holmes: soulkeep.Character) -> None:
    history(holmes).add_user_message("My password is swordfish.")
    assert history(holmes, person="boris").messages == []
    assert history(holmes, person=None).messages == []
    assert history(holmes, "s2").messages == []
    history(holmes, person="boris").add_user_message("Hello!")
    history(holmes, person="boris").clear()
    assert len(history(holmes).messages) == 1
    found = SoulkeepRetriever(character=holmes, person="boris").invoke("What is the password?")
    assert not [one for one in found if "swordfish" in one.page_content]


def test_clearing_deletes_what_was_derived(any_keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    history(holmes).add_messages([HumanMessage("I live in Lisbon."), SystemMessage("Be kind.")])
    history(holmes, "s2").add_user_message("I like tea.")
    any_keep.settle(over=True)
    history(holmes).clear()
    assert holmes.facts(person="anna", relation="home") == []
    assert not [one for one in holmes.memories(person="anna") if "Lisbon" in one.text or "kind" in one.text]
    assert [one.content for one in history(holmes, "s2").messages] == ["I like tea."]


def test_what_other_ways_led_here_is_read_too(holmes: soulkeep.Character) -> None:
    holmes.observe("I adopted a cat.", person="anna", session="s1")
    holmes.observe("How nice.", person="anna", session="s1", speaker="Sherlock Holmes")
    gone = holmes.observe("Forget this.", person="anna", session="s1")
    holmes.forget(gone.id, person="anna")
    history(holmes).add_user_message("And a dog.")
    assert history(holmes).messages == [
        HumanMessage("I adopted a cat."), AIMessage("How nice."), HumanMessage("And a dog.")
    ]  # fmt: skip
    assert history(holmes).latest(2) == history(holmes).messages[-2:]


def test_what_is_amended_forgotten_or_deleted_is_so_here(holmes: soulkeep.Character) -> None:
    history(holmes).add_messages([HumanMessage(f"Sentence {n}.", id=f"{n}") for n in range(3)])
    first, second, third = (turn.id for turn in holmes.memories(person="anna", kinds={"turn"}))
    holmes.amend(first, "Sentence nought.", person="anna")
    holmes.forget(second, person="anna")
    holmes.delete(third, person="anna")
    assert history(holmes).messages == [HumanMessage("Sentence nought.", id="0")]
    assert history(holmes).latest(1) == [HumanMessage("Sentence nought.", id="0")]
    holmes.restore(second, person="anna")
    assert len(history(holmes).messages) == 2


def test_what_can_t_be_kept_is_refused_and_nothing_stored(holmes: soulkeep.Character) -> None:
    for bad in (
        ToolMessage("ok", tool_call_id="c", artifact=object()),
        RemoveMessage(id="1"),
        "hello",
    ):
        with pytest.raises(soulkeep.InputError):
            history(holmes).add_messages([HumanMessage("first"), bad])  # type: ignore[list-item]
    assert history(holmes).messages == []
    with pytest.raises(soulkeep.InputError, match=r"RemoveMessage.*clear\(\)"):
        history(holmes).add_messages([RemoveMessage(id="1")])
    for no_character in ("holmes", None):
        with pytest.raises(soulkeep.InputError, match="no character"):
            history(no_character)
        with pytest.raises(ValueError, match="no character"):
            SoulkeepRetriever(character=no_character, person="anna")
    for person, session in (("", "s"), ("anna", ""), ("anna", "s" * 300)):
        with pytest.raises(soulkeep.InputError):
            SoulkeepChatHistory(holmes, session, person=person)


def test_what_no_text_holds_is_taken_out(holmes: soulkeep.Character) -> None:
    history(holmes).add_messages(
        [HumanMessage("My cat\0 is \ud83d\ude00 Miso\ud800.", additional_kwargs={"a\0": ["\0"]})]
    )
    assert history(holmes).messages == [HumanMessage("My cat is 😀 Miso.", additional_kwargs={"a": [""]})]
    found = SoulkeepRetriever(character=holmes, person="anna").invoke("Who\0 is my cat\udfff?")
    assert [one.page_content for one in found] == ["My cat is 😀 Miso."]
    for empty in ("", "  \n", "\0"):
        assert SoulkeepRetriever(character=holmes, person="anna").invoke(empty) == []


def test_a_name_puts_no_words_into_another_s_mouth(holmes: soulkeep.Character) -> None:
    given = [
        HumanMessage("I adopted a cat called Miso.", name="anna_smith"),
        HumanMessage("I owe Anna a hundred pounds.", name="Sherlock Holmes"),
        ChatMessage(content="I live in Lisbon.", role="user", name="Sherlock Holmes"),
        ChatMessage(content="A fine town.", role="assistant", name="anna"),
        AIMessage("Indeed.", name="anna"),
        ChatMessage(content="Be kind.", role="system"),
    ]
    history(holmes).add_messages(given)
    assert history(holmes).messages == given
    said = [(turn.speaker, turn.text) for turn in holmes.memories(person="anna", kinds={"turn"}, forgotten=False)]
    assert said == [
        *(("anna", str(one.content)) for one in given[:3]),
        *(("Sherlock Holmes", str(one.content)) for one in given[3:5]),
    ]
    assert "anna_smith" not in holmes.reply("What is my cat called?", person="anna").text


@pytest.mark.filterwarnings("ignore:RunnableWithMessageHistory is deprecated")
def test_a_runnable_with_history_keeps_people_apart(holmes: soulkeep.Character) -> None:
    def answer(messages: list[BaseMessage]) -> str:
        return f"You said {len([one for one in messages if one.type == 'human'])} things."

    chain = RunnableWithMessageHistory(
        RunnableLambda(answer),
        lambda person, session: SoulkeepChatHistory(holmes, session, person=person),
        history_factory_config=[ConfigurableFieldSpec(id=id, annotation=str) for id in ("person", "session")],
    )

    def config(person: str) -> RunnableConfig:
        return {"configurable": {"person": person, "session": "monday"}}

    async def talk() -> None:
        said = [HumanMessage("My password is swordfish.")]
        assert await chain.ainvoke(said, config("anna")) == "You said 1 things."
        pieces = [piece async for piece in chain.astream([HumanMessage("Hello!")], config("anna"))]
        assert "".join(pieces) == "You said 2 things."

    asyncio.run(talk())
    assert chain.invoke([HumanMessage("Hello!")], config("boris")) == "You said 1 things."
    assert [one.content for one in history(holmes, "monday").messages] == [
        "My password is swordfish.", "You said 1 things.", "Hello!", "You said 2 things."
    ]  # fmt: skip


def test_a_chain_remembers_across_two_talks(holmes: soulkeep.Character) -> None:
    model = GenericFakeChatModel(messages=iter([AIMessage("A fine name."), AIMessage("Miso.")]))

    def talk(text: str, session: str) -> str:
        said = history(holmes, session)
        said.add_user_message(text)
        told = SoulkeepRetriever(character=holmes, person="anna", k=3).invoke(text)
        seen.append([one.page_content for one in told])
        messages: RunnableLambda[str, list[BaseMessage]] = RunnableLambda(lambda _: said.messages)
        answer = (messages | model).invoke(text)
        said.add_messages([answer])
        return str(answer.content)

    seen: list[list[str]] = []
    assert talk("I adopted a cat called Miso.", "monday") == "A fine name."
    assert talk("What is my cat called?", "tuesday") == "Miso."
    assert "I adopted a cat called Miso." in seen[1]
    assert [one.content for one in history(holmes, "tuesday").messages] == ["What is my cat called?", "Miso."]


def test_retrieved_documents_say_where_they_come_from(holmes: soulkeep.Character) -> None:
    when = datetime(2026, 3, 1, 9, tzinfo=UTC)
    stored = holmes.observe("I adopted a cat called Miso.", person="anna", time=when, session="s1")
    retriever = SoulkeepRetriever(character=holmes, person="anna", k=1, kinds=frozenset({"turn"}))
    (found,) = asyncio.run(retriever.ainvoke("What is my cat called?"))
    assert found.id == stored.id
    assert found.page_content == "I adopted a cat called Miso."
    assert found.metadata["speaker"] == "anna"
    assert datetime.fromisoformat(found.metadata["time"]) == when
    assert found.metadata["session"] == "s1"
    assert 0 <= found.metadata["confidence"] <= 1


def test_an_image_of_megabytes_comes_back(any_keep: soulkeep.Keep) -> None:
    url = f"data:image/png;base64,{b64encode(randbytes(900_000)).decode()}"
    image = HumanMessage([{"type": "text", "text": "Look!"}, {"type": "image_url", "image_url": {"url": url}}])
    said = history(any_keep.character("holmes"))
    said.add_messages([image, AIMessage("Nice.")])
    assert said.messages == [image, AIMessage("Nice.")]
    assert said.latest(2) == said.messages
    said.clear()
    assert said.messages == []


def test_what_is_redacted_is_so_in_messages() -> None:
    settings = soulkeep.Settings(background=False, redact=("email", "phone", "card", "iban", "secret"))
    with soulkeep.open(":memory:", settings=settings) as keep:
        said = history(keep.character("holmes"))
        long = {"rows": [{"mail": f"anna{n}@example.org", "n": 4_111_111_111_111_111 + n} for n in range(600)]}
        said.add_messages([HumanMessage("I am anna@example.org.", id="1"), AIMessage("Fine.", additional_kwargs=long)])
        mine, answer = said.messages
        assert "anna@example.org" not in str(mine.content)
        assert mine.id == "1"
        assert answer.content == "Fine."
        assert answer.additional_kwargs == long
