"""Words of others, in the quotation marks of their language."""

from __future__ import annotations

import re

_MARKS = {
    "de": ("„", "“"),
    "fr": ("« ", " »"),
    "es": ("«", "»"),
    "ja": ("「", "」"),
    "zh": ("“", "”"),
    "ko": ("“", "”"),
}
_ELSEWHERE = ("“", "”")
_PAIRS = "|".join(f"{re.escape(one)}.+{re.escape(other)}" for one, other in sorted({_ELSEWHERE, *_MARKS.values()}))
_MARKED = re.compile(rf"(?:[^“„«「\n]{{1,80}}: )?(?:{_PAIRS})", re.DOTALL)


def quoted(words: str, language: str) -> str:
    """Words in quotation marks."""
    opening, closing = _MARKS.get(language, _ELSEWHERE)
    return f"{opening}{words}{closing}"


def in_their_words(who: str, words: str, language: str) -> str:
    """What somebody said: 'anna: “I live in Porto.”'; without a name, just the words."""
    return f"{who}: {quoted(words, language)}" if who else quoted(words, language)


def is_quoted(text: str) -> bool:
    """Whether a text is as `in_their_words` makes it: it needs no further quotation marks."""
    return _MARKED.fullmatch(text) is not None
