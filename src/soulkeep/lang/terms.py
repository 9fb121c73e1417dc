"""The terms that a text is indexed by (4: tokenisation, normalisation, stemming, many languages).

Alphabetic words are lower-cased, stemmed by language (Snowball) and stripped of accents. Scripts without blanks yield
pairs of neighbouring characters of one script. Korean words yield their stem without particles and its pairs of
syllables, so that 두부는, 두부고 and 두부가 match. Each run of a script is read by its own rules, whatever the text around it.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
import Stemmer
from numpy.typing import NDArray

from soulkeep.lang.forms import normalized
from soulkeep.lang.pack import of_languages

TERMS_VERSION = 5
"""Raise it when `terms` gives other results: stored hashes of older versions are then computed anew."""


_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HANGUL = "\uac00-\ud7a3"


_RUN = (
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<hangul>[{_HANGUL}]+)"
    r"|(?P<number>\d+(?:[.,:]\d+)*)"
    r"|(?P<symbol>[^\W\d_][+#]{1,2}(?!\w))"
    rf"|(?P<word>(?:(?![{_UNSPACED}{_HANGUL}])[^\W_])+(?:['’](?:(?![{_UNSPACED}{_HANGUL}])[^\W_])+)*)"
)
"""Pattern of the runs of scripts. To compile one with so many characters takes milliseconds: it waits for its use."""

_PLAIN_RUN = re.compile(
    r"(?P<number>\d+(?:[.,:]\d+)*)"
    r"|(?P<symbol>[^\W\d_][+#]{1,2}(?!\w))"
    r"|(?P<word>[^\W_]+(?:'[^\W_]+)*)"
)
"""The same for ASCII, which has none of those scripts."""

_SCRIPT_RUN = re.compile("[\u3040-\u309f]+|[\u30a0-\u30ff]+|[^\u3040-\u30ff]+")
"""Japanese changes its script where a word begins or ends: 猫を is 猫 and を."""

PARTICLES = (
    "은 는 이 가 을 를 에 의 로 으로 와 과 도 만 랑 이랑 하고 에서 에게 한테 께 부터 까지 보다 처럼 마다 조차 밖에 이나 나 "
    "라도 이라도 야 이야 아 여 고 이고 라고 이라고 라는 이라는 에는 에도 에서는 에서도 한테는 에게는 으로는 로는 입니다 "
    "이에요 예요 이다 인데 인가 인지 이었어 였어 께서 한테서 에게서 들 들이 들은 들을"
)
"""Particles and copulas that end Korean words."""

_BY_LENGTH = sorted(PARTICLES.split(), key=len, reverse=True)

_ELIDING = {"fr", "it", "ca"}
_CACHED = 100_000

_local = threading.local()
_words: dict[tuple[str, str], tuple[str, ...]] = {}
_hashes: dict[str, int] = {}


def terms(text: str, language: str) -> list[str]:
    """Return the normalised terms of a text, in order, repeated as often as they occur.

    Args:
        text: any text.
        language: ISO 639-1 code that selects the stemmer; other languages aren't stemmed.
    """
    all_terms: list[str] = []
    if text.isascii():
        runs = _PLAIN_RUN.finditer(text.casefold())
    else:
        runs = re.finditer(_RUN, normalized("NFKC", text).casefold())
    for match in runs:
        word = match[0]
        word_terms = _words.get((language, word))
        if word_terms is None:
            word_terms = tuple(_terms_of_match(str(match.lastgroup), word, language))
            if len(_words) >= _CACHED:
                _words.clear()
            if len(word) <= 64:
                _words[language, word] = word_terms
        all_terms += word_terms
    return all_terms


asked_terms = lru_cache(maxsize=64)(terms)
"""The same for a question, whose terms are asked for several times. The list must not be changed."""


def hash_terms(texts: Sequence[str]) -> NDArray[np.uint32]:
    """Return 32-bit hashes of the terms (CRC-32 of UTF-8), the same on every machine, shape (number of terms,)."""
    cache = _hashes
    return np.array([cache[term] if term in cache else hash_term(term) for term in texts], dtype=np.uint32)


def hash_term(term: str) -> int:
    """Return the hash of one term."""
    value = _hashes.get(term)
    if value is None:
        value = crc32(term.encode("utf-8", "surrogatepass"))
        if len(_hashes) >= _CACHED:
            _hashes.clear()
        _hashes[term] = value
    return value


def _terms_of_match(kind: str, word: str, language: str) -> list[str]:
    if kind == "unspaced":
        return [term for part in _SCRIPT_RUN.findall(word) for term in _unspaced(part)]
    if kind == "hangul":
        stem = _without_particle(word)
        return [stem, *(pair for pair in _pairs(stem) if pair != stem)]
    if kind == "word":
        return [_stem(_plain(word, language), language)]
    return [word]


def _unspaced(part: str) -> list[str]:
    """Return the terms of a run of one script: whole words of katakana, pairs of other characters."""
    return [part] if "\u30a0" <= part[0] <= "\u30ff" else _pairs(part)


def _pairs(word: str) -> list[str]:
    return [word[i : i + 2] for i in range(len(word) - 1)] or [word]


def _without_particle(word: str) -> str:
    for particle in _BY_LENGTH:
        if word.endswith(particle) and len(word) > len(particle):
            return word[: -len(particle)]
    return word


def _plain(word: str, language: str) -> str:
    """Return a word without apostrophes: English possessives and Romance articles are dropped, contractions joined."""
    if word.isalnum():
        return word
    parts = re.split("['’]", word)
    if language in _ELIDING and len(parts[0]) <= 5:
        return "".join(parts[1:])
    if parts[-1] == "s":
        parts.pop()
    return "".join(parts)


def _stem(word: str, language: str) -> str:
    name = of_languages("snowball").get(language)
    if name is not None and len(word) <= 64:
        stemmers: dict[str, Stemmer.Stemmer] = _local.__dict__  # a stemmer belongs to one thread
        if name not in stemmers:
            stemmers[name] = Stemmer.Stemmer(name, 0)
        word = stemmers[name].stemWord(word)
    if word.isascii() or word[0] > "\u036f":  # accents of Latin letters only: elsewhere they make other letters
        return word
    return "".join(c for c in normalized("NFD", word) if not unicodedata.combining(c))
