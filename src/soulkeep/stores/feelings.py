"""The sum of impulses as feelings."""

from __future__ import annotations

from soulkeep.stores.rows import Feeling, Impulse

MOST = 2.0
"""Amount beyond which a feeling doesn't pile up: a long afternoon must not make a mood for weeks."""


def moved(before: Feeling | None, impulse: Impulse) -> Feeling:
    """Return a feeling after an impulse. The order of impulses makes no difference (up to the bound)."""
    _, amount, time, half_life = impulse
    if before is None:
        return Feeling(min(MOST, max(-MOST, amount)), time, half_life)
    moment = max(before.time, time)
    total = before.at(moment) + Feeling(amount, time, half_life).at(moment)
    return Feeling(min(MOST, max(-MOST, total)), moment, half_life)
