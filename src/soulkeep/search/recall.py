"""One recall, from the question to the hits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import zip_longest
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.errors import EmbedderUnavailable
from soulkeep.lang.anchors import Anchor, anchor
from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.classes import asked_classes
from soulkeep.lang.names import names_in
from soulkeep.lang.questions import asking_part
from soulkeep.lang.times import time_spans
from soulkeep.lang.tokens import count_tokens
from soulkeep.memory.entries import fact_of, memory_of
from soulkeep.models.embed.base import Embedder
from soulkeep.search.ann import available
from soulkeep.search.candidates import Sought, narrowed
from soulkeep.search.confidence import confidence
from soulkeep.search.excerpt import Excerpt
from soulkeep.search.filters import Filters
from soulkeep.search.indexed_terms import SUSPICIOUS
from soulkeep.search.presets import PRESETS
from soulkeep.search.query import Said, damped, make_query, with_names
from soulkeep.search.rank import CANDIDATES, First, RankedQuestion, first_pass, outdated_facts, rank
from soulkeep.search.signals import Query, Scored, Signals, coverage, remaining, rows_marked
from soulkeep.search.view import Mind
from soulkeep.search.weights import weights
from soulkeep.search.working_set import Partition
from soulkeep.settings import Settings
from soulkeep.stores.base import Store
from soulkeep.stores.rows import Entry, PartitionKey
from soulkeep.telemetry import passed_over
from soulkeep.types.records import CUE, EXCERPT, FACT, PASSAGE, Fact, HeldBack, Hit, Memory, Recall

DEFAULT_PRESET = "soulkeep"
_ALL = Filters()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to a mind.

    Attributes:
        text: the question, or any text that memories should fit.
        language: ISO 639-1.
        now: the moment of asking.
        asker: the person who asks, if the question is about them.
        told: the person who asks, if the question is about what others told them.
        trusted: the character and the person it faces, whose own words are first-hand.
        k: number of hits; fewer only if fewer memories pass the filters and the budget.
        budget: estimated tokens of all hits at most; None for no limit.
        filters: which memories may come up.
        preset: name of the scoring formula.
        history: the turns before the question, oldest first.
        in_view: (partition id, sequence number) of memories that the asker has before them and needn't be told.
        of_class: (partition id, sequence number) of memories known to speak of members of a class that is asked for.
        outdated: whether superseded facts may come up, too.
        withheld: whether to tell what was held back.
    """

    text: str
    language: str
    now: datetime
    asker: str | None
    k: int
    told: str | None = None
    trusted: Collection[str] = ()
    budget: int | None = None
    filters: Filters = field(default_factory=Filters)
    preset: str = DEFAULT_PRESET
    history: Sequence[Said] = ()
    in_view: frozenset[tuple[int, int]] = frozenset()
    of_class: frozenset[tuple[int, int]] = frozenset()
    outdated: bool = False
    withheld: bool = True


class Place(NamedTuple):
    """Where a memory is stored: partition id and sequence number."""

    partition: int
    seq: int


RowPlace = tuple[Partition | Excerpt, int]
"""A row's partition, and the memory's sequence number in it."""
Entries = Mapping[int, Mapping[int, Entry]]
"""Stored entries, by partition id and sequence number."""


@dataclass(slots=True)
class _Aim:
    """What is known of a question before a mind is searched, and what the last search measured for it."""

    question: Question
    query: Query
    asked: RankedQuestion
    event: Query | None
    speaks: bool
    notes: Sequence[str]
    measured: _Measured | None = None


