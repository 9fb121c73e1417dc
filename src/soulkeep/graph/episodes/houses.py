"""What a question that isn't understood otherwise asks of the one house that the data is about, or of a place in a
contest."""

from __future__ import annotations

from datetime import date

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.asked import QuestionReading, chosen, ranked
from soulkeep.graph.questions.forms import THINGS, Form
from soulkeep.graph.questions.placing import by_place

_UNSAID = 2.0
"""Least weight of the words left over by which a property that nobody mentioned isn't the one asked for."""


def of_a_place(question: AnalysedQuestion) -> QuestionReading | None:
    """Return what a question asks of the one who took a place in a contest."""
    form = by_place(question)
    found = None if form is None else question.known.solver.solve(form)
    if form is None or found is None or not found.values:
        return None
    return QuestionReading(form, found, True, tuple(one for one in question.carried if one in form.things))


def of_the_house(question: AnalysedQuestion, knowledge: Knowledge, today: date | None) -> QuestionReading | None:
    """Return what a question that names nothing, and isn't understood, asks of the only house in the data, as a guess:
    when it opens."""
    if question.named or question.carried or question.asks in ("whether", "why"):
        return None
    if (house := question.known.house) is None:
        return None
    further, forms = ranked(question.text, question.language, question.asks, knowledge, (), (house,), today=today)
    read = chosen(further, forms)
    if read is None or read.form != Form(THINGS, links=read.form.links):
        return None
    if [one.anchor for one in read.form.links] != [house]:
        return None
    meant = next((one.features for one in forms if one.form == read.form), {})
    unsaid = meant.get("free", 0.0) > 0 and meant.get("uncovered", 0.0) >= _UNSAID
    return None if unsaid else read._replace(sure=False)


def is_house_itself(read: QuestionReading, question: AnalysedQuestion) -> bool:
    """Return whether a question when or where the only house is would be answered by the house itself."""
    alone = question.asks in ("where", "when", "how", "how long", "how old")
    return alone and read.form.type is not None and read.found.values == (question.known.house,)
