"""Features of a form by comparison with the other forms of its question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from soulkeep.graph.questions.features import is_ruled_out
from soulkeep.graph.questions.forms import Form

_FAR = 10.0
_NAMED = 0.5
"""Clearness of a form's class from which on nothing further is meant: the teams that somebody sponsors."""

_CLEARLY = 0.9
"""Clearness of a mentioned property by which a form is longer than another, from which the other isn't meant."""


def compare(forms: Sequence[Form], said: Sequence[dict[str, float]]) -> None:
    """Add the features of forms that depend on the others.

    Args:
        forms: the forms of one question.
        said: their features that don't depend on their solutions, in the same order.
    """
    nearest: dict[tuple[object, ...], float] = {}
    counted: dict[tuple[object, ...], int] = {}
    covered = max((features.get("covered", 0.0) for features in said if not is_ruled_out(features)), default=0.0)
    longer: dict[tuple[object, ...], list[Mapping[str, float]]] = {}
    for form, features in zip(forms, said, strict=True):
        if len(form.links) == 1:
            longer.setdefault((form.wants, form.links[0].anchor, form.links[0].path[:-1]), []).append(features)
        if _is_unsaid(features):
            kind = _joined(form)
            counted[kind] = counted.get(kind, 0) + 1
            nearest[kind] = max(nearest.get(kind, -_FAR), features.get("sense", 0.0))
    for form, features in zip(forms, said, strict=True):
        features["covered behind"] = max(covered - features.get("covered", 0.0), 0.0)
        if len(form.links) == 1:
            others = longer.get((form.wants, form.links[0].anchor, form.links[0].path), ())
            if features.get("class", 0.0) < _NAMED and any(_goes_on(rest, features) for rest in others):
                features["stops short"] = 1.0
        if _is_unsaid(features):  # what is nearer to the whole question is likelier to be meant
            features["sense behind"] = nearest[_joined(form)] - features.get("sense", 0.0)
            features["alone"] = 1.0 / counted[_joined(form)]


def _goes_on(rest: Mapping[str, float], features: Mapping[str, float]) -> bool:
    """Return whether a form that goes on from where another ends does so by a property that is mentioned: to the medal
    of an award, for "which medal"."""
    gained = rest.get("support", 0.0) - features.get("support", 0.0)
    return gained >= _CLEARLY and rest.get("covered", 0.0) > features.get("covered", 0.0)


def _is_unsaid(features: Mapping[str, float]) -> bool:
    """Return whether a form has a property that nobody mentioned."""
    return features.get("free", 0.0) + features.get("expected", 0.0) > 0


def _joined(form: Form) -> tuple[object, ...]:
    """Return what a form joins: a class, and the things that it is joined to."""
    return form.wants, form.type, frozenset(link.anchor for link in form.links)
