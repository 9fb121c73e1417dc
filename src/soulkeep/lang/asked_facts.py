"""The fact about themselves that a person asks for: "Where do I live?" asks for their home."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.lang.pack import subject

_KIN = {"wife": "spouse", "husband": "spouse", "mom": "mother", "mum": "mother", "dad": "father"}


@lru_cache(maxsize=16)
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (relation, re.compile(pattern.replace("ß", "ss")))
        for relation, pattern in subject("asked_facts", language).get("asked", ())
    )


def asked_fact(question: str, language: str) -> str | None:
    """Return the relation of a fact about the asker that a question asks for; None if no known one."""
    folded = question.lower().replace("’", "'").replace("ß", "ss")  # not every keyboard has ß
    for relation, pattern in _patterns(language):
        match = pattern.search(folded)
        if match:
            asked = next((group for group in match.groups() if group), "")
            return relation.replace("\\1", _KIN.get(asked, asked))
    return None
