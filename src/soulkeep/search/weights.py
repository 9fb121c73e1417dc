"""Weights of the parts of a score: those of the shipped file, and the user's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from soulkeep.errors import InputError

_FILE = Path(__file__).with_name("weights.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """One number, 0 or more, for each name in `weights.toml`, which says what it means."""

    meaning: float
    words: float
    foreign_meaning: float
    foreign_words: float
    meaning_floor: float
    words_floor: float
    context: float
    context_reach: float
    together: float
    together_reach: float
    own: float
    told: float
    named: float
    asking: float
    own_asking: float
    echo: float
    again: float
    quoting: float
    detail: float
    kinds: float
    dated: float
    time: float
    stated: float
    cued: float
    unverified: float
    derived: float
    outdated: float
    overtaken: float
    trust: float
    crowd: float
    suspect: float


@cache
def _shipped() -> Weights:
    return Weights(**{name: float(value) for name, value in tomllib.loads(_FILE.read_text(encoding="utf-8")).items()})


def weights(own: Mapping[str, float]) -> Weights:
    """Return the shipped weights, some of them replaced by the user's own.

    Raises:
        InputError: there is no weight of that name, or it isn't a number, 0 or more.
    """
    shipped = _shipped()
    if not own:
        return shipped
    values = {field.name: getattr(shipped, field.name) for field in fields(Weights)}
    for name, value in own.items():
        if name not in values:
            raise InputError(f"There is no weight {name!r}.", hint=f"There are: {', '.join(values)}.")
        if not isinstance(value, int | float) or not value >= 0:
            raise InputError(f"The weight {name} must be 0 or more, not {value!r}.", hint=f"It is {values[name]}.")
        values[name] = float(value)
    return Weights(**values)
