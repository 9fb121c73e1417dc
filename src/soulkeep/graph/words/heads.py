"""Shorter names of classes: what several kinds end in (Lok, of Dampflok and E-Lok), and what there are sorts of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

_SORT = {
    "de": re.compile(r"(\w{3,}?)(?:sorte|art|typ|rasse|gattung|modell)", re.IGNORECASE),
    "en": re.compile(r"(\w[\w ]+?) (?:type|kind|variety|sort|breed|species|model)", re.IGNORECASE),
    "ko": re.compile(r"([가-힣]+?)\s?(?:종류|품종)"),
}
"""A name for sorts of something: the Käse, of Käsesorte."""

_LEAST = {"de": 3, "ko": 2}
"""Least letters of the end of one word; in other languages only whole words are told apart."""

_BEFORE = {"de": 2, "ko": 1}
"""Least letters before it."""


def heads(names: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield what all names of a language end in, each after something else, with the language.

    Args:
        names: the names of the kinds, by ISO 639-1.
    """
    for language, some in names.items():
        low = sorted({one.casefold() for one in some})
        if len(low) < 2:
            continue
        alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*(reversed(one) for one in low), strict=False))
        end = "".join(letters[0] for letters in alike)[::-1]
        if language not in _LEAST or not end.isalpha():
            end = end.partition(" ")[2]  # whole words
        end = end.strip(" -")
        before = _BEFORE.get(language, 1)
        if len(end) >= _LEAST.get(language, 3) and all(len(one) >= len(end) + before for one in low):
            yield end, language


def sorted_out(names: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield what there are sorts of, by names that say so: cheese, of "Käsesorte".

    Args:
        names: the names of a class, each with its language.
    """
    for text, language in names:
        pattern = _SORT.get(language)
        if pattern is not None and (found := pattern.fullmatch(text)) is not None:
            yield found[1], language
