"""The inspector's texts: a folder of `locale` for each language, with a file for each page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).parent / "locale"

LANGUAGES = tuple(sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
"""The languages, as ISO 639-1 codes."""

Texts = Mapping[str, Mapping[str, str]]
"""Texts by language and key, with `{name}` in place of a value."""


def texts(*names: str) -> Texts:
    """Return the texts of a page with shared ones; the first file that has a key prevails."""
    return {
        language: {key: words for name in reversed(names) for key, words in read_language(name, language).items()}
        for language in LANGUAGES
    }


@lru_cache(maxsize=128)
def read_language(name: str, language: str) -> Mapping[str, Any]:
    """Return the contents of a language's file; empty if there is none."""
    file = LOCALE / language / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


SHELL = texts("shell")

NAMES = {language: words["language_name"] for language, words in SHELL.items()}
"""The languages' own names."""


def text(key: str, language: str, *tables: Texts, **values: object) -> str:
    """Return the text of a key in a language, from the first table with it, else in English, else the key."""
    for tongue in (language, "en"):
        for table in tables:
            wording = table.get(tongue, {}).get(key)
            if wording is not None:
                return wording.format(**values) if values else wording
    return key


def language_of(wanted: str | None, accepted: str = "") -> str:
    """Return the language to show: the one chosen before, else the first available that the browser accepts."""
    if wanted in LANGUAGES:
        return str(wanted)
    codes = (part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(","))
    return next((code for code in codes if code in LANGUAGES), "en")
