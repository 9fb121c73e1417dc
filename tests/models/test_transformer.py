"""The transformer embedder on a model of three words, made here: its token vectors are rows of a small table."""

from __future__ import annotations

import builtins
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from soulkeep.errors import BadFile, MissingExtra
from soulkeep.models.embed.transformer import TransformerEmbedder

pytest.importorskip("onnxruntime")
pytest.importorskip("tokenizers")
onnx = pytest.importorskip("onnx")

TABLE = np.array([[9, 9, 9], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)
WORDS = {"[UNK]": 0, "cat": 1, "dog": 2, "rain": 3}


def write_model(file: Path, *, inputs: Sequence[str] = ("input_ids", "attention_mask"), pooled: bool = False) -> None:
    """Write a model that looks each token up. With token_type_ids it ignores them; pooled, it gives one vector a
    text."""
    from onnx import TensorProto, helper, numpy_helper

    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["looked_up"])]
    for name in inputs[1:]:
        # Inputs that nothing uses may vanish, so add nothing times each.
        nodes += [
            helper.make_node("Cast", [name], [f"{name}_float"], to=TensorProto.FLOAT),
            helper.make_node("Mul", [f"{name}_float", "nothing"], [f"{name}_none"]),
            helper.make_node("ReduceSum", [f"{name}_none"], [f"{name}_sum"], keepdims=0),
        ]
    sums = [f"{name}_sum" for name in inputs[1:]]
    nodes.append(helper.make_node("Sum", ["looked_up", *sums], ["states"]))
    if pooled:
        nodes.append(helper.make_node("ReduceMean", ["states", "axis"], ["pooled"], keepdims=0))
    shape: list[str | int | None] = ["texts", 3] if pooled else ["texts", "tokens", 3]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info("pooled" if pooled else "states", TensorProto.FLOAT, shape)],
        [
            numpy_helper.from_array(TABLE, "table"),
            numpy_helper.from_array(np.array(0, dtype=np.float32), "nothing"),
            *([numpy_helper.from_array(np.array([1], dtype=np.int64), "axis")] if pooled else []),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(model.SerializeToString())


def write_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text(
        json.dumps(
            {
                "version": "1.0",
                "added_tokens": [],
                "normalizer": None,
                "pre_tokenizer": {"type": "Whitespace"},
                "post_processor": None,
                "decoder": None,
                "truncation": {"direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0},
                "padding": None,
                "model": {"type": "WordLevel", "vocab": WORDS, "unk_token": "[UNK]"},
            }
        )
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    write_model(folder / "model.onnx")
    write_tokenizer(folder)
    return folder


def test_names_its_space_after_the_folder_and_the_model(folder: Path) -> None:
    embedder = TransformerEmbedder(str(folder))
    assert embedder.dimensions == 3
    name, _, checksum = embedder.name.partition("@")
    assert name == "tiny"
    write_model(folder / "model.onnx", inputs=["input_ids", "attention_mask", "token_type_ids"])
    assert not TransformerEmbedder(folder).name.endswith(checksum)


def test_mean_of_the_tokens_without_padding(folder: Path) -> None:
    vectors = TransformerEmbedder(folder).embed(["cat", "cat dog", "rain rain rain dog", ""])
    expected = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 3], [0, 0, 0]], dtype=np.float32)
    expected /= np.maximum(np.linalg.norm(expected, axis=1, keepdims=True), 1)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, expected, atol=1e-6)


def test_keeps_the_order_of_many_texts(folder: Path) -> None:
    embedder = TransformerEmbedder(folder)
    texts = [" ".join(["cat"] * (number % 9) + ["dog"] * (number % 4)) for number in range(100)]
    np.testing.assert_allclose(
        embedder.embed(texts), np.stack([embedder.embed_query(text) for text in texts]), atol=1e-6
    )
    assert embedder.embed([]).shape == (0, 3)


def test_cuts_off_after_256_tokens(folder: Path) -> None:
    first, whole = TransformerEmbedder(folder).embed(["cat " * 255 + "dog", "cat " * 255 + "dog " + "rain " * 5000])
    np.testing.assert_allclose(first, whole, atol=1e-6)


def test_gives_a_model_the_inputs_it_takes(folder: Path) -> None:
    write_model(folder / "model.onnx", inputs=["input_ids", "attention_mask", "token_type_ids"])
    np.testing.assert_allclose(TransformerEmbedder(folder).embed_query("dog"), [0, 1, 0], atol=1e-6)


def test_finds_the_model_in_the_folder_onnx(folder: Path) -> None:
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    assert TransformerEmbedder(folder).dimensions == 3


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(BadFile, match=f"no {name}"):
        TransformerEmbedder(folder)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
@pytest.mark.parametrize("data", [b"", b"not what it should be", b"{}"])
def test_a_broken_file_is_named(folder: Path, name: str, data: bytes) -> None:
    (folder / name).write_bytes(data)
    with pytest.raises(BadFile, match=name):
        TransformerEmbedder(folder)


def test_a_model_of_another_kind_is_refused(folder: Path) -> None:
    write_model(folder / "model.onnx", pooled=True)
    with pytest.raises(BadFile, match="not a sentence transformer"):
        TransformerEmbedder(folder)
    write_model(folder / "model.onnx", inputs=["input_ids", "pixels"])
    with pytest.raises(BadFile, match="not a sentence transformer"):
        TransformerEmbedder(folder)


def test_missing_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_onnxruntime(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "onnxruntime":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_onnxruntime)
    with pytest.raises(MissingExtra, match=r"soulkeep\[transformer\]"):
        TransformerEmbedder(folder)
