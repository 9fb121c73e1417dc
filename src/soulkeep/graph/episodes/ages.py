"""Ages at the end of a question's path, or of the first in its order: how old somebody's friend is, or the oldest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from soulkeep.graph.episodes import speech
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import Form, Path
from soulkeep.graph.questions.solve import Solution
from soulkeep.graph.words.spoken import spoken
from soulkeep.types.episodes import Understanding

_AGES = 5
"""Most things whose ages are told at once."""


def aged(form: Form, found: Solution, said: Understanding, knowledge: Knowledge, today: date | None, asked: str) -> str:
    """Return the age of the one thing whose birth a form gives at the end of a path, or puts first: how old Zora's
    friend is, or the oldest teacher."""
    if form.order is not None and not form.project and not form.order.counted and 0 < len(found.values) <= _AGES:
        return _of_each(form.order.path, found.values, said, knowledge, today, asked)
    path = (*(form.links[0].path if form.links else ()), *form.project)
    if not path or path[-1].inverse or (not form.project and len(form.links) != 1):
        return ""
    solver = reader_of(knowledge).known.solver
    owners = found.things if form.project else sorted(solver.reached(form.links[0].anchor, path[:-1]))
    return (
        speech.age(said, path[-1].property, found.values, owners[0], knowledge, today, asked)
        if len(owners) == 1
        else ""
    )


def _of_each(
    path: Path, things: Sequence[str], said: Understanding, knowledge: Knowledge, today: date | None, asked: str
) -> str:
    """Return the age of one thing, or of each of several with its name."""
    solver = reader_of(knowledge).known.solver
    told = [
        (one, speech.age(said, path[-1].property, sorted(solver.reached(one, path)), one, knowledge, today, asked))
        for one in things
    ]
    if len(told) == 1 or not all(age for _, age in told):
        return told[0][1] if len(told) == 1 else ""
    lexicon = knowledge.lexicon
    return " ".join(f"{spoken(one, lexicon, said.language)}: {age}" for one, age in told)
