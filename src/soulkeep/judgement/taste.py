"""Whether a message tells its speaker's taste, or asks for their own taste, a recommendation, or the character's taste.

A small learnt model, trained by `scripts/train_tastes.py` on `data/tastes`. Unsure cases are left open.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.features import BUCKETS, LONGEST, features
from soulkeep.judgement.model import judge, meaning
from soulkeep.judgement.trained import reading

WEIGHTS = Path(__file__).parent / "taste.npz"

ASKS = ("none", "interests", "recommend", "hers")
LIKES = ("none", "likes", "dislikes")
SURE = {"asks": 0.85, "likes": 0.9}
"""Least probability of an answer, for each model."""
NAME = "X"
"""Replaces known names, so that nothing of them counts."""
HEADS: Mapping[str, tuple[str, ...]] = {"asks": ASKS, "likes": LIKES}


def taste_features(text: str) -> NDArray[np.float32]:
    """Return the features used beside words, shape (n,): the meaning vector, and the judgement of the text."""
    judged = judge(text)
    return np.array(
        [
            *meaning([text])[0], *judged.kinds.values(), *judged.who.values(), *judged.acts.values(), judged.valence,
            judged.towards,
        ],
        dtype=np.float32,
    )  # fmt: skip


class TasteModel(NamedTuple):
    """Weights of one head: of words (BUCKETS, labels), of signs (n, labels), and for each label."""

    words: NDArray[np.float32]
    signs: NDArray[np.float32]
    bias: NDArray[np.float32]

    def shares(self, text: str) -> NDArray[np.float32]:
        """Return the probability of each label, 0…1, summing to 1."""
        ids = features(text)
        value = self.words[ids].sum(0) / np.sqrt(max(1, len(ids))) + taste_features(text) @ self.signs + self.bias
        powers = np.exp(value - value.max())
        return np.asarray(powers / powers.sum(), np.float32)

    @staticmethod
    def write(models: Mapping[str, TasteModel]) -> None:
        """Write all heads; weights of words are stored as bytes with a scale."""
        arrays: dict[str, NDArray[np.float32] | NDArray[np.int8]] = {}
        for name, model in models.items():
            scale = np.abs(model.words).max() / 127
            arrays[f"{name}_words"] = np.round(model.words / scale).astype(np.int8)
            arrays[f"{name}_scale"] = np.array(scale, np.float32)
            arrays[f"{name}_signs"] = model.signs.astype(np.float32)
            arrays[f"{name}_bias"] = model.bias.astype(np.float32)
        np.savez_compressed(WEIGHTS, allow_pickle=False, **arrays)

    @staticmethod
    @lru_cache(maxsize=4)
    def read(name: str) -> TasteModel:
        """Read one head.

        Raises:
            WeightsDamaged: the file is missing, or isn't the one that was trained.
        """
        with reading(WEIGHTS), np.load(BytesIO(WEIGHTS.read_bytes())) as data:
            words = data[f"{name}_words"].astype(np.float32) * float(data[f"{name}_scale"])
            if words.shape != (BUCKETS, len(HEADS[name])):
                raise ValueError("it was trained on other features than these")
            return TasteModel(words, data[f"{name}_signs"], data[f"{name}_bias"])


def asks(text: str) -> str:
    """Return what a message asks about taste, one of `ASKS`; "none" if unsure."""
    return _probabilities_of("asks", text)


def likes(text: str) -> str:
    """Return the speaker's taste for what a message names, one of `LIKES`; "none" if unsure."""
    return _probabilities_of("likes", text)


@lru_cache(maxsize=4096)
def _probabilities_of(head: str, text: str) -> str:
    if len(text) > LONGEST:
        return "none"
    shares = TasteModel.read(head).shares(text)
    best = int(shares.argmax())
    return HEADS[head][best] if shares[best] >= SURE[head] else "none"
