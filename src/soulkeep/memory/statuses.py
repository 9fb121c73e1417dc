"""How what somebody said stands: as a language model judges it."""

from __future__ import annotations

CURRENT, PAST, PLANNED, WISHED = "current", "past", "planned", "wished"
HYPOTHETICAL, JOKE = "hypothetical", "joke"

STATUSES = (CURRENT, PAST, PLANNED, WISHED, HYPOTHETICAL, JOKE)

NO_FACT = (HYPOTHETICAL, JOKE)
"""What was said so is no fact."""
