"""What mem0 has and soulkeep hasn't is refused, never quietly left out."""

from __future__ import annotations

from soulkeep.errors import SoulkeepError


class Unsupported(SoulkeepError):
    """There is nothing here that does this."""
