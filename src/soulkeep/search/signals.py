"""Measurements of a mind's rows for a question, from which scores are made.

Every row is measured exactly; nothing is weighted here. Where an excerpt stands for a large source, its rows have the
same measurements as in the whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.terms import hash_term
from soulkeep.memory.retention import floor_of, retention
from soulkeep.search.bm25 import Hashes, inverse_frequency
from soulkeep.search.view import Mind
from soulkeep.settings import Settings

Scores = NDArray[np.float32]
Rows = NDArray[np.intp]

_COMMON = 0.5
"""Share of the memories above which a term tells nothing; it is skipped, as it also has the longest postings."""

_SMALL = 50
"""Number of memories below which a mind is too small to tell which terms are common."""


class Query(NamedTuple):
    """The words and vector to search for.

    Attributes:
        text: the query for people to read.
        vector: its embedding, shape (dimensions,); zeros where it is unknown.
        terms: distinct hashes of its words.
        weights: weight of each term; 1 for what was asked, others for what the talk before it adds.
    """

    text: str
    vector: Scores
    terms: Hashes
    weights: Scores


class TermMatch(NamedTuple):
    """The rows, ascending, that hold a word of the question; how often each does; how telling the word is; and whether
    it is too common to tell anything."""

    rows: NDArray[np.int32]
    counts: Scores
    telling: float
    common: bool


class Scored(NamedTuple):
    """Scores of some rows of a mind, and the parts that sum to them. All arrays run along `rows`.

    `second_pass` is the time of the second pass in milliseconds; `later` maps a row to the one that overtakes it.
    """

    rows: Rows
    total: Scores
    parts: dict[str, Scores]
    second_pass: float = 0.0
    later: Mapping[int, int] = MappingProxyType({})


class Signals:
    """The measurements of a mind's rows for a query.

    Args:
        mind: the mind, locked by the caller, with at least one row.
        query: the words and vector to search for.
        now: the moment of asking, in seconds since the epoch.
        settings: BM25's parameters, and the speed of forgetting.

    Attributes:
        live: mask of the rows that aren't deleted.
        verbatim: mask of the live rows that are neither derived nor forgotten: they set the scale, so that the others
            don't change the scores.
        similarity: cosine similarity to the query, -1…1; 0 where there is no vector.
        matches: where the query's words occur.
        keywords: BM25 of the query's words, at least 0.
        retention: how much of each memory is retained, 0…1 (1).
    """

    def __init__(self, mind: Mind, query: Query, *, now: float, settings: Settings) -> None:
        self.mind = mind
        self.query = query
        self.now = now
        self.settings = settings
        self.live: NDArray[np.bool_] = mind.column("live")
        self.verbatim: NDArray[np.bool_] = self.live & (mind.column("bases") < 0) & ~mind.column("forgotten")
        self.similarity = meaning(mind, query.vector)
        self.matches = match(mind, query)
        self.keywords = bm25(mind, self.matches, k1=settings.bm25_k1, b=settings.bm25_b)
        self.retention = remaining(mind, now, settings)

    def scaled(self, values: Scores, *, least_span: float = 0.0, among: NDArray[np.bool_] | None = None) -> Scores:
        """Scale values to 0…1, by the least and the greatest of the verbatim rows; all 0 if these are equal. Deleted
        rows get 0.

        Args:
            values: one for each row.
            among: mask of rows of which the least and the greatest are taken; all by default.
            least_span: least difference that is scaled to 1, so that noise isn't magnified.
        """
        rows = self.verbatim if among is None else self.verbatim & among
        wanted = values if np.count_nonzero(rows) == len(rows) else values[rows]
        if not len(wanted):
            return np.zeros_like(values)
        low, high = np.minimum.reduce(wanted), np.maximum.reduce(wanted)
        if not high > low:
            return np.zeros_like(values)
        scaled: Scores = ((values - low) / max(high - low, np.float32(least_span))).astype(np.float32, copy=False)
        return scaled if wanted is values else _within(scaled) * self.live

    def recency(self) -> Scores:
        """Return how new each memory is, 0…1, as the function `recency` does."""
        return recency(self.mind.column("times"), self.now)


def _within(values: Scores) -> Scores:
    """Clip values to 0…1."""
    cut: Scores = np.maximum(values, np.float32(0))
    return np.minimum(cut, np.float32(1), out=cut)


def meaning(mind: Mind, vector: Scores) -> Scores:
    """Return the cosine similarity of each row to a vector, -1…1; 0 where a row has no vector."""
    similarities = [partition.similarity(vector) for partition in mind.partitions]
    return similarities[0] if len(similarities) == 1 else np.concatenate(similarities)


def match(mind: Mind, query: Query) -> list[TermMatch]:
    """Return where each of the query's words occurs, and how telling it is; derived or forgotten memories don't make it
    less telling."""
    matches: list[TermMatch] = []
    size = mind.said
    for (rows, counts, shared), weight in zip(mind.each(query.terms), query.weights.tolist(), strict=True):
        matches.append(TermMatch(rows, counts, weight * inverse_frequency(shared, size), shared > _COMMON * size))
    return matches


def remaining(mind: Mind, now: float, settings: Settings) -> Scores:
    """Return how much of each memory is retained, 0…1 (1)."""
    return retention(
        now,
        mind.column("accessed"),
        mind.column("stability"),
        settings.forgetfulness,
        floor=floor_of(mind.column("boosts"), settings.importance_floor),
        pinned=mind.column("pinned"),
    )


def bm25(mind: Mind, matches: Sequence[TermMatch], *, k1: float, b: float) -> Scores:
    """Return the BM25 of each row: sum of idf · n·(k1 + 1) / (n + k1·(1 - b + b·length/average)), at least 0."""
    total = np.zeros(mind.size, dtype=np.float32)
    lengths = mind.column("lengths")
    average = mind.average_length()
    small = mind.rows < _SMALL
    looked_up = [match for match in matches if len(match.rows) and (small or not match.common)]
    if not looked_up:
        return total
    rows = np.concatenate([match.rows for match in looked_up])
    counts = np.concatenate([match.counts for match in looked_up])
    dampened = np.float32(k1) * (np.float32(1 - b) + np.float32(b / average) * lengths.take(rows))
    telling = np.array([match.telling * (k1 + 1) for match in looked_up], dtype=np.float32)
    telling = telling.repeat([len(match.rows) for match in looked_up])
    np.add.at(total, rows, telling * counts / (counts + dampened))
    return total


def rows_marked(mind: Mind, mark: str) -> NDArray[np.bool_]:
    """Return which rows bear a mark. The mask must not be written to."""
    return mind.bearing(hash_term(mark))


def coverage(matches: Sequence[TermMatch], rows: Sequence[int]) -> dict[int, float]:
    """Return the share of the question's words that each of some rows holds, by how telling they are, 0…1.

    Unlike the parts of a score, it doesn't depend on what else came up, so it can tell that nothing fits.
    """
    return dict(zip(rows, shares(matches, np.array(rows, dtype=np.intp)).tolist(), strict=True))


def shares(matches: Sequence[TermMatch], rows: Rows) -> NDArray[np.float64]:
    """Return the share of the question's words that each of some rows holds, as `coverage` does."""
    wanted = rows.astype(np.int32)
    covered = np.zeros(len(rows))
    for holding, _, telling, _ in matches:
        if len(holding):
            covered += telling * (holding.take(holding.searchsorted(wanted), mode="clip") == wanted)
    covered /= sum([match.telling for match in matches]) or 1.0
    return covered


def recency(times: NDArray[np.float64], now: float) -> Scores:
    """Return how new each memory is, 0…1: a gaussian of its age over the time from the first memory to now (4).

    A memory from now gets 1, the first one 0.01, and one without a date 0.
    """
    undated = np.isnan(times)
    earliest = float(np.fmin.reduce(times, initial=np.inf))
    if earliest == np.inf:
        return np.zeros(len(times), dtype=np.float32)
    span = max(now - earliest, 1.0)
    age = _within(((now - times) / span).astype(np.float32))
    fresh: Scores = np.exp(np.float32(-4.6) * age * age)
    fresh[undated] = 0
    return fresh


def total_of(parts: Mapping[str, Scores]) -> Scores:
    """Return the sum of the parts of a score."""
    total, *others = parts.values()
    total = total.astype(np.float32)
    for part in others:
        total += part
    return total
