"""A text as it is read: whatever is asked of it is worked out once, however many ask.

A reply asks the same of the same few texts again and again: of what was said, and of each memory that came to mind.
Whoever has a text and its language takes what is read of it from here, and hands it on.
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
    """What is read of a text.

    Args:
        text: what was said.
        language: ISO 639-1, to read it in.
    """

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language = language

    @cached_property
    def terms(self) -> frozenset[str]:
        """The terms that it is found by."""
        return frozenset(self.all_terms)

    @cached_property
    def all_terms(self) -> tuple[str, ...]:
        """Its terms as they stand there, repeated as often as they occur."""
        return tuple(terms(self.text, self.language))

    @cached_property
    def telling(self) -> frozenset[str]:
        """Those of its terms that tell something."""
        return frozenset(telling_terms(self.text, self.language))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Words written like names."""
        return tuple(proper_names(self.text))

    @cached_property
    def named(self) -> frozenset[str]:
        """The terms of these."""
        return frozenset(terms(" ".join(self.names), self.language)) if self.names else frozenset()

    @cached_property
    def judged(self) -> Judgement:
        """What it is, as the learnt model judges."""
        return judge(self.text)

    @cached_property
    def asks(self) -> bool:
        """Whether it asks something."""
        return asks_something(self.text)

    @cached_property
    def requests(self) -> bool:
        """Whether it wants the other to do something, and tells nothing."""
        return requests(self.text)

    @cached_property
    def says_nothing(self) -> bool:
        """Whether it holds nothing to remember."""
        return says_nothing(self.text, self.language)

    @cached_property
    def utterance(self) -> Utterance:
        """What is done by saying it, and what it asks for."""
        return utterance(self.text, self.language)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The facts that it states of the speaker and theirs."""
        return tuple(statements(self.text, self.language))

    @cached_property
    def endings(self) -> tuple[Ending, ...]:
        """What it says to be over."""
        return tuple(endings(self.text, self.language))

    @cached_property
    def word_vectors(self) -> NDArray[np.float32]:
        """The vectors of its words, shape (words, dimensions)."""
        return word_vectors(aligned_words(self.text), self.language)

    @cached_property
    def telling_vectors(self) -> NDArray[np.float32]:
        """The vectors of its telling words, shape (words, dimensions)."""
        return word_vectors(telling_words(self.text, self.language), self.language)


def analysed(text: str, language: str) -> Analysed:
    """What is read of a text in a language. Of the same text it is the same, as long as it is remembered."""
    return _kept(text, language) if len(text) <= _LONGEST else Analysed(text, language)


_kept = lru_cache(maxsize=1024)(Analysed)
