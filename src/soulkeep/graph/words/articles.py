"""Rules for whether an English name is said with "the", as far as its common noun shows."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from soulkeep.lang.classes import is_noun

_OF_A_YEAR = re.compile(r"(?:1\d|20)\d\d (?=[A-Z][a-z]|[a-z]+ of )")
"""A name that begins with a year, mostly an event's: "the 2023 Tour of Valdora"."""

_HANGING = re.compile(
    r" (?:by|with|for|over|under|without|from|to|at|on|in|into|against|behind|beyond|through|[Tt]hat|[Ww]ho|[Ww]hich) "
)
"""What hangs on the noun of a title, so that its last word isn't what it names: "Fire over the Peaks"."""

_DETERMINED = re.compile(r"(?:the|an?|my|our|his|her|its|st\.?|saint|new(?! year))\b|.*['’]s?\b", re.IGNORECASE)
"""A name that needs no article, since it begins with one or with somebody's name."""


_CODE = re.compile(r"[A-Z]{1,3}-?\d+[A-Za-z]?|\d+[A-Z]?")
"""The number of a model at the end of its name: the Falco F412."""

_PLURAL = re.compile(r"[^su]s$")
_OWNED = re.compile(r"(?:the|an?)\b|.*['’]s?\b", re.IGNORECASE)

OF_PEOPLE = ("ers", "ors", "ists", "men", "folk")
"""Endings of words for members of a group: the Gilded Wayfarers."""


