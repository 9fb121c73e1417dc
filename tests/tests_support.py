"""Helpers of several test files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

import soulkeep
from soulkeep.lang.validity import require_name

T = TypeVar("T")

PART = 1 if int(os.environ.get("SOULKEEP_EXAMPLES", "100")) > 100 else 3
"""One in so many cases of a large sheet is tried: all, where a longer run is asked for."""


def part(cases: Sequence[T]) -> list[T]:
    """Return the cases of a sheet that are tried."""
    return [*cases[::PART]]


def static_keep(clock: soulkeep.Clock, **options: object) -> soulkeep.Keep:
    """Return a keep in memory with the embedder that ships."""
    return soulkeep.open(":memory:", clock=clock, **options)  # type: ignore[arg-type]


def allow_any_name(before: pytest.MonkeyPatch) -> None:
    """Let ids and names be anything that can be stored, as they could before new ones were looked at."""
    for module in ("keep", "character.relationship", "memory.people", "memory.perceive", "importers.recognise"):
        before.setattr(f"soulkeep.{module}.require_new_name", require_name)


STORY = """
story: picnic
language: en
events:
  - id: rain
    title: It rained on the picnic
    open: Oh no, it rains!
"""
MUSIC = b'<http://x/joe> <http://www.w3.org/2000/01/rdf-schema#label> "Joe Satriani"@en .\n'
