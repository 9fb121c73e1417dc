"""What a text leaves to the talk before it: pronouns, half questions, and what they may mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from soulkeep.text.function_words import function_terms
from soulkeep.text.terms import terms

_POINTING = {
    "en": "he she it they him her them his hers its their theirs",
    "de": "er sie es ihn ihm ihr ihnen sein seine seinen seinem ihre ihren",
    "fr": "il elle ils elles lui leur leurs cela ça celui celle ceux son sa ses",
    "es": "él ella ellos ellas su sus eso esto aquello",
}
"""Words that point at something said before."""

_PERHAPS = {
    "en": "that this those these there one ones then same",
    "de": "dort da das dies dieser diese dieses jener dann der die den dem",
    "fr": "là y en",
    "es": "lo le les ese esa esos esas este esta allí ahí entonces",
}
"""Words that may also do something else: they count where next to nothing else is said."""

_POINTING_PATTERNS = {
    "ko": re.compile(
        r"(?:^|\s)(?:그|그는|그가|그녀\w*|[그이저](?:것|거|건|걸|게)\w*|거기\w*|걔\w*|그곳\w*|그분\w*|그때|그날|그 (?:사람|집|곳)\w*|그때\w*)(?=\s|$|[?.,!])"
    ),
    "ja": re.compile("彼女?|それ|そこ|その|あれ|あの|あそこ"),
    "zh": re.compile("他们?|她们?|它们?|那里|那儿|那个|那|这个|这里|这"),
}
_OPENING = {
    "en": re.compile(r"^(?:and|but|so|or|what about|how about|why|really)\b"),
    "de": re.compile(r"^(?:und|aber|oder|was ist mit|wie wäre|warum|wirklich)\b"),
    "fr": re.compile(r"^(?:et|mais|ou|pourquoi|vraiment)\b"),
    "es": re.compile(r"^(?:y|pero|o|por qué|de verdad)\b"),
    "ko": re.compile("^(?:그리고|그럼|근데|왜|정말)"),
    "ja": re.compile("^(?:それで|じゃあ|でも|なぜ|どうして|本当)"),
    "zh": re.compile("^(?:那|然后|但是|为什么|真的)"),
}
_POSSESSED = re.compile(
    r"\b(?:my|our|your|his|her|their|the|a|an|mein\w*|unser\w*|dein\w*|der|die|das|mon|ma|mes|notre|le|la|les|mi|mis|"
    r"nuestr\w+|el|los|las|내|우리|제)\s+([^\W\d_]+)|['’]s\s+([^\W\d_]+)",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:my|mein\w*|mon|ma|mes|mi|mis)\b|(?:^|\s)(?:내|제)\s|我的|私の|僕の", re.IGNORECASE)
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[^\W\d_a-z]\w+(?:['’]s)?(?:\s+[^\W\d_a-z]\w+)*")
_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"[^\s，。！？、,.!?「」『』（）()]+")

_FEW = 3
"""Telling words up to which a question that points somewhere leans on the talk wholly."""

_TURNS = 6
_FADING = 0.6
"""What a turn counts of the next newer one."""

_NAMED, _OWNED, _OTHER, _SPEAKER = 1.5, 1.3, 0.3, 0.5
"""What a name, a thing that belongs to somebody, any other word, and the owner of "my father" count. What a question
points at tells more than its own words: "located" is true of much."""

_MOST = 8
_LONGEST = 2000
"""Characters of a turn that are looked at: of a long one, its beginning says what it is about."""
_UNSPACED = {"zh", "ja"}


class Salient(NamedTuple):
    """Something that was talked of, and how much it counts; 1 is as much as a word of the question."""

    text: str
    weight: float


def leans_on_talk(text: str, language: str) -> float:
    """How much a text needs what was said before it, 0 (not at all) … 1 (it says nothing by itself)."""
    telling = len(telling_terms(text, language))
    few = 2 * _FEW if language in _UNSPACED or language == "ko" else _FEW  # a word is several terms there
    if not telling:
        return 1.0
    points = _points(text, language) or (telling == 1 and _holds(_PERHAPS, text, language))
    opens = (opening := _OPENING.get(language)) is not None and opening.search(text.strip().casefold()) is not None
    if points:
        return 1.0 if telling <= few else 0.5
    return 0.8 if opens and telling <= few else 0.0


def telling_terms(text: str, language: str) -> set[str]:
    """The terms of a text that aren't function words."""
    return set(terms(text, language)) - function_terms(language)


def salient(history: Sequence[tuple[str, str | None]], language: str) -> list[Salient]:
    """What the last turns were about, the most telling first: names, things that belong to somebody, other words.

    Args:
        history: texts and their speakers, oldest first.
        language: ISO 639-1.
    """
    weights: dict[str, float] = {}
    known = function_terms(language)
    closeness = 1.0
    for text, speaker in reversed(history[-_TURNS:]):
        for word, weight in _things(text[:_LONGEST], language):
            if known.issuperset(terms(word, language)):
                continue
            weights[word] = max(weights.get(word, 0.0), closeness * weight)
        if speaker and _OWN.search(text):  # "my father" is somebody's
            weights[speaker] = max(weights.get(speaker, 0.0), closeness * _SPEAKER)
        closeness *= _FADING
    best = sorted(weights.items(), key=lambda item: -item[1])[:_MOST]
    return [Salient(word, weight) for word, weight in best]


def _points(text: str, language: str) -> bool:
    pattern = _POINTING_PATTERNS.get(language)
    if pattern is not None:
        return pattern.search(text) is not None
    return _holds(_POINTING, text, language)


def _holds(table: dict[str, str], text: str, language: str) -> bool:
    return not set(table.get(language, "").split()).isdisjoint(_WORD.findall(text.casefold()))


def _things(text: str, language: str) -> list[tuple[str, float]]:
    if language in _UNSPACED:
        return [(run, 2 * _OTHER) for run in _RUN.findall(text)]
    found = [(name.removesuffix("'s").removesuffix("’s"), _NAMED) for name in _NAME.findall(text)]
    taken = {word.casefold() for name, _ in found for word in name.split()}
    owned = {(match[1] or match[2]).casefold() for match in _POSSESSED.finditer(text)}
    for word in _WORD.findall(text):
        low = word.casefold()
        if low not in taken and len(low) > 1:
            found.append((low, _OWNED if low in owned else _OTHER))
            taken.add(low)
    return found
