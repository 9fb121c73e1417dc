"""The parts of a score, each an array over the rows of a mind.

Meaning and words are scaled to 0…1 over the mind and added (4: w·semantic + (1-w)·keywords); measured against
reciprocal rank fusion, the scaled sum was better on every data set. A memory then receives a share of its better
neighbour's score: in talk the answer stands beside the question, and the name beside the pronoun. Recency, importance
and retention are small additions on top, so that they decide between memories that fit equally well.

No filter changes a score: filters choose among scored memories.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.memory.retention import retention
from soulkeep.mind.postings import Hashes, inverse_frequency
from soulkeep.mind.view import Mind
from soulkeep.settings import Settings

Scores = NDArray[np.float32]

_COMMON = 0.5
"""A term in more than this share of the memories tells nothing, and has the longest postings: it is skipped."""

_SMALL = 50
"""Minds of fewer memories are too small to tell which terms are common."""


class Scored(NamedTuple):
    """Scores of all rows, the parts they are the sums of, and what they were made from."""

    total: Scores
    parts: dict[str, Scores]
    similarity: Scores
    retention: Scores


class Match(NamedTuple):
    """Where a word of the question occurs: rows, ascending, how often in each, and how telling it is."""

    rows: NDArray[np.int32]
    counts: Scores
    telling: float


def score(
    mind: Mind, vector: Scores, matches: Sequence[Match], *, now: float, asker: str | None, w: float, settings: Settings
) -> Scored:
    """Score every row of a mind.

    Args:
        mind: held, with at least one row.
        vector: the question's, shape (dimensions,).
        matches: where the question's words occur.
        now: the moment of asking, in seconds since the epoch.
        asker: the person who asks, if the question is about themselves.
        w: the weight of meaning, 0…1; words have the rest (4).
        settings: the other weights.
    """
    live = mind.column("live")
    similarity = meaning(mind, vector)
    parts = {
        "meaning": np.float32(w) * _scaled(similarity, live),
        "words": np.float32(1 - w) * _scaled(words(mind, matches, k1=settings.bm25_k1, b=settings.bm25_b), live),
    }
    fit = parts["meaning"] + parts["words"]
    if settings.context_weight:
        parts["context"] = np.float32(settings.context_weight) * better_neighbour(mind, fit)
    if settings.speaker_weight and asker is not None:
        told = mind.coded("speaker", [asker])
        parts["speaker"] = np.float32(settings.speaker_weight) * told.astype(np.float32)
    if settings.recency_weight:
        parts["recency"] = np.float32(settings.recency_weight) * recency(mind.column("times"), now)
    if settings.importance_weight:
        parts["importance"] = np.float32(settings.importance_weight) * mind.column("boosts")
    left = retention(now, mind.column("accessed"), mind.column("stability"), settings.forgetfulness)
    if settings.retention_weight:
        parts["retention"] = np.float32(settings.retention_weight) * (left - 1)
    total = fit.copy()
    for name in parts.keys() - {"meaning", "words"}:
        total += parts[name]
    return Scored(total, parts, similarity, left)


def meaning(mind: Mind, vector: Scores) -> Scores:
    """Cosine similarity to the question, -1…1; 0 where there is no vector."""
    similarities = [partition.vectors[: partition.size] @ vector for partition in mind.partitions]
    return similarities[0] if len(similarities) == 1 else np.concatenate(similarities)


def match(mind: Mind, terms: Hashes) -> list[Match]:
    """Where each of the question's words occurs, and how telling it is."""
    matches: list[Match] = []
    for term in terms.tolist():
        found = [partition.postings.find(term) for partition in mind.partitions]
        rows = [at + np.int32(offset) for offset, (at, _) in zip(mind.offsets, found, strict=True)]
        places = rows[0] if len(rows) == 1 else np.concatenate(rows)
        counts = found[0].counts if len(rows) == 1 else np.concatenate([counts for _, counts in found])
        matches.append(Match(places, counts, inverse_frequency(len(places), mind.size)))
    return matches


def words(mind: Mind, matches: Sequence[Match], *, k1: float, b: float) -> Scores:
    """BM25 of the question's words: sum of idf · n·(k1 + 1) / (n + k1·(1 - b + b·length/average)), at least 0."""
    total = np.zeros(mind.size, dtype=np.float32)
    lengths = mind.column("lengths")
    average = float(lengths.mean()) or 1.0
    for rows, counts, telling in matches:
        if not len(rows) or (mind.size >= _SMALL and len(rows) > _COMMON * mind.size):
            continue
        dampened = np.float32(k1) * (np.float32(1 - b) + np.float32(b / average) * lengths[rows])
        # A row holds a term once, so no index repeats.
        total[rows] += np.float32(telling * (k1 + 1)) * counts / (counts + dampened)
    return total


def coverage(matches: Sequence[Match], rows: Sequence[int]) -> dict[int, float]:
    """For some rows, the share of the question's words that each holds, weighted by how telling they are, 0…1.

    Unlike the parts of a score it doesn't depend on what else came up, so it can tell that nothing fits.
    """
    wanted = np.array(rows, dtype=np.int32)
    held = np.zeros(len(rows))
    for found, _, telling in matches:
        if len(found):
            at = np.minimum(found.searchsorted(wanted), len(found) - 1)
            held += telling * (found[at] == wanted)
    total = sum(telling for _, _, telling in matches) or 1.0
    return dict(zip(rows, (held / total).tolist(), strict=True))


def better_neighbour(mind: Mind, fit: Scores) -> Scores:
    """The score of the better of the memories before and after each, 0 where there is none."""
    padded = np.append(fit, np.float32(0))  # row -1, no neighbour, finds this zero
    better: Scores = np.maximum(padded[mind.neighbours("previous")], padded[mind.neighbours("following")])
    return better


def recency(times: NDArray[np.float64], now: float) -> Scores:
    """How new each memory is, 0…1: a gaussian of its age over the time from the first memory to now (4).

    A memory from now gets 1, the first one 0.01. What has no date gets 0.
    """
    undated = np.isnan(times)
    if undated.all():
        return np.zeros(len(times), dtype=np.float32)
    span = max(now - float(np.nanmin(times)), 1.0)
    age = np.clip(((now - times) / span).astype(np.float32), np.float32(0), np.float32(1))
    fresh: Scores = np.exp(np.float32(-4.6) * age * age)
    fresh[undated] = 0
    return fresh


def _scaled(values: Scores, live: NDArray[Any]) -> Scores:
    """Values to 0…1, by the least and the greatest of the live ones; all 0 if they are equal. Deleted rows get 0."""
    kept = values if live.all() else values[live]
    if not len(kept):
        return np.zeros_like(values)
    low, high = kept.min(), kept.max()
    if not high > low:
        return np.zeros_like(values)
    scaled: Scores = ((values - low) / (high - low)).astype(np.float32, copy=False)
    return scaled if kept is values else np.where(live, scaled, np.float32(0))
