"""What has the same of something as a named thing: "who was born in the same city as Ann", "in the same year"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.directions import Directions
from soulkeep.graph.questions.forms import THINGS, WHETHER, Bound, Form, Link, Path, PathStep
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal, literal, parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import MOMENT

_YEAR = re.compile(r"-?\d{4,}")

_CALLED = 0.7
"""Least clearness with which the noun after "same" denotes a property, or the class of its value."""


def is_shared(form: Form) -> bool:
    """Return whether a form asks for what has a value in common with a thing, or is of its year."""
    return any(is_there_and_back(link.path) for link in form.links) or (
        bool(form.but) and any(bound.sign == "=" for bound in form.bounds)
    )


def is_there_and_back(path: Path) -> bool:
    """Return whether a path leads to a value and from it to all that have it."""
    return len(path) == 2 and path[0] == path[1].turned()


def is_doer(term: str, property: str, directions: Directions, around: Surroundings) -> bool:
    """Return whether a value of a property did something: a person, or what an agent noun calls, as a game's developer."""
    return directions.by_doer(property) or around.kind_of(term) == "person"


class Sharing:
    """The forms by which things have something in common with one that is named.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
        directions: the directions in which its words are meant.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings, directions: Directions) -> None:
        self._question = question
        self._around = surroundings
        self._knowledge = question.known.knowledge
        self._solver = question.known.solver
        self._directions = directions

    @property
    def is_asked(self) -> bool:
        """Whether something is compared by "same", or what else is of a named thing's something is asked for."""
        marks = self._question.qualifiers
        return marks.same is not None or (marks.other is not None and bool(self._question.named))

    def of(self, things: Sequence[str], classes: Sequence[str | None]) -> Iterator[Form]:
        """Yield the things of each class that share a value with the named one, or whether one of two does."""
        if not self.is_asked or not things:
            return
        model, others = self._in_order(things)
        for form in self._with(model):
            if others:
                if len(others) == 1 and self._has_any(others[0], form):
                    yield form._replace(wants=WHETHER, among=(others[0],), but=(model,))
                continue
            kinds: list[str | None] = [*classes] if classes or form.links else [*self._kinds_of(model, form)]
            yield from (form._replace(type=kind, but=(model,)) for kind in (*kinds, *([None] if form.links else [])))

    def _has_any(self, thing: str, form: Form) -> bool:
        """Return whether a thing has a value of what is compared at all; else nobody knows whether it is the same."""
        path = form.links[0].path[:1] if form.links else form.bounds[0].path
        return bool(self._solver.reached(thing, path))

    def _kinds_of(self, model: str, form: Form) -> list[str]:
        """Return the widest classes of a thing whose members have a form's property."""
        schema = self._knowledge.schema
        kinds = [
            one
            for one in schema.domain(form.bounds[0].path[0].property)
            if one in schema.classes and not schema.is_top(one) and self._knowledge.is_a(model, one)
        ]
        return sorted(one for one in kinds if not any(one != other and schema.is_a([one], other) for other in kinds))

    def _in_order(self, things: Sequence[str]) -> tuple[str, list[str]]:
        """Return the thing with which others are compared, and the others: the one beside "as", else the last one."""
        same = self._question.qualifiers.same or self._question.qualifiers.other
        assert same is not None
        places = {term: one.start for one in self._question.named for term, _ in one.terms}
        ordered = sorted(things, key=lambda one: places.get(one, -1))
        ordered = [one for one in ordered if not same.start <= places.get(one, -1) < same.end] or ordered
        if self._question.language == "ko":  # what is compared with stands before it
            before = [one for one in ordered if places.get(one, -1) < same.start]
            model = before[-1] if before else ordered[0]
        else:
            model = ordered[-1]
        own = {term for one in self._question.named if model in dict(one.terms) for term, _ in one.terms}
        return model, [one for one in ordered if one not in own] if self._question.asks == WHETHER else []

    def _with(self, model: str) -> Iterator[Form]:
        """Yield a form for each value of a thing that the question may mean."""
        marks = self._question.qualifiers
        steps = [one for one in self._around.around(model) if one.property != TYPE]
        if marks.same_year is None:
            is_meant = self._is_meant if marks.same is not None else self._is_by_doer
            meant = (one for one in steps if is_meant(model, one))
            yield from (Form(THINGS, links=(Link(model, (one, one.turned())),)) for one in meant)
            return
        dated = [(one, year) for one in steps if not one.inverse and (year := self._year(model, one)) is not None]
        said = [pair for pair in dated if self._question.strength(pair[0].property) >= SPOKEN]
        if said or not self._leaves_words:
            yield from (Form(THINGS, bounds=(Bound((one,), "=", year),)) for one, year in said or dated)

    @property
    def _leaves_words(self) -> bool:
        """Whether words are left beside names and classes, which say what happened in the year."""
        question, classes = self._question, self._knowledge.schema.classes
        told = {at for one in question.named for at in question.words_in(one.start, one.end)}
        told |= {at for term, one in question.support.items() if term in classes for at in one.by_word}
        return any(word.weight and at not in told for at, word in enumerate(question.words))

    def _year(self, thing: str, step: PathStep) -> str | None:
        """Return the year of a thing's only date, by a property."""
        values = self._solver.reached(thing, (step,))
        if len(values) != 1 or self._around.measured(step.property) != MOMENT:
            return None
        year = _YEAR.match(parsed(next(iter(values))).value)
        return None if year is None else literal(year[0], datatype=f"{XSD}gYear")

    def _is_meant(self, model: str, step: PathStep) -> bool:
        """Return whether the noun after "same" denotes a property of a thing, or the class of what it leads to."""
        support = self._question.support
        if self._question.qualifiers.same_place is not None:
            return self._is_place(model, step)
        nouns = self._nouns
        words = self._question.words
        if step.property in support and any(
            support[step.property].by_word.get(at, 0.0) >= _CALLED and self._directions.calls_end(step, words[at].form)
            for at in nouns
        ):
            return True
        if self._question.qualifiers.same_town is not None and self._is_town(model, step):
            return True
        values = [one for one in self._solver.reached(model, (step,)) if is_iri(one)]
        kinds = (
            term
            for term, one in support.items()
            if term in self._knowledge.schema.classes and any(one.by_word.get(at, 0.0) >= _CALLED for at in nouns)
        )
        return bool(values) and any(self._knowledge.is_a(values[0], kind) for kind in kinds)

    def _is_by_doer(self, model: str, step: PathStep) -> bool:
        """Return whether a clearly mentioned property leads to who did something: "what else did the author of … write"."""
        support = self._question.support.get(step.property)
        if step.inverse or support is None or support.whole < _CALLED:
            return False
        ends = self._solver.reached(model, (step,))
        return any(is_doer(one, step.property, self._directions, self._around) for one in ends)

    def _is_place(self, model: str, step: PathStep) -> bool:
        values = sorted(self._solver.reached(model, (step,)))
        return bool(values) and not step.inverse and self._around.kind_of(values[0]) == "place"

    def _is_town(self, model: str, step: PathStep) -> bool:
        """Return whether a clearly mentioned property of a thing has a name as its text: where somebody was born."""
        support = self._question.support.get(step.property)
        if step.inverse or support is None or max(support.by_word.values()) < _CALLED:
            return False
        values = self._solver.reached(model, (step,))
        return all(is_literal(one) and parsed(one).value[:1].isupper() for one in values) and bool(values)

    @cached_property
    def _nouns(self) -> list[int]:
        """The numbers of the words that may say what is the same: the one after "same", in Korean also that before."""
        same = self._question.qualifiers.same
        if same is None:
            return []
        heavy = [at for at, word in enumerate(self._question.words) if word.weight]
        after = [at for at in heavy if self._question.words[at].start >= same.end][:1]
        if self._question.language != "ko":
            return after
        named = {at for one in self._question.named for at in self._question.words_in(one.start, one.end)}
        before = [at for at in heavy if self._question.words[at].start < same.start and at not in named][-1:]
        return [*before, *after]
