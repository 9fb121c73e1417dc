"""Who has most of something, where no class tells who has any: "who wrote the most books"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import THINGS, Bound, Form, Order, PathStep
from soulkeep.graph.questions.surroundings import Surroundings


def having_most(question: AnalysedQuestion, around: Surroundings, classes: Sequence[str]) -> Iterator[Form]:
    """Yield the values of a mentioned property that most things of a mentioned class have, or fewest.

    Args:
        question: the analysed question.
        around: the surroundings of things in its graph.
        classes: the mentioned classes.
    """
    schema, marks = question.known.knowledge.schema, question.qualifiers
    rank, take = (one.number if one is not None else 1 for one in (marks.rank, marks.take))
    for extreme in () if marks.than else marks.extremes:
        for name in question.support if not extreme.dimension else ():
            if name not in schema.properties or question.strength(name) < SPOKEN:
                continue
            if around.measured(name) is not None or around.is_flag(name):
                continue
            if any(schema.is_a([one], kind) for one in schema.domain(name) for kind in classes):
                back = (PathStep(name, inverse=True),)
                order = Order(back, extreme.down, counted=True, rank=rank, take=take)
                yield Form(THINGS, bounds=(Bound(back, "has"),), order=order)
