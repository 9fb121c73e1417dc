"""What a question says of things that a form leaves out: a cursed artifact of silver isn't any of silver."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import Form
from soulkeep.graph.questions.weighing import Weighed

_BEHIND = 0.5
"""How far a form may be behind the one that it is the same as but for a flag."""

_MORE = 0.5
"""By how much more weight of words it must account for."""


def with_flags(found: Sequence[Weighed], question: AnalysedQuestion) -> list[Weighed]:
    """Return the forms, the likeliest first, without those that leave over a word by which another one, the same but for
    that, says what its things have or are flagged with.

    Args:
        found: the forms, the likeliest first.
        question: the analysed question.
    """
    flagged: dict[Form, Weighed] = {}
    for one in found:
        *bounds, last = one.form.bounds or (None,)
        if last is None or last.sign != "has" or one.features.get("empty"):
            continue
        if len(last.path) == 1 and question.strength(last.path[0].property) >= SPOKEN:
            flagged.setdefault(one.form._replace(bounds=tuple(bounds)), one)

    def is_without(one: Weighed) -> bool:
        other = flagged.get(one.form)
        if other is None or one.score - other.score > _BEHIND:
            return False
        return one.features.get("uncovered", 0.0) - other.features.get("uncovered", 0.0) >= _MORE

    return [one for one in found if not is_without(one)]
