"""Values in words: with their property's unit, seconds as minutes and hours, large sums in millions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from soulkeep.graph.terms import is_literal, literal, local_name, parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.currencies import OF_THE_WORLD, PRICED, WITH_CENTS
from soulkeep.graph.words.hours import spoken_hours, spoken_weekdays
from soulkeep.graph.words.measures import Unit, measure, name_unit, spoken_unit, unit_called, unit_named, unit_words
from soulkeep.graph.words.spoken import spoken
from soulkeep.lang.pack import subject

if TYPE_CHECKING:
    from soulkeep.graph.words.lexicon import Lexicon

_SECONDS = re.compile(r"http://dbpedia\.org/(?:ontology/runtime|ontology/duration)")
"""Properties that count seconds, by the definition of their vocabulary."""

_KILOGRAMS = ("http://dbpedia.org/ontology/weight", "http://www.wikidata.org/prop/direct/P2067")
_METRES = (
    "http://dbpedia.org/ontology/height",
    "http://dbpedia.org/ontology/elevation",
    "http://dbpedia.org/ontology/length",
    *(f"http://www.wikidata.org/prop/direct/P{number}" for number in (2043, 2044, 2048, 2049, 2386, 4511, 5524)),
)
_COUNTED = re.compile(
    r"(seconds|minutes|hours|days|weeks|months|years)_?(?:to|until|till|for|of|in|To|Until|Till|For|Of|In)(?:[A-Z_]|$)"
)
"""Names of properties that begin with the unit of what they count: daysToHarvest."""

_QUDT = ("http://qudt.org/vocab/unit/", "http://qudt.org/vocab/unit#")
_PRICE = re.compile(f"{PRICED.pattern}$", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BRACKETS = re.compile(r"\(([^\W\d_]{2,20})\)$")
"""A word at the end of a label."""
_WEEKDAYS = re.compile(r"(?<!birth)days?\b|요일|휴무|쉬는 날", re.IGNORECASE)
_LATEST_YEAR = 2100
"""Largest number that may be a year."""

_SIGNS = {"euros": "€", "dollars": "$", "sterling": "£"}
_YEARS = re.compile(r"year|jahr|연도|년도|isbn|phone|zip|postal|number$|no$", re.IGNORECASE)


def unit_of(property: str, lexicon: Lexicon) -> Unit | None:
    """Return the unit of a property's values, by their datatype, its name, its label or description, its vocabulary, or
    QUDT."""
    units = lexicon.units
    if property not in units:
        units[property] = _unit_of(property, lexicon)
    return units[property]


def _unit_of(property: str, lexicon: Lexicon) -> Unit | None:
    if (datatype := lexicon.datatype(property)) is not None and (unit := _of_datatype(datatype)) is not None:
        return unit  # it is the values' own, whatever the property is called
    texts = [text for text, language in (*lexicon.labels(property), *lexicon.descriptions(property))]
    if (unit_said := spoken_unit(texts)) is not None:
        priced = unit_said.name == "lb" and any(map(PRICED.search, (local_name(property), *texts)))
        return unit_named("gbp") if priced else unit_said
    for _, value in lexicon.about(property):
        for prefix in _QUDT:
            if value.startswith(f"<{prefix}"):
                return _qudt(value[len(prefix) + 1 : -1])
    iri = property[1:-1]
    if _SECONDS.fullmatch(iri):
        return unit_named("s")
    if iri in _KILOGRAMS:
        return unit_named("kg")
    if iri in _METRES:
        return unit_named("m")
    if _PRICE.search(local_name(property)) and (currency := lexicon.currencies.common) is not None:
        return currency
    if (counted := _COUNTED.match(local_name(property))) is not None:
        return unit_called(counted[1])
    by_name = name_unit(property)
    if by_name is not None:
        return by_name
    named = (
        text.rsplit(" ", 1)[-1] for text, language in lexicon.labels(property) if language in ("", "en") and " " in text
    )
    return next((unit for word in named if len(word) > 1 and (unit := name_unit(f"<x#x_{word}>")) is not None), None)


def _qudt(name: str) -> Unit | None:
    names = {
        "M": "m", "KiloM": "km", "CentiM": "cm", "MilliM": "mm", "KiloGM": "kg", "GM": "g", "SEC": "s", "MIN": "min",
        "HR": "h", "DAY": "days", "YR": "years", "DEG_C": "celsius", "KiloM2": "km2", "M2": "m2", "HA": "ha",
        "L": "litre",
        "PERCENT": "percent", "KiloM-PER-HR": "km/h", "EUR": "eur", "USD": "usd", "TON_Metric": "tonne",
    }  # fmt: skip
    return unit_named(names[name]) if name in names else None


def in_unit(value: str, given: str | None, property: str, lexicon: Lexicon, *, kind: str) -> str | None:
    """Return a number given in one unit, converted to the unit of a property's values; None if the units don't fit.

    Args:
        value: the number, as a literal.
        given: the name of the number's unit; None if it has none.
        property: the property that it is compared with.
        lexicon: the lexicon of the property's graph.
        kind: the kind of measure of the property's values.
    """
    if given is None:
        return value if kind == "number" else None
    unit = unit_called(given)
    own = unit_of(property, lexicon)
    amount = float(parsed(value).value)
    if kind == "duration":
        if unit is None or unit.quantity != "time":
            return None
        return literal(f"PT{amount * unit.factor:.0f}S", datatype=XSD + "duration")
    if own is None or unit is None:
        return value if own is None else None
    if own.quantity != unit.quantity:
        return None
    return literal(f"{amount * unit.factor / own.factor:g}", datatype=XSD + "decimal")


def spoken_value(value: str, property: str | None, lexicon: Lexicon, language: str) -> str:
    """Return a property's value in words: "175 cm", "1 hour 28 minutes", "15 million dollars".

    Args:
        value: the value, as a term.
        property: the property; None if there is none.
        lexicon: the names of units.
        language: the language to tell it in.
    """
    text = spoken(value, lexicon, language)
    if not property or not is_literal(value):
        return text
    measured = measure(value)
    if measured is None or measured.kind != "number":
        days = spoken_weekdays(text, language) if _WEEKDAYS.search(_names(property, lexicon)) else None
        return days or spoken_hours(text, language) or text
    datatype = parsed(value).datatype
    unit = _of_datatype(datatype) or unit_of(property, lexicon)
    amount = measured.low
    if unit is not None and unit.quantity == "time" and amount >= 60 and unit.name in ("s", "min"):
        return spoken(literal(duration_of(amount * unit.factor), datatype=XSD + "duration"), lexicon, language)
    name = local_name(property)
    if text.endswith((".0", ",0")) and amount == int(amount):
        text = text[:-2]  # 165.0 grams are 165
    number = text if _YEARS.search(name) else grouped(amount, text, language)
    if unit is None:
        people = language == "ko" and lexicon.concept(property).startswith("population")
        if language == "en" and _LATEST_YEAR < amount < 10_000 and amount == int(amount) and not _YEARS.search(name):
            number = f"{int(amount):,}"
        if word := _unit_in_brackets(property, lexicon, language, several=amount != 1):
            number = spoken_money(amount, language) if PRICED.search(name) and _has_cents(amount) else number
            return f"{number} {word}"
        if _PRICE.search(name) and _has_cents(amount):
            return spoken_money(amount, language)
        return f"{number}명" if people else number
    if unit.quantity in WITH_CENTS and _has_cents(amount):
        number = spoken_money(amount, language)
        if language == "en":
            return f"{_SIGNS[unit.quantity]}{number}"
    elif language == "ko" and unit.quantity in OF_THE_WORLD and amount == int(amount):
        number = f"{int(amount):,}"
    elif language == "en" and 1_000 <= abs(amount) < 1_000_000:
        number = f"{amount:,.10g}" if amount != int(amount) else f"{int(amount):,}"
    words = unit_words(unit.name, language, several=amount != 1)
    gap = "" if language == "ko" and not words[:1].isascii() else " "
    return f"{number}{gap}{words}"


def _unit_in_brackets(property: str, lexicon: Lexicon, language: str, *, several: bool) -> str:
    """Return a unit of the data's own, which its labels have in brackets: the crowns of "reward (crowns)"; "" if there
    is none. That it is one is known by the English label, whose word is a plural."""
    labels = [(match[1], tongue) for text, tongue in lexicon.labels(property) if (match := _BRACKETS.search(text))]
    english = next((word for word, tongue in labels if tongue in ("", "en")), "") or lexicon.currencies.own(property)
    if not english.endswith("s") or english.endswith(("ss", "us", "is")):
        return ""
    if language == "en":
        return english if several else english[:-1]
    return next((word for word, tongue in labels if tongue == language), "")


def _names(property: str, lexicon: Lexicon) -> str:
    return " ".join([local_name(property), *(text for text, _ in lexicon.labels(property))])


def _has_cents(amount: float) -> bool:
    return amount != int(amount) and abs(amount * 100 - round(amount * 100)) < 1e-6  # 9.80 isn't exact in binary


def spoken_money(amount: float, language: str) -> str:
    """Return an amount with cents: 7.50."""
    text = f"{amount:,.2f}"
    said = subject("amounts", language)
    if not said.get("decimal_comma"):
        return text
    return text.replace(",", "\0").replace(".", ",").replace("\0", said["thousands"])


def _of_datatype(datatype: str) -> Unit | None:
    if datatype.startswith(XSD):
        return None
    name = datatype.rsplit("/", 1)[-1].rsplit("#", 1)[-1]
    return unit_named(name) or unit_named(_CAMEL.sub(" ", name))  # DBpedia's: squareKilometre, poundSterling


def duration_of(seconds: float) -> str:
    """Return seconds as an ISO 8601 duration."""
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return (
        "PT"
        + (f"{hours}H" if hours else "")
        + (f"{minutes}M" if minutes else "")
        + (f"{left}S" if left or not whole else "")
    )


def grouped(amount: float, text: str, language: str) -> str:
    """Return a large number as people write it: 205,000; 15 million."""
    if amount != int(amount) or abs(amount) < 10_000:
        return text
    if abs(amount) >= 1_000_000 and amount % 100_000 == 0:
        millions = f"{amount / 1e6:g}"
        if language == "en":
            return f"{millions} million"
        if language == "de":
            return f"{millions.replace('.', ',')} Million" + ("" if amount == 1e6 else "en")
    return f"{int(amount):,}".replace(",", subject("amounts", language).get("thousands", ","))
