"""Whether a question is about the two who talk, rather than about what is known."""

from __future__ import annotations

import re

from soulkeep.graph.episodes import tastes
from soulkeep.graph.episodes.connectives import asking
from soulkeep.graph.episodes.liking import is_liking
from soulkeep.graph.episodes.naming import NameSpans, blanked, is_personal
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.qualifier_words import used_where
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.gazetteer import Mention, WordingSpan, tokens

_HANGUL = re.compile("[가-힣]{1,4}")

_PLAINLY = 0.9
"""Least strength of a mentioned class in a question that also mentions one of the two speakers."""

IN_PART = 0.4
"""Least part of a name that must be said."""


def is_of_the_two(text: str, plain: str, language: str, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a question (`plain`: without asides) is about the speakers: their belongings, or nothing known."""
    unnamed = blanked(plain, [_with_particle(one, plain) for one in spans.mentions])
    personal = is_personal(unnamed, language)
    named = spans.mentions or kinds_in(spans, knowledge)
    if is_liking(unnamed) and (personal or not (named or _names_somebody(plain, language, knowledge))):
        return True
    if not personal or (used_where(plain, language) is not None and _names_something(plain, language, knowledge)):
        return False
    if tastes.asks_for_tastes(text, language, named=True) is not None:
        return True
    words = tokens(unnamed)
    support = reader_of(knowledge).known.wordbook.support([one.form for one in words], language, loose=False)
    classes = [one for term, one in support.items() if term in knowledge.schema.classes and one.whole >= _PLAINLY]
    if (owned := asking("of_us").search(unnamed)) is None:
        return not spans.mentions and not classes
    kinds = [one.start for one in spans.mentions if text[one.start : one.end].islower()]
    before = [*kinds, *[words[min(one.by_word)].start for one in classes]]
    return not any(
        start < owned.start() for start in before
    )  # the mountains in your area, the captains in your records


def _names_somebody(text: str, language: str, knowledge: Knowledge) -> bool:
    """Return whether a text names somebody in part: Thomas's favourite ride is not the speakers'."""
    found = reader_of(knowledge).known.names.find(text, language, ())
    terms = (one.terms[0] for one in found)
    return any(worth >= IN_PART and is_iri(term) and knowledge.lexicon.is_person(term) for term, worth in terms)


def _names_something(text: str, language: str, knowledge: Knowledge) -> bool:
    """Return whether a text names a thing, at least in part."""
    found = reader_of(knowledge).known.names.find(text, language, ())
    return any(one.terms[0][1] >= IN_PART and is_iri(one.terms[0][0]) for one in found)


def _with_particle(name: Mention, text: str) -> Mention:
    """Return a Korean name with its particle, which may be like another word: 네, of a family or "your"."""
    rest = _HANGUL.match(text, name.end) if text[name.end - 1 : name.end] >= "가" else None
    return name if rest is None else name._replace(end=rest.end())


def kinds_in(spans: NameSpans, knowledge: Knowledge) -> list[WordingSpan]:
    """Return the spans that mention classes."""
    return [one for one in spans.wordings if any(term in knowledge.schema.classes for term in one.terms)]
