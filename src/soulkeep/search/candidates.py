"""Choosing the rows of a large source that are worth scoring: by the vector index, by words and by filters.

A score depends on a row's own fit and on that of its neighbours, and is scaled by what is found in the whole mind. So
the candidates come with their neighbours, with the memories derived from them, and with the rows that set the scale.
They are scored by the same code as every row of a small mind; the result differs only where a row was no candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.terms import hash_terms
from soulkeep.search.excerpt import Excerpt
from soulkeep.search.indexed_terms import fact_mark
from soulkeep.search.rank import NEARBY, RankedQuestion, first_pass, promising
from soulkeep.search.signals import Query, Rows, Scores, Signals, TermMatch, match
from soulkeep.search.view import Mind
from soulkeep.search.weights import Weights
from soulkeep.search.working_set import Partition, Where
from soulkeep.settings import Settings

Allowed = Callable[[Mind], NDArray[np.bool_]]
"""A function that returns a mask of the rows of a mind that may come up."""

_FAR = 128
"""Rows fetched to find those least similar to the question, which set the lower end of the scale."""

_EVENTS = 64
_ENDS = 8
"""Number of rows taken by the words of an event, and number of rows taken from either end of a scale."""

_FACTS = 200
"""Facts about the asker that are taken at most, the newest."""

_FEW = 4
"""If less than one in so many candidates may come up, more are chosen among all rows that may."""


class Sought(NamedTuple):
    """All that a search for candidates needs to know.

    Attributes:
        query: the question's words and vector.
        event: words of an event by which the question names a time ("after the wedding"); None for none.
        asked: the question as the ranking knows it.
        weights: weights of the parts of a score.
        allowed: returns which rows may come up.
        now: the moment of asking, in seconds since the epoch.
        settings: BM25's parameters, and the number of candidates.
    """

    query: Query
    event: Query | None
    asked: RankedQuestion
    weights: Weights
    allowed: Allowed
    now: float
    settings: Settings


class CandidateSource(NamedTuple):
    """A large partition, and a cache of where the question's terms occur in it."""

    partition: Partition
    terms: dict[int, Where]

    def excerpt(self, *rows: NDArray[np.integer]) -> Excerpt:
        """Return an excerpt of the partition with the given rows."""
        return Excerpt(self.partition, np.concatenate(rows), self.terms)


def narrowed(mind: Mind, sought: Sought) -> Mind:
    """Return a mind with excerpts in place of its large, indexed partitions; the same mind, if it has none.

    Args:
        mind: the mind, locked as long as the returned one is used.
        sought: what to search for.
    """
    count = max(sought.settings.large_candidates, 2 * sought.asked.count)
    sources = {
        at: CandidateSource(partition, {})
        for at, partition in enumerate(mind.partitions)
        if isinstance(partition, Partition) and partition.segments and partition.size > 4 * count
    }
    if not sources:
        return mind
    nothing = np.empty(0, dtype=np.intp)
    outline = _with(mind, {at: source.excerpt(nothing) for at, source in sources.items()})
    narrow = {at: _proposed(outline, source, sought, count) for at, source in sources.items()}
    proposed = _with(mind, narrow)
    signals = _signals(proposed, sought)
    first = first_pass(signals, sought.asked, sought.weights)
    wider: dict[int, Excerpt] = {}
    for at, source in sources.items():
        here = _part(proposed, at)
        rows = narrow[at].rows
        best = rows[_best((first.fit + first.speaker)[here], count)]
        wider[at] = source.excerpt(rows, _linked(source.partition, best, 1))
    proposed = _with(mind, wider)
    signals = _signals(proposed, sought)
    first = first_pass(signals, sought.asked, sought.weights)
    chosen = np.zeros(proposed.size, dtype=np.bool_)
    chosen[promising(first.total, signals, sought.asked, sought.allowed(proposed))] = True
    ends = _ends(signals, sought)
    excerpts: dict[int, Excerpt] = {}
    for at, source in sources.items():
        here, rows = _part(proposed, at), wider[at].rows
        best = rows[chosen[here]]
        around = _linked(source.partition, best, NEARBY)
        excerpts[at] = source.excerpt(best, around, _resting(source.partition, best), rows[ends[here]], _oldest(source))
    return _with(mind, excerpts)


