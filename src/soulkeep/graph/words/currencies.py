"""What the prices of a graph are in, where a price doesn't tell it.

The currency that other prices tell, or money of the data's own, such as the crowns of a game.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from soulkeep.graph.terms import local_name
from soulkeep.graph.words.measures import Unit, spoken_unit

if TYPE_CHECKING:
    from soulkeep.graph.words.lexicon import Lexicon

PRICED = re.compile(r"(?:price|cost|fee|fare|charge|preis|kosten|gebühr)", re.IGNORECASE)
_PAID = re.compile(
    r"(?:price|cost|fee|fare|wage|salary|pay|reward|bounty|value|worth|prize|budget|debt|tax)s?$", re.IGNORECASE
)
"""A word for money before what it is paid in: the wage of yearlyWageCrowns."""
_TAIL = re.compile(r"(.*[a-z])(?:( in )|(?=[A-Z])|_)([A-Za-z]{3,11}s)")
"""A name that ends in a plural: "value in crowns", yearlyWageCrowns."""
_OF_MONEY = ("euros", "dollars", "sterling", "won", "yen", "gold", "silver")


def currency_of_others(lexicon: Lexicon) -> Unit | None:
    """Return the currency that the names of a graph's other prices tell; None if they tell none or several."""
    if "" not in lexicon.units:
        told: set[Unit] = set()
        for property in lexicon.properties:
            texts = [text for text, _ in lexicon.labels(property)]
            unit = spoken_unit(texts)
            if (
                unit is not None
                and unit.quantity in _OF_MONEY
                and PRICED.search(" ".join((local_name(property), *texts)))
            ):
                told.add(unit)
        lexicon.units[""] = told.pop() if len(told) == 1 and not _money(lexicon) else None
    return lexicon.units[""]


def own_money(property: str, lexicon: Lexicon) -> str:
    """Return the data's own money in which a property's values are, in the plural; "" if its name doesn't tell it, or
    no other name does: the adults of entryFeeAdults are none."""
    return next((word for word, _ in _tails(property, lexicon) if word in _money(lexicon)), "")


def _money(lexicon: Lexicon) -> frozenset[str]:
    """Return what several properties are in, or what one says it is in."""
    if lexicon.money is None:
        found = [{*_tails(property, lexicon)} for property in lexicon.properties]
        named = Counter(word for one in found for word in {word for word, _ in one})
        said = {word for one in found for word, is_said in one if is_said}
        lexicon.money = frozenset(said | {word for word, number in named.items() if number > 1})
    return lexicon.money


def _tails(property: str, lexicon: Lexicon) -> list[tuple[str, bool]]:
    """Return the plurals that the names of what is paid end in, each with whether it is said to be paid in that."""
    texts = [text for text, tongue in lexicon.labels(property) if tongue in ("", "en")]
    split = (_TAIL.fullmatch(text) for text in (*texts, local_name(property)))
    return [(one[3].lower(), one[2] is not None) for one in split if one is not None and _PAID.search(one[1])]
