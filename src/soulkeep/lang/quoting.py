"""Quoting others' words, with the quotation marks of their language."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.lang.pack import languages, subject

_ELSEWHERE = ("“", "”")


def marks(language: str) -> tuple[str, str]:
    """Return the opening and closing quotation marks of a language."""
    opening, closing = subject("phrases", language).get("quotes", _ELSEWHERE)
    return opening, closing


@lru_cache(maxsize=1)
def _marked() -> re.Pattern[str]:
    pairs = sorted({_ELSEWHERE, *map(marks, languages())})
    quotes = "|".join(f"{re.escape(one)}.+{re.escape(other)}" for one, other in pairs)
    return re.compile(rf"(?:[^“„«「\n]{{1,80}}: )?(?:{quotes})", re.DOTALL)


def quoted(words: str, language: str) -> str:
    """Return words in quotation marks."""
    opening, closing = marks(language)
    return f"{opening}{words}{closing}"


def in_their_words(who: str, words: str, language: str) -> str:
    """Return what somebody said: 'anna: “I live in Porto.”'; without a name, just the words."""
    return f"{who}: {quoted(words, language)}" if who else quoted(words, language)


def is_quoted(text: str) -> bool:
    """Return whether a text has the form that `in_their_words` gives it, so needs no more quotation marks."""
    return _marked().fullmatch(text) is not None
