"""Names of properties and classes that are Korean words in Latin letters, as Korean authors often write them: nalssi
for 날씨, sangpum for 상품. By the Revised Romanization of 2000, also with sounds that change where syllables meet."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from soulkeep.graph.words.measures import unit_named
from soulkeep.lang.classes import is_noun
from soulkeep.lang.pack import words

_SHORTEST = 4
"""Fewest letters of a word: shorter ones are words of other languages, too."""

_FIRST_SYLLABLE, _LAST_SYLLABLE = "가", "힣"
_VOWELS, _ENDS = 21, 28
"""Numbers of vowels and of final sounds, by which Unicode numbers syllables."""

_INITIAL = ("g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h")
_VOWEL = (
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
    "ui", "i",
)  # fmt: skip
_FINAL = (
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng", "t",
    "t", "k", "t", "p", "t",
)  # fmt: skip
_CARRIED = {
    1: "g", 2: "kk", 4: "n", 7: "d", 8: "r", 16: "m", 17: "b", 18: "ps", 19: "s", 20: "ss", 21: "ng", 22: "j",
    23: "ch", 24: "k", 25: "t", 26: "p", 27: "h",
}  # fmt: skip
"""Final sounds before a vowel, which begin the next syllable."""

_SILENT = 11
"""The initial that isn't spoken."""

_ASSIMILATED = (
    ("kn", "ngn"), ("km", "ngm"), ("kr", "ngn"), ("tn", "nn"), ("tm", "nm"), ("pn", "mn"), ("pm", "mm"), ("pr", "mn"),
    ("nr", "ll"), ("ln", "ll"), ("lr", "ll"), ("mr", "mn"), ("ngr", "ngn"),
)  # fmt: skip
"""Sounds that change where two syllables meet."""


def romanised(word: str) -> str:
    """Return a word in Hangul in Latin letters, without changes of sound."""
    cut = [divmod(ord(one) - ord(_FIRST_SYLLABLE), _ENDS) for one in word]
    parts = [(*divmod(begins, _VOWELS), end) for begins, end in cut]
    follows = [*(initial for initial, _, _ in parts[1:]), None]
    return "".join(
        _INITIAL[initial] + _VOWEL[vowel] + (_CARRIED.get(end, _FINAL[end]) if after == _SILENT else _FINAL[end])
        for (initial, vowel, end), after in zip(parts, follows, strict=True)
    )


@lru_cache(maxsize=1024)
def hangul(name: str) -> str | None:
    """Return the Korean words of a name in Latin letters; None if it isn't such a name.

    Args:
        name: the words of a property's or a class's name, in lower case: "pumpyeong il".
    """
    said = name.split()
    unit = len(said) > 1 and unit_named(said[-1]) is not None  # gagyeokWon
    korean = [_known().get(one) for one in (said[:-1] if unit else said)]
    return " ".join(filter(None, korean)) if korean and all(korean) else None


@lru_cache(maxsize=1)
def _known() -> dict[str, str]:
    listed = (Path(__file__).parent / "romanised_ko.txt").read_text(encoding="utf-8").split()
    kinds = [word for kind in ("people", "places", "inert", "houses") for word in words("kinds", kind, "ko")]
    found: dict[str, str] = {}
    for word in (*listed, *kinds):
        if all(_FIRST_SYLLABLE <= one <= _LAST_SYLLABLE for one in word):
            for written in _written(romanised(word)):
                if len(written) >= _SHORTEST and not is_noun(written):
                    found.setdefault(written, word)
    return found


def _written(plain: str) -> set[str]:
    """Return the ways in which a word is written, by its sounds or by its syllables."""
    assimilated = plain
    for apart, together in _ASSIMILATED:
        assimilated = assimilated.replace(apart, together)
    return {plain, assimilated}
