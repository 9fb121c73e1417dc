"""The sentences of the descriptions in a graph, to be found by the words of a question (1: retrieval)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, islice
from math import log
from typing import NamedTuple

from soulkeep.graph.knowledge import Knowledge
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.sentences import sentences

_TEXTS = 3_000
"""Most descriptions among which those of things that nobody named are looked for: what the first question can wait
for."""

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
    """The sentences of descriptions, by their telling words.

    Args:
        knowledge: the data; a text without a language is read as in its main one.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def find(self, words: str, language: str, things: Sequence[str]) -> DescriptionSentence | None:
        """Return the sentence that shares the most and rarest telling words with a question; None if there is none.

        Args:
            words: the question without the names in it.
            language: ISO 639-1; only texts in it, or in none, are found.
            things: the things that the question names: only their descriptions are looked through.
        """
        telling = telling_terms(words, language)
        if things:
            lexicon = self._knowledge.lexicon
            index = self._indexed((one, *told) for one in things for told in lexicon.descriptions(one))
        else:
            index = self._of_all
        worth: dict[DescriptionSentence, float] = defaultdict(float)
        shared: dict[DescriptionSentence, int] = defaultdict(int)
        for term in sorted(telling):
            for one in index.get(term, ()):
                worth[one] += log(1 + _TEXTS / len(index[term]))
                shared[one] += 1
        least = 1 if things else max(_SHARED, _HALF * len(telling))
        fitting = [one for one, number in shared.items() if number >= least and one.language in ("", language)]
        return max(fitting, key=lambda one: (worth[one], one.text)) if fitting else None

    @cached_property
    def _of_all(self) -> dict[str, list[DescriptionSentence]]:
        """The sentences of all things by their telling words; none if there are too many."""
        graph, describing = self._knowledge.graph, self._knowledge.lexicon.describing
        texts = [*islice(chain.from_iterable(map(graph.texts, describing)), _TEXTS + 1)]
        return self._indexed(texts) if len(texts) <= _TEXTS else {}

    def _indexed(self, texts: Iterable[tuple[str, str, str]]) -> dict[str, list[DescriptionSentence]]:
        by_term: dict[str, list[DescriptionSentence]] = {}
        for thing, text, spoken in texts:
            language = spoken.split("-")[0]
            for sentence in sentences(text):
                one = DescriptionSentence(thing, sentence, language)
                for term in telling_terms(sentence, language or self._knowledge.lexicon.tongue):
                    by_term.setdefault(term, []).append(one)
        return by_term
