"""Whether what a form gives is of the kind that a question word asks for: somebody for "who", a place for "where"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from math import log

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.directions import Directions
from soulkeep.graph.questions.forms import ABOUT, COUNT, THINGS, WHETHER, Form
from soulkeep.graph.questions.naming import WHOLLY
from soulkeep.graph.questions.solve import Solution
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.words.hours import is_weekday
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, TIME, unit_named

DATED = re.compile(
    r"date|year|day|time|century|month|when|born|birth|found|datum|jahr|tag|zeit|날짜|연도|년|일|시간|때", re.IGNORECASE
)
"""Words of a question for a date."""

WANTED = {
    "who": ("person",), "where": ("place",), "when": (MOMENT, "time"), "how many": (NUMBER,), "how long": (DURATION,),
    "how old": (NUMBER, MOMENT),
}  # fmt: skip
"""Kinds of what answers a question word."""

_WHOSE = re.compile(r"\b(?:whose|wessen)\b|누구의", re.IGNORECASE)
_WHAT_WITH = re.compile(
    r"\bwhat (?:did|do|does|had|have)\b(?!.*\bhave\b)|\bwas (?!ist|sind|war|waren|wird|hat\b.*\bals\b)[a-zäöü]+",
    re.IGNORECASE,
)
"""What begins a question for somebody's doing, which may look like a date of it: "what did she die of"."""

_PLAINLY = 0.9
"""Least clearness of a class that is asked for."""


