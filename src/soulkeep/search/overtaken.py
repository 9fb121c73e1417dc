"""Of two memories that answer the same question about the present, the later one holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.signals import Rows, Scores, TermMatch, coverage
from soulkeep.search.view import Mind

_LOOKED_AT = 20
_AS_MUCH = 0.5
"""Share of the question's words in the earlier memory that the later one must hold, too."""

_AS_GOOD = 0.75
"""Share of the earlier one's score that the later one must have."""

_ALIKE = 0.2
"""Similarity (cosine) that the two must have: they speak of the same thing."""


class Overtaken(NamedTuple):
    """Which rows are overtaken: how surely each, 0…1, and the latest row by which each is."""

    strength: Scores
    by: Mapping[int, int]


def overtaken(
    mind: Mind, rows: Rows, total: Scores, matches: Sequence[TermMatch], verbatim: NDArray[np.bool_]
) -> Overtaken:
    """Which rows are overtaken by a later one of the same speaker.

    Args:
        mind: held.
        rows: to judge, with their scores.
        total: the scores so far.
        matches: where the question's words occur.
        verbatim: which rows of the mind aren't derived.
    """
    strength = np.zeros(len(rows), dtype=np.float32)
    places = [at for at in np.argsort(-total, kind="stable")[: 3 * _LOOKED_AT].tolist() if verbatim[rows[at]]]
    places = places[:_LOOKED_AT]
    if len(places) < 2:
        return Overtaken(strength, {})
    chosen = rows[places]
    covered = coverage(matches, chosen.tolist())
    overtaking = np.array([covered[int(row)] for row in chosen])
    speakers = mind.column("speakers")[chosen]
    times = mind.column("times")[chosen]
    vectors = np.stack([mind.vector(int(row)) for row in chosen])
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
    order = later.sum(axis=0)  # how many are earlier than each
    last = np.where(likeness > 0, order[None, :], -1)[over].argmax(axis=1)
    return Overtaken(strength, {int(chosen[i]): int(chosen[j]) for i, j in zip(over, last, strict=True)})
