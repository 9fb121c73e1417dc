"""Questions for who took which place in a contest, where each place is a thing of its own, mostly without a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soulkeep.graph.questions.analysis import SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.forms import THINGS, Bound, Form, Link, PathStep
from soulkeep.graph.terms import is_literal
from soulkeep.graph.words.lexicon import words_of
from soulkeep.graph.words.measures import NUMBER, measure
from soulkeep.lang.pack import having, pattern

_ASKS = ("who", "which", "what", "how", "how many", "how long", "where")
_LAST = -1
_PLACES = {"first": 1, "second": 2, "third": 3, "last": _LAST}
"""Places that questions ask for, by the keys of the packs."""

_NAMED = 0.5
"""Least part of a contest's name that must be said."""

_MOST = 200
"""Most places of a contest that are looked at."""


def by_place(question: AnalysedQuestion) -> Form | None:
    """Return the form for what the one who took a place of a contest is, or has: who won the regatta, and what the second
    one got. None if no place is asked for, or the data doesn't tell places.

    Args:
        question: the analysed question; the contest is one that it names, or one of the talk before.
    """
    wanted = _place_said(question)
    if wanted is None or question.asks not in _ASKS or question.qualifiers.counted is not None:
        return None
    named = [term for one in question.named for term, worth in one.terms if worth >= _NAMED]
    for contest in named or question.carried:
        for step, nodes in _places_of(contest, question):
            if (form := _told_by(contest, step, nodes, wanted, question)) is not None:
                return form
    return None


def _place_said(question: AnalysedQuestion) -> int | None:
    """Return the place that a question asks for, from 1, or `_LAST`."""
    said: set[int] = set()
    for name, place in _PLACES.items():
        match = pattern("placing", name, question.language, ignore_case=True)
        if match is not None and match.search(question.text):
            said.add(place)
    return said.pop() if len(said) == 1 else None


def _places_of(contest: str, question: AnalysedQuestion) -> Iterator[tuple[PathStep, Sequence[str]]]:
    """Yield what a contest may have places by, with those."""
    graph, schema = question.known.knowledge.graph, question.known.knowledge.schema
    if is_literal(contest):
        return
    joined: dict[PathStep, list[str]] = {}
    for property, value in graph.about(contest):
        if property in schema.properties and not is_literal(value):
            joined.setdefault(PathStep(property), []).append(value)
    for subject, property in graph.pointing(contest, most=_MOST):
        if property in schema.properties:
            joined.setdefault(PathStep(property, inverse=True), []).append(subject)
    yield from joined.items()


def _told_by(
    contest: str, step: PathStep, nodes: Sequence[str], wanted: int, question: AnalysedQuestion
) -> Form | None:
    graph, schema = question.known.knowledge.graph, question.known.knowledge.schema
    has = {node: [pair for pair in graph.about(node) if pair[0] in schema.properties] for node in nodes[:_MOST]}
    ranks = {name for name in {property for pairs in has.values() for property, _ in pairs} if _is_rank(name, question)}
    places: dict[str, dict[int, str]] = {}  # by property: the places, each with its literal
    for property, value in (pair for pairs in has.values() for pair in pairs if pair[0] in ranks):
        number = measure(value)
        if number is not None and number.kind == NUMBER:
            places.setdefault(property, {})[int(number.low)] = value
    for rank, told in places.items():
        place = max(told) if wanted == _LAST else wanted
        if place not in told or (wanted == _LAST and len(told) < 2):
            continue
        node = next(node for node, pairs in has.items() if (rank, told[place]) in pairs)
        asked = _asked_of([pair for pair in has[node] if pair[0] not in (rank, step.property)], contest, question)
        if asked is not None:
            bound = Bound((PathStep(rank),), "=", told[place])
            return Form(THINGS, links=(Link(contest, (step,)),), bounds=(bound,), project=(PathStep(asked),))
    return None


def _asked_of(pairs: Sequence[tuple[str, str]], contest: str, question: AnalysedQuestion) -> str | None:
    """Return which property of a place is asked for: the one that is mentioned, else the one that tells who took it."""
    said = [(question.strength(property), property) for property, value in pairs if value != contest]
    strength, property = max(said, default=(0.0, ""))
    if strength >= SPOKEN:
        return property
    if question.asks not in ("who", "which", "what"):
        return None
    schema, lexicon = question.known.knowledge.schema, question.known.knowledge.lexicon
    things = [(property, value) for property, value in pairs if not is_literal(value) and value != contest]
    people = [property for property, value in things if schema.is_agent(lexicon.types(value))]
    if people:
        return people[0]
    if question.asks == "who" and not things:
        texts = [property for property, value in pairs if is_literal(value) and measure(value) is None]
        return texts[0] if len(texts) == 1 else None
    return things[0][0] if len(things) == 1 else None


def _is_rank(property: str, question: AnalysedQuestion) -> bool:
    names = [words_of(property), *(text for text, _ in question.known.knowledge.lexicon.labels(property))]
    patterns = [pattern("placing", "rank", language, ignore_case=True) for language in having("placing")]
    return any(match is not None and match.search(name) for name in names for match in patterns)
