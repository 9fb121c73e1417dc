"""Values told as their question expects them: as the only one, as several, or as somebody's."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.forms import Form
from soulkeep.graph.questions.solve import Solution
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.lang.pack import pattern, subject

_FEW = 4
"""Most values before which their number is told."""


def as_asked(text: str, found: Sequence[str], language: str, asked: str, knowledge: Knowledge, *, ordered: bool) -> str:
    """Return values in words as their question expects them: "Ann's" for whose something is, "just the Ingeborg" where
    several were asked for, "there are two: …" where one was; unchanged where it expects what was found.

    Args:
        text: the values in words.
        found: the values.
        language: ISO 639-1.
        asked: the question.
        knowledge: the data that the values come from.
        ordered: whether they are the first of an order, of which it tells nothing how many there are.
    """
    said = subject("amounts", language)
    if not text or not all(map(is_iri, found)):
        return text
    whose = pattern("questions", "asks_whose", language)
    if whose is not None and whose.search(asked) and len(found) == 1 and text[-1].isalpha():
        owned = said["owned_after_s"] if text[-1] in "sxzß" else said["owned"]
        return str(owned).format(text) if language != "de" or knowledge.lexicon.is_person(found[0]) else text
    if ordered:
        return text
    several, one = pattern("questions", "asks_several", language), pattern("questions", "asks_one", language)
    if len(found) == 1 and several is not None and several.search(asked):
        return str(said["only"]).format(text)
    if 1 < len(found) <= _FEW and one is not None and one.search(asked):
        number = subject("joining", language)["numbers"][len(found) - 1]
        return str(said["several"]).format(number, text)
    return text


def called_so(form: Form, found: Solution, knowledge: Knowledge, asked: str) -> str | None:
    """Return whom a question calls by another name, if that name alone was found: "who is it that they call Mags?"."""
    if len(form.links) != 1 or len(form.links[0].path) != 1 or form.project or form.type or len(found.values) != 1:
        return None
    (step,) = form.links[0].path
    naming = step.property in knowledge.lexicon.renaming and is_literal(found.values[0])
    said = naming and parsed(found.values[0]).value.casefold() in asked.casefold()
    return form.links[0].anchor if said and not step.inverse else None
