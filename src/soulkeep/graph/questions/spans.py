"""Spans from one date to another: how old somebody was, how long something lasted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import SPAN, THINGS, Form, Link, Path, PathStep
from soulkeep.graph.questions.qualifier_words import dimensions
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import Wordbook, dimension_support
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, TIME
from soulkeep.graph.words.quantities import unit_of

_BY_WAY = 0.6
"""Least clearness with which a property must be mentioned for the dates of what it leads to."""

_DURATION = 0.89
"""Least nearness of a number's property to the words for durations."""


def is_end(property: str, wordbook: Wordbook) -> bool:
    """Return whether a property tells when a life ended, or what else had one."""
    return dimension_support(wordbook, "death").get(property, 0.0) >= 0.75


def is_birth(property: str, wordbook: Wordbook) -> bool:
    """Return whether a property tells when somebody was born."""
    return dimension_support(wordbook, "born").get(property, 0.0) >= 0.75


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
            births = own or births or self._beginnings(term, dated)
            if self._question.qualifiers.age:
                if not self._is_asked_of(term):
                    continue
                for birth in births:
                    for path in dated:
                        if path != birth and not self._is_birth(path) and self._may_end(path):
                            yield Form(SPAN, thing=term, dates=(birth, path))
                    for other in self._things:
                        if (
                            other != term
                            and self._question.qualifiers.when is not None
                            and (other in self._question.carried or not self._is_asked_of(other))
                            and not self._question.qualifiers.died
                        ):
                            for path in self._dates(other):
                                spoken = self._question.strength(path[-1].property) >= SPOKEN
                                if (spoken or not self._is_birth(path)) and not self._leads_back(other, path, term):
                                    yield Form(SPAN, thing=term, dates=(birth, path), other=other)
                    if self._question.qualifiers.when is None:
                        yield Form(THINGS, links=(Link(term, birth),))
            elif self._question.qualifiers.till_now is None and not self._lasts(term):
                for ends in (dated, self._times(term)):
                    for first, last in product(ends, ends):
                        if first != last and self._is_earlier(term, first, last):
                            yield Form(SPAN, thing=term, dates=(first, last))

    def _is_asked_of(self, term: str) -> bool:
        """Return whether the age asked for may be a thing's, by its place: "how old was Ann when Bob died"."""
        age, when = self._question.qualifiers.age, self._question.qualifiers.when
        starts = [one.start for one in self._question.named if any(term == meant for meant, _ in one.terms)]
        if age is None or when is None or not starts:
            return True
        if self._question.language == "ko":  # the moment may stand before all names
            after = any(one.start > when.start for one in self._question.named)
            return not after or any(start > when.start for start in starts)
        if when.start > age.start:
            return any(start < when.start for start in starts)
        return any(start > age.start for start in starts)

    def _beginnings(self, term: str, dated: Sequence[Path]) -> list[Path]:
        """Return the earliest of a thing's own dates, where it is asked how old it was at a mentioned one."""
        own = [path for path in dated if len(path) == 1]
        spoken = [path for path in own if self._question.strength(path[0].property) >= SPOKEN]
        if self._question.qualifiers.when is None or not spoken or len(own) < 2:
            return []
        first = min(own, key=lambda path: min(self._solver.reached(term, path), default="~"))
        return [] if first in spoken else [first]

    def _leads_back(self, other: str, path: Path, term: str) -> bool:
        """Return whether a path from another thing goes through the one whose age is asked for."""
        return len(path) > 1 and term in self._solver.reached(other, path[:1])

    def _lasts(self, term: str) -> bool:
        """Return whether a thing has a duration of its own, which isn't reckoned from dates."""
        lexicon = self._question.known.knowledge.lexicon
        wordbook = self._question.known.wordbook
        lasting = wordbook.nearest(tuple(dimensions()["duration"]["core"]))
        for step in self._around.around(term):
            kind = None if step.inverse else self._around.measured(step.property)
            if kind == DURATION:
                return not self._ends_as_said(term) or self._question.strength(step.property) >= SPOKEN
            unit = unit_of(step.property, lexicon) if kind == NUMBER else None
            bare = kind == NUMBER and unit is None and lasting.get(step.property, 0.0) >= _DURATION
            if bare or (unit is not None and unit.quantity == "time"):
                return True
        return False

    def _ends_as_said(self, term: str) -> bool:
        """Return whether one of a thing's own later dates is clearly mentioned: how long a case took to be solved."""
        dated = [path for path in self._dates(term) if len(path) == 1]
        said = [path for path in dated if self._question.strength(path[0].property) >= _BY_WAY]
        return any(self._is_earlier(term, first, last) for first, last in product(dated, said))

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
            and (self._said(path[0].property) >= _BY_WAY or self._mentions(term, path[0]))
        ]
        return [*paths, *others[:8]]

    def _times(self, term: str) -> list[Path]:
        """Return the paths to the two times of the day from one to the other of which something lasts."""
        around = self._around
        steps = [one for one in around.around(term) if not one.inverse and around.measured(one.property) == TIME]
        return [(step,) for step in steps] if len(steps) == 2 else []

    def _said(self, property: str) -> float:
        """Return how clearly a property is mentioned, by other words than those that ask for the age."""
        support, words = self._question.support.get(property), self._question.words
        return (
            max((worth for at, worth in support.by_word.items() if words[at].weight), default=0.0) if support else 0.0
        )

    def _mentions(self, term: str, step: PathStep) -> bool:
        return any(one in self._things for one in self._solver.reached(term, (step,)))

    def _may_end(self, path: Path) -> bool:
        """Return whether somebody's age may be that at a date: nobody is as old as when they joined, unless that is
        spoken of."""
        question, last = self._question, path[-1].property
        spoken = question.qualifiers.when is not None or self._said(last) >= SPOKEN
        return spoken or is_end(last, question.known.wordbook)

    def _is_birth(self, path: Path, *, of_things: bool = True) -> bool:
        near = dimension_support(self._question.known.wordbook, "birth" if of_things else "born")
        return len(path) == 1 and near.get(path[0].property, 0.0) >= 0.7

    def _is_earlier(self, term: str, first: Path, last: Path) -> bool:
        one, other = (min(self._solver.reached(term, path), default="") for path in (first, last))
        return one < other
