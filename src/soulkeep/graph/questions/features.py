"""The features by which a form is scored, and their weights.

A form has two scores. The first is linear in its features, so that it is known what a form can reach before it is solved.
The second, of the few that are solved, also has a layer of units, which see several features together: what nobody said
counts less against a form if it is near to the whole question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.judgement.trained import reading

TRAINED = Path(__file__).parent / "data" / "weights.json"

LATER = ("values",)
"""Features that only the second score knows: of what a form gives, for better or for worse."""

FEATURES = (  # of names, words, properties, qualifiers, roles and answers, in the order of their introduction
    "covered", "uncovered", "support", "free", "expected", "steps", "asks", "asks not", "empty", "names", "names unused",
    "class", "count unused", "extreme unused", "extreme fit", "comparison unused", "value unused",
    "denial unused", "denial without", "age unused", "long unused", "role", "about", "many", "bounds", "among unused",
    "redundant", "whether", "unit", "carried unused", "extreme far",
    "asked unused", "leans", "plain about", "joins", "stranger", "about besides", "expected besides", "count of nothing",
    "order of one", "backwards", "little", "target", "target not", "part",
    "class besides", "holds",
    "class twice", "role one way", "everything", "reach", "phrase",
    "personal", "sense", "sense of said", "sense of joining", "sense of measure",
    "steps said", "denial far", "apposed", "class heard",
    "about in part", "free besides", "sense besides", "kind not",
    "counts", "spans", "ordered", "bounded", "denies", "projected", "inverse", "several", "sense behind",
    "covered behind", "alone", "stops short", "sense among", "reckoned unused", "reckoned in part", *LATER,
)  # fmt: skip
"""The features, in the order of the weights."""

NEVER = {
    "extreme unused": 1, "comparison unused": 1, "denial unused": 1, "denial without": 1, "age unused": 1,
    "among unused": 1, "order of one": 1, "backwards": 1, "count unused": 1, "expected besides": 3,
    "stranger": 1, "everything": 1, "apposed": 1, "about besides": 1, "kind not": 1, "stops short": 1,
    "reckoned unused": 1,
}  # fmt: skip
"""Features that rule a form out, with the value from which they do: it ignores a qualifier, for example, or a name, or
its answers are of a kind that the question word excludes: a number for "where"."""


NEVERMORE = 5.0
"""How far below the score of understanding nothing a form is that is ruled out."""


class Units(NamedTuple):
    """The weights of the second score: of the features, and of units that see them together.

    Attributes:
        direct: weight of each feature, by its place in `FEATURES`.
        inward: weight of each feature for each unit, shape (features, units).
        bias: what each unit adds to its features.
        outward: weight of each unit.
        constant: what is added to every score, so that understanding nothing has the same score as in the first.
    """

    direct: NDArray[np.float64]
    inward: NDArray[np.float64]
    bias: NDArray[np.float64]
    outward: NDArray[np.float64]
    constant: float

    def scores(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the second scores of forms, given their features, shape (forms, features)."""
        seen = np.tanh(features @ self.inward + self.bias)
        scores: NDArray[np.float64] = features @ self.direct + seen @ self.outward + self.constant
        return scores


class FeatureWeights(NamedTuple):
    """Learnt weights.

    Attributes:
        of: weight of each feature in the first score.
        least: score of not understanding the question.
        units: the weights of the second score.
    """

    of: dict[str, float]
    least: float
    units: Units


@lru_cache(maxsize=1)
def weights() -> FeatureWeights:
    """Return the weights, as learnt by `scripts/train_questions.py`.

    Raises:
        WeightsDamaged: their file is missing or was changed.
    """
    with reading(TRAINED):
        data = json.loads(TRAINED.read_text(encoding="utf-8"))
        first = {name: float(data["weights"].get(name, 0.0)) for name in FEATURES}
        return FeatureWeights(first, float(data["least"]), _units(data["units"]))


def _units(data: Mapping[str, Any]) -> Units:
    none = [0.0] * len(data["outward"])
    return Units(
        np.array([data["direct"].get(name, 0.0) for name in FEATURES], dtype=np.float64),
        np.array([data["inward"].get(name, none) for name in FEATURES], dtype=np.float64),
        np.array(data["bias"], dtype=np.float64),
        np.array(data["outward"], dtype=np.float64),
        float(data["constant"]),
    )


def is_ruled_out(features: Mapping[str, float]) -> bool:
    """Return whether a form can't be meant, whatever else speaks for it."""
    return not NEVER.keys().isdisjoint(features) and any(
        features.get(name, 0.0) >= least for name, least in NEVER.items()
    )


def second_scores(forms: Sequence[Mapping[str, float]]) -> list[float]:
    """Return the second scores of forms, given their features."""
    if not forms:
        return []
    learnt = weights()
    rows = np.array([[one.get(name, 0.0) for name in FEATURES] for one in forms], dtype=np.float64)
    scores = learnt.units.scores(rows).tolist()
    return [
        min(score, learnt.least) - NEVERMORE if is_ruled_out(one) else score
        for score, one in zip(scores, forms, strict=True)
    ]
