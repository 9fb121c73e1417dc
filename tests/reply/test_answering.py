"""Tests of the choice of the memory that answers: the small model's weights fit their training data, and damaged ones
are reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import soulkeep
from soulkeep.errors import WeightsDamaged
from soulkeep.judgement.analysed import analysed
from soulkeep.reply import answering
from soulkeep.testing.models import HashEmbedder


def test_the_memory_that_answers_is_the_likeliest(clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        for text in ("My cat is called Miso.", "The roof leaks.", "Work was hell today."):
            holmes.observe(text, person="anna")
        recall = holmes.recall("What is my cat called?", person="anna")
    found = answering.answers(analysed("What is my cat called?", "en"), recall.hits, recall.confidence)
    assert answering.signs(analysed("What is my cat called?", "en"), recall.hits, 0.5).shape == (3, answering.SIGNS)
    assert found[0].hit.memory.text == "My cat is called Miso."
    assert found[0].likely > 2 * found[1].likely
    assert answering.answers(analysed("What is my cat called?", "en"), [], None) == []


@pytest.mark.parametrize("broken", ["", "{}", "[1]", '{"means": [1], "scales": [1], "weights": [1], "bias": 0}'])
def test_damaged_weights_are_told(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "answering.json"
    path.write_text(broken)
    monkeypatch.setattr(answering, "WEIGHTS", path)
    answering._model.cache_clear()
    try:
        with pytest.raises(WeightsDamaged, match="can't be read"):
            answering._model()
    finally:
        answering._model.cache_clear()
    assert (
        len(json.loads((Path(answering.__file__).parent / "answering.json").read_text())["weights"]) == answering.SIGNS
    )
