"""Forgetting: how much of a memory is left.

Landwehr et al. (1) model it after Ebbinghaus: R = exp(-d·t/S). A memory fades with the time t since its last use; its
stability S slows that; d says how forgetful the character is. Each use multiplies S by b and resets t, so what is told
repeatedly stays. Two things are easily got wrong, and are tested: R must fall as t grows, and rise with S.

Important memories have a floor: retention never falls below `importance_floor` · log10(importance)³, so at the default
of 0.95 a memory of importance 10 keeps nearly all of it, one of 5 a third, and small talk nothing. A pinned one keeps
all.

R is computed when it is read, without randomness, and never stored, so it is the same whoever asks and however often
the memory was loaded. A time in the future (clocks differ) counts as now.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

DAY = 86_400.0


def floor_of(boosts: NDArray[np.float32], importance_floor: float) -> NDArray[np.float32]:
    """Return the least retention of memories, 0…1, from the log10 of their importance."""
    floor: NDArray[np.float32] = np.float32(importance_floor) * (boosts * boosts * boosts)  # `**` takes long
    return floor


def retention(
    now: float,
    accessed: ArrayLike,
    stability: ArrayLike,
    forgetfulness: float,
    *,
    floor: ArrayLike = 0.0,
    pinned: ArrayLike = False,
) -> NDArray[np.float32]:
    """Return R = exp(-d·t/S), 0…1, elementwise (1); at least the floor, and 1 for pinned memories.

    Args:
        now: the moment asked about, in seconds since the epoch.
        accessed: when each memory was last used, in seconds since the epoch.
        stability: S of each, above 0, no unit.
        forgetfulness: d, per day.
        floor: the least retention of each, 0…1.
        pinned: which memories never fade.
    """
    days = np.maximum(now - np.asarray(accessed, dtype=np.float64), 0.0)
    worn = (days / DAY * -forgetfulness).astype(np.float32) / np.asarray(stability, dtype=np.float32)
    left: NDArray[np.float32] = np.maximum(np.exp(worn), np.asarray(floor, dtype=np.float32))
    return np.where(pinned, np.float32(1), left) if np.count_nonzero(pinned) else left
