"""From an utterance to triples with variables (2, sections 1 and 2.1).

"When was Charlie Parker born?" is a wh-question and (Charlie Parker, birth date, ?value). Names are found by a
gazetteer, properties by their wordings; what fits together is told by the ontology: whose property it is, and what its
values are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from soulkeep.episodes.hearing import hear
from soulkeep.episodes.naming import language_of
from soulkeep.episodes.reading import Reading
from soulkeep.experience import Understanding
from soulkeep.semantics.knowledge import Knowledge
from soulkeep.text.utterances import WH_QUESTION, Utterance


def understand(
    text: str,
    language: str,
    knowledge: Knowledge | None,
    *,
    context: Sequence[Understanding] = (),
) -> Understanding:
    """What an utterance says, in terms of what is known.

    Args:
        text: what was said.
        language: ISO 639-1.
        knowledge: what the character knows; without it, only the kind of utterance is told.
        context: what was understood before, the latest last: "Where was he born?" leans on it.
    """
    if knowledge is not None:
        language = language_of(text, language, knowledge)
    plain = hear(text, language)
    if knowledge is None:
        return plain
    heard = Utterance(plain.utterance, plain.asks, plain.feedback)
    reading = Reading(text, language, heard, knowledge, context)
    if reading.is_headline():  # "miles davis birthplace"
        plain = replace(plain, utterance=WH_QUESTION, asks="what")
        reading.heard = Utterance(WH_QUESTION, "what", heard.feedback)
    found = reading.triples() if plain.past is None else []
    return replace(
        plain,
        triples=tuple(dict.fromkeys(found)),
        entities=tuple(reading.entities),
        classes=tuple(dict.fromkeys(reading.classes)),
        properties=tuple(dict.fromkeys(reading.used(found))),
        carried=tuple(reading.carried),
        likes=reading.likes() if plain.asks is None else {},
    )
