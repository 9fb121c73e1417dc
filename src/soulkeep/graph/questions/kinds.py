"""Texts of the data that stand for a kind: how many goblins there are, where goblin is a race."""

from __future__ import annotations

from itertools import islice

from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.forms import COUNT, Form
from soulkeep.graph.terms import is_literal

_LOOKED_AT = 400
"""Number of a property's values by which it is judged whether it tells kinds."""

_OF_EACH = 2
"""Least number of things of each kind, on average."""


def stands_for_kind(form: Form, question: AnalysedQuestion) -> bool:
    """Return whether a form counts the things that have a text of the data as their kind, which is what is counted: a
    whole text, of a property of which several things share each.

    Args:
        form: the form.
        question: the analysed question.
    """
    if (
        form.wants != COUNT
        or form.type is not None
        or len(form.links) != 1
        or form.bounds
        or form.project
        or form.order
    ):
        return False
    (link,) = form.links
    if not is_literal(link.anchor) or len(link.path) != 1 or not link.path[0].inverse or not link.holds:
        return False
    named = [one for one in question.named if one.terms[0] == (link.anchor, 1.0)]
    if len(named) != 1 or any(
        word.weight for word in question.words if not named[0].start <= word.start < named[0].end
    ):
        return False
    ends = [end for _, end in islice(question.known.knowledge.graph.pairs(link.path[0].property), _LOOKED_AT)]
    return len(ends) >= _OF_EACH * len({*ends})
