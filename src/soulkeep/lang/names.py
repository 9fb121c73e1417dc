"""Names in a text: recognising them, and finding who is meant in whatever form the name has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from soulkeep.lang.function_words import function_terms
from soulkeep.lang.terms import asked_terms, terms

_SHORTEST = 3
"""Least number of letters in a nickname: Mel for Melanie."""

_POSSESSIVE = ("'s", "’s")
_PART = re.compile(r"[^\W_]+")
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_BEGINNING = re.compile(r"(?:^|[.!?:;\n“\"「『(¿¡]|\s[-–—])\s{0,4}$")


def proper_names(text: str) -> list[str]:
    """Return words written like names, in order: capitalised within a sentence; neighbouring ones are joined.

    Scripts without capitals show no names; in German all nouns are written so.
    """
    sequences: list[list[str]] = []
    end = -1
    for match in _WORDS.finditer(text):
        word = match[0]
        if word.endswith(_POSSESSIVE):
            word = word[:-2]
        if not word[0].isupper() or len(word) < 2 or _BEGINNING.search(text, max(0, match.start() - 4), match.start()):
            continue
        if sequences and match.start() == end + 1:
            sequences[-1].append(word)
        else:
            sequences.append([word])
        end = match.end() if match[0] == word else -1
    return [" ".join(words) for words in sequences]


def names_in(text: str, language: str, names: Sequence[str]) -> list[str]:
    """Return which of some names a text mentions, in any case, as a possessive or with a particle.

    One part of a name is enough ("Holmes"), and so is its beginning, if it is written like a name: "Mel" for Melanie.
    """
    text_terms = frozenset(asked_terms(text, language)) | frozenset(terms(text, ""))
    ordinary = function_terms(language)
    nicknames = {
        word.casefold()
        for name in proper_names(text)
        for word in name.split()
        if len(word) >= _SHORTEST and ordinary.isdisjoint(terms(word, language))
    }
    names_held: list[str] = []
    for name in names:
        parts = _parts(name, language)
        if any(name_terms & text_terms for _, name_terms in parts) or any(
            part.startswith(nickname) for nickname in nicknames for part, _ in parts
        ):
            names_held.append(name)
    return names_held


@lru_cache(maxsize=4096)
def _parts(name: str, language: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the parts of a name that stand for it, with their terms: no numbers or ordinary words, unless all are."""
    parts = [
        (part.casefold(), frozenset(terms(part, language)) | frozenset(terms(part, ""))) for part in _PART.findall(name)
    ]
    telling = [
        (part, part_terms)
        for part, part_terms in parts
        if not part.isdigit() and part_terms.isdisjoint(function_terms(language))
    ]
    return tuple(telling)
