from __future__ import annotations

import json
import shutil
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from soulkeep.errors import WeightsDamaged
from soulkeep.models.embed import static
from soulkeep.models.embed.static import StaticEmbedder

WEIGHTS = Path(static.__file__).parent / "weights"


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(WEIGHTS, tmp_path / "weights"))


def test_names_its_space(embedder: StaticEmbedder) -> None:
    assert embedder.name == "soulkeep-static-en-256@1"
    assert embedder.dimensions == 256


def test_rows_are_of_length_one(embedder: StaticEmbedder) -> None:
    vectors = embedder.embed(["I adopted a kitten.", "Hi!", "서울에서 만나자", "word " * 3000])
    assert vectors.shape == (4, 256)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_nothing_known_gives_a_zero_row(embedder: StaticEmbedder) -> None:
    vectors = embedder.embed(["", "hello", "   ", "\U00012000", "x" * 100_000, "hello"])
    assert np.flatnonzero(vectors.any(axis=1)).tolist() == [1, 5]
    np.testing.assert_array_equal(vectors[1], vectors[5])


def test_no_texts(embedder: StaticEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 256)


def test_query_is_the_same_space(embedder: StaticEmbedder) -> None:
    np.testing.assert_array_equal(embedder.embed_query("my cat"), embedder.embed(["my cat"])[0])


@pytest.mark.parametrize(
    ("text", "related", "unrelated"),
    [
        ("I adopted a kitten last week.", "Do you have any pets?", "The stock market fell sharply."),
        ("My sister is getting married in June.", "When is the wedding?", "I need to fix my bicycle."),
        ("I'm allergic to peanuts.", "Which food makes you sick?", "She plays the violin in an orchestra."),
        ("He works as a nurse at the hospital.", "What is his job?", "We painted the fence blue."),
        ("We moved to Berlin for my new job.", "Which city do you live in?", "The cake needs more sugar."),
    ],
)
def test_related_texts_are_closer(embedder: StaticEmbedder, text: str, related: str, unrelated: str) -> None:
    question, near, far = embedder.embed([text, related, unrelated])
    assert question @ near > question @ far + 0.05


def test_a_batch_equals_its_texts_alone(embedder: StaticEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["", *(f"turn {number} " * (number % 7) for number in range(60)), "long " * 500, ""]
    alone = np.stack([embedder.embed_query(text) for text in texts])
    monkeypatch.setattr(static, "_TEXTS_AT_ONCE", 7)
    monkeypatch.setattr(static, "_TOKENS_AT_ONCE", 16)
    np.testing.assert_allclose(embedder.embed(texts), alone, atol=1e-5)


def test_a_megabyte_of_text(embedder: StaticEmbedder) -> None:
    sentence = "We talked about the garden and the rain. "
    vector = embedder.embed_query(sentence * (1_000_000 // len(sentence)))
    assert vector @ embedder.embed_query(sentence) > 0.999


def test_threads_share_one_embedder(embedder: StaticEmbedder) -> None:
    texts = [f"thread turn {number} about cats and rain" for number in range(200)]
    expected = embedder.embed(texts)
    same: list[bool] = []
    threads = [Thread(target=lambda: same.append(np.array_equal(embedder.embed(texts), expected))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert same == [True] * 4


@pytest.mark.parametrize("name", sorted(json.loads((WEIGHTS / "model.json").read_text())["sha256"]))
def test_a_changed_file_is_noticed(copy: Path, name: str) -> None:
    data = bytearray((copy / name).read_bytes())
    data[len(data) // 2] ^= 1
    (copy / name).write_bytes(data)
    with pytest.raises(WeightsDamaged, match="Install soulkeep again"):
        StaticEmbedder(copy)


@pytest.mark.parametrize("name", ["model.json", "rows.npy"])
def test_a_missing_file_is_noticed(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(WeightsDamaged):
        StaticEmbedder(copy)


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", '{"sha256": 1}', '{"sha256": {}}', "\x00\xff"])
def test_a_broken_model_json_is_noticed(copy: Path, text: str) -> None:
    (copy / "model.json").write_text(text)
    with pytest.raises(WeightsDamaged):
        StaticEmbedder(copy)


def test_every_file_is_under_the_checksums() -> None:
    named = set(json.loads((WEIGHTS / "model.json").read_text())["sha256"])
    assert {file.name for file in WEIGHTS.iterdir() if file.is_file()} == named | {"model.json"}
