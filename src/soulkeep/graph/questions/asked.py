"""Choice of a question's meaning: the best-fitting one of its possible forms, if it fits well enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from math import exp, inf
from typing import NamedTuple

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.both import of_both
from soulkeep.graph.questions.candidates import Candidates
from soulkeep.graph.questions.context import QuestionContext
from soulkeep.graph.questions.features import NEVERMORE, second_scores, weights
from soulkeep.graph.questions.flags import with_flags
from soulkeep.graph.questions.forms import DENYING, SPAN, THINGS, WHETHER, Form, Link
from soulkeep.graph.questions.preferences import (
    BEHIND,
    NEARLY,
    WORD_OVER,
    by_which_end,
    joining_most,
    named_whole,
    within_node,
    without_detours,
    without_narrower,
    without_none,
    without_ways_round,
)
from soulkeep.graph.questions.refusals import is_of_others
from soulkeep.graph.questions.rivals import compare
from soulkeep.graph.questions.solve import Solution, holds
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.weighing import Scale, Weighed
from soulkeep.graph.questions.years import with_years
from soulkeep.graph.terms import is_iri
from soulkeep.lang.pack import of_any_language, pattern

_SURE = 0.99
"""Least probability of an answer that is given as certain."""

_SURE_OF_ALL = 0.90
"""The same for answers that account for every word of the question."""

_PERHAPS = 0.48
"""Least probability of an answer that is given at all."""

_UNSAID = 0.75
"""Least probability of an answer by a property that nobody mentioned, while words are left over."""

_FAR = 2.5
"""How far a form's first score may be behind the best for it to get a second one."""

_FITTING = 0.5
"""By how much a form that gives the same answer may be behind for what it accounts for to count."""

_LEFT = 0.95
"""Most weight of words unaccounted for in an answer that is given as certain."""

_SENSED = 2.5
"""Least nearness (see `sense`) of a property to the whole question, where nobody mentioned it clearly."""

_DOUBTFUL = {
    "asks not": (0.0, inf), "asks": (0.0, 0.5), "asked unused": (0.0, inf), "long unused": (0.0, inf), "little": (0.0, inf),
    "extreme far": (0.0, inf), "class": (0.0, 0.75), "reckoned in part": (0.0, inf), "value unused": (0.0, inf),
}  # fmt: skip
"""Features for which an answer isn't given as certain, with the values between which they count."""

_HALF = 0.4
"""Least share of a yes/no question that its answer accounts for, where what is left over would change it."""

_QUARTER = 0.25
"""The same for a question for things of a class."""

_OWN_NAME = 0.9
"""Clearness with which a property is mentioned by its own name."""

_PLAINLY = 0.5
"""Least clearness of a mentioned property in an answer that is given as certain."""

_MEASURED = 0.9
"""Least share of things that have a value to be ordered by, where the first is certain: any of the others may come before."""


class QuestionReading(NamedTuple):
    """The meaning of a question: its form, the solution, whether it is certain, and the carried things that it uses."""

    form: Form
    found: Solution
    sure: bool
    carried: tuple[str, ...]
    named: bool = True
    """Whether the form's class was named, not only implied."""
    asks: str | None = None
    """The question word of the question before, where it is repeated: "how old", of "and Ann?"."""


class QuestionReader(NamedTuple):
    """Data for reading questions about a graph, computed once."""

    known: QuestionContext
    surroundings: Surroundings


def reader_of(knowledge: Knowledge) -> QuestionReader:
    """Return the reader of a graph, which is created at its first question."""
    return knowledge.once(_question_reader)


def _question_reader(knowledge: Knowledge) -> QuestionReader:
    known_data = QuestionContext(knowledge)
    return QuestionReader(known_data, Surroundings(knowledge, known_data.solver))


