"""Words that show English statements about oneself: people, animals, occupations, things, what follows a value."""

from __future__ import annotations

from soulkeep.lang.pack import subject


def distinct_words(said: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(said.split())


_SAID = subject("people", "en")


def _relations(key: str) -> dict[str, str]:
    return {word: relation for relation, words in _SAID[key].items() for word in words}


KIN = _relations("kin")
"""The relation that each word for a relative stands for."""

KIN_PLURAL = _relations("kin_plural")
PETS: tuple[str, ...] = tuple(_SAID["pets"])
OCCUPATIONS = distinct_words(_SAID["occupations"])
"""Last words of occupations: "I'm a software engineer", unlike "I'm a visual learner"."""

NATIONS: str = _SAID["nations"]
"""Words for nationalities: "I'm Korean"."""
