"""The last question asked of another time: "and in 2019?", "올해는?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from soulkeep.graph.episodes.naming import is_weighty
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import QuestionReading, reader_of
from soulkeep.graph.questions.forms import Form
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.questions.values import Value
from soulkeep.graph.terms import literal
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.gazetteer import tokens, year_in
from soulkeep.graph.words.measures import is_moment, month_of
from soulkeep.lang.pack import pattern
from soulkeep.types.episodes import Understanding

_PARTICLES = re.compile("(?:에|은|는|엔|도|요)+")
"""What a Korean time may end in."""

_OF_YEAR = re.compile(r'"(\d{4})')
"""A time of a year."""

_BESIDE = {"year_before": -1, "year_after": 1}
"""Patterns of questions for the year before or after, and how many years later it is."""

_SIGNS = ("=", "<", "<=", ">", ">=")


class AnotherTime(NamedTuple):
    """A time that is asked about, and its sign in a bound: before it, after it, or `"="`, in it."""

    value: Value
    sign: str


def time_alone(text: str, language: str, context: Sequence[Understanding]) -> AnotherTime | None:
    """Return the time that a text tells, if it follows a question and tells nothing else; else None.

    Args:
        text: the question.
        language: ISO 639-1.
        context: the understandings before, the latest last.
    """
    marks = qualifiers(text, language)
    times = [one for one in marks.values if one.moment]
    if not context or context[-1].query is None or len(times) != 1:
        return None
    compared = [one for one in marks.comparisons if one.values == (times[0],)]
    places = [(times[0].start, times[0].end), *((one.start, one.end) for one in compared)]
    for start, end in sorted(places, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    if any(is_weighty(one.form, language) and not _PARTICLES.fullmatch(one.form) for one in tokens(text)):
        return None
    return AnotherTime(times[0], compared[0].sign if compared else "=")


def year_beside(text: str, language: str, knowledge: Knowledge, context: Sequence[Understanding]) -> AnotherTime | None:
    """Return the year before or after that of the last question, if a text asks for nothing but that: "and the year
    before?"; else None.

    Args:
        text: the question.
        language: ISO 639-1.
        knowledge: the data, whose things may have a year in their names.
        context: the understandings before, the latest last.
    """
    told = {key: pattern("asking", key, language) for key in _BESIDE}
    by = next((_BESIDE[key] for key, said in told.items() if said is not None and said.search(text)), None)
    if by is None or not context or context[-1].query is None:
        return None
    form = Form.of(context[-1].query)
    times = [bound.value for bound in form.bounds if bound.sign == "=" and _is_time(bound.value)]
    bounds = (match[1] for match in map(_OF_YEAR.match, times) if match is not None)
    names = (year_in(knowledge.lexicon.label(one, language)) for one in form.things)
    year = next(filter(None, (*bounds, *names)), None)
    if year is None:
        return None
    term = literal(f"{int(year) + by:04}", datatype=XSD + "gYear")
    return AnotherTime(Value(0, len(text), term, moment=True), "=")


def at_another_time(time: AnotherTime, knowledge: Knowledge, before: Understanding) -> QuestionReading | None:
    """Return the question before with another time; None if it was about none.

    Args:
        time: the year or the month, and its sign.
        knowledge: the data.
        before: the understanding of the question before.
    """
    if before.query is None:
        return None
    form = _at(Form.of(before.query), time, knowledge)
    if form is None:
        return None
    found = reader_of(knowledge).known.solver.solve(form)
    return QuestionReading(form, found, before.sure, ("property",), asks=before.asks)


def _at(form: Form, time: AnotherTime, knowledge: Knowledge) -> Form | None:
    """Return a form with another time in its only bound of one, or with another edition of the thing that it is
    about; None if it has neither."""
    of_time = [bound for bound in form.bounds if bound.sign in _SIGNS and _is_time(bound.value)]
    if len(of_time) == 1:
        another = of_time[0]._replace(sign=time.sign, value=_then(of_time[0].value, time.value))
        return form._replace(bounds=tuple(another if one == of_time[0] else one for one in form.bounds))
    if of_time or time.sign != "=":
        return None
    others = {one: _edition(one, time.value, knowledge) for one in form.things}
    if not any(others.values()):
        return None
    links = tuple(sorted(link._replace(anchor=others.get(link.anchor) or link.anchor) for link in form.links))
    return form._replace(links=links, among=tuple(others.get(one) or one for one in form.among))


def _edition(term: str, time: Value, knowledge: Knowledge) -> str | None:
    """Return what is called as a thing but for its year or number, and is of a time; None if none or several are."""
    editions = knowledge.gazetteer.editions(knowledge.lexicon.label(term, ""))
    if (named := editions.get(time.number[:4])) is not None:
        return named
    around = reader_of(knowledge).surroundings
    then = {one for one in editions.values() if around.is_of_time(one, time.term)}
    return then.pop() if len(then) == 1 else None


def _then(before: str, time: Value) -> str:
    """Return a time as a bound after another: a month is that of the year before."""
    month, year = month_of(time.term), _OF_YEAR.match(before)
    if month is None or year is None:
        return time.term
    return f'"{year[1]}-{month}"^^<{XSD}gYearMonth>'


def _is_time(value: str) -> bool:
    return month_of(value) is not None or is_moment(value)
