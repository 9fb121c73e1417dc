"""Years and months that a question tells by the present: "this year's festival" is that of 2026."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.qualifier_words import COVERED
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.terms import literal
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.spoken import spoken
from soulkeep.lang.pack import subject

_MONTH = "month"
_WORD = re.compile(r"[가-힣]{2,}|[^\W\d_]{4,}")


@lru_cache(maxsize=8)
def _phrases(language: str) -> tuple[tuple[re.Pattern[str], str, int, str], ...]:
    """Return patterns of phrases, each with its unit, how many of it lie between it and now, and its wording."""
    told: list[tuple[str, str, int, str]] = subject("asking", language).get("relative_times", [])
    return tuple((re.compile(said, re.IGNORECASE), unit, by, instead) for said, unit, by, instead in told)


def dated(text: str, language: str, knowledge: Knowledge, today: date | None) -> str:
    """Return a question with the years and months in place of those that are told by the present.

    Args:
        text: the question.
        language: ISO 639-1.
        knowledge: the data that is asked, whose own words stay: the property "this year's budget".
        today: the day on which it was asked; without it, nothing is changed.
    """
    if today is None or not any(said.search(text) for said, *_ in _phrases(language)):
        return text
    marks = qualifiers(text, language)
    if marks.age is not None or marks.till_now is not None:
        return text  # how old somebody is this year
    own = [(one.start, one.end) for one in knowledge.words.find(text, language)]
    own += [(one.start, one.end) for one in knowledge.gazetteer.find(text)]
    for said, unit, by, instead in _phrases(language):
        match = said.search(text)
        if (
            match is not None
            and not _is_told_so(text, unit, by, knowledge)
            and not any(start < match.end() and match.start() < end for start, end in own)
        ):
            when = instead.format(_told(today, unit, by, knowledge, language))
            text = f"{text[: match.start()]}{when}{text[match.end() :]}"
    return text


def _is_told_so(text: str, unit: str, by: int, knowledge: Knowledge) -> bool:
    """Return whether the data itself tells what is asked for by the present: the property "visitors last year"."""
    phrases = [said for tongue in COVERED for said, of, at, _ in _phrases(tongue) if (of, at) == (unit, by)]
    for name in knowledge.schema.properties:
        for label, _ in knowledge.lexicon.labels(name):
            told = next((match for said in phrases if (match := said.search(label)) is not None), None)
            words = _WORD.findall(f"{label[: told.start()]} {label[told.end() :]}") if told is not None else ()
            if any(word.casefold() in text.casefold() for word in words):
                return True
    return False


def _told(today: date, unit: str, by: int, knowledge: Knowledge, language: str) -> str:
    """Return a year, or a month of a year, in a language's words."""
    if unit != _MONTH:
        return str(today.year + by)
    months = today.year * 12 + today.month - 1 + by
    return spoken(
        literal(f"{months // 12:04}-{months % 12 + 1:02}", datatype=XSD + "gYearMonth"), knowledge.lexicon, language
    )
