"""Whether a text says that something isn't so."""

from __future__ import annotations

from soulkeep.lang.pack import holds


def denies(text: str, language: str) -> bool:
    """Whether a text holds a word of negation; False in languages that aren't known here."""
    return holds("signs", "denies", language, text, ignore_case=True)
