"""Language packs: folders of `packs`, each with one language's words and patterns, one file a subject.

A language is just a folder: code that reads a subject finds it in the packs that have it. Read on first use.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

PACKS = Path(__file__).parent / "packs"

_LANGUAGES = PACKS.with_name("languages.toml")
_NOTHING: Mapping[str, Any] = {}
_SLOT = re.compile(r"\{([a-z_]+)\}")


@lru_cache(maxsize=1)
def languages() -> frozenset[str]:
    """Return the languages that have a pack, as ISO 639-1 codes."""
    return frozenset(folder.name for folder in PACKS.iterdir() if folder.is_dir() and len(folder.name) == 2)


@lru_cache(maxsize=4)
def of_languages(table: str) -> Mapping[str, Any]:
    """Return a table about languages with or without a pack, by code: their `names`, `snowball` stemmers, and `beyond`,
    what tells those without a pack from others."""
    told: Mapping[str, Any] = tomllib.loads(_LANGUAGES.read_text(encoding="utf-8"))[table]
    return told


@lru_cache(maxsize=64)
def having(name: str) -> tuple[str, ...]:
    """Return the languages whose pack has a subject, in alphabetical order."""
    return tuple(sorted(code for code in languages() if (PACKS / code / f"{name}.toml").exists()))


@lru_cache(maxsize=512)
def subject(name: str, language: str) -> Mapping[str, Any]:
    """Return what a language's pack says about a subject; empty if nothing.

    Args:
        name: the subject's file name, without its extension.
        language: an ISO 639-1 code; anything else has no pack.
    """
    file = PACKS / language / f"{name}.toml"
    if language not in languages() or not file.exists():
        return _NOTHING
    return tomllib.loads(file.read_text(encoding="utf-8"))


@lru_cache(maxsize=512)
def pattern(name: str, key: str, language: str, *, ignore_case: bool = False) -> re.Pattern[str] | None:
    """Return a compiled pattern of a subject; None if the pack has none.

    Args:
        name: the subject.
        key: the pattern's name in it.
        language: ISO 639-1.
        ignore_case: whether it matches without regard to case.
    """
    said = subject(name, language)
    if key not in said:
        return None
    return re.compile(filled(said[key], said), re.IGNORECASE if ignore_case else re.NOFLAG)


def filled(pattern: str, said: Mapping[str, Any]) -> str:
    """Return a pattern in which names in braces are replaced by the subject's `parts`."""
    parts = said.get("parts", _NOTHING)
    return _SLOT.sub(lambda slot: str(parts.get(slot[1], slot[0])), pattern)


@lru_cache(maxsize=512)
def words(name: str, key: str, language: str) -> tuple[str, ...]:
    """Return words of a subject, in their order; none if the pack has none."""
    return tuple(subject(name, language).get(key, "").split())


def saying(name: str, key: str) -> tuple[str, ...]:
    """Return the languages whose pack has a key of a subject, in alphabetical order."""
    return tuple(code for code in having(name) if key in subject(name, code))


def wording(name: str, key: str, language: str) -> Any:
    """Return what a subject says under a key, in English if the language's pack has nothing."""
    return subject(name, language).get(key) or subject(name, "en")[key]


@lru_cache(maxsize=256)
def of_any_language(name: str, key: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """Return a pattern that matches what any language's pack says, in any case: for texts that may mix languages.

    Args:
        name: the subject.
        key: the pattern's name in it.
        before, after: what else must stand around it, as regular expressions that are no language's.
    """
    sayings = [subject(name, code) for code in saying(name, key)]
    said = "|".join(f"(?:{filled(said[key], said)})" for said in sayings)
    return re.compile(f"{before}(?:{said}){after}" if before or after else said, re.IGNORECASE)


def holds(name: str, key: str, language: str, text: str, *, ignore_case: bool = False) -> bool:
    """Return whether a text matches a pattern of a subject; False if the pack has none.

    Args:
        name, key, language, ignore_case: as in `pattern`.
        text: the text.
    """
    regex = pattern(name, key, language, ignore_case=ignore_case)
    return regex is not None and regex.search(text) is not None