class _Measured(NamedTuple):
    """The rows of some versions of partitions, measured for a question; first scores by the default formula alone."""

    versions: Sequence[tuple[Partition | Excerpt, int]]
    signals: Signals
    event: Signals | None
    first: First | None


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
        self._last: _Aim | None = None

    def recall(self, working_sets: Callable[[], Sequence[Partition]], question: Question) -> Recall:
        """Return what comes to mind from some partitions, searched as one. `working_sets` returns them, up to date."""
        started = perf_counter()
        mind = Mind(working_sets())
        caught_up = perf_counter()
        aim = self._aim(question, mind)
        query, asked, speaks, notes = aim.query, aim.asked, aim.speaks, list(aim.notes)
        asked = replace(asked, count=max(CANDIDATES, 2 * question.k))
        embedded = perf_counter()
        with mind.held():
            considered = mind.size
            if not considered:
                return Recall(
                    hits=(),
                    queries=(query.text,),
                    notes=tuple(notes),
                    asked=question.now,
                    language=question.language,
                    confidence=0.0 if question.preset == DEFAULT_PRESET else None,
                )
            if question.preset == DEFAULT_PRESET:
                notes += _by_hand(mind, self._settings)
                mind = self._narrowed(mind, question, aim, asked)
            measured = self._measured(mind, aim)
            mind, signals, asked = measured.signals.mind, measured.signals, replace(asked, event=measured.event)
            allowed, reasons = self._allowed(mind, question)
            scored = self._score(measured, question, asked, allowed)
            chosen, spared = _choose(scored, allowed, signals.live, reasons if question.withheld else [], question.k)
            places = {int(scored.rows[at]): mind.place(int(scored.rows[at])) for at in (*chosen, *spared)}
            covered = coverage(signals.matches, [int(scored.rows[at]) for at in chosen])
            over = {
                row: [mind.place(fact) for fact in facts]
                for row, facts in outdated_facts(mind, {int(scored.rows[at]) for at in chosen}).items()
            }
        searched = perf_counter()
        entries = self._entries([*places.values(), *[fact for facts in over.values() for fact in facts]])
        memories = self._memories(places, entries)
        outdated = {row: _facts(facts, entries) for row, facts in over.items()}
        recalled: list[Hit] = []
        parts = np.array(list(scored.parts.values()))[:, chosen].T.tolist()
        for at, values in zip(chosen, parts, strict=True):
            row = int(scored.rows[at])
            if row in memories:
                later = memories.get(scored.later.get(row, -1))
                recalled.append(
                    Hit(
                        memory=memories[row],
                        score=float(scored.total[at]),
                        parts=dict(zip(scored.parts, values, strict=True)),
                        similarity=float(signals.similarity[row]) if speaks else 0.0,
                        coverage=covered[row],
                        retention=float(signals.retention[row]),
                        tokens=count_tokens(memories[row].text),
                        outdated=outdated.get(row, ()),
                        later=later.id if later else None,
                    )
                )
        hits, held_back = _within_budget(recalled, question.budget)
        held_back += [
            HeldBack(memory=memories[row], score=float(scored.total[at]), reason=reason)
            for at, reason in spared.items()
            if (row := int(scored.rows[at])) in memories
        ]
        fetched = perf_counter()
        return Recall(
            hits=tuple(hits),
            held_back=tuple(sorted(held_back, key=lambda held: -held.score)),
            queries=(query.text,),
            tokens=sum([hit.tokens for hit in hits]),
            considered=considered,
            notes=tuple(notes),
            asked=question.now,
            language=question.language,
            confidence=(
                confidence(hits, foreign=not speaks, fact=asked.fact is not None)
                if question.preset == DEFAULT_PRESET
                else None
            ),
            timings={
                "catch_up": (caught_up - started) * 1e3,
                "embed": (embedded - caught_up) * 1e3,
                "second_pass": scored.second_pass,
                "search": (searched - embedded) * 1e3,
                "fetch": (fetched - searched) * 1e3,
                "total": (fetched - started) * 1e3,
            },
        )

    def _query(self, question: Question, notes: list[str]) -> Query:
        """Build the query, with what the talk before adds; without a vector if the embedder can't be reached."""
        try:
            return make_query(question.text, question.language, question.history, self.embedder)
        except EmbedderUnavailable as error:
            passed_over("embedder", error)
            notes.append(f"Searched by words only: {error.message}")
            return make_query(question.text, question.language, question.history, self.embedder, by_words=True)

    def _aim(self, question: Question, mind: Mind) -> _Aim:
        """Return what is known of a question before the mind is searched; kept for the next search with it."""
        alike = replace(question, k=1, budget=None, filters=_ALL, outdated=False, withheld=True)
        if self._last is not None and self._last.question == alike:
            return self._last
        notes: list[str] = []
        part = asking_part(question.text)
        spans = time_spans(part, question.language, question.now)
        query = self._query(question, notes)
        with mind.held():
            speakers = mind.speakers()
        names = _telling_names(question, speakers)
        anchored: Anchor | None = None
        event: Query | None = None
        if question.preset == DEFAULT_PRESET:  # the papers' formulas use the question as it is
            if spans:
                query = damped(query, [span.text for span in spans], question.language)
            query = with_names(query, names, question.language)
            anchored = None if spans else anchor(part, question.language)
            if anchored is not None:
                event = make_query(anchored.event, question.language, (), self.embedder, by_words=True)
        speaks = self.embedder.languages is None or question.language in self.embedder.languages
        asked = RankedQuestion(
            text=question.text,
            language=question.language,
            foreign=not speaks,
            asker=question.asker,
            told=question.told,
            trusted=question.trusted,
            named=names,
            classes=asked_classes(question.text) if question.language == "en" else (),
            of_class=question.of_class,
            count=CANDIDATES,
            spans=spans,
            fact=asked_fact(part, question.language),
            anchor=anchored,
        )
        self._last = _Aim(alike, query, asked, event, speaks, notes)
        return self._last

    def _narrowed(self, mind: Mind, question: Question, aim: _Aim, asked: RankedQuestion) -> Mind:
        sought = Sought(
            query=aim.query,
            event=aim.event,
            asked=asked,
            weights=weights(self._settings.weights),
            allowed=lambda mind: self._allowed(mind, question)[0],
            now=question.now.timestamp(),
            settings=self._settings,
        )
        return narrowed(mind, sought)

    def _measured(self, mind: Mind, aim: _Aim) -> _Measured:
        """Return a mind's rows as measured for a question: anew, unless they are as at the last search with it."""
        versions = [(part, part.version if isinstance(part, Partition) else -1) for part in mind.partitions]
        if aim.measured is not None and aim.measured.versions == versions:
            aim.measured.signals.mind.measure()
            return aim.measured

        def signals_for(query: Query) -> Signals:
            return Signals(mind, query, now=aim.question.now.timestamp(), settings=self._settings)

        signals, event = signals_for(aim.query), None if aim.event is None else signals_for(aim.event)
        first: First | None = None
        if aim.question.preset == DEFAULT_PRESET:
            first = first_pass(signals, replace(aim.asked, event=event), weights(self._settings.weights))
        aim.measured = _Measured(versions, signals, event, first)
        return aim.measured

    def _score(
        self, measured: _Measured, question: Question, asked: RankedQuestion, allowed: NDArray[np.bool_]
    ) -> Scored:
        if measured.first is None:
            return PRESETS[question.preset](measured.signals, allowed)
        return rank(measured.signals, asked, weights(self._settings.weights), allowed, measured.first)

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
        excerpts = (mind.coded("kind", [EXCERPT]) & allowed).nonzero()[0]
        if len(excerpts) and (question.filters.kinds is None or EXCERPT in question.filters.shown):
            wholes = mind.neighbours("bases")[excerpts]
            allowed[wholes[wholes >= 0]] = False  # they come to mind in place of the turn
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


