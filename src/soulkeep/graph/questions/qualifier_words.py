"""Words of each language that compare, order, count and deny, and those that say little.

They are those of the subject `qualifiers` of the language packs; in a language without them, the English ones are used,
and only numbers and years are found.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from soulkeep.graph.questions.marks import Spot
from soulkeep.lang.pack import subject

_DATA = Path(__file__).parent / "data"
COVERED = ("en", "de", "ko")
"""Languages with such words."""


@lru_cache(maxsize=8)
def qualifier_words(language: str) -> dict[str, Any]:
    return _compiled(subject("qualifiers", language) or subject("qualifiers", "en"))


def _compiled(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return patterns, compiled; `{counters}` stands for what things are counted by."""
    compiled: dict[str, Any] = {}
    for key, value in told.items():
        if key in ("numbers", "months", "light", "ranks", "times"):
            compiled[key] = value
        elif key in ("target", "courtesy"):
            compiled[key] = tuple(re.compile(one, re.IGNORECASE) for one in value)
        elif isinstance(value, dict):
            compiled[key] = _compiled(value)
        else:
            patterns = [value] if isinstance(value, str) else value
            patterns = [one.replace("{counters}", told.get("counters", "")) for one in patterns]
            compiled[key] = re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE) if patterns else None
    return compiled


@lru_cache(maxsize=1)
def dimensions() -> dict[str, dict[str, Any]]:
    """Return the dimensions, with the words of their properties."""
    return tomllib.loads((_DATA / "dimensions.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def light_words(language: str) -> frozenset[str]:
    """Return words that say little about what is asked; none for a language without a file."""
    return frozenset(str(qualifier_words(language)["light"]).split()) if language in COVERED else frozenset()


def month_names(language: str) -> frozenset[str]:
    """Return the names of the months, in small letters; none for a language without a file."""
    return frozenset(qualifier_words(language)["months"]["names"]) if language in COVERED else frozenset()


def is_light(word: str, language: str) -> bool:
    """Return whether a word says little about what is asked."""
    if word in light_words(language):
        return True
    forms = qualifier_words(language).get("light_forms") if language in COVERED else None
    return forms is not None and forms.fullmatch(word) is not None


def used_where(text: str, language: str) -> Spot | None:
    """Return the place of the verb of "where can I play it", which may be done with what is asked for; None without."""
    used = qualifier_words(language).get("used_where") if language in COVERED else None
    found = used.search(text) if used is not None else None
    return None if found is None else Spot(*found.span("verb"))


def is_word_for_date(word: str, language: str) -> bool:
    """Return whether a word is one for a day or a year as such: "what year"."""
    forms = qualifier_words(language).get("date_words") if language in COVERED else None
    return forms is not None and forms.fullmatch(word) is not None


def counters() -> str:
    """Return a pattern of the words that Korean counts things by: 마리, 권, 층."""
    return str(qualifier_words("ko")["counters"].pattern)


def courtesies(language: str) -> tuple[re.Pattern[str], ...]:
    """Return patterns of polite phrases and forms of address beside a question; none for a language without a file."""
    patterns: tuple[re.Pattern[str], ...] = qualifier_words(language).get("courtesy", ())
    return patterns if language in COVERED else ()


def asks_plainly(text: str, language: str) -> bool:
    """Return whether a text contains a question word."""
    asking = qualifier_words(language).get("asking") if language in COVERED else None
    return asking is not None and asking.search(text) is not None


def is_fragment(text: str, language: str) -> bool:
    """Return whether a question has no verb, and so asks for a thing and not whether it is so: "oldest winery?"."""
    finite = qualifier_words(language).get("finite") if language in COVERED else None
    return finite is not None and finite.search(text) is None


def opens_with_any(text: str, language: str) -> bool:
    """Return whether a text begins as if asking for any things of a kind: "any cheap rooms"."""
    some = qualifier_words(language).get("whether_some") if language in COVERED else None
    return some is not None and some.match(text.strip()) is not None


def target_words(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns of what introduces the kind asked for, and of words that end it; by default the English ones."""
    patterns = qualifier_words(language).get("target") or qualifier_words("en")["target"]
    return patterns[0], patterns[1]
