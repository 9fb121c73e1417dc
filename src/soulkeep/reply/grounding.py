"""Measuring how well a character's replies are supported by what it knew."""

from __future__ import annotations

from soulkeep.character.relationship import Relationship
from soulkeep.memory.entries import answered_by
from soulkeep.types.claims import Grounding


def grounding(relationship: Relationship, session: str | None) -> Grounding:
    """Return the sum of the fact checks of all replies to a person, or of one conversation's (1: evaluation)."""
    checks = (
        answered_by(entry).check
        for entry in relationship.runtime.store.walk(relationship.key)
        if session is None or entry.session == session
    )
    return Grounding.of_data(check for check in checks if check is not None)
