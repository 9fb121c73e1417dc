"""Answers from what a character knows: each question's triples put to the graph, and what it gives in words (2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from soulkeep.experience import Act, Triple, Understanding
from soulkeep.semantics.knowledge import ANYTHING, Knowledge
from soulkeep.semantics.schema import TYPE
from soulkeep.semantics.terms import is_iri, is_variable
from soulkeep.semantics.verbalise import Statement, listed, verbalise

VALUES, LIST, COUNT, YES, NO, UNKNOWN, NO_IDEA, ABOUT = (
    "values",
    "list",
    "count",
    "yes",
    "no",
    "unknown",
    "no idea",
    "about",
)
_TOLD = 4
"""Facts that are told where somebody asks about a thing in general."""

_NAMED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the graph gives to one question.

    Attributes:
        kind: `"values"` of a thing's property, a `"list"` of things, a `"count"`, `"yes"`, `"no"`, `"unknown"` (a thing
            has no such value), `"no idea"` (whether), or `"about"` (what there is to know of a thing).
        text: whole sentences that tell it; "" where there are none.
        entity, predicate: what was asked about.
        values: what was found, as terms.
        noun: of a count, what is counted, as a class.
        statements: of values, what they say, to be told together with others.
    """

    kind: str
    text: str = ""
    entity: str | None = None
    predicate: str | None = None
    values: tuple[str, ...] = ()
    noun: str | None = None
    statements: tuple[Statement, ...] = ()

    @property
    def found(self) -> bool:
        """Whether it is an answer."""
        return self.kind not in (UNKNOWN, NO_IDEA)

    @property
    def act(self) -> Act:
        """As an episode."""
        return Act(
            kind="answer",
            found=max(len(self.values), 1) if self.found else 0,
            property=None if self.predicate == ANYTHING else self.predicate,
            entity=self.entity,
            values=self.values[:_NAMED],
        )


def answers(said: Understanding, knowledge: Knowledge) -> list[Answer]:
    """The answers to what was asked, or whether what was stated is so; one for each question in it."""
    return [found for triples in _questions(said.triples) if (found := _answer(said, triples, knowledge)) is not None]


def _questions(triples: Sequence[Triple]) -> list[list[Triple]]:
    """The triples that hold together: those that share a variable, by way of others too."""
    groups: list[list[Triple]] = []
    for triple in triples:
        variables = {term for term in triple if is_variable(term)}
        joined = [group for group in groups if variables & {term for one in group for term in one}]
        groups = [group for group in groups if group not in joined]
        groups.append([*(one for group in joined for one in group), triple])
    return groups


def _answer(said: Understanding, triples: Sequence[Triple], knowledge: Knowledge) -> Answer | None:
    first = triples[0]
    if first.predicate == ANYTHING:
        return _about(first.subject, said.language, knowledge)
    if not any(is_variable(term) for triple in triples for term in triple):
        return _whether(first, said.language, knowledge)
    target = _wanted(triples)
    values = tuple(knowledge.solve(triples, target, most=None))
    asking = [triple for triple in triples if target in triple and triple.predicate != TYPE] or [first]
    subject, predicate, object = asking[-1]
    found = Answer(
        kind=VALUES if object == target else LIST,
        entity=next((term for triple in asking for term in (triple.subject, triple.object) if is_iri(term)), None),
        predicate=predicate,
        values=values,
        noun=next((one.object for one in triples if one.predicate == TYPE and one.subject == target), None),
    )
    if said.asks == "how many" and (not values or is_iri(values[0])):
        return replace(found, kind=COUNT)
    if not values:
        return replace(found, kind=UNKNOWN)
    if object != target:
        return replace(found, text=_listing(found, object, said.language, knowledge))
    statements = [Statement(subject, predicate, value) for value in values]
    if is_variable(subject):  # by way of another thing, which is told too
        way = [triple for triple in triples if triple.object == subject]
        between = [
            one for one in knowledge.solve(triples, subject) if set(knowledge.objects(one, predicate)) & {*values}
        ]
        statements = [Statement(*triple._replace(object=one)) for triple in way for one in between] + [
            Statement(one, predicate, value) for one in between for value in knowledge.objects(one, predicate)
        ]
        subject = way[0].subject if way else subject
    text = verbalise(statements, knowledge.lexicon, said.language, about=subject, most=_NAMED)
    return replace(found, entity=subject, text=text, statements=tuple(statements))