def _telling_names(question: Question, speakers: Sequence[str]) -> list[str]:
    """Return the speakers that a question names; none if it names all there are, which would tell nothing."""
    names = names_in(question.text, question.language, speakers)
    return names if len(names) < len(speakers) else []


def _choose(
    scored: Scored,
    allowed: NDArray[np.bool_],
    live: NDArray[np.bool_],
    reasons: list[tuple[str, NDArray[np.bool_]]],
    k: int,
) -> tuple[list[int], dict[int, str]]:
    """Return the best k that may come up; and those held back that would be among them, with the reason.

    Both are positions in `scored.rows`.
    """
    chosen = _best(scored, allowed[scored.rows], k)
    better = live[scored.rows] & ~allowed[scored.rows]
    if not reasons or not better.any():
        return chosen, {}
    better &= np.logical_or.reduce([excluded[scored.rows] for _, excluded in reasons])
    if not better.any():
        return chosen, {}
    if len(chosen) == k:
        better &= scored.total > scored.total[chosen[-1]]
    spared = _best(scored, better, k)
    return chosen, {at: next(reason for reason, excluded in reasons if excluded[scored.rows[at]]) for at in spared}


def _best(scored: Scored, among: NDArray[np.bool_], k: int) -> list[int]:
    """Return the positions of the k highest scores, best first; of equal ones, the newer first."""
    places = among.nonzero()[0]
    scores = scored.total[places]
    if len(places) > k:
        floor = np.partition(scores, len(scores) - k)[len(scores) - k]
        places = places[scores >= floor]
    order = np.lexsort((-scored.rows[places], -scored.total[places]))
    best: list[int] = places[order][:k].tolist()
    return best


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
