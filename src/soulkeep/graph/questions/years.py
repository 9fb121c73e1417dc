"""Years of a question that a form leaves out: "how many adoptions were there in 2025" isn't about all of them."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.forms import Form
from soulkeep.graph.questions.weighing import Weighed

_BEHIND = 0.3
"""How far a form is behind the one that it is the same as but for the year, which it then replaces."""


def with_years(found: Sequence[Weighed], question: AnalysedQuestion) -> list[Weighed]:
    """Return the forms, the likeliest first, without those that leave out a time of the question where another one is the
    same but for a bound with it; the likeliest of these that finds something takes its place. Nothing does where none
    finds anything: no festival of next year is told, rather than all of them.

    Args:
        found: the forms, the likeliest first.
        question: the analysed question.
    """
    if not any(value.moment for value in question.qualifiers.values):
        return [*found]
    timed: dict[Form, Weighed] = {}
    for one in found:
        if one.form.bounds and not one.features.get("value unused"):
            form, empty = one.form._replace(bounds=()), bool(one.features.get("empty"))
            if form not in timed or (not empty and timed[form].features.get("empty")):
                timed[form] = one
    raised: dict[Form, Weighed] = {}
    left: list[Weighed] = []
    for one in found:
        other = timed.get(one.form._replace(bounds=()))
        if other is None or not one.features.get("value unused"):
            left.append(one)
            continue
        if other.features.get("empty"):
            continue
        before = raised.get(other.form, other)
        raised[other.form] = before._replace(
            score=max(before.score, one.score - _BEHIND), first=max(before.first, one.first - _BEHIND)
        )
    return sorted((raised.get(one.form, one) for one in left), key=lambda one: -one.score)
