"""From what was just said to what is searched for (1: query creator; 4: "a certain portion of the recent chat")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from soulkeep.mind.features import query_hashes
from soulkeep.models.embed import Embedder
from soulkeep.recall.signals import Query, Scores
from soulkeep.text.references import Salient, leans_on_talk, salient
from soulkeep.text.terms import hash_terms, terms

_MEANING_SHARE = 0.6
"""How much the meaning of the last turn counts beside that of the question, where the question leans on it wholly."""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of the talk before a question."""

    text: str
    speaker: str | None = None


def make_query(
    text: str, language: str, history: Sequence[Said], embedder: Embedder, *, by_words: bool = False
) -> Query:
    """What to search for.

    A question that stands by itself is searched for as it is. One that leans on the talk before it ("Where are they
    located?") takes along what was talked of, the nearest turns most: names and things by their words, and the meaning.

    Args:
        text: the question.
        language: ISO 639-1.
        history: the talk before it, oldest first.
        embedder: gives it a vector.
        by_words: leave the vector out, all zeros.
    """
    hashes = query_hashes(text, language)
    leaning = leans_on_talk(text, language) if history else 0.0
    added = salient([(said.text, said.speaker) for said in history], language) if leaning else []
    weights = dict.fromkeys(hashes.tolist(), 1.0)
    for item in added:
        for hash in hash_terms(terms(item.text, language)).tolist():
            weights[hash] = max(weights.get(hash, 0.0), leaning * item.weight)
    return Query(
        text=_shown(text, added),
        vector=np.zeros(embedder.dimensions, dtype=np.float32) if by_words else _vector(text, added, leaning, embedder),
        terms=np.array(list(weights), dtype=np.uint32),
        weights=np.array(list(weights.values()), dtype=np.float32),
    )


def _vector(text: str, added: Sequence[Salient], leaning: float, embedder: Embedder) -> Scores:
    vector = embedder.embed_query(text)
    if added:
        share = np.float32(_MEANING_SHARE * leaning)
        vector = vector + share * embedder.embed_query(" ".join(item.text for item in added))
        length = np.linalg.norm(vector)
        vector = vector / length if length else vector
    return vector.astype(np.float32, copy=False)


def _shown(text: str, added: Sequence[Salient]) -> str:
    return f"{text} ({', '.join(item.text for item in added)})" if added else text
