"""Recall by classes: a question about guitarists is answered by talk of Joe Satriani (2)."""

from __future__ import annotations

from soulkeep.graph.episodes.past import Past


def spoken_of(past: Past, text: str, language: str) -> list[int]:
    """Return the numbers of inputs about instances of a class that a question names, whatever their words.

    Args:
        past: the past to search; the caller holds its lock.
        text: the question.
        language: ISO 639-1.
    """
    knowledge = past.knowledge
    if knowledge is None:
        return []
    named = {term for wording in knowledge.words.find(text, language) for term in wording.terms}
    classes = [term for term in named if term in knowledge.schema.classes and not knowledge.schema.is_top(term)]
    if not classes:
        return []
    return [
        one.seq
        for situation in past.log.situations.values()
        if any(knowledge.is_a(entity, name) for entity in situation.entities for name in classes)
        for one in situation.inputs
    ]
