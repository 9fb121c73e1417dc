"""Names in a text: whoever is meant, in whatever form the name takes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from soulkeep.text.function_words import function_terms
from soulkeep.text.terms import terms

_SHORTEST = 3
"""Letters of a nickname, at least: Mel for Melanie."""

_CAPITALISED = re.compile(r"\b[^\W\d_a-z][^\W\d_]{2,}")


def named(text: str, language: str, names: Iterable[str]) -> list[str]:
    """Those of some names that a text mentions, in any case, as a possessive or with a particle.

    One part of a name is enough ("Holmes"), and so is its beginning, if it is written like a name: "Mel" means Melanie
    where no ordinary word is meant.
    """
    held = set(terms(text, language)) | set(terms(text, ""))
    nicknames = {word.casefold() for word in _CAPITALISED.findall(text)}
    found: list[str] = []
    for name in names:
        for part in re.findall(r"[^\W_]+", name):
            known = {*terms(part, language), *terms(part, "")}
            if known & function_terms(language):
                continue
            if known & held or any(_short_for(nickname, part.casefold()) for nickname in nicknames):
                found.append(name)
                break
    return found


def _short_for(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST and long.startswith(short)
