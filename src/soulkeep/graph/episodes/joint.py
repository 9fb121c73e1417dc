"""The property that joins the things of a class to a given thing: albums by Billy Joel, songs on Thriller."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.knowledge import Knowledge


def joint(entity: str, name: str, words: Sequence[str], knowledge: Knowledge) -> tuple[str, bool] | None:
    """Return the property by which most things of a class are joined to a thing, and whether they are its subjects;
    None if there is none.

    Args:
        entity: the given thing.
        name: the class.
        words: the words with which the class was mentioned.
        knowledge: the character's knowledge.
    """
    schema, types = knowledge.schema, knowledge.lexicon.types(entity)
    options: list[tuple[bool, int, str, bool]] = []
    forth, back = schema.having(name), frozenset().union(*map(schema.having, types))
    for property in forth | back:
        counts = {True: 0, False: 0}
        if property in forth and schema.suits_value(property, types):
            counts[True] = len(knowledge.subjects(property, entity, [name]))
        if property in back and schema.suits_value(property, [name]):
            counts[False] = len(knowledge.graph.objects(entity, property))
        if any(counts.values()):
            does = _is_done_by(words, property, knowledge)
            options += [(does, count, property, inverse) for inverse, count in counts.items() if count]
    return max(options)[2:] if options else None


def _is_done_by(words: Sequence[str], property: str, knowledge: Knowledge) -> bool:
    """Return whether a class is named after a property's action: singers sing."""
    done = [text.casefold().rstrip("e") for text, spoken in knowledge.lexicon.wordings(property) if spoken == "en"]
    return any(word.startswith(verb) and len(verb) > 3 for word in words for verb in done)
