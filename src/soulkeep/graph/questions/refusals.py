"""Forms that give something else than what was asked for, however likely they are: a boat, for somebody's husband."""

from __future__ import annotations

import re
from itertools import islice

from soulkeep.graph.questions.agreement import DATED
from soulkeep.graph.questions.analysis import AnalysedQuestion
from soulkeep.graph.questions.forms import THINGS
from soulkeep.graph.questions.preferences import WORD_OVER, ends_at_node
from soulkeep.graph.questions.spans import is_birth
from soulkeep.graph.questions.weighing import Weighed
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.terms import is_iri, is_literal
from soulkeep.graph.words.gazetteer import year_in
from soulkeep.graph.words.kinds import means_people
from soulkeep.graph.words.measures import PAID, is_moment, measure, unit_called
from soulkeep.graph.words.quantities import unit_of
from soulkeep.lang.pack import pattern

_PLAINLY = 0.5
"""Least clearness of a class that is named."""

_NAME_OF = re.compile(r"\bname of\b|\bcalled\b|\bheißt\b", re.IGNORECASE)
"""A question for somebody's name."""

_NAMES = 0.9
"""Least clearness with which a word plainly names a property."""

_WHAT_DID = re.compile(
    r"^\W*what (?:\w+ed|began|broke|made|led|brought|set|gave|took|drove|let|kept|cut|hit)\b", re.IGNORECASE
)
"""A question for what did something: what started the fire."""

_BORN = 0.6
"""Least nearness of what is ordered by to somebody's birth."""

_FEW = 3
"""Most words of a question that goes on from the one before."""

_LOOKED_AT = 50
"""Most values that are looked at for what they are."""

_SAID = 0.3
"""Least clearness with which a word names a class or a property."""


