"""Analysed texts: each thing that is asked about a text is computed once, however often it is asked.

A reply asks the same questions of the same few texts: of what was said, and of each memory that came to mind. Code that
has a text and its language gets the analysis here, and passes it on.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.alignment import aligned_words, telling_words, word_vectors
from soulkeep.judgement.model import Judgement, judge
from soulkeep.judgement.talk import asks_something, requests, says_nothing
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.names import proper_names
from soulkeep.lang.statements import Ending, Statement, endings, statements
from soulkeep.lang.terms import terms
from soulkeep.lang.utterances import Utterance, utterance

_LONGEST = 1000
"""Characters up to which what is read of a text is kept: turns, sentences and facts, but no pages."""


class Analysed:
    """The analysis of a text, each part of which is computed when it is first read.

    Args:
        text: what was said.
        language: the language to read it in, ISO 639-1.
    """

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language = language

    @cached_property
    def terms(self) -> frozenset[str]:
        """The terms that the text is found by."""
        return frozenset(self.all_terms)

    @cached_property
    def all_terms(self) -> tuple[str, ...]:
        """The terms in their order, repeated as often as they occur."""
        return tuple(terms(self.text, self.language))

    @cached_property
    def telling(self) -> frozenset[str]:
        """The terms that aren't function words."""
        return frozenset(telling_terms(self.text, self.language))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The words that are written like names."""
        return tuple(proper_names(self.text))

    @cached_property
    def named(self) -> frozenset[str]:
        """The terms of the names."""
        return frozenset(terms(" ".join(self.names), self.language)) if self.names else frozenset()

    @cached_property
    def judged(self) -> Judgement:
        """The learnt model's judgement of the text."""
        return judge(self.text)

    @cached_property
    def asks(self) -> bool:
        """Whether the text asks something."""
        return asks_something(self.text)

    @cached_property
    def requests(self) -> bool:
        """Whether the text wants the other to do something, and tells nothing."""
        return requests(self.text)

    @cached_property
    def says_nothing(self) -> bool:
        """Whether the text holds nothing to remember."""
        return says_nothing(self.text, self.language)

    @cached_property
    def utterance(self) -> Utterance:
        """The communicative acts of the text, and what it asks for."""
        return utterance(self.text, self.language)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The facts that the text states about the speaker and theirs."""
        return tuple(statements(self.text, self.language))

    @cached_property
    def endings(self) -> tuple[Ending, ...]:
        """The facts that the text says are over."""
        return tuple(endings(self.text, self.language))

    @cached_property
    def word_vectors(self) -> NDArray[np.float32]:
        """The vectors of the text's words, shape (words, dimensions)."""
        return word_vectors(aligned_words(self.text), self.language)

    @cached_property
    def telling_vectors(self) -> NDArray[np.float32]:
        """The vectors of the words that carry meaning, shape (words, dimensions)."""
        return word_vectors(telling_words(self.text, self.language), self.language)


def analysed(text: str, language: str) -> Analysed:
    """Return the analysis of a text in a language; for a short text, the same object as long as it is cached."""
    return _kept(text, language) if len(text) <= _LONGEST else Analysed(text, language)


_kept = lru_cache(maxsize=1024)(Analysed)
