"""The default score, in two passes.

The first pass scores every row by meaning and shared words (4: w·semantic + (1-w)·keywords), with a share of its
neighbours' fit. The second looks closer at the best of them: their wider surroundings, who spoke, what kind of turn it
is. Recency, importance and retention are small additions, which decide between memories that fit equally well.

The weight of each part is in `weights.toml`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.anchors import Anchor
from soulkeep.lang.classes import members
from soulkeep.lang.questions import asks_of_now, asks_of_past, asks_of_present, asks_when
from soulkeep.lang.terms import asked_terms, hash_terms, terms
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
"""Least number of rows that the second pass scores; twice the hits asked for, if that is more."""

NEARBY = 6
"""Number of memories before and after that count as surroundings; the weights `…_reach` say how fast they fade."""

_BITS = np.left_shift(np.uint8(1), np.arange(8, dtype=np.uint8))
"""Words that are looked for around rows at once have a bit each."""

_TELLING_TERMS = 6
_ENOUGH_TERMS = 20
"""Number of terms (date and speaker included) from which a memory gets all of the weight `detail`."""

_THE_SAME = 0.8
"""Similarity (cosine) to the question above which a turn that asks, and isn't longer, only echoes it."""

_AROUND = 8
"""Allowance of terms for a memory's date and speaker, and a little more."""

_EXACTLY = 1.05
"""Fit of a fact that is asked for; meaning and words together come to that at most."""

_CERTAINLY = 2.0
"""Value of `outdated` for a turn whose superseded fact is asked for; other turns get the fit of theirs, 0…1."""

_FLOODS = 2
"""How many times rows of a flood are excluded and the rest is ranked anew."""

_TOO_COMMON = 0.3
"""Share of the memories above which those that hold a member of a class tell nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedQuestion:
    """A question as the ranking sees it, beside its meaning and words.

    Attributes:
        text, language: the question as it was asked, and its language.
        foreign: whether the embedder doesn't know that language.
        asker: the person who asks, if the question is about them.
        told: the person who asks, if the question is about what others told them.
        named: speakers whom the question names.
        trusted: the character and the person it faces, whose own words are first-hand. If empty, all are trusted alike.
        count: number of rows for the second pass.
        classes: nouns that may name a class of things asked for.
        of_class: memories known to speak of members of such a class, by partition id and sequence number.
        spans: times that the question names.
        fact: the relation of the fact about the asker that is asked for.
        anchor, event: an event by which the question names a time, and what the event's words find.
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
    """Scores of the first pass, for all rows of a mind.

    Attributes:
        fit: how well each fits by meaning and words, with what facts and cues add.
        near_fit: the fit that counts for a row's neighbours; 0 for forgotten rows.
        total: the scores.
        parts, speaker, small: the parts that they are made of.
        less: how much less each is trusted than what was said first-hand.
    """

    fit: Scores
    near_fit: Scores
    total: Scores
    parts: dict[str, Scores]
    speaker: Scores
    small: dict[str, Scores]
    less: Scores


