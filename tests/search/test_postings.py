"""Postings grow as memories arrive, and BM25 over them agrees with a library that builds its index at once."""

from __future__ import annotations

import random
from collections import Counter

import bm25s
import numpy as np
import pytest
from numpy.typing import NDArray

from soulkeep.search.bm25 import Postings, inverse_frequency, pack_terms, unpack_terms


def documents(count: int, seed: int = 1) -> list[list[int]]:
    """Return made-up texts as term hashes with a Zipf-like distribution."""
    chance = random.Random(seed)
    return [[int(chance.paretovariate(0.7)) % 5000 for _ in range(chance.randint(1, 40))] for _ in range(count)]


def packed(texts: list[list[int]]) -> list[bytes]:
    return [pack_terms(np.array(text, dtype=np.uint32)) for text in texts]


def fill(postings: Postings, texts: list[list[int]], step: int) -> None:
    for start in range(0, len(texts), step):
        hashes, counts, sizes = unpack_terms(packed(texts[start : start + step]))
        postings.append(start, hashes, counts, sizes)


@pytest.mark.parametrize("step", [1, 7, 500, 5000])
def test_finds_the_same_however_it_grew(step: int) -> None:
    texts = documents(5000)
    postings = Postings()
    fill(postings, texts, step)
    for term in (0, 1, 2, 17, 4999, 123456, 2**32 - 1):
        expected = [(row, Counter(text)[term]) for row, text in enumerate(texts) if term in text]
        rows, counts = postings.find(term)
        assert list(zip(rows.tolist(), counts.tolist(), strict=True)) == expected


def test_packing_keeps_every_term() -> None:
    text = [5, 5, 2**32 - 1, 0, *([9] * 300)]
    hashes, counts, sizes = unpack_terms(packed([text, [], [7]]))
    assert sizes.tolist() == [4, 0, 1]
    assert dict(zip(hashes.tolist(), counts.tolist(), strict=True)) == {0: 1, 5: 2, 9: 255, 2**32 - 1: 1, 7: 1}


def test_agrees_with_bm25s() -> None:
    texts = documents(400)
    postings = Postings()
    fill(postings, texts, 13)
    k1, b = 0.9, 0.4
    reference = bm25s.BM25(method="lucene", k1=k1, b=b)
    reference.index([[str(term) for term in text] for text in texts], show_progress=False)
    lengths = np.array([len(text) for text in texts], dtype=np.float64)
    for query in ([1, 2, 3], [4, 40, 400], [17, 18]):
        ours: NDArray[np.float64] = np.zeros(len(texts))
        for term in query:
            rows, counts = postings.find(term)
            dampened = k1 * (1 - b + b * lengths[rows] / lengths.mean())
            ours[rows] += inverse_frequency(len(rows), len(texts)) * counts / (counts + dampened)
        theirs = reference.get_scores([str(term) for term in query if any(term in text for text in texts)])
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-5)


def test_rare_words_tell_more() -> None:
    assert inverse_frequency(1, 100) > inverse_frequency(50, 100) > inverse_frequency(100, 100) > 0
