"""What is reckoned from several amounts: their sum, their mean, or how far two of them are apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import DIFFERENCE, MEAN, SPAN, THINGS, TOTAL, Form, Path, Wants
from soulkeep.graph.questions.narrowing import Narrowing
from soulkeep.graph.questions.qualifiers import dimensions
from soulkeep.graph.questions.solve import Solver
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER

_FITS = 0.6
"""Least nearness of a property to the words of a dimension by which two things are compared."""


class Reckoning:
    """The sums, means and differences that a question may ask for.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
        narrowing: the narrowing of its forms.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings, narrowing: Narrowing) -> None:
        self._question = question
        self._around = surroundings
        self._narrowing = narrowing
        self._solver: Solver = question.known.solver

    @property
    def is_asked(self) -> bool:
        """Whether the question asks for what amounts come to together."""
        return bool(self._question.qualifiers.total or self._question.qualifiers.mean)

    def of_several(self, form: Form, path: Path) -> Iterator[Form]:
        """Yield the sum or the mean of the amounts that a path leads to from a form's things."""
        if form.order is not None or path[-1].inverse:
            return
        if self._around.measured(path[-1].property) in (NUMBER, DURATION):
            wants: Wants = MEAN if self._question.qualifiers.mean else TOTAL
            yield form._replace(wants=wants, project=path)

    def of_two(self, things: Sequence[str]) -> Iterator[Form]:
        """Yield the differences between two things that are named."""
        if self._question.qualifiers.apart is None or len(things) != 2:
            return
        first, second = things
        for path, kind in self._narrowing.measures(Form(THINGS, among=(first, second))):
            if not self._is_meant(path[-1].property):
                continue
            if kind in (NUMBER, DURATION):
                yield Form(DIFFERENCE, among=(first, second), project=path)
            elif kind == MOMENT:
                begin, end = sorted(things, key=lambda one: min(self._solver.reached(one, path), default=""))
                yield Form(SPAN, thing=begin, other=end, dates=(path, path))

    def _is_meant(self, property: str) -> bool:
        marks, wordbook = self._question.qualifiers, self._question.known.wordbook
        if self._question.strength(property) >= SPOKEN:
            return True
        named = {one.dimension for one in (*marks.extremes, *marks.asked)}
        named |= {one.dimension for one in marks.comparisons}
        named &= dimensions().keys()
        return any(dimension_support(wordbook, one).get(property, 0.0) >= _FITS for one in named)