def rank(
    signals: Signals,
    asked: RankedQuestion,
    weights: Weights,
    allowed: NDArray[np.bool_],
    first: First,
    looks: int = _FLOODS,
) -> Scored:
    """Score the best rows of a mind.

    Args:
        signals: measurements of the mind's rows for the question.
        asked: what else is known of the question.
        weights: weights of the parts.
        allowed: mask of the rows that may come up; as many of the others are scored, to tell what was held back.
        first: scores of the first pass.
        looks: how many times to rank anew without a flood of repetitions that leaves no room for other rows.
    """
    mind = signals.mind
    fit, near_fit, by_first, parts, speaker, small, less = first
    rows = promising(by_first, signals, asked, allowed)
    started = perf_counter()
    around, near = _surroundings(mind, rows)
    scores = {name: part[rows] for name, part in parts.items()}
    fits_around = _padded(near_fit).take(around)
    fits_around *= np.exp(near / -np.float32(max(weights.context_reach, 1e-6)))
    scores["context"] = np.float32(weights.context) * np.maximum.reduce(fits_around, axis=0)
    if weights.together:
        scores["together"] = np.float32(weights.together) * _together(signals, rows, around, near, weights)
    penalty: Any = np.float32(weights.asking)
    if np.count_nonzero(speaker):
        scores["speaker"] = speaker[rows]
        penalty = np.where(scores["speaker"] > 0, np.float32(weights.own_asking), penalty)
    asking = rows_marked(mind, ASKING)[rows]
    lengths = mind.column("lengths")[rows]
    longest = len(asked_terms(asked.text, asked.language)) + _AROUND
    same = (signals.similarity[rows] > _THE_SAME) & (lengths <= longest)
    if np.count_nonzero(same):
        penalty = np.where(same, np.float32(weights.echo), penalty)
    scores["asking"] = -penalty * asking
    scores["detail"] = np.float32(weights.detail) * np.minimum(
        np.log1p(lengths) / np.float32(log(_ENOUGH_TERMS)), np.float32(1)
    )
    if asked.classes or asked.of_class:
        scores["kinds"] = np.float32(weights.kinds) * _kinds(mind, rows, asked)
    if (time := _time(signals, asked, rows, weights)) is not None:
        scores["time"] = time
    bases = mind.neighbours("bases")
    derived = bases[rows] >= 0
    if np.count_nonzero(derived):
        scores["derived"] = -np.float32(weights.derived) * derived
        unverified = rows_marked(mind, UNVERIFIED)[rows]
        if np.count_nonzero(unverified):
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
    facts = mind.coded("kind", [FACT])[rows]
    if np.count_nonzero(facts):
        told = np.zeros(mind.size + 1, dtype=np.bool_)
        told[rows[allowed[rows]]] = True
        again |= facts & told[bases[rows]]
    if np.count_nonzero(again) or np.count_nonzero(quoting):
        scores["again"] = -np.maximum(np.float32(weights.again) * again, np.float32(weights.quoting) * quoting)
        total += scores["again"]
    if weights.crowd and (many := crowded(mind, rows, total, less[rows] > 0, asked.count // 3)).any():
        crowd = rows[many][np.argsort(-total[many], kind="stable")]
        if looks and (flood := flooding(mind, crowd, len(rows))) is not None:
            return rank(signals, asked, weights, allowed & ~flood, first, looks - 1)
        scores["crowd"] = -np.float32(weights.crowd) * many
        total += scores["crowd"]
    return Scored(rows, total, scores, (perf_counter() - started) * 1e3, later)


def first_pass(signals: Signals, asked: RankedQuestion, weights: Weights) -> First:
    """Score every row by what is cheap to compute."""
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
    less = distrust(mind, asked.trusted, asked.named)
    weighed = np.float32(weights.trust) * less
    weighed += np.float32(weights.suspect) * rows_marked(mind, SUSPICIOUS)
    if np.count_nonzero(weighed):
        small["trust"] = -weighed
    forgotten = mind.column("forgotten")  # what is forgotten lifts nothing around it
    near_fit = np.where(forgotten, np.float32(0), fit) if np.count_nonzero(forgotten) else fit
    total: Scores = fit + np.float32(weights.context) * better_neighbour(mind, near_fit)
    total += total_of({"speaker": speaker, **small})
    return First(fit, near_fit, total, parts, speaker, small, less)


def promising(first: Scores, signals: Signals, asked: RankedQuestion, allowed: NDArray[np.bool_]) -> Rows:
    """Return the rows with the best first scores, for the second pass: of those that may come up, and of the others.

    Args:
        first: the scores of the first pass.
        signals: the signals that they were made of.
        asked: the question.
        allowed: a mask of the rows that may come up.
    """
    rows = _best(first, allowed, asked.count)
    if np.count_nonzero(allowed) < len(allowed):
        rows = np.concatenate([rows, _best(first, signals.live & ~allowed, asked.count)])
    return rows


def _padded(values: Scores) -> Scores:
    """Return values with a zero appended, which is what the index -1 (no neighbour) yields."""
    padded = np.zeros(len(values) + 1, dtype=np.float32)
    padded[:-1] = values
    return padded


def better_neighbour(mind: Mind, fit: Scores) -> Scores:
    """Return the fit of the better of the memories before and after each; 0 where there is none."""
    padded = _padded(fit)
    before, after = mind.neighbours("previous"), mind.neighbours("following")
    better: Scores = np.maximum(padded.take(before), padded.take(after))
    return better


def _fit(signals: Signals, asked: RankedQuestion, weights: Weights) -> tuple[Scores, dict[str, Scores]]:
    """Return how well each row fits by meaning and shared words, 0…1 together, and these two parts."""
    by_meaning, by_words = weights.meaning, weights.words
    if asked.foreign:
        by_meaning, by_words = weights.foreign_meaning, weights.foreign_words
    telling = sorted([match.telling for match in signals.matches], reverse=True)[:_TELLING_TERMS]
    floor = weights.words_floor * (signals.settings.bm25_k1 + 1) * sum(telling)
    keywords = signals.keywords * signals.live
    top = np.maximum.reduce(keywords[signals.verbatim], initial=max(floor, 1e-9))
    parts = {
        "meaning": np.float32(by_meaning) * signals.scaled(signals.similarity, least_span=weights.meaning_floor),
        "words": np.float32(by_words) * np.minimum(keywords / top, np.float32(1)),
    }
    return parts["meaning"] + parts["words"], parts


def _speaker(mind: Mind, asked: RankedQuestion, weights: Weights) -> Scores:
    """Return what rows gain by their speaker: the asker, others than the asker, or those who are named."""
    part: Scores = np.zeros(mind.size, dtype=np.float32)
    if asked.named:
        part += np.float32(weights.named) * mind.coded("speaker", asked.named)
    if asked.asker is not None:
        part += np.float32(weights.own) * mind.coded("speaker", [asked.asker])
    if asked.told is not None:
        part += np.float32(weights.told) * ~mind.coded("speaker", [asked.told, ""])
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


def _surroundings(mind: Mind, rows: Rows) -> tuple[Rows, Scores]:
    """Return the rows near each in its session or source, -1 for none, and how many terms away: (2·NEARBY, rows) each.

    The distance of none means nothing. Distances run from middle to middle, so that a run of short messages counts as
    much as one long turn.
    """
    half = np.float32(0.5)
    lengths = mind.column("lengths")
    around = np.empty((NEARBY, 2, len(rows)), dtype=np.intp)
    for direction, name in enumerate(("previous", "following")):
        links, at = np.full(mind.size + 1, -1, dtype=np.intp), rows  # no row follows a missing one
        links[:-1] = mind.neighbours(name)
        for further in around[:, direction]:
            at = links.take(at, out=further, mode="wrap")
    halves = lengths.take(around)
    halves *= half
    near = halves.copy()
    near[0] += lengths[rows] * half
    for step in range(1, NEARBY):
        near[step] += near[step - 1] + halves[step - 1]
    return around.reshape(2 * NEARBY, len(rows)), near.reshape(2 * NEARBY, len(rows))


def _together(signals: Signals, rows: Rows, around: Rows, near: Scores, weights: Weights) -> Scores:
    """Return the share of the question's words, by how telling they are, that each row and its surroundings hold."""
    places = np.concatenate([around, rows[None]])
    reach = np.empty(places.shape, dtype=np.float32)
    np.exp(near / -np.float32(max(weights.together_reach, 1e-6)), out=reach[:-1])
    reach[:-1] *= _padded(signals.live & ~signals.mind.column("forgotten")).take(around)
    reach[-1] = signals.live[rows]
    telling = np.zeros(len(rows), dtype=np.float32)
    held = [match for match in signals.matches if len(match.rows)]
    for first in range(0, len(held), len(_BITS)):
        some = held[first : first + len(_BITS)]
        words = np.zeros(signals.mind.size + 1, dtype=np.uint8)
        for match, bit in zip(some, _BITS, strict=False):
            words[match.rows] |= bit
        present = words.take(places) & _BITS[: len(some), None, None] != 0
        best = np.maximum.reduce(present * reach, axis=1)
        best *= np.array([match.telling for match in some], dtype=np.float32)[:, None]
        for part in best:
            telling += part
    return telling / np.float32(sum([match.telling for match in signals.matches]) or 1.0)


def _time(signals: Signals, asked: RankedQuestion, rows: Rows, weights: Weights) -> Scores | None:
    """Return how well rows fit a time that is named, or whether they name one if asked for; None if neither applies."""
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
    """Return the rows of the superseded facts that rest on some rows, by the row that they rest on."""
    outdated: dict[int, list[int]] = {}
    superseded = _superseded_facts(mind)
    for fact, base in zip(superseded.tolist(), mind.neighbours("bases")[superseded].tolist(), strict=True):
        if base in rows:
            outdated.setdefault(base, []).append(fact)
    return outdated


def _stated(mind: Mind, fit: Scores, asked: RankedQuestion, weights: Weights) -> Scores | None:
    """Return what turns gain by the facts in force that rest on them: a question where Anna lives finds "I moved to
    Busan". A fact about the asker that is asked for fits best."""
    facts = mind.coded("kind", [FACT]).nonzero()[0]
    fallen = mind.column("superseded")[facts] | mind.column("forgotten")[facts] | rows_marked(mind, UNVERIFIED)[facts]
    facts = facts[mind.column("live")[facts] & ~fallen]
    if not len(facts):
        return None
    fits = np.where(_asked_for(mind, asked, facts), np.float32(_EXACTLY), fit[facts])
    return _gained(mind, facts, np.float32(weights.stated) * fits, fit)


def _cued(mind: Mind, fit: Scores, weights: Weights) -> Scores | None:
    """Return what turns gain by their cues (sentences made to call them to mind) that fit better than the turns do."""
    cues = mind.coded("kind", [CUE]).nonzero()[0]
    cues = cues[mind.column("live")[cues] & ~mind.column("forgotten")[cues]]
    if not len(cues):
        return None
    return _gained(mind, cues, np.float32(weights.cued) * fit[cues], fit)


def _gained(mind: Mind, derived: Rows, fits: Scores, fit: Scores) -> Scores:
    """Return by how much the best of what is derived from each row fits better than the row does, at least 0."""
    best = np.zeros(mind.size + 1, dtype=np.float32)
    np.maximum.at(best, mind.neighbours("bases")[derived], fits)
    gained: Scores = best[:-1] - fit
    return np.maximum(gained, np.float32(0), out=gained)


def _asked_for(mind: Mind, asked: RankedQuestion, rows: Rows) -> NDArray[np.bool_]:
    """Return which of some rows are the fact about the asker that the question asks for."""
    if asked.fact is None or asked.asker is None:
        return np.zeros(len(rows), dtype=np.bool_)
    return rows_marked(mind, fact_mark(asked.fact))[rows] & mind.coded("speaker", [asked.asker])[rows]


def _outdated(mind: Mind, fit: Scores, rows: Rows, asked: RankedQuestion) -> Scores | None:
    """Return how much the question is about what each row says that no longer holds, 0…1; None if it is about nothing
    of the kind, or about the past."""
    superseded = _superseded_facts(mind)
    if not len(superseded) or asks_of_past(asked.text, asked.language):
        return None
    bases = mind.neighbours("bases")[superseded]
    asked_for = _asked_for(mind, asked, superseded)
    about = np.zeros(len(fit) + 1, dtype=np.float32)
    top = max(float(fit.max()), 1e-9)
    np.maximum.at(about, bases, np.where(asked_for, np.float32(_CERTAINLY), fit[superseded] / top))
    part: Scores = about[rows]
    return part if np.count_nonzero(part) else None


def _superseded_facts(mind: Mind) -> Rows:
    superseded: Rows = mind.column("superseded").nonzero()[0]
    return superseded[mind.coded("kind", [FACT])[superseded]]


def _kinds(mind: Mind, rows: Rows, asked: RankedQuestion) -> Scores:
    """Return how telling it is, 0…1, that each row holds a member of a class asked for; rare members tell more."""
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
    """Return which of the best `count` rows repeat a better one, word for word and by the same speaker (their vectors
    are the same)."""
    mind = signals.mind
    again = np.zeros(len(rows), dtype=np.bool_)
    best = (-total).argsort(kind="stable")[:count]
    chosen = rows[best]
    alike = (signals.similarity[chosen] * 1e5).round().tolist()  # equal for equal vectors
    keys = [*zip(alike, mind.column("lengths")[chosen].tolist(), strict=True)]
    if len({*keys}) == len(keys):
        return again
    seen: dict[tuple[float, float], list[int]] = {}
    for place, row, key in zip(best.tolist(), chosen.tolist(), keys, strict=True):
        if not key[0]:
            continue  # it has no vector
        before = seen.setdefault(key, [])
        if before:
            vector = mind.vector(row)
            again[place] = any(np.array_equal(vector, mind.vector(earlier)) for earlier in before)
        before.append(row)
    return again


def _best(scores: Scores, among: NDArray[np.bool_], count: int) -> Rows:
    """Return the rows with the highest scores, in no order."""
    rows = among.nonzero()[0]
    if len(rows) <= count:
        return rows
    if len(rows) < len(scores):
        scores = scores[rows]
    best: Rows = rows[scores.argpartition(len(rows) - count)[len(rows) - count :]]
    return best
