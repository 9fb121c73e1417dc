"""Making a query from what was just said (1: query creator; 4: "a certain portion of the recent chat")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from soulkeep.lang.function_words import telling_terms
from soulkeep.lang.references import Salient, leans_on_talk, salient
from soulkeep.lang.terms import hash_terms, terms
from soulkeep.models.embed.base import Embedder
from soulkeep.search.bm25 import others
from soulkeep.search.indexed_terms import query_hashes
from soulkeep.search.signals import Query

_EMPTY_WORDS = 0.4
"""Weight of a question's words if all are function words ("And where?") and the talk tells what is meant."""

TIME_WORDS = 0.5
"""Weight of the words of a time expression, where the time itself is looked up."""

_MEANING_SHARE = 0.8
"""Weight of the embedding of what was talked of, relative to the question's, if the question depends on it wholly."""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of the talk before a question."""

    text: str
    speaker: str | None = None


def make_query(
    text: str, language: str, history: Sequence[Said], embedder: Embedder, *, by_words: bool = False
) -> Query:
    """Build the query of a question.

    A question that stands by itself is searched for as it is. One that leans on the talk before it ("Where are they
    located?") is extended by what was talked of, the nearest turns most: by names and things, and by the meaning.

    Args:
        text: the question.
        language: ISO 639-1.
        history: the turns before the question, oldest first.
        embedder: makes the vector.
        by_words: leave the vector out (all zeros).
    """
    leaning = bool(history) and leans_on_talk(text, language)
    added = salient([(said.text, said.speaker) for said in history], language) if leaning else []
    own = 1.0 if not added or telling_terms(text, language) else _EMPTY_WORDS
    weights = dict.fromkeys(query_hashes(text, language).tolist(), own)
    for item in added:
        for hash in hash_terms(terms(item.text, language)).tolist():
            weights[hash] = max(weights.get(hash, 0.0), leaning * item.weight)
    vector = np.zeros(embedder.dimensions, dtype=np.float32)
    if not by_words:
        vector = embedder.embed_query(text)
        if added:
            share = np.float32(_MEANING_SHARE * leaning / own)
            vector = vector + share * embedder.embed_query(" ".join(item.text for item in added))
            vector = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return Query(
        text=_shown(text, added),
        vector=vector.astype(np.float32),
        terms=np.array(list(weights), dtype=np.uint32),
        weights=np.array(list(weights.values()), dtype=np.float32),
    )


def with_names(query: Query, names: Sequence[str], language: str) -> Query:
    """Return a query with the full names of those it means added: "Mel" also finds Melanie."""
    if not names:
        return query
    extra = others(hash_terms(terms(" ".join(names), language)), query.terms)
    return query._replace(
        terms=np.concatenate([query.terms, extra]),
        weights=np.concatenate([query.weights, np.ones(len(extra), dtype=np.float32)]),
    )


def damped(query: Query, parts: Sequence[str], language: str) -> Query:
    """Return a query in which the words of some of its parts weigh less.

    It is used for times, which are looked up as such: each word of "7 May 2023" fits many other days.
    """
    timely = np.isin(query.terms, hash_terms(terms(" ".join(parts), language)))
    return query._replace(weights=np.where(timely, query.weights * np.float32(TIME_WORDS), query.weights))


def _shown(text: str, added: Sequence[Salient]) -> str:
    return f"{text} ({', '.join(item.text for item in added)})" if added else text
