"""Nouns for people and for places: the English ones generated from WordNet by `scripts/kind_words.py`, those of other
languages from their packs."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from soulkeep.lang.pack import subject, words


@lru_cache(maxsize=1)
def people() -> frozenset[str]:
    """Return all English nouns for people, in lower case."""
    return _listed("people") | _known("people", "en")


@lru_cache(maxsize=1)
def places() -> frozenset[str]:
    """Return all English nouns for places, in lower case."""
    return _listed("places") | _known("places", "en")


@lru_cache(maxsize=1)
def houses() -> frozenset[str]:
    """Return the English nouns for what people run, or belong to, together, in lower case: clubs, shops."""
    return _known("houses", "en")


def is_no_one(noun: str, language: str) -> bool:
    """Return whether a noun is one for what does nothing by itself: concert, but not team, museum."""
    return is_called("inert", noun, language)


@lru_cache(maxsize=4096)
def is_called(kind: str, noun: str, language: str) -> bool:
    """Return whether a noun, or the last part of it, is one of a kind, as far as the packs tell.

    Args:
        kind: `"people"`, `"places"`, `"houses"`, or `"inert"` for what does nothing by itself.
        noun: the noun, as in a label.
        language: ISO 639-1.
    """
    known = _known(kind, language)
    if not known:
        return False
    said = noun.casefold().split()[-1:] or [""]
    shortest = int(subject("kinds", language).get("tail", len(said[0])))
    return any(said[0][at:] in known for at in range(max(len(said[0]) - shortest + 1, 1)))


def means_people(noun: str, language: str) -> bool:
    """Return whether a noun is one for people: a treasurer, a queen."""
    if language == "en":
        return not people().isdisjoint(noun.casefold().split()[-1:])
    return is_called("people", noun, language)


@lru_cache(maxsize=16)
def _known(kind: str, language: str) -> frozenset[str]:
    return frozenset(words("kinds", kind, language))


def _listed(kind: str) -> frozenset[str]:
    return frozenset(gzip.decompress((Path(__file__).parent / f"{kind}.txt.gz").read_bytes()).decode().split())
