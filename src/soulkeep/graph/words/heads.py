"""What the names of several kinds end in: Lok, of Dampflok, Diesellok and E-Lok."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

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
