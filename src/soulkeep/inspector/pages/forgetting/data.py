"""Future retention of memories, for the page on forgetting, as arrays and without user interface."""

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
"""Number of points of a curve."""

HORIZONS = (30, 180, 730)
"""Numbers of days that can be simulated."""

BANDS = (0.75, 0.5, 0.25)
"""Limits of retention between the bands of the whole mind: vivid, clear, dim, and below."""

_OVERALL = 60
_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeMind:
    """The future of the whole mind.

    Attributes:
        days: the times, in days from now.
        bands: for each time, the share of memories in each band, the most vivid first; they add up to 1.
        above: for each time, the share of memories at or above the fade threshold.
        histogram: numbers of memories with retention 0…0.1, 0.1…0.2, … 0.9…1 at the simulated moment.
        lost: memories above the threshold now and below it at the simulated moment, the most important first.
        faded: number of memories below the threshold now.
    """

    days: NDArray[np.float64]
    bands: NDArray[np.float64]
    above: NDArray[np.float64]
    histogram: NDArray[np.int64]
    lost: tuple[MemoryOutline, ...]
    faded: int


def living(outlines: Sequence[MemoryOutline]) -> list[MemoryOutline]:
    """Return the memories that fade: those neither forgotten nor superseded."""
    return [one for one in outlines if not one.held_back]


def left_of_mind(outlines: Sequence[MemoryOutline], dials: Dials, now: float, day: float, horizon: float) -> WholeMind:
    """Return the future of a mind.

    Args:
        outlines: the memories that fade.
        dials: the parameters of forgetting.
        now: the present time, in seconds since the epoch.
        day: the simulated moment, in days from now.
        horizon: number of days to simulate.
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
    """Return the forgetting curves of n memories, shape (n, `POINTS`), from now to the horizon in days."""
    return left_of(outlines, dials, now, np.linspace(0.0, horizon, POINTS) * DAY)


def used_again(
    one: MemoryOutline, uses: Sequence[float], dials: Dials, now: float, horizon: float
) -> NDArray[np.float32]:
    """Return the curve of a memory that is used in replies at future times; each use restarts its time, and multiplies
    its stability by b (1).

    Args:
        one: the memory.
        uses: the times of use, in days from now.
        dials: the parameters of forgetting, and of strengthening by use.
        now: the present time, in seconds since the epoch.
        horizon: number of days to simulate.
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
    """Return `count` memories, evenly spaced from the one that fades most until a day to the one that fades least."""
    if len(outlines) <= count:
        return list(outlines)
    order = np.argsort(left_of(outlines, dials, now, [day * DAY])[:, 0], kind="stable")
    return [outlines[order[at]] for at in np.linspace(0, len(order) - 1, count).round().astype(int)]


def half_life(dials: Dials, stability: float = 1.0) -> float | None:
    """Return the days until an unused memory's retention is half; None if it never is."""
    return None if dials.forgetfulness == 0 else log(2) * stability / dials.forgetfulness


def floor_at(importance: float, dials: Dials) -> float:
    """Return the least retention, 0…1, of a memory of an importance, 1…10."""
    return float(floor_of(np.log10(np.array([importance], dtype=np.float32)), dials.importance_floor)[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The values in the formula R = max(floor, exp(-d·t/S)) for a memory at a moment; `t` in days."""

    forgetfulness: float
    days: float
    stability: float
    worn: float
    floor: float
    left: float


def terms(one: MemoryOutline, dials: Dials, now: float, day: float) -> Terms:
    """Return the formula's values. The result is computed by the library.

    Args:
        one: the memory.
        dials: the parameters of forgetting.
        now: the present time, in seconds since the epoch.
        day: the simulated moment, in days from now.
    """
    days = max(now + day * DAY - one.accessed, 0.0) / DAY
    return Terms(
        forgetfulness=dials.forgetfulness,
        days=days,
        stability=one.stability,
        worn=exp(-dials.forgetfulness * days / one.stability),
        floor=floor_at(one.importance, dials),
        left=float(left_of([one], dials, now, [day * DAY])[0, 0]),
    )
