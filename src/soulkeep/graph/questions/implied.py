"""Classes that a question doesn't name, but means by what it asks of their things."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.qualifier_words import dimensions
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import dimension_support

_NEAR = 0.4
"""Least clearness of a property for its things to be meant."""
_WHO = 0.6
"""How clearly people are meant where it is asked who."""

_FITTING = 0.9
"""Least nearness of a property to the words of a superlative's dimension for its things to be meant."""


def implied_classes(question: AnalysedQuestion, around: Surroundings, things: Sequence[str]) -> list[str]:
    """Return classes that aren't named, but have a mentioned property: "Who was born in 1950?"; at most three.

    Args:
        question: the analysed question.
        around: the surroundings of things in its graph.
        things: what the question names.
    """
    marks = question.qualifiers
    if not (marks.comparisons or marks.extremes or marks.values or marks.denials or marks.counted or not things):
        return []
    schema = question.known.knowledge.schema
    implied: dict[str, float] = {}
    for name in question.support:
        if name in schema.properties and question.strength(name) >= _NEAR and around.is_spoken(name):
            for type in (*schema.domain(name), *schema.range(name)):
                if type in schema.classes and not schema.is_top(type):
                    implied[type] = max(implied.get(type, 0.0), question.strength(name))
    by = {one.dimension for one in marks.extremes} | {one.dimension for one in marks.comparisons}
    for dimension in set() if things or question.named else sorted(by & {*dimensions()}):  # the heaviest has a weight
        near = dimension_support(question.known.wordbook, dimension)
        fitting = (name for name, worth in near.items() if worth >= _FITTING and around.is_spoken(name))
        for type in (type for name in fitting for type in schema.domain(name)):
            if type in schema.classes and not schema.is_top(type):
                implied[type] = max(implied.get(type, 0.0), 0.5)
    if question.asks == "who":
        for type in schema.classes:
            if schema.is_person([type]):
                implied[type] = max(implied.get(type, 0.0), _WHO)
    for type in list(implied):
        if holders := around.holders(type):  # what costs most isn't an offer
            worth = implied.pop(type)
            implied |= {above: max(implied.get(above, 0.0), worth) for above in holders}
    direct = list(implied)
    for one in direct:
        for above, _ in schema.closure(one):
            if above != one and not schema.is_top(above) and sum(schema.is_a([below], above) for below in direct) > 1:
                implied[above] = max(implied.get(above, 0.0), implied[one])
    return sorted(schema.widest(implied), key=lambda one: (-implied[one], one))[:3]
