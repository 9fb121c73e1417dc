"""The weights that forms are weighed by are read when they are needed, and damage to them is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from soulkeep.errors import WeightsDamaged
from soulkeep.graph.questions import features
from soulkeep.graph.questions.features import FEATURES, NEVER, weights


def test_every_feature_has_a_weight_or_counts_for_nothing() -> None:
    assert set(weights().of) == set(FEATURES)
    assert set(NEVER) <= set(FEATURES)
    assert weights().of["covered"] > 0 > weights().of["free"]


@pytest.mark.parametrize("text", ["", "{}", '{"weights": {}}', "\x00"])
def test_damaged_weights_are_told(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weights.json").write_text(text)
    monkeypatch.setattr(features, "TRAINED", tmp_path / "weights.json")
    weights.cache_clear()
    try:
        with pytest.raises(WeightsDamaged, match="can't be read"):
            weights()
    finally:
        weights.cache_clear()
