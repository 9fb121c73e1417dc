"""Overtaken memories: where two answer the same question about the present, the later one holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.signals import Rows, Scores, TermMatch, shares
from soulkeep.search.view import Mind

_LOOKED_AT = 20
_AS_MUCH = 0.5
"""Least ratio of the question's words that the later memory holds to those that the earlier one holds."""

_AS_GOOD = 0.75
"""Least ratio of the later memory's score to the earlier one's."""

_ALIKE = 0.2
"""Least similarity (cosine) of the two memories, for them to be about the same thing."""


class Overtaken(NamedTuple):
    """The rows that later ones overtake: how surely each is overtaken, 0…1, and the latest row that overtakes it."""

    strength: Scores
    by: Mapping[int, int]


def overtaken(
    mind: Mind, rows: Rows, total: Scores, matches: Sequence[TermMatch], verbatim: NDArray[np.bool_]
) -> Overtaken:
    """Return which rows are overtaken by a later one of the same speaker.

    Args:
        mind: the mind, locked by the caller.
        rows: rows to judge.
        total: the scores of these rows so far.
        matches: where the question's words occur.
        verbatim: mask of the mind's rows that aren't derived.
    """
    strength = np.zeros(len(rows), dtype=np.float32)
    best = (-total).argsort(kind="stable")[: 3 * _LOOKED_AT]
    places = best[verbatim[rows[best]]][:_LOOKED_AT]
    if not len(places):
        return Overtaken(strength, {})
    chosen = rows[places]
    overtaking = shares(matches, chosen)
    speakers = mind.column("speakers")[chosen]
    times = mind.column("times")[chosen]
    vectors = mind.vectors(chosen)
    alike = vectors @ vectors.T
    dated = ~np.isnan(times)
    later = times > times[:, None]
    if np.count_nonzero(dated) < len(places):
        later = np.where(dated[:, None] & dated, later, chosen > chosen[:, None])
    scores = total[places]
    rivals = (
        later
        & (speakers == speakers[:, None])
        & (overtaking >= _AS_MUCH * overtaking[:, None])
        & (overtaking > 0)
        & (scores >= _AS_GOOD * scores[:, None])
        & (alike >= _ALIKE)
    )
    if not np.count_nonzero(rivals):
        return Overtaken(strength, {})
    strength[places] = np.maximum.reduce(np.where(rivals, np.minimum(alike, np.float32(1)), np.float32(0)), axis=1)
    over = np.logical_or.reduce(rivals, axis=1).nonzero()[0]
    order = np.add.reduce(later, axis=0)  # the number of rows earlier than each
    last = chosen[np.where(rivals[over], order, -1).argmax(axis=1)]
    return Overtaken(strength, dict(zip(chosen[over].tolist(), last.tolist(), strict=True)))
