"""The contribution of knowledge and the shared past to a reply (2). Imported at the first reply that may need it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from soulkeep.character.relationship import Relationship
from soulkeep.errors import InputError, QueryError, QueryTimeout, SoulkeepError, StoreError
from soulkeep.graph.episodes.consideration import KNOWLEDGE, Consideration
from soulkeep.graph.episodes.hearing import COURTESIES, hear, understanding_stored
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.vocabulary import PREFIXES
from soulkeep.reply.persona import persona_of
from soulkeep.reply.stream import aside
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.telemetry import passed_over
from soulkeep.types.episodes import Understanding

if TYPE_CHECKING:
    from soulkeep.graph.knowledge import Knowledge
    from soulkeep.types.episodes import Answers

_TRIES = 2
"""Number of queries that a model may write for one question."""

_ROWS = 20
"""Number of rows of an answer that are told."""


def understanding_of(entry: Entry, writes: bool) -> Understanding | None:
    """Return what was understood of a turn; None where it isn't needed: no RDF is known, and a model `writes` or the
    turn asks nothing about the talk itself."""
    said = understanding_stored(entry)
    if said is not None or writes:
        return said
    said = hear(entry.text, entry.language)
    return said if said.past is not None or said.utterance in COURTESIES else None


def knowledge_and_past(
    relationship: Relationship,
    entry: Entry,
    said: Understanding | None,
    heard: PlacedEntry | None,
    now: datetime,
    in_audience: bool = False,
) -> Consideration | None:
    """Return what knowledge and the shared past say to a turn; in company, nothing of the past.

    Args:
        relationship: the character, and the person it faces.
        entry: the turn.
        said: how it was understood; None if it wasn't.
        heard: the stored turn; None if it isn't stored.
        now: the present.
        in_audience: whether others listen.
    """
    if said is None or heard is None:
        return None
    from soulkeep.graph.episodes.consider import consider  # a third of all modules: most talks don't come here

    try:
        considered = consider(relationship, said, entry.text, before=heard.seq, now=now, discreet=in_audience)
        return _addressed(considered, said, entry.text, relationship)
    except Exception as error:  # a user's template that can't be filled in, or a rule: memories may still answer
        if isinstance(error, SoulkeepError) and not isinstance(error, InputError):
            raise
        passed_over("knowledge", error)
        return Consideration(notes=(f"Nothing was said of what is known: {type(error).__name__}: {error}",))


def _addressed(considered: Consideration, said: Understanding, asked: str, relationship: Relationship) -> Consideration:
    """Make a Korean answer from knowledge polite, if the character is, or else if the question is."""
    if said.language != "ko" or considered.responder != KNOWLEDGE:
        return considered
    from soulkeep.graph.words.politeness_ko import honours, is_polite, polite, raised, spoken_to_friends

    address = persona_of(relationship.row.description, relationship.row.name).address
    politely = address == "polite" or (address is None and is_polite(asked))
    text = spoken_to_friends(considered.text)
    text = polite(text) if politely else text
    return replace(considered, text=raised(text) if honours(asked) else text)


def is_unclear(said: Understanding | None) -> bool:
    """Return whether a question names what the character knows, but the rules don't see what is asked of it."""
    if said is None or not said.is_question or said.triples or said.past is not None:
        return False
    return bool(said.entities or said.properties)


def may_be_known(relationship: Relationship, said: Understanding, question: str) -> bool:
    """Return whether a question that rules can't read may be about what is known, so that a model should put it."""
    from soulkeep.graph.episodes.asking import touched

    if not said.is_question or said.triples or said.past is not None or relationship.knowledge is None:
        return False
    return is_unclear(said) or any(touched(question, said.language, said.asks, relationship.knowledge))


def refined(relationship: Relationship, said: Understanding, query: str) -> Understanding | None:
    """Return what rules read in a model's wording of a question, if they read nothing in the question itself (2)."""
    if not query or said.triples or not said.is_question:
        return None
    from soulkeep.graph.episodes.understand import understand

    understanding = understand(query, said.language, relationship.knowledge)
    if not understanding.triples:
        return None
    named = {
        name: getattr(understanding, name) for name in ("triples", "entities", "classes", "properties", "query", "sure")
    }
    return replace(said, asks=understanding.asks if understanding.is_question else said.asks, **named)


