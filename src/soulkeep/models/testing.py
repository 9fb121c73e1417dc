"""Fakes of the model boundaries, for tests. They need no network and no weights, and answer the same everywhere."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from soulkeep.errors import EmbedderUnavailable
from soulkeep.models.chat import ChatModel, Message
from soulkeep.models.embed import Embedder, Vectors
from soulkeep.records import Usage

_WORD = re.compile(r"\w+")


class HashEmbedder(Embedder):
    """Texts are as close as the words and parts of words they share. Texts without a word get a zero row."""

    def __init__(self, *, dimensions: int = 64) -> None:
        self.name = f"hash-{dimensions}"
        self.dimensions = dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for feature, weight in _features(text):
                # Not hash(), which differs from process to process.
                place, sign = divmod(crc32(feature.encode("utf-8", "surrogatepass")), 2)
                vector[place % self.dimensions] += weight if sign else -weight
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors /= np.where(lengths > 0, lengths, 1.0)
        return vectors


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in _WORD.findall(text.casefold()):
        yield word, 1.0
        padded = f"<{word}>"
        for start in range(len(padded) - 2):
            yield padded[start : start + 3], 0.25


class FlakyEmbedder(Embedder):
    """Another embedder that can't be reached while `down` is set."""

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


class ScriptedChat(ChatModel):
    """Says what it was told to, in turn, and keeps the prompts and the schemas it was given.

    Args:
        replies: each a text, streamed word by word; a list of pieces; or an error. Within a list, an error is raised
            after the pieces before it.
    """

    def __init__(self, *replies: str | Exception | Sequence[str | Usage | Exception]) -> None:
        self.name = "scripted"
        self.prompts: list[list[Message]] = []
        self.schemas: list[Mapping[str, Any]] = []
        self._replies = deque(replies)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str | Usage]:
        self.prompts.append(list(messages))
        if not self._replies:
            raise AssertionError("The scripted model has nothing left to say.")
        reply = self._replies.popleft()
        pieces = re.findall(r"\s*\S+", reply) if isinstance(reply, str) else reply
        for piece in [pieces] if isinstance(pieces, Exception) else pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece

    def stream_json(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> AsyncIterator[str | Usage]:
        self.schemas.append(schema)
        return self.stream(messages)
