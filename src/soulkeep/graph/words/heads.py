"""Shorter names of classes: what several kinds end in (Lok, of Dampflok and E-Lok), and what there are sorts of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from soulkeep.lang.pack import pattern

_LEAST = 3
"""Least letters of a whole word that names end in."""


def heads(kinds: Iterable[str], labels: Callable[[str], Iterable[tuple[str, str]]]) -> Iterator[tuple[str, str]]:
    """Yield what all names of several kinds end in, each after something else, with the language.

    Args:
        kinds: the kinds.
        labels: a function that returns the names of one, each with its language.
    """
    names: dict[str, set[str]] = {}
    for one in kinds:
        for text, language in labels(one):
            names.setdefault(language.split("-")[0] or "en", set()).add(text.casefold())
    for language, low in names.items():
        alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*(reversed(one) for one in low), strict=False))
        end = "".join(letters[0] for letters in alike)[::-1].strip(" -")
        within = pattern("naming", "end_of_word", language)
        if within is None or within.fullmatch(end) is None:
            end = end.partition(" ")[2] if any(not one.endswith(f" {end}") for one in low) else end  # whole words
            end = end if len(end) >= _LEAST else ""
        if end and len(low) > 1 and all(len(one) > len(end) for one in low):
            yield end, language


def sorted_out(names: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield what there are sorts of, by names that say so: cheese, of "Käsesorte".

    Args:
        names: the names of a class, each with its language.
    """
    for text, language in names:
        sorts = pattern("naming", "sort_of", language)
        if sorts is not None and (found := sorts.fullmatch(text)) is not None:
            yield found[1], language
