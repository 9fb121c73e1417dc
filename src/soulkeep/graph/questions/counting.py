"""Numbers of what things have: "more than three children", "exactly two coaches", more stops than another line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.directions import Directions
from soulkeep.graph.questions.forms import Bound, Form, PathStep
from soulkeep.graph.questions.marks import Comparison
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.values import Value


class Counting:
    """Narrows forms to things that have so many values of a property, or so many things of a class.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
        classes: the mentioned classes.
        steps_of: a function that returns the steps from a form's things.
    """

    def __init__(
        self,
        question: AnalysedQuestion,
        surroundings: Surroundings,
        classes: Sequence[str],
        steps_of: Callable[[Form], Sequence[PathStep]],
    ) -> None:
        self._question = question
        self._around = surroundings
        self._directions = Directions(question)
        self._schema = question.known.knowledge.schema
        self._classes = classes
        self._steps_of = steps_of

    def just_so_many(self, form: Form, value: Value) -> Iterator[Form]:
        """Yield a form whose things have just as many as a number says that stands beside the word for what is counted."""
        counted = self.so_many(form, "=", value)
        yield from (one for one in counted if self._is_number_of(value, one.bounds[-1].path[0]))

    def so_many(self, form: Form, sign: str, value: Value) -> Iterator[Form]:
        """Yield a form whose things have so many values of a mentioned property, or so many things of a mentioned class:
        "more than three children"."""
        used = {link.path[-1].property for link in form.links}
        for step in self._steps_of(form):
            if not step.inverse and self._around.measured(step.property) is not None:
                continue  # values that are numbers are compared, not counted
            if self._around.is_flag(step.property) or step.property in used or self._are_counted(form, value, step):
                continue
            if self._is_beside(value, [step.property]) and self._leads_back(step):
                continue  # the children of somebody, not whose child they are
            if self._question.strength(step.property) >= SPOKEN or self.ends_in_class(step):
                bound = Bound((step,), f"count{sign}", value.number)
                yield form._replace(bounds=(*form.bounds, bound))

    def _leads_back(self, step: PathStep) -> bool:
        """Return whether a property's noun names what the step begins with, not its end."""
        return not self._directions.names_end(step) and self._directions.names_end(step.turned())

    def _are_counted(self, form: Form, value: Value, step: PathStep) -> bool:
        """Return whether a form's own things are what is counted, not what they have: the pets of "who has three pets"."""
        if form.type is None or not self._is_beside(value, [form.type]):
            return False
        return not any(self._schema.is_a([end], form.type) for end in self._ends(step))

    def _is_number_of(self, value: Value, step: PathStep) -> bool:
        """Return whether a number stands beside the word for what a step leads to."""
        ends = self._ends(step)
        kinds = [name for name in self._classes if any(self._schema.is_a([end], name) for end in ends)]
        return self._is_beside(value, [step.property, *kinds])

    def _is_beside(self, value: Value, terms: Sequence[str]) -> bool:
        """Return whether a number stands beside a word for one of some terms: "three participants", "참가자가 세 명"."""
        question, korean = self._question, self._question.language == "ko"
        numbers = [
            at
            for at, word in enumerate(question.words)
            if word.weight and (word.start < value.start if korean else word.start >= value.end)
        ]
        beside = numbers[-1:] if korean else numbers[:1]
        own = (question.support[term].by_word for term in terms if term in question.support)
        return any(by_word.get(at, 0.0) >= SPOKEN for by_word in own for at in beside)

    def _ends(self, step: PathStep) -> Collection[str]:
        return self._schema.domain(step.property) if step.inverse else self._schema.range(step.property)

    def more_than_of(
        self, form: Form, comparison: Comparison, things: Sequence[str], is_compared_with: Callable[[str, str], bool]
    ) -> Iterator[Form]:
        """Yield forms whose things have more or fewer values than a named thing: more stops than the Blue Line."""
        if comparison.dimension or self._question.qualifiers.than is None:
            return
        for term in things:
            if any(link.anchor == term for link in form.links) or (
                form.among and not is_compared_with(term, form.among[0])
            ):
                continue
            rest = tuple(one for one in form.among if one != term)
            if form.among and not rest:
                continue
            for step in self._steps_of(form):
                if not step.inverse and self._around.measured(step.property) is not None:
                    continue
                if self._question.strength(step.property) >= SPOKEN or self.ends_in_class(step, (form.type,)):
                    bound = Bound((step,), f"count{comparison.sign}", term)
                    yield form._replace(among=rest, bounds=(*form.bounds, bound))

    def ends_in_class(self, step: PathStep, used: Collection[str | None] = ()) -> bool:
        """Return whether a step leads to a mentioned class, other than those that are used already."""
        ends = self._ends(step)
        return any(self._schema.is_a([end], name) for end in ends for name in self._classes if name not in used)
