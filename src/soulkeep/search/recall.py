"""One recall, from the question to the hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.tokens import count_tokens
from soulkeep.memory.entries import fact_of, memory_of
from soulkeep.models.embed.base import Embedder
from soulkeep.search.aim import Aim, aim_of
from soulkeep.search.ann import available
from soulkeep.search.candidates import Sought, narrowed
from soulkeep.search.confidence import confidence
from soulkeep.search.excerpt import Excerpt
from soulkeep.search.indexed_terms import SUSPICIOUS
from soulkeep.search.presets import PRESETS
from soulkeep.search.question import DEFAULT_PRESET, Question
from soulkeep.search.rank import CANDIDATES, First, first_pass, outdated_facts, rank
from soulkeep.search.signals import Scored, Signals, coverage, remaining, rows_marked
from soulkeep.search.view import Mind
from soulkeep.search.weights import weights
from soulkeep.search.working_set import Partition
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, PartitionKey
from soulkeep.threads.slots import COMPUTING
from soulkeep.types.records import CUE, EXCERPT, FACT, PASSAGE, Fact, HeldBack, Hit, Memory, Recall


class Place(NamedTuple):
    """Where a memory is stored: partition id and sequence number."""

    partition: int
    seq: int


RowPlace = tuple[Partition | Excerpt, int]
"""A row's partition, and the memory's sequence number in it."""
Entries = Mapping[int, Mapping[int, Entry]]
"""Stored entries, by partition id and sequence number."""


class _MeasuredMind(NamedTuple):
    """The rows of some versions of partitions, measured for a question; first scores by the default formula alone."""

    versions: Sequence[tuple[Partition | Excerpt, int]]
    signals: Signals
    event: Signals | None
    first: First | None


class _Found(NamedTuple):
    """What a search found.

    Attributes:
        signals, scored: the mind's rows as measured, and scores of the best.
        chosen: positions of the hits in `scored`.
        spared: positions of what was held back, with the reasons.
        places: where both are stored, by row.
        outdated: where superseded facts are stored that hits state, by row.
        covered: the share of the question's words that each hit holds, by row.
    """

    signals: Signals
    scored: Scored
    chosen: Sequence[int]
    spared: Mapping[int, str]
    places: Mapping[int, RowPlace]
    outdated: Mapping[int, Sequence[RowPlace]]
    covered: Mapping[int, float]

    def stored(self) -> list[RowPlace]:
        """Return where all is stored that is told of it."""
        return [*self.places.values(), *[fact for facts in self.outdated.values() for fact in facts]]


class _Searched(NamedTuple):
    """A mind that was searched for a question.

    Attributes:
        question, aim: what was asked.
        empty: what is answered if nothing was found.
        found: what was; None in an empty mind.
        timings: milliseconds, by the step.
    """

    question: Question
    aim: Aim
    empty: Recall
    found: _Found | None
    timings: dict[str, float]


class Recollection:
    """A searcher of a store's partitions.

    Args:
        store: the store that holds the memories.
        embedder: makes the question's vector.
        settings: weights, and parameters of the search.
        places: filled in with where the recalled memories are stored, by partition and memory id.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        settings: Settings,
        places: dict[tuple[PartitionKey, str], Place] | None = None,
    ) -> None:
        self._store = store
        self.embedder = embedder
        self._settings = settings
        self._places = {} if places is None else places
        self._aim: Aim | None = None
        self._measured: _MeasuredMind | None = None

    def recall(self, working_sets: Callable[[], Sequence[Partition]], question: Question) -> Recall:
        """Return what comes to mind from some partitions, searched as one. `working_sets` returns them, up to date."""
        return self.recall_each(working_sets, [question])[0]

    def recall_each(
        self, working_sets: Callable[[], Sequence[Partition]], questions: Sequence[Question]
    ) -> list[Recall]:
        """Return what comes to mind at each of several questions. All that is told is read at once."""
        searched = [self._searched(working_sets, question) for question in questions]
        started = perf_counter()
        entries = self._entries([place for one in searched if one.found for place in one.found.stored()])
        read = (perf_counter() - started) / max(len(searched), 1)  # each has its share
        return [self._recalled(one, entries, read) for one in searched]

    def _searched(self, working_sets: Callable[[], Sequence[Partition]], question: Question) -> _Searched:
        by_default, started = question.preset == DEFAULT_PRESET, perf_counter()
        mind = Mind(working_sets())
        caught_up = perf_counter()
        aim = self._aimed(question, mind)
        aimed = perf_counter()
        with mind.held():
            notes = (*aim.notes, *(_by_hand(mind, self._settings) if by_default else ()))
            empty = Recall(
                hits=(),
                queries=(aim.query.text,),
                considered=mind.size,
                notes=notes,
                asked=question.now,
                language=question.language,
                confidence=0.0 if by_default else None,
            )
            if not mind.size:
                return _Searched(question, aim, empty, None, {})
            with COMPUTING:
                found = self._search(mind, question, aim)
        timings = {
            "catch_up": (caught_up - started) * 1e3,
            "embed": (aimed - caught_up) * 1e3,
            "second_pass": found.scored.second_pass,
            "search": (perf_counter() - aimed) * 1e3,
        }
        return _Searched(question, aim, empty, found, timings)

    def _recalled(self, searched: _Searched, entries: Entries, read: float) -> Recall:
        """Return what a search found, from the entries that were read; `read`: its share of the seconds that took."""
        question, aim, empty, found, timings = searched
        if found is None:
            return empty
        started = perf_counter()
        with COMPUTING:
            hits, held_back = self._told(found, question, entries, speaks=not aim.asked.foreign)
        timings["fetch"] = (perf_counter() - started + read) * 1e3
        timings["total"] = sum([timings[step] for step in ("catch_up", "embed", "search", "fetch")])
        rated = question.preset == DEFAULT_PRESET
        return replace(
            empty,
            hits=tuple(hits),
            held_back=tuple(sorted(held_back, key=lambda held: -held.score)),
            tokens=sum([hit.tokens for hit in hits]),
            confidence=(
                confidence(hits, foreign=aim.asked.foreign, fact=aim.asked.fact is not None) if rated else None
            ),
            timings=timings,
        )

    def _aimed(self, question: Question, mind: Mind) -> Aim:
        """Return what is known of a question before the mind is searched; kept for the next search with it."""
        aim, alone = self._aim, question.asked
        if aim is None or aim.question != alone:
            with mind.held():
                speakers = mind.speakers()
            aim = self._aim = aim_of(alone, speakers, self.embedder)
        return aim

    def _search(self, mind: Mind, question: Question, aim: Aim) -> _Found:
        """Return what is found in a mind that is held."""
        asked = aim.asked if 2 * question.k <= CANDIDATES else replace(aim.asked, count=2 * question.k)
        if question.preset == DEFAULT_PRESET:
            sought = Sought(
                query=aim.query,
                event=aim.event,
                asked=asked,
                weights=weights(self._settings.weights),
                allowed=lambda mind: self._allowed(mind, question)[0],
                now=question.now.timestamp(),
                settings=self._settings,
            )
            mind = narrowed(mind, sought)
        measured = self._measure(mind, aim)
        mind, signals = measured.signals.mind, measured.signals
        allowed, reasons = self._allowed(mind, question)
        if measured.first is None:
            scored = PRESETS[question.preset](signals, allowed)
        else:
            asked = asked if measured.event is None else replace(asked, event=measured.event)
            scored = rank(signals, asked, weights(self._settings.weights), allowed, measured.first)
        chosen, spared = _choose(scored, allowed, reasons if question.withheld else [], question.k)
        rows = scored.rows[chosen].tolist()
        return _Found(
            signals=signals,
            scored=scored,
            chosen=chosen,
            spared=spared,
            places={row: mind.place(row) for row in (*rows, *[int(scored.rows[at]) for at in spared])},
            outdated={
                row: [mind.place(fact) for fact in facts] for row, facts in outdated_facts(mind, {*rows}).items()
            },
            covered=coverage(signals.matches, rows),
        )

    def _measure(self, mind: Mind, aim: Aim) -> _MeasuredMind:
        """Return a mind's rows as measured for a question: anew, unless they are as at the last search with it."""
        versions = [(part, part.version if isinstance(part, Partition) else -1) for part in mind.partitions]
        measured = self._measured
        if measured is not None and measured.signals.query is aim.query and measured.versions == versions:
            measured.signals.mind.measure()
            return measured
        now, settings = aim.question.now.timestamp(), self._settings
        signals = Signals(mind, aim.query, now=now, settings=settings)
        event = None if aim.event is None else Signals(mind, aim.event, now=now, settings=settings)
        first: First | None = None
        if aim.question.preset == DEFAULT_PRESET:
            first = first_pass(signals, aim.asked, weights(settings.weights))
        measured = self._measured = _MeasuredMind(versions, signals, event, first)
        return measured

    def _told(
        self, found: _Found, question: Question, entries: Entries, *, speaks: bool
    ) -> tuple[list[Hit], list[HeldBack]]:
        """Return the hits, best first, and what was held back; `speaks`: the embedder knows the question's language."""
        scored, signals = found.scored, found.signals
        memories = self._memories(found.places, entries)
        outdated = {row: _facts(facts, entries) for row, facts in found.outdated.items()}
        hits: list[Hit] = []
        chosen = np.array(found.chosen, dtype=np.intp)
        rows = scored.rows[chosen]
        columns = [part[chosen] for part in (scored.total, *scored.parts.values())]
        columns += [signals.similarity[rows], signals.retention[rows]]
        values = zip(*[column.tolist() for column in columns], strict=True)
        names = [*scored.parts]
        for row, (score, *parts, similarity, retained) in zip(rows.tolist(), values, strict=True):
            if row in memories:
                later = memories.get(scored.later.get(row, -1))
                hits.append(
                    Hit(
                        memory=memories[row],
                        score=score,
                        parts=dict(zip(names, parts, strict=True)),
                        similarity=similarity if speaks else 0.0,
                        coverage=found.covered[row],
                        retention=retained,
                        tokens=count_tokens(memories[row].text),
                        outdated=outdated.get(row, ()),
                        later=later.id if later else None,
                    )
                )
        within, held_back = _within_budget(hits, question.budget)
        held_back += [
            HeldBack(memory=memories[row], score=float(scored.total[at]), reason=reason)
            for at, reason in found.spared.items()
            if (row := int(scored.rows[at])) in memories
        ]
        return within, held_back

    def _allowed(self, mind: Mind, question: Question) -> tuple[NDArray[np.bool_], list[tuple[str, NDArray[np.bool_]]]]:
        """Return which rows may come up, and the exclusions by reason; the first that applies is told."""
        reasons = question.filters.exclusions(mind)
        if question.in_view:
            reasons.append(("in view", mind.marked(question.in_view)))
        forgotten = mind.column("forgotten")
        if forgotten.any():
            reasons.append(("forgotten", forgotten))
        superseded = mind.column("superseded")
        if question.outdated:
            superseded = superseded & ~mind.coded("kind", [FACT])
        if superseded.any():
            reasons.append(("superseded", superseded))
        quarantined = mind.coded("kind", [PASSAGE]) & rows_marked(mind, SUSPICIOUS)
        if quarantined.any():
            reasons.append(("quarantined", quarantined))
        if self._settings.fade_below:
            left = remaining(mind, question.now.timestamp(), self._settings)
            reasons.append(("faded", left < self._settings.fade_below))
        allowed = mind.column("live") & ~mind.coded("kind", [CUE])  # cues are never told themselves
        if question.filters.kinds is None or EXCERPT in question.filters.shown:
            wholes = mind.neighbours("bases")[mind.coded("kind", [EXCERPT]) & allowed]
            allowed[wholes[wholes >= 0]] = False  # they come to mind in place of the turn
        reasons = [(reason, excluded & allowed) for reason, excluded in reasons]
        for _, excluded in reasons:
            allowed &= ~excluded
        return allowed, reasons

    def _entries(self, places: Sequence[RowPlace]) -> Entries:
        """Return the entries stored at some places, with one read for each partition; deleted ones are left out."""
        wanted: dict[int, dict[int, None]] = {}
        for partition, seq in places:
            wanted.setdefault(partition.id, {})[seq] = None
        return {id: self._store.fetch(id, seqs) for id, seqs in wanted.items()}

    def _memories(self, places: Mapping[int, RowPlace], entries: Entries) -> dict[int, Memory]:
        """Return the memories of rows; those deleted meanwhile are left out."""
        by_place: dict[int, Memory] = {}
        for row, (partition, seq) in places.items():
            entry = entries[partition.id].get(seq)
            if entry is not None:
                by_place[row] = memory_of(partition.key, entry)
                self._places[partition.key, entry.id] = Place(partition.id, seq)
        return by_place


