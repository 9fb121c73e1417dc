"""Scoring formulas of the papers. Each scores every row of a mind, and its parts sum to the score."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from soulkeep.search.signals import Scored, Scores, Signals, meaning, total_of

Rows = NDArray[np.bool_]

Preset = Callable[[Signals, Rows], Scored]
"""A function that scores every row, given a mask of those that may come up; the others don't influence the scale."""

MIMIR_MEANING = 0.5
"""Weight of the semantic score; keywords have the rest (4: "a decent starting point")."""

MIMIR_PENALTY = 0.3
"""Share of its score that the oldest memory loses (4)."""

SEOUL_OLDEST = 0.7
"""Recency of the first memory; that of the last is 1 (3)."""

SEOUL_HITS = 30
"""Number of memories that a reply of (3) is given."""

HITS = {"seoul": SEOUL_HITS}
"""Number of hits, for presets that define one; the others use `Settings.k`."""

REQUERIED = 3
"""Number of best hits that are searched for again (5)."""


def mimir(signals: Signals, allowed: Rows) -> Scored:
    """Score by (4): w·semantic + (1-w)·minmax(BM25), less up to 30 % for age, plus log10(importance) times its weight.

    The penalty follows a gaussian of the age over the time from the first message to now, scaled so that the first
    message gets all of it and one from now none. Undated memories lose nothing.
    """
    semantic = np.float32(MIMIR_MEANING) * np.maximum(signals.similarity, np.float32(0))
    keywords = np.float32(1 - MIMIR_MEANING) * signals.scaled(signals.keywords, among=allowed)
    fresh, oldest = signals.recency(), np.float32(np.exp(-4.6))
    aged = np.where(np.isnan(signals.mind.column("times")), np.float32(0), (1 - fresh) / (1 - oldest))
    return _scored(
        signals,
        meaning=semantic,
        words=keywords,
        age=-np.float32(MIMIR_PENALTY) * aged.astype(np.float32) * (semantic + keywords),
        importance=np.float32(signals.settings.importance_weight) * signals.mind.column("boosts"),
    )


def seoul(signals: Signals, allowed: Rows) -> Scored:
    """Score by (3): importance + recency + similarity. Recency follows the order of storing: the first 0.7, the last 1.

    The paper's pseudo-code adds (i-min)/(max-min) whole, its text says 0.7 to 1.0: the text is followed. It doesn't say
    how importance is scaled; here it is a tenth of 1…10, so that it weighs about as much as the others.
    """
    order = np.zeros(signals.mind.size, dtype=np.float32)
    for offset, partition in zip(signals.mind.offsets, signals.mind.partitions, strict=True):
        if not partition.size:
            continue
        numbers = partition.seqs[: partition.size]
        order[offset : offset + partition.size] = (numbers - numbers[0]) / max(int(numbers[-1] - numbers[0]), 1)
    return _scored(
        signals,
        importance=np.power(np.float32(10), signals.mind.column("boosts")) / np.float32(10),
        recency=np.float32(SEOUL_OLDEST) + np.float32(1 - SEOUL_OLDEST) * order,
        meaning=signals.similarity,
    )


def landwehr(signals: Signals, allowed: Rows) -> Scored:
    """Score by (1): semantic similarity, reranked by how much of each memory is retained: similarity · R."""
    semantic = np.maximum(signals.similarity, np.float32(0))
    return _scored(signals, meaning=semantic, retention=semantic * (signals.retention.astype(np.float32) - 1))


def requery(signals: Signals, allowed: Rows) -> Scored:
    """Score by (5): search, search again with each of the best hits, and merge.

    A memory found by way of a hit scores its similarity to the hit times the hit's to the question, so the further it
    is from the question, the lower it ranks.
    """
    semantic = np.where(signals.live, np.maximum(signals.similarity, np.float32(0)), np.float32(0)).astype(np.float32)
    fit = semantic * allowed
    best = np.argsort(-fit, kind="stable")[:REQUERIED]
    tangent = np.zeros_like(semantic)
    for row in best.tolist():
        alike = np.maximum(meaning(signals.mind, signals.mind.vector(row)), np.float32(0))
        alike[row] = 0
        tangent = np.maximum(tangent, alike * fit[row])
    return _scored(signals, meaning=semantic, tangent=np.maximum(tangent - semantic, np.float32(0)))


PRESETS: dict[str, Preset] = {"mimir": mimir, "seoul": seoul, "landwehr": landwehr, "requery": requery}
"""The formulas by name. `"soulkeep"`, the default, is `rank.rank`."""


def _scored(signals: Signals, **parts: Scores) -> Scored:
    return Scored(np.arange(signals.mind.size), total_of(parts), dict(parts))
