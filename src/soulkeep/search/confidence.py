"""The confidence that the answer is among the hits. If it is low, a character says that it doesn't remember.

A logistic model of three measurements, fitted by scripts/train_confidence.py on questions that the memories answer,
questions asked of another character's memories, and questions with a false premise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from soulkeep.types.records import Hit

_BEST = 3
_UNTOLD = 0.4
"""Score added to a passage, as a book has no speaker: about half of what having the right speaker adds to a turn."""

_KNOWN = 0.9

_WEIGHTS = (2.0, 2.82, 2.98)
_BIAS = -5.14


class Measured(NamedTuple):
    """The measurements of the model.

    Attributes:
        score: score of the best hit.
        similarity: mean of the best three, -1…1; 0 where the embedder doesn't know the language.
        foreign: 1 where the embedder doesn't know the language, else 0.
    """

    score: float
    similarity: float
    foreign: float


def measure(hits: Sequence[Hit], *, foreign: bool) -> Measured:
    """Measure hits of the default preset; at least one, best first."""
    best = sorted((hit.similarity for hit in hits), reverse=True)[:_BEST]
    score = hits[0].score + (_UNTOLD if hits[0].memory.speaker is None else 0.0)
    return Measured(score, sum(best) / len(best), float(foreign))


def confidence(hits: Sequence[Hit], *, foreign: bool, fact: bool = False) -> float:
    """Return how likely the answer is among some hits, 0…1; 0 for no hits.

    Args:
        hits: hits of the default preset, best first.
        foreign: whether the embedder doesn't know the question's language.
        fact: whether the question asks for a fact about the asker; a turn that states it answers.
    """
    if not hits:
        return 0.0
    measured = measure(hits, foreign=foreign)
    likely = 1 / (1 + exp(-_BIAS - sum(w * x for w, x in zip(_WEIGHTS, measured, strict=True))))
    is_stated = fact and any(hit.parts.get("stated", 0.0) > 0 for hit in hits[:_BEST])
    return max(likely, _KNOWN) if is_stated else likely
