"""The first of a kind that isn't what all were to be, told with what it is instead: "Turnip Raiders weighs 97 kg"."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import Bound, PathStep
from soulkeep.graph.verbalise.sentences import GraphStatement, verbalise


def exception(thing: str, bound: Bound, language: str, knowledge: Knowledge) -> str:
    """Return what a thing has in place of what all were to have; "" if no sentence can be made.

    Args:
        thing: the thing.
        bound: what all were to have.
        language: the language to answer in.
        knowledge: the data.
    """
    values = sorted(reader_of(knowledge).known.solver.reached(thing, bound.path))
    return put(bound.path[0], thing, values, language, knowledge) if len(bound.path) == 1 else ""


def put(step: PathStep, thing: str, values: Sequence[str], language: str, knowledge: Knowledge) -> str:
    """Return the first of the values that a step leads to as a sentence; "" if none can be made, or it would tell of
    something else: who teaches two courses doesn't teach all, which the first of them tells nothing of."""
    statements = [] if step.inverse else [GraphStatement(thing, step.property, value) for value in values[:1]]
    text = verbalise(statements, knowledge.lexicon, language) if statements else ""
    return "" if ":" in text else text
