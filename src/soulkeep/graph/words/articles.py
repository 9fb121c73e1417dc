"""Whether people say an English name with "the", as far as the common noun in it tells."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from soulkeep.lang.classes import is_noun

_OF_A_YEAR = re.compile(r"(?:1\d|20)\d\d (?=[A-Z][a-z])")
"""A name that begins with a year is an event's, mostly: "the 2023 Tour of Valdora"."""

_DETERMINED = re.compile(r"(?:the|an?|my|our|his|her|its|st\.?|saint|new)\b|.*['’]s?\b", re.IGNORECASE)
"""What needs no article: it has one, or somebody's name before it."""


_OWNED = re.compile(r"(?:the|an?)\b|.*['’]s?\b", re.IGNORECASE)

OF_PEOPLE = ("ers", "ors", "ists", "men", "folk")
"""What words for people of a group end in: the Gilded Wayfarers."""


@lru_cache(maxsize=1)
def _nouns() -> dict[str, frozenset[str]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {key: frozenset(str(words).split()) for key, words in table.items()}


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
    if len(words) > 1 and words[-1].casefold() in _nouns()["pieces"] and not _OWNED.match(name) and _is_named(words[0]):
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


def bare_words(table: str) -> frozenset[str]:
    """The words of a table of `articles.toml`."""
    return _nouns()[table]


def may_take_the(name: str, *, alone: bool = False) -> bool:
    """Whether a name is made of common nouns, so that it can have "the" where others of its kind have it.

    Args:
        name: in English.
        alone: whether a single noun may, too: the Kitchen.
    """
    words = name.split()
    if (
        len(words) < (1 if alone else 2)
        or "&" in words
        or _DETERMINED.match(name)
        or not (_is_named(words[0]) and _is_named(words[-1]))
    ):
        return False
    last = words[-1].casefold()
    return (is_noun(last) and last not in _nouns()["bare"]) or last.endswith(OF_PEOPLE)


def is_work(kind: str) -> bool:
    """Whether a kind of things is one of works, whose titles stand as they are."""
    return bool(_nouns()["works"] & {*re.findall(r"[a-z]+", kind.casefold())})


def is_bare_kind(kind: str, last: str) -> bool:
    """Whether places of a kind, or whose names end in a word, are said without "the": Mill Street, Quarry Hill."""
    bare = _nouns()["bare"]
    return last.casefold() in bare or bool({*re.findall(r"[a-z]+", kind.casefold())[-1:]} & bare)


def _is_named(word: str) -> bool:
    return word[:1].isupper()
