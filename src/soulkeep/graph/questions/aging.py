"""Bounds on dates of birth, by how old somebody is to be: "over 40"."""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.forms import Bound, Form, Path, PathStep
from soulkeep.graph.questions.marks import Comparison
from soulkeep.graph.questions.spans import is_end
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import Wordbook, dimension_support
from soulkeep.graph.terms import literal, parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import MOMENT

_DAY = timedelta(days=1)

_OLDEST = 9_000
"""Most years that are taken for an age."""


OF_LIFE = re.compile(r"young|old|eld|jung|jüng|alt|ält|어리|어린|나이|연장|젊", re.IGNORECASE)
"""What somebody is by their age, and not a member by how long they have been one: the youngest, but not the newest."""

_YEARS_OLD = re.compile(r"[살세]")
"""What Korean counts years of age by."""

BEGINS = 0.75
"""Least nearness of a property to the words for the beginning of a life."""


def is_beginning(property: str, wordbook: Wordbook) -> bool:
    """Return whether a property tells when something began."""
    near = (dimension_support(wordbook, name).get(property, 0.0) for name in ("birth", "age"))
    return max(near) >= BEGINS


def by_age(
    form: Form,
    comparison: Comparison,
    measures: Sequence[tuple[Path, str]],
    steps: Sequence[PathStep],
    question: AnalysedQuestion,
    around: Surroundings,
) -> Iterator[Form]:
    """Yield a form with bounds on a date of birth, without the dead.

    Args:
        form: the form.
        comparison: the ages to compare with.
        measures: the paths from the form's things to measures, with their kinds.
        steps: the steps from its things.
        question: the analysed question.
        around: the surroundings of things in its graph.
    """
    wordbook = question.known.wordbook
    own = [step for step in steps if not step.inverse and is_end(step.property, wordbook)]
    dated = sorted(step for step in own if around.measured(step.property) == MOMENT)[:1]
    for path, kind in measures:
        began = kind == MOMENT and is_beginning(path[-1].property, wordbook)
        if began and (is_said(comparison, question) or _are_people(form, question)):
            years = around.are_years(path[-1].property)  # of a year alone, only what is so all through it is told
            bounds = [_of_year(path, *one) if years else Bound(path, *one) for one in born(comparison, question.today)]
            alive = [Bound((step,), "lacks") for step in dated if len(path) == 1]
            if bounds:
                yield form._replace(bounds=(*form.bounds, *bounds, *alive))


def _of_year(path: Path, sign: str, day: str) -> Bound:
    return Bound(path, sign[0], literal(parsed(day).value[:4], datatype=f"{XSD}gYear"))


def is_said(comparison: Comparison, question: AnalysedQuestion) -> bool:
    """Return whether a comparison of ages says so: "older than 40", but not "over 40", which may be a score."""
    said = question.text[max(comparison.start - 4, 0) : comparison.end]
    counted = any(one.unit == "years" for one in comparison.values) or _YEARS_OLD.search(said) is not None
    return counted or OF_LIFE.search(said) is not None


def _are_people(form: Form, question: AnalysedQuestion) -> bool:
    """Return whether a form is of people, or of things that are named."""
    schema = question.known.knowledge.schema
    return form.type is None or schema.is_person([form.type])


def leaves_out_dead(bound: Bound, question: AnalysedQuestion) -> bool:
    """Return whether a bound leaves out the dead where ages are compared, who have none any more."""
    aged = any(one.dimension == "age" for one in question.qualifiers.comparisons)
    return aged and bound.sign == "lacks" and is_end(bound.path[-1].property, question.known.wordbook)


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
    year = today.year - years
    day = 28 if (today.month, today.day) == (2, 29) and not isleap(year) else today.day
    return today.replace(year=year, day=day)
