"""Similarity of words: the same stem, meaning or derivation, or nearness in the embedder's space.

The table of English words is generated from WordNet by `scripts/near_words.py`; other languages have stems and the
embedder of seven languages, which also compares words of two languages.
"""

from __future__ import annotations

import gzip
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from soulkeep.graph.questions.word_index import OTHERWISE, looked_up
from soulkeep.graph.words.verbs_en import base_form
from soulkeep.lang.function_words import function_terms
from soulkeep.lang.terms import terms
from soulkeep.models.embed.base import Vectors
from soulkeep.models.embed.static import MULTILINGUAL, WEIGHTS, StaticEmbedder, shipped

_TABLE = Path(__file__).parent / "data" / "near.txt.gz"
_SPELLINGS = Path(__file__).parent / "data" / "spellings.toml"
NEAR, KIN = 0.8, 0.5
"""Strength of a word with the same meaning or derivation, and of a word at one further remove."""

OTHER, OTHER_NOUN = 0.7, 0.85
"""Strength of a paraphrase from the table of other words, and of a noun."""

_PHRASE = 4
"""Most words of a phrase."""


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    lines = gzip.decompress(_TABLE.read_bytes()).decode().splitlines()
    return dict(line.split("|", 1) for line in lines)


@lru_cache(maxsize=4096)
def neighbours(word: str) -> dict[str, float]:
    """Return English words near to a word, by stem, with their strengths."""
    strengths: dict[str, float] = {}
    for form in _bases(word):
        near, kin, _ = _table().get(form, "||").split("|")
        for others, worth in ((near, NEAR), (kin, KIN)):
            for other in others.split():
                stemmed = stem(other, "en")
                strengths[stemmed] = max(strengths.get(stemmed, 0.0), worth)
        for other in (_OF_KIN.get(form, ""), *_KIN_OF.get(form, "").split()):
            strengths.setdefault(stem(other, "en"), NEAR)
    strengths.pop("", None)
    return strengths


class Paraphrase(NamedTuple):
    """What is said in other words: the words of names that it stands for, with their languages, and whether it is a noun,
    which may stand for a class."""

    named: tuple[tuple[str, str], ...]
    noun: bool


@lru_cache(maxsize=4096)
def _paraphrase(language: str, words: str) -> Paraphrase | None:
    """Return what some words, or their stems, are said for."""
    if (told := looked_up(OTHERWISE, language, words)) is None:
        return None
    noun, *instead = told.split(" ")
    named = {(spoken, name_stem(word, spoken)) for word in instead for spoken in ("en", language)}
    return Paraphrase(tuple(sorted(named)), noun == "1")


def name_stem(word: str, language: str) -> str:
    """Return the stem of a word in the name of a class or a property: Korean nouns are kept whole."""
    return word.removesuffix("다") if language == "ko" else stem(word, language)


@lru_cache(maxsize=8)
def spellings(language: str) -> dict[str, str]:
    """Return how people write the small words of questions in a language, with what they mean."""
    return dict(_spelling_table().get(language, {}))


@lru_cache(maxsize=8)
def rewritings(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return patterns of what is written otherwise than it is read, each with what is put instead."""
    rows: list[list[str]] = _spelling_table()["rewritten"].get(language, [])
    return tuple((re.compile(said, re.IGNORECASE), instead) for said, instead in rows)


@lru_cache(maxsize=1)
def _spelling_table() -> dict[str, Any]:
    return tomllib.loads(_SPELLINGS.read_text(encoding="utf-8"))


_DOING = 2
"""Fewest syllables before the last of such a verb, less one."""


def otherwise(words: Sequence[str], at: int, language: str) -> Iterator[tuple[range, Paraphrase]]:
    """Yield paraphrases that begin at a word of a question, with their words' numbers.

    Args:
        words: the question's words, in lower case; empty where a name stands.
        at: number of the word where a phrase may begin.
        language: ISO 639-1.
    """
    if language == "ko":
        for end in range(1, len(words[at]) + 1):
            found = _paraphrase(language, words[at][:end]) or _paraphrase(language, _undone(words[at][:end]))
            if found is not None and (end > 1 or len(words[at]) == 1 or not found.noun):
                yield range(at, at + 1), found
        after = words[at + 1] if at + 1 < len(words) else ""
        for end in range(1, len(after) + 1) if words[at] else ():
            if (found := _paraphrase(language, f"{words[at]} {after[:end]}")) is not None:
                yield range(at, at + 2), found
        return
    stems = [stem(word, language) if word else "" for word in words[at : at + _PHRASE]]
    for length in range(len(stems), 0, -1):
        if (found := _paraphrase(language, " ".join(stems[:length]))) is not None:
            yield range(at, at + length), found
            return


def _undone(said: str) -> str:
    """Return a Korean verb in 하 as it is listed, for how it is said in the past and before a noun: 준비했, 준비한."""
    return f"{said[:-1]}하" if len(said) > _DOING and said[-1] in "했해한할합" else ""


@lru_cache(maxsize=4096)
def opposites(word: str, language: str) -> frozenset[str]:
    """Return the stems of a word's antonyms, such as mother for father; beside English, only of a few."""
    told = _opposites().get(language, {})
    paired = told.get(word, told.get(word.removesuffix("s"), "")).split()
    listed = [one for form in _bases(word) for one in _table()[form].split("|")[2].split()] if language == "en" else []
    return frozenset(stem(one, spoken) for one in (*paired, *listed) for spoken in {language, "en"})


@lru_cache(maxsize=1)
def _opposites() -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(__file__).parent / "data" / "opposites.toml").read_text(encoding="utf-8"))


