"""Whom somebody is compared with by what they are to them: "is Marnie older than her brother?"."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.context import QuestionContext
from soulkeep.graph.questions.names import Named
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.gazetteer import tokens
from soulkeep.lang.pack import pattern

_CALLED = 0.4
"""Least clearness with which a word says what somebody is to another."""


def with_relative(text: str, language: str, named: Sequence[Named], known: QuestionContext) -> tuple[list[Named], bool]:
    """Return the names in a question, and the only one whom the first is compared with by what they are to it; and
    whether there is none, or several.

    Args:
        text: the question.
        language: ISO 639-1.
        named: the names in it.
        known: the data that is asked.
    """
    compared = pattern("asking", "than_theirs", language)
    found = compared.search(text) if compared is not None and named else None
    things = [one for one in named if found is not None and is_iri(one.terms[0][0]) and one.end <= found.start()]
    if found is None or len(things) != 1 or any(one.end > found.start() for one in named):
        return [*named], False
    words, thing, knowledge = [one.form for one in tokens(found["relative"])], things[0].terms[0][0], known.knowledge
    called = known.wordbook.support(words, language).items()
    unclear = False
    for name, said in sorted(called, key=lambda one: -one[1].whole):
        if name not in knowledge.schema.properties or said.whole < _CALLED:
            continue
        ends = knowledge.graph.subjects(name, thing) if said.inverse else knowledge.objects(thing, name)
        those = [one for one in ends if is_iri(one)]
        if len(those) == 1:
            return [*named, Named(*found.span("theirs"), ((those[0], 1.0),))], False
        unclear = True
    return [*named], unclear