@lru_cache(maxsize=1)
def _nouns() -> dict[str, frozenset[str]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {key: frozenset(str(words).split()) for key, words in table.items()}


@lru_cache(maxsize=8192)
def takes_the(name: str, *kinds: str) -> bool:
    """Return whether a name is said with "the": "Riverside Library", but not "Central Park", nor a person's name.

    Args:
        name: the English name.
        kinds: the names of its class and of the superclasses, the most specific first.
    """
    if _OF_A_YEAR.match(name):
        return True
    if "," in name or _HANGING.search(name):  # a place and what it lies in, or a title: "Carols by Lantern"
        return False
    words = name.split()
    kind = re.findall(r"[a-z]+", kinds[0].casefold()) if kinds else []
    ends = {found[-1] for one in kinds if (found := re.findall(r"[a-z]+", one.casefold()))}
    new = len(words) > 2 and words[0] == "New" and words[-1].casefold() in _nouns()["pieces"]  # the New World Symphony
    if not words or (_DETERMINED.match(name) and not new) or not _is_named(words[0]):
        return bool(words) and name[:1].islower() and _is_of_a_single(name, ends)
    if ends & _nouns()["kinds"] or name.casefold() in _nouns()["names"]:
        return True
    if len(words) == 1 and ends & _nouns()["rooms"] and is_noun(words[0].casefold()):
        return True  # an example: the Pharmacy
    if words[-1][:1].islower() or (len(words) == 1 and ends & _nouns()["machines"]):  # an example: the MRI scanner
        return _is_of_a_single(name, ends)
    if len(words) > 1 and _CODE.fullmatch(words[-1]) and ends & _nouns()["models"]:
        return not _OWNED.match(name)
    last = words[-1].casefold()
    if len(words) > 1 and last in _nouns()["pieces"] and not _OWNED.match(name):
        return True
    of = words.index("of") if "of" in words[1:] else 0
    if len(words) < 2 or not _is_named(words[of - 1]) or _nouns()["works"] & {*kind, *ends}:
        return False
    if of:
        head = words[of - 1].casefold()
        return head in _nouns()["of"] or (bool(kind) and is_noun(head))
    if len(words) > 2 and last in _nouns()["last"]:
        return True
    if last in ends and last not in _nouns()["bare"]:
        return True  # the name contains its class: the Red Line, the Closing Concert
    if words[0].casefold() in {*_nouns()["before"], *ends}:
        return False
    if last == "house" and is_noun(words[-2].casefold()):
        return True  # an example: the Reptile House
    return last in _nouns()["last"] or _is_of_things(last, {*kind}, ends)


def _is_of_a_single(name: str, ends: set[str]) -> bool:
    """Return whether a lower-case name is of a single thing: the torn letter, or the spring session, by its class."""
    last = name.split()[-1]
    single = bool(ends & {*_nouns()["single"], last} - _nouns()["bare"]) and not ends & _nouns()["works"]
    if not single and " " in name:  # the left-handed key, whatever wares are
        single = bool(ends) and not ends & {*_nouns()["abstract"], *_nouns()["works"]} and not _PLURAL.search(last)
    return single and _is_common(last) and not _DETERMINED.match(name)


def _is_of_things(last: str, kind: set[str], ends: set[str]) -> bool:
    """Return whether a name is of a thing or of several people, and ends in a common noun for it."""
    plural = last.endswith("s") and bool(ends & _nouns()["made"])
    if not ends or last in _nouns()["bare"] or not (_is_common(last) or plural):
        return False
    if ends & _nouns()["groups"] and (last.endswith("s") or last.endswith(OF_PEOPLE)):
        return not _nouns()["no_groups"] & kind
    if ends & _nouns()["regions"] and re.search(r"[^s]s$", last):
        return True
    if last.endswith("s") and not last.endswith(("ss", "us", "is")):
        return bool(ends & _nouns()["made"]) and any(map(_is_common, _singulars(last)))
    return bool(ends & _nouns()["things"])


def _singulars(word: str) -> tuple[str, ...]:
    """Return what a plural in s may be the plural of: torches, knives, batteries."""
    return word[:-1], word[:-2], f"{word[:-3]}f", f"{word[:-3]}fe", f"{word[:-3]}y"


def _is_common(word: str) -> bool:
    """Return whether an English word is a countable common noun, or a compound of one: a longsword."""
    word = word.casefold()
    return word not in _nouns()["mass"] and (
        word in _nouns()["nouns"] or is_noun(word) or any(is_noun(word[at:]) for at in range(2, len(word) - 4))
    )


def at_place(words: str) -> str:
    """Return the words for a place after a preposition, those of common nouns with "the": in the blue cupboard."""
    last = words.split(" ")[-1]
    plain = re.fullmatch(r"[a-z]+(?: [a-z]+){0,2}", words) is not None and re.search(r"[^su]s$", last) is None
    plain = plain and words not in _nouns()["bare_places"]
    return f"the {words}" if plain and _is_common(last) and not _DETERMINED.match(words) else words


def is_determined(name: str) -> bool:
    """Return whether a name begins with an article or somebody's name."""
    return _OWNED.match(name) is not None


def bare_words(table: str) -> frozenset[str]:
    """Return the words of a table of `articles.toml`."""
    return _nouns()[table]


def may_join(name: str, *, mostly: bool = False) -> bool:
    """Return whether a name of several words may have "the" where others of its kind do, or (`mostly`) where most do,
    even if its last word is no noun that is known: the Heron Brooch."""
    words = name.split()
    if len(words) < 2 or words[0].casefold() in _nouns()["before"]:
        return False
    plain = all(re.fullmatch(r"[A-Z][a-z]+|of", word) for word in words) and not name.endswith("ing")
    last = words[-1].casefold()
    return (
        plain
        and not _DETERMINED.match(name)
        and last not in _nouns()["bare"]
        and re.search(r"[^su]s$", last) is None
        and (_is_common(last) or mostly)
    )


def may_take_the(name: str, *, alone: bool = False) -> bool:
    """Return whether a name consists of common nouns, so that it may have "the" where others of its kind do.

    Args:
        name: the English name.
        alone: whether a single noun counts, too: the Kitchen.
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
    if re.search(r"[^su]s$", last) and is_noun(last[:-1]):  # a family's name, Maier Flowers, but no lens
        return last.endswith(OF_PEOPLE)
    return (is_noun(last) and last not in _nouns()["bare"]) or last.endswith(OF_PEOPLE)


def is_work(kind: str) -> bool:
    """Return whether a kind is one of works, whose titles are said as they are."""
    return bool(_nouns()["works"] & {*re.findall(r"\w+", kind.casefold())})


def is_bare_kind(kind: str, last: str) -> bool:
    """Return whether places of a kind, or with a last word, are said without "the": Mill Street, Quarry Hill."""
    bare = _nouns()["bare"]
    return last.casefold() in bare or bool({*re.findall(r"[a-z]+", kind.casefold())[-1:]} & bare)


def _is_named(word: str) -> bool:
    return word[:1].isupper()
