"""Whether a program wants something of a language model, or a person says something: small learnt models judge it by
the text, where nothing else shows it.

Trained by `scripts/train_instructions.py` on `data/instructions`. Words that are taken for an instruction aren't lost:
they are stored as soon as the front end shows them as said.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from math import exp
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.features import BUCKETS, LONGEST, features
from soulkeep.judgement.model import meaning
from soulkeep.judgement.trained import reading
from soulkeep.lang.forms import both_ends

WEIGHTS = Path(__file__).with_name("instructions.npz")

LEAST, LEAST_STREAMED, LEAST_OF_SYSTEM = 0.75, 0.9, 0.9
"""Probability from which on a text is taken for an instruction; and if the answer is to come in pieces, as for somebody
who reads it; and of a text in the system's place, with which all talks of a character may begin."""

Place = Literal["said", "system"]
"""Where a text stands: in the person's place, or in the system's."""

_EDGE = 80
"""Characters of a text's beginning, and of its end, whose meaning is looked at apart."""

Floats = NDArray[np.float32]


class Model(NamedTuple):
    """The model of one place: a linear one of the words, and networks of one layer of the meaning and the form.

    Attributes:
        words: weights of the hashed features, (BUCKETS,).
        mean, scale: those of what the networks see, (signs,).
        inner: the networks' first weights, (networks, signs, units); `inner_bias` (networks, units).
        outer: their second weights, (networks, units).
        together: the weights of both scores, and a bias, (3,).
    """

    words: Floats
    mean: Floats
    scale: Floats
    inner: Floats
    inner_bias: Floats
    outer: Floats
    together: Floats

    def likely(self, spelt: NDArray[np.int32], seen: Floats) -> float:
        """Return the probability by a text's hashed features and its signs."""
        both = np.array([of_words(self.words, spelt), self.of_signs(seen[None])[0], 1.0])
        return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, float(both @ self.together)))))

    def of_signs(self, seen: Floats) -> Floats:
        """Return the networks' score of texts by their signs, (n,)."""
        inner = np.einsum("ns,ksu->knu", (seen - self.mean) / self.scale, self.inner) + self.inner_bias[:, None]
        return np.asarray(np.einsum("knu,ku->n", np.maximum(inner, 0), self.outer) / len(self.outer), np.float32)


def instruction(text: str, place: Place = "said") -> float:
    """Return how likely a text is an instruction by a program, 0…1: instead of a person's words, or, in the system's
    place, of the description of who talks."""
    return _models()[place].likely(features(text), signs(text))


def of_words(weights: NDArray[Any], spelt: NDArray[np.int32]) -> float:
    """Return the linear model's score of a text by its hashed features."""
    return float(weights[spelt].sum() / np.sqrt(max(1, len(spelt))))


def signs(text: str) -> Floats:
    """Return what the networks see of a text: the meaning of all, of the end and of the beginning, and its form."""
    text = both_ends(text.strip(), LONGEST)
    form = [
        len(text) / 300, text.count("\n") / 5, text[:1] in ("[", "(", "*", "#", "<"), text[-1:] in ("]", ")"),
        text.count('"') / 4, text.count(":") / 3, text.isascii(), "?" in text or "？" in text, "*" in text, "{" in text,
        text[:1].isupper(), text[-1:] in (".", "!", "?", "。"),
    ]  # fmt: skip
    return np.concatenate([meaning([text, text[-_EDGE:], text[:_EDGE]]).ravel(), np.array(form, np.float32)])


@lru_cache(maxsize=1)
def _models() -> Mapping[str, Model]:
    with reading(WEIGHTS), np.load(BytesIO(WEIGHTS.read_bytes())) as data:
        found = {}
        for place in ("said", "system"):
            arrays = {name: data[f"{place}_{name}"].astype(np.float32) for name in Model._fields}
            arrays["words"] *= float(data[f"{place}_step"])
            found[place] = Model(**arrays)
            if found[place].words.shape != (BUCKETS,):
                raise ValueError("it was trained on other features than these")
        return found
