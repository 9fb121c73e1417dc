"""A small trained model that judges which recalled memory answers a question, and how surely (1: routing).

It was trained by `scripts/train_answering.py` on `data/answering`: talks, questions asked days later in other words,
and the memories that answer them; for a third of the questions, none does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from math import exp, log1p
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.alignment import alignment
from soulkeep.judgement.analysed import Analysed, analysed
from soulkeep.judgement.model import meaning
from soulkeep.judgement.trained import reading
from soulkeep.types.records import Hit

WEIGHTS = Path(__file__).parent / "answering.json"

SIGNS = 45
"""Number of features of a hit (`signs`)."""

CONSIDERED = 5
"""Number of hits that are judged; the answer seldom ranks lower."""

_WIDE = ("ko", "ja", "zh")
_ASKS = ("who", "when", "where", "what", "which", "how many", "how old", "how", "why", "whether")


class AnsweringHit(NamedTuple):
    """A hit, and how likely it answers the question, 0…1."""

    hit: Hit
    likely: float


def signs(said: Analysed, hits: Sequence[Hit], confidence: float | None) -> NDArray[np.float32]:
    """Return the features by which each hit is judged, shape (len(hits), SIGNS).

    Args:
        said: the question, analysed.
        hits: hits of its recall, best first.
        confidence: confidence of the recall, 0…1; None if it has none.
    """
    asked, telling, language = said.judged, said.telling, said.language
    kind = said.utterance.asks or ""
    vectors = meaning([said.text, *[hit.memory.text for hit in hits]])
    alike = vectors[1:] @ vectors[0]
    matter = np.array(list(asked.matters.values()))
    asks = [float(kind == one) for one in _ASKS]
    rows: list[list[float]] = []
    for rank, hit in enumerate(hits):
        memory = analysed(hit.memory.text, hit.memory.language)
        seen = memory.judged
        words = memory if memory.language == language else analysed(memory.text, language)
        shared = len(telling & memory.terms)
        digits = float(any(map(str.isdigit, memory.text)))
        named = float(bool(memory.names))
        rows.append(
            [
                *alignment(said.telling_vectors, words.word_vectors),
                hit.coverage, hit.similarity, float(alike[rank]), float(alike[rank] - alike.max()), hit.score,
                hit.score - hits[0].score, float(rank == 0), shared / max(1, len(telling)), min(3.0, shared),
                float(matter @ np.array(list(seen.matters.values()))),
                seen.kinds["lasting"], seen.kinds["plan"] + seen.kinds["promise"], seen.kinds["statement"], seen.kinds["question"],
                seen.kinds["joke"], seen.kinds["small_talk"] + seen.kinds["courtesy"], log1p(len(memory.all_terms)),
                hit.parts.get("stated", 0.0), hit.parts.get("speaker", 0.0), hit.parts.get("kinds", 0.0), hit.parts.get("time", 0.0),
                confidence or 0.0, float(language in _WIDE), (language in _WIDE) * hit.coverage,
                (kind == "when") * digits, (kind == "who") * named, (kind == "where") * named, (kind in ("how many", "how old")) * digits,
                *asks, float(asked.kinds["question"]), float(hit.memory.speaker is None),
                float(shared == len(telling) and shared > 1), float(shared == len(telling) == 1),
            ]
        )  # fmt: skip
    return np.array(rows, dtype=np.float32)


class _Model(NamedTuple):
    means: NDArray[np.float32]
    scales: NDArray[np.float32]
    weights: NDArray[np.float32]
    bias: float


@lru_cache(maxsize=1)
def _model() -> _Model:
    with reading(WEIGHTS):
        data = json.loads(WEIGHTS.read_text())
        arrays = {name: np.array(data[name], dtype=np.float32) for name in ("means", "scales", "weights")}
        if any(array.shape != (SIGNS,) for array in arrays.values()):
            raise ValueError(f"it was trained on other signs than these {SIGNS}")
        return _Model(**arrays, bias=float(data["bias"]))


def answers(said: Analysed, hits: Sequence[Hit], confidence: float | None) -> list[AnsweringHit]:
    """Return the first hits, each with how likely it answers the question, the likeliest first."""
    some = list(hits[:CONSIDERED])
    if not some:
        return []
    model = _model()
    values = ((signs(said, some, confidence) - model.means) / model.scales) @ model.weights + model.bias
    weighed = [AnsweringHit(hit, 1 / (1 + exp(-float(value)))) for hit, value in zip(some, values, strict=True)]
    return sorted(weighed, key=lambda one: -one.likely)
