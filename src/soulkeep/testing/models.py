"""Fakes of the model interfaces, for tests. They need no network and no weights, and are deterministic."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np

from soulkeep.errors import EmbedderUnavailable
from soulkeep.models.chat.base import ChatModel, Message
from soulkeep.models.embed.base import Embedder, Vectors
from soulkeep.types.records import Usage

_WORD = re.compile(r"\w+")


class HashEmbedder(Embedder):
    """An embedder by which texts are as similar as the words and parts they share; without words, a zero row."""

    def __init__(self, *, dimensions: int = 64) -> None:
        self.name = f"hash-{dimensions}"
        self.dimensions = dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in _WORD.findall(text.casefold()):
                vector += _vector(word, self.dimensions)  # multiples of a quarter: exact in any order
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors /= np.where(lengths > 0, lengths, 1.0)
        return vectors


@lru_cache(maxsize=10_000)
def _vector(word: str, dimensions: int) -> Vectors:
    """Return the sum of what stands for a word and for its parts."""
    vector, padded = np.zeros(dimensions, dtype=np.float32), f"<{word}>"
    parts = [(padded[start : start + 3], 0.25) for start in range(len(padded) - 2)]
    for feature, weight in [(word, 1.0), *parts]:
        # Not hash(), which differs from process to process.
        place, sign = divmod(crc32(feature.encode("utf-8", "surrogatepass")), 2)
        vector[place % dimensions] += weight if sign else -weight
    return vector


class FlakyEmbedder(Embedder):
    """Wraps an embedder, which can't be reached while `down` is set."""

    def __init__(self, inner: Embedder, *, down: bool = False) -> None:
        self.inner = inner
        self.name = inner.name
        self.dimensions = inner.dimensions
        self.down = down

    def embed(self, texts: Sequence[str]) -> Vectors:
        self._reach()
        return self.inner.embed(texts)

    def embed_query(self, text: str) -> Vectors:
        self._reach()
        return self.inner.embed_query(text)

    def _reach(self) -> None:
        if self.down:
            raise EmbedderUnavailable("The embedding model is down.", hint="It is a fake: set down = False.")


Told: TypeAlias = str | Exception | Sequence[str | Usage | Exception]
"""An answer of a scripted model: a text, streamed word by word; a list of pieces; or an error. Within a list, an error
is raised after the pieces before it."""

Script: TypeAlias = Told | Callable[[Sequence[Message]], Told]
"""What it says, or a function of the prompt that tells it."""


class ScriptedChat(ChatModel):
    """Gives scripted answers in turn, and keeps the prompts and the schemas it was given.

    Args:
        replies: each a text, streamed word by word; a list of pieces; an error; or a function from the prompt to one of
            these. Within a list, an error is raised after the pieces before it.
        default: its answer once they are used up. Without one, that is an `AssertionError`.
        delay: seconds it takes for each piece or error; or two numbers, for the first and for each that follows, as a
            model takes time to read a prompt and then to write.
    """

    def __init__(
        self, *replies: Script, default: Script | None = None, delay: float | tuple[float, float] = 0.0
    ) -> None:
        self.name = "scripted"
        self.prompts: list[list[Message]] = []
        self.schemas: list[Mapping[str, Any]] = []
        self._replies = deque(replies)
        self._default = default
        self._first, self._next = delay if isinstance(delay, tuple) else (delay, delay)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        self.prompts.append(list(messages))
        reply = self._replies.popleft() if self._replies else self._default
        if reply is None:
            raise AssertionError("The scripted model has nothing left to say.")
        if callable(reply):
            reply = reply(messages)
        pieces = re.findall(r"(?:(?<!\s)\s++)?\S++", reply) if isinstance(reply, str) else reply
        seconds = self._first
        for piece in [pieces] if isinstance(pieces, Exception) else pieces:
            if seconds:
                await _sleep(seconds)
            seconds = self._next
            if isinstance(piece, Exception):
                raise piece
            yield piece

    def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        self.schemas.append(schema)
        return self.stream(messages)


async def _sleep(seconds: float) -> None:
    import asyncio

    await asyncio.sleep(seconds)
