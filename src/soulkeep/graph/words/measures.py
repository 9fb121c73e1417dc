"""Literals as numbers that can be compared: quantities with units, dates, times and durations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from soulkeep.graph.terms import is_literal, local_name, parsed
from soulkeep.graph.vocabulary import XSD

NUMBER, MOMENT, DURATION, TIME = "number", "moment", "duration", "time"
"""Kinds of measures: a number (in its unit), days since the year 1, seconds, and seconds since midnight."""

PAID = ("euros", "dollars", "sterling", "won", "gold", "silver")
"""Quantities that prices are told in."""

_DATE = re.compile(r"(-?\d+)(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d):(\d\d)(?::(\d\d))?.*)?(?:Z|[+-]\d\d:\d\d)?$")
_TIME = re.compile(r"(\d\d?):(\d\d)(?::(\d\d))?")
_ISO_DURATION = re.compile(
    r"P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?"
)
_SECONDS = (31556952, 2629746, 604800, 86400, 3600, 60, 1)
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_DATED = {f"{XSD}{name}" for name in ("date", "dateTime", "gYear", "gYearMonth")}
_DAY, _COUNTED = f"{XSD}date", {f"{XSD}{name}" for name in ("integer", "decimal", "double", "float", "int")}
_FIRST = date(1970, 1, 1).toordinal()
_LASTING = {f"{XSD}{name}" for name in ("duration", "dayTimeDuration", "yearMonthDuration")}
_SPOKEN_UNIT = re.compile(r"\(([^()]{1,20})\)|\bin ([a-z ]{2,20})$", re.IGNORECASE)
_SQUARED = re.compile(r"[Ss]quare[_-]?((?:[Kk]ilo)?[Mm]et(?:re|er)s?)$")
_LAST_WORD = re.compile(r"(?:(?<=[_-])[^\W\d_]++|(?<=[a-z0-9])[A-Z]++[a-z]*+)\d?$")


class Measure(NamedTuple):
    """A literal as a number: its kind, its value, and the end of its range (a year covers all its days)."""

    kind: str
    low: float
    high: float


class Unit(NamedTuple):
    """A unit: its name in `units.toml`, its quantity, and its size in the first unit of that quantity."""

    name: str
    quantity: str
    factor: float


@lru_cache(maxsize=65536)
def measure(term: str) -> Measure | None:
    """Return a literal as a number comparable with others of its kind; None if it is no measure."""
    return measured(term)


def is_moment(term: str) -> bool:
    """Return whether a term is a date, or a year."""
    one = measure(term)
    return one is not None and one.kind == MOMENT


def is_time(term: str) -> bool:
    """Return whether a term is a time of the day."""
    one = measure(term)
    return one is not None and one.kind == TIME


_OF_A_MONTH = re.compile(r'"--(\d\d)"\^\^<http://www\.w3\.org/2001/XMLSchema#gMonth>')


def month_of(term: str) -> str | None:
    """Return the two digits of a month of any year; None if a term is no such."""
    match = _OF_A_MONTH.fullmatch(term)
    return None if match is None else match[1]


def is_in_month(term: str, month: str) -> bool:
    """Return whether a day or a month of a year is in a month of any year, given by its two digits."""
    own = measured(term)
    return own is not None and own.kind == MOMENT and parsed(term).value[4:7] == f"-{month}"


def measured(term: str) -> Measure | None:
    """Return the same without keeping it, for many literals at once."""
    if not is_literal(term):
        return None
    text, _, datatype = term[1:-1].rpartition('"^^<')
    if datatype in _COUNTED and text.isdecimal():  # most values are plain numbers and days
        return _point(NUMBER, float(text))
    if datatype == _DAY and len(text) == 10 and text[4] == text[7] == "-":
        with suppress(ValueError):
            return _point(MOMENT, float(date.fromisoformat(text).toordinal()))
    text, language, datatype = parsed(term)
    text = text.strip()
    if datatype in _DATED:
        return day_number(text)
    if datatype == f"{XSD}time":
        match = _TIME.match(text)
        return None if match is None else _point(TIME, _clock(match))
    if datatype in _LASTING or text.startswith("P"):
        duration = _ISO_DURATION.fullmatch(text)
        if duration is not None:
            return _point(DURATION, sum(float(a or 0) * b for a, b in zip(duration.groups(), _SECONDS, strict=True)))
    if language:
        return None
    if _NUMBER.fullmatch(text):
        return _point(NUMBER, float(text))
    if datatype == f"{XSD}string":
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            return day_number(text)
        if (match := _TIME.fullmatch(text)) is not None:
            return _point(TIME, _clock(match))
    return None


def points(terms: Sequence[str]) -> tuple[str, list[float]] | None:
    """Return the kind of many literals and each one's number, if all are plain numbers or all are plain days; else
    None."""
    end = terms[0][terms[0].rfind('"') :] if terms else ""
    texts = [term[1 : -len(end)] for term in terms if term.endswith(end)]
    if len(texts) < len(terms) or not end.startswith('"^^<'):
        return None
    if end[4:-1] in _COUNTED and all(map(str.isdecimal, texts)):
        return NUMBER, [*map(float, texts)]
    if end[4:-1] == _DAY and all(len(text) == 10 for text in texts) and min(texts) > "0001":
        with suppress(ValueError):
            return MOMENT, (np.array(texts, dtype="datetime64[D]").astype(np.float64) + _FIRST).tolist()
    return None


def day_number(text: str) -> Measure | None:
    """Return an ISO 8601 date, month or year as days since the year 1."""
    match = _DATE.match(text)
    if match is None:
        return None
    year = int(match[1])
    if not 1 <= year <= 9999:
        return Measure(MOMENT, year * 365.2425, (year + 1) * 365.2425 - 1)
    try:
        if match[3]:
            day = date(year, int(match[2]), int(match[3])).toordinal()
            hours = int(match[4] or 0) / 24 + int(match[5] or 0) / 1440
            return Measure(MOMENT, day + hours, day + hours if match[4] else float(day))
        if match[2]:
            month = int(match[2])
            end = date(year + month // 12, month % 12 + 1, 1).toordinal() - 1 if year < 9999 else 0
            return Measure(MOMENT, date(year, month, 1).toordinal(), end)
    except ValueError:
        return None
    return Measure(MOMENT, date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal())


def _point(kind: str, value: float) -> Measure:
    return Measure(kind, value, value)


def _clock(match: re.Match[str]) -> float:
    return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3] or 0)


# -- units


@lru_cache(maxsize=1)
def _units() -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / "units.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def unit_names() -> dict[str, Unit]:
    """Return all units by their names, in lower case."""
    return {
        name.casefold(): Unit(key, str(unit_data["of"][0]), float(unit_data["of"][1]))
        for key, unit_data in _units().items()
        for name in unit_data["names"]
    }


def unit_called(key: str) -> Unit | None:
    """Return the unit with a name in `units.toml`; None if there is none."""
    unit_data = _units().get(key)
    return None if unit_data is None else Unit(key, str(unit_data["of"][0]), float(unit_data["of"][1]))


def unit_words(unit: str, language: str, *, several: bool) -> str:
    """Return a unit in words."""
    unit_data = _units()[unit]
    return str(unit_data.get(language, unit_data["en"])[several])


def unit_named(text: str, *, alone: bool = True) -> Unit | None:
    """Return the unit named by a text, or (not `alone`) by the last word of a property's name: lengthKm, weight_kg."""
    unit = unit_names().get(text.casefold().strip())
    if unit is not None or alone:
        return unit
    if (squared := _SQUARED.search(text)) is not None:
        return unit_names().get(f"square {squared[1].casefold()}")
    last = _LAST_WORD.search(text)
    if last is None:
        return None
    if last[0] in ("m", "s", "g", "t", "h", "S", "H", "G", "T"):  # one letter counts in weight_g, widthM alone
        return unit_names().get(last[0].casefold()) if re.search(_MEASURED, text, re.IGNORECASE) else None
    return unit_names().get(last[0].casefold())


_MEASURED = r"length|height|width|depth|weight|mass|duration|time|elevation|altitude|distance|size|radius|diameter"


def spoken_unit(texts: list[str]) -> Unit | None:
    """Return the unit in a label or a description: "elevation (m)", "in centimetres"."""
    for text in texts:
        for bracketed, said in _SPOKEN_UNIT.findall(text):
            if (unit := unit_named(bracketed or said)) is not None:
                return unit
    return None


def name_unit(term: str) -> Unit | None:
    """Return the unit at the end of a property's or a datatype's name."""
    name = local_name(term)
    unit = unit_named(name) or unit_named(name, alone=False)
    return None if unit is None or name.casefold().endswith(_CALENDAR) else unit


_CALENDAR = ("day", "week", "month", "year", "second", "minute", "hour")
"""Words for a part of a date, or an ordinal, rather than a unit."""
