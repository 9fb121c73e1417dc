"""The sentences of a thing's descriptions, to be found by the words of a question (1: retrieval)."""

from __future__ import annotations

from soulkeep.graph.knowledge import Knowledge
from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.sentences import sentences


def described(words: str, language: str, thing: str, knowledge: Knowledge) -> str:
    """Return the sentence of a thing's descriptions that shares most telling words with a question; "" for none.

    Args:
        words: the question without the names in it.
        language: ISO 639-1; only texts in it, or in none, are looked through.
        thing: the thing that the question names.
        knowledge: the data.
    """
    telling = telling_terms(words, language)
    shared: dict[str, int] = {}
    for text, spoken in knowledge.lexicon.descriptions(thing):
        if spoken.split("-")[0] in ("", language):
            for sentence in sentences(text):
                shared[sentence] = len(telling & telling_terms(sentence, language))
    best = max(shared, key=lambda one: shared[one], default="")
    return best if best and shared[best] else ""
