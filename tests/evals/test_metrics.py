"""Metrics against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from soulkeep.evals.metrics import all_evidence_at, mean, ndcg_at, recall_at, standard_error

RANKING = ["a", "b", "c", "d", "e"]


def test_recall_and_all_evidence() -> None:
    assert recall_at(3, RANKING, {"b", "e"}) == 0.5
    assert recall_at(5, RANKING, {"b", "e"}) == 1
    assert all_evidence_at(3, RANKING, {"b", "e"}) == 0
    assert all_evidence_at(5, RANKING, {"b", "e"}) == 1


def test_ndcg() -> None:
    assert ndcg_at(5, RANKING, {"a", "b"}) == 1
    expected = (1 / math.log2(3)) / (1 / math.log2(2) + 1 / math.log2(3))
    assert ndcg_at(3, RANKING, {"b", "e"}) == pytest.approx(expected)
    assert ndcg_at(3, RANKING, {"z"}) == 0


def test_mean_and_error() -> None:
    assert mean([]) == 0
    assert mean([1.0, 0.0]) == 0.5
    assert standard_error([1.0]) == 0
    assert standard_error([1.0, 0.0, 1.0, 0.0]) == pytest.approx(math.sqrt(1 / 3 / 4))
