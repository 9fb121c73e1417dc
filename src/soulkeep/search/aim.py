"""What is known of a question before a mind is searched: what to look for, and what else tells a fitting memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from soulkeep.errors import EmbedderUnavailable
from soulkeep.lang.anchors import anchor
from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.classes import asked_classes
from soulkeep.lang.names import names_in
from soulkeep.lang.questions import asking_part
from soulkeep.lang.times import time_spans
from soulkeep.models.embed.base import Embedder
from soulkeep.search.query import damped, make_query, with_names
from soulkeep.search.question import DEFAULT_PRESET, Question
from soulkeep.search.rank import CANDIDATES, RankedQuestion
from soulkeep.search.signals import Query
from soulkeep.telemetry import passed_over


class Aim(NamedTuple):
    """What is known of a question.

    Attributes:
        question: the question alone.
        query: its words and its vector.
        event: words of an event by which it names a time ("after the wedding"); None for none.
        asked: the question as the ranking knows it.
        notes: what could not be done.
    """

    question: Question
    query: Query
    event: Query | None
    asked: RankedQuestion
    notes: Sequence[str]


def aim_of(question: Question, speakers: Sequence[str], embedder: Embedder) -> Aim:
    """Return what is known of a question.

    Args:
        question: the question alone.
        speakers: all whose words are remembered.
        embedder: makes the question's vector.
    """
    language, notes = question.language, list[str]()
    part = asking_part(question.text)
    spans = time_spans(part, language, question.now)
    query = _query(question, embedder, notes)
    names = _telling_names(question, speakers)
    anchored, event = None, None
    if question.preset == DEFAULT_PRESET:  # the papers' formulas use the question as it is
        if spans:
            query = damped(query, [span.text for span in spans], language)
        query = with_names(query, names, language)
        anchored = None if spans else anchor(part, language)
        if anchored is not None:
            event = make_query(anchored.event, language, (), embedder, by_words=True)
    asked = RankedQuestion(
        text=question.text,
        language=language,
        foreign=embedder.languages is not None and language not in embedder.languages,
        asker=question.asker,
        told=question.told,
        trusted=question.trusted,
        named=names,
        classes=asked_classes(question.text) if language == "en" else (),
        of_class=question.of_class,
        count=CANDIDATES,
        spans=spans,
        fact=asked_fact(part, language),
        anchor=anchored,
    )
    return Aim(question, query, event, asked, notes)


def _query(question: Question, embedder: Embedder, notes: list[str]) -> Query:
    """Build the query, with what the talk before adds; without a vector if the embedder can't be reached."""
    try:
        return make_query(question.text, question.language, question.history, embedder)
    except EmbedderUnavailable as error:
        passed_over("embedder", error)
        notes.append(f"Searched by words only: {error.message}")
        return make_query(question.text, question.language, question.history, embedder, by_words=True)


def _telling_names(question: Question, speakers: Sequence[str]) -> list[str]:
    """Return the speakers that a question names; none if it names all there are, which would tell nothing."""
    names = names_in(question.text, question.language, speakers)
    return names if len(names) < len(speakers) else []
