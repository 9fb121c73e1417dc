"""The sentences of the descriptions in a graph, to be found by the words of a question (1: retrieval)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from itertools import chain, islice
from math import log
from typing import NamedTuple

from soulkeep.graph.knowledge import Knowledge
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.sentences import sentences

_TEXTS = 20_000
"""Most descriptions that are looked through."""

_SHARED = 2
"""Least number of telling words that a sentence shares with a question which doesn't name its thing…"""

_HALF = 0.5
"""… and the least share of the question's."""


class DescriptionSentence(NamedTuple):
    """A sentence of a thing's description, and its language ("" for none)."""

    thing: str
    text: str
    language: str


class Passages:
    """The sentences of all descriptions, by their telling words.

    Args:
        knowledge: the data; a text without a language is read as in its main one.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        lexicon = knowledge.lexicon
        self._passages: list[DescriptionSentence] = []
        self._by_term: dict[str, list[int]] = defaultdict(list)
        texts = chain.from_iterable(map(knowledge.graph.texts, lexicon.describing))
        for thing, text, spoken in islice(texts, _TEXTS):
            language = spoken.split("-")[0]
            for sentence in sentences(text):
                for term in telling_terms(sentence, language or lexicon.tongue):
                    self._by_term[term].append(len(self._passages))
                self._passages.append(DescriptionSentence(thing, sentence, language))

    def find(self, words: str, language: str, things: Collection[str]) -> DescriptionSentence | None:
        """Return the sentence that shares the most and rarest telling words with a question; None if there is none.

        Args:
            words: the question without the names in it.
            language: ISO 639-1; only texts in it, or in none, are found.
            things: the things that the question names: only their descriptions are looked through.
        """
        telling = telling_terms(words, language)
        worth: dict[int, float] = defaultdict(float)
        shared: dict[int, int] = defaultdict(int)
        for term in sorted(telling):
            holding = self._by_term.get(term, ())
            for at in holding:
                worth[at] += log(1 + len(self._passages) / len(holding))
                shared[at] += 1
        least = 1 if things else max(_SHARED, _HALF * len(telling))
        fitting = [at for at, number in shared.items() if number >= least and self._fits(at, language, things)]
        return self._passages[max(fitting, key=lambda at: (worth[at], -at))] if fitting else None

    def _fits(self, at: int, language: str, things: Collection[str]) -> bool:
        passage = self._passages[at]
        return passage.language in ("", language) and (not things or passage.thing in things)
