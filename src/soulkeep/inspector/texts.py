"""The inspector's words: a folder of `locale` for each language, in which a file has those of one page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parent / "locale"

LANGUAGES = tuple(sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
"""ISO 639-1 codes."""

Texts = Mapping[str, Mapping[str, str]]
"""By language, then by key; `{name}` stands for a value."""


def texts(*names: str) -> Texts:
    """The words of a page, and those that it shares with others: the first file that has a key says it."""
    return {
        language: {key: words for name in reversed(names) for key, words in read_language(name, language).items()}
        for language in LANGUAGES
    }


@lru_cache(maxsize=128)
def read_language(name: str, language: str) -> Mapping[str, Any]:
    """What a file of a language says; empty if there is none."""
    file = LOCALE / language / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


SHELL = texts("shell")

NAMES = {language: words["language_name"] for language, words in SHELL.items()}
"""What each language calls itself."""


def text(key: str, language: str, *tables: Texts, **values: object) -> str:
    """The words of a key in a language, from the first table that has it, else in English, else the key itself."""
    for tongue in (language, "en"):
        for table in tables:
            wording = table.get(tongue, {}).get(key)
            if wording is not None:
                return wording.format(**values) if values else wording
    return key


def language_of(wanted: str | None, accepted: str = "") -> str:
    """The language to show: the one chosen before, else the first that the browser accepts and we have."""
    if wanted in LANGUAGES:
        return str(wanted)
    codes = (part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(","))
    return next((code for code in codes if code in LANGUAGES), "en")
