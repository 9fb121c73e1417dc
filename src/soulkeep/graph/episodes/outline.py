"""A short outline of the knowledge, for writing a query over it: classes, properties, and named things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from soulkeep.graph.episodes.asking import touched
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.schema import SUBCLASS
from soulkeep.graph.terms import bare, is_iri
from soulkeep.graph.vocabulary import RDF, RDFS, XSD
from soulkeep.lang.prompt_safety import line
from soulkeep.types.episodes import Understanding

_CLASSES, _PROPERTIES, _THINGS = 60, 120, 8
_OWNERS = 4
_LONGEST = 80
"""Most characters of a value that is shown as an example."""


class Outline(NamedTuple):
    """An outline, and the prefixes that it uses."""

    text: str
    prefixes: dict[str, str]


def outline(knowledge: Knowledge, said: Understanding, question: str) -> Outline:
    """Return an outline for a query, beginning with the terms that the question may mention.

    Args:
        knowledge: the knowledge to query.
        said: the question's understanding.
        question: the question itself.
    """
    named, spoken = touched(question, said.language, said.asks, knowledge)
    things = list(dict.fromkeys([*said.entities, *named]))[:_THINGS]
    schema = knowledge.schema
    properties = _properties(
        knowledge, [*said.properties, *(one for one in spoken if one in schema.properties)], things
    )
    classes = sorted(name for name in schema.classes if not schema.is_top(name))
    near = [name for name in classes if any(knowledge.is_a(one, name) for one in things)]
    said_classes = [*said.classes, *(one for one in spoken if one in schema.classes)]
    classes = list(dict.fromkeys([*said_classes, *near, *classes]))[:_CLASSES]
    prefixes = _prefixes([*things, *properties, *classes])

    def written(term: str) -> str:
        name = bare(term)
        for prefix, space in prefixes.items():
            rest = name.removeprefix(space)
            if rest != name and rest.replace("_", "").isalnum():
                return f"{prefix}:{rest}"
        return term

    def called(term: str) -> str:
        return f"{written(term)} ({knowledge.lexicon.label(term, 'en')})"

    def above(name: str) -> str:
        own = [one for one in knowledge.graph.objects(name, SUBCLASS) if one in schema.classes and one != name]
        return f" < {', '.join(map(written, sorted(own)[:2]))}" if own else ""

    def owners(name: str) -> str:
        own = sorted(one for one in schema.domain(name) if one in schema.classes and not schema.is_top(one))
        return f" [of {', '.join(map(written, own[:_OWNERS]))}]" if own else ""

    lines = [f"PREFIX {prefix}: <{space}>" for prefix, space in prefixes.items()]
    lines += ["", "Things that the question names:", *(f"- {called(one)}" for one in things)] if things else []
    lines += [
        "",
        "Classes, with those right above them. Things of a class and of those below it: ?x a/rdfs:subClassOf* class.",
        *(f"- {called(one)}{above(one)}" for one in classes),
    ]
    lines += ["", "Properties, with one statement of each:"]
    for name in properties:
        pair = next(iter(knowledge.graph.pairs(name)), None)
        example = "" if pair is None else f": {written(pair[0])} → {written(pair[1])[:_LONGEST]}"
        lines.append(f"- {called(name)}{owners(name)}{example}")
    return Outline("\n".join(map(line, lines)), prefixes)


def _properties(knowledge: Knowledge, spoken: Sequence[str], things: Sequence[str]) -> list[str]:
    """Return properties: those mentioned, those of named things, and others as space allows."""
    around = reader_of(knowledge).surroundings
    near = [step.property for one in things for step in around.around(one)]
    every = (name for name in knowledge.schema.properties if around.is_spoken(name))
    describing = [name for name in knowledge.lexicon.describing if next(iter(knowledge.graph.pairs(name)), None)]
    return list(islice(dict.fromkeys([*spoken, *near, *describing, *every]), _PROPERTIES))


def _prefixes(terms: Sequence[str]) -> dict[str, str]:
    """Return prefixes for the most common beginnings of IRIs."""
    spaces = Counter(
        space
        for term in terms
        if is_iri(term) and (space := bare(term)[: _end(bare(term))]) and len(space) > len("http://")
    )
    own = {f"n{number}": space for number, (space, _) in enumerate(spaces.most_common(8), start=1)}
    return {**own, "rdf": RDF, "rdfs": RDFS, "xsd": XSD}


def _end(name: str) -> int:
    return max(name.rfind("#"), name.rfind("/")) + 1
