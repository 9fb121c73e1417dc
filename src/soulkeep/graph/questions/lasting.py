"""How long something lasts: whether a form gives a duration, and the features of a span between two dates."""

from __future__ import annotations

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import THINGS, Form, Link
from soulkeep.graph.questions.solve import Solution
from soulkeep.graph.questions.spans import is_birth, is_end
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, name_unit
from soulkeep.graph.words.quantities import unit_of
from soulkeep.lang.pack import pattern

_NAMED = 0.6
"""Least strength with which a property is called by a dimension."""


def _is_of_belonging(question: AnalysedQuestion) -> bool:
    """Return whether a question is since when somebody has belonged to something, or something has been there, rather than
    since when they have been ill, or it on loan."""
    belongs, other = (pattern("questions", key, question.language) for key in ("belongs", "other_state"))
    said = belongs is not None and belongs.search(question.text) is not None
    return said and (other is None or other.search(question.text) is None)


class Lasting:
    """Judges the durations that the forms of one question give.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings) -> None:
        self._question = question
        self._around = surroundings

    def _is_till_now(self, form: Form) -> bool:
        """Return whether a form gives when something began that it is asked for how long it has been so."""
        if self._question.qualifiers.till_now is None or form.wants != THINGS or not form.properties:
            return False
        property = form.properties[-1]
        wordbook = self._question.known.wordbook
        lived = is_birth(property, wordbook) or is_end(property, wordbook)
        return self._around.measured(property) == MOMENT and not lived

    def is_only_beginning(self, form: Form) -> bool:
        """Return whether a form gives the only date since when something may have been so of a thing, be it said in other
        words: since when Stan has been in the league, by when he joined."""
        if (
            form.type
            or form.bounds
            or form.project
            or form.order
            or len(form.links) != 1
            or not self._is_till_now(form)
        ):
            return False
        (link,) = form.links
        if len(link.path) != 1 or link.path[0].inverse or not _is_of_belonging(self._question):
            return False
        of_thing = {step for step in self._around.around(link.anchor) if not step.inverse}
        dates = {step for step in of_thing if self._is_till_now(Form(THINGS, links=(Link(link.anchor, (step,)),)))}
        return dates == {link.path[0]}

    def is_duration(self, form: Form, solution: Solution) -> bool:
        """Return whether a form gives how long something lasts, or since when it has."""
        if self._is_till_now(form):
            return True
        if not solution.values:
            return any(self._around.measured(name) == DURATION for name in form.properties)
        kind = self._around.kind_of(solution.values[0])
        if kind == DURATION:
            return True
        if kind != NUMBER or not form.properties:
            return False
        property, known = form.properties[-1], self._question.known
        if self._question.qualifiers.lasting is not None:  # how long a way takes isn't how long it is
            measured = unit_of(property, known.knowledge.lexicon)
            if measured is not None:
                return measured.quantity == "time"
        unit = name_unit(property)
        near = dimension_support(known.wordbook, "duration").get(property, 0.0)
        length = dimension_support(known.wordbook, "length").get(property, 0.0)
        return (unit is not None and unit.quantity in ("time", "length")) or max(near, length) > _NAMED

    def is_length(self, form: Form) -> bool:
        """Return whether a form gives how many metres, or the like, something measures."""
        if not form.properties:
            return False
        property, known = form.properties[-1], self._question.known
        if (measured := unit_of(property, known.knowledge.lexicon)) is not None:
            return measured.quantity == "length"
        lasts = dimension_support(known.wordbook, "duration").get(property, 0.0)
        return dimension_support(known.wordbook, "length").get(property, 0.0) > max(_NAMED, lasts)

    def of_span(self, form: Form, solution: Solution) -> dict[str, float]:
        """Return the features of a form that asks for the time between two dates."""
        marks = self._question.qualifiers
        features = {"expected": 1.0 if solution.number is not None else 0.0, "asks": 1.0}
        if not (marks.age or marks.long):
            features["age unused"] = 1.0
        assert form.dates is not None
        said = [self._question.strength(path[-1].property) >= SPOKEN for path in form.dates]
        if not marks.age and any(said) and not all(said):
            features["free"] = 1.0  # "in service" means the time from entry to retirement
        last = form.dates[1][-1].property
        dies = is_end(last, self._question.known.wordbook)
        if marks.age and (marks.died is not None) == dies:
            features["support"] = 1.0
        elif marks.age and dies:
            features["free"] = 0.5
        elif marks.age and form.other is None and not said[1]:
            features["free"] = 1.0  # nobody spoke of what happened then
        return features
