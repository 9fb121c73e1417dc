"""Whether somebody speaks of the future: a plan, a promise, an appointment."""

from __future__ import annotations

from soulkeep.lang.pack import holds


def looks_ahead(text: str, language: str) -> bool:
    """Return whether a text speaks of the future; False in languages that aren't covered."""
    return holds("signs", "ahead", language, text.casefold())
