"""What two named things have in common, where a question says that it is of both, but by no word how."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.forms import THINGS
from soulkeep.graph.questions.weighing import Weighed
from soulkeep.graph.terms import is_iri

_LEFT = 1.0
"""Most weight of words unaccounted for."""

_AHEAD = 0.2
"""How far the likeliest way must be ahead of another by which they have something in common, too."""


def of_both(found: Sequence[Weighed], question: AnalysedQuestion) -> Weighed | None:
    """Return the form that gives the things to which the same way leads from each of the named ones: who is in both clubs,
    where nothing else joins them; None if the question isn't of both, or several ways do.

    Args:
        found: the forms, the likeliest first.
        question: the analysed question.
    """
    if not question.qualifiers.both:
        return None
    common = [one for one in found if _is_in_common(one, len(question.named))]
    if not common or (len(common) > 1 and common[0].score - common[1].score < _AHEAD):
        return None
    return common[0]


def _is_in_common(one: Weighed, named: int) -> bool:
    """Return whether a form gives what the same way leads to from as many things as are named."""
    form = one.form
    plain = form.wants == THINGS and not (form.bounds or form.order or form.project or form.among)
    if not plain or len(form.links) < 2 or len(form.links) != named or one.features.get("uncovered", 0.0) > _LEFT:
        return False
    alike = len({link.path for link in form.links}) == 1 and all(link.holds for link in form.links)
    return alike and bool(one.found.values) and all(map(is_iri, one.found.values))
