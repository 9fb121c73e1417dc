"""Examination of a character's knowledge for the page on it, without user interface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary

from soulkeep.character.character import Character
from soulkeep.character.relationship import relationship_of
from soulkeep.graph.checkup import CheckedProperty, Checkup, checkup_of
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.words.spoken import primary
from soulkeep.types.episodes import Known

_lock = Lock()
_checked: WeakKeyDictionary[Knowledge, dict[str, Checkup]] = WeakKeyDictionary()
"""Results by knowledge (as long as the library holds it) and language, since pages reload at every change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A character's RDF, and how much of it is understood.

    Attributes:
        sources: its data sets.
        checkup: the result of the examination; None without data.
    """

    sources: tuple[Known, ...]
    checkup: Checkup | None


def checkup_shown(character: Character, person: str | None, language: str) -> Understood:
    """Return how much of a character's knowledge is understood. For large data, the first call takes some seconds.

    Args:
        person: the person faced.
        language: the language of names and samples, if the character has none of its own.
    """
    knowledge = relationship_of(character, person).knowledge
    checkup = None if knowledge is None else _checkup(knowledge, primary(character.profile.language or language))
    return Understood(sources=tuple(character.knowledge), checkup=checkup)


def _checkup(knowledge: Knowledge, language: str) -> Checkup:
    with _lock:  # one thread examines it, others wait for the result
        checkups = _checked.setdefault(knowledge, {})
        if language not in checkups:
            checkups[language] = checkup_of(knowledge, language=language)
        return checkups[language]


def matching(properties: Sequence[CheckedProperty], sought: str) -> list[CheckedProperty]:
    """Return the properties whose name, IRI, words or sample contain each of some words, in any case."""
    parts = sought.casefold().split()
    return (
        [one for one in properties if all(part in _sentence_told(one) for part in parts)] if parts else list(properties)
    )


def _sentence_told(one: CheckedProperty) -> str:
    return " ".join([one.name, one.iri, one.sample, *(text for text, _ in one.wordings)]).casefold()
