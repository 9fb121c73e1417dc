"""The small learnt model: two thin layers over the features of a text and its meaning vector.

Trained by `scripts/train_judgement.py` on `data/judgement`; docs/judgement.md says how well it does and where it fails.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.features import LONGEST, features
from soulkeep.judgement.trained import reading
from soulkeep.lang.forms import both_ends
from soulkeep.models.embed.static import MULTILINGUAL, StaticEmbedder, shipped

WEIGHTS = Path(__file__).parent / "weights"

KINDS = ("question", "request", "lasting", "plan", "promise", "statement", "joke", "small_talk", "courtesy")
EMOTIONS = (
    "joy", "affection", "pride", "gratitude", "sadness", "loneliness", "anger", "fear", "shame", "disgust", "surprise", "none",
)  # fmt: skip
WHO = ("self", "theirs", "other", "you")
ACTS = (
    "greeting", "farewell", "thanks", "apology", "how_are_you", "agreement", "rejection", "praise", "blame", "correction",
    "opinion", "about_you", "remember", "request", "unclear", "filler", "question", "tell",
)  # fmt: skip
TONGUES = ("en", "de", "fr", "es", "ko", "ja", "zh", "")
MATTERS = ("work", "home", "partner", "pet", "food", "study", "health", "death", "other")

_BLOCKS = {
    "kind": len(KINDS), "importance": 1, "valence": 1, "arousal": 1, "towards": 1, "ends": 1,
    "emotion": len(EMOTIONS), "who": len(WHO), "matter": len(MATTERS),
    "act": len(ACTS), "tongue": len(TONGUES),
}  # fmt: skip
OUTPUTS = sum(_BLOCKS.values())

_NO_FEELING = "none"
_SHOWS = 0.35
"""Least share, 0…1, of an emotion that is returned…"""
_MOST_EMOTIONS = 2


def output_slices() -> dict[str, slice]:
    """Return the slice of each judgement in the model's output."""
    slices: dict[str, slice] = {}
    start = 0
    for name, length in _BLOCKS.items():
        slices[name] = slice(start, start + length)
        start += length
    return slices


_PLACES = output_slices()
_SINGLE = tuple(_PLACES[name].start for name in ("importance", "valence", "arousal", "towards", "ends"))
_SHARED = (
    (KINDS, _PLACES["kind"]), (EMOTIONS, _PLACES["emotion"]), (WHO, _PLACES["who"]), (MATTERS, _PLACES["matter"]),
    (ACTS, _PLACES["act"]), (TONGUES, _PLACES["tongue"]),
)  # fmt: skip
_STARTS = np.array([place.start for place in _PLACES.values()])
_BLOCK_OF = np.repeat(np.arange(len(_PLACES)), [place.stop - place.start for place in _PLACES.values()])
"""Where each block of the model's output begins, and which block each value belongs to."""


class Emotion(NamedTuple):
    """An emotion and how strongly it shows, 0…1."""

    name: str
    intensity: float


class Judgement(NamedTuple):
    """The model's judgement of a text.

    Attributes:
        kinds: probability of each of `KINDS`, 0…1, summing to 1.
        importance: 1…10.
        valence: -1 (bad) … 1 (good).
        arousal: 0 (calm) … 1 (excited).
        towards: how it treats the hearer, -1 (badly) … 1 (well).
        ends: probability that it says something no longer holds, 0…1.
        emotions: those that the speaker shows, strongest first.
        who: probability that it is about each of `WHO`, 0…1, summing to 1.
        matters: probability that it is about each of `MATTERS`, 0…1, summing to 1.
        acts: probability of each of the speech acts `ACTS`, 0…1, summing to 1.
        tongues: probability of each language of `TONGUES`, 0…1, summing to 1; "" is any other.
    """

    kinds: Mapping[str, float]
    importance: float
    valence: float
    arousal: float
    towards: float
    ends: float
    emotions: tuple[Emotion, ...]
    who: Mapping[str, float]
    matters: Mapping[str, float]
    acts: Mapping[str, float]
    tongues: Mapping[str, float]

    @property
    def kind(self) -> str:
        """The most likely kind."""
        return max(self.kinds, key=self.kinds.__getitem__)


