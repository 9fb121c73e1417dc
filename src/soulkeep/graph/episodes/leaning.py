"""Words that stand for what was mentioned last: "which of those …?", "when was that player born?"."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import THINGS, Form
from soulkeep.graph.terms import is_iri
from soulkeep.lang.pack import pattern
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