def _facts(places: Sequence[RowPlace], entries: Entries) -> tuple[Fact, ...]:
    """Return the facts at some places; those deleted meanwhile are left out."""
    there = [entries[partition.id].get(seq) for partition, seq in places]
    return tuple([fact_of(entry) for entry in there if entry is not None])


def merged(recalls: Sequence[Recall], k: int) -> Recall:
    """Merge recalls of the same mind: their hits in turn, best first, each memory once.

    Args:
        recalls: at least one, the most important first.
        k: number of hits at most.
    """
    hits: dict[tuple[str | None, str], Hit] = {}
    for row in zip_longest(*(recall.hits for recall in recalls)):
        for hit in row:
            if hit is not None:
                hits.setdefault((hit.memory.person, hit.memory.id), hit)
    best = tuple(hits.values())[:k]
    first = recalls[0]
    return replace(
        first,
        hits=best,
        queries=tuple(query for recall in recalls for query in recall.queries),
        notes=tuple(dict.fromkeys(note for recall in recalls for note in recall.notes)),
        tokens=sum(hit.tokens for hit in best),
        confidence=max((one.confidence for one in recalls if one.confidence is not None), default=None),
        timings={name: sum(recall.timings.get(name, 0.0) for recall in recalls) for name in first.timings},
    )


