"""Recordings: what a model did is played back just so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.errors import BadAnswer, BadFile, ChatError, ChatRefused, ChatUnavailable
from soulkeep.models.chat.base import ChatModel, Message, Truncated, listening
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.testing.recording import RecordingChat, ReplayChat, read_recording
from soulkeep.types.records import Usage

CAT, DOG = [Message("system", "Be brief."), Message("user", "A cat?")], [Message("user", "개는요?")]
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "talk.jsonl"


async def heard(
    chat: ChatModel, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
) -> list[str | Usage | ChatError]:
    """Return the outcome of a call: its pieces, and the error that it ends with, if any."""
    found: list[str | Usage | ChatError] = []
    try:
        async for piece in chat.stream(messages) if schema is None else chat.stream_json(messages, schema):
            found += [piece]  # those before an error, too
    except ChatError as error:
        found.append(error)
    return found


def hear(
    chat: ChatModel, messages: Sequence[Message], schema: Mapping[str, Any] | None = None
) -> list[str | Usage | ChatError]:
    return asyncio.run(heard(chat, messages, schema))


def test_the_same_prompt_gets_the_same_pieces(path: Path) -> None:
    usage = Usage(prompt=9, completion=2, exact=True)
    recording = RecordingChat(ScriptedChat(["미", "소.", Truncated(), usage], "A dog."), path)
    first, second = hear(recording, CAT), hear(recording, DOG)
    replay = ReplayChat(path)
    assert hear(replay, DOG) == second == ["A", " dog."]
    again = hear(replay, CAT)
    assert again == first == ["미", "소.", "", usage]
    assert isinstance(again[2], Truncated)
    assert replay.name == recording.name == "scripted"


def test_a_schema_is_part_of_the_prompt(path: Path) -> None:
    inner = ScriptedChat('{"name": "Miso"}', "Miso.")
    recording = RecordingChat(inner, path)
    hear(recording, CAT, SCHEMA)
    hear(recording, CAT)
    assert inner.schemas == [SCHEMA]
    replay = ReplayChat(path)
    assert hear(replay, CAT) == ["Miso."]
    assert hear(replay, CAT, dict(reversed(SCHEMA.items()))) == ['{"name":', ' "Miso"}']
    [missing] = hear(replay, DOG, SCHEMA)
    assert isinstance(missing, ChatError)


@pytest.mark.parametrize("kind", [ChatError, ChatUnavailable, ChatRefused, BadAnswer])
@pytest.mark.parametrize("before", [[], ["I was", " about"]])
def test_errors_come_again_where_they_came(path: Path, kind: type[ChatError], before: list[str]) -> None:
    recording = RecordingChat(ScriptedChat([*before, kind("It broke.", hint="Mend it.")]), path)
    hear(recording, CAT)
    *pieces, error = hear(ReplayChat(path), CAT)
    assert pieces == before
    assert type(error) is kind
    assert (error.message, error.hint, error.retryable) == ("It broke.", "Mend it.", kind.retryable)


def test_an_error_of_another_kind_passes_and_is_replayed_as_one_of_ours(path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        hear(RecordingChat(ScriptedChat(["I", ZeroDivisionError("by zero")]), path), CAT)
    said, error = hear(ReplayChat(path), CAT)
    assert said == "I"
    assert type(error) is ChatError
    assert error.message == "ZeroDivisionError: by zero"


def test_a_prompt_asked_again_gets_its_answers_in_turn_then_the_last(path: Path) -> None:
    recording = RecordingChat(ScriptedChat(ChatUnavailable("Busy."), "Yes.", "No."), path)
    for _ in range(3):
        hear(recording, CAT)
    replay = ReplayChat(path)
    assert [hear(replay, CAT)[-1] for _ in range(4)][1:] == ["Yes.", "No.", "No."]


def test_an_unknown_prompt_says_what_to_do(path: Path) -> None:
    hear(RecordingChat(ScriptedChat("Yes."), path), CAT)
    [error] = hear(ReplayChat(path), [Message("user", "x" * 500 + " What of the hamster?")])
    assert isinstance(error, ChatError)
    assert not error.retryable
    assert "What of the hamster?" in error.message
    assert len(error.message) < 300 + len(str(path))
    assert "Record again" in error.hint
    [error] = hear(ReplayChat(path), [])
    assert isinstance(error, ChatError)


def test_a_stream_that_was_left_is_replayed_so_far_and_no_further(path: Path) -> None:
    async def leave() -> None:
        async with listening(RecordingChat(ScriptedChat("One two three."), path).stream(CAT)) as pieces:
            assert [await anext(pieces), await anext(pieces)] == ["One", " two"]

    asyncio.run(leave())
    *pieces, error = hear(ReplayChat(path), CAT)
    assert pieces == ["One", " two"]
    assert isinstance(error, ChatError)
    assert "Record again" in error.hint


def test_cancelling_the_listener_cancels_the_model_and_is_recorded(path: Path) -> None:
    closed = []

    class Slow(ScriptedChat):
        async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
            try:
                yield "One"
                await asyncio.sleep(60)
            finally:
                closed.append(True)

    async def cancel() -> None:
        task = asyncio.create_task(heard(RecordingChat(Slow(), path), CAT))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert closed

    asyncio.run(cancel())
    [exchange] = read_recording(path)
    assert (exchange.pieces, exchange.end) == (("One",), "left")


def test_concurrent_streams_are_kept_apart(path: Path) -> None:
    prompts = [[Message("user", f"{number}?")] for number in range(8)]

    def echo(messages: Sequence[Message]) -> str:
        return " ".join([messages[-1].content] * 5)

    async def all_at_once(chat: ChatModel) -> list[list[str | Usage | ChatError]]:
        return await asyncio.gather(*(heard(chat, prompt) for prompt in prompts))

    recorded = asyncio.run(all_at_once(RecordingChat(ScriptedChat(default=echo, delay=0.001), path)))
    assert recorded[3] == ["3?", *[" 3?"] * 4]
    assert asyncio.run(all_at_once(ReplayChat(path))) == recorded


def test_replayed_streams_take_turns(path: Path) -> None:
    recording = RecordingChat(ScriptedChat("a a a", "b b b"), path)
    hear(recording, CAT)
    hear(recording, DOG)
    order: list[str] = []

    async def note(chat: ChatModel, messages: Sequence[Message]) -> None:
        async for piece in chat.stream(messages):
            order.extend([str(piece).strip()])

    async def both() -> None:
        replay = ReplayChat(path)
        await asyncio.gather(note(replay, CAT), note(replay, DOG))

    asyncio.run(both())
    assert order == ["a", "b"] * 3


def test_each_exchange_is_written_as_it_ends(path: Path) -> None:
    recording = RecordingChat(ScriptedChat("Yes.", "No."), path)
    assert read_recording(path) == []
    hear(recording, CAT)
    assert [exchange.pieces for exchange in read_recording(path)] == [("Yes.",)]
    hear(recording, DOG)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["end"] for line in lines] == ["whole", "whole"]
    assert "개는요?" in lines[1]


def test_a_recording_is_begun_anew_or_gone_on_with(path: Path) -> None:
    for append, count in ((False, 1), (True, 2), (False, 1)):
        hear(RecordingChat(ScriptedChat("Yes."), path, append=append), CAT)
        assert len(read_recording(path)) == count


def test_half_a_character_and_marks_of_lines_survive(path: Path) -> None:
    pieces = ["\ud83d", "\udc08", "\u2028", "a\nb", "\x00"]
    hear(RecordingChat(ScriptedChat(pieces), path), CAT)
    assert hear(ReplayChat(path), CAT) == pieces


def test_counting_is_the_inner_models(path: Path) -> None:
    class Counting(ScriptedChat):
        counts_exactly = True

        def count_tokens(self, text: str) -> int:
            return 7

    recording = RecordingChat(Counting("Yes."), path)
    assert (recording.counts_exactly, recording.count_tokens("a")) == (True, 7)
    assert not ReplayChat(path).counts_exactly
    replay = ReplayChat(path, tokenizer=len)
    assert (replay.counts_exactly, replay.count_tokens("a cat")) == (True, 5)


@pytest.mark.parametrize(
    "line",
    ["no JSON", "[]", "{}", '{"model": "m", "messages": [], "schema": null, "pieces": [], "end": "soon"}'],
)
def test_a_broken_recording_is_named_with_its_line(path: Path, line: str) -> None:
    hear(RecordingChat(ScriptedChat("Yes."), path), CAT)
    with path.open("a") as file:
        file.write(line)
    with pytest.raises(BadFile, match="Line 2") as caught:
        ReplayChat(path)
    assert "Record again" in caught.value.hint


def test_a_recording_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="can't be read"):
        ReplayChat(tmp_path / "none.jsonl")
    with pytest.raises(BadFile, match="can't be written"):
        RecordingChat(ScriptedChat(), tmp_path / "none" / "talk.jsonl")


def test_a_usage_of_a_later_version_can_be_read(path: Path) -> None:
    hear(RecordingChat(ScriptedChat([Usage(prompt=1)]), path), CAT)
    path.write_text(path.read_text().replace('"prompt": 1', '"prompt": 1, "dreamt": 2'))
    assert hear(ReplayChat(path), CAT) == [Usage(prompt=1)]


def test_a_whole_talk_is_replayed_with_all_that_is_made_of_it(path: Path, clock: soulkeep.ManualClock) -> None:
    def talk(chat: ChatModel) -> list[str]:
        same_time = soulkeep.ManualClock(clock.now())
        with soulkeep.open(":memory:", chat=chat, clock=same_time, embedder=HashEmbedder()) as keep:
            holmes = keep.character("holmes", description="A detective.")
            return [holmes.reply(text, person="anna").text for text in ("I have a cat, Miso.", "What is her name?")]

    recorded = talk(RecordingChat(ScriptedChat(default=lambda prompt: f"I heard {len(prompt)} messages."), path))
    assert recorded == ["I heard 2 messages.", "I heard 4 messages."]
    assert talk(ReplayChat(path)) == recorded


def test_what_each_role_was_asked_is_replayed_with_all_that_it_remembered(
    tmp_path: Path, clock: soulkeep.ManualClock
) -> None:
    fact = {"subject": "anna", "statement": "anna has a cat called Miso.", "value": "Miso", "because": [1]}
    remembered = json.dumps({"summary": "They spoke of a cat.", "so_far": "A cat.", "importance": 4, "facts": [fact]})
    talk_path, memory_path = tmp_path / "talk.jsonl", tmp_path / "memory.jsonl"

    def talk(chat: ChatModel, memory: ChatModel) -> tuple[str, list[str], list[tuple[str, ...]]]:
        same_time, settings = soulkeep.ManualClock(clock.now()), soulkeep.Settings(background=False)
        models = soulkeep.Models(chat=chat, memory=memory)
        with soulkeep.open(
            ":memory:", chat=models, clock=same_time, embedder=HashEmbedder(), settings=settings
        ) as keep:
            holmes = keep.character("holmes")
            reply = holmes.reply("I have a cat, Miso.", person="anna", id="cat")
            assert keep.settle(over=True) == []
            facts = holmes.facts(person="anna")
            return reply.text, [one.text for one in facts], [one.turns for one in facts]

    recorded = talk(
        RecordingChat(ScriptedChat("How lovely!"), talk_path), RecordingChat(ScriptedChat(remembered), memory_path)
    )
    assert recorded == ("How lovely!", ["anna has a cat called Miso."], [("cat",)])
    assert [len(read_recording(path)) for path in (talk_path, memory_path)] == [1, 1]
    assert talk(ReplayChat(talk_path), ReplayChat(memory_path)) == recorded