def ranked(
    text: str,
    language: str,
    asks: str | None,
    knowledge: Knowledge,
    mentions: Sequence[tuple[int, int, tuple[str, ...]]],
    carried: Sequence[str] = (),
    *,
    bare: Callable[[Sequence[tuple[int, int]]], bool] | None = None,
    personal: bool = False,
    today: date | None = None,
    every: bool = False,
) -> tuple[AnalysedQuestion, list[Weighed]]:
    """Return the question's analysis and the forms that it may mean, the likeliest first.

    Args:
        text: the question.
        language: ISO 639-1.
        asks: its question word; `"whether"` for a yes/no question.
        knowledge: the graph that is asked.
        mentions: the whole names in the text: start, end, and possible terms.
        carried: things from the talk before that the question may refer to.
        bare: a function of the names' spans, which returns whether the rest of the text only asks to tell something.
        personal: whether the question also mentions one of the two speakers.
        today: the day on which it is asked; without it, ages aren't compared.
        every: also solve and return forms that can't be chosen.
    """
    reader = reader_of(knowledge)
    question = AnalysedQuestion(
        text, language, asks, reader.known, mentions, carried, bare=bare, personal=personal, today=today
    )
    scale = Scale(question, reader.surroundings)
    forms = Candidates(question, reader.surroundings).all()
    return question, _weighed(forms, scale, every=every)


def _weighed(forms: Sequence[Form], scale: Scale, *, every: bool) -> list[Weighed]:
    """Return forms with their solutions, the likeliest first. They are solved in the order of the first scores that they
    can reach, until the rest is too far behind. Those near the best get a second score, and the others stay behind."""
    said = [scale.said(form) for form in forms]
    compare(forms, said)
    hopes = [scale.hoped(form, one) for form, one in zip(forms, said, strict=True)]
    by_place: dict[int, Weighed] = {}
    best = least = weights().least
    for at in sorted(range(len(forms)), key=lambda at: -hopes[at]):
        if hopes[at] < best - _FAR and not every:
            break
        by_place[at] = scale.weigh(forms[at], said[at])
        best = max(best, by_place[at].score)
    solved = [by_place[at] for at in sorted(by_place)]
    near = [one for one in solved if one.score >= best - _FAR]
    again = second_scores([one.features for one in near])
    rest = [one._replace(score=min(one.score, least) - NEVERMORE) for one in solved if one.score < best - _FAR]
    scored = [one._replace(score=score) for one, score in zip(near, again, strict=True)]
    return sorted([*scored, *rest], key=lambda one: -one.score)


def chosen(question: AnalysedQuestion, found: Sequence[Weighed]) -> QuestionReading | None:
    """Return the form that a question means; None if the question isn't understood.

    A form's probability follows from its score (softmax over all forms and over understanding nothing); forms with the
    same answer are added up.

    Args:
        question: the analysed question.
        found: its forms, the likeliest first.
    """
    least, every = weights().least, found
    found = without_narrower(without_detours(without_ways_round(found), question), question)
    found = with_flags(with_years(found, question), question)
    if not found or found[0].score < least:
        both = of_both(found, question)
        return None if both is None else QuestionReading(both.form, both.found, False, ())
    found = by_which_end(within_node(without_none(found), every, question), question)
    leading = max(one.first for one in found)
    found = [one for one in found if one.score >= max(found[0].score - BEHIND, least)]
    if not found:
        return None  # none of what counts something is likely enough
    chances = _chances(found, least)
    answers = [_readings_of(one) for one in found]
    by_answer: dict[tuple[object, ...], float] = {}
    for answer, chance in zip(answers, chances, strict=True):
        by_answer[answer] = by_answer.get(answer, 0.0) + chance
    likeliest = max(by_answer, key=lambda answer: by_answer[answer])
    best = joining_most(found[answers.index(likeliest)], found)
    best = named_whole(best, found)
    if (apart := _one_by_one(best, question)) is not None:
        return apart
    told = _readings_of(best)
    likely = by_answer[told]
    if likely < _PERHAPS:
        likely, best = _alike(found, chances, best)
        if likely < _PERHAPS:
            return _of_each(found, chances, question)
    if _is_baseless(best):
        return None
    if _is_of_little(best):
        return None  # most of what is asked is something else
    if _is_unsaid(best) and (likely < _UNSAID or best.form.order is not None):
        return None
    if best.form.order is not None and best.features.get("names unused", 0.0) >= 1.0:
        return None  # the first guest of somebody isn't the first of all people
    if is_of_others(best, question):
        return None
    if best.features.get("empty"):  # forms with an answer are preferred to those without
        there = [one for one in found if not one.features.get("empty")]
        if there and there[0].score > least and there[0].score >= best.score - NEARLY:
            rest = chosen(question, there)
            return None if rest is None else rest._replace(sure=False)
    left = min(
        one.features.get("uncovered", 0.0)
        for one, answer in zip(found, answers, strict=True)
        if one is best or (answer == told and one.score >= best.score - _FITTING)
    )
    sure = left <= _LEFT and max(likely, _alike(found, chances, best)[0]) >= (_SURE if left else _SURE_OF_ALL)
    support = best.features.get("support", 0.0)
    near = 0 < support < _PLAINLY and not _is_by_superlative(
        best, question
    )  # the words are only near to its property's
    sure = sure and not near
    by_way = best.features.get("steps", 0.0) > 0 and best.features.get("free", 0.0) > 0
    sure = sure and question.known.solver.measured_share(best.form) >= _MEASURED
    sure = sure and not by_way and not _is_doubtful(best) and leading - best.first < NEARLY
    if not sure and _is_of_another_kind(best, question):
        return None
    used = tuple(one for one in question.carried if one in best.form.things)
    named = best.form.type is not None and question.strength(best.form.type) >= 0.3
    return QuestionReading(_simply(best, question), best.found, sure, used, named)


