"""Function words, which carry grammar and no topic: articles, pronouns, auxiliaries, question words."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.lang.pack import subject
from soulkeep.lang.terms import terms

_WITH_PRONOUN = re.compile(r"\b(?:i|you|he|she|it|we|they)['’](?:ll|d|m|re|ve|s)\b", re.IGNORECASE)


_SHORT = 400
"""Longest text, in characters, whose significant terms are cached: those of hits are needed again and again."""


@lru_cache(maxsize=64)
def function_terms(language: str) -> frozenset[str]:
    """Return the terms of a language's function words; empty if they aren't known."""
    return frozenset(terms(subject("words", language).get("function", ""), language))


def telling_terms(text: str, language: str) -> set[str]:
    """Return the terms of a text that aren't function words."""
    return set((_telling if len(text) <= _SHORT else _telling.__wrapped__)(text, language))


@lru_cache(maxsize=8192)
def tells(word: str, language: str) -> bool:
    """Return whether a word isn't a function word."""
    return bool(telling_terms(word, language))


@lru_cache(maxsize=2048)
def _telling(text: str, language: str) -> frozenset[str]:
    if language == "en":
        text = _WITH_PRONOUN.sub(" ", text)  # "I'll" would be found as "ill", and "we'd" as "wed"
    return frozenset(terms(text, language)) - function_terms(language)
