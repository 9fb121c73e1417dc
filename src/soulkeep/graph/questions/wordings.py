"""Wordings of classes and properties: their stems with weights, and what most things of a class are called by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import combining

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.near import is_function, is_word, name_stem, stem
from soulkeep.graph.words.measures import unit_names
from soulkeep.lang.forms import normalized
from soulkeep.lang.pack import words as words_of

_UMLAUT = re.compile("([aou])e")
BRACKETED = re.compile(r"\([^()]*\)")
SPLIT = re.compile(r"[^\W_]+")
LIGHT = 0.35
_SAMPLE, _ALIKE = 40, 0.5
"""Number of things of a class that are sampled for common words in names, and the share that must have a word."""


class TermWording(NamedTuple):
    """A wording of a class or a property: its term, its stems with their weights, and its language."""

    term: str
    text: str
    language: str
    stems: tuple[str, ...]
    weights: tuple[float, ...]
    inverse: bool = False
    """Whether it says what the subject is to the object: "child", for the property parent."""


def kind_words(knowledge: Knowledge, told: Collection[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """Yield words that most things of a class have in their names, such as Circuit for a class of race tracks, each
    with the most general such class."""
    own = {stems for _, language, stems in told if language == "en"}
    by_kind: dict[str, list[str]] = {}
    schema = knowledge.schema
    for term in sorted(schema.classes):
        if schema.is_top(term):
            continue
        things = knowledge.members(term)[:_SAMPLE]
        counted: Counter[str] = Counter()
        for thing in things:
            words = knowledge.lexicon.label(thing, "en").split()
            if len(words) > 1:
                counted.update({word.casefold() for word in (words[0], words[-1]) if word.isalpha() and len(word) > 3})
        for word, count in counted.most_common(3):
            if count > 1 and count >= _ALIKE * len(things) and is_word(word) and stem(word, "en") not in own:
                by_kind.setdefault(word, []).append(term)
    for word, classes in by_kind.items():
        tops = schema.widest(classes)
        if len(tops) == 1 and not is_function(word, "en"):
            yield tops[0], word


def said_words(text: str, language: str) -> list[str]:
    """Return the words of a name, in small letters, without the unit that its values are told in."""
    words = SPLIT.findall(BRACKETED.sub(" ", text).casefold())
    if language == "de" and len(words) > 2 and words[-2] == "in" and words[-1] in unit_names():
        return words[:-2]  # "Anschaffungspreis in Euro": nobody says what it is told in
    return words


def wording_of(term: str, text: str, language: str) -> TermWording:
    words = said_words(text, language)
    telling = [word for word in words if not is_function(word, language)] or words
    stems = dict.fromkeys(name_stem(word, language) for word in telling)
    weights = tuple(LIGHT if one in _general_stems(language) else 1.0 for one in stems)
    return TermWording(term, text, language, tuple(stems), weights)


def folded(word: str) -> str:
    """Return a German word in small letters without umlauts."""
    letters = normalized("NFD", word.casefold())
    return without_umlauts("".join(letter for letter in letters if not combining(letter)))


def without_umlauts(stemmed: str) -> str:
    """Return a German stem without umlauts, also as they are spelt in IRIs."""
    return _UMLAUT.sub(r"\1", stemmed)


@lru_cache(maxsize=8)
def _general_stems(language: str) -> frozenset[str]:
    """Return the stems of words that say little by themselves, being part of many names."""
    units = unit_names() if language == "en" else ()
    general = (*words_of("naming", "general", language), *units)
    return frozenset(name_stem(word, language) for word in general if " " not in word)
