"""One recall, from the question to the hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from soulkeep.errors import EmbedderUnavailable
from soulkeep.mind.cache import PartitionCache
from soulkeep.mind.entries import memory_of
from soulkeep.mind.features import query_hashes
from soulkeep.mind.partition import Partition
from soulkeep.mind.view import Mind
from soulkeep.models.embed import Embedder
from soulkeep.recall.filters import Filters
from soulkeep.recall.score import Scored, coverage, match, score
from soulkeep.records import HeldBack, Hit, Memory, Recall
from soulkeep.settings import Settings
from soulkeep.stores.base import PartitionKey, Store
from soulkeep.text.tokens import count_tokens

_BLOCK = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of a mind.

    Attributes:
        text: the question, or whatever memories should fit to.
        language: ISO 639-1.
        now: the moment of asking.
        asker: the person who asks, if it is about themselves.
        k: hits at most; just as many, if there are so many memories that pass the filters and the budget.
        budget: estimated tokens of all hits at most; None for no limit.
        filters: what it is limited to.
        in_view: (partition id, sequence number) of memories that the asker has before them and needn't be told.
    """

    text: str
    language: str
    now: datetime
    asker: str | None
    k: int
    budget: int | None = None
    filters: Filters = field(default_factory=Filters)
    in_view: frozenset[tuple[int, int]] = frozenset()


class Recollection:
    """Recalls from the partitions of a store.

    Args:
        store, cache: where the memories are, on disk and in memory.
        embedder: makes the question's vector.
        settings: the weights.
    """

    def __init__(self, store: Store, cache: PartitionCache, embedder: Embedder, settings: Settings) -> None:
        self._store = store
        self._cache = cache
        self._embedder = embedder
        self._settings = settings

    def recall(self, keys: Sequence[PartitionKey], question: Question) -> Recall:
        """What comes to mind from some partitions, searched as one."""
        started = perf_counter()
        notes: tuple[str, ...] = ()
        try:
            vector = self._embedder.embed_query(question.text)
        except EmbedderUnavailable as error:
            vector = np.zeros(self._embedder.dimensions, dtype=np.float32)
            notes = (f"Searched by words only: {error.message}",)
        terms = query_hashes(question.text, question.language)
        known = self._embedder.languages is None or question.language in self._embedder.languages
        embedded = perf_counter()
        mind = Mind(self._cache.get(keys))
        caught_up = perf_counter()
        with mind.held():
            size = mind.size
            if not size:
                return Recall(hits=(), queries=(question.text,), notes=notes)
            matches = match(mind, terms)
            scored = score(
                mind,
                vector,
                matches,
                now=question.now.timestamp(),
                asker=question.asker,
                w=self._settings.meaning_weight if known else self._settings.foreign_meaning_weight,
                settings=self._settings,
            )
            reasons = self._exclusions(mind, question, scored)
            chosen, spared = _choose(scored.total, mind.column("live"), reasons, question.k)
            covered = coverage(matches, chosen)
            places = {row: mind.place(row) for row in (*chosen, *spared)}
        searched = perf_counter()
        memories = self._memories(places)
        found = [self._hit(row, memories[row], scored, covered[row], known) for row in chosen if row in memories]
        hits, held_back = _within_budget(found, question.budget)
        held_back += [
            HeldBack(memory=memories[row], score=float(scored.total[row]), reason=reason)
            for row, reason in spared.items()
            if row in memories
        ]
        fetched = perf_counter()
        return Recall(
            hits=tuple(hits),
            held_back=tuple(sorted(held_back, key=lambda held: -held.score)),
            queries=(question.text,),
            tokens=sum(hit.tokens for hit in hits),
            considered=mind.size,
            notes=notes,
            timings={
                "embed": (embedded - started) * 1e3,
                "catch_up": (caught_up - embedded) * 1e3,
                "search": (searched - caught_up) * 1e3,
                "fetch": (fetched - searched) * 1e3,
                "total": (fetched - started) * 1e3,
            },
        )

    def _exclusions(self, mind: Mind, question: Question, scored: Scored) -> list[tuple[str, NDArray[np.bool_]]]:
        """Why which rows may not come up; the first reason that holds is the one told."""
        reasons = question.filters.exclusions(mind)
        if question.in_view:
            reasons.append(("in view", mind.marked(question.in_view)))
        if self._settings.fade_below:
            reasons.append(("faded", scored.retention < self._settings.fade_below))
        return reasons

    def _memories(self, places: Mapping[int, tuple[Partition, int]]) -> dict[int, Memory]:
        """The memories of rows, read from the store; one that was deleted meanwhile is left out."""
        by_partition: dict[Partition, list[int]] = {}
        for partition, seq in places.values():
            by_partition.setdefault(partition, []).append(seq)
        entries = {partition: self._store.fetch(partition.id, seqs) for partition, seqs in by_partition.items()}
        return {
            row: memory_of(partition.key, entries[partition][seq])
            for row, (partition, seq) in places.items()
            if seq in entries[partition]
        }

    @staticmethod
    def _hit(row: int, memory: Memory, scored: Scored, covered: float, known: bool) -> Hit:
        return Hit(
            memory=memory,
            score=float(scored.total[row]),
            parts={name: float(part[row]) for name, part in scored.parts.items()},
            similarity=float(scored.similarity[row]) if known else 0.0,
            coverage=covered,
            retention=float(scored.retention[row]),
            tokens=count_tokens(memory.text),
        )


