"""Tests of the judgement of tastes, on lines by somebody who saw neither the model nor its training data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from soulkeep.errors import WeightsDamaged
from soulkeep.judgement import taste
from soulkeep.lang.names import proper_names

SHEETS = Path(__file__).parents[1] / "sheets"


def lines(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (SHEETS / f"tastes-{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def masked(text: str) -> str:
    for name in proper_names(text):
        text = text.replace(name, taste.NAME)
    return text


@pytest.mark.parametrize(("head", "right", "found"), [("asks", 0.94, 0.6), ("likes", 0.88, 0.3)])
def test_what_it_says_is_mostly_so_and_else_it_is_silent(head: str, right: float, found: float) -> None:
    judge = taste.asks if head == "asks" else taste.likes
    told = [
        (judge(masked(one["text"]) if one["lang"] in ("en", "fr", "es") else one["text"]), one["label"])
        for one in lines(head)
    ]
    said = [(one, label) for one, label in told if one != "none"]
    assert sum(one == label for one, label in said) / len(said) >= right
    assert sum(one == label for one, label in said) / sum(label != "none" for _, label in told) >= found


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I love X.", "likes"), ("My favourite singer is X.", "likes"), ("Ich mag X sehr.", "likes"),
        ("나는 X를 좋아해.", "likes"), ("I can't stand X.", "dislikes"), ("My brother loves X.", "none"),
        ("X was born in 1940.", "none"), ("형은 X를 좋아해.", "none"),
    ],
)  # fmt: skip
def test_plain_likings(text: str, label: str) -> None:
    assert taste.likes(text) == label


def test_damaged_weights_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taste.npz").write_bytes(b"broken")
    monkeypatch.setattr(taste, "WEIGHTS", tmp_path / "taste.npz")
    taste.TasteModel.read.cache_clear()
    try:
        with pytest.raises(WeightsDamaged, match="can't be read"):
            taste.TasteModel.read("likes")
    finally:
        taste.TasteModel.read.cache_clear()
