"""Dates of birth by how old somebody is to be: "over 40"."""

from __future__ import annotations

from datetime import date, timedelta

from soulkeep.graph.questions.qualifiers import Comparison
from soulkeep.graph.terms import literal
from soulkeep.graph.vocabulary import XSD

_DAY = timedelta(days=1)

_OLDEST = 9_000
"""Most years that are taken for an age."""


def born(comparison: Comparison, today: date | None) -> list[tuple[str, str]]:
    """Return the bounds of a date of birth, sign and date, by a comparison of ages in years; none if it can't be told.

    Somebody is over 40 from their 41st birthday on.

    Args:
        comparison: the comparison.
        today: the day on which it is asked.
    """
    years = [int(one.number) for one in comparison.values if one.number.isdecimal() and one.unit in (None, "years")]
    if today is None or len(years) != len(comparison.values) or not years or max(years) > _OLDEST:
        return []
    least = {">": years[0] + 1, ">=": years[0], "between": min(years)}.get(comparison.sign)
    most = {"<": years[0] - 1, "<=": years[0], "between": max(years)}.get(comparison.sign)
    strict = comparison.sign in ("<", ">")
    after = None if most is None else _years_ago(most + 1, today)
    until = None if least is None else _years_ago(least, today)
    bounds: list[tuple[str, date]] = []
    if after is not None:
        bounds.append((">", after) if strict else (">=", after + _DAY))
    if until is not None:
        bounds.append(("<", until + _DAY) if strict else ("<=", until))
    return [(sign, literal(day.isoformat(), datatype=f"{XSD}date")) for sign, day in bounds]


def _years_ago(years: int, today: date) -> date | None:
    if years >= today.year:
        return None
    day = min(today.day, 28) if today.month == 2 else today.day
    return today.replace(year=today.year - years, day=day)
