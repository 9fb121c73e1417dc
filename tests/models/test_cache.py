from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from soulkeep.errors import EmbedderUnavailable
from soulkeep.models.embed.base import CachedEmbedder, Vectors
from soulkeep.testing.models import FlakyEmbedder, HashEmbedder


class Recorded(HashEmbedder):
    """Remembers which texts it was asked for, and tells queries from texts."""

    def __init__(self) -> None:
        super().__init__(dimensions=8)
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return super().embed(texts)

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = -self.embed([text])[0]
        return vector


def test_is_the_same_space() -> None:
    cached = CachedEmbedder(HashEmbedder(dimensions=8))
    assert (cached.name, cached.dimensions) == ("hash-8", 8)


def test_asks_for_each_text_once() -> None:
    inner = Recorded()
    cached = CachedEmbedder(inner)
    first = cached.embed(["a", "b", "a"])
    again = cached.embed(["b", "c", "a"])
    assert inner.asked == ["a", "b", "c"]
    np.testing.assert_array_equal(first, HashEmbedder(dimensions=8).embed(["a", "b", "a"]))
    np.testing.assert_array_equal(again, HashEmbedder(dimensions=8).embed(["b", "c", "a"]))


def test_no_texts() -> None:
    inner = Recorded()
    assert CachedEmbedder(inner).embed([]).shape == (0, 8)
    assert inner.asked == []


def test_queries_and_texts_are_kept_apart() -> None:
    inner = Recorded()
    cached = CachedEmbedder(inner)
    text = cached.embed(["a"])[0]
    np.testing.assert_array_equal(cached.embed_query("a"), -text)
    np.testing.assert_array_equal(cached.embed_query("a"), -text)
    assert inner.asked == ["a", "a"]


def test_forgets_the_oldest_texts() -> None:
    inner = Recorded()
    cached = CachedEmbedder(inner, size=2)
    cached.embed(["a", "b", "c"])
    cached.embed(["c", "b", "a"])
    assert inner.asked == ["a", "b", "c", "a"]


def test_more_new_texts_than_it_holds() -> None:
    texts = [str(number) for number in range(10)]
    cached = CachedEmbedder(HashEmbedder(dimensions=8), size=3)
    np.testing.assert_array_equal(cached.embed(texts), HashEmbedder(dimensions=8).embed(texts))


def test_changing_an_answer_leaves_the_cache_alone() -> None:
    cached = CachedEmbedder(HashEmbedder(dimensions=8))
    cached.embed(["a"])[:] = 7
    np.testing.assert_array_equal(cached.embed(["a"]), HashEmbedder(dimensions=8).embed(["a"]))


def test_known_texts_need_no_server() -> None:
    flaky = FlakyEmbedder(HashEmbedder(dimensions=8))
    cached = CachedEmbedder(flaky)
    known = cached.embed(["a"])
    flaky.down = True
    np.testing.assert_array_equal(cached.embed(["a"]), known)
    with pytest.raises(EmbedderUnavailable):
        cached.embed(["a", "b"])
