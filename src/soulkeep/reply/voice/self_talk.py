"""Answering questions about the character from its description, in the first person where that is safe.

English and Korean sentences are turned by rules that do nothing in case of doubt. Other sentences, and those in other
languages, are quoted as what is said of the character.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache

from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.language import detect
from soulkeep.lang.pack import subject
from soulkeep.lang.questions import asks_of_past
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.lang.terms import terms
from soulkeep.reply.about_self import asks_of_others, question_in
from soulkeep.reply.fresh import fresh, was_said_lately
from soulkeep.reply.persona import Persona, names_of, statements
from soulkeep.reply.phrases import Phrases, phrases_of, worded
from soulkeep.reply.phrases_persona import speech, style, traits_in
from soulkeep.reply.self_questions import (
    AGE,
    CLOSING,
    FAMILY,
    NAME,
    NATURE,
    OF_FAMILY,
    WHO,
    WORK,
    about_mind,
    addressing,
    answering,
    past,
    topic_of,
)
from soulkeep.reply.topics import entry_of
from soulkeep.reply.voice.first_person import about_oneself, first_person
from soulkeep.reply.voice.voice import Spoken

_SHARED, _SHARED_OF_MANY, _FEW = 0.5, 0.6, 2
"""Share of a question's telling terms that a sentence must hold to answer it; of more terms than `_FEW`, the second."""

_ALL = 0.99
"""The same share for a question about how things were."""

_SHORT = 8
"""Number of words up to which a sentence is told together with the next one."""

_LONG_WINDED = 30
"""Number of terms from which a sentence is told only if nothing else is."""

_MOST = 2
_LONGEST = 320
"""Number of characters of an answer's sentences, at most."""
_SURELY = 9
"""Number of words that the key of an entry counts as."""


_READ = 600
"""Number of letters of a sentence that are searched."""


def speak_of_self(
    said: str, persona: Persona, *, language: str, person: str | None, lately: Sequence[str] = ()
) -> Spoken | None:
    """Answer a question about the character from its description.

    Args:
        said: what the person just said.
        persona: who the character is.
        language: language to speak in, ISO 639-1.
        person: the person whom the character faces; a question about them isn't one about the character.
        lately: the character's own last texts, without labels, oldest first.

    Returns:
        The answer; None where nothing is asked about the character, or its description doesn't tell.
    """
    names = tuple(name for name in names_of(persona.name) if not name.startswith(("{", "<")))
    question = question_in(said, language, names)
    if question is None or asks_of_others(question, language, person):
        return None
    topic = topic_of(question, language, names)
    wordings = phrases_of(persona, language)
    variant = zlib.crc32(said.encode())
    if topic == NAME:
        return (
            None
            if not persona.name
            else _one_way_of([worded(way, name=persona.name) for way in wordings.i_am], lately, variant)
        )
    persona_statements = _told_of(persona)
    ways = (
        _by_topic(topic, persona_statements, persona)
        if topic
        else _by_words(question, persona_statements, language, names, persona)
    )
    if not ways:
        if topic == WHO and persona.name:
            return _one_way_of([worded(way, name=persona.name) for way in wordings.i_am], lately, variant)
        return None
    return _one_way_of(_ways(ways, persona, wordings, language), lately, variant, wordings.again)


def _by_topic(topic: str, persona_statements: Sequence[str], persona: Persona) -> list[str]:
    """Return the one or two sentences that tell of a topic, the one that shows it most first."""
    opens = tuple(names_of(persona.name))  # "Rex is a surfer who talks in slang" tells who he is
    others = [
        one for one in persona_statements if speech().search(one) is None or (topic == WHO and one.startswith(opens))
    ]
    others = others or list(persona_statements)
    if topic == WHO:
        best = [one for one in others if entry_of(one) is None][:_MOST] or _said_first(others)
    else:
        shown = {
            sentence: _shows(topic, sentence, persona)
            for sentence in (persona_statements if topic == NATURE else others)
        }
        if not any(shown.values()):  # as in "a surfer from Hawaii who talks in slang"
            shown = {sentence: _shows(topic, sentence, persona) for sentence in persona_statements}
        worth = {sentence: count + _ease(sentence, persona) for sentence, count in shown.items() if count}
        best = sorted((one for one in worth if worth[one] > 0), key=lambda one: -worth[one])[:_MOST]
    short = len(best) > 1 and len(best[0].split()) <= _SHORT and sum(map(len, best)) <= _LONGEST
    return best if short else best[:1]