class _Weights(NamedTuple):
    pieces: NDArray[np.int8]
    scale: NDArray[np.float32]
    meaning: NDArray[np.float32]
    bias: NDArray[np.float32]
    out: NDArray[np.float32]
    out_bias: NDArray[np.float32]
    embedder: StaticEmbedder


@lru_cache(maxsize=1)
def _weights() -> _Weights:
    """Return the weights, which are read on first use."""
    with reading(WEIGHTS):
        sums = json.loads((WEIGHTS / "model.json").read_bytes())["sha256"]
        data = {name: (WEIGHTS / name).read_bytes() for name in sums}
        for name, expected in sums.items():
            if hashlib.sha256(data[name]).hexdigest() != expected:
                raise ValueError(f"{name} is not the file that was trained")
        pieces = np.load(io.BytesIO(gzip.decompress(data["pieces.npy.gz"])))
        rest = np.load(io.BytesIO(data["rest.npz"]))
        others = {name: rest[name].astype(np.float32) for name in ("scale", "meaning", "bias", "out", "out_bias")}
        return _Weights(pieces=pieces, embedder=shipped(MULTILINGUAL), **others)


def judge(text: str) -> Judgement:
    """Judge what a text is, how much it matters and what feelings it shows; cached."""
    return _judged(text if len(text) <= LONGEST else both_ends(text, LONGEST))


def meaning(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return the meaning vectors of texts in seven languages, whatever the keep's embedder, (len(texts),
    dimensions)."""
    return np.array([_meaning(text[:LONGEST]) for text in texts])


@lru_cache(maxsize=4096)
def _meaning(text: str) -> NDArray[np.float32]:
    vector: NDArray[np.float32] = _weights().embedder.embed([text])[0]
    return vector


@lru_cache(maxsize=16)
def hidden(text: str) -> NDArray[np.float32]:
    """Return what the model's units see in a text, shape (units,): what all of its judgements are made of."""
    weights = _weights()
    ids = features(text)
    inner = np.einsum("i,ij->j", _meaning(text), weights.meaning) + weights.bias  # not by BLAS: it wakes threads
    inner += np.add.reduce(weights.pieces[ids], axis=0, dtype=np.int32) * weights.scale / np.sqrt(max(1, len(ids)))
    seen: NDArray[np.float32] = np.maximum(inner, 0)
    return seen


@lru_cache(maxsize=4096)
def _judged(text: str) -> Judgement:
    outputs = hidden(text) @ _weights().out + _weights().out_bias
    values = outputs.tolist()
    importance, valence, arousal, towards, ends = [values[place] for place in _SINGLE]
    powers = np.exp(outputs - np.maximum.reduceat(outputs, _STARTS)[_BLOCK_OF])
    shares = (powers / np.add.reduceat(powers, _STARTS)[_BLOCK_OF]).tolist()
    kinds, emotions, who, matters, acts, tongues = [
        dict(zip(names, shares[place], strict=True)) for names, place in _SHARED
    ]
    shown = sorted([(-share, name) for name, share in emotions.items() if name != _NO_FEELING and share >= _SHOWS])
    return Judgement(
        kinds=kinds,
        importance=min(10.0, max(1.0, 4 + 3 * importance)),
        valence=min(1.0, max(-1.0, valence / 2)),
        arousal=min(1.0, max(0.0, arousal / 2)),
        towards=min(1.0, max(-1.0, towards / 2)),
        ends=1 / (1 + exp(-ends)),
        emotions=tuple([Emotion(name, -negative) for negative, name in shown[:_MOST_EMOTIONS]]),
        who=who,
        matters=matters,
        acts=acts,
        tongues=tongues,
    )
