"""Replies: what is stored, what the model reads, what happens when it fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest

import soulkeep
from soulkeep.lang.prompt_safety import unfenced
from soulkeep.models.chat.base import Message
from soulkeep.reply.query_creator import queries_in
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import Usage


def character(chat: soulkeep.ChatModel | None, clock: soulkeep.ManualClock, **more: Any) -> soulkeep.Character:
    settings = soulkeep.Settings(
        background=False, **more
    )  # else the same model is asked to remember, whenever it comes to it
    keep = soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings)
    return keep.character("holmes", name="Sherlock Holmes", description="A consulting detective. " * 400)


def texts(holmes: soulkeep.Character) -> list[tuple[str | None, str]]:
    return [(memory.speaker, memory.text) for memory in holmes.memories(person="anna")]


def test_both_turns_are_remembered_and_used_memories_strengthened(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("You adopted Miso [m1]. Or was it [m9]?")
    holmes = character(chat, clock)
    holmes.observe("I adopted a cat called Miso.", person="anna", id="cat", session="old")
    clock.advance(timedelta(days=10))
    reply = holmes.reply("Do you remember my cat?", person="anna", session="new")
    assert reply.text == "You adopted Miso [m1]. Or was it?"
    assert [(reference.label, reference.memory.id) for reference in reply.references] == [("m1", "cat")]
    assert reply.unknown_references == ("m9",)
    assert reply.responder == "model"
    assert texts(holmes)[1:] == [
        ("anna", "Do you remember my cat?"),
        ("Sherlock Holmes", "You adopted Miso. Or was it?"),
    ]
    said = holmes.memory(reply.said or "", person="anna")
    assert said.references == ("cat",)
    cat = holmes.memory("cat", person="anna")
    assert cat.stability == soulkeep.Settings().learning
    assert cat.accessed == clock.now()
    assert holmes.memory(reply.heard or "", person="anna").stability == 1


CAT = "What you remember:\n[m1] anna, Friday 8 May 2026 (yesterday): I adopted a cat called Miso."


def test_the_prompt(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Hm [m1].", "Indeed.")
    holmes = character(chat, clock)
    holmes.observe("I adopted a cat called Miso.", person="anna", session="old")
    clock.advance(timedelta(days=1))
    scene = soulkeep.Scene(place="Baker Street", present=("Watson",), objects=("a violin",), events=("A knock.",))
    holmes.reply("Good morning.", person="anna", session="new")
    holmes.reply("Where is my cat?", person="anna", session="new", scene=scene)
    first, second = chat.prompts
    assert [message.role for message in second] == ["system", "user", "assistant", "user"]
    assert second[0] == first[0]
    assert "Sherlock Holmes" in second[0].content
    assert len(second[0].content.split()) < 700
    assert unfenced(first[1].content) == (
        f"{CAT}\n\nGood morning.\n\n"
        "(For this answer alone.\n"
        "It is Saturday 9 May 2026, 18:30. You last talked on Friday 8 May 2026 (yesterday).\n"
        "Nothing close came to mind.)"
    )
    assert second[1].content == first[1].content.partition("\n\n(For this answer alone.")[0]  # as it was sent
    assert unfenced(second[1].content) == f"{CAT}\n\nGood morning."
    assert second[2].content == "Hm [m1]."
    last = second[-1].content
    assert "I adopted a cat" not in last  # it stands in the prompt already
    assert unfenced(last).startswith("Where is my cat?\n\n(For this answer alone.\nIt is Saturday 9 May 2026, 18:30.\n")
    assert "You last talked" not in last
    assert "Of what came to mind before, this fits: [m1]." in last
    for part in ("Baker Street", "Watson", "a violin", "A knock."):
        assert part in last


def test_what_a_model_writes_around_its_words_is_neither_heard_nor_stored(clock: soulkeep.ManualClock) -> None:
    written = "<think>She means Miso.</think>**Sherlock Holmes:** You adopted Miso (m1).\nanna: Who is Miso?"
    holmes = character(ScriptedChat(written), clock)
    holmes.observe("I adopted a cat called Miso.", person="anna", id="cat", session="old")
    stream = holmes.stream("Do you remember my cat?", person="anna", session="new")
    assert "".join(stream).strip() == stream.reply.text == "You adopted Miso [m1]."
    assert [reference.memory.id for reference in stream.reply.references] == ["cat"]
    assert texts(holmes)[-1] == ("Sherlock Holmes", "You adopted Miso.")


def test_an_answer_of_nothing_but_form_is_an_error(clock: soulkeep.ManualClock) -> None:
    holmes = character(ScriptedChat("Sherlock Holmes:\nanna: And?"), clock)
    with pytest.raises(soulkeep.ChatRefused, match="answered with nothing"):
        holmes.reply("Do you remember my cat?", person="anna")


def test_a_failing_model_loses_no_turn(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(
        soulkeep.ChatUnavailable("Timed out.", hint="Try again."),
        ["I was", soulkeep.ChatUnavailable("Cut off.")],
        "Miso.",
    )
    holmes = character(chat, clock)
    for _ in range(2):
        with pytest.raises(soulkeep.ChatUnavailable) as caught:
            holmes.reply("My cat is Miso. What is her name?", person="anna", id="x")
        assert caught.value.retryable
        assert texts(holmes) == [("anna", "My cat is Miso. What is her name?")]
    reply = holmes.reply("My cat is Miso. What is her name?", person="anna", id="x")
    assert reply.text == "Miso."
    assert len(texts(holmes)) == 2


def test_repeating_an_answered_turn_gives_the_same_answer(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("You said so [m1].")
    holmes = character(chat, clock)
    holmes.observe("My cat is Miso.", person="anna", session="old")
    first = holmes.reply("What is my cat called?", person="anna", id="x", session="s")
    again = holmes.reply("What is my cat called?", person="anna", id="x", session="s")
    assert again.responder == "stored"
    assert (again.said, again.heard) == (first.said, first.heard)
    assert [r.memory.id for r in again.references] == [r.memory.id for r in first.references]
    assert len(chat.prompts) == 1
    assert len(texts(holmes)) == 3


def test_a_repeated_answer_names_the_memories_it_rested_on(clock: soulkeep.ManualClock) -> None:
    holmes = character(None, clock)
    holmes.observe("The cat is called Miso.", id="1")
    holmes.observe("Bananas are yellow fruit.", person="anna", id="1")
    first = holmes.reply("What is the cat called?", person="anna", id="q")
    again = holmes.reply("What is the cat called?", person="anna", id="q")
    assert again.responder == "stored"
    texts_of = [[r.memory.text for r in reply.references] for reply in (first, again)]
    assert texts_of[0] == texts_of[1] == ["The cat is called Miso."]


def test_a_turn_of_the_callers_is_never_taken_for_an_answer(clock: soulkeep.ManualClock) -> None:
    holmes = character(None, clock)
    holmes.observe("I hate Mondays.", person="anna", id="1/answer")
    reply = holmes.reply("What is my cat called?", person="anna", id="1")
    assert reply.responder != "stored"
    assert "Mondays" not in reply.text
    assert reply.said not in (None, "1/answer")


def test_what_looks_like_a_reference_is_quoted_as_it_is(clock: soulkeep.ManualClock) -> None:
    holmes = character(None, clock)
    told = "The blue crate's label says [m3] and weighs [m1] nine kilos."
    holmes.observe(told, person="anna", session="old")
    reply = holmes.reply("What does the label on the blue crate say?", person="anna", id="q")
    assert told in reply.text
    assert reply.unknown_references == ()
    assert reply.said is not None
    assert told in holmes.memory(reply.said, person="anna").text
    chat = ScriptedChat("Nine kilos [m1].")
    other = character(chat, clock)
    other.observe(told, person="anna", session="old")
    other.reply("What does the label on the blue crate say?", person="anna", session="new")
    assert "[m3]" not in chat.prompts[0][-1].content


def test_leaving_a_call_that_was_answered_beside_it(clock: soulkeep.ManualClock) -> None:
    holmes = character(ScriptedChat("One two three.", "Four five."), clock)

    async def listen() -> None:
        slow = holmes.stream("Count.", person="anna", id="x")
        async for _ in slow:
            await holmes.areply("Count.", person="anna", id="x")
            break

    asyncio.run(listen())
    assert len(texts(holmes)) == 2


def test_the_same_call_twice_at_once_has_one_answer(clock: soulkeep.ManualClock) -> None:
    holmes = character(ScriptedChat("One two three.", "Four five."), clock)
    slow = holmes.stream("Count.", person="anna", id="x")
    pieces = iter(slow)
    next(pieces)
    quick = holmes.reply("Count.", person="anna", id="x")
    list(pieces)
    assert slow.reply.responder == "stored"
    assert (slow.reply.text, slow.reply.said) == (quick.text, quick.said)
    assert len(texts(holmes)) == 2


def test_long_ids_and_bare_references_are_stored(clock: soulkeep.ManualClock) -> None:
    holmes = character(ScriptedChat("[m1]", "Yes."), clock)
    holmes.observe("My cat is Miso.", person="anna", session="old")
    for id in ("a" * 200, "a" * 199):
        assert holmes.reply("What is my cat called?", person="anna", id=id, session="s").responder == "model"
        assert holmes.reply("What is my cat called?", person="anna", id=id, session="s").responder == "stored"
    assert len(texts(holmes)) == 5


def test_streams_plainly_and_async(clock: soulkeep.ManualClock) -> None:
    holmes = character(ScriptedChat("One two three.", "Four five."), clock)
    stream = holmes.stream("Count!", person="anna")
    with pytest.raises(soulkeep.InputError):
        _ = stream.reply
    pieces = list(stream)
    assert len(pieces) > 1
    assert "".join(pieces).strip() == stream.reply.text == "One two three."

    async def listen() -> str:
        stream = holmes.stream("Go on!", person="anna")
        return "".join([piece async for piece in stream]).strip() + stream.reply.responder

    assert asyncio.run(listen()) == "Four five.model"


def test_a_listener_who_leaves_hears_what_is_stored(clock: soulkeep.ManualClock) -> None:
    holmes = character(ScriptedChat("One two three four."), clock)

    def first_piece() -> Iterator[str]:
        for piece in holmes.stream("Count!", person="anna"):
            yield piece
            return

    heard = list(first_piece())
    assert texts(holmes)[-1] == ("Sherlock Holmes", "".join(heard).strip())


def test_reply_works_inside_an_event_loop(clock: soulkeep.ManualClock) -> None:
    holmes = character(None, clock)

    async def talk() -> tuple[str, str]:
        return holmes.reply("Who won?", person="anna").responder, (
            await holmes.areply("Who won?", person="anna")
        ).responder

    assert asyncio.run(talk()) == ("admission", "admission")


def test_plain_iteration_inside_an_event_loop_says_what_to_do(clock: soulkeep.ManualClock) -> None:
    async def listen() -> list[str]:
        return list(character(None, clock).stream("Hello?", person="anna"))

    with pytest.raises(soulkeep.InputError, match="async for"):
        asyncio.run(listen())


def test_a_listener_cancelled_while_waiting_hears_what_is_stored(clock: soulkeep.ManualClock) -> None:
    class Slow(ScriptedChat):
        async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
            yield "One "
            yield "two "
            await asyncio.sleep(3600)

    holmes = character(Slow(), clock)
    heard: list[str] = []

    async def listen() -> None:
        async for piece in holmes.stream("Count!", person="anna"):
            heard.append(piece)  # noqa: PERF401 - others look while it grows

    async def main() -> None:
        task = asyncio.ensure_future(listen())
        while len(heard) < 2:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert texts(holmes)[-1] == ("Sherlock Holmes", "".join(heard).strip())


def test_usage_is_exact_where_the_server_counts(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat(["Yes.", Usage(prompt=50, completion=2, exact=True)], "No.")
    holmes = character(chat, clock)
    assert holmes.reply("I like tea.", person="anna").usage == Usage(prompt=50, completion=2, exact=True)
    estimated = holmes.reply("I like rice.", person="anna").usage
    assert estimated.prompt > 50
    assert not estimated.exact


@pytest.mark.parametrize("said", ["How are you?", "A?", "Where are they located?"])
def test_where_nothing_was_said_before_no_model_is_asked_what_it_leans_on(
    clock: soulkeep.ManualClock, said: str
) -> None:
    chat = ScriptedChat(default="Well!")
    assert character(chat, clock).reply(said, person="anna").text == "Well!"
    assert len(chat.prompts) == 1


def test_the_history_is_limited_and_belongs_to_the_session(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Ah.")
    holmes = character(chat, clock)
    settings = soulkeep.Settings()
    count = settings.history_turns + settings.window_turns - 1
    speakers = ("anna", "holmes")
    lines = [soulkeep.Turn(f"line {i}", speaker=speakers[i % 2], session="s") for i in range(60)]
    holmes.observe_many(lines, person="anna")
    holmes.observe("elsewhere", person="anna", session="t")
    holmes.reply("Line sixty.", person="anna", session="s")
    assert [m.content for m in chat.prompts[0][1:-1]] == [f"line {i}" for i in range(61 - count, 60)]


def test_answers_made_of_memories_do_not_crowd_them_out(clock: soulkeep.ManualClock) -> None:
    holmes = character(None, clock)
    holmes.observe("My cat is called Miso.", person="anna", id="cat", session="old")
    for day in range(12):
        clock.advance(timedelta(days=1))
        holmes.reply("What is my cat called?", person="anna", session=f"s{day}")
    recall = holmes.recall("What is my cat called?", person="anna", k=3)
    assert recall.hits[0].memory.id == "cat"
    assert holmes.memory("cat", person="anna").stability > 10


# -- what a model wants to look up


@pytest.mark.parametrize(
    ("written", "queries"),
    [
        ("Anna's cat", ["Anna's cat"]),
        ("- Anna's cat\n2. Tom's dog\n* “Clara”\n", ["Anna's cat", "Tom's dog", "Clara"]),
        ("one\ntwo\none\n\nthree\nfour", ["one", "two", "three"]),
        ("NONE", []),
        (" None.\n", []),
        ("", []),
        ("x" * 1000, ["x" * 300]),
    ],
)
def test_queries_stand_one_a_line(written: str, queries: list[str]) -> None:
    assert queries_in(written) == queries


def test_all_that_a_model_wants_to_look_up_is_looked_up(clock: soulkeep.ManualClock) -> None:
    looked_up = {"violin": "Clara's violin", "harbour": "the harbour of Bergen", "sugar": "Tom's sugar"}
    chat = ScriptedChat("\n".join(looked_up.values()), "All of it.")
    holmes = character(chat, clock, model_queries="always", reply_memories=4, statement_memories=4)
    told = {"violin": "Clara plays the violin.", "harbour": "Bergen has a harbour.", "sugar": "Tom takes sugar."}
    for id, text in told.items():
        holmes.observe(text, person="u-17", id=id, session="old")
    books = [f"I read book number {i} and liked it, sugar or no sugar." for i in range(20)]
    holmes.observe_many([soulkeep.Turn(text, session="old") for text in books], person="u-17")
    holmes.introduce("u-17", name="Anna")
    reply = holmes.reply("I read and liked them.", person="u-17", session="new")
    assert reply.recall.queries == ("I read and liked them.", *looked_up.values())
    assert set(told) <= {hit.memory.id for hit in reply.recall.hits}  # the first and most important, too
    system, asked = chat.prompts[0]
    assert "a conversation between Sherlock Holmes and Anna" in system.content
    assert unfenced(asked.content).splitlines()[-1] == "Anna: I read and liked them."


def test_what_opens_a_talk_may_lean_on_the_one_before(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("Clara's violin", "Here.")
    settings = soulkeep.Settings(background=False, model_memories=False)
    with soulkeep.open(":memory:", chat=chat, clock=clock, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes", name="Sherlock Holmes")
        holmes.introduce("u-17", name="Anna")
        holmes.observe("My sister Clara plays the violin.", person="u-17", session="old")
        holmes.observe("My brother Tom plays the flute.", person="u-17", session="old")
        clock.advance(timedelta(days=1))
        keep.settle(over=True)
        holmes.reply("Where is hers?", person="u-17", session="new")
    lines = unfenced(chat.prompts[0][-1].content).splitlines()
    assert lines[0] == "When they talked before:"
    assert any("Clara" in line for line in lines)
    assert lines[-2:] == ["Now:", "Anna: Where is hers?"]


def test_nothing_may_need_to_be_looked_up(clock: soulkeep.ManualClock) -> None:
    chat = ScriptedChat("NONE", "Good day.")
    reply = character(chat, clock, model_queries="always").reply("Good day!", person="anna")
    assert reply.text == "Good day."
    assert reply.recall.queries == ("Good day!",)
