"""Whether something said later means that something said before is no longer so: "All unpacked, hello Bristol!" after
"I live in Leeds". A small learnt model judges it, as this is seldom said explicitly.

Trained by `scripts/train_changes.py` on `data/changes`: what somebody stated, what they said later, and whether that
ended or replaced it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from math import log1p
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.alignment import alignment
from soulkeep.judgement.analysed import Analysed, analysed
from soulkeep.judgement.features import BUCKETS, features
from soulkeep.judgement.model import Judgement, meaning
from soulkeep.judgement.trained import reading
from soulkeep.lang.questions import is_question

WEIGHTS = Path(__file__).parent / "changes.npz"

_DIGITS = frozenset("0123456789")
_MOST = 3
_SAME = [2, 3, 4, 11, 12, 15, 18]
"""Features that both texts are about the same: matter, people, meaning, shared words, similar words."""


def same_matter(one: Judgement, other: Judgement) -> float:
    """Return how likely two texts are about the same of the known matters, 0…1."""
    return sum([one.matters[name] * other.matters[name] for name in one.matters if name != "other"])


def same_people(one: Judgement, other: Judgement) -> float:
    """Return how likely two texts are about the same people (the speaker, their people, others), 0…1."""
    return sum([one.who[name] * other.who[name] for name in one.who])


def signs(earlier: Analysed, later: Analysed) -> NDArray[np.float32]:
    """Return the features that show whether the later of two texts of one speaker ends what the earlier states."""
    before, after = earlier.judged, later.judged
    vectors = meaning([earlier.text, later.text])
    alike = float(vectors[0] @ vectors[1])
    matter, people = same_matter(before, after), same_people(before, after)
    shared = len(earlier.telling & later.telling)
    single = {statement.relation for statement in earlier.statements if statement.single}
    restated = float(not single.isdisjoint([statement.relation for statement in later.statements]))
    over = float(bool(later.endings))
    new_name, digits = float(bool(later.named - earlier.named)), float(not _DIGITS.isdisjoint(later.text))
    return np.array(
        [
            after.ends, before.ends, matter, people, alike, over, restated, new_name, digits,
            digits * (not _DIGITS.isdisjoint(earlier.text)), float(not earlier.named.isdisjoint(later.named)),
            shared / max(1, len(earlier.telling)), min(_MOST, shared), float(is_question(later.text)),
            log1p(len(later.telling)), *alignment(earlier.telling_vectors, later.word_vectors),
            *alignment(later.telling_vectors, earlier.word_vectors),
            after.ends * matter, after.ends * alike, after.ends * people, over * matter, people * matter, matter * new_name,
            matter * (not shared), *after.kinds.values(), *after.who.values(), after.valence, after.arousal,
            before.importance / 10, after.importance / 10, *after.matters.values(),
            *[before.matters[name] * after.matters[name] for name in after.matters],
        ],
        dtype=np.float32,
    )  # fmt: skip


def crossed(seen: NDArray[np.float32], news: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return features (n, signs) combined with how much each later text sounds like news (n,): news alone, and
    multiplied by what shows that both texts are about the same."""
    column = news[:, None]
    return np.hstack([seen, column, column * seen[:, _SAME]]).astype(np.float32)


def news(words: NDArray[np.float32], bias: float, spelt: NDArray[np.int32]) -> float:
    """Return how much a text sounds like news about oneself, from its hashed features."""
    return float(words[spelt].sum() / np.sqrt(max(1, len(spelt)))) + bias


class ChangeModel(NamedTuple):
    """The weights of the model: for words that tell news, and for the features of pairs."""

    words: NDArray[np.float32]
    words_bias: float
    means: NDArray[np.float32]
    scales: NDArray[np.float32]
    signs: NDArray[np.float32]
    bias: float

    def likely(self, seen: NDArray[np.float32], later: Iterable[NDArray[np.int32]]) -> NDArray[np.float32]:
        """Return how likely each pair is an ending, by its features (n, signs) and its later text's words."""
        probabilities = np.array([news(self.words, self.words_bias, spelt) for spelt in later], np.float32)
        value = ((crossed(seen, probabilities) - self.means) / self.scales) @ self.signs + self.bias
        return np.asarray(1 / (1 + np.exp(-value)), np.float32)


@lru_cache(maxsize=1)
def _model() -> ChangeModel:
    with reading(WEIGHTS), np.load(BytesIO(WEIGHTS.read_bytes())) as data:
        arrays = {name: data[name].astype(np.float32) for name in ("means", "scales", "signs")}
        words = data["words"].astype(np.float32) * float(data["scale"])
        if words.shape != (BUCKETS,) or len({array.shape for array in arrays.values()}) != 1:
            raise ValueError("it was trained on other features than these")
        return ChangeModel(words, float(data["words_bias"]), **arrays, bias=float(data["bias"]))


@lru_cache(maxsize=4096)
def over(earlier: str, later: str, language: str) -> float:
    """Return how likely the later of two texts of a speaker says that the earlier no longer holds, 0…1."""
    seen = signs(analysed(earlier, language), analysed(later, language))
    return float(_model().likely(seen[None], [features(later)])[0])
