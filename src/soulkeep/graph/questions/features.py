"""The features by which a form is scored, and their weights."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from soulkeep.judgement.trained import reading

TRAINED = Path(__file__).parent / "data" / "weights.json"

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
    "way round", "about in part", "free besides", "sense besides", "kind not",
)  # fmt: skip
"""The features, in the order of the weights."""

NEVER = {
    "extreme unused": 1, "comparison unused": 1, "denial unused": 1, "denial without": 1, "age unused": 1,
    "among unused": 1, "order of one": 1, "backwards": 1, "count unused": 1, "expected besides": 3,
    "stranger": 1, "everything": 1, "apposed": 1, "about besides": 1, "kind not": 1,
}  # fmt: skip
"""Features that rule a form out, with the value from which they do: it ignores a qualifier, for example, or a name, or
its answers are of a kind that the question word excludes: a number for "where"."""


class FeatureWeights(NamedTuple):
    """Learnt weights.

    Attributes:
        of: weight of each feature.
        least: score of not understanding the question.
    """

    of: dict[str, float]
    least: float


@lru_cache(maxsize=1)
def weights() -> FeatureWeights:
    """Return the weights, as learnt by `scripts/train_questions.py`.

    Raises:
        WeightsDamaged: their file is missing or was changed.
    """
    with reading(TRAINED):
        data = json.loads(TRAINED.read_text(encoding="utf-8"))
        return FeatureWeights({name: float(data["weights"].get(name, 0.0)) for name in FEATURES}, float(data["least"]))
