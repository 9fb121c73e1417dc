"""Whether a sentence takes up the words of a question: who asks "who looks after Rani?" isn't told "Rani is kept by".

Where it doesn't, what was asked for is answered alone.
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
    """Whether what a sentence says beside its names is said in the question's own words, or in none.

    Args:
        words: of the sentence, without the names.
        asked: the question.
        language: ISO 639-1. In others than English, German and Korean it isn't looked at.
    """
    if language == "ko":
        found = [_korean_stem(word) for word in re.findall("[가-힣]+", re.sub(r"\S\(\S\)", " ", words))]
        said = re.sub(r"\s", "", asked)
        return any(one in said for one in found if one)
    if language not in _tables():
        return True
    own = _stems(words, language)
    return not own or bool(own & _stems(asked, language))


def _korean_stem(word: str) -> str:
    """What of a Korean word stays in its other forms: 태어 of 태어났어."""
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
            if language == "en":  # who rules it is its ruler, what is higher is high
                stems |= {re.sub(r"(?:er|or|est|r)$", "", form)[:8]} if len(form) > 4 else set()
    return frozenset(stems)


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=4)
def _alike(language: str) -> dict[str, tuple[str, ...]]:
    rows = [tuple(row.split()) for row in _tables()[language]["alike"].strip().splitlines()]
    return {word: row for row in rows for word in row}
