"""Whether what somebody wrote rests on what it was written from."""

from __future__ import annotations

import re

from soulkeep.text.function_words import telling_terms
from soulkeep.text.language import detect
from soulkeep.text.names import proper_names
from soulkeep.text.negation import denies
from soulkeep.text.terms import terms

_RESTING = 0.6
"""Share of a sentence's telling words that the evidence must hold."""

_NUMBER = re.compile(r"\d+")


class Evidence:
    """What a text may rest on, read once."""

    def __init__(self, text: str, language: str) -> None:
        self.language = language
        self.terms = frozenset(terms(text, language))
        self.numbers = frozenset(_NUMBER.findall(text))
        self.denies = denies(text, language)


def rests_on(sentence: str, evidence: Evidence, *, share: float = _RESTING) -> bool:
    """Whether a sentence says nothing that isn't in the evidence.

    Its numbers, its names and a share of its telling words must be there, and a "not" if it has one.
    """
    language = detect(sentence, evidence.language)
    if not set(_NUMBER.findall(sentence)) <= evidence.numbers:
        return False
    if any(evidence.terms.isdisjoint(terms(name, language)) for name in proper_names(sentence)):
        return False
    if denies(sentence, language) and not evidence.denies:
        return False
    telling = telling_terms(sentence, language)
    return not telling or len(telling & evidence.terms) >= share * len(telling)
