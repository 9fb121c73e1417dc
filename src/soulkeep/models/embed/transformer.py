"""A sentence transformer as an embedder, run locally by ONNX Runtime.

It downloads nothing: the model's folder must exist. Hundreds of times slower than the shipped embedder, and better at
meaning without shared words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from soulkeep.errors import BadFile, MissingExtra
from soulkeep.models.embed.base import Embedder, Vectors

_TEXTS_AT_ONCE = 32
_LONGEST = 256  # tokens; what follows is cut off


class TransformerEmbedder(Embedder):
    """Embeds with a sentence transformer, by the mean of its token vectors. Safe to share between threads.

    Args:
        folder: a folder with `tokenizer.json`, and `model.onnx` or `onnx/model.onnx`, as published.

    Raises:
        BadFile: the folder doesn't hold such a model.
        MissingExtra: the extra `transformer` is not installed.
    """

    def __init__(self, folder: str | Path) -> None:
        try:
            import onnxruntime
            import tokenizers
        except ImportError:
            raise MissingExtra("A transformer as embedder", "transformer") from None
        folder = Path(folder)
        model = _existing(folder, "model.onnx", "onnx/model.onnx")
        vocabulary = _existing(folder, "tokenizer.json")
        # Neither library has errors of its own to catch.
        try:
            self._session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise BadFile(f"{model} is not a model that ONNX Runtime can run: {error}") from error
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(vocabulary))
        except Exception as error:
            raise BadFile(f"{vocabulary} is not a tokenizer: {error}") from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_LONGEST)
        self._inputs = {put.name for put in self._session.get_inputs()}
        with model.open("rb") as file:
            checksum = hashlib.file_digest(file, "sha256").hexdigest()
        self.name = f"{folder.resolve().name}@{checksum[:12]}"
        try:
            self.dimensions = self._run([[0]]).shape[1]
        except Exception as error:
            raise BadFile(
                f"{model} is not a sentence transformer: {error}",
                hint="It must take input_ids and attention_mask and give a vector for each token.",
            ) from error

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        # Texts of like length together, so that little of a batch is padding.
        order = sorted((place for place, ids in enumerate(tokens) if ids), key=lambda place: len(tokens[place]))
        for start in range(0, len(order), _TEXTS_AT_ONCE):
            places = order[start : start + _TEXTS_AT_ONCE]
            vectors[places] = self._run([tokens[place] for place in places])
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors /= np.where(lengths > 0, lengths, 1.0)
        return vectors

    def _run(self, batch: list[list[int]]) -> Vectors:
        """Return the mean vector of each text's tokens, shape (len(batch), dimensions)."""
        ids = np.zeros((len(batch), max(map(len, batch))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, token_ids in enumerate(batch):
            ids[row, : len(token_ids)] = token_ids
            mask[row, : len(token_ids)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (states,) = self._session.run(
            [self._session.get_outputs()[0].name], {name: inputs[name] for name in self._inputs}
        )
        if states.ndim != 3 or states.shape[:2] != ids.shape:
            raise ValueError(f"its output has the shape {states.shape}")
        weights = mask[:, :, np.newaxis].astype(np.float32)
        means: Vectors = (states * weights).sum(axis=1) / weights.sum(axis=1)
        return means


def _existing(folder: Path, *names: str) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise BadFile(
        f"There is no {names[0]} in {folder}.",
        hint="Give the folder of a sentence transformer exported to ONNX, with its tokenizer.json.",
    )
