"""Telling whether a message asks about the character itself."""

from __future__ import annotations

from soulkeep.judgement.talk import asks_something
from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.selfhood import asks_what_was_told, speaks_of_self
from soulkeep.lang.sentences import sentences
from soulkeep.lang.shared_past import asks_of_shared_past
from soulkeep.lang.terms import terms
from soulkeep.reply.persona import Persona, names_of
from soulkeep.reply.self_questions import CLOSING, about_mind, addressing, topic_of


def asks_about_character(said: str, persona: Persona, *, language: str, person: str | None) -> bool:
    """Return whether the character itself is asked about, so that what the person told of themselves is no answer.

    Args:
        said: what the person said.
        persona: who the character is.
        language: ISO 639-1.
        person: the person's name; None if unknown.
    """
    names = tuple(name for name in names_of(persona.name) if not name.startswith(("{", "<")))
    question = question_in(said, language, names)
    if question is None or asks_of_others(question, language, person):
        return False
    addressed, mind = addressing(language), about_mind(language)
    if topic_of(question, language, names) is not None:
        return True
    folded = question.replace("’", "'").strip(CLOSING)
    folded = folded if language == "de" else folded.lower()
    if addressed is None or mind is None or mind.search(folded) or speaks_of_self(question, language):
        return False
    return addressed.search(folded) is not None


def question_in(said: str, language: str, names: tuple[str, ...]) -> str | None:
    """Return the last sentence that asks, or asks to be told, something; None if there is none."""
    for sentence in reversed(sentences(said)):
        if asks_something(sentence) or topic_of(sentence, language, names) is not None:
            return sentence
    return None


def asks_of_others(question: str, language: str, person: str | None) -> bool:
    """Return whether a question is about the asker, or about what was said before."""
    if asked_fact(question, language) is not None or asks_what_was_told(question, language):
        return True
    if asks_of_shared_past(question, language) is not None:
        return True
    called = set(terms(person or "", language))
    return bool(called) and called <= set(terms(question, language))