def is_of_others(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a form's answer is of another kind of thing than the one that was asked for.

    Args:
        best: the form, with what it finds.
        question: the analysed question.
    """
    refusals = (
        _is_nobody,
        _is_another_person,
        _is_no_reason,
        _is_of_another_state,
        _is_of_no_time,
        _is_of_another_edition,
        _is_of_no_birth,
        _is_of_nobody_told,
        _is_of_what_is_not_had,
        _is_of_no_money,
        _is_whole_node,
    )
    return any(refused(best, question) for refused in refusals)


def _is_of_nobody_told(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a few words that lean on the talk name something that isn't told of what was spoken of, and anything
    else of it is given: his sex, for "and his sister?"."""
    few = len(question.words) <= _FEW and question.asks in ("what", None)
    told = best.features
    return few and bool(told.get("leans") and told.get("free") and told.get("uncovered")) and not told.get("covered")


def _is_of_what_is_not_had(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a word plainly names a property that the thing lacks, and another is given that nobody spoke of: the
    day on which somebody was hired, for her birthday."""
    form, told, properties = best.form, best.features, question.known.knowledge.schema.properties
    plain = form.wants == THINGS and len(form.links) == 1 and not (form.type or form.bounds or form.order)
    if question.asks != "when" or not plain or not told.get("expected") or told.get("support"):
        return False
    return any(
        question.words[at].weight > 0 and worth >= _NAMES
        for name, one in question.support.items()
        if name in properties and name not in form.properties and one.whole >= _NAMES
        for at, worth in one.by_word.items()
    )


def _is_of_no_money(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether what something costs is told in another unit than one of money: by its weight."""
    asked = pattern("questions", "asks_price", question.language)
    if best.form.wants != THINGS or not best.form.properties or best.features.get("support"):
        return False
    told, known = best.form.properties[-1], question.known
    unit = unit_of(told, known.knowledge.lexicon)
    if unit is None or unit == unit_called("pounds"):
        return False  # which are money, too
    costs = asked is not None and asked.search(question.text.casefold()) is not None
    return costs and unit.quantity not in PAID


def _is_whole_node(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether all that a node without a name holds is told where it is asked whether something is so: all opening
    hours, for whether they are closed on Monday."""
    return question.asks == "whether" and ends_at_node(best)


def _is_of_another_state(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a form tells since when something else is so than what a word plainly names: since when somebody is a
    member, for how long they have been married."""
    form, marks = best.form, question.qualifiers
    if question.asks != "how long" or marks.till_now is None or form.wants != THINGS:
        return False
    own = [question.support[name].by_word for name in form.properties if name in question.support]

    def is_of(at: int) -> bool:
        return any(by_word.get(at, 0.0) >= _NAMES for by_word in own)

    schema = question.known.knowledge.schema
    return any(
        worth >= _NAMES and question.words[at].weight > 0 and not is_of(at)
        for name, one in question.support.items()
        if name in schema.properties and name not in form.properties and one.whole >= _NAMES
        if schema.is_person(schema.range(name))  # whom somebody is married to, but not where they work
        for at, worth in one.by_word.items()
    )


def _is_of_no_time(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether for how long something has been so is told by a length, a birthday, or a date that nobody spoke of, as
    for how long it has been broken: it is 120 metres long, and was built in 1890."""
    form, known = best.form, question.known
    if question.qualifiers.till_now is None or form.wants != THINGS or not form.properties:
        return False
    unit = unit_of(form.properties[-1], known.knowledge.lexicon)
    born = question.qualifiers.age is None and is_birth(form.properties[-1], known.wordbook)
    if born or (unit is not None and unit.quantity == "length"):
        return True
    other = pattern("questions", "other_state", question.language)
    spoken = any(question.strength(name) >= _SAID for name in form.properties)
    return other is not None and other.search(question.text) is not None and not spoken


def _is_of_another_edition(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a form is of none of the editions of what was named, each with a year in its name, or of that of another
    year: who won the Fjord Regatta in 2022, in which there was an Ice Regatta alone."""
    years = [one.number[:4] for one in question.qualifiers.values if one.moment]
    if len(years) != 1 or not years[0].isdigit() or any(bound.sign != "=" for bound in best.form.bounds):
        return False
    label, about = question.known.knowledge.lexicon.label, {*best.form.things, *best.found.things}
    for mention in question.named:
        editions = {term: year_in(label(term, question.language)) for term, _ in mention.terms}
        if len(editions) > 1 and all(editions.values()):
            return not any(year == years[0] and one in about for one, year in editions.items())
    return False


def _is_of_no_birth(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether people's ages are compared by a date that isn't their birth: who joined first isn't the oldest."""
    form, known = best.form, question.known
    if not any(one.dimension == "age" for one in question.qualifiers.extremes):
        return False
    paths = [bound.path for bound in form.bounds if bound.sign in ("<", ">")]
    paths += [form.order.path] if form.order is not None else []
    people = form.among or best.found.things
    if not paths or not people or not all(map(known.knowledge.lexicon.is_person, people)):
        return False
    near = [dimension_support(known.wordbook, one) for one in ("birth", "born", "age")]
    return all(max(one.get(path[-1].property, 0.0) for one in near) < _BORN for path in paths if path)


def _is_nobody(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether somebody is asked for, and a superlative gives things of a class that wasn't: the oldest alley, for
    the oldest bowler."""
    if (
        question.asks != "who"
        or best.form.order is None
        or best.form.project
        or best.form.among
        or best.features.get("class", 0.0) >= _PLAINLY
    ):
        return False
    knowledge = question.known.knowledge
    if dimension_support(question.known.wordbook, "birth").get(best.form.order.path[-1].property, 0.0) >= _BORN:
        return False
    schema = knowledge.schema
    types = [tuple(knowledge.lexicon.types(one)) for one in best.found.values]
    can_not = all(schema.is_no_one(one) or schema.may_be_place(one) for one in types)  # but a monster is somebody
    return can_not and not best.features.get("support")


def _is_another_person(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether somebody is asked for by a word that a form leaves over, and it gives things, or a whole class: a boat,
    for somebody's husband, all villagers, for the mayor of the village."""
    form = best.form
    if (
        question.language not in ("en", "de")
        or question.asks not in ("who", "what")
        or (question.asks == "what" and not _NAME_OF.search(question.text))
    ):
        return False
    if form.wants != THINGS or best.features.get("uncovered", 0.0) < WORD_OVER or form.order is not None or form.bounds:
        return False
    support = (question.support[name] for name in (form.type, *form.properties) if name in question.support)
    said = {at for one in support for at, worth in one.by_word.items() if worth >= _SAID}
    named = {at for one in question.named for at in question.words_in(one.start, one.end)}
    language = question.language
    left = (word for at, word in enumerate(question.words) if word.weight and at not in said | named)
    if not any(means_people(question.text[word.start : word.end], language) for word in left):
        return False
    if form.type is not None and not (form.links or form.among):
        return True
    types = map(question.known.knowledge.lexicon.types, best.found.values)
    return all(map(is_iri, best.found.values)) and not any(map(question.known.knowledge.schema.is_agent, types))


def _is_no_reason(best: Weighed, question: AnalysedQuestion) -> bool:
    """Return whether a date or a number is given as the answer to a "why", or a date to a "what" that asks for none."""
    if best.form.wants != THINGS or question.asks not in ("what", "why"):
        return False
    values = [one for one in islice(best.found.values, _LOOKED_AT) if is_literal(one)]
    if not values:
        return False
    if question.asks == "what":
        return (
            all(map(is_moment, values))
            and _WHAT_DID.search(question.text) is not None
            and not DATED.search(question.text)
        )
    return any(measure(one) is not None for one in values)
