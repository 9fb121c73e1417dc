"""Refusal of mem0's features that soulkeep lacks, instead of silently ignoring them."""

from __future__ import annotations

from soulkeep.errors import SoulkeepError


class Unsupported(SoulkeepError):
    """Error: soulkeep has no such feature."""
