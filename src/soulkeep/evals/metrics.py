"""Metrics of a ranking against gold evidence."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence


def recall_at(k: int, ranking: Sequence[str], evidence: Collection[str]) -> float:
    """Return the share of the evidence among the first k."""
    return len(set(ranking[:k]) & set(evidence)) / len(set(evidence))


def all_evidence_at(k: int, ranking: Sequence[str], evidence: Collection[str]) -> float:
    """Return 1 if all of the evidence is among the first k, else 0."""
    return float(set(evidence) <= set(ranking[:k]))


def ndcg_at(k: int, ranking: Sequence[str], evidence: Collection[str]) -> float:
    """Return the normalised discounted cumulative gain: evidence counts 1/log2(rank + 1), relative to the best."""
    gain = sum(1 / math.log2(rank + 1) for rank, id in enumerate(ranking[:k], start=1) if id in evidence)
    best = sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(set(evidence))) + 1))
    return gain / best


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
