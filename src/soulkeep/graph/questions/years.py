"""Years of a question that a form leaves out: "how many adoptions were there in 2025" isn't about all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import Form
from soulkeep.graph.questions.weighing import Weighed
from soulkeep.graph.terms import local_name

_ENDS = re.compile(r"end(?:s|ed|ing)?(?:$|[A-Z_])|^(?:until|finish|close)|ende$|bis$|종료|마감|끝", re.IGNORECASE)
"""Local names of properties for when something ended."""

_LITTLE = 1.0
"""How much likelier a form that leaves out the time may be than one that tells it, which is then taken."""

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
    kept = sorted((raised.get(one.form, one) for one in left), key=lambda one: -one.score)
    kept = _timely(kept)
    begun = {
        _undated(one.form)
        for one in kept
        if one.form.bounds and not _is_of_end(one, question) and not one.features.get("empty")
    }
    return [one for one in kept if not (_is_of_end(one, question) and _undated(one.form) in begun)]


def _timely(kept: list[Weighed]) -> list[Weighed]:
    """Return forms with the likeliest that is of the question's time before one that leaves it out and is little likelier."""
    if not kept or not kept[0].features.get("value unused"):
        return kept
    best = kept[0]
    for one in kept[1:]:
        if best.score - one.score > _LITTLE:
            break
        timed = one.form.bounds and not one.features.get("value unused") and not one.features.get("empty")
        if timed and one.features.get("covered", 0.0) >= best.features.get("covered", 0.0):
            raised = one._replace(score=best.score, first=max(one.first, best.first))
            return [raised, *(other for other in kept if other is not one and other is not best)]
    return kept


def _undated(form: Form) -> tuple[Form, tuple[tuple[str, str], ...]]:
    """Return a form without its bounds' properties."""
    return form._replace(bounds=()), tuple((bound.sign, bound.value) for bound in form.bounds)


def _is_of_end(one: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a form is bound by when something ended, of which nobody spoke: what was in May began then."""
    names = {bound.path[-1].property for bound in one.form.bounds}
    if len(names) != 1 or question.strength(name := names.pop()) >= SPOKEN:
        return False
    return _ENDS.search(local_name(name)) is not None
