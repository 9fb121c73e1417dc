"""Whole replies through a real server: what is stored, whatever happens. What the model writes is nowhere judged."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from local_server import MODEL, LocalServer, marks

import soulkeep
from soulkeep.models.chat.base import OpenAIChat
from soulkeep.testing.models import HashEmbedder
from soulkeep.testing.recording import RecordingChat, read_recording

pytestmark = marks

ENDLESS = {"max_tokens": 3000, "extra_body": {"ignore_eos": True}}

SAID = [
    "Good evening, Mr Holmes.",
    "I adopted a cat called Miso.",
    "My sister Julia lives in Lyon.",
    "She is allergic to cats, I am afraid.",
    "I work as a nurse in the hospital.",
    "Yesterday somebody broke into my house.",
    "They took nothing but an old letter.",
    "The letter was from my grandfather.",
    "He was a sailor in the navy.",
    "What do you make of it?",
    "I have not told the police.",
    "Inspector Lestrade would laugh at me.",
    "My neighbour saw a tall man in a grey coat.",
    "He drove away in a blue car.",
    "Do you remember what was taken?",
    "I will be in Paris next week.",
    "My birthday is on the third of June.",
    "I like tea better than coffee.",
    "What is my cat called?",
    "Thank you, and good night.",
]


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer() as server:
        yield server


def chat(server: LocalServer, **options: Any) -> OpenAIChat:
    return OpenAIChat(server.url, MODEL, **{"temperature": 0, "max_tokens": 24, "retries": 0, **options})


def holmes_of(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("holmes", name="Sherlock Holmes", description="A consulting detective in Baker Street.")


def opened(
    model: soulkeep.ChatModel, clock: soulkeep.Clock, path: str | Path = ":memory:", **settings: Any
) -> soulkeep.Keep:
    parts = soulkeep.Settings(**{"background": False, "query_seconds": 30.0, **settings})
    return soulkeep.open(path, chat=model, clock=clock, embedder=HashEmbedder(), settings=parts)


def turns(holmes: soulkeep.Character, person: str) -> list[tuple[str | None, str]]:
    return [(one.speaker, one.text) for one in holmes.memories(person=person, kinds={"turn"})]


def test_a_reply_stores_both_turns_and_is_given_again(server: LocalServer, clock: soulkeep.ManualClock) -> None:
    with opened(chat(server), clock) as keep:
        holmes = holmes_of(keep)
        stream = holmes.stream("I adopted a cat called Miso.", person="anna", id="cat")
        pieces = list(stream)
        reply = stream.reply
        assert len(pieces) > 1
        assert "".join(pieces).strip() == reply.text
        assert (reply.responder, reply.usage.exact) == ("model", True)
        (_, heard), (speaker, said) = turns(holmes, "anna")
        assert heard == "I adopted a cat called Miso."
        assert speaker == "Sherlock Holmes"
        assert said == holmes.memory(reply.said or "", person="anna").text
        again = holmes.reply("I adopted a cat called Miso.", person="anna", id="cat")
        assert (again.said, again.responder) == (reply.said, "stored")
        assert len(turns(holmes, "anna")) == 2


def test_a_server_that_dies_amid_an_answer_loses_no_turn(clock: soulkeep.ManualClock, tmp_path: Path) -> None:
    with LocalServer() as server:
        endless, mortal = chat(server, **ENDLESS), chat(server)
        path = tmp_path / "keep.db"
        with opened(endless, clock, path) as keep:
            pieces = iter(holmes_of(keep).stream("I adopted a cat.", person="anna", id="cat", session="s"))
            for _ in range(5):
                next(pieces)
            server.kill()
            with pytest.raises(soulkeep.ChatUnavailable) as caught:
                list(pieces)
            assert caught.value.retryable
            with pytest.raises(soulkeep.ChatUnavailable):
                holmes_of(keep).reply("I adopted a cat.", person="anna", id="cat", session="s")
            assert turns(holmes_of(keep), "anna") == [("anna", "I adopted a cat.")]
        server.start()
        with opened(mortal, clock, path) as keep:
            holmes = holmes_of(keep)
            reply = holmes.reply("I adopted a cat.", person="anna", id="cat", session="s")
            assert reply.responder == "model"
            assert [one.id for one in holmes.memories(person="anna", kinds={"turn"})] == ["cat", reply.said]
            holmes.reply("She is called Miso.", person="anna", session="s")
            assert len(turns(holmes, "anna")) == 4


def test_cancelling_a_reply_keeps_what_was_heard_of_it(server: LocalServer, clock: soulkeep.ManualClock) -> None:
    with opened(chat(server, **ENDLESS), clock) as keep:
        holmes, heard = holmes_of(keep), []

        async def leave() -> None:
            enough = asyncio.Event()

            async def listen() -> None:
                async for piece in holmes.stream("Tell me a story.", person="anna", id="story"):
                    heard.append(piece)
                    if len(heard) == 5:
                        enough.set()

            task = asyncio.create_task(listen())
            await enough.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(leave())
        (_, asked), *answers = turns(holmes, "anna")
        assert asked == "Tell me a story."
        assert [" ".join(said.split()) for _, said in answers] == [" ".join("".join(heard).split())]


def test_several_people_are_answered_at_once_and_kept_apart(server: LocalServer, clock: soulkeep.ManualClock) -> None:
    people = ["anna", "ben", "chloe", "dora", "emil", "fay"]
    with opened(chat(server), clock) as keep:
        holmes = holmes_of(keep)

        async def all_at_once() -> list[soulkeep.Reply]:
            return await asyncio.gather(
                *(holmes.areply(f"I am {person}, with my cat.", person=person) for person in people)
            )

        for person, reply in zip(people, asyncio.run(all_at_once()), strict=True):
            (_, heard), (_, said) = turns(holmes, person)
            assert heard == f"I am {person}, with my cat."
            assert said == holmes.memory(reply.said or "", person=person).text


TRIES = 12
"""How often a model that fails is asked here; rules stand in for it long before."""


def settled(keep: soulkeep.Keep, clock: soulkeep.ManualClock) -> int:
    """Do the work that waits, until it is done or the model has failed at it a number of times; return that number."""
    for failed in range(TRIES):
        if not keep.settle(over=True):
            return failed
        [job] = keep.jobs()
        assert job.attempts, "what is left is what the model failed at"
        clock.advance(timedelta(hours=1))
    assert job.provisional, "what it fails at is condensed by rules until it doesn't"
    return TRIES


def summaries(holmes: soulkeep.Character) -> list[soulkeep.Summary]:
    """Return the summaries of a talk, which rest on turns that are there."""
    stored = {one.id for one in holmes.memories(person="anna", kinds={"turn"})}
    found = list(holmes.memories(person="anna", kinds={"summary"}))
    assert all(set(one.turns) <= stored for one in found)
    assert len({id for one in found for id in one.turns}) > len(stored) / 2
    return [one.summary for one in found if one.summary is not None]


def test_a_talk_of_twenty_turns_is_kept_and_condensed(server: LocalServer, clock: soulkeep.ManualClock) -> None:
    with opened(chat(server), clock, window_turns=20) as keep:
        holmes = holmes_of(keep)
        for text in SAID:
            reply = holmes.reply(text, person="anna", session="s")
            assert (reply.responder, reply.usage.exact) == ("model", True)
            clock.advance(timedelta(seconds=40))
        told = turns(holmes, "anna")
        assert [text for _, text in told[::2]] == SAID
        assert {speaker for speaker, _ in told[1::2]} == {"Sherlock Holmes"}
        assert len(told) == 2 * len(SAID)
        settled(keep, clock)
        assert summaries(holmes)
        assert turns(holmes, "anna") == told


@pytest.mark.parametrize("tokens", [4, 200])
def test_rules_stand_in_for_a_model_as_long_as_it_fails(
    server: LocalServer, clock: soulkeep.ManualClock, tokens: int
) -> None:
    with opened(chat(server, max_tokens=tokens), clock) as keep:
        holmes = holmes_of(keep)
        for text in SAID[1:9]:
            holmes.observe(text, person="anna", session="s")
            clock.advance(timedelta(seconds=40))
        failed = settled(keep, clock)
        authors = [one.author for one in summaries(holmes)]
        if tokens == 4:  # too few for any JSON that fits
            assert (set(authors), failed) == ({"rules"}, TRIES)
        assert set(authors) <= {MODEL, "rules"}
        assert keep.usage()["memory"].calls >= failed
        assert turns(holmes, "anna") == [("anna", text) for text in SAID[1:9]]
    print(f"{tokens} tokens at most: condensed by {', '.join(authors)}; the model failed {failed} times")


def test_what_was_read_before_is_not_read_again(clock: soulkeep.ManualClock, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    with LocalServer() as server:
        with opened(RecordingChat(chat(server), path), clock) as keep:
            for text in SAID[:3]:
                holmes_of(keep).reply(text, person="anna", session="s")
                clock.advance(timedelta(seconds=40))
        prompts = [exchange.messages for exchange in read_recording(path)]
        assert len(prompts) == 3
        server.kill()
        server.start()  # with nothing in its cache
        counts = []
        for prompt in prompts:
            messages = [{"role": one.role, "content": one.content} for one in prompt]
            usage = server.ask("/v1/chat/completions", {"messages": messages, "max_tokens": 1})["usage"]
            counts.append((usage["prompt_tokens_details"]["cached_tokens"], usage["prompt_tokens"]))
        system = server.count(prompts[0][0].content)
    for turn, (cached, whole) in enumerate(counts, start=1):
        print(f"turn {turn}: {cached} of {whole} tokens of the prompt were in the cache; {system} are the system's")
    assert counts[0][0] == 0
    assert all(cached >= system for cached, _ in counts[1:])
