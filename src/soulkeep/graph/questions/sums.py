"""Whether forms give the sum, the mean or the difference that a question asks for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from soulkeep.graph.questions.accounting import Account
from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.directions import Directions
from soulkeep.graph.questions.forms import COUNT, DIFFERENCE, SPAN, THINGS, Form
from soulkeep.graph.questions.sharing import is_doer, is_shared
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.measures import DURATION, NUMBER

_OF_ONE = frozenset(
    ["extreme unused", "comparison unused", "count unused", "age unused", "long unused", "kind not", "asks not"]
)
"""Features that speak against forms which compare nothing, and not against a difference."""

_TAKEN = frozenset(["free", "steps", "sense", "free besides", "sense besides", "expected", "expected besides"])
"""Features of properties that nobody mentioned."""

_LEFT_OUT = 0.9
"""Least clearness of a property that a difference can't leave out."""


class Sums:
    """Says of the forms of one question whether they give what amounts come to together, or how far they are apart.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
        account: which words its forms account for.
        directions: the directions in which its words are meant.
    """

    def __init__(
        self, question: AnalysedQuestion, surroundings: Surroundings, account: Account, directions: Directions
    ) -> None:
        self._question = question
        self._around = surroundings
        self._knowledge = question.known.knowledge
        self._solver = question.known.solver
        self._account = account
        self._directions = directions

    def is_difference(self, form: Form) -> bool:
        """Return whether a form gives how far two things are apart, which the comparative and "than" ask for."""
        return self._question.qualifiers.apart is not None and form.wants in (DIFFERENCE, SPAN)

    def missed(self, form: Form) -> float:
        """Return 1 where a sum, a mean or a difference is asked for that a form doesn't give, or gives of something else."""
        marks = self._question.qualifiers
        if marks.same is not None:
            return float(not is_shared(form) or self._leaves_another(form))
        if marks.other is not None and self._is_only(form):
            return 1.0
        if marks.apart is not None:
            return float(form.wants not in (DIFFERENCE, SPAN) or self._leaves_property(form))
        if form.wants not in (THINGS, COUNT) or (marks.mean is None and (marks.total is None or form.wants == COUNT)):
            return 0.0
        path = form.project or (form.links[0].path if len(form.links) == 1 and form.type is None else ())
        amounts = bool(path) and not path[-1].inverse and self._around.measured(path[-1].property) in (NUMBER, DURATION)
        return float(
            (amounts or marks.mean is not None or self._measure_said) and len(self._solver.solve(form).values) > 1
        )

    @staticmethod
    def without_comparing(features: Mapping[str, float]) -> dict[str, float]:
        """Return features without those that speak against forms which compare nothing."""
        return {name: value for name, value in features.items() if name not in _OF_ONE}

    @staticmethod
    def as_joined(features: Mapping[str, float]) -> dict[str, float]:
        """Return the features of a form by what is the same, whose one property is said by the class of its value ("the
        same guild"): it joins, and isn't taken twice at will."""
        joined = {name: value for name, value in features.items() if name not in _TAKEN}
        if features.get("free"):
            joined |= {"joins": 1.0, "sense of joining": features.get("sense", 0.0) / 2}
        return joined

    def _is_only(self, form: Form) -> bool:
        """Return whether a form gives the one person whom a named thing has, while others have them, too: the author, for
        "what else did the author of … write"."""
        if self._question.carried or form.wants != THINGS or len(form.links) != 1 or form.project:
            return False
        ((anchor, path, holds),) = form.links
        values = self._solver.reached(anchor, path) if holds and len(path) == 1 and not path[0].inverse else frozenset()
        if len(values) != 1:
            return False
        (value,) = values
        does = is_doer(value, path[0].property, self._directions, self._around)
        return does and len(self._solver.reached(value, (path[0].turned(),))) > 1

    def _leaves_property(self, form: Form) -> bool:
        """Return whether a property is plainly mentioned that a form doesn't have: how old somebody's mother is."""
        left = (
            name
            for name, support in self._question.support.items()
            if support.whole >= _LEFT_OUT and name not in form.properties and self._question.strength(name) >= _LEFT_OUT
        )
        schema = self._knowledge.schema
        return any(name in schema.properties and self._around.measured(name) is None for name in left)

    def _leaves_another(self, form: Form) -> bool:
        """Return whether a word plainly denotes a property of what is compared, and none that a form has: "born in the
        same city as … lives in"."""
        if not form.links:
            return False  # of a year
        support = self._question.support
        theirs = {step.property for one in form.ends if is_iri(one) for step in self._around.around(one)}
        terms = (*form.properties, *self._account.classes(form))
        own = {at for name in terms if name in support for at in support[name].by_word}
        return any(
            name in theirs
            and one.whole >= _LEFT_OUT
            and any(strength >= _LEFT_OUT and at not in own for at, strength in one.by_word.items())
            for name, one in support.items()
        )

    @cached_property
    def _measure_said(self) -> bool:
        """Whether a property with numbers or durations is mentioned or asked for."""
        schema = self._knowledge.schema
        return any(
            self._around.measured(name) in (NUMBER, DURATION)
            and (self._question.strength(name) >= SPOKEN or self._account.is_asked(name))
            for name in schema.properties
        )
