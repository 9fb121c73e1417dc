"""The boundary against a real server and a real model. What the model writes is nowhere judged."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
from local_server import MODEL, SLOT_TOKENS, LocalServer, marks
from pydantic import BaseModel

import soulkeep
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.chat.base import ChatModel, Message, OpenAIChat, Truncated, listening
from soulkeep.models.chat.structured import answer
from soulkeep.testing.recording import RecordingChat, ReplayChat, read_recording
from soulkeep.types.records import Usage

pytestmark = marks

WAIT = 10.0  # seconds for what comes at once, if it comes

PROMPT = [Message("system", "You are Sherlock Holmes."), Message("user", "Who lives in Baker Street?")]


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer() as server:
        yield server


def chat(server: LocalServer, **options: Any) -> OpenAIChat:
    return OpenAIChat(server.url, MODEL, **{"temperature": 0, "max_tokens": 24, **options})


def heard(chat: ChatModel, messages: Sequence[Message] = PROMPT) -> list[str | Usage]:
    async def listen() -> list[str | Usage]:
        return [piece async for piece in chat.stream(messages)]

    return asyncio.run(listen())


def test_it_streams_and_counts_what_the_server_counts(server: LocalServer) -> None:
    *pieces, usage = heard(chat(server))
    assert isinstance(usage, Usage)
    assert len(pieces) > 3
    prompt = server.ask(
        "/apply-template", {"messages": [{"role": one.role, "content": one.content} for one in PROMPT]}
    )["prompt"]
    assert (usage.exact, usage.prompt) == (True, server.count(prompt))
    assert 0 < usage.completion <= 24


def test_an_answer_that_meets_its_limit_is_marked(server: LocalServer) -> None:
    endless = {"extra_body": {"ignore_eos": True}}
    *_, mark, usage = heard(chat(server, max_tokens=5, **endless))
    assert isinstance(mark, Truncated)
    assert isinstance(usage, Usage)
    assert usage.completion == 5


class Visitor(BaseModel):
    name: Literal["Watson", "Lestrade", "Moriarty"]
    welcome: bool
    visits: int


def test_an_answer_held_to_a_schema_parses_at_once(server: LocalServer, tmp_path: Path) -> None:
    recording = RecordingChat(chat(server, max_tokens=100), tmp_path / "talk.jsonl")
    found = asyncio.run(answer(recording, [Message("user", "Who came to see you? Tell me in JSON.")], Visitor))
    assert isinstance(found, Visitor)
    [exchange] = read_recording(tmp_path / "talk.jsonl")  # it was not sent back
    assert exchange.end == "whole"
    assert not any(isinstance(piece, Truncated) for piece in exchange.pieces)


def test_a_prompt_longer_than_the_model_reads_is_no_passing_trouble(server: LocalServer) -> None:
    with pytest.raises(soulkeep.ChatError, match="turned the request down") as caught:
        heard(chat(server), [Message("user", "cat " * 2 * SLOT_TOKENS)])
    assert not caught.value.retryable
    assert "longer than the model can read" in caught.value.hint


@pytest.mark.parametrize("way", ["cancelled", "left"])
def test_the_server_stops_writing_once_nobody_listens(server: LocalServer, way: str) -> None:
    endless = chat(server, max_tokens=3000, extra_body={"ignore_eos": True})  # half a minute's work

    async def leave() -> None:
        begun = asyncio.Event()

        async def listen() -> None:
            async with listening(endless.stream(PROMPT)) as pieces:
                async for _ in pieces:
                    begun.set()
                    if way == "left":
                        return

        task = asyncio.create_task(listen())
        await begun.wait()
        if way == "cancelled":
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        else:
            await task

    asyncio.run(leave())
    end = time.monotonic() + WAIT
    while server.busy() and time.monotonic() < end:
        time.sleep(0.05)
    assert not server.busy()


def test_a_deadline_ends_an_answer(server: LocalServer) -> None:
    with pytest.raises(soulkeep.ChatUnavailable, match=r"longer than 0\.5 seconds"):
        heard(chat(server, max_tokens=3000, deadline=0.5, extra_body={"ignore_eos": True}))


def test_several_streams_at_once_are_all_answered(server: LocalServer) -> None:
    shared = chat(server)

    async def all_at_once() -> list[list[str | Usage]]:
        async def listen(number: int) -> list[str | Usage]:
            return [piece async for piece in shared.stream([Message("user", f"Count up from {number}.")])]

        return await asyncio.gather(*(listen(number) for number in range(6)))

    for pieces in asyncio.run(all_at_once()):
        assert isinstance(pieces[-1], Usage)
        assert "".join(piece for piece in pieces if isinstance(piece, str)).strip()


def test_a_recording_plays_without_the_server(server: LocalServer, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    pieces = heard(RecordingChat(chat(server), path))
    assert heard(ReplayChat(path)) == pieces
    assert ReplayChat(path).name == MODEL


ENGLISH = """It was a close, rainy day in October. Our blinds were half-drawn, and Holmes lay curled upon the sofa,
reading and re-reading a letter which he had received by the morning post. "I adopted a cat called Miso last week," Anna
wrote, "and my sister doesn't like her at all. Can you come on Tuesday at 5 pm?" """

KOREAN = """비 내리는 시월의 어느 날이었다. 홈즈는 소파에 웅크리고 앉아 아침에 온 편지를 읽고 또 읽었다.
"지난주에 미소라는 고양이를 입양했어요." 안나가 썼다. "그런데 언니는 고양이를 전혀 좋아하지 않아요.
화요일 다섯 시에 와 주실 수 있나요?" """


def test_the_models_own_count_can_be_given(server: LocalServer) -> None:
    exact = chat(server, tokenizer=server.count)
    assert exact.counts_exactly
    assert exact.count_tokens(ENGLISH) == server.count(ENGLISH)


def test_the_estimate_is_near_for_the_language_the_model_was_made_for(server: LocalServer) -> None:
    for language, text in (("en", ENGLISH), ("ko", KOREAN)):
        ratio = count_tokens(text) / server.count(text)
        print(f"estimated / counted, {language}: {ratio:.2f}")
        if language == "en":  # its few Korean tokens are bytes of letters, as larger models' are not
            assert 0.8 < ratio < 1.3
