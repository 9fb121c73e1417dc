"""Statements of a person about known things, which are told beside the data (2, section 2.1).

Their words are stored without judgement; a value that isn't in the data is a variable, and the sentence is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.episodes.naming import NameSpans, blanked, is_personal
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.schema import TYPE
from soulkeep.lang.negation import denies
from soulkeep.lang.pack import pattern
from soulkeep.lang.questions import is_question
from soulkeep.lang.references import leans_on_talk
from soulkeep.types.episodes import Triple

VALUE = "?value"
_LONGEST = 240
"""Most characters of a statement that is told again."""

_DIGIT = re.compile(r"\d")


def without_openings(text: str, language: str) -> str:
    """Return a text with blanks in place of opening phrases: "No, I think that he …"."""
    opening = pattern("stating", "opening", language, ignore_case=True)
    return text if opening is None else opening.sub(lambda found: " " * len(found[0]), text, count=1)


def is_meant(text: str, language: str) -> bool:
    """Return whether a text asserts something about others, rather than imagining, wishing or asking."""
    unmeant = pattern("stating", "unmeant", language, ignore_case=True)
    return not (
        len(text) > _LONGEST
        or unmeant is None
        or unmeant.search(text)
        or is_question(text)
        or is_personal(without_openings(text, language), language)
    )


def statements_in(
    text: str,
    language: str,
    spans: NameSpans,
    entities: Sequence[str],
    triples: Sequence[Triple],
    knowledge: Knowledge,
    lately: Sequence[str] = (),
) -> tuple[Triple, ...]:
    """Return the triples of a statement, with variables for values that only its words give.

    Args:
        text: the statement.
        language: ISO 639-1.
        spans: the spans that mention things, classes and properties.
        entities: the things that it is about.
        triples: the triples of it with both ends in the data.
        knowledge: the character's knowledge.
        lately: what was mentioned just before: "John Bonham wrote it".
    """
    plain = blanked(text, spans.mentions)
    if not entities or not is_meant(plain, language):
        return ()
    denied = denies(without_openings(plain, language), language)
    about_it = [one for one in triples if one.predicate != TYPE]
    if not about_it and lately and leans_on_talk(without_openings(plain, language), language) >= 0.5:
        about_it = _of_it(spans, entities[0], lately, knowledge)
    if about_it:
        return tuple(one._replace(object=VALUE) if denied else one for one in about_it)
    schema, types = knowledge.schema, knowledge.lexicon.types
    thing, *others = entities
    stated_triples: list[Triple] = []
    for wording in spans.wordings:
        fitting = [term for term in wording.terms if term in schema.properties and schema.suits(term, types(thing))]
        named = [term for term in fitting if any(schema.suits_value(term, types(one)) for one in others)]
        stated_triples += [Triple(thing, term, VALUE) for term in named or _of_kind(fitting, text, spans, knowledge)]
    return tuple(dict.fromkeys(stated_triples))


def _of_it(spans: NameSpans, thing: str, lately: Sequence[str], knowledge: Knowledge) -> list[Triple]:
    """Return the triple that relates a thing to what was mentioned just before: as its author, for example."""
    schema, types = knowledge.schema, knowledge.lexicon.types
    triples = [
        Triple(one, property, thing)
        for property in dict.fromkeys(term for one in spans.wordings for term in one.terms if term in schema.properties)
        if schema.suits_value(property, types(thing))
        for one in lately
        if one != thing and schema.suits(property, types(one))
    ]
    return sorted(triples, key=lambda one: not knowledge.objects(one.subject, one.predicate))[:1]


def _of_kind(properties: Sequence[str], text: str, spans: NameSpans, knowledge: Knowledge) -> list[str]:
    """Return the measured properties of one word's properties, if the text has a number; else all of them."""
    if not _DIGIT.search(blanked(text, spans.mentions)):
        return list(properties)
    measured = reader_of(knowledge).surroundings.measured
    return [term for term in properties if measured(term) is not None] or list(properties)