def _is_of_little(best: Weighed) -> bool:
    """Return whether a form accounts for little of a question, and for no name in it."""
    if best.form.wants == WHETHER and not best.form.among and best.features.get("little", 0.0) >= 2.0:
        return best.features["covered"] < _HALF
    plain = best.form.type is not None and best.form.order is None and not best.form.bounds
    by_the_way = (
        best.form.wants == THINGS and best.features.get("little", 0.0) >= 1.0 and not best.features.get("target")
    )
    covers_little = best.features.get("covered", 1.0) < (_HALF if by_the_way else _QUARTER)
    return plain and not best.features.get("names") and covers_little  # the hut, for its password


def _is_by_superlative(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether only the superlative itself is near to the property that a form orders by, and fits it: "cheapest"."""
    if best.form.order is None or best.features.get("extreme fit", 0.0) < 1.0:
        return False
    if len({one.dimension for one in question.qualifiers.extremes}) > 1:
        return False  # what has been going the longest may last long, or have begun long ago
    support = question.support.get(best.form.order.path[-1].property)
    return support is not None and not any(question.words[number].weight for number in support.by_word)


def _is_of_another_kind(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a form's values aren't of the kind that was asked for: things, for a price."""
    priced = pattern("questions", "asks_price", question.language)
    if best.form.wants != THINGS or best.form.type or not (priced and priced.search(question.text.casefold())):
        return best.features.get("kind not", 0.0) > 0
    return any(is_iri(one) for one in best.found.values)


def _is_doubtful(best: Weighed) -> bool:
    """Return whether a form has a feature for which its answer isn't given as certain, however likely it is: it isn't of
    the kind that was asked for, or its class is only near to the words; or it denies, or counts the years to, what nobody
    spoke of."""
    form = best.form
    denies = any(not link.holds for link in form.links) or any(bound.sign in DENYING for bound in form.bounds)
    if best.features.get("free", 0.0) > 0 and (denies or form.wants == SPAN):
        return True
    return any(low < best.features.get(name, 0.0) < high for name, (low, high) in _DOUBTFUL.items())


def _is_baseless(best: Weighed) -> bool:
    """Return whether an answer to a yes/no question would rest on what nobody spoke of, while a word is left over: on there
    being some of a class, or on a game of whose players one was the best, for whether he is married."""
    form, left = best.form, best.features.get("uncovered", 0.0) >= WORD_OVER
    if form.wants == WHETHER and left and best.features.get("names unused", 0.0) >= 1.0:
        return True  # that Ann has some inner power, for whether hers is deeper than Bea's
    if left and form.wants == WHETHER and form.type and not (form.links or form.bounds or form.among):
        return True  # that there are cases, for whether all are solved
    if (
        form.wants == THINGS
        and not form.things
        and best.features.get("comparison unused")
        and best.features.get("whether")
    ):
        return True  # who has a brother, for whether somebody is older than hers
    near = form.type is not None and best.features.get("class", 0.0) < _PLAINLY
    unsaid = left and best.features.get("free", 0.0) > 0
    whether = form.wants == WHETHER or best.features.get("whether", 0.0) > 0
    return whether and unsaid and (near or form.wants == THINGS)


def _is_unsaid(best: Weighed) -> bool:
    """Return whether a form rests on a property that nobody mentioned, while a word is left over: the birthplace for
    "where did they go to school"."""
    left = best.features.get("uncovered", 0.0) >= WORD_OVER
    sensed = best.features.get("sense", 0.0) >= _SENSED and not best.features.get("inverse")
    if sensed and best.features.get("uncovered", 0.0) < 2:
        return False  # but who was born there is no answer to who its mayor is
    return left and best.features.get("expected", 0.0) + best.features.get("free", 0.0) > 0


def _chances(found: Sequence[Weighed], least: float) -> list[float]:
    top = max(found[0].score, least)
    worth = [exp(one.score - top) for one in found]
    total = sum(worth) + exp(least - top)
    return [one / total for one in worth]


def _alike(found: Sequence[Weighed], chances: Sequence[float], best: Weighed) -> tuple[float, Weighed]:
    """Return the probability of all answers that are mostly the same as the best, and the fullest of them."""
    like = [(one, chance) for one, chance in zip(found, chances, strict=True) if one is best or _is_alike(one, best)]
    likely = sum(chance for _, chance in like)
    near = [one for one, _ in like if one.score >= best.score - NEARLY]
    return likely, max(near, key=lambda one: len(one.found.values))


def _of_each(found: Sequence[Weighed], chances: Sequence[float], question: AnalysedQuestion) -> QuestionReading | None:
    """Return one question about several carried things, if that is asked of each: where two people wrote a book."""
    alike: list[Link] = []
    likely = 0.0
    for one, chance in zip(found, chances, strict=True):
        if found[0].score - one.score >= NEARLY:
            break
        (link, *more), form = one.form.links or (None,), one.form
        if link is None or more or form != Form(THINGS, links=(link,)) or link.anchor not in question.carried:
            return None
        alike.append(link)
        likely += chance
    if len({(link.path, link.holds) for link in alike}) != 1 or not alike[0].holds or likely < _PERHAPS:
        return None
    among = tuple(term for term in question.carried if any(link.anchor == term for link in alike))
    form = Form(THINGS, among=among, project=alike[0].path)
    return QuestionReading(form, question.known.solver.solve(form), likely >= _SURE, among)


def _one_by_one(best: Weighed, question: AnalysedQuestion) -> QuestionReading | None:
    """Return one question about several named things that have nothing in common, if each has something of its own: when
    Ann and Bea were born."""
    links, marks = best.form.links, question.qualifiers
    if not best.features.get("empty") or len(links) < 2 or best.form._replace(type=None) != Form(THINGS, links=links):
        return None
    if marks.both or marks.same or marks.total or marks.mean:
        return None
    if of_any_language("asking", "in_common").search(question.text):
        return None
    path, solver = links[0].path, question.known.solver
    (step, *more) = path
    if more or step.inverse or not links[0].holds or any(link.path != path for link in links):
        return None
    if question.strength(step.property) < _OWN_NAME:
        return None
    order = {term: one.start for one in question.named for term, _ in one.terms}
    among = tuple(sorted((link.anchor for link in links), key=lambda one: order.get(one, 0)))
    if not all(is_iri(one) and solver.reached(one, path) for one in among):
        return None
    form = Form(THINGS, among=among, project=path)
    return QuestionReading(form, solver.solve(form), best.features.get("uncovered", 0.0) <= _LEFT, ())


def _simply(best: Weighed, question: AnalysedQuestion) -> Form:
    """Return a form without a redundant class: "writer", where it is asked by whom a song was written."""
    form = best.form
    if form.type is None or not form.links or form.wants != THINGS or form.order or form.bounds:
        return form
    support = question.support.get(form.type)
    said = question.target & set(support.by_word) if support is not None and not form.project else frozenset()
    worded = (question.support[name].by_word for name in form.properties if name in question.support)
    if said and not any(by_word.get(word, 0.0) >= 0.5 for by_word in worded for word in said):
        return form
    if not any(question.strength(step.property) >= 0.5 for link in form.links for step in link.path):
        return form
    without = form._replace(type=None)
    return without if question.known.solver.solve(without).values == best.found.values else form


def _is_alike(one: Weighed, other: Weighed) -> bool:
    """Return whether two forms have mostly the same values."""
    if one.form.wants != THINGS or other.form.wants != THINGS:
        return False
    here, there = set(one.found.values), set(other.found.values)
    return len(here & there) >= 0.5 * max(len(here), 1)


def _readings_of(one: Weighed) -> tuple[object, ...]:
    """Return what an answer by a form would tell, for comparison."""
    values: object = holds(one.form, one.found) if one.form.wants == WHETHER else one.found.values
    return one.form.wants, values, one.found.number, one.form.thing
