"""Questions that place a time by an event: "before the move", "이사 전에"."""

from __future__ import annotations

import re
from typing import NamedTuple


class Anchor(NamedTuple):
    """An event that a time is placed by, in the question's words, and on which side of it: -1 before, 1 after."""

    event: str
    side: int


_SPACED = {
    "en": r"\b(?P<word>before|after|since) (?P<event>(?:the|my|our|your|his|her|their|we|i|you|he|she|they|\w+ing)\b[^?.,;!]*)",
    "de": r"\b(?P<word>vor|nach|seit) (?P<event>(?:dem|der|den|meine\w*|unsere\w*|seine\w*|ihre\w*)\b[^?.,;!]*)",
    "fr": r"\b(?P<word>avant|après|depuis) (?P<event>(?:le|la|les|l|mon|ma|mes|notre|nos|son|sa|ses|que)\b[^?.,;!]*)",
    "es": r"\b(?P<word>antes de|después de|desde) (?P<event>(?:el|la|los|las|l|mi|mis|nuestr\w+|su|sus|que)\b[^?.,;!]*)",
}
_BEFORE = {"before", "vor", "avant", "antes de"}
_AFTER_EVENT = {
    "ko": (
        r"(?P<event>(?!얼마|조금|며칠|오래)[^\s?.,]{2,}(?: [^\s?.,]+)?)(?:하기|가기|오기)? ?(?P<word>전에|이전에|후에|이후로?|다음에|뒤에)",
        {"전에", "이전에"},
    ),
    "zh": (r"(?P<event>[^\s，。？?,的]{1,12}?)(?P<word>之前|以前|之后|以后|之後|以後)", {"之前", "以前"}),
    "ja": (r"(?P<event>[^\s、。？?,]{1,12}?)(?:の|する|した)?(?P<word>前に|以前|後に|あとに|以来)", {"前に", "以前"}),
}
_PATTERNS = {code: (re.compile(pattern), _BEFORE) for code, pattern in _SPACED.items()} | {
    code: (re.compile(pattern), before) for code, (pattern, before) in _AFTER_EVENT.items()
}


def anchor(text: str, language: str) -> Anchor | None:
    """The event that a question places its time by; None if there is none, or the language isn't known here."""
    if language not in _PATTERNS:
        return None
    pattern, before = _PATTERNS[language]
    match = pattern.search(text.casefold())
    if match is None:
        return None
    return Anchor(match["event"].strip(), -1 if match["word"] in before else 1)
