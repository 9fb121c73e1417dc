"""Features of a form by comparison with the other forms of its question."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.forms import Form


def compare(forms: Sequence[Form], said: Sequence[dict[str, float]]) -> None:
    """Add the features of forms that depend on the others.

    Args:
        forms: the forms of one question.
        said: their features that don't depend on their solutions, in the same order.
    """
    direct = {
        _joined(form)
        for form, features in zip(forms, said, strict=True)
        if features.get("joins") and not features.get("steps")
    }
    for form, features in zip(forms, said, strict=True):
        if features.get("joins") and features.get("steps") and _joined(form) in direct:
            features["way round"] = 1.0  # songs by the album's producer, where there are songs on the album


def _joined(form: Form) -> tuple[object, ...]:
    """Return what a form joins: a class, and the things that it is joined to."""
    return form.wants, form.type, frozenset(link.anchor for link in form.links)
