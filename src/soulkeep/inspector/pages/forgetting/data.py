"""What is left of memories in time to come, for the page on forgetting: arrays, and nothing that is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from soulkeep.inspector.pages.memories.catalogue import Dials, MemoryOutline, left_of
from soulkeep.memory.retention import DAY, floor_of

POINTS = 160
"""Moments at which a curve is drawn."""

HORIZONS = (30, 180, 730)
"""Days that may be looked ahead."""

BANDS = (0.75, 0.5, 0.25)
"""Shares of a memory at which the mind as a whole is parted: vivid, clear, dim, and what is below."""

_OVERALL = 60
_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeMind:
    """The mind as a whole.

    Attributes:
        days: the moments, in days from now.
        bands: of each moment, the share of memories in each band, the most vivid first; they add up to 1.
        above: of each moment, the share of memories not below the fade threshold.
        histogram: at the simulated moment, how many memories have kept 0…0.1, 0.1…0.2, … 0.9…1.
        lost: those below the threshold at the simulated moment that are above it now, the most important first.
        faded: how many are below the threshold now.
    """

    days: NDArray[np.float64]
    bands: NDArray[np.float64]
    above: NDArray[np.float64]
    histogram: NDArray[np.int64]
    lost: tuple[MemoryOutline, ...]
    faded: int


def living(outlines: Sequence[MemoryOutline]) -> list[MemoryOutline]:
    """The memories that fade: those that nobody forgot, and that nothing stands in place of."""
    return [one for one in outlines if not one.held_back]


def left_of_mind(outlines: Sequence[MemoryOutline], dials: Dials, now: float, day: float, horizon: float) -> WholeMind:
    """How much of a mind is left over time.

    Args:
        outlines: its memories that fade.
        dials: how fast it forgets.
        now: seconds since the epoch.
        day: the simulated moment, in days from now.
        horizon: days to look ahead.
    """
    days = np.linspace(0.0, horizon, _OVERALL)
    left = left_of(outlines, dials, now, days * DAY)
    at_present, then = left_of(outlines, dials, now, [0.0, day * DAY]).T
    count = max(len(outlines), 1)
    edges = (1.0, *BANDS, 0.0)
    bands = np.array(
        [
            ((left >= low) & (left < high if at else True)).sum(axis=0) / count
            for at, (high, low) in enumerate(pairwise(edges))
        ]
    )
    below = dials.fade_below
    gone = (then < below) & (at_present >= below)
    lost = [outlines[at] for at in np.flatnonzero(gone).tolist()]
    lost.sort(key=lambda one: (-one.importance, one.accessed))
    return WholeMind(
        days=days,
        bands=bands,
        above=(left >= below).sum(axis=0) / count,
        histogram=np.histogram(then, bins=_BINS, range=(0.0, 1.0))[0],
        lost=tuple(lost),
        faded=int((at_present < below).sum()),
    )


def curves(outlines: Sequence[MemoryOutline], dials: Dials, now: float, horizon: float) -> NDArray[np.float32]:
    """The forgetting curves of memories, each at `POINTS` moments from now to the horizon, in days."""
    return left_of(outlines, dials, now, np.linspace(0.0, horizon, POINTS) * DAY)


def used_again(
    one: MemoryOutline, uses: Sequence[float], dials: Dials, now: float, horizon: float
) -> NDArray[np.float32]:
    """The curve of a memory that is used in replies at some moments to come: each starts its time anew, and multiplies
    its stability by b (1).

    Args:
        one: the memory.
        uses: when, in days from now.
        dials: how fast is forgotten, and what a use is worth.
        now: seconds since the epoch.
        horizon: days to look ahead.
    """
    days = np.linspace(0.0, horizon, POINTS)
    order = sorted(uses)
    times = np.searchsorted(np.array(order), days, side="right")
    curve = np.empty(POINTS, dtype=np.float32)
    for count in range(len(order) + 1):
        after = times == count
        if after.any():
            since = one.accessed if count == 0 else now + order[count - 1] * DAY
            stage = one._replace(accessed=since, stability=one.stability * dials.learning**count)
            curve[after] = left_of([stage], dials, now, days[after] * DAY)[0]
    return curve


def spread(outlines: Sequence[MemoryOutline], dials: Dials, now: float, day: float, count: int) -> list[MemoryOutline]:
    """Some memories, evenly from the one that will have faded most by a day to the one that will have faded least."""
    if len(outlines) <= count:
        return list(outlines)
    order = np.argsort(left_of(outlines, dials, now, [day * DAY])[:, 0], kind="stable")
    return [outlines[order[at]] for at in np.linspace(0, len(order) - 1, count).round().astype(int)]


def half_life(dials: Dials, stability: float = 1.0) -> float | None:
    """Days until half of an unused memory is left; None if it never is."""
    return None if dials.forgetfulness == 0 else log(2) * stability / dials.forgetfulness


def floor_at(importance: float, dials: Dials) -> float:
    """What a memory of some importance, 1…10, keeps at least, 0…1."""
    return float(floor_of(np.log10(np.array([importance], dtype=np.float32)), dials.importance_floor)[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The formula R = max(floor, exp(-d·t/S)) with the numbers of one memory at a moment; `t` in days."""

    forgetfulness: float
    days: float
    stability: float
    worn: float
    floor: float
    left: float


def terms(one: MemoryOutline, dials: Dials, now: float, day: float) -> Terms:
    """What the formula reckons with. The result is the library's."""
    days = max(now + day * DAY - one.accessed, 0.0) / DAY
    return Terms(
        forgetfulness=dials.forgetfulness,
        days=days,
        stability=one.stability,
        worn=exp(-dials.forgetfulness * days / one.stability),
        floor=floor_at(one.importance, dials),
        left=float(left_of([one], dials, now, [day * DAY])[0, 0]),
    )
