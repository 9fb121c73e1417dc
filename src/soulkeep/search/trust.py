"""Trust by source: of memories that fit alike, the more trusted source ranks first, and none fills a recall by
repeating itself."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.signals import Rows, Scores, meaning
from soulkeep.search.view import Mind
from soulkeep.types.records import PASSAGE

_READ = 0.5
"""Distrust of what was read; that of hearsay is 1, that of first-hand words 0."""

_ALIKE = 0.92
"""Similarity (cosine) from which two memories say the same, apart from a number or a name."""

_FEW = 3
"""Number of memories of one source that may say nearly the same."""

_FLOOD = 0.5
"""Share of the best rows that only repeat others, from which all rows are examined."""

_WAVES = 4
"""Number of different floods that are removed at once, at most."""


def distrust(mind: Mind, trusted: Collection[str], named: Collection[str]) -> Scores:
    """Return how much less each row is trusted than what was said first-hand, 0…1.

    Args:
        mind: the mind, locked by the caller.
        trusted: the character and the person it faces; if empty, all are trusted alike.
        named: speakers whom the question names, whose words are first-hand, too.
    """
    if not trusted:
        return np.zeros(mind.size, dtype=np.float32)
    less: Scores = (~mind.coded("speaker", ["", *sorted(trusted), *named])).astype(np.float32)
    less[mind.coded("kind", [PASSAGE])] = np.float32(_READ)
    return less


def crowded(mind: Mind, rows: Rows, total: Scores, less: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """Return which rows are one too many of the same source that say nearly the same as better ones.

    Args:
        mind: the mind, locked by the caller.
        rows: rows to judge.
        total: the scores of these rows so far.
        less: mask of those that are trusted less than first-hand words; people may repeat what they say of themselves.
        count: number of best rows to examine; all are, if most of these only repeat others.
    """
    marks = np.zeros(len(rows), dtype=np.bool_)
    if not less.any():
        return marks
    order = (-total).argsort(kind="stable")
    for best in (order[:count], order):
        better = best[less[best]]
        marks[better] = _repeated(mind, rows[better]) >= _FEW
        if np.count_nonzero(marks[best]) < _FLOOD * len(best):
            break
    return marks


def flooding(mind: Mind, crowd: Rows, looked_at: int) -> NDArray[np.bool_] | None:
    """Return all rows of the floods of repetitions that leave no room for other rows; None if there are none.

    Args:
        mind: the mind, locked by the caller.
        crowd: the rows that are one too many, best first: floods are searched for around the best.
        looked_at: number of rows in the second pass.
    """
    if len(crowd) < _FLOOD * looked_at:
        return None
    marks = np.zeros(mind.size, dtype=np.bool_)
    parts = np.searchsorted(np.array(mind.offsets), np.arange(mind.size), side="right")
    sources = (parts, mind.column("speakers"), mind.column("sources"))
    for _ in range(_WAVES):
        left = crowd[~marks[crowd]]
        if not len(left):
            break
        row = int(left[0])
        same = meaning(mind, mind.vector(row)) >= _ALIKE
        for codes in sources:
            same &= codes == codes[row]
        same[row] = True
        marks |= same
    return marks


def _repeated(mind: Mind, rows: Rows) -> NDArray[np.intp]:
    """Return for each row how many of the rows before it are of the same source and say nearly the same."""
    if len(rows) <= _FEW:
        return np.zeros(len(rows), dtype=np.intp)
    vectors = mind.vectors(rows)
    part = np.searchsorted(np.array(mind.offsets), rows, side="right")
    alike = vectors @ vectors.T >= _ALIKE
    for codes in (part, mind.column("speakers")[rows], mind.column("sources")[rows]):
        alike &= codes[:, None] == codes[None, :]
    before: NDArray[np.intp] = np.tril(alike, -1).sum(axis=1)
    return before