_KIN_OF = {
    "sibling": "brother sister", "child": "son daughter kid", "parent": "mother father mum mom dad",
    "spouse": "husband wife", "monarch": "king queen", "relative": "aunt uncle cousin nephew niece",
}  # fmt: skip
"""Words for kin of either sex, with those for one sex."""

_OF_KIN = {one: kind for kind, those in _KIN_OF.items() for one in those.split()}


def is_word(word: str) -> bool:
    """Return whether an English word is an everyday word, in any form."""
    return bool(_bases(word)) or is_function(word, "en")


def is_function(word: str, language: str) -> bool:
    """Return whether the stem of a word is that of a function word."""
    return stem(word, language) in function_terms(language)


def _bases(word: str) -> list[str]:
    """Return the forms under which the table may have a word."""
    bases = [word]
    if (base := base_form(word)) is not None:
        bases.append(base)
    for ending, instead in (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e")):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            bases.append(word[: -len(ending)] + instead)
    return [form for form in dict.fromkeys(bases) if form in _table()]


def is_superlative(word: str) -> bool:
    """Return whether an English word in "-est" is the superlative of a known word: "deadliest", but not "harvest"."""
    stemmed = word.removesuffix("est")
    bases = [stemmed, stemmed + "e", stemmed[:-1]]
    if stemmed.endswith("i"):
        bases = [stemmed[:-1] + "y"]
    return not is_word(word) and any(len(one) > 2 and is_word(one) for one in bases)


@lru_cache(maxsize=1024)
def meant_superlative(word: str) -> str | None:
    """Return the superlative of which a word is a misspelling, with a letter missing or added, or two swapped:
    "hevaiest"; None for other words."""
    if "s" not in word[-4:] or "t" not in word[-3:] or is_word(word) or is_superlative(word):
        return None
    if word.endswith("ets") and word[-5:-4] != word[-4:-3]:
        return None  # the plural of a noun such as "cornet", rather than "biggest"
    turned = [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1)]
    shorter = [word[:at] + word[at + 1 :] for at in range(1, len(word))]
    longer = [word[:at] + letter + word[at:] for at in range(1, len(word) + 1) for letter in "aeiouest"]
    return next((one for one in (*turned, *shorter, *longer) if one.endswith("est") and is_superlative(one)), None)


_SHORT_IN_S = re.compile(r"[^aeiouäöü]{1,3}[aeiouäöü]{1,2}[lnr]s")
"""German nouns of one syllable in s: Kurs, Fels, Hals."""

_LONG = 7
"""Least letters of a word that may have two mistakes."""


def _undoubled(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def is_typo(word: str, other: str) -> bool:
    """Return whether two words differ by one letter missing, added or replaced, or two swapped; for long words, also by
    two misplaced double letters: "cinammon"."""
    if len(word) >= _LONG and len(word) == len(other) and _undoubled(word) == _undoubled(other):
        return word != other
    if word == other or abs(len(word) - len(other)) > 1:
        return False
    at = next(
        (place for place, pair in enumerate(zip(word, other, strict=False)) if pair[0] != pair[1]),
        min(len(word), len(other)),
    )
    rest, other_rest = word[at:], other[at:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[2:] == other_rest[2:] and rest[:2] == other_rest[1::-1])
    )


@lru_cache(maxsize=16384)
def stem(word: str, language: str) -> str:
    """Return the stem of a word, as in the search of texts."""
    if language == "en" and (base := base_form(word)) is not None and not word.endswith("s"):
        word = base  # irregular pasts: slew, forbade
    if language == "de" and _SHORT_IN_S.fullmatch(word):
        return word  # the stemmer takes the s of "Kurs" for an ending, but not that of "Kurse"
    stems = terms(word, language)
    return stems[0] if stems else word


def _embedder(several: bool) -> StaticEmbedder:
    return shipped(MULTILINGUAL if several else WEIGHTS)


def vectors(texts: Sequence[str], language: str) -> Vectors:
    """Return texts as unit vectors, shape (texts, dimensions), in the space of English or of all languages."""
    if not texts:
        return np.zeros((0, _embedder(language != "en").dimensions), dtype=np.float32)
    return _embedder(language != "en").embed(texts)
