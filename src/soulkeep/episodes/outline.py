"""What knowledge holds, in short, for somebody who is to write a query over it: classes, properties, things named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from soulkeep.experience import Understanding
from soulkeep.questions.asked import reader_of
from soulkeep.semantics.knowledge import Knowledge
from soulkeep.semantics.terms import bare, is_iri

_CLASSES, _PROPERTIES, _THINGS = 60, 120, 8
_LONGEST = 80
"""Characters of a value that is shown as an example."""


class Outline(NamedTuple):
    """The outline, and the prefixes that it is written with."""

    text: str
    prefixes: dict[str, str]


def outline(knowledge: Knowledge, said: Understanding) -> Outline:
    """What a query about a question needs: the properties of what it names first.

    Args:
        knowledge: what is known.
        said: what was understood of the question.
    """
    things = list(dict.fromkeys(said.entities))[:_THINGS]
    properties = _properties(knowledge, said, things)
    classes = sorted(name for name in knowledge.schema.classes if not knowledge.schema.is_top(name))
    near = [name for name in classes if name in said.classes or any(knowledge.is_a(one, name) for one in things)]
    classes = list(dict.fromkeys([*said.classes, *near, *classes]))[:_CLASSES]
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

    lines = [f"PREFIX {prefix}: <{space}>" for prefix, space in prefixes.items()]
    lines += ["", "Things that the question names:", *(f"- {called(one)}" for one in things)] if things else []
    lines += ["", "Classes:", *(f"- {called(one)}" for one in classes)]
    lines += ["", "Properties, with one statement of each:"]
    for name in properties:
        pair = next(iter(knowledge.graph.pairs(name)), None)
        example = "" if pair is None else f": {written(pair[0])} → {written(pair[1])[:_LONGEST]}"
        lines.append(f"- {called(name)}{example}")
    return Outline("\n".join(lines), prefixes)


def _properties(knowledge: Knowledge, said: Understanding, things: Sequence[str]) -> list[str]:
    """The properties that are spoken of, those of what is named, and others, as many as there is room for."""
    around = reader_of(knowledge).surroundings
    near = [step.property for one in things for step in around.around(one)]
    every = (name for name in knowledge.schema.properties if around.is_spoken(name))
    return list(islice(dict.fromkeys([*said.properties, *near, *every]), _PROPERTIES))


def _prefixes(terms: Sequence[str]) -> dict[str, str]:
    """Short names for the commonest beginnings of IRIs."""
    spaces = Counter(
        space
        for term in terms
        if is_iri(term) and (space := bare(term)[: _end(bare(term))]) and len(space) > len("http://")
    )
    return {f"n{number}": space for number, (space, _) in enumerate(spaces.most_common(8), start=1)}


def _end(name: str) -> int:
    return max(name.rfind("#"), name.rfind("/")) + 1
