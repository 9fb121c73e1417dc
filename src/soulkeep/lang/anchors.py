"""Questions that place a time by an event: "before the move", "이사 전에"."""

from __future__ import annotations

import re
from typing import NamedTuple


class Anchor(NamedTuple):
    """An event that a time is placed by, in the question's words, and on which side of it: -1 before, 1 after."""

    event: str
    side: int


_EVENTS_DE = (
    r"(?:\w*(?:umzug|hochzeit|reise|unfall|urlaub|geburt|tod|krieg|studium|arbeit|schule|spiel|konzert|rennen|treffen|party|"
    r"fest|feier|ferien|krankheit|abitur|beginn|ende|besuch|streit|abschied|wechsel|kauf)|\w+(?:ung|tion)(?:en)?)"
)
_EVENTS_ZH = (
    "搬家|结婚|毕业|离婚|分手|辞职|退休|生日|考试|手术|旅行|比赛|出国|回国|开学|怀孕|生病|上学|工作|战争|婚礼|葬礼"
)
_SPACED = {
    "en": r"\b(?P<word>before|after|since) (?P<event>(?:the|my|our|your|his|her|their|we|i|you|he|she|they|\w+ing)\b[^?.,;!]*)",
    # "vor der Tür" is no time: only what is an event
    "de": rf"\b(?P<word>vor|nach|seit) (?P<event>(?:dem|der|den|meine\w*|unsere\w*|seine\w*|ihre\w*) (?:\w+ )?{_EVENTS_DE}\b)",
    "fr": r"\b(?P<word>avant|après|depuis) (?P<event>(?:le|la|les|l|mon|ma|mes|notre|nos|son|sa|ses|que)\b[^?.,;!]*)",
    "es": r"\b(?P<word>antes de|después de|desde) (?P<event>(?:el|la|los|las|l|mi|mis|nuestr\w+|su|sus|que)\b[^?.,;!]*)",
}
_BEFORE = {"before", "vor", "avant", "antes de"}
_AFTER_EVENT = {
    # "민지가 전에 살던": with a subject before it, 전에 means "formerly"
    "ko": (
        r"(?<!\S)(?P<event>(?!얼마|조금|며칠|오래|어제|그제|\d)[^\s?.,]{1,12}?(?<![가이은는도을를의]))"
        r"(?:하기|가기|오기)? (?P<word>전에|이전에|후에|이후로?|다음에|뒤에)",
        {"전에", "이전에"},
    ),
    "zh": (
        rf"(?P<event>[^\s，。？?,]{{0,8}}?(?:{_EVENTS_ZH}))(?P<word>之前|以前|前|之后|以后|之後|以後|后)",
        {"之前", "以前", "前"},
    ),
    "ja": (r"(?P<event>[^\s、。？?,]{1,12}?)(?:の|する|した)(?P<word>前に|後に|あとに)", {"前に"}),
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
