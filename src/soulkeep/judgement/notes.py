"""Whether a text is a note in the third person, as assistants write them ("Anna is allergic to walnuts"), and tells
something lasting. A small learnt model over what the general one sees, trained by `scripts/train_notes.py`."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from math import exp
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.features import BUCKETS, features
from soulkeep.judgement.model import hidden, meaning
from soulkeep.judgement.trained import reading

WEIGHTS = Path(__file__).parent / "notes.npz"


class NoteJudgement(NamedTuple):
    """The probability, 0…1, that a text is a note, and, if it is one, that it tells something lasting, planned or
    promised."""

    note: float
    lasts: float


class NoteWeights(NamedTuple):
    """Weights: of words for being a note (BUCKETS,), of `signs` for both (n, 2), and for each of both (2,)."""

    words: NDArray[np.float32]
    signs: NDArray[np.float32]
    bias: NDArray[np.float32]

    def judged(self, text: str) -> NoteJudgement:
        ids = features(text)
        note, lasts = (signs(text) @ self.signs + self.bias).tolist()
        note += float(self.words[ids].sum()) / max(1, len(ids)) ** 0.5
        return NoteJudgement(1 / (1 + exp(-note)), 1 / (1 + exp(-lasts)))


def signs(text: str) -> NDArray[np.float32]:
    """Return what is used beside words, shape (n,): what the general model sees in a text, and its meaning vector."""
    return np.concatenate([hidden(text), meaning([text])[0]])


@lru_cache(maxsize=1)
def weights() -> NoteWeights:
    """Return the weights, read on first use.

    Raises:
        WeightsDamaged: the file is missing, or isn't the one that was trained.
    """
    with reading(WEIGHTS), np.load(BytesIO(WEIGHTS.read_bytes())) as data:
        words = data["words"].astype(np.float32) * float(data["scale"])
        if words.shape != (BUCKETS,):
            raise ValueError("it was trained on other features than these")
        return NoteWeights(words, data["signs"], data["bias"])


def as_note(text: str) -> NoteJudgement:
    """Judge a text as a note in the third person."""
    return weights().judged(text)
