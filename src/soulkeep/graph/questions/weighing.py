"""Scores of forms: by the words that they account for, by what nobody said, and by their solutions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import fsum
from typing import NamedTuple

from soulkeep.graph.questions.accounting import Account
from soulkeep.graph.questions.aging import leaves_out_dead
from soulkeep.graph.questions.agreement import WANTED, Agreement
from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.directions import Directions
from soulkeep.graph.questions.features import NEVERMORE, is_ruled_out, weights
from soulkeep.graph.questions.forms import (
    ABOUT,
    COUNT,
    DENYING,
    RECKONED,
    SPAN,
    THINGS,
    WHETHER,
    Bound,
    Form,
    may_be_number,
)
from soulkeep.graph.questions.kinds import stands_for_kind
from soulkeep.graph.questions.lasting import Lasting
from soulkeep.graph.questions.marks import Comparison
from soulkeep.graph.questions.names import Named
from soulkeep.graph.questions.narrowing import OPPOSITE, kind_in_order
from soulkeep.graph.questions.other_nouns import is_of_another_noun
from soulkeep.graph.questions.qualifier_words import dimensions
from soulkeep.graph.questions.sharing import is_shared
from soulkeep.graph.questions.solve import Solution, holds
from soulkeep.graph.questions.sums import Sums
from soulkeep.graph.questions.superlatives import Superlatives
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.remembered import remembered
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.words.measures import MOMENT, NUMBER
from soulkeep.graph.words.quantities import unit_of

_WHAT_IS = re.compile(
    r"\bwhat(?:['’]?s|\s+is|\s+are)?\s+(?:an?\s|the\s)?(?=[\w-]+\W*$)|\bwas (?:ist|sind) (?:ein\w* )?|(?:뭐|무엇)(?:야|예요|에요|이야|인가요|입니까|죠|지)",
    re.IGNORECASE,
)
"""Questions for a description ("what is …"), rather than for things of a kind."""

_PREDICATE = re.compile(
    r"\b(?:are|is|were|was|sind|ist|waren|war|(?<=how many )[\w'’-]+|(?<=wie viele )[\w'’-]+)\s+(?:[\w'’-]+\s+){0,2}[\w'’-]+\W*$",
    re.IGNORECASE,
)

_THE = re.compile(r"\s*(?:(?:the|der|die|das|dem|den) )?", re.IGNORECASE)

_OF_ANOTHER = 0.7
"""Nearness to the words of another dimension from which on a measure isn't what was asked for."""

_NAMED = 0.9
"""Clearness with which a word is a property's own."""

_SPANNING = ("age", "duration", "length", "population")
"""Dimensions that are asked for by words which may ask for something else: how long, how many people."""

_REACH = 7.0
"""Largest value of the feature "reach", for a thousand million values."""


class Weighed(NamedTuple):
    """A form with its solution, its features, its score, and the first of its two scores."""

    form: Form
    found: Solution
    features: dict[str, float]
    score: float
    first: float


def _score(features: Mapping[str, float]) -> float:
    learnt = weights()
    score = fsum([learnt.of[name] * value for name, value in features.items()])
    return min(score, learnt.least) - NEVERMORE if is_ruled_out(features) else score


