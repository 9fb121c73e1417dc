"""Helpers of several test files."""

from __future__ import annotations

import pytest

import soulkeep
from soulkeep.lang.validity import require_name


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
