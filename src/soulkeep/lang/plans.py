"""Whether somebody speaks of what is to come: a plan, a promise, an appointment."""

from __future__ import annotations

from soulkeep.lang.pack import holds


def looks_ahead(text: str, language: str) -> bool:
    """Whether a text speaks of what is to come; False in languages that aren't known here."""
    return holds("signs", "ahead", language, text.casefold())
