"""What the prices of a graph are in, where a price doesn't tell it.

The currency that the data states or other prices tell, or money of the data's own, such as the crowns of a game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING

from soulkeep.graph.terms import local_name
from soulkeep.graph.words.measures import Unit, spoken_unit, unit_named

if TYPE_CHECKING:
    from soulkeep.graph.words.lexicon import Lexicon

WITH_CENTS = ("euros", "dollars", "sterling")
"""Currencies that have cents."""
OF_THE_WORLD = (*WITH_CENTS, "won", "yen")
"""Currencies of which Korean writes thousands with a comma: 9,000원."""
_OF_MONEY = (*OF_THE_WORLD, "gold", "silver")

PRICED = re.compile(r"(?:price|cost|fee|fare|charge|preis|kosten|gebühr)", re.IGNORECASE)
_PAID = re.compile(
    r"(?:price|cost|fee|fare|wage|salary|pay|reward|bounty|value|worth|prize|budget|debt|tax)s?$", re.IGNORECASE
)
"""A word for money before what it is paid in: the wage of yearlyWageCrowns."""
_TAIL = re.compile(r"(.*[a-z])(?:( in )|(?=[A-Z])|_)([A-Za-z]{3,11}s)")
"""A name that ends in a plural: "value in crowns", yearlyWageCrowns."""


class Currencies:
    """The currencies of a graph's prices.

    Args:
        lexicon: the names of its properties.
        properties: its properties.
    """

    def __init__(self, lexicon: Lexicon, properties: Collection[str]) -> None:
        self._lexicon = lexicon
        self._properties = properties

    @cached_property
    def common(self) -> Unit | None:
        """The currency of the prices that tell none: the one that the graph states, else the one that the names of its
        other prices tell; None if there is none, or several."""
        if self._stated:
            return unit_named(self._stated)
        told: set[Unit] = set()
        for property in self._properties:
            texts = [text for text, _ in self._lexicon.labels(property)]
            unit, named = spoken_unit(texts), " ".join((local_name(property), *texts))
            if unit is not None and unit.quantity in _OF_MONEY and PRICED.search(named):
                told.add(unit)
        return told.pop() if len(told) == 1 and not self._own else None

    def own(self, property: str) -> str:
        """Return the data's own money in which a property's values are, in the plural; "" if its name doesn't tell it,
        or no other name does: the adults of entryFeeAdults are none."""
        return next((word for word, _ in self._tails(property) if word in self._own), "")

    @cached_property
    def _stated(self) -> str:
        """The currency that the graph names; "" if it names none or several."""
        lexicon = self._lexicon
        stated = {
            lexicon.label(value, "en")
            for property in self._properties
            if local_name(property).casefold().endswith("currency")
            for value in lexicon.values(property)
        }
        return stated.pop() if len(stated) == 1 else ""

    @cached_property
    def _own(self) -> frozenset[str]:
        """What several properties are in, or what one says it is in."""
        found = [{*self._tails(property)} for property in self._properties]
        named = Counter(word for one in found for word in {word for word, _ in one})
        said = {word for one in found for word, is_said in one if is_said}
        return frozenset(said | {word for word, number in named.items() if number > 1})

    def _tails(self, property: str) -> list[tuple[str, bool]]:
        """Return the plurals that the names of what is paid end in, each with whether it is said to be paid in that."""
        texts = [text for text, tongue in self._lexicon.labels(property) if tongue in ("", "en")]
        split = (_TAIL.fullmatch(text) for text in (*texts, local_name(property)))
        return [(one[3].lower(), one[2] is not None) for one in split if one is not None and _PAID.search(one[1])]
