from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import numpy as np
import pytest

from soulkeep.errors import ChatUnavailable, EmbedderUnavailable
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import FlakyEmbedder, HashEmbedder, Script, ScriptedChat
from soulkeep.types.records import Usage


def test_hash_embedder_gives_unit_rows() -> None:
    vectors = HashEmbedder(dimensions=32).embed(["a cat", "", "?!", "고양이"])
    assert vectors.shape == (4, 32)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1, 0, 0, 1], atol=1e-6)


def test_hash_embedder_puts_like_words_together() -> None:
    cat, cats, dog = HashEmbedder().embed(["my Cat sleeps", "cats sleep", "rainy Tuesday"])
    assert cat @ cats > cat @ dog + 0.2


def test_hash_embedder_is_the_same_in_every_process() -> None:
    script = "from soulkeep.testing.models import HashEmbedder as H; print(H().embed(['my cat'])[0].tolist())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{HashEmbedder().embed(['my cat'])[0].tolist()}\n"}


def test_flaky_embedder_fails_only_while_down() -> None:
    inner = HashEmbedder()
    flaky = FlakyEmbedder(inner)
    assert (flaky.name, flaky.dimensions) == (inner.name, inner.dimensions)
    np.testing.assert_array_equal(flaky.embed(["hi"]), inner.embed(["hi"]))
    flaky.down = True
    with pytest.raises(EmbedderUnavailable):
        flaky.embed(["hi"])
    with pytest.raises(EmbedderUnavailable):
        flaky.embed_query("hi")
    flaky.down = False
    np.testing.assert_array_equal(flaky.embed_query("hi"), inner.embed_query("hi"))


def said(chat: ScriptedChat, words: str = "Hello?") -> list[str | Usage]:
    async def listen() -> list[str | Usage]:
        return [piece async for piece in chat.stream([Message("user", words)])]

    return asyncio.run(listen())


def test_scripted_chat_says_its_replies_in_turn_and_keeps_the_prompts() -> None:
    usage = Usage(prompt=1)
    chat = ScriptedChat("Good day.", ["a", usage], ChatUnavailable("Busy."), ["b", ChatUnavailable("Cut off.")])
    assert said(chat) == ["Good", " day."]
    assert said(chat, "And?") == ["a", usage]
    for message in ("Busy", "Cut off"):
        with pytest.raises(ChatUnavailable, match=message):
            said(chat)
    assert [prompt[0].content for prompt in chat.prompts] == ["Hello?", "And?", "Hello?", "Hello?"]
    with pytest.raises(AssertionError, match="nothing left"):
        said(chat)


def test_scripted_chat_can_make_up_its_replies() -> None:
    chat = ScriptedChat(lambda prompt: f"You said {prompt[-1].content}", lambda prompt: ChatUnavailable("Busy."))
    assert said(chat, "yes") == ["You", " said", " yes"]
    with pytest.raises(ChatUnavailable):
        said(chat)


@pytest.mark.parametrize("default", ["Hm.", lambda prompt: "Hm.", ["Hm."]])
def test_scripted_chat_never_runs_out_with_a_default(default: Script) -> None:
    chat = ScriptedChat("Good day.", default=default)
    assert [said(chat) for _ in range(3)] == [["Good", " day."], ["Hm."], ["Hm."]]
    assert said(ScriptedChat(default="")) == []


@pytest.mark.parametrize(
    ("delay", "waits"), [(0.0, []), (0.5, [0.5, 0.5, 0.5]), ((2.0, 0.1), [2.0, 0.1, 0.1]), ((2.0, 0.0), [2.0])]
)
def test_scripted_chat_takes_its_time(
    delay: float | tuple[float, float], waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    assert said(ScriptedChat("One two three.", delay=delay)) == ["One", " two", " three."]
    assert slept == waits


def test_scripted_chats_that_take_their_time_take_it_at_once() -> None:
    chat = ScriptedChat(default="One two", delay=0.01)
    order: list[int] = []

    async def listen(number: int) -> None:
        async for _ in chat.stream([]):
            order.extend([number])

    async def both() -> None:
        await asyncio.gather(listen(1), listen(2))

    asyncio.run(both())
    assert sorted(order[:2]) == [1, 2]
