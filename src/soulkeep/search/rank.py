"""The default score, in two passes.

The first pass scores every row: alike in meaning, and sharing words (4: w·semantic + (1-w)·keywords), with a share of
its neighbours' fit. The second looks closer at the best of them: their wider surroundings, who spoke, what kind of
turn it is. Recency, importance and retention are small additions, so that they decide between memories that fit equally
well.

What each part is worth stands in `weights.toml`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.anchors import Anchor
from soulkeep.lang.classes import members
from soulkeep.lang.questions import asks_of_now, asks_of_past, asks_of_present, asks_when
from soulkeep.lang.terms import hash_terms, terms
from soulkeep.lang.times import TimeSpan
from soulkeep.search.indexed_terms import ASKING, DATED, QUOTING, SUSPICIOUS, UNVERIFIED, fact_mark
from soulkeep.search.overtaken import overtaken
from soulkeep.search.signals import Rows, Scored, Scores, Signals, rows_marked, total_of
from soulkeep.search.times import anchor_fit, time_fit
from soulkeep.search.trust import crowded, distrust, flooding
from soulkeep.search.view import Mind
from soulkeep.search.weights import Weights
from soulkeep.types.records import CUE, FACT

CANDIDATES = 200
"""Rows that the second pass looks at; twice the hits asked for, if that is more."""

NEARBY = 6
"""Memories before and after that count as surroundings; `…_reach` makes the far ones fade."""

_TELLING_TERMS = 6
_ENOUGH_TERMS = 20
"""A memory of that many terms (its date and speaker included) has all the `detail` there is."""

_THE_SAME = 0.8
"""Similarity to the question above which a turn that asks, and is no longer, only echoes it."""

_AROUND = 8
"""Terms of a memory beside its text (its date, its speaker), and a little more."""

_EXACTLY = 1.05
"""Fit of a fact that is asked for; meaning and words together come to that at most."""

_CERTAINLY = 2.0
"""How much a turn is outdated whose superseded fact is asked for; others are by how well theirs fits, 0…1."""

_FLOODS = 2
"""Times that is looked beyond a flood."""

_TOO_COMMON = 0.3
"""A class of which more than this share of the memories hold a member tells nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedQuestion:
    """What the ranking knows of a question beside its meaning and words.

    Attributes:
        text, language: as it was asked.
        foreign: the embedder doesn't know its language.
        asker: the person who asks, if it is about themselves.
        told: the person who asks, if it is about what others told them.
        named: speakers whom it names.
        trusted: the character and whom it faces: their own words are first-hand. Empty, if nobody is trusted less.
        count: rows to look at closely.
        classes: nouns that may name a class of things it asks for.
        of_class: memories, by partition and sequence number, that are known to speak of things of such a class.
        spans: times that it names.
        fact: the relation of a fact about the asker that it asks for.
        anchor, event: an event that it places its time by, and what the event's words find.
    """

    text: str
    language: str
    foreign: bool
    asker: str | None
    named: Sequence[str]
    count: int
    told: str | None = None
    trusted: Collection[str] = ()
    classes: Sequence[str] = ()
    of_class: frozenset[tuple[int, int]] = frozenset()
    spans: Sequence[TimeSpan] = ()
    fact: str | None = None
    anchor: Anchor | None = None
    event: Signals | None = None


class First(NamedTuple):
    """The first scores of all rows of a mind.

    Attributes:
        fit: how well each fits, with what facts add.
        near_fit: what of that lifts its neighbours.
        total: the scores.
        parts, speaker, small: what they are made of.
    """

    fit: Scores
    near_fit: Scores
    total: Scores
    parts: dict[str, Scores]
    speaker: Scores
    small: dict[str, Scores]


