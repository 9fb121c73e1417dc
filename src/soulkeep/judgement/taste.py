"""What a message says of its speaker's taste, and whether it asks for theirs, for a recommendation, or for the other's.

A small learnt model, trained by `scripts/train_tastes.py` on `data/tastes`. What it isn't sure of is left open.
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
"""How likely each must be."""
NAME = "X"
"""What stands for a name that is known, so that nothing of it counts."""
HEADS: Mapping[str, tuple[str, ...]] = {"asks": ASKS, "likes": LIKES}

_SURE = 0.7
"""How likely it must be."""


def taste_features(text: str) -> NDArray[np.float32]:
    """What is looked at beside the words, shape (n,): the meaning, and what the text was judged to be."""
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
        """How likely each label is, 0…1, together 1."""
        ids = features(text)
        value = self.words[ids].sum(0) / np.sqrt(max(1, len(ids))) + taste_features(text) @ self.signs + self.bias
        powers = np.exp(value - value.max())
        return np.asarray(powers / powers.sum(), np.float32)

    @staticmethod
    def write(models: Mapping[str, TasteModel]) -> None:
        """Write all heads; words as bytes with a scale."""
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
        """One head.

        Raises:
            WeightsDamaged: their file is missing, or isn't the one that was trained.
        """
        with reading(WEIGHTS), np.load(BytesIO(WEIGHTS.read_bytes())) as data:
            words = data[f"{name}_words"].astype(np.float32) * float(data[f"{name}_scale"])
            if words.shape != (BUCKETS, len(HEADS[name])):
                raise ValueError("it was trained on other features than these")
            return TasteModel(words, data[f"{name}_signs"], data[f"{name}_bias"])


def asks(text: str) -> str:
    """What a message asks of taste, one of `ASKS`; "none" where that isn't sure."""
    return _probabilities_of("asks", text)


def likes(text: str) -> str:
    """What a message says of its speaker's taste in what it names, one of `LIKES`; "none" where that isn't sure."""
    return _probabilities_of("likes", text)


@lru_cache(maxsize=4096)
def _probabilities_of(head: str, text: str) -> str:
    if len(text) > LONGEST:
        return "none"
    shares = TasteModel.read(head).shares(text)
    best = int(shares.argmax())
    return HEADS[head][best] if shares[best] >= SURE[head] else "none"
