"""The weights that forms are weighed by are read when they are needed, and damage to them is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from soulkeep.errors import WeightsDamaged
from soulkeep.graph.questions import features
from soulkeep.graph.questions.features import FEATURES, LATER, NEVER, second_scores, weights


def test_every_feature_has_a_weight_or_counts_for_nothing() -> None:
    assert set(weights().of) == set(FEATURES)
    assert set(NEVER) <= set(FEATURES)
    assert weights().of["covered"] > 0 > weights().of["free"]


def test_the_first_score_knows_nothing_of_what_a_form_gives_for_better_or_worse() -> None:
    assert not any(weights().of[name] for name in LATER)


def test_what_is_ruled_out_stays_behind_understanding_nothing() -> None:
    good = {"covered": 1.0, "support": 1.0, "names": 1.0, "asks": 1.0}
    plain, out = second_scores([good, {**good, "kind not": 1.0}])
    assert plain > weights().least > out
    assert second_scores([]) == []


@pytest.mark.parametrize("text", ["", "{}", '{"weights": {}}', '{"weights": {}, "least": 0, "units": {}}', "\x00"])
def test_damaged_weights_are_told(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weights.json").write_text(text)
    monkeypatch.setattr(features, "TRAINED", tmp_path / "weights.json")
    weights.cache_clear()
    try:
        with pytest.raises(WeightsDamaged, match="can't be read"):
            weights()
    finally:
        weights.cache_clear()
