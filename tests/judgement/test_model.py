"""The learnt judgement: what it gives, that it is the same everywhere, and that damaged weights are told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from soulkeep.errors import WeightsDamaged
from soulkeep.judgement import model
from soulkeep.judgement.features import BUCKETS, LONGEST, features
from soulkeep.judgement.model import KINDS, MATTERS, WHO, judge
from soulkeep.judgement.talk import asks_something, claims_something, requests, says_nothing


@pytest.mark.parametrize(
    "text", ["", " ", "…", "ok", "I live in Porto.", "나 고기 안 먹어", "猫が好き", "\ud83d\ude00", "a" * 50_000]
)
def test_whatever_is_said_is_judged(text: str) -> None:
    seen = judge(text)
    for shares, names in ((seen.kinds, KINDS), (seen.who, WHO), (seen.matters, MATTERS)):
        assert tuple(shares) == names
        assert sum(shares.values()) == pytest.approx(1, abs=1e-4)
    assert 1 <= seen.importance <= 10
    assert -1 <= seen.valence <= 1
    assert 0 <= seen.arousal <= 1
    assert -1 <= seen.towards <= 1
    assert 0 <= seen.ends <= 1


def test_features_are_hashed_once_each_and_bounded() -> None:
    found = features("The cat, the cat, the CAT!")
    assert len(set(found.tolist())) == len(found)
    assert found.min() >= 0
    assert found.max() < BUCKETS
    assert len(features("word " * 100_000)) < 10 * LONGEST, "long texts are read at both ends only"


@pytest.mark.parametrize(
    ("grave", "trivial"),
    [
        ("My mother died yesterday.", "My phone died on the bus."),
        ("We broke up after nine years.", "We broke up for lunch."),
        ("Meine Oma ist gestern gestorben.", "Mein Handy ist schon wieder tot lol"),
        ("Mon père est mort cette nuit.", "Je suis mort de rire"),
        ("Mi abuela murió ayer.", "Me muero de hambre"),
        ("할머니가 어제 돌아가셨어", "배고파 죽겠다"),
        ("祖母が昨日亡くなりました", "お腹すいて死にそう"),
        ("我奶奶昨天去世了", "笑死我了"),
    ],
)
def test_what_is_grave_matters_more_than_what_sounds_so(grave: str, trivial: str) -> None:
    assert judge(grave).importance > judge(trivial).importance


def test_what_somebody_does_by_saying_it() -> None:
    assert asks_something("What is my cat called?")
    assert asks_something("what is my cat called")
    assert not asks_something("My cat is called Miso.")
    assert requests("Sing me a song please")
    assert says_nothing("haha ok", "en")
    assert not says_nothing("I live in Porto.", "en")
    assert claims_something("You live in Porto.", "en")
    assert not claims_something("Do you live in Porto?", "en")


def test_damaged_weights_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "weights"
    shutil.copytree(model.WEIGHTS, folder)
    (folder / "rest.npz").write_bytes(b"broken")
    monkeypatch.setattr(model, "WEIGHTS", folder)
    model._weights.cache_clear()
    try:
        with pytest.raises(WeightsDamaged, match="can't be read"):
            model._weights()
    finally:
        model._weights.cache_clear()
