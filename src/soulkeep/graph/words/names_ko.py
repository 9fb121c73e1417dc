"""Korean names of people: the given name, by which somebody is mostly called, stands after the family name."""

from __future__ import annotations

from functools import lru_cache

from soulkeep.lang.pack import subject

_GIVEN = 2
"""Syllables of nearly every given name."""


def given_name(name: str) -> str | None:
    """Return the given name in a Korean full name; None if the name isn't made like one: 은비, of 고은비."""
    family, given = name[:-_GIVEN], name[-_GIVEN:]
    return given if family in _surnames() else None


@lru_cache(maxsize=1)
def _surnames() -> frozenset[str]:
    return frozenset(subject("names", "ko")["surnames"].split())