def _said_first(persona_statements: Sequence[str]) -> list[str]:
    """Return the entries of a list that tell who somebody is, without the name, which is told separately."""
    listed = [(entry.topic, one) for one in persona_statements if (entry := entry_of(one)) is not None]
    return [one for wanted in (WORK, AGE, NATURE) for topic, one in listed if topic == wanted][:_MOST]


@lru_cache(maxsize=16)
def _told_of(persona: Persona) -> tuple[str, ...]:
    return tuple(about_oneself(statements(persona), persona))


def _ease(sentence: str, persona: Persona) -> float:
    """Return how well the character can say a sentence itself: 1 in the first person, less where it is long."""
    length = len(terms(sentence, "")) / _LONG_WINDED
    return (1.0 if first_person(sentence, persona, persona.language) is not None else 0.0) - (
        length if length > 1 else 0
    )


def _shows(topic: str, sentence: str, persona: Persona) -> int:
    """Return how many words of a sentence tell of a topic."""
    entry = entry_of(sentence)
    if entry is not None and entry.topic is not None:
        if entry.topic == topic:
            return _SURELY
        if entry.topic != FAMILY or topic not in OF_FAMILY:
            return 0
    if topic == NATURE:
        return _character_shown(sentence)
    pattern = answering(topic, detect(sentence, persona.language))
    return 0 if pattern is None else len({match[0].lower() for match in pattern.finditer(sentence[:_READ])})


def _character_shown(sentence: str) -> int:
    """Return how many words of a sentence tell what somebody is like."""
    spoken = speech().search(sentence) is not None
    words = {match[0].lower() for match in traits_in(sentence)}
    return len(words) + any(
        style(name, spoken=spoken).search(sentence) for name in ("warm", "playful", "terse", "formal")
    )


def _by_words(
    question: str, persona_statements: Sequence[str], language: str, names: Sequence[str], persona: Persona
) -> list[str]:
    """Return the sentence that shares the telling words of a question, if that is put to the character and about it."""
    addressed, mind, was = addressing(language), about_mind(language), past(language)
    folded = question.replace("’", "'").strip(CLOSING)
    folded = folded if language == "de" else folded.lower()
    if addressed is None or mind is None or was is None or mind.search(folded) or speaks_of_self(question, language):
        return []
    called = {term for name in names for term in terms(name, language)}
    wanted = telling_terms(re.sub("[你您吗呢]", "", question) if language == "zh" else question, language) - called
    if not wanted:
        return []
    needed = subject("self_talk", language).get("share", _SHARED if len(wanted) <= _FEW else _SHARED_OF_MANY)
    if was.search(folded) or asks_of_past(question, language):
        needed = _ALL
    elif not addressed.search(folded) and not called & set(terms(question, language)):
        if not subject("self_talk", language).get("unsaid_you"):
            return []
        needed = _SHARED
    shares = {sentence: len(wanted & set(terms(sentence, language))) / len(wanted) for sentence in persona_statements}
    fitting = [
        sentence for sentence in persona_statements if shares[sentence] >= needed and _ease(sentence, persona) > -1
    ]
    return [max(fitting, key=lambda sentence: shares[sentence])] if fitting else []


def _ways(statements: Sequence[str], persona: Persona, wordings: Phrases, language: str) -> list[str]:
    """Return the ways to tell sentences: in the first person, or else quoted."""
    blank = "" if language in ("ja", "zh") else " "
    turned = [first_person(sentence, persona, language) for sentence in statements]
    if turned[0] is not None:
        return [blank.join(sentence for sentence in turned if sentence is not None)]
    opening, closing = wordings.quotes
    entry = entry_of(statements[0])
    quote = f"{opening}{statements[0] if entry is None or entry.topic is None else entry.value}{closing}"
    return [worded(way, quote=quote) for way in wordings.of_me]


def _one_way_of(ways: Sequence[str], lately: Sequence[str], variant: int, leads: Sequence[str] = ()) -> Spoken:
    """Return one of several ways to answer, with a lead that admits it if it repeats what was said lately."""
    if leads and any(was_said_lately(way, lately) for way in ways):
        ways = [f"{lead}{way}" for way in ways for lead in leads]
    text = fresh(ways, lately, variant)
    return Spoken(text, text, (), "voice")
