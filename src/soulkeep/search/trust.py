"""What trust by source adds to a score: of memories that fit alike, the better source stands first, and none fills a
recall by saying the same over and over."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.signals import Rows, Scores, meaning
from soulkeep.search.view import Mind
from soulkeep.types.records import PASSAGE

_READ = 0.5
"""How much less what was read is trusted than what was said first-hand, where hearsay is trusted less by 1."""

_ALIKE = 0.92
"""Similarity (cosine) from which two memories say the same, but for a number or a name."""

_FEW = 3
"""Memories of one source that may say nearly the same."""

_FLOOD = 0.5
"""Share of the best rows that only repeat others, from which all rows are looked at."""

_WAVES = 4
"""Things that are said over and over at once, at most."""


def distrust(mind: Mind, trusted: Collection[str], named: Collection[str]) -> Scores:
    """How much less each row is trusted than what was said first-hand, 0…1.

    Args:
        mind: held.
        trusted: the character and whom it faces; empty, if nobody is trusted less.
        named: speakers whom a question names: what they say is first-hand, too.
    """
    if not trusted:
        return np.zeros(mind.size, dtype=np.float32)
    less: Scores = (~mind.coded("speaker", ["", *sorted(trusted), *named])).astype(np.float32)
    less[mind.coded("kind", [PASSAGE])] = np.float32(_READ)
    return less


def crowded(mind: Mind, rows: Rows, total: Scores, less: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """Which rows are more than a few of one source that say nearly the same as better ones.

    Args:
        mind: held.
        rows: to judge, with their scores.
        total: the scores so far.
        less: which of them are trusted less than what was said first-hand: whoever speaks of themselves may repeat it.
        count: how many of the best are looked at; all, where most of these only repeat others.
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
    """All rows of the floods that leave no room for other rows among those that are looked at; None if there are none.

    Args:
        mind: held.
        crowd: the rows that are one too many, best first: the floods of the best are found.
        looked_at: how many rows are looked at.
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
    """How many of the rows before each are of the same source and say nearly the same."""
    if len(rows) <= _FEW:
        return np.zeros(len(rows), dtype=np.intp)
    vectors = np.stack([mind.vector(int(row)) for row in rows])
    part = np.searchsorted(np.array(mind.offsets), rows, side="right")
    alike = vectors @ vectors.T >= _ALIKE
    for codes in (part, mind.column("speakers")[rows], mind.column("sources")[rows]):
        alike &= codes[:, None] == codes[None, :]
    before: NDArray[np.intp] = np.tril(alike, -1).sum(axis=1)
    return before