def rank(
    signals: Signals, asked: RankedQuestion, weights: Weights, allowed: NDArray[np.bool_], looks: int = _FLOODS
) -> Scored:
    """Score the best rows of a mind.

    Args:
        signals: what the question finds.
        asked: what else is known of it.
        weights: of the parts.
        allowed: rows that may come up; as many of the others are scored, too, to tell what was held back.
        looks: how many times it may look beyond a flood, for which the rows it looks at leave no room for others.
    """
    mind = signals.mind
    fit, near_fit, first, parts, speaker, small = first_pass(signals, asked, weights)
    rows = promising(first, signals, asked, allowed)
    started = perf_counter()
    around, near = _surroundings(mind, rows)
    scores = {name: part[rows] for name, part in parts.items()}
    reach = np.exp(-near / np.float32(max(weights.context_reach, 1e-6)))
    scores["context"] = np.float32(weights.context) * np.maximum.reduce(
        _padded(near_fit)[around] * reach, axis=0, initial=0
    )
    if weights.together:
        scores["together"] = np.float32(weights.together) * _together(signals, rows, around, near, weights)
    if speaker.any():
        scores["speaker"] = speaker[rows]
    is_told = speaker[rows] > 0
    asking = rows_marked(mind, ASKING)[rows]
    lengths = mind.column("lengths")[rows]
    longest = len(terms(asked.text, asked.language)) + _AROUND
    same = (signals.similarity[rows] > _THE_SAME) & (lengths <= longest)
    penalty = np.where(is_told, np.float32(weights.own_asking), np.float32(weights.asking))
    scores["asking"] = -np.where(same, np.float32(weights.echo), penalty) * asking
    scores["detail"] = np.float32(weights.detail) * np.minimum(
        np.log1p(lengths) / np.float32(log(_ENOUGH_TERMS)), np.float32(1)
    )
    if weights.kinds and (asked.classes or asked.of_class):
        scores["kinds"] = np.float32(weights.kinds) * _kinds(mind, rows, asked)
    if (time := _time(signals, asked, rows, weights)) is not None:
        scores["time"] = time
    bases = mind.neighbours("bases")
    derived = bases[rows] >= 0
    if derived.any():
        scores["derived"] = -np.float32(weights.derived) * derived
        unverified = rows_marked(mind, UNVERIFIED)[rows]
        if unverified.any():
            scores["unverified"] = -np.float32(weights.unverified) * unverified
    if (outdated := _outdated(mind, fit, rows, asked)) is not None:
        scores["outdated"] = -np.float32(weights.outdated) * outdated
    scores |= {name: part[rows] for name, part in small.items()}
    later: Mapping[int, int] = {}
    if asks_of_present(asked.text, asked.language):
        strength, later = overtaken(mind, rows, total_of(scores), signals.matches, signals.verbatim)
        if later and asks_of_now(asked.text, asked.language):
            scores["overtaken"] = -np.float32(weights.overtaken) * strength
    quoting = rows_marked(mind, QUOTING)[rows]
    total = total_of(scores)
    again = _repeats(signals, rows, total, asked.count // 3)
    again |= mind.coded("kind", [FACT])[rows] & _among(mind.size, rows[allowed[rows]])[bases[rows]]
    if again.any() or quoting.any():
        scores["again"] = -np.maximum(np.float32(weights.again) * again, np.float32(weights.quoting) * quoting)
        total += scores["again"]
    less = distrust(mind, asked.trusted, asked.named)
    if weights.crowd and (many := crowded(mind, rows, total, less[rows] > 0, asked.count // 3)).any():
        crowd = rows[many][np.argsort(-total[many], kind="stable")]
        if looks and (flood := flooding(mind, crowd, len(rows))) is not None:
            return rank(signals, asked, weights, allowed & ~flood, looks - 1)
        scores["crowd"] = -np.float32(weights.crowd) * many
        total += scores["crowd"]
    return Scored(rows, total, scores, (perf_counter() - started) * 1e3, later)


def first_pass(signals: Signals, asked: RankedQuestion, weights: Weights) -> First:
    """Score every row by what can be told at a glance."""
    mind = signals.mind
    fit, parts = _fit(signals, asked, weights)
    if weights.stated and (stated := _stated(mind, fit, asked, weights)) is not None:
        parts["stated"] = stated
        fit = fit + stated
    if weights.cued and (cued := _cued(mind, fit, weights)) is not None:
        parts["cued"] = cued
        fit = fit + cued
    speaker = _speaker(mind, asked, weights)
    small = _small_parts(signals)
    less = np.float32(weights.trust) * distrust(mind, asked.trusted, asked.named)
    less += np.float32(weights.suspect) * rows_marked(mind, SUSPICIOUS)
    if less.any():
        small["trust"] = -less
    near_fit = np.where(mind.column("forgotten"), np.float32(0), fit)  # what is forgotten lifts nothing around it
    first = (
        fit + np.float32(weights.context) * better_neighbour(mind, near_fit) + total_of({"speaker": speaker, **small})
    )
    return First(fit, near_fit, first, parts, speaker, small)


def promising(first: Scores, signals: Signals, asked: RankedQuestion, allowed: NDArray[np.bool_]) -> Rows:
    """The rows that are looked at closely, by their first scores: of those that may come up, and of the others."""
    rows = _best(first, allowed, asked.count)
    if not allowed.all():
        rows = np.concatenate([rows, _best(first, signals.live & ~allowed, asked.count)])
    return rows


def _padded(values: Scores) -> Scores:
    """Values with a zero after the last, which row -1 finds, no neighbour."""
    padded = np.zeros(len(values) + 1, dtype=np.float32)
    padded[:-1] = values
    return padded


def _among(size: int, rows: Rows) -> NDArray[np.bool_]:
    """Whether each of so many rows is among some; and row -1, which is none."""
    mask = np.zeros(size + 1, dtype=np.bool_)
    mask[rows] = True
    return mask


def better_neighbour(mind: Mind, fit: Scores) -> Scores:
    """The fit of the better of the memories before and after each, 0 where there is none."""
    padded = _padded(fit)
    better: Scores = np.maximum(padded[mind.neighbours("previous")], padded[mind.neighbours("following")])
    return better


def _fit(signals: Signals, asked: RankedQuestion, weights: Weights) -> tuple[Scores, dict[str, Scores]]:
    """How alike in meaning, and how many words shared; 0…1 together."""
    by_meaning, by_words = weights.meaning, weights.words
    if asked.foreign:
        by_meaning, by_words = weights.foreign_meaning, weights.foreign_words
    telling = sorted([match.telling for match in signals.matches], reverse=True)[:_TELLING_TERMS]
    floor = weights.words_floor * (signals.settings.bm25_k1 + 1) * sum(telling)
    keywords = np.where(signals.live, signals.keywords, np.float32(0))
    top = np.float32(max(float(np.maximum.reduce(keywords[signals.verbatim], initial=0)), floor, 1e-9))
    parts = {
        "meaning": np.float32(by_meaning) * signals.scaled(signals.similarity, least_span=weights.meaning_floor),
        "words": np.float32(by_words) * np.minimum(keywords / top, np.float32(1)),
    }
    return parts["meaning"] + parts["words"], parts


def _speaker(mind: Mind, asked: RankedQuestion, weights: Weights) -> Scores:
    """Told by the one who asks about themselves, by others where it asks what they said, or by somebody named."""
    part = np.zeros(mind.size, dtype=np.float32)
    if asked.asker is not None and weights.own:
        part += np.float32(weights.own) * mind.coded("speaker", [asked.asker])
    if asked.told is not None and weights.told:
        part += np.float32(weights.told) * ~mind.coded("speaker", [asked.told, ""])
    if asked.named and weights.named:
        part += np.float32(weights.named) * mind.coded("speaker", asked.named)
    return part


def _small_parts(signals: Signals) -> dict[str, Scores]:
    settings = signals.settings
    parts: dict[str, Scores] = {}
    if settings.recency_weight:
        parts["recency"] = np.float32(settings.recency_weight) * signals.recency()
    if settings.importance_weight:
        parts["importance"] = np.float32(settings.importance_weight) * signals.mind.column("boosts")
    if settings.retention_weight:
        parts["retention"] = np.float32(settings.retention_weight) * (signals.retention - 1)
    return parts


def _surroundings(mind: Mind, rows: Rows) -> tuple[NDArray[np.int32], Scores]:
    """The rows near each row in its session or source, -1 for none, and how many terms away; shape (2·NEARBY, rows).

    Distances run from middle to middle, so that a run of short messages counts as much as one long turn.
    """
    lengths = mind.column("lengths")
    around = np.empty((NEARBY, 2, len(rows)), dtype=np.int32)
    near = np.empty((NEARBY, 2, len(rows)), dtype=np.float32)
    half, nowhere = np.float32(0.5), np.float32(np.inf)
    before, after = mind.neighbours("previous"), mind.neighbours("following")
    at = np.array([rows, rows])  # both ways at once
    own = lengths[at] * half
    distance = np.zeros(at.shape, dtype=np.float32)
    for step in range(NEARBY):
        further = around[step]
        further[0], further[1] = before[at[0]], after[at[1]]
        further[at < 0] = -1  # what follows no row is none
        next_to = lengths[further] * half
        distance = distance + own + next_to
        near[step] = np.where(further >= 0, distance, nowhere)
        at, own = further, next_to
    return around.reshape(2 * NEARBY, -1), near.reshape(2 * NEARBY, -1)


def _together(signals: Signals, rows: Rows, around: NDArray[np.int32], near: Scores, weights: Weights) -> Scores:
    """Share of the question's words, weighted by how telling they are, that each row and its surroundings hold."""
    reach = np.exp(-near / np.float32(max(weights.together_reach, 1e-6)))
    counting = np.zeros(signals.mind.size + 1, dtype=np.bool_)
    counting[:-1] = signals.live & ~signals.mind.column("forgotten")
    reach *= counting[around]
    own = signals.live[rows]
    telling = np.zeros(len(rows), dtype=np.float32)
    total = 0.0
    present = np.zeros(signals.mind.size + 1, dtype=np.bool_)
    for match in signals.matches:
        total += match.telling
        present[match.rows] = True
        best = np.maximum(present[rows] & own, np.maximum.reduce(present[around] * reach, axis=0))
        telling += np.float32(match.telling) * best
        present[match.rows] = False
    return telling / np.float32(total or 1.0)


def _time(signals: Signals, asked: RankedQuestion, rows: Rows, weights: Weights) -> Scores | None:
    """Fits a time that the question names; or tells one, where it asks for one. None if it does neither."""
    part: Scores | None = None
    if asked.spans:
        part = np.float32(weights.time) * time_fit(signals.mind, rows, asked.spans)
    elif asked.event is not None and asked.anchor is not None:
        part = np.float32(weights.time) * anchor_fit(signals, asked.event, rows, asked.anchor)
    elif asks_when(asked.text, asked.language):
        dated = rows_marked(signals.mind, DATED)[rows]
        part = np.float32(weights.dated) * dated.astype(np.float32)
    return part


def outdated_facts(mind: Mind, rows: set[int]) -> dict[int, list[int]]:
    """Rows of the superseded facts that rest on some rows."""
    outdated: dict[int, list[int]] = {}
    superseded = (mind.column("superseded") & mind.coded("kind", [FACT])).nonzero()[0]
    for fact, base in zip(superseded.tolist(), mind.neighbours("bases")[superseded].tolist(), strict=True):
        if base in rows:
            outdated.setdefault(base, []).append(fact)
    return outdated


def _stated(mind: Mind, fit: Scores, asked: RankedQuestion, weights: Weights) -> Scores | None:
    """What the turns of facts in force gain by them: whoever asks where Anna lives is told "I moved to Busan". A fact
    about the asker that is asked for fits as well as anything."""
    standing = mind.coded("kind", [FACT]) & mind.column("live")
    standing &= ~mind.column("superseded") & ~mind.column("forgotten") & ~rows_marked(mind, UNVERIFIED)
    facts = standing.nonzero()[0]
    if not len(facts):
        return None
    own = fit
    if asked.fact is not None and asked.asker is not None:
        fit = np.where(_asked_for(mind, asked), np.float32(_EXACTLY), fit)
    by_facts = np.zeros(mind.size + 1, dtype=np.float32)
    np.maximum.at(by_facts, mind.neighbours("bases")[facts], np.float32(weights.stated) * fit[facts])
    gained: Scores = np.maximum(by_facts[:-1] - own, np.float32(0))
    return gained


def _cued(mind: Mind, fit: Scores, weights: Weights) -> Scores | None:
    """What turns gain by the sentences that are to call them to mind, where these fit better than the turns do."""
    cues = (mind.coded("kind", [CUE]) & mind.column("live") & ~mind.column("forgotten")).nonzero()[0]
    if not len(cues):
        return None
    called = np.zeros(mind.size + 1, dtype=np.float32)
    np.maximum.at(called, mind.neighbours("bases")[cues], np.float32(weights.cued) * fit[cues])
    gained: Scores = np.maximum(called[:-1] - fit, np.float32(0))
    return gained


def _asked_for(mind: Mind, asked: RankedQuestion) -> NDArray[np.bool_]:
    """Which rows are the fact about the asker that the question asks for."""
    if asked.fact is None or asked.asker is None:
        return np.zeros(mind.size, dtype=np.bool_)
    return rows_marked(mind, fact_mark(asked.fact)) & mind.coded("speaker", [asked.asker])


def _outdated(mind: Mind, fit: Scores, rows: Rows, asked: RankedQuestion) -> Scores | None:
    """How much the question is about what each row says that no longer holds, 0…1; None if it is about nothing such, or
    about the past."""
    superseded = (mind.column("superseded") & mind.coded("kind", [FACT])).nonzero()[0]
    if not len(superseded) or asks_of_past(asked.text, asked.language):
        return None
    bases = mind.neighbours("bases")[superseded]
    asked_for = _asked_for(mind, asked)[superseded]
    about = np.zeros(mind.size + 1, dtype=np.float32)
    top = max(float(fit.max()), 1e-9)
    np.maximum.at(about, bases, np.where(asked_for, np.float32(_CERTAINLY), np.clip(fit[superseded] / top, 0, 1)))
    part: Scores = about[rows]
    return part if part.any() else None


def _kinds(mind: Mind, rows: Rows, asked: RankedQuestion) -> Scores:
    """Whether each row holds a thing of a kind that the question asks for; rarer kinds tell more."""
    part = np.zeros(len(rows), dtype=np.float32)
    things = [words for noun in asked.classes if (words := members(noun))]
    holders = [mind.spread(np.unique(hash_terms(terms(" ".join(words), "en")))) for words in things]
    if asked.of_class:
        holders.append((mind.marked(asked.of_class), mind.share_marked(asked.of_class)))
    for holding, share in holders:
        if 0 < share <= _TOO_COMMON:
            telling = min(1.0, -np.log(share) / 4)
            part = np.maximum(part, np.float32(telling) * holding[rows])
    return part


def _repeats(signals: Signals, rows: Rows, total: Scores, count: int) -> NDArray[np.bool_]:
    """Which of the best `count` rows only repeat a better one, word for word and by the same speaker: their vectors are
    the same."""
    mind = signals.mind
    again = np.zeros(len(rows), dtype=np.bool_)
    alike = (signals.similarity[rows] * 1e5).round().astype(np.int64).tolist()  # the same for the same vector
    lengths = mind.column("lengths")[rows].tolist()
    seen: dict[tuple[int, float], list[int]] = {}
    for place in (-total).argsort(kind="stable")[:count].tolist():
        if not alike[place]:
            continue  # it has no vector
        before = seen.setdefault((alike[place], lengths[place]), [])
        if before:
            vector = mind.vector(int(rows[place]))
            again[place] = any(np.array_equal(vector, mind.vector(row)) for row in before)
        before.append(int(rows[place]))
    return again


def _best(scores: Scores, among: NDArray[np.bool_], count: int) -> Rows:
    """The rows of the highest scores, in no order."""
    rows = among.nonzero()[0]
    if len(rows) <= count:
        return rows
    best: Rows = rows[scores[rows].argpartition(len(rows) - count)[len(rows) - count :]]
    return best
