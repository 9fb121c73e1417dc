"""Helpers of several test files."""

from __future__ import annotations

import soulkeep


def static_keep(clock: soulkeep.Clock, **options: object) -> soulkeep.Keep:
    """A keep in memory with the embedder that ships."""
    return soulkeep.open(":memory:", clock=clock, **options)  # type: ignore[arg-type]
