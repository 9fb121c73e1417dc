"""Whether people say an English name with "the", as far as the common noun in it tells."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

_OF_A_YEAR = re.compile(r"(?:1\d|20)\d\d (?=[A-Z][a-z])")
"""A name that begins with a year is an event's, mostly: "the 2023 Tour of Valdora"."""

_DETERMINED = re.compile(r"(?:the|an?|my|our|his|her|its|st\.?|saint|new)\b|.*['’]s?\b", re.IGNORECASE)
"""What needs no article: it has one, or somebody's name before it."""


@lru_cache(maxsize=1)
def _nouns() -> dict[str, frozenset[str]]:
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {key: frozenset(str(words).split()) for key, words in told.items()}


@lru_cache(maxsize=8192)
def takes_the(name: str, kind: str) -> bool:
    """Whether a name is said with "the": "Riverside Library", but not "Central Park", nor somebody's name.

    Args:
        name: in English.
        kind: the name of its class, "" if there is none.
    """
    if _OF_A_YEAR.match(name):
        return True
    words = name.split()
    kinds = re.findall(r"[a-z]+", kind.casefold())
    if kinds and kinds[-1] in _nouns()["kinds"] and _is_named(words[0]) and not _DETERMINED.match(name):
        return True
    if len(words) < 2 or _DETERMINED.match(name) or not all(_is_named(word) for word in (words[0], words[-1])):
        return False
    if _nouns()["works"] & {*kinds}:
        return False
    if kinds and words[-1].casefold() == kinds[-1] and kinds[-1] not in _nouns()["bare"]:
        return True  # it is called what it is: the Red Line, the Closing Concert
    if "of" in words:
        return words.index("of") == 1 and words[0].casefold() in _nouns()["of"]
    return words[-1].casefold() in _nouns()["last"]


def _is_named(word: str) -> bool:
    return word[:1].isupper()
