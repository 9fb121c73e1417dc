"""Overtaken memories: where two answer the same question about the present, the later one holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.signals import Rows, Scores, TermMatch, coverage
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
    places = [at for at in np.argsort(-total, kind="stable")[: 3 * _LOOKED_AT].tolist() if verbatim[rows[at]]]
    places = places[:_LOOKED_AT]
    if not places:
        return Overtaken(strength, {})
    chosen = rows[places]
    covered = coverage(matches, chosen.tolist())
    overtaking = np.array([covered[int(row)] for row in chosen])
    speakers = mind.column("speakers")[chosen]
    times = mind.column("times")[chosen]
    vectors = mind.vectors(chosen)
    alike = vectors @ vectors.T
    dated = ~np.isnan(times)
    by_time, by_place = times[None, :] > times[:, None], chosen[None, :] > chosen[:, None]
    later = np.where(dated[:, None] & dated[None, :], by_time, by_place)
    scores = total[places]
    rivals = (
        later
        & (speakers[None, :] == speakers[:, None])
        & (overtaking[None, :] >= _AS_MUCH * overtaking[:, None])
        & (overtaking[None, :] > 0)
        & (scores[None, :] >= _AS_GOOD * scores[:, None])
        & (alike >= _ALIKE)
    )
    likeness = np.where(rivals, np.clip(alike, 0, 1), 0)
    strength[places] = likeness.max(axis=1, initial=0)
    over = np.flatnonzero(likeness.any(axis=1))
    order = later.sum(axis=0)  # the number of rows earlier than each
    last = np.where(likeness > 0, order[None, :], -1)[over].argmax(axis=1)
    return Overtaken(strength, {int(chosen[i]): int(chosen[j]) for i, j in zip(over, last, strict=True)})