def _proposed(outline: Mind, source: CandidateSource, sought: Sought, count: int) -> Excerpt:
    """Return rows that may be among the best, and some that set the scale.

    Args:
        outline: the mind with empty excerpts in place of its large partitions.
        source: the partition to choose from.
        sought: what to search for.
        count: rows taken by meaning, and as many by words.
    """
    partition, query, asked = source.partition, sought.query, sought.asked
    rows = [_near(partition, query.vector, count), _far(partition, query.vector), _oldest(source)]
    rows.append(_worded(outline, source, query, sought.settings, count))
    if sought.event is not None:
        dated = ~np.isnan(partition.times[: partition.size])
        rows.append(_worded(outline, source, sought.event, sought.settings, _EVENTS, among=dated))
    rows.append(_facts(source, asked))
    excerpt = source.excerpt(*rows)
    alone = Mind([partition])
    alone.measure()
    for wanted in (sought.allowed, *_preferred_speakers(asked)):
        own = Mind([excerpt])
        own.measure()
        if np.count_nonzero(wanted(own)) >= excerpt.size // _FEW:
            continue
        mask = wanted(alone) & partition.live[: partition.size]
        if mask.any():
            all_of_them = np.flatnonzero(mask)
            best = all_of_them[_best(partition.similarity(query.vector, all_of_them), count)]
            worded = _worded(outline, source, query, sought.settings, count, among=mask)
            excerpt = source.excerpt(excerpt.rows, best, worded)
    return excerpt


def _near(partition: Partition, vector: Scores, count: int) -> Rows:
    """Return the rows most similar to a vector: those the segments find, and the best of the rows outside them."""
    if not vector.any():
        return np.empty(0, dtype=np.intp)
    near = [segment.near(vector, count) for segment in partition.segments]
    outside = np.arange(partition.segments[-1].last, partition.size)
    unknown = np.concatenate([np.fromiter(partition.strays, dtype=np.intp), outside])
    rows = np.concatenate([*near, unknown[_best(partition.similarity(vector, unknown), count)]])
    found: Rows = rows[partition.live[rows]]
    return found


def _far(partition: Partition, vector: Scores) -> Rows:
    """Return the rows least similar to a vector."""
    rows = _near(partition, -vector, _FAR)
    least: Rows = rows[_best(-partition.similarity(vector, rows), _ENDS)]
    return least


def _worded(
    outline: Mind,
    source: CandidateSource,
    query: Query,
    settings: Settings,
    count: int,
    *,
    among: NDArray[np.bool_] | None = None,
) -> Rows:
    """Return the live rows with the highest BM25 for a question's words (a factor that all have is left out).

    The rarest words come first. Once the remaining words can't lift a row that holds none of the earlier ones among the
    best, they are looked up in the best rows alone, so the longest postings needn't be gone through.
    """
    partition, k1, b = source.partition, settings.bm25_k1, settings.bm25_b
    average = outline.average_length()
    words = sorted(_matches_in(outline, source, query), key=lambda word: -word.telling)
    most = np.cumsum([word.telling for word in reversed(words)])[::-1]  # the most that it and later ones add
    total = np.zeros(partition.size, dtype=np.float32)
    rows = np.empty(0, dtype=np.intp)
    for place, word in enumerate(words):
        least = float(np.partition(total[rows], len(rows) - count)[len(rows) - count]) if len(rows) > count else 0.0
        holding, counts = word.rows, word.counts
        if least > most[place]:
            rows = rows[total[rows] + np.float32(most[place]) >= least]
            at = np.minimum(holding.searchsorted(rows.astype(np.int32)), len(holding) - 1)
            here = holding[at] == rows
            holding, counts = rows[here], counts[at[here]]
        else:
            new = holding[total[holding] == 0]
            new = new[partition.live[new] if among is None else partition.live[new] & among[new]]
            rows = np.concatenate([rows, new])
        dampened = np.float32(k1) * (np.float32(1 - b) + np.float32(b / average) * partition.lengths[holding])
        total[holding] += np.float32(word.telling) * counts / (counts + dampened)
    best: Rows = rows[_best(total[rows], count)]
    return best


