"""Whether a text says that something isn't so."""

from __future__ import annotations

from soulkeep.lang.pack import holds


def denies(text: str, language: str) -> bool:
    """Return whether a text contains a negation; False in languages that aren't covered."""
    return holds("signs", "denies", language, text, ignore_case=True)
