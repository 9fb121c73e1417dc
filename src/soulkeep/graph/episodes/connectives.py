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


def asking(key: str) -> re.Pattern[str]:
    """Return a pattern of small words of questions, of all languages; the keys are those of `asking.toml` in packs."""
    return of_any_language("asking", key)


@lru_cache(maxsize=1)
def owned() -> re.Pattern[str]:
    """Return a pattern of what stands between an owner and its thing, at the end of a text."""
    return re.compile(rf"(?:{asking('owned').pattern})\s*$", re.IGNORECASE)


@lru_cache(maxsize=1)
def owner() -> re.Pattern[str]:
    """Return a pattern of what stands between a thing and its owner."""
    articles = asking("owner_articles").pattern
    return re.compile(rf"(?<!\s)\s++(?:{asking('owner').pattern})\s+(?:(?:{articles})\s+)?[\"“«]?", re.IGNORECASE)


@lru_cache(maxsize=1)
def joined() -> re.Pattern[str]:
    """Return a pattern of what joins two things."""
    return re.compile(f"[,、，]|{asking('joined').pattern}", re.IGNORECASE)


@lru_cache(maxsize=1)
def before_class() -> re.Pattern[str]:
    """Return a pattern of what stands before a class that something is said to belong to, at the end of a text."""
    return re.compile(rf"(?:{asking('a').pattern})\s+$", re.IGNORECASE)
