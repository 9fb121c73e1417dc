"""Speech acts: whether somebody asks, requests, or says nothing of note."""

from __future__ import annotations

import re

from soulkeep.judgement.model import TONGUES, judge
from soulkeep.lang.classes import is_noun
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.language import common_words, detect, language_of_turn, told_by_words, unmistakable
from soulkeep.lang.questions import is_question
from soulkeep.lang.short_texts import kept_of_short
from soulkeep.lang.utterances import utterance

_SURE = 0.5
_NO_CLAIM = 0.55
"""Least probability of small talk or courtesy for a text to claim nothing: telling somebody about themselves, as in
"You live in Lisbon", is easily taken for either."""
_ASKING, _SEEMS_ASKING, _SURELY_ASKING = 0.6, 0.05, 0.8
"""Least probability of a question, for a text without a question mark to be one: if its words ask, too; and by its
speech act."""
_DONE = {"opinion": 0.7, "about_you": 0.7, "remember": 0.7, "how_are_you": 0.7, "blame": 0.65}
"""Least probability of some speech acts for which `_SURE` is too low."""
_IN_IT = 0.8
"""Least probability of a language for it to be accepted…"""
_TOLD, _UNTOLD = 0.5, 0.7
"""…if the common words are of that language, or there is none. Of 11,278 first turns in seven languages 68 are taken for
another then, in place of 105, and no English one; of turns that change the language of a talk, 768 in place of 1,014."""
_OWN = 0.2
"""Least probability of the language of what a character knows, for a first turn whose words tell none: 36 of 61 turns
that were taken for English are heard in German then, and 3 of 5,300 others are taken for it."""
_MAY_BE_IN = 0.1
"""…and greatest probability of the talk's language."""
_IN_NAMES = re.compile(
    r"(?<=\w)(?: (?:d[aeio]s?|d[eu][lrn]?|del?la|du|l[aeo]s?|[ae]l|van|v[oa]n|vom|zu[mr]?|te[nr]?|of|the|y|e|i|bin|ibn|sur)){1,2} (?=[A-ZÀ-Þ])"
)
"""Small words within names."""
_LOW = re.compile(r"\b[a-z]{4,}\b")
"""Longer words in small letters."""
_SMALL = re.compile(r"(?:^|\W)[a-zà-ÿ]{2}")
"""The beginning of a word in small letters."""
_WORDS_OF_ANY = 2
"""Number of words that may be said in any language in the course of a talk."""
_EXCLAIMED = 2
"""Most significant words of an exclamation that claims nothing: "How lovely!"."""
_SHORT = 200
"""Longest text, in characters, that may be a question without a mark."""


@kept_of_short(512)
def asks_something(text: str) -> bool:
    """Return whether a text asks: by its final question mark, or, if it is short, by the model and its wording."""
    marked = is_question(text)
    if marked or len(text) > _SHORT:
        return marked
    seen = judge(text)
    likely = seen.kinds["question"]
    return (
        likely >= _ASKING
        or seen.acts["question"] >= _SURELY_ASKING
        or (likely >= _SEEMS_ASKING and utterance(text, detect(text)).asks is not None)
    )


def requests(text: str) -> bool:
    """Return whether a text only wants the other to do something."""
    return judge(text).kinds["request"] >= _SURE


def act(text: str) -> str:
    """Return the certain speech act of a text, one of `model.ACTS`; "" if unsure, or if more is told than done."""
    if len(text) > _SHORT:
        return ""
    acts = judge(text).acts
    best = max(acts, key=acts.__getitem__)
    return best if acts[best] >= _DONE.get(best, _SURE) else ""


def tongue(text: str, before: str | None = None, own: str | None = None) -> str:
    """Return the language of a turn, ISO 639-1: by the model where it is sure, else by script and commonest words.

    Args:
        text: what was said.
        before: the language of the talk so far; None if there was none.
        own: the language of what the character knows, for a first turn whose words tell none: "Anzahl Marionetten?".
    """
    if before is None and (plain := unmistakable(text)):
        return plain  # as most questions are, whose language alone is wanted
    language = detect(text) if before is None else language_of_turn(text, before)
    if before is not None and len(text.split()) <= _WORDS_OF_ANY:
        return language  # "ok", "super", "wow" are said in all of them
    tongues = judge(text).tongues
    best = max(tongues, key=tongues.__getitem__)
    if before is None and own is not None and own != language and _may_be_in(own, text, language):
        return own
    by_script = language not in tongues and not told_by_words(language)
    if by_script or not best or tongues.get(before or "-", 0.0) > _MAY_BE_IN:
        return language
    return best if tongues[best] >= _likely(text, language, best) else language


def _may_be_in(own: str, text: str, language: str) -> bool:
    """Return whether a first turn may be in the language of what the character knows, rather than in another."""
    tongues, counts = judge(text).tongues, common_words(text)
    likely = tongues.get(own, 0.0) >= max(_OWN, tongues.get(language, 0.0))
    plain = language == "en" and any(map(is_noun, _LOW.findall(text)))  # "cheapest cheese per kilo?"
    return likely and not plain and counts.get(language, 0) <= counts.get(own, 0)


def _likely(text: str, language: str, other: str) -> float:
    """Return how likely another language than the one that a turn's words show must be: less likely, if they tell as much,
    or tell nothing; but names tell nothing of it, nor what stands within them, as in "Charles de Gaulle"."""
    said = _IN_NAMES.sub(" ", text)
    if _SMALL.search(said) is None:
        return _IN_IT
    counts = common_words(said)
    if not counts:
        return _UNTOLD
    return _TOLD if counts.get(other) == max(counts.values()) and language not in counts else _IN_IT


def says_nothing(text: str, language: str) -> bool:
    """Return whether a text holds nothing worth remembering: ":)", "hm", "ok", "thanks"."""
    telling = telling_terms(text, language)
    if not telling or (len(telling) == 1 and text.rstrip().endswith(("!", "！")) and len(text.split()) == 1):
        return True
    kinds = judge(text).kinds
    return kinds["small_talk"] + kinds["courtesy"] >= _SURE


def claims_something(text: str, language: str) -> bool:
    """Return whether a text claims something: it has no question mark, doesn't request, and isn't surely empty."""
    telling = len(telling_terms(text, language))
    if is_question(text) or not telling or (telling <= _EXCLAIMED and text.rstrip().endswith(("!", "！"))):
        return False
    if not language or language not in TONGUES or any(map(str.isdecimal, text)):
        return True  # no courtesy holds a number
    kinds = judge(text).kinds
    return kinds["request"] < _SURE and kinds["courtesy"] + kinds["small_talk"] < _NO_CLAIM
