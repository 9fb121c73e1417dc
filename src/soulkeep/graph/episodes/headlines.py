"""Questions without a verb, as typed into a search field: "miles davis birthplace", "oldest winery", "Ann's mug?"."""

from __future__ import annotations

import re

from soulkeep.graph.episodes import connectives
from soulkeep.graph.episodes.asides import without_courtesies
from soulkeep.graph.episodes.asking import ends_as_called, is_called, is_property
from soulkeep.graph.episodes.naming import NameSpans, is_function, is_weighty
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.qualifier_words import is_fragment, opens_with_any
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.lang.utterances import STATEMENT, Utterance

_BEGUN = re.compile(r"\W*([A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+){0,2})['’]s(?= )")
"""Capitalised words with a possessive, at the beginning."""

_FEW = 3
"""Most words for a property beside a name."""


def is_headline(text: str, language: str, heard: Utterance, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a text without a verb asks: for a property of a thing, for any things of a class, or for the first
    of a class in an order.

    Args:
        text: the text.
        language: ISO 639-1.
        heard: what the text was taken for.
        spans: the names and wordings in it.
        knowledge: the data that is asked.
    """
    text = text.rstrip()
    if _is_belonging(text, language, heard, spans, knowledge) or _is_noun_asked(
        text, language, heard, spans, knowledge
    ):
        return True
    if heard.kind != STATEMENT or len(text) > connectives.HEADLINE or text[-1:] in ("", ".", "!"):
        return False
    named = len(spans.mentions) == 1
    if not spans.wordings and not named:
        return False
    if not spans.mentions and language == "ko" and is_fragment(text, language):
        return bool(qualifiers(text, language).extremes)  # "젤 두꺼운 책"
    if opens_with_any(text, language) or _is_class_with_number(text, language, spans, knowledge):
        return True
    left = re.findall(r"\w+", connectives.asking("of").sub(" ", spans.rest(text)).casefold())
    if not left:
        return named and bool(spans.wordings)
    weighty = [word for word in left if is_weighty(word, language)]
    told = bool(spans.wordings) and not weighty  # but "with Ann Berg" asks nothing
    plain = told or (0 < len(weighty) <= _FEW and is_called(weighty, language, knowledge))
    return plain and named and is_fragment(text, language)


def _is_class_with_number(text: str, language: str, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a text without a verb is a class with how many its things have: "clubs with two coaches"."""
    if not is_fragment(text, language) or not spans.wordings:
        return False
    marks = qualifiers(text, language)
    values = [*marks.values, *(value for one in marks.comparisons for value in one.values)]
    if all(one.moment for one in values):
        return False
    if language == "ko":
        head = max(spans.wordings, key=lambda one: one.end)
        at_edge = head.end == len(text)
    else:
        head = min(spans.wordings, key=lambda one: one.start)
        at_edge = head.start == 0
    counted = any(one.start != head.start for one in spans.wordings)  # "dragons with two heads" asks of nothing known
    return at_edge and counted and any(term in knowledge.schema.classes for term in head.terms)


def _is_noun_asked(text: str, language: str, heard: Utterance, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a Korean question ends in a property's whole name beside a thing's, so that the last syllable
    of the noun is no verb's: "백도현 출생지?"."""
    if language != "ko" or heard.asks != "whether" or not spans.mentions:
        return False
    said = without_courtesies(text, language)  # "… 알려줘"
    words = re.findall(r"\w+", said[max(one.end for one in spans.mentions) :])
    beside = [word for word in words if is_weighty(word, language)]
    return 0 < len(beside) <= _FEW and beside[-1] == words[-1] and ends_as_called(beside, language, knowledge)


def _is_belonging(text: str, language: str, heard: Utterance, spans: NameSpans, knowledge: Knowledge) -> bool:
    """Return whether a question is but for what belongs to somebody: the "'s" of "Ann's mother?" is no verb."""
    if heard.asks != "whether":
        return False
    owner, said = _owner(text, language, spans, knowledge), text.rstrip("?！？! ")
    if owner is None:
        return False
    start, end = owner
    before = re.findall(r"\w+", text[:start].casefold())  # "the mug's price?"
    if before and not is_fragment(text[:start], language):
        return False  # "is Ann's mother Bea?"
    if not text[:end].endswith(("'s", "’s")) or not all(is_function(one, language) for one in before):
        return False
    rest = text[end:]
    first = re.search(r"\w+", rest)
    if first is None or is_function(first[0].casefold(), language) or not is_fragment(rest, language):
        return False  # "Ann's a nurse?"
    called = any(one.end == len(said) and one.start > end for one in spans.wordings)
    return is_property(said[end:].split(" ")[-1], language, knowledge, called)


def _owner(text: str, language: str, spans: NameSpans, knowledge: Knowledge) -> tuple[int, int] | None:
    """Return the place of the first name in a text, or of the part of one that it begins with: "Ann's"."""
    if spans.mentions:
        return spans.mentions[0].start, spans.mentions[0].end
    begun = _BEGUN.match(text)
    named = begun and reader_of(knowledge).known.names.find(begun[1], language, ())
    return (begun.start(1), begun.end()) if begun and named else None
