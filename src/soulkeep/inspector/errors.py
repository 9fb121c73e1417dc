"""Errors in the page's language, by kind, since the library's messages are English."""

from __future__ import annotations

from soulkeep.errors import SoulkeepError
from soulkeep.inspector.texts import read_language


def error_words(error: SoulkeepError, language: str) -> tuple[str, str]:
    """Return what is wrong, and what to do ("" if nothing), in the language or else in the error's own words."""
    kinds = read_language("errors", language)
    texts = next((kinds[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in kinds), None)
    if texts is None:
        return error.message, error.hint
    own = f"{error.message} {error.hint}" if texts.get("detailed") else ""
    return texts["message"], f"{texts.get('hint', '')} {own}".strip()
