"""References of a text to the talk before it: pronouns and incomplete questions, and what they may mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from soulkeep.lang.function_words import telling_terms, tells
from soulkeep.lang.names import proper_names
from soulkeep.lang.pack import holds, of_any_language, pattern, words
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.times import time_spans

_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"[^\s，。！？、,.!?「」『』（）()]+")

_SHORT = 4
"""Most words in an incomplete question ("And where then?"). Longer ones without a significant word ask something."""

_FEW = 3
"""Most significant words in a question with a pronoun that depends on the talk entirely."""

_TURNS = 6
_FADING = 0.6
"""Weight of a turn relative to the next newer one."""

_NAMED, _OWNED, _OTHER, _SPEAKER = 1.5, 1.3, 0.3, 0.5
"""Weights of a name, a possession, any other word, and the owner of "my father". What a question refers to tells more
than its own words: "located" is true of much."""

_MOST = 8
_LONGEST = 2000
"""Characters of a turn that are read: the beginning of a long one says what it is about."""
_UNSPACED = {"zh", "ja"}
_ANY_TIME = datetime(2000, 6, 1, tzinfo=UTC)


class Salient(NamedTuple):
    """Something that was talked about, and its weight; 1 is as much as a word of the question."""

    text: str
    weight: float


def leans_on_talk(text: str, language: str) -> float:
    """Return how much a text depends on what was said before, 0 (not at all) … 1 (it says nothing by itself)."""
    text, idle = of_any_language("signs", "points_nowhere").subn(" ", text)
    if (formal := pattern("signs", "formal_you", language)) is not None:
        text = formal.sub(" ", text)
    telling = len(telling_terms(text, language))
    few = 2 * _FEW if language in _UNSPACED or language == "ko" else _FEW  # a word is several terms there
    points = _points(text, language)
    if not points and (idle or speaks_of_self(text, language)):
        return 0.0  # "What's my name?" has few words, and needs no others
    if points and _explains_itself(text, language):
        return 0.0
    if not telling:
        return 1.0 if points or len(_WORD.findall(text)) <= _SHORT else 0.0
    if points or (telling == 1 and _holds("perhaps", text, language)):
        return 1.0 if telling <= few else 0.5
    opens = holds("signs", "opening", language, text.strip().casefold())
    return 0.8 if opens and telling <= few else 0.0


def _explains_itself(text: str, language: str) -> bool:
    """Return whether a name precedes the first pronoun: "Where did Anna leave her keys?"."""
    names = [] if language == "de" else proper_names(text)  # there, every noun looks like a name
    if not names:
        return False
    pointing = words("words", "pointing", language)
    first = next((m.start() for m in _WORD.finditer(text) if m[0].casefold() in pointing), len(text))
    return text.find(names[0]) < first


def salient(history: Sequence[tuple[str, str | None]], language: str) -> list[Salient]:
    """Return what the last turns were about, most important first: names, possessions, other words.

    Args:
        history: texts with their speakers, oldest first.
        language: ISO 639-1.
    """
    weights: dict[str, float] = {}
    closeness = 1.0
    for text, speaker in reversed(history[-_TURNS:]):
        for word, weight in _matter(text[:_LONGEST], language):
            weights[word] = max(weights.get(word, 0.0), closeness * weight)
        if speaker and of_any_language("signs", "mine").search(text):  # "my father" is somebody's
            weights[speaker] = max(weights.get(speaker, 0.0), closeness * _SPEAKER)
        closeness *= _FADING
    best = sorted(weights.items(), key=itemgetter(1), reverse=True)[:_MOST]
    return [Salient(word, weight) for word, weight in best]


@lru_cache(maxsize=512)
def _matter(text: str, language: str) -> tuple[tuple[str, float], ...]:
    """Return the words that a turn is about, each with its weight; cached, since the same turns are looked at as long
    as they are among the last."""
    things = _things(_timeless(text, language), language)
    return tuple([(word, weight) for word, weight in things if tells(word, language)])


def _timeless(text: str, language: str) -> str:
    """Return a text without its expressions of time, since a month isn't what was talked about."""
    for span in reversed(time_spans(text, language, _ANY_TIME)):
        text = f"{text[: span.at]} {text[span.at + len(span.text) :]}"
    return text


def _points(text: str, language: str) -> bool:
    regex = pattern("signs", "points", language)
    return _holds("pointing", text, language) if regex is None else regex.search(text) is not None


def _holds(kind: str, text: str, language: str) -> bool:
    """Return whether a text has words that point to something said before; those of `"perhaps"` may not, and count only
    where little else is said."""
    return not set(words("words", kind, language)).isdisjoint(_WORD.findall(text.casefold()))


def _things(text: str, language: str) -> list[tuple[str, float]]:
    if language in _UNSPACED:
        return [(run, 2 * _OTHER) for run in _RUN.findall(text)]
    things = [(name, _NAMED) for name in proper_names(text)]
    name_words = {word.casefold() for name, _ in things for word in name.split()}
    owned = {match[1].casefold() for match in of_any_language("signs", "owns", after=r"\s+([^\W\d_]+)").finditer(text)}
    for word in _WORD.findall(text):
        low = word.casefold()
        if low not in name_words and len(low) > 1:
            other = _OTHER if low != low.upper() else 2 * _OTHER  # scripts without capitals show no names
            things.append((low, _OWNED if low in owned else other))
            name_words.add(low)
    return things
