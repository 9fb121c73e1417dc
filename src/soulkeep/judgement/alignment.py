"""How close in meaning the words of one text are to those of another, by the shipped word vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.terms import terms
from soulkeep.models.embed.static import MULTILINGUAL, WEIGHTS, shipped

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_MOST_WORDS = 60
_CACHED = 20_000
_known: tuple[dict[str, NDArray[np.float32]], dict[str, NDArray[np.float32]]] = ({}, {})
"""Vectors of words that were asked for, of other languages and of English."""
_FAR = 0.4
"""Cosine below which a word of the question has no counterpart in a memory."""


def aligned_words(text: str) -> list[str]:
    """Return the words of a text; in languages without blanks, its pairs of characters."""
    parts: list[str] = []
    for word in _WORD.findall(text.lower())[:_MOST_WORDS]:
        wide = "\u3040" <= word[0] <= "\u9fff"
        parts += [word[at : at + 2] for at in range(max(1, len(word) - 1))] if wide else [word]
    return parts


def telling_words(text: str, language: str) -> list[str]:
    """Return the words of a text that carry meaning."""
    telling = telling_terms(text, language)
    return [word for word in aligned_words(text) if not telling.isdisjoint(_terms_of_word(word, language))]


def word_vectors(words: Sequence[str], language: str) -> NDArray[np.float32]:
    """Return the vectors of some words, shape (len(words), dimensions)."""
    known = _known[language == "en"]
    vectors = {word: known.get(word) for word in words}
    if missing := [word for word, vector in vectors.items() if vector is None]:
        new = dict(zip(missing, shipped(WEIGHTS if language == "en" else MULTILINGUAL).embed(missing), strict=True))
        vectors |= new
        if len(known) > _CACHED:
            known.clear()
        known |= new
    return np.array([vectors[word] for word in words], dtype=np.float32)


def alignment(asked: NDArray[np.float32], statement: NDArray[np.float32]) -> tuple[float, float, float]:
    """Compare each telling word of a question with the memory's word that is nearest in meaning, by cosine. Return the
    mean, the least, and the share of the question's words that have no near word.

    Args:
        asked, statement: the vectors of the words of each (`word_vectors`).
    """
    if not len(asked) or not len(statement):
        return 0.0, 0.0, 1.0
    best = np.maximum.reduce(asked @ statement.T, axis=1)
    far = np.add.reduce(best < _FAR) / len(best)
    return float(np.add.reduce(best) / np.float32(len(best))), float(np.minimum.reduce(best)), float(far)


@lru_cache(maxsize=20_000)
def _terms_of_word(word: str, language: str) -> frozenset[str]:
    return frozenset(terms(word, language))