class Agreement:
    """Compares the kinds of what forms give with what a question asks for.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings) -> None:
        self._question = question
        self._around = surroundings
        self._knowledge = question.known.knowledge
        self._directions = Directions(question)

    def of_asking(self, form: Form, features: dict[str, float]) -> None:
        """Add the features for whether the form, by what it wants, answers the question word."""
        asks = self._question.asks
        features["whether"] = float((form.wants == WHETHER) != (asks == "whether"))
        if form.wants == ABOUT:
            features["asks not"] = float(asks in ("where", "when", "how long", "how many", "how old", "whether"))
            features["kind not"] = features["asks not"]  # a description is neither a place nor a date nor a number
        elif form.wants == WHETHER:
            features["asks"] = 1.0 if asks == "whether" else -1.0
        elif form.wants == THINGS and asks == "whether":
            features["asks not"] = 0.6

    def of_target(self, form: Form, features: dict[str, float]) -> None:
        """Add the features for whether the form asks for what stands right after the question word."""
        target = self._question.target
        whether = form.wants == WHETHER and not form.among
        if not target or not (whether or form.wants in (THINGS, COUNT)):
            return
        asked = [form.project[-1].property] if form.project and self._directions.names_end(form.project[-1]) else []
        if not form.project:
            asked += [form.type] if form.type is not None else []
            asked += [
                link.path[-1].property
                for link in form.links
                if link.holds and self._directions.names_end(link.path[-1])
            ]
            asked += [
                bound.path[0].property
                for bound in form.bounds
                if bound.sign == "has" and bound.path == (self._directions.noun_for(bound.path[0].property),)
            ]
        elsewhere = [name for name in (*form.properties, *([form.type] if form.type else [])) if name not in asked]
        here, there = (
            max([self._question.said_in_target(name) for name in names], default=0.0) for names in (asked, elsewhere)
        )
        features["target"] = here if here >= there else 0.0
        features["target not"] = there if there > here else 0.0

    def of_answer(self, form: Form, solution: Solution, features: dict[str, float]) -> None:
        asks = self._question.asks
        if form.wants != THINGS:
            return
        if not solution.values:
            features["empty"] = 1.0
            wanted = self._by_range(form, asks)
        else:
            kinds = {self._around.kind_of(one) for one in solution.values[:5]}
            features["values"] = log(1 + len(solution.values)) / 3
            placed = asks == "where" and self._question.qualifiers.whence is None
            placed = placed and (not form.links or self._directions.may_place(form.links[-1].path[-1]))
            if placed and any(map(self._around.is_where, solution.values[:5])):
                kinds.add("place")
            wanted = self._agreement(kinds, asks)
            if wanted < 0 and self._may_be_asked_so(form, kinds):
                wanted = 0.0
            marks = self._question.qualifiers
            daily = marks.weekday is not None or (asks == "when" and marks.clock is None)
            if daily and self._are_weekdays(solution.values[:5]):
                wanted = 1.0
            only_dated = marks.clock is not None and kinds == {MOMENT}
            if wanted < 0 and marks.weekday is None and not only_dated:  # what is no date may still be the property's
                wanted = max(wanted, self._by_range(form, asks) or wanted)
            if asks == "how long" and kinds == {"text"} and not self._may_last(form, solution.values[:5]):
                wanted = -1.0
            if asks in ("how many", "how old") and wanted > 0 and features.get("support", 0.0) < SPOKEN:
                wanted = 0.0  # a number that nobody mentioned is no answer
            features["reach"] = features.get("joins", 0.0) and log(1 + len(solution.values)) / 3
            features["many"] = float(len(solution.values) > 25 and not form.type)
        if asks == "who" and self._question.qualifiers.who_did:
            no_one = bool(solution.values) and all(map(self._around.is_no_one, solution.values[:5]))
            wanted = -1.0 if no_one or self._is_of_things(form) else wanted
        if asks == "who" and form.order is None and any(map(self._is_unnamed, solution.values[:1])):
            wanted = -1.0  # a repair did nothing, who repaired did
        if asks == "who" and form.project and self._is_of_group(form, solution.values):
            wanted = -1.0
        if asks == "which" and form.project and self._is_of_other_class(solution.values):
            wanted = -1.0
        features["asks"] = max(wanted, 0.0)
        features["asks not"] = features.get("asks not", 0.0) + max(-wanted, 0.0)
        features["kind not"] = max(features.get("kind not", 0.0), float(wanted <= -1.0))

    def _may_be_asked_so(self, form: Form, kinds: set[str]) -> bool:
        """Return whether what a form gives may be asked for by a question word for something else."""
        asks = self._question.asks
        if asks == "who":
            told = kinds & {NUMBER, MOMENT, DURATION, "time", "text"}
            return not told and _WHOSE.search(self._question.text) is not None  # the light whose keeper she is
        if asks == "where":
            return self._is_group_asked(form)
        return asks == "what" and kinds == {MOMENT} and self._is_called(form)  # what the deadline is

    def _is_unnamed(self, thing: str) -> bool:
        """Return whether a node has no name, and isn't a person."""
        lexicon = self._knowledge.lexicon
        return not (is_literal(thing) or lexicon.has_label(thing) or lexicon.is_person(thing))

    def _is_group_asked(self, form: Form) -> bool:
        """Return whether a Korean "where" asks which of some clearly named groups: 어느 밴드, as 어디."""
        if self._question.language != "ko" or form.type is None or self._question.strength(form.type) < _PLAINLY:
            return False
        return not self._knowledge.schema.is_person([form.type])

    def _is_called(self, form: Form) -> bool:
        """Return whether a form's values are asked for by the whole of their name, a noun."""
        if len(form.links) != 1 or form.type or form.project or form.bounds:
            return False
        if self._question.language in ("en", "de") and _WHAT_WITH.search(self._question.text):
            return False
        step = form.links[0].path[-1]
        support = self._question.support.get(step.property)
        return support is not None and support.whole >= WHOLLY and self._directions.names_end(step)

    def _are_weekdays(self, values: Sequence[str]) -> bool:
        """Return whether values name days of the week."""
        words = [parsed(one).value.casefold().split() for one in values if is_literal(one)]
        language = self._question.language
        return bool(words) and all(any(is_weekday(word.strip(",.;"), language) for word in one) for one in words)

    def _is_of_things(self, form: Form) -> bool:
        """Return whether a form asks for things of a clearly named class, which aren't who did something: the films, for
        "who has been in the most films"."""
        if form.type is None or form.project or self._question.strength(form.type) < _PLAINLY:
            return False
        schema, ordered = self._knowledge.schema, form.order is not None and not form.order.counted
        if ordered and self._question.language == "ko" and self._question.qualifiers.either is not None:
            return False  # "누가" asks which of the animals is heaviest
        return not schema.is_agent([form.type]) and self._question.said_in_target(form.type) < _PLAINLY

    def _may_last(self, form: Form, texts: Sequence[str]) -> bool:
        """Return whether texts may tell how long something takes: by their property, a number or a unit of time."""
        path = form.project or (form.links[-1].path if form.links else ())
        lasting = dimension_support(self._question.known.wordbook, "duration")
        if path and lasting.get(path[-1].property, 0.0) >= SPOKEN:
            return True  # "overnight", where it is the travel time
        said = " ".join(parsed(one).value for one in texts)
        units = map(unit_named, re.findall(r"[^\W\d_]+", said))
        return any(map(str.isdigit, said)) or any(unit is not None and unit.quantity == "time" for unit in units)

    def _is_of_group(self, form: Form, values: Sequence[str]) -> bool:
        """Return whether people are asked for, and a group is given that they have to do with: "who joined the club"."""
        schema, lexicon = self._knowledge.schema, self._knowledge.lexicon
        if form.type is None or not schema.is_person([form.type]):
            return False
        return bool(values) and all(is_iri(one) and not schema.is_person(lexicon.types(one)) for one in values[:5])

    def _is_of_other_class(self, values: Sequence[str]) -> bool:
        """Return whether values aren't of the class that plainly stands after "which"."""
        classes = self._knowledge.schema.classes
        asked = [
            name
            for name in self._question.support
            if name in classes and self._question.said_in_target(name) >= _PLAINLY
        ]
        things = [one for one in values[:5] if is_iri(one)]
        return bool(asked and things) and not any(self._knowledge.is_a(one, name) for one in things for name in asked)

    @cached_property
    def _is_only_dated(self) -> bool:
        """Whether a date can't tell the time of the day that is asked for: it could, where no property has times."""
        schema = self._knowledge.schema
        return any(self._around.measured(name) == TIME for name in schema.properties)

    def _agreement(self, kinds: set[str], asks: str | None) -> float:
        wanted = WANTED.get(asks or "")
        if asks == "when" and self._question.qualifiers.clock is not None and kinds == {MOMENT}:
            return -1.0 if self._is_only_dated else 0.5
        if self._question.qualifiers.weekday is not None and asks in ("when", "what", "which"):
            return -0.4 if kinds == {MOMENT} else -1.0 if kinds & {TIME, NUMBER, DURATION} else 0.0
        if asks == "what" and kinds == {MOMENT} and not DATED.search(self._question.text):
            return -1.0
        if asks == "how" and kinds == {MOMENT} and self._question.language == "en":
            return -1.0  # how somebody died is no date; "wie" asks for one by its name, 어떻게 too
        if wanted is None:
            return 0.0
        if kinds & set(wanted):
            return 1.0
        if asks == "who":
            no_one = kinds & {NUMBER, MOMENT, DURATION, "time", "place"}
            return -1.0 if no_one else -0.3 if kinds == {"thing"} and self._question.qualifiers.who_did else 0.0
        if asks == "where":
            return -1.0 if kinds & {NUMBER, MOMENT, DURATION, "person", "time"} else 0.0
        if asks in ("when", "how long") and kinds == {"text"}:
            return -0.4  # "Monday", or "six to eight days"
        if asks == "how long" and self._question.qualifiers.till_now is not None:
            if kinds == {MOMENT}:
                return 1.0
            return -1.0 if kinds & {"person", "place", "thing"} else -0.7 if kinds == {"text"} else 0.0
        if asks == "how long":
            return 0.3 if kinds & {NUMBER} else -0.7
        return -1.0

    def _by_range(self, form: Form, asks: str | None) -> float:
        path = form.project or (form.links[0].path if form.links else ())
        if not path or asks is None or path[-1].inverse:
            return 0.0
        return 0.5 if asks in self._knowledge.lexicon.asks(path[-1].property) and asks not in ("what", "which") else 0.0
