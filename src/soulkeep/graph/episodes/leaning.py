"""Words that stand for what was mentioned last: "which of those …?", "when was that player born?"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import THINGS, Form
from soulkeep.graph.questions.spans import is_birth
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.measures import is_moment
from soulkeep.lang.pack import of_any_language, pattern
from soulkeep.types.episodes import Understanding

_PLAINLY = 0.9
"""Least clearness of a class that is called by a word."""


def classes_called(word: str, language: str, knowledge: Knowledge) -> list[str]:
    """Return the classes that a word in small letters plainly denotes."""
    support = reader_of(knowledge).known.wordbook.support([word], language, loose=False)
    return [term for term, one in support.items() if term in knowledge.schema.classes and one.whole >= _PLAINLY]


def of_those(
    text: str, language: str, knowledge: Knowledge, context: Sequence[Understanding]
) -> tuple[str, Form] | None:
    """Return a question about some of several things told last, with the name of their class in place of "of those",
    and the form by which they were found; None if it isn't one."""
    those = pattern("asking", "of_those", language)
    match = those.search(text) if those is not None else None
    before = context[-1].query if context else None
    if match is None or before is None:
        return None
    form = Form.of(before)
    if form.wants != THINGS or form.project or form.order is not None or form.among or form.but:
        return None  # the three oldest can't be told by what they are linked with
    things = reader_of(knowledge).known.solver.solve(form).values
    type = form.type or (knowledge.lexicon.class_of(things[0]) if things and is_iri(things[0]) else None)
    if type is None or len(things) < 2 or not all(map(is_iri, things)):
        return None
    return f"{text[: match.start()]}{knowledge.lexicon.label(type, language)}{text[match.end() :]}", form


def joined(form: Form, before: Form) -> Form:
    """Return a form that asks of the things of another alone."""
    bounds = tuple(dict.fromkeys((*before.bounds, *form.bounds)))
    return form._replace(links=tuple(sorted({*form.links, *before.links})), bounds=bounds)


def that_one(text: str, language: str, knowledge: Knowledge, carried: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return a question without a demonstrative and the class it points by ("that player"), and the thing pointed to;
    both unchanged if nothing mentioned is of the class."""
    pointing = pattern("asking", "that_one", language)
    match = pointing.search(text) if pointing is not None and carried else None
    if match is None:
        return text, tuple(carried)
    kinds = classes_called(match["kind"].casefold(), language, knowledge)
    thing = next((one for one in carried if any(knowledge.is_a(one, kind) for kind in kinds)), None)
    if thing is None:
        return text, tuple(carried)
    return text[: match.start()] + " " * len(match[0]) + text[match.end() :], (thing,)


def that_event(
    text: str, language: str, knowledge: Knowledge, context: Sequence[Understanding], carried: Sequence[str]
) -> tuple[str, ...]:
    """Return what has a date of what the last question was about, for "when was that?", also what stands between two
    things, as an adoption; the things mentioned last for any other question.

    Args:
        text: the question.
        language: ISO 639-1.
        knowledge: the data.
        context: the understandings before, the latest last.
        carried: the things mentioned last.
    """
    happened = pattern("asking", "when_that", language)
    if happened is None or not context or context[-1].query is None or not happened.search(text):
        return tuple(carried)
    solver, before = reader_of(knowledge).known.solver, Form.of(context[-1].query)
    ways = [link for link in before.links if len(link.path) == 2]
    between = [one for link in ways for one in sorted(solver.reached(link.anchor, link.path[:1]))]
    found = solver.solve(before)
    chosen = found.things if before.type is not None and before.bounds else ()  # last year's cup
    won = found.values if before.wants == THINGS and len(found.values) == 1 else ()
    dated = [one for one in (*between, *before.things, *chosen) if _has_date(one, knowledge)]
    dated = dated or [one for one in won if _has_date(one, knowledge)]
    return tuple(dict.fromkeys(dated)) or _unless_born_alone(before, carried, knowledge)


def _unless_born_alone(before: Form, carried: Sequence[str], knowledge: Knowledge) -> tuple[str, ...]:
    """Return the things mentioned last without the people of whom nothing but their birth is dated, unless the last
    question was about that: what somebody has won wasn't on their birthday."""
    wordbook = reader_of(knowledge).known.wordbook

    def is_of_birth(property: str) -> bool:
        return is_birth(property, wordbook)

    def is_dated(person: str) -> bool:
        return not all(map(is_of_birth, _dated_by(person, knowledge)))

    if any(map(is_of_birth, before.properties)):
        return tuple(carried)
    return tuple(one for one in carried if not knowledge.lexicon.is_person(one) or is_dated(one))


def somebody(text: str, language: str, knowledge: Knowledge, mentioned: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the people mentioned last, if a question is about somebody: "where was she born?"; else nobody.

    Args:
        text: the question.
        language: ISO 639-1.
        knowledge: the data.
        mentioned: what each turn before mentioned, the latest first.
    """
    pronoun = language == "en" and of_any_language("asking", "somebody").search(text) is not None
    living = pattern("asking", "of_the_living", language)
    if not pronoun and (living is None or not living.search(text)):
        return ()
    people = (tuple(one for one in things if knowledge.lexicon.is_person(one)) for things in mentioned)
    return next(filter(None, people), ())


def _has_date(term: str, knowledge: Knowledge) -> bool:
    """Return whether a thing, and nobody, has a date."""
    return not knowledge.lexicon.is_person(term) and bool(_dated_by(term, knowledge))


def _dated_by(term: str, knowledge: Knowledge) -> list[str]:
    """Return the properties that give dates of a thing."""
    return [name for name, value in knowledge.graph.about(term) if is_moment(value)]
