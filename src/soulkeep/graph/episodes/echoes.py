"""Check whether an answer's sentence repeats the question's words: "kept by" doesn't repeat "looks after".

Where it doesn't, the values are given without a sentence.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from soulkeep.graph.words.verbs_en import base_form
from soulkeep.lang.terms import terms

_WORD = re.compile(r"[^\W\d_]+")


def takes_up(words: str, asked: str, language: str) -> bool:
    """Return whether a sentence's words besides names are the question's own, or function words.

    Args:
        words: the sentence's words, without the names.
        asked: the question.
        language: ISO 639-1. Only English, German and Korean are checked.
    """
    if language == "ko":
        found = [_korean_stem(word) for word in re.findall("[가-힣]+", re.sub(r"\S?\(\S\)", " ", words))]
        said = re.sub(r"\s", "", asked)
        return any(one in said for one in found if one)
    if language not in _tables():
        return True
    own = _stems(words, language)
    return not own or bool(own & _stems(asked, language))


def _korean_stem(word: str) -> str:
    """Return the invariable part of a Korean word: 태어 of 태어났어."""
    word = re.sub(r"(?:에서|에게|으로|에|의|은|는|이|가|을|를|로|와|과)$", "", word) or word
    return "" if word in ("야", "이야", "있어", "했어", "돼", "됐어", "하고") else word[:2]


@lru_cache(maxsize=4096)
def _stems(text: str, language: str) -> frozenset[str]:
    stems: set[str] = set()
    small = _tables()[language]["small"].split()
    for word in _WORD.findall(text.casefold()):
        if word in small:
            continue
        forms = {word, *_alike(language).get(word, ())}
        if language == "en" and (base := base_form(word)) is not None:
            forms |= {base, *_alike(language).get(base, ())}
        for form in forms:
            stems.update(terms(form, language) or [form])
            if language == "en":  # a ruler is who rules, what is higher is high
                stems |= {re.sub(r"(?:er|or|est|r)$", "", form)[:8]} if len(form) > 4 else set()
    return frozenset(stems)


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=4)
def _alike(language: str) -> dict[str, tuple[str, ...]]:
    rows = [tuple(row.split()) for row in _tables()[language]["alike"].strip().splitlines()]
    return {word: row for row in rows for word in row}