def told(found: Sequence[Answer], language: str, knowledge: Knowledge) -> str:
    """Several answers in words: what is said of one thing in one sentence."""
    about = {one.entity for one in found}
    if len(found) > 1 and len(about) == 1 and all(one.statements for one in found):
        statements = [statement for one in found for statement in one.statements]
        return verbalise(statements, knowledge.lexicon, language, about=found[0].entity, most=_NAMED)
    return " ".join(one.text for one in found)


def _listing(found: Answer, object: str, language: str, knowledge: Knowledge) -> str:
    """Things in words: told of what they have in common, if that can be, or listed."""
    lexicon, predicate = knowledge.lexicon, found.predicate
    inverse = predicate is not None and lexicon.sentence(predicate, language, inverse=True) is not None
    if predicate is not None and predicate != TYPE and is_iri(object) and (len(found.values) == 1 or inverse):
        statements = [Statement(value, predicate, object) for value in found.values]
        about = object if inverse else found.values[0]
        return verbalise(statements, lexicon, language, about=about, most=_NAMED)
    return _sentence(listed(found.values, lexicon, language, most=_NAMED))


def _wanted(triples: Sequence[Triple]) -> str:
    """The variable that is asked for: the one that nothing further is said of."""
    variables = [term for triple in triples for term in (triple.object, triple.subject) if is_variable(term)]
    subjects = {triple.subject for triple in triples if triple.predicate != TYPE}
    return next((one for one in variables if one not in subjects), variables[0])


def _whether(triple: Triple, language: str, knowledge: Knowledge) -> Answer:
    subject, predicate, object = triple
    if knowledge.holds(subject, predicate, object):
        text = verbalise([Statement(*triple)], knowledge.lexicon, language)
        return Answer(kind=YES, text=text, entity=subject, predicate=predicate, values=(object,))
    known = knowledge.objects(subject, predicate)
    if predicate == TYPE:
        own = knowledge.lexicon.class_of(subject)
        known = [own] if own else []
    if not known:
        return Answer(kind=NO_IDEA, entity=subject, predicate=predicate)
    text = verbalise([Statement(subject, predicate, value) for value in known], knowledge.lexicon, language)
    return Answer(kind=NO, text=text, entity=subject, predicate=predicate, values=tuple(known))


def _about(entity: str, language: str, knowledge: Knowledge) -> Answer | None:
    """What there is to know of a thing: its class, and what can be told best."""
    text = verbalise(facts_of(entity, language, knowledge), knowledge.lexicon, language, about=entity, most=5)
    return Answer(kind=ABOUT, text=text, entity=entity, predicate=ANYTHING) if text else None


def facts_of(entity: str, language: str, knowledge: Knowledge, *, most: int = _TOLD) -> list[Statement]:
    """The facts of a thing that can be told well: those with a sentence of their own first, each property once."""
    lexicon = knowledge.lexicon
    found: dict[str, list[Statement]] = {}
    name = lexicon.class_of(entity)
    if name is not None:
        found[TYPE] = [Statement(entity, TYPE, name)]
    for predicate, value in sorted(knowledge.graph.about(entity)):
        if predicate in knowledge.schema.properties and predicate not in lexicon.naming and len(value) < 200:
            found.setdefault(predicate, []).append(Statement(entity, predicate, value))
    for predicate in knowledge.schema.properties:
        if lexicon.sentence(predicate, language, inverse=True):
            subjects = knowledge.graph.subjects(predicate, entity)
            if subjects:
                found[f"^{predicate}"] = [Statement(one, predicate, entity) for one in sorted(subjects)]
    told = sorted(
        found,
        key=lambda key: (
            key != TYPE,
            lexicon.sentence(key.removeprefix("^"), language, inverse=key.startswith("^")) is None,
            key.startswith("^"),
            key,
        ),
    )
    return [statement for key in told[: most + 1] for statement in found[key]]


def _sentence(text: str) -> str:
    return text if not text or text[-1] in ".!?。…" else f"{text[0].upper()}{text[1:]}."