def _choose(
    total: NDArray[np.float32], live: NDArray[np.bool_], reasons: list[tuple[str, NDArray[np.bool_]]], k: int
) -> tuple[list[int], dict[int, str]]:
    """The k best rows that may come up, and those that would have been among them, with the reason why they aren't."""
    allowed = live.copy() if reasons else live
    for _, excluded in reasons:
        allowed &= ~excluded
    chosen = _best(total, allowed, k)
    if not reasons:
        return chosen, {}
    better = live & ~allowed
    if len(chosen) == k:
        better &= total > total[chosen[-1]]
    spared = _best(total, better, k)
    return chosen, {row: next(reason for reason, excluded in reasons if excluded[row]) for row in spared}


def _best(total: NDArray[np.float32], allowed: NDArray[np.bool_], k: int) -> list[int]:
    """The k allowed rows of the highest scores, best first; of equal ones the newer first."""
    scores = total if allowed.all() else np.where(allowed, total, np.float32(-np.inf))
    count = min(k, int(np.count_nonzero(allowed)))
    if not count:
        return []
    rows = np.flatnonzero(scores >= _floor(scores, count))
    order = np.lexsort((-rows, -scores[rows]))
    best: list[int] = rows[order][:count].tolist()
    return best


def _floor(scores: NDArray[np.float32], count: int) -> np.float32:
    """A score that at least `count` rows reach, and few more do.

    The count-th best of the maxima of short blocks is such a score, and much cheaper than ordering all rows.
    """
    blocks = len(scores) // _BLOCK
    values = scores if blocks <= 2 * count else scores[: blocks * _BLOCK].reshape(blocks, _BLOCK).max(axis=1)
    floor: np.float32 = np.partition(values, len(values) - count)[len(values) - count]
    return floor


def _within_budget(hits: Sequence[Hit], budget: int | None) -> tuple[list[Hit], list[HeldBack]]:
    """The hits whose tokens fit together, best first, and those that no longer did."""
    if budget is None:
        return list(hits), []
    kept: list[Hit] = []
    held_back: list[HeldBack] = []
    for hit in hits:
        if hit.tokens <= budget:
            budget -= hit.tokens
            kept.append(hit)
        else:
            held_back.append(HeldBack(memory=hit.memory, score=hit.score, reason="over budget"))
    return kept, held_back