def _by_hand(mind: Mind, settings: Settings) -> list[str]:
    """Return a note if a large source is searched row by row because usearch isn't installed."""
    rows = sum(part.size for part in mind.partitions if isinstance(part, Partition) and part.large)
    if not rows or not settings.large_index or available():
        return []
    return [f"Looked at each of {rows:,} memories, as there is no usearch to index them: pip install 'soulkeep[large]'"]


def _choose(
    scored: Scored,
    allowed: NDArray[np.bool_],
    reasons: list[tuple[str, NDArray[np.bool_]]],
    k: int,
) -> tuple[list[int], dict[int, str]]:
    """Return the best k that may come up; and those held back that would be among them, with the reason.

    Both are positions in `scored.rows`.
    """
    chosen = _best(scored, allowed[scored.rows], k)
    if not reasons:
        return chosen, {}
    better = np.logical_or.reduce([excluded[scored.rows] for _, excluded in reasons])
    if len(chosen) == k:
        better &= scored.total > scored.total[chosen[-1]]
    spared = _best(scored, better, k)
    return chosen, {at: next(reason for reason, excluded in reasons if excluded[scored.rows[at]]) for at in spared}


def _best(scored: Scored, among: NDArray[np.bool_], k: int) -> list[int]:
    """Return the positions of the k highest scores, best first; of equal ones, the newer first."""
    places = among.nonzero()[0]
    scores = scored.total[places]
    if len(places) > k:
        least = scores[scores.argpartition(len(scores) - k)[len(scores) - k]]
        places = places[scores >= least]
    best = zip(scored.total[places].tolist(), scored.rows[places].tolist(), places.tolist(), strict=True)
    return [place for _, _, place in sorted(best, reverse=True)[:k]]


def _within_budget(hits: Sequence[Hit], budget: int | None) -> tuple[list[Hit], list[HeldBack]]:
    """Return the hits whose tokens fit into the budget, best first, and those that don't."""
    if budget is None:
        return list(hits), []
    within: list[Hit] = []
    held_back: list[HeldBack] = []
    for hit in hits:
        if hit.tokens <= budget:
            budget -= hit.tokens
            within.append(hit)
        else:
            held_back.append(HeldBack(memory=hit.memory, score=hit.score, reason="over budget"))
    return within, held_back