async def asked_by_model(
    relationship: Relationship, said: Understanding, question: str, considered: Consideration | None
) -> Consideration:
    """Return what knowledge says to a question that no rule reads, put as SPARQL by a model; failures are noted.

    Args:
        relationship: the character, and the person it faces.
        said: what was understood of the question: what it names.
        question: the question, worded to be understood without the talk.
        considered: what knowledge and the shared past said so far.
    """
    import asyncio  # slow to import, and only a model's answers are waited for

    from soulkeep.graph.episodes.outline import outline
    from soulkeep.reply.sparql_writer import write_sparql

    base = considered if considered is not None else Consideration()
    chat, knowledge = relationship.runtime.chat, relationship.knowledge
    if chat is None or knowledge is None:
        return base
    outlined = await aside(outline, knowledge, said, question)
    wrong, name = "", relationship.row.name
    for _try in range(_TRIES):
        try:
            writing = write_sparql(chat, name, question, outlined.text, wrong=wrong)
            query = await asyncio.wait_for(writing, relationship.settings.query_seconds)
        except Exception as error:  # the caller's own model may raise anything
            passed_over("sparql", error)
            return _noted(base, f"The question wasn't put as SPARQL: {error or 'the model took too long.'}")
        if not query:
            return _noted(base, "The model says that what is known doesn't answer this.")
        try:
            answers = await aside(_found, relationship, query, outlined.prefixes)
        except (QueryError, QueryTimeout, StoreError) as error:
            wrong = error.message
            continue
        asked = _noted(base, f"The model asked: {' '.join(query.split())}")
        text = _in_words(answers, knowledge, said.language)
        if not text:
            return replace(asked, facts=(*asked.facts, f"Nothing you know answers this: {question}"))
        return replace(asked, responder=KNOWLEDGE, text=text, sure=True, facts=(*asked.facts, f"{question} {text}"))
    return _noted(base, f"The model's SPARQL could not be run: {wrong}")


def _found(relationship: Relationship, query: str, prefixes: Mapping[str, str]) -> Answers:
    """Return what a query finds in knowledge; it runs in a process of its own, within the settings' limits."""
    store, owner, settings = relationship.runtime.store, relationship.row.id, relationship.settings
    knowledge = relationship.knowledge
    assert knowledge is not None
    version = repr((owner, [(graph.source, graph.digest) for graph in store.graphs(owner)]))
    return relationship.runtime.graph_cache.asking.query(
        query,
        knowledge.graph.quads,
        version,
        seconds=settings.sparql_seconds,
        rows=_ROWS,
        prefixes={**PREFIXES, **prefixes},
    )


def _noted(considered: Consideration, note: str) -> Consideration:
    return replace(considered, notes=(*considered.notes, note))


def _in_words(answers: Answers, knowledge: Knowledge, language: str) -> str:
    """Return what a query found in words, row by row; "" if it found nothing."""
    if answers.truth is not None:
        return "Yes." if answers.truth else "No."
    from soulkeep.graph.words.spoken import spoken

    rows = [
        [
            spoken(term, knowledge.lexicon, language)
            for term in row
            if term is not None and not _is_name(term, row, knowledge)
        ]
        for row in answers.rows
    ]
    rows_in_words = list(dict.fromkeys(", ".join(dict.fromkeys(row)) for row in rows if row))
    return "; ".join(rows_in_words) + "." if rows_in_words else ""


def _is_name(term: str, row: Sequence[str | None], knowledge: Knowledge) -> bool:
    """Return whether a value is just the name of a thing beside it, which is told in the language of the talk."""
    if not is_literal(term):
        return False
    value = parsed(term).value
    things = (one for one in row if one is not None and is_iri(one))
    return any(text == value for thing in things for text, _ in knowledge.lexicon.labels(thing))
