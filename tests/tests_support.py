"""Helpers of several test files."""

from __future__ import annotations

import soulkeep


def static_keep(clock: soulkeep.Clock, **options: object) -> soulkeep.Keep:
    """A keep in memory with the embedder that ships."""
    return soulkeep.open(":memory:", clock=clock, **options)  # type: ignore[arg-type]


STORY = """
story: picnic
language: en
events:
  - id: rain
    title: It rained on the picnic
    open: Oh no, it rains!
"""
MUSIC = b'<http://x/joe> <http://www.w3.org/2000/01/rdf-schema#label> "Joe Satriani"@en .\n'
