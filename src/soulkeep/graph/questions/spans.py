"""Spans from one date to another: how old somebody was, how long something lasted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import SPAN, THINGS, Form, Link, Path, PathStep
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import Wordbook, dimension_support
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER
from soulkeep.graph.words.quantities import unit_of


def is_end(property: str, wordbook: Wordbook) -> bool:
    """Return whether a property tells when a life ended, or what else had one."""
    ends = wordbook.nearest(("death date", "died", "dissolved", "death year", "사망", "gestorben"), loose=False)
    return ends.get(property, 0.0) >= 0.75


class WordSpans:
    """The spans of time that a question may ask for.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
        things: the things that it names.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings, things: Sequence[str]) -> None:
        self._question = question
        self._around = surroundings
        self._solver = question.known.solver
        self._things = things

    def all(self) -> Iterator[Form]:
        """Yield forms for ages, and for times from beginnings to ends."""
        for term in self._things:
            dated = self._dates(term)
            births = [path for path in dated if self._is_birth(path)]
            own = [path for path in births if self._is_birth(path, of_things=False)]
            births = own or births
            if self._question.qualifiers.age:
                for birth in births:
                    for path in dated:
                        if path != birth and not self._is_birth(path) and self._may_end(path):
                            yield Form(SPAN, thing=term, dates=(birth, path))
                    for other in self._things:
                        if (
                            other != term
                            and self._question.qualifiers.when is not None
                            and not self._question.qualifiers.died
                        ):
                            for path in self._dates(other):
                                if not self._is_birth(path):
                                    yield Form(SPAN, thing=term, dates=(birth, path), other=other)
                    yield Form(THINGS, links=(Link(term, birth),))
            elif self._question.qualifiers.till_now is None and not self._lasts(term):
                for first, last in product(dated, dated):
                    if first != last and self._is_earlier(term, first, last):
                        yield Form(SPAN, thing=term, dates=(first, last))

    def _lasts(self, term: str) -> bool:
        """Return whether a thing has a duration of its own, which isn't reckoned from dates."""
        lexicon = self._question.known.knowledge.lexicon
        for step in self._around.around(term):
            kind = None if step.inverse else self._around.measured(step.property)
            if kind == DURATION:
                return True
            if kind == NUMBER and (unit := unit_of(step.property, lexicon)) is not None and unit.quantity == "time":
                return True
        return False

    def _dates(self, term: str) -> list[Path]:
        paths = [
            (step,)
            for step in self._around.around(term)
            if not step.inverse and self._around.measured(step.property) == MOMENT
        ]
        others = [
            path
            for path in self._around.beyond(term)
            if not path[-1].inverse
            and self._around.measured(path[-1].property) == MOMENT
            and (self._question.strength(path[0].property) >= SPOKEN or self._mentions(term, path[0]))
        ]
        return [*paths, *others[:8]]

    def _mentions(self, term: str, step: PathStep) -> bool:
        return any(one in self._things for one in self._solver.reached(term, (step,)))

    def _may_end(self, path: Path) -> bool:
        """Return whether somebody's age may be that at a date: nobody is as old as when they joined, unless that is
        spoken of."""
        question, last = self._question, path[-1].property
        spoken = question.qualifiers.when is not None or question.strength(last) >= SPOKEN
        return spoken or is_end(last, question.known.wordbook)

    def _is_birth(self, path: Path, *, of_things: bool = True) -> bool:
        near = dimension_support(self._question.known.wordbook, "birth" if of_things else "born")
        return len(path) == 1 and near.get(path[0].property, 0.0) >= 0.7

    def _is_earlier(self, term: str, first: Path, last: Path) -> bool:
        one, other = (min(self._solver.reached(term, path), default="") for path in (first, last))
        return one < other
