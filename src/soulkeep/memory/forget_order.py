"""The order in which memories are forgotten, by each of the ways of (2, section 2) and by last use.

Forgetting holds a memory back until it is restored; nothing is deleted. Pinned memories are never chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.sentences import sentences
from soulkeep.memory.retention import floor_of, retention
from soulkeep.search.working_set import Partition
from soulkeep.settings import Settings
from soulkeep.stores.rows import Entry

WAYS = ("oldest", "unused", "least activated", "redundant", "decay")
"""`oldest`: happened first. `unused`: not used for the longest time. `least activated`: used in the fewest replies.
`redundant`: most similar to a later memory. `decay`: least retention."""

_BLOCK = 1024


def candidates(partition: Partition) -> NDArray[np.intp]:
    """Return the rows that may be forgotten: not deleted, forgotten, pinned or derived. Derived memories are forgotten
    with what they rest on."""
    size = partition.size
    free = partition.live[:size] & ~partition.forgotten[:size] & ~partition.pinned[:size]
    return np.flatnonzero(free & (partition.bases[:size] < 0))


def goes_along(derived: Entry, forgotten: Mapping[str, str]) -> bool:
    """Return whether a derived memory must be forgotten, too.

    A summary is forgotten with any turn that it tells of; other kinds once nothing is left that they rest on.

    Args:
        derived: the memory.
        forgotten: texts of the turns that are forgotten, by id.
    """
    turns = derived.details.get("turns", ())
    gone = [forgotten[id] for id in turns if id in forgotten]
    if gone and derived.details.get("fact", {}).get("status"):
        return True  # a language model made one sentence of all of them
    if derived.details.get("summary") is None or not gone:
        return bool(turns) and len(gone) == len(turns)
    if derived.details["summary"]["author"] != "rules":
        return True  # in any wording, it may tell of it
    return any(part in derived.text for text in gone for part in sentences(" ".join(text.split())))


def first_to_go(partition: Partition, way: str, *, now: float, settings: Settings) -> tuple[list[int], list[float]]:
    """Return the rows that may be forgotten, first to go first, with the value that orders them (lower goes first).

    Args:
        partition: locked by the caller.
        way: one of `WAYS`.
        now: seconds since the epoch.
        settings: for the speed of forgetting.
    """
    rows = candidates(partition)
    measure = _measure(partition, rows, way, now=now, settings=settings)
    order = np.lexsort((rows, measure))
    chosen: list[int] = rows[order].tolist()
    values: list[float] = measure[order].tolist()
    return chosen, values


def _measure(
    partition: Partition, rows: NDArray[np.intp], way: str, *, now: float, settings: Settings
) -> NDArray[np.float64]:
    if way == "oldest":
        times = partition.times[rows]
        return np.where(np.isnan(times), np.inf, times)  # memories without a date don't count as old
    if way == "unused":
        return partition.accessed[rows]
    if way == "least activated":
        return partition.stability[rows].astype(np.float64)
    if way == "redundant":
        return -_likeness(partition.singles(rows))
    left = retention(
        now,
        partition.accessed[rows],
        partition.stability[rows],
        settings.forgetfulness,
        floor=floor_of(partition.boosts[rows], settings.importance_floor),
    )
    return left.astype(np.float64)


def _likeness(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how similar each is to the most similar later one, -1…1: of two that say the same, the later stays."""
    likeness = np.full(len(vectors), -1.0)
    columns = np.arange(len(vectors))
    for start in range(0, len(vectors), _BLOCK):
        block = vectors[start : start + _BLOCK]
        similar = block @ vectors.T
        similar[columns[np.newaxis, :] <= columns[start : start + len(block), np.newaxis]] = -1
        likeness[start : start + len(block)] = similar.max(axis=1, initial=-1)
    return likeness
