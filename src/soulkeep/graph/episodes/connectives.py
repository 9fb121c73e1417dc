"""Function words that join the parts of a question, of all languages."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.lang.pack import of_any_language

YEAR = re.compile(r"(?<![\d.,])(1\d{3}|20\d{2})(?![\d.,]\d|\d)")

HEADLINE = 80
"""Most characters of a text that names only a thing and a property."""

ENDS = {"deathDate", "deathYear", "dissolutionDate", "dissolutionYear"}
"""Local names of properties for the end of a life."""


def asking(key: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """Return a pattern of small words of questions, of all languages.

    Args:
        key: a key of `asking.toml` in packs.
        before, after: what else must stand around them, as in `of_any_language`.
    """
    return of_any_language("asking", key, before, after)


@lru_cache(maxsize=1)
def owner() -> re.Pattern[str]:
    """Return a pattern of what stands between a thing and its owner."""
    articles = asking("owner_articles").pattern
    return asking("owner", r"(?<!\s)\s++", rf"\s+(?:(?:{articles})\s+)?[\"“«]?")
