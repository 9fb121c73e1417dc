"""Words of one language for those of another, where data is named in a language that isn't the question's.

The table has a line for each meaning: its English, German and Korean words, in columns. Korean entries are how words of a
question begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from soulkeep.graph.questions.near import name_stem, stem
from soulkeep.lang.function_words import function_terms

_TABLE = Path(__file__).parent / "data" / "dictionary.tsv"
LANGUAGES = ("en", "de", "ko")
"""Languages of the columns."""

TRANSLATED = 0.8
"""Strength of a word in another language."""

_PHRASE = 3
"""Most words of an entry that is looked for."""

_WORD = re.compile(r"[^\W_]+")

Stems = frozenset[tuple[str, str]]
"""Languages with stems of words in names."""


@lru_cache(maxsize=4)
def _meanings(language: str) -> dict[tuple[str, ...], Stems]:
    """Return what the words of a language, by their stems, are called in names: in other languages, and otherwise."""
    at = LANGUAGES.index(language)
    found: dict[tuple[str, ...], Stems] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        columns = [column.split(", ") for column in line.split("\t")]
        instead = frozenset(
            (spoken, name_stem(word, spoken))
            for spoken, column in zip(LANGUAGES, columns, strict=True)
            if spoken != language or spoken == "ko"  # where little else tells of words of one meaning
            for entry in column
            for word in _WORD.findall(entry)
            if stem(word, spoken) not in function_terms(spoken)
        )
        for entry in columns[at]:
            words = _WORD.findall(entry)
            key = (entry,) if language == "ko" else tuple(stem(word, language) for word in words)
            found[key] = found.get(key, frozenset()) | instead
    return found


def translated(words: Sequence[str], at: int, language: str) -> Iterator[tuple[range, Stems]]:
    """Yield entries that begin at a word of a question: their words' numbers, and their words in other languages.

    Args:
        words: the question's words, in lower case; empty where a name stands.
        at: number of the word where an entry may begin.
        language: ISO 639-1; others than those of the table have no entries.
    """
    if language not in LANGUAGES or not words[at]:
        return
    table = _meanings(language)
    if language == "ko":
        for end in range(len(words[at]), 0, -1):
            if (found := table.get((words[at][:end],))) is not None:
                yield range(at, at + 1), found
                return
        return
    stems = [stem(word, language) if word else "" for word in words[at : at + _PHRASE]]
    for length in range(len(stems), 0, -1):
        if (found := table.get(tuple(stems[:length]))) is not None:
            yield range(at, at + length), found
            return


@lru_cache(maxsize=1)
def _entries() -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
    """Return the entries of other languages, by language and entry."""
    found: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        columns = dict(zip(LANGUAGES, (column.split(", ") for column in line.split("\t")), strict=True))
        for language, entries in columns.items():
            others = tuple((entry, other) for other in LANGUAGES if other != language for entry in columns[other])
            for entry in entries:
                found[language, entry] = (*found.get((language, entry), ()), *others)
    return found


def called(text: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return what a short text is called in other languages, each with the language; empty if it isn't in the table."""
    return _entries().get((language, text.casefold()), ())
