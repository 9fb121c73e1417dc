"""Whether a text says that something isn't so."""

from __future__ import annotations

import re

_PATTERNS = {
    "en": re.compile(r"\b(?:not|never|no|nobody|nothing|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:nicht|nie|niemals|niemand|nichts|ohne|kein\w*)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:ne|n['’]|pas|jamais|rien|personne|aucune?|sans)\b", re.IGNORECASE),
    "es": re.compile(r"\b(?:no|nunca|jamás|nadie|nada|ningun[oa]?|ningún|sin)\b", re.IGNORECASE),
    "ko": re.compile(r"(?:^|\s)(?:안|못)\s|않|없|아니"),
    "ja": re.compile("ない|なかっ|ません|ず(?:に|、|。)"),
    "zh": re.compile("不|没|沒|未|无|無|别"),
}


def denies(text: str, language: str) -> bool:
    """Whether a text holds a word of negation; False in languages that aren't known here."""
    pattern = _PATTERNS.get(language)
    return pattern is not None and pattern.search(text) is not None
