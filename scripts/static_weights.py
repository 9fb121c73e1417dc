"""The last steps of both distillations: fewer dimensions, 8-bit rows, and the files that `StaticEmbedder` reads."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

DAMPING = 0.25  # components are divided by this power of their standard deviation; 1 would make them equal


class Quantised(NamedTuple):
    """Row i stands for `rows[i] * scales[i]`."""

    rows: NDArray[np.int8]
    scales: Matrix


def reduce(vectors: Matrix, dimensions: int) -> Matrix:
    """Return the principal components, strongest first and damped. Not centred: adding rows must not depend on their
    number."""
    squares, axes = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    deviations = np.sqrt(squares[::-1][:dimensions])
    reduced: Matrix = (vectors @ axes[:, ::-1][:, :dimensions] / deviations**DAMPING).astype(np.float32)
    return reduced


def quantise(vectors: Matrix) -> Quantised:
    scales = np.abs(vectors).max(axis=1) / 127
    rows = np.rint(vectors / scales[:, np.newaxis]).astype(np.int8)
    return Quantised(rows, scales.astype(np.float32))


def write(
    folder: Path, pieces: Sequence[str], arrays: Mapping[str, NDArray[Any]], notice: str, about: Mapping[str, Any]
) -> None:
    """Write the weights: each array, the vocabulary, the notice, and what they are with their checksums."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    (folder / "vocab.txt.gz").write_bytes(gzip.compress("".join(f"{piece}\n" for piece in pieces).encode(), 9, mtime=0))
    (folder / "NOTICE").write_text(notice, encoding="utf-8", newline="\n")
    names = sorted(["NOTICE", "vocab.txt.gz", *(f"{name}.npy" for name in arrays)])
    sums = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    text = json.dumps({**about, "sha256": sums}, indent=2) + "\n"
    (folder / "model.json").write_text(text, encoding="utf-8", newline="\n")


def report(name: str, folder: Path, vectors: Matrix, quantised: Quantised) -> None:
    """Print how large the weights are, and what 8 bits cost.

    Args:
        name: the model's.
        folder: where its files are.
        vectors: the rows before they were quantised.
        quantised: the rows in 8 bits, and their scales.
    """
    back = quantised.rows * quantised.scales[:, np.newaxis]
    cosines = (back * vectors).sum(axis=1) / np.linalg.norm(back, axis=1) / np.linalg.norm(vectors, axis=1)
    size = sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
    print(f"{name}: {len(vectors)} pieces, {size / 1e6:.2f} MB in {folder}")
    print(f"int8 against float32, cosine of a piece: mean {cosines.mean():.5f}, least {cosines.min():.5f}")
