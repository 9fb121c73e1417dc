"""What is reckoned from several amounts: their sum, their mean, or how far two of them are apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import DIFFERENCE, MEAN, SPAN, THINGS, TOTAL, Form, Path, Wants
from soulkeep.graph.questions.narrowing import Narrowing, is_turned
from soulkeep.graph.questions.qualifier_words import dimensions
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

    @property
    def is_asked(self) -> bool:
        """Whether the question asks for what amounts come to together."""
        return bool(self._question.qualifiers.total or self._question.qualifiers.mean)

    def of_several(self, form: Form, path: Path) -> Iterator[Form]:
        """Yield the sum or the mean of the amounts that a path leads to from a form's things."""
        if (form.order is not None and form.order.take == 1) or path[-1].inverse:
            return
        if self._around.measured(path[-1].property) in (NUMBER, DURATION):
            wants: Wants = MEAN if self._question.qualifiers.mean else TOTAL
            yield form._replace(wants=wants, project=path)

    def of_two(self, things: Sequence[str]) -> Iterator[Form]:
        """Yield the differences between two things that are named."""
        if self._question.qualifiers.apart is None or len(things) != 2:
            return
        first, second = self._in_order(things)
        for path, kind in self._narrowing.measures(Form(THINGS, among=(first, second))):
            if not self._is_meant(path[-1].property):
                continue
            if kind in (NUMBER, DURATION):
                yield Form(DIFFERENCE, among=(first, second), project=path)
            elif kind == MOMENT:
                begin, end = (first, second) if self._is_earlier_first() else (second, first)
                yield Form(SPAN, thing=begin, other=end, dates=(path, path))

    def _in_order(self, things: Sequence[str]) -> tuple[str, str]:
        """Return two things with the one first of which it is said that it is more: the longer one, of "how much longer",
        or of "how much shorter" the other."""
        first, second = things
        subject, other = (first, second) if self._narrowing.is_compared_with(second, first) else (second, first)
        less = any(not one.down for one in self._question.qualifiers.extremes)
        return (other, subject) if less else (subject, other)

    def _is_earlier_first(self) -> bool:
        """Return whether what is more of a dimension has the earlier date, as the older of two."""
        extremes = self._question.qualifiers.extremes
        return not extremes or any(is_turned(one.dimension, MOMENT, None) for one in extremes if one.dimension)

    def _is_meant(self, property: str) -> bool:
        marks, wordbook = self._question.qualifiers, self._question.known.wordbook
        if self._question.strength(property) >= SPOKEN:
            return True
        named = {one.dimension for one in (*marks.extremes, *marks.asked)}
        named |= {one.dimension for one in marks.comparisons}
        named &= dimensions().keys()
        return any(dimension_support(wordbook, one).get(property, 0.0) >= _FITS for one in named)
