"""Typing of years that data gives as plain numbers: `bornInYear 541` becomes a date, so that ages can be compared."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from soulkeep.graph.terms import bare, local_name
from soulkeep.graph.vocabulary import XSD
from soulkeep.lang.pack import words

if TYPE_CHECKING:
    import pyoxigraph as ox

_CALLED = re.compile(
    r"(?:^|[_-]|(?<=[a-z]))(?<!vor)(?<!pro)(?<!im)(?<!per)(?<!each)(?<!last)(?<!this)(?:year|jahr)$|(?:since|seit)$"
    r"|^(?-i:year|Jahr|jahr)(?-i:_|[A-Z])|(?:연도|년도)$",
    re.IGNORECASE,
)
_PERHAPS = re.compile(r"^(?!.*(?i:number|count|copies|units|total|sold|size|weight|price))[a-z]\w*[a-z](?:In|_in)$")
"""Names of years where all values look like one: `joinedStaffIn 2018`."""

_LANGUAGES = ("en", "de", "ko")

_TENS = 10
"""What all numbers of things are likelier to be a multiple of than all years."""

_YEAR = re.compile(r"-?\d{1,4}")
_RECENT, _HAPPENING = range(1000, 2200), range(1400, 2050)
"""Numbers that may be years, and those that are taken for years of what happened: `built 1831`."""

_PLAIN = {f"{XSD}{name}" for name in ("integer", "int", "short", "long", "positiveInteger", "nonNegativeInteger")}
_SAMPLE = 50

_LEAST = 100
"""Least number that is taken for a year: "year 5" is a school class."""


@cache
def _happened() -> re.Pattern[str]:
    """Return a pattern of names for what happened in a year, in all languages: built, gegründet, 설립."""
    said = "|".join(re.escape(one) for language in _LANGUAGES for one in words("naming", "happened", language))
    return re.compile(rf"(?:(?:was|is|first|date|year)_?)?(?:{said})_?(?:on|at|in|am|im|일)?", re.IGNORECASE)


def type_years(store: ox.Store, properties: list[str]) -> int:
    """Give the values of properties that are named as years and have plain numbers the datatype of years.

    Args:
        store: the store, changed in place.
        properties: IRIs in angle brackets.

    Returns:
        The number of values typed.
    """
    import pyoxigraph as ox

    typed = 0
    year = ox.NamedNode(XSD + "gYear")
    for property in properties:
        name = local_name(property)
        called, happened = _CALLED.search(name) is not None, _happened().fullmatch(name) is not None
        if not (called or happened or _PERHAPS.search(name)):
            continue
        node = ox.NamedNode(bare(property))
        sample = [quad.object for quad in islice(store.quads_for_pattern(None, node, None, None), _SAMPLE)]
        numbers = [
            int(one.value)
            for one in sample
            if isinstance(one, ox.Literal) and one.datatype.value in _PLAIN and _YEAR.fullmatch(one.value)
        ]
        if len(numbers) < len(sample) or 2 * sum(abs(one) >= _LEAST for one in numbers) <= len(numbers):
            continue
        if not called and any(one not in (_HAPPENING if happened else _RECENT) for one in numbers):
            continue
        if happened and not called and all(one % _TENS == 0 for one in numbers):
            continue  # of how many that happened, rather than when
        for quad in list(store.quads_for_pattern(None, node, None, None)):
            if isinstance(quad.object, ox.Literal) and _YEAR.fullmatch(quad.object.value):
                store.remove(quad)
                literal = ox.Literal(quad.object.value, datatype=year)
                store.add(ox.Quad(quad.subject, quad.predicate, literal, quad.graph_name))
                typed += 1
    return typed
