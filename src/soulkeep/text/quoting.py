"""Words of others, in the quotation marks of their language."""

from __future__ import annotations

_MARKS = {
    "de": ("„", "“"),
    "fr": ("« ", " »"),
    "es": ("«", "»"),
    "ja": ("「", "」"),
    "zh": ("“", "”"),
    "ko": ("“", "”"),
}
_ELSEWHERE = ("“", "”")


def quoted(words: str, language: str) -> str:
    """Words in quotation marks."""
    opening, closing = _MARKS.get(language, _ELSEWHERE)
    return f"{opening}{words}{closing}"


def in_their_words(who: str, words: str, language: str) -> str:
    """What somebody said: 'anna: “I live in Porto.”'; without a name, just the words."""
    return f"{who}: {quoted(words, language)}" if who else quoted(words, language)
