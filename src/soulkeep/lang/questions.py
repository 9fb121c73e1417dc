"""The kinds of questions, as far as their words show them."""

from __future__ import annotations

from functools import lru_cache

from soulkeep.lang.pack import holds
from soulkeep.lang.sentences import sentences

_MARKS = ("?", "？", "؟", ";")
_TAIL = 60
"""A turn with a question in its last characters asks, whatever polite word follows."""


def asks_of_now(text: str, language: str) -> bool:
    """Return whether a question says that it is about the present; False in languages that aren't covered."""
    return asks(text) and not asks_of_past(text, language) and _asks("now", language, text)


def asks_of_present(text: str, language: str) -> bool:
    """Return whether a question is about the present, with or without "now"; False in languages that aren't covered."""
    if not asks(text) or asks_of_past(text, language):
        return False
    return _asks("now", language, text) or (_asks("is", language, text) and not _asks("was", language, text))


def asks_of_past(text: str, language: str) -> bool:
    """Return whether a question is about the past, or about changes; False in languages that aren't covered."""
    return _asks("past", language, text)


def is_question(text: str) -> bool:
    """Return whether a text asks something."""
    return text.rstrip().rstrip("\"'”’」』)").endswith(_MARKS)


def asks(text: str) -> bool:
    """Return whether a turn ends with a question."""
    return any(mark in text[-_TAIL:] for mark in _MARKS[:3])


@lru_cache(maxsize=64)
def asking_part(text: str) -> str:
    """Return what a text asks, without the story before it: the questions in its last line, or its only sentence."""
    lines = text.strip().splitlines() or [""]
    said = sentences(lines[-1])
    asking = [sentence for sentence in said if is_question(sentence)]
    return " ".join(asking) if asking or len(lines) + len(said) > 2 else lines[-1]


def asks_when(text: str, language: str) -> bool:
    """Return whether a question asks for a time; False in languages that aren't covered."""
    return _asks("when", language, text)


def _asks(what: str, language: str, text: str) -> bool:
    return holds("questions", what, language, text.lower())
