"""The facts of a thing that are worth telling when somebody asks about it in general."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.episodes import speech
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.schema import SUBPROPERTY, TYPE
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.verbalise.sentences import GraphStatement

_TOLD = 4
"""Most facts that are told about a thing in general."""

EVERYBODY = ("human", "person", "human being")
"""Classes that say nothing about a person."""

_CLASSES = frozenset(("instance of", "is a", "type"))


def facts_of(entity: str, language: str, knowledge: Knowledge, *, most: int = _TOLD) -> list[GraphStatement]:
    """Return the facts of a thing that can be told well, those with a sentence first: class and `most` properties.

    Args:
        entity: the thing.
        language: the language to tell them in.
        knowledge: the data.
        most: the greatest number of properties.
    """
    lexicon = knowledge.lexicon
    surroundings = reader_of(knowledge).surroundings
    by_entity: dict[str, list[GraphStatement]] = {}
    name = lexicon.class_of(entity)
    if name is not None and lexicon.label(name, "en").casefold() not in EVERYBODY:
        by_entity[TYPE] = [GraphStatement(entity, TYPE, name)]
    for predicate, value in sorted(knowledge.graph.about(entity)):
        if name is not None and lexicon.label(predicate, "en").casefold() in _CLASSES:
            continue  # the class was said already
        if surroundings.is_spoken(predicate) and len(value) < 200 and is_of(value, language):
            by_entity.setdefault(predicate, []).append(GraphStatement(entity, predicate, value))
    for predicate in [*by_entity]:  # a captain needn't be said to be a member, too
        above = set(knowledge.graph.objects(predicate, SUBPROPERTY)) & set(by_entity) - {predicate}
        for one in above:
            if _values(by_entity[one]) <= _values(by_entity.get(predicate, ())):
                del by_entity[one]
    named = {one.object for ordered in by_entity.values() for one in ordered}
    for predicate in knowledge.schema.properties:
        if lexicon.sentence(predicate, language, inverse=True):
            subjects = knowledge.graph.subjects(predicate, entity)
            if subjects and not named >= {*subjects}:  # their relation was told already
                by_entity[f"^{predicate}"] = [GraphStatement(one, predicate, entity) for one in sorted(subjects)]
    ordered = sorted(
        by_entity,
        key=lambda key: (
            key != TYPE,
            lexicon.sentence(key.removeprefix("^"), language, inverse=key.startswith("^")) is None,
            key.startswith("^"),
            key,
        ),
    )
    return [statement for key in ordered[: most + 1] for statement in by_entity[key]]


def _values(statements: Sequence[GraphStatement]) -> set[str]:
    return {one.object for one in statements}


def is_of(value: str, language: str) -> bool:
    """Return whether a value is in the language of the talk, or in none."""
    tagged = parsed(value).language if is_literal(value) else ""
    return not tagged or tagged.split("-")[0] == language


def is_told_in_korean(fact: GraphStatement, knowledge: Knowledge) -> bool:
    """Return whether a fact has Korean words, and is one that people tell."""
    lexicon = knowledge.lexicon
    if (
        fact.object.startswith("_:")
        or fact.object.endswith("boolean>")
        or lexicon.noun(fact.predicate, "ko") in ("성별", "성")
    ):
        return False
    if fact.predicate == TYPE:
        return speech.is_written_in(lexicon.label(fact.object, "ko"), "ko")
    pattern = lexicon.sentence(fact.predicate, "ko")
    if pattern is not None:
        return "거나 " not in pattern
    return speech.is_written_in(lexicon.noun(fact.predicate, "ko"), "ko")


def is_said(fact: GraphStatement, described: str, language: str, knowledge: Knowledge) -> bool:
    """Return whether a description contains a fact: a mountain's country is in "a mountain in Valdora"."""
    lexicon = knowledge.lexicon
    described_folded = described.casefold()
    if (
        is_iri(fact.object)
        and len(name := lexicon.label(fact.object, language).casefold()) > 3
        and name in described_folded
    ):
        return True
    if lexicon.concept(fact.predicate) not in ("occupation", "profession", "jobTitle"):
        return False
    words = lexicon.value(fact.object, fact.predicate, language).casefold().split()
    return bool(words) and words[-1] in re.findall(r"\w+", described_folded)