class Scale:
    """Scores the forms of one question.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
    """

    def __init__(self, question: AnalysedQuestion, surroundings: Surroundings) -> None:
        self._question = question
        self._around = surroundings
        self._knowledge = question.known.knowledge
        self._solver = question.known.solver
        self._account = Account(question, surroundings)
        self._directions = Directions(question)
        self._agreement = Agreement(question, surroundings)
        self._lasting = Lasting(question, surroundings)
        self._superlatives = Superlatives(question, surroundings, self._account)
        self._sums = Sums(question, surroundings, self._account, self._directions)

    def weigh(self, form: Form, said: Mapping[str, float]) -> Weighed:
        """Return a form with its score; `said` are its features that don't depend on its solution."""
        solution = self._solver.solve(form)
        features = {**said}
        self._of_found(form, solution, features)
        plain = form._replace(wants=THINGS) if form.wants in RECKONED else form
        self._agreement.of_answer(plain, solution, features)
        if self._sums.is_difference(form):
            features = self._sums.without_comparing(features)
            features["asks"] = 1.0
            features["expected"] = features.pop("free", 0.0) + features.get("expected", 0.0)  # by the comparative
        features = {name: value for name, value in features.items() if value}
        score = _score(features)
        return Weighed(form, solution, features, score, score)

    def hoped(self, form: Form, said: Mapping[str, float]) -> float:
        """Return the highest score that a form may have, whatever its solution."""
        asks = self._question.asks
        features = {**said}
        if form.wants == WHETHER:
            features["holds"] = float(bool(form.among))
        elif form.wants == THINGS:
            features["asks"] = 1.0 if asks in WANTED else 0.5 * (asks not in (None, "what", "which"))
            features["reach"] = features.get("joins", 0.0) * _REACH
        if self._question.qualifiers.counted and form.wants not in (COUNT, SPAN) and not may_be_number(form):
            features["count unused"] = 1.0
        return _score(features)

    def said(self, form: Form) -> dict[str, float]:
        """Return the features of a form that don't depend on its solution, except those that are 0."""
        question = self._question
        features: dict[str, float] = {"reckoned unused": self._sums.missed(form)}
        reckoned = form.wants in RECKONED
        if reckoned:
            form = form._replace(wants=THINGS)
        form = form._replace(bounds=tuple(bound for bound in form.bounds if not leaves_out_dead(bound, question)))
        covered, total = self._account.covered(form)
        features["covered"] = covered / total if total else 1.0
        features["uncovered"] = total - covered
        self._account.of_properties(form, features)
        self._of_names(form, features)
        self._of_class(form, features)
        self._of_qualifiers(form, features)
        self._agreement.of_asking(form, features)
        self._agreement.of_target(form, features)
        if stands_for_kind(form, question):
            features |= {"class": 1.0, "count of nothing": 0.0, "inverse": 0.0, "free": 0.0, "alone": 0.0}
        features["role"], features["role one way"] = self._directions.role(form)
        features["about"] = float(form.wants == ABOUT)
        features["expected besides"] = min(total - covered, 2.0) * (features.get("expected", 0.0) > 0)
        unsaid = features.get("expected", 0.0) + features.get("free", 0.0) > 0
        features["free besides"] = min(total - covered, 2.0) * (features.get("free", 0.0) > 0)
        features["sense besides"] = max(features.get("sense", 0.0), 0.0) * (unsaid and total - covered >= 0.9)
        if features["expected besides"] and self._account.is_contrary(form):
            features["expected besides"] = 3.0
        leans = not {*question.carried}.isdisjoint(form.things)
        if leans and form.wants == WHETHER and unsaid and not features.get("support") and total - covered >= 0.9:
            features["expected besides"] = 3.0  # that she has a daughter, as was just told, says nothing of a son
        if features["uncovered"] > 0 and self._lasting.is_only_beginning(form):
            features |= {"covered": 0.9, "uncovered": 0.3, "expected besides": 0.0, "sense besides": 0.0, "asks": 0.49}
        if form.wants == ABOUT:
            features["about besides"] = max(
                total - covered,
                float(not question.is_bare or self._is_placed or question.qualifiers.stranded is not None),
            )
        if form.wants == ABOUT and form.thing is not None:
            if (
                form.thing in self._knowledge.schema.classes
                and total - covered < 0.5
                and _WHAT_IS.search(question.text)
            ):
                features["about besides"] = total - covered
            elif question.qualifiers.who_did is not None and self._around.kind_of(form.thing) != "person":
                features["about besides"] = max(features["about besides"], 1.0)  # asks for who did it, not what it is
        besides = (total - covered) * (form.wants != ABOUT and not self._literals(form))
        if besides and (features.get("target", 0.0) < 0.9 or besides > 1.0 or self._is_unpredicated(form)):
            features["class besides"] = besides * ({*form.things} <= {*self._account.classes(form)})
        if question.qualifiers.total is not None and form.wants == THINGS and not reckoned and total - covered >= 0.9:
            features["reckoned unused"] = 1.0  # "the total area of all vineyards" isn't a list of them
        standing = self._account.standing
        asked = (WHETHER,) if standing.every is None else (WHETHER, THINGS)
        if (standing.each or standing.every) and form.wants in asked and not form.of_each:
            features["reckoned unused"] = 1.0
        given = form.project or (form.links[-1].path if len(form.links) == 1 else ())
        if form.wants == THINGS and given and not given[-1].inverse:
            another = is_of_another_noun(self._question, given[-1].property)
            features["kind not"] = max(features.get("kind not", 0.0), float(another))
        if form.wants == WHETHER and question.qualifiers.only and all(one.sign != "count=" for one in form.bounds):
            features["reckoned unused"] = 1.0  # that she rides Comet doesn't tell whether she rides only Comet
        features["phrase"] = float(any(map(self._is_phrase, form.properties)))
        belongs = form.wants == WHETHER and form.type is not None and not (form.links or form.bounds)
        features["little"] = float(total - covered >= 1.5 and covered < 0.45 * total)
        if form.wants == WHETHER and (total - covered >= 1.5 or (belongs and form.among and total - covered >= 0.9)):
            features["little"] = 2.0  # to answer "is it free?" by "no, it is an event" would be wrong
        had = any(map(self._is_had, form.bounds)) or (form.bounds and question.qualifiers.alive is not None)
        if form.wants == WHETHER and total - covered >= 0.65 and had:
            features["little"] = 2.0  # that a lighthouse is somewhere tells nothing of who may go inside
        features["apposed"] = float(belongs and total - covered >= 0.9 and self._account.is_apposed(form))
        features["stranger"] = float(self._account.strangers(form))
        features["personal"] = float(question.personal)
        if form.wants == ABOUT:  # an album "Station to Station", for "where is the station"
            features["about in part"] = features["asks not"] * max(0.0, 1.0 - features.get("names", 0.0))
        features["plain about"] = float(form.wants == ABOUT and total - covered < 0.5)
        features["leans"] = float(leans)
        features["bounds"] = float(len(form.bounds) + len(form.links) > 3)
        self._of_shape(form, features)
        features["carried unused"] = float(bool(question.carried) and not leans)
        if reckoned:
            features["everything"] = 0.0  # all of them are asked for
        if question.qualifiers.apart is not None and features["reckoned unused"] == 0:
            features = self._sums.without_comparing(features)
        if question.qualifiers.same is not None and is_shared(form):
            features = self._sums.as_joined(features)
        return {name: value for name, value in features.items() if value}

    def _is_unpredicated(self, form: Form) -> bool:
        """Return whether a question ends in what its things are to be, which a form leaves out: "which ones are free?"."""
        ends = _PREDICATE.search(self._question.text)
        last = len(self._question.words) - 1
        if ends is None or last < 0 or not self._question.words[last].weight:
            return False
        if any(one.start <= self._question.words[last].start < one.end for one in self._question.named):
            return False
        terms = (*form.properties, *self._account.classes(form))
        return not any(last in self._question.support[term].by_word for term in terms if term in self._question.support)

    def _is_had(self, bound: Bound) -> bool:
        return bound.sign == "has" and not self._around.is_flag(bound.path[-1].property)

    @cached_property
    def _is_placed(self) -> bool:
        """Whether it is asked who or what is in a named thing, not what that is."""
        return any(self._account.standing.is_within(one.terms[0][0]) for one in self._question.named)

    def _of_shape(self, form: Form, features: dict[str, float]) -> None:
        """Add what the form is made of, which tells nothing by itself, but together with other features."""
        features["counts"] = float(form.wants == COUNT)
        features["spans"] = float(form.wants == SPAN)
        features["ordered"] = float(form.order is not None)
        features["bounded"] = float(len(form.bounds))
        features["denies"] = float(any(bound.sign in DENYING for bound in form.bounds))
        features["projected"] = float(bool(form.project))
        features["inverse"] = float(any(link.path[-1].inverse for link in form.links))
        features["several"] = float(len(form.links) > 1)

    def _literals(self, form: Form) -> bool:
        return bool(form.bounds) or form.order is not None or any(is_literal(link.anchor) for link in form.links)

    # -- names

    def _of_names(self, form: Form, features: dict[str, float]) -> None:
        used = form.ends
        for named in self._question.named:
            worth = max((worth for term, worth in named.terms if term in used), default=0.0)
            if worth:
                features["names"] = features.get("names", 0.0) + worth
            elif named.terms[0][1] >= 0.5 and not self._is_other(form, named.start):
                features["names unused"] = features.get("names unused", 0.0) + named.terms[0][1]
        if any(thing in used for thing in self._question.described):
            features["names"] = features.get("names", 0.0) + 1.0
        if form.among and form.wants != WHETHER and not (form.project or form.order):
            features["among unused"] = 1.0
        if len(form.among) > 1 and form.order is None and not form.of_each and self._question.qualifiers.both:
            features["among unused"] = 1.0
        if self._either and not (form.order is not None and self._either <= {*form.among}):
            features["among unused"] = 1.0
        if form.project and any(
            self._is_named(one) and not self._solver.reached(one, form.project) for one in form.among
        ):
            features["among unused"] = 1.0  # a value that only one of them has isn't asked of all
        links = {link.anchor for link in form.links}
        if links & set(form.among):
            features["redundant"] = 1.0

    @cached_property
    def _either(self) -> frozenset[str]:
        """The two things of which a superlative or comparative asks for one: "which is longer, A or B"."""
        marks, text = self._question.qualifiers, self._question.text
        if marks.either is None or not marks.extremes or self._question.asks == "whether":
            return frozenset()
        ends = [one for one in self._question.named if text[one.end : marks.either.start].strip(" ,") == ""]
        begins = [one for one in self._question.named if _THE.fullmatch(text[marks.either.end : one.start])]
        pair = [
            one.terms[0][0] for one in (*ends[-1:], *begins[:1]) if one.terms[0][1] >= 0.5 and is_iri(one.terms[0][0])
        ]
        return frozenset(pair) if len(pair) == 2 else frozenset()

    def _is_named(self, thing: str) -> bool:
        """Return whether a thing is named by more than a number, which may not be meant as its name."""
        text = self._question.text
        spots = (one for one in self._question.named if any(term == thing for term, _ in one.terms))
        return not all(text[one.start : one.end].isdecimal() for one in spots)

    def _is_other(self, form: Form, start: int) -> bool:
        """Return whether the word at a place is accounted for by a class or a property."""
        terms = (*form.properties, *([form.type] if form.type else []))
        return any(self._question.strength_at(term, start) > 0.5 for term in terms)

    def _of_class(self, form: Form, features: dict[str, float]) -> None:
        if form.type is not None and form.links and self._knowledge.schema.is_top(form.type):
            features["redundant"] = features.get("redundant", 0.0) + 1.0

    # -- qualifiers

    def _of_qualifiers(self, form: Form, features: dict[str, float]) -> None:
        marks = self._question.qualifiers
        if form.wants == COUNT and not (marks.counted or self._question.asks == "how many"):
            features["count unused"] = 1.0
        denied = sum([bound.sign in DENYING for bound in form.bounds])
        compared = marks.than is not None or form.wants == WHETHER or denied > 0
        extremes = [one for one in marks.extremes if one.dimension != "moment" or not self._is_worded(form, one.start)]
        if extremes and form.order is None and not (compared and form.bounds):
            features["extreme unused"] = 1.0
        if form.order is not None and not extremes:
            features["extreme unused"] = 1.0
        if self._superlatives.is_of_counted(form, extremes):
            features["extreme unused"] = 1.0  # who won the most seasons needn't have won the one with the most nights
        if form.order is not None:
            fit = max((self._superlatives.fit(one, form) for one in marks.extremes), default=0.0)
            features["extreme fit"] = fit
            if fit < 0.3:
                features["extreme far"] = 1.0
                if fit <= 0.0 and all(map(self._superlatives.is_adjective, marks.extremes)):
                    features["extreme unused"] = 1.0  # the cutest animal isn't the heaviest
        bounded = [bound for bound in form.bounds if bound.sign not in (*DENYING, "has")]
        used = {bound.value for bound in form.bounds}
        numbers = {bound.value for bound in form.bounds if bound.sign == "count="}
        for comparison in marks.comparisons:
            if comparison.values and not self._is_bounded(comparison, form):
                features["comparison unused"] = features.get("comparison unused", 0.0) + 1.0
            if not comparison.values and not bounded and form.wants != SPAN:
                apart = marks.than is not None and comparison.end <= marks.than.start  # "more trams than trains"
                apart = (
                    apart
                    or self._question.is_unclear
                    or (form.wants == WHETHER and marks.than is not None and form.order is None)
                )
                features["comparison unused"] = features.get("comparison unused", 0.0) + (1.0 if apart else 0.5)
        sides = {one.sign[0] for one in marks.comparisons if one.values and one.sign[0] in "<>"}
        if 0 < sum(bool(bound.value) for bound in bounded) < len(sides):
            features["comparison unused"] = 1.0  # one bound isn't both from when and until when
        if self._question.is_unclear:
            features["comparison unused"] = 1.0  # which of two brothers somebody is compared with
        for value in marks.values:
            if value.term in used or any(value in one.values for one in marks.comparisons):
                continue
            if value.number in numbers or self._around.tells(value, form):
                continue
            if not any(
                one.start <= value.start < one.end for one in self._named_by(form)
            ):  # "the Golden Ladle of 2025"
                features["value unused"] = features.get("value unused", 0.0) + 1.0
        for comparison in marks.comparisons:
            if comparison.dimension and bounded:
                near = dimension_support(self._question.known.wordbook, comparison.dimension)
                fits = [near.get(bound.path[-1].property, 0.0) for bound in bounded if self._is_said(bound, comparison)]
                features["extreme fit"] = max(features.get("extreme fit", 0.0), *fits, 0.0)
        denying = sum([not link.holds for link in form.links]) + denied
        if marks.lacking and not denying:
            features["denial unused"] = 1.0
        if denying == 1 and len(marks.denials) == 1:
            features["denial far"] = float(self._account.is_denied_far(form, marks.denials[0].end))
        if denying > len(marks.lacking):
            features["denial without"] = float(denying - len(marks.lacking))
        if (
            form.wants == COUNT
            and features["support"] < SPOKEN
            and features.get("class", 0.0) < 0.4
            and self._account.by_kind(form) is None
            and not self._counts_people(form)
        ):
            features["count of nothing"] = 1.0
        if form.wants == COUNT and self._is_of_other_things(form):
            features["count of nothing"] = 1.0
        ends = form.project or (form.links[0].path if len(form.links) == 1 else ())
        counts = form.wants == COUNT and bool(ends) and not ends[-1].inverse
        if counts and self._around.measured(ends[-1].property) is not None:
            features["count of nothing"] = 1.0  # the value is itself a number, and isn't counted
        if form.wants == SPAN:  # looking up two dates is fast
            solution = self._solver.solve(form)
            if solution.number is None or solution.number < 0 or (marks.age and solution.number > 1500):
                features["backwards"] = float(solution.number is not None)
            features.update(self._lasting.of_span(form, solution))
        if form.wants == WHETHER and not form.among and sum(is_iri(bound.value) for bound in form.bounds) > 1:
            features["backwards"] = 1.0  # of two things, one is compared with the other, not a third with both
        asked = [one.dimension for one in marks.asked if one.dimension not in ("age", "duration")]
        asked = [one for one in asked if one != "length" or not marks.long]
        if asked and form.wants == THINGS and form.order is None:
            kinds = {kind for one in asked for kind in dimensions()[one]["kinds"]}
            measured = [name for name in form.properties if self._around.measured(name) in kinds]
            said = features["support"] >= 0.7 and bool(measured)  # for example "how much is the bounty"
            said = said or any(map(self._account.is_asked, form.properties)) or self._is_only_measure(form, asked)
            features["unit"] = float(said)
            features["asked unused"] = 1.0 - features["unit"]
            if self._account.asks_of_another:
                features["kind not"] = 1.0  # how much its calories are isn't its price
        elif asked and form.wants == COUNT:
            people = "population" in asked  # "how many people live there" asks for the population, not for the mayors
            features["asked unused"] = float(features["support"] < 0.5 and (people or features.get("class", 0.0) < 0.5))
        elif asked and form.wants == ABOUT:
            features["asked unused"] = 1.0

    def _is_of_other_things(self, form: Form) -> bool:
        """Return whether what a thing has is counted, though it isn't called by what is to be: the rivets of a bridge."""
        if form.type is not None or form.bounds or [link.path[-1].inverse for link in form.links] != [False]:
            return False
        target = {at for at in self._question.target if self._question.words[at].weight >= 1.0}
        terms = (*form.properties, *self._account.classes(form), *self._account.ends(form))
        words = self._question.words
        own = (self._question.support.get(name) for name in form.properties)
        if any(words[at].weight >= 1.0 and worth >= _NAMED for one in own if one for at, worth in one.by_word.items()):
            return False  # by its verb: how many books somebody wrote
        told = {at for name in terms if (one := self._question.support.get(name)) is not None for at in one.by_word}
        named = self._account.named_words(form.ends)
        return bool(target) and target.isdisjoint(told | named) and self._account.by_kind(form) is None

    def _named_by(self, form: Form) -> list[Named]:
        """Return the names in the question that are of a form's things."""
        return [one for one in self._question.named if any(term in form.ends for term, _ in one.terms)]

    def _counts_people(self, form: Form) -> bool:
        """Return whether people are counted, as was asked for by no other name."""
        if self._question.qualifiers.somebody is None:
            return False
        values = self._solver.solve(form).values[:5]
        return bool(values) and all(self._around.kind_of(one) == "person" for one in values)

    def _is_only_measure(self, form: Form, asked: Sequence[str]) -> bool:
        """Return whether a form asks a thing for the only one of its measures that has a unit of what is asked for: how
        high up a hut is, by its metres above the sea."""
        if len(form.links) != 1 or len(form.links[0].path) != 1 or form.project or form.type:
            return False
        ((anchor, (step,), _),) = form.links
        wanted = {dimensions()[one].get("units") for one in asked} - {None}
        lexicon = self._knowledge.lexicon

        def fits(property: str) -> bool:
            unit = unit_of(property, lexicon)
            return unit is not None and unit.quantity in wanted

        measures = {one.property for one in self._around.around(anchor) if not one.inverse and fits(one.property)}
        others = (name for name, told in dimensions().items() if told.get("units") in wanted and name not in asked)
        near = (dimension_support(self._question.known.wordbook, name).get(step.property, 0.0) for name in others)
        return measures == {step.property} and max(near, default=0.0) < _OF_ANOTHER

    def _of_found(self, form: Form, solution: Solution, features: dict[str, float]) -> None:
        """Add the features of the question's qualifiers that depend on the solution."""
        marks = self._question.qualifiers
        features["holds"] = float(form.wants == WHETHER and bool(form.among) and holds(form, solution))
        if form.wants == SPAN:
            return
        features["reckoned in part"] = float(form.wants in RECKONED and not solution.whole)
        numeric = len(solution.values) == 1 and self._is_amount(solution.values[0])
        numeric = numeric and not any(
            self._question.is_in_plural(one.terms[0][0]) for one in self._account.beside_counted
        )
        if marks.counted and form.wants != COUNT and not numeric:
            features["count unused"] = 1.0
        things = form.wants == THINGS and not (form.order or form.bounds) and bool(solution.values)
        if things and any(one.dimension not in _SPANNING for one in marks.asked) and all(map(is_iri, solution.values)):
            features["kind not"] = 1.0  # nobody asks how tall somebody is for their name
        if marks.age:
            features["age unused"] = 0.0 if self._is_age(form, solution) else 1.0
        if marks.long and not self._lasting.is_duration(form, solution):
            features["long unused"] = 1.0
            if marks.lasting is not None and self._lasting.is_length(form):
                features["kind not"] = 1.0  # how long a way takes isn't how long it is
        if form.wants == COUNT and not solution.number and (features.get("joins") or features.get("free")):
            features["empty"] = 1.0  # nothing was found by a property that nobody mentioned
        if form.wants == COUNT and len(solution.values) == 1 and is_literal(solution.values[0]):
            features["count of nothing"] = 1.0
        plainly = form.type is not None and self._question.strength(form.type) >= 0.9
        if form.order is not None and not form.order.counted and not plainly and self._alone(form):
            features["order of one"] = 1.0
        if form.order is not None and form.order.counted and form.order.down and len(solution.things) > 2:
            features["order of one"] = float(solution.by == "1")  # nothing is first where each has one

    def _is_amount(self, value: str) -> bool:
        """Return whether a value is a number, or a text that begins with one: "310 kcal"."""
        kind = self._around.kind_of(value)
        return kind == NUMBER or (kind == "text" and parsed(value).value[:1].isdigit())

    def _alone(self, form: Form) -> bool:
        """Return whether there are fewer than two things to put in order."""
        return len(self._solver.things(form)) < 2

    def _is_worded(self, form: Form, start: int) -> bool:
        """Return whether a word belongs to the wording of a property: the first of "first ascent"."""
        return any(self._question.strength_at(name, start) >= 0.7 for name in form.properties)

    def _is_said(self, bound: Bound, comparison: Comparison) -> bool:
        """Return whether a bound has the direction of a comparison, which is inverted for dates: older is earlier."""
        if comparison.sign not in OPPOSITE:
            return True
        in_order = kind_in_order(bound.path[-1].property, self._around, self._question.known.wordbook)
        turned = dimensions()[comparison.dimension].get("dates") and in_order == MOMENT
        return bound.sign.removeprefix("count") == (OPPOSITE[comparison.sign] if turned else comparison.sign)

    def _is_bounded(self, comparison: Comparison, form: Form) -> bool:
        """Return whether a form has a bound for a comparison, whatever its unit."""
        signs = {"between": {"<=", ">="}}.get(
            comparison.sign,
            {comparison.sign, OPPOSITE[comparison.sign]} if comparison.sign in OPPOSITE else {comparison.sign},
        )
        return any(bound.sign.removeprefix("count") in signs and bound.value for bound in form.bounds)

    def _is_age(self, form: Form, solution: Solution) -> bool:
        born = dimension_support(self._question.known.wordbook, "birth")
        if form.order is not None and not form.project:  # the eldest, which some languages call by the age
            return any(self._superlatives.fit(one, form) >= 0.7 for one in self._question.qualifiers.extremes)
        died = self._question.qualifiers.died is not None or self._question.qualifiers.when is not None
        if (
            form.wants == THINGS
            and form.links
            and not died
            and any(born.get(name, 0.0) >= 0.75 for name in form.properties[-1:])
        ):
            return self._around.measured(form.properties[-1]) == MOMENT
        numbers = len(solution.values) == 1 and self._around.kind_of(solution.values[0]) == NUMBER
        near = dimension_support(self._question.known.wordbook, "age")
        return numbers and any(near.get(name, 0.0) > 0.6 for name in form.properties)

    @remembered(1024)
    def _is_phrase(self, property: str) -> bool:
        """Return whether several consecutive words are exactly a property's: the kind of music that somebody plays."""
        support = self._question.support.get(property)
        return support is not None and support.whole > 0.99 and sum(one > 0.9 for one in support.by_word.values()) > 1