def _matches_in(outline: Mind, source: CandidateSource, query: Query) -> list[TermMatch]:
    """Return where a question's telling words occur in a partition, and how telling each is in the whole mind."""
    matches: list[TermMatch] = []
    for term, whole in zip(query.terms.tolist(), match(outline, query), strict=True):
        here = source.terms[term]
        if len(here.rows) and not whole.common:
            matches.append(whole._replace(rows=here.rows, counts=here.counts))
    return matches


def _facts(source: CandidateSource, asked: RankedQuestion) -> Rows:
    """Return the rows of the newest facts about the asker that the question asks for."""
    if asked.fact is None or asked.asker is None:
        return np.empty(0, dtype=np.intp)
    [mark] = hash_terms([fact_mark(asked.fact)]).tolist()
    rows = source.partition.where(mark).rows
    own = source.partition.speakers[rows] == source.partition.speaker_codes.find(asked.asker)
    latest: Rows = rows[own][-_FACTS:].astype(np.intp)
    return latest


def _preferred_speakers(asked: RankedQuestion) -> list[Allowed]:
    """Return tests for the rows whose speakers the question prefers."""
    names = [[asked.asker] if asked.asker is not None else [], list(asked.named)]
    allowed: list[Allowed] = [partial(_by, names=some) for some in names if some]
    if (addressee := asked.told) is not None:
        allowed.append(lambda mind: ~mind.coded("speaker", [addressee, ""]))
    return allowed


def _by(mind: Mind, names: Sequence[str]) -> NDArray[np.bool_]:
    return mind.coded("speaker", names)


def _linked(partition: Partition, rows: Rows, steps: int) -> Rows:
    """Return the rows up to `steps` before and after some, in their sessions or sources."""
    linked: list[NDArray[np.integer]] = []
    for links in (partition.previous, partition.following):
        at: NDArray[np.integer] = rows
        for _ in range(steps):
            at = links[at]
            at = at[at >= 0]
            linked.append(at)
    return np.concatenate(linked).astype(np.intp)


def _resting(partition: Partition, rows: Rows) -> Rows:
    """Return the rows of memories that were derived from some rows."""
    derived = partition.derived
    resting: Rows = derived[np.isin(partition.bases[derived], rows)]
    return resting


def _oldest(source: CandidateSource) -> Rows:
    """Return the row with the earliest time, if any has a time."""
    earliest = source.partition.whole.earliest
    return np.array([earliest] if earliest >= 0 else [], dtype=np.intp)


def _ends(signals: Signals, sought: Sought) -> NDArray[np.bool_]:
    """Return which rows set the scales of a score, and which may tell of the event."""
    mask = np.zeros(signals.mind.size, dtype=np.bool_)
    said = np.flatnonzero(signals.verbatim)
    for values in (signals.similarity, -signals.similarity, signals.keywords):
        mask[said[_best(values[said], _ENDS)]] = True
    if sought.event is not None:
        event = Signals(signals.mind, sought.event, now=sought.now, settings=sought.settings)
        dated = np.flatnonzero(signals.live & ~np.isnan(signals.mind.column("times")))
        mask[dated[_best(event.keywords[dated], _ENDS)]] = True
    return mask


def _signals(mind: Mind, sought: Sought) -> Signals:
    return Signals(mind, sought.query, now=sought.now, settings=sought.settings)


def _with(mind: Mind, excerpts: dict[int, Excerpt]) -> Mind:
    """Return a mind with excerpts in place of the partitions at the given positions."""
    other = Mind([excerpts.get(at, partition) for at, partition in enumerate(mind.partitions)])
    other.measure()
    return other


def _part(mind: Mind, at: int) -> slice:
    """Return the range of rows of a mind's partition, by its position."""
    return slice(mind.offsets[at], mind.offsets[at] + mind.partitions[at].size)


def _best(values: Scores, count: int) -> Rows:
    """Return the indices of the `count` highest values, in no order."""
    if len(values) <= count:
        return np.arange(len(values))
    best: Rows = np.argpartition(values, len(values) - count)[len(values) - count :]
    return best
