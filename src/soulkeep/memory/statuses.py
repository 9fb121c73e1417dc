"""The statuses that a language model gives to facts."""

from __future__ import annotations

CURRENT, PAST, PLANNED, WISHED = "current", "past", "planned", "wished"
HYPOTHETICAL, JOKE = "hypothetical", "joke"

STATUSES = (CURRENT, PAST, PLANNED, WISHED, HYPOTHETICAL, JOKE)

NO_FACT = (HYPOTHETICAL, JOKE)
"""Statuses of what is no fact."""
