"""Words of one language for those of another, where data is named in a language that isn't the question's.

The table has a line for each meaning: its English, German and Korean words, in columns. Korean entries are how words of a
question begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from soulkeep.graph.questions.near import is_function, name_stem, stem
from soulkeep.graph.questions.qualifiers import COVERED
from soulkeep.lang.terms import terms

_TABLE = Path(__file__).parent / "data" / "dictionary.tsv"
TRANSLATED = 0.8
"""Strength of a word in another language."""

_PHRASE = 3
"""Most words of an entry that is looked for."""

_WORD = re.compile(r"[^\W_]+")

_HEADS = frozenset({"group", "type", "kind", "sort"})
"""Words that tell nothing behind another."""

Numbers = int | tuple[int, ...]
"""Numbers of meanings, or the only one."""

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


@lru_cache(maxsize=4)
def _by_entry(language: str) -> dict[str, Numbers]:
    """Return the meanings of each entry of a language."""
    found: dict[str, Numbers] = {}
    column = COVERED.index(language)
    for number, line in enumerate(_lines()):
        for entry in line.split("\t")[column].split(", "):
            _note(found, entry, number)
    return found


def _note(found: dict[str, Numbers], key: str, number: int) -> None:
    """Add a meaning; most keys have one, which takes half the memory."""
    before = found.get(key)
    found[key] = number if before is None else (*_all(before), number)


def _all(numbers: Numbers) -> tuple[int, ...]:
    return (numbers,) if isinstance(numbers, int) else numbers


@lru_cache(maxsize=4)
def _by_stems(language: str) -> dict[str, Numbers]:
    """Return the meanings of each entry of a language, by the stems of its words, with a blank between them."""
    found: dict[str, Numbers] = {}
    for entry, numbers in _by_entry(language).items():
        words = _WORD.findall(entry)
        plain = " ".join(
            (terms(word, language) or [word])[0] for word in words
        )  # "to found", beside the past of "to find"
        for key in sorted({" ".join(stem(word, language) for word in words), plain}):
            for number in _all(numbers):
                _note(found, entry if key == entry else key, number)
    return found


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


def translated(words: Sequence[str], at: int, language: str) -> Iterator[tuple[range, Stems]]:
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
        table = _by_entry(language)
        least = 1 if len(words[at]) == 1 else 2  # a noun of one syllable begins many words
        begun = next(
            (words[at][:end] for end in range(len(words[at]), least - 1, -1) if words[at][:end] in table), None
        )
        if begun is not None:
            yield range(at, at + 1), frozenset().union(*(_in_names(number, language) for number in _all(table[begun])))
        return
    stems = [stem(word, language) if word else "" for word in words[at : at + _PHRASE]]
    for length in range(len(stems), 0, -1):
        if (numbers := _by_stems(language).get(" ".join(stems[:length]))) is not None:
            yield range(at, at + length), frozenset().union(*(_in_names(number, language) for number in _all(numbers)))
            return


def is_entry(word: str, language: str) -> bool:
    """Return whether a word is in the dictionary, in any form: it isn't misspelt."""
    return language in ("en", "de") and stem(word, language) in _by_stems(language)


def called(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield what a short text is called in other languages, each with the language; nothing if it isn't in the table."""
    if language in COVERED:
        for number in _all(_by_entry(language).get(text.casefold(), ())):
            for other, entries in _entries(number).items():
                yield from ((entry, other) for entry in entries if other != language)
