"""Words of one language for those of another, where data is named in a language that isn't the question's.

The table has a line for each meaning: its English, German and Korean words, in columns. Korean entries are how words of a
question begin. Words are looked up in an index of it (`word_index`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

from soulkeep.graph.questions.near import is_function, name_stem, stem
from soulkeep.graph.questions.qualifier_words import COVERED
from soulkeep.graph.questions.word_index import ENTRY, STEMS, looked_up

_TABLE = Path(__file__).parent / "data" / "dictionary.tsv"
TRANSLATED = 0.8
"""Strength of a word in another language."""

_PHRASE = 3
"""Most words of an entry that is looked for."""

_WORD = re.compile(r"[^\W_]+")

_HEADS = frozenset({"group", "type", "kind", "sort"})
"""Words that tell nothing behind another."""

Stems = frozenset[tuple[str, str]]
"""Languages with stems of words in names."""


@lru_cache(maxsize=1)
def _lines() -> list[str]:
    """Return the lines of the table, a meaning each; they are taken apart where one is looked for."""
    return _TABLE.read_text(encoding="utf-8").splitlines()


def _entries(number: int) -> dict[str, list[str]]:
    """Return the entries of a meaning, by language."""
    columns = _lines()[number].split("\t")
    return {language: column.split(", ") for language, column in zip(COVERED, columns, strict=True)}


def _meanings(table: str, language: str, words: str) -> tuple[int, ...]:
    """Return the numbers of what some words mean."""
    return tuple(map(int, (looked_up(table, language, words) or "").split()))


@lru_cache(maxsize=1024)
def _in_names(number: int, language: str) -> Stems:
    """Return how a meaning is called in names: in other languages than a question's, and in Korean also otherwise, where
    little else tells of words of one meaning."""
    return frozenset(
        (spoken, name_stem(word, spoken))
        for spoken, entries in _entries(number).items()
        if spoken != language or spoken == "ko"
        for entry in entries
        for word in _telling(_WORD.findall(entry), spoken)
    )


def _telling(words: list[str], language: str) -> list[str]:
    """Return the words of an entry by which a name may be meant: the blood of a "blood group", which is no group."""
    told = [word for word in words if not is_function(word, language)]
    return [word for word in told if word not in _HEADS or len(told) == 1]


def translated(words: Sequence[str], at: int, language: str) -> Iterator[tuple[range, list[tuple[str, str]]]]:
    """Yield the longest entry that begins at a word of a question, if there is one: its words' numbers, and its words in
    other languages.

    Args:
        words: the question's words, in lower case; empty where a name stands.
        at: number of the word where an entry may begin.
        language: ISO 639-1; others than those of the table have no entries.
    """
    if language not in COVERED or not words[at]:
        return
    if language == "ko":
        least = 1 if len(words[at]) == 1 else 2  # a noun of one syllable begins many words
        begun = (_meanings(ENTRY, language, words[at][:end]) for end in range(len(words[at]), least - 1, -1))
        if (numbers := next(filter(None, begun), None)) is not None:
            yield range(at, at + 1), sorted({*chain(*(_in_names(number, language) for number in numbers))})
        return
    stems = [stem(word, language) if word else "" for word in words[at : at + _PHRASE]]
    for length in range(len(stems), 0, -1):
        if numbers := _meanings(STEMS, language, " ".join(stems[:length])):
            yield range(at, at + length), sorted({*chain(*(_in_names(number, language) for number in numbers))})
            return


def is_entry(word: str, language: str) -> bool:
    """Return whether a word is in the dictionary, in any form: it isn't misspelt."""
    return language in ("en", "de") and looked_up(STEMS, language, stem(word, language)) is not None


def called(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield what a short text is called in other languages, each with the language; nothing if it isn't in the table."""
    if language in COVERED:
        for number in _meanings(ENTRY, language, text.casefold()):
            for other, entries in _entries(number).items():
                yield from ((entry, other) for entry in entries if other != language)
