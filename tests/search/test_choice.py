"""What comes up of what was scored: the best that may, and why better ones don't."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from test_rank_plainly import START, talk

import soulkeep
from soulkeep.search import recall
from soulkeep.search.indexed_terms import SUSPICIOUS
from soulkeep.search.rank import rank
from soulkeep.search.signals import Scored, Signals, rows_marked

FADES = 0.6


@pytest.fixture(scope="module")
def holmes() -> soulkeep.Character:
    return talk(7, 70, fade_below=FADES, forgetfulness=0.05)


def why_not(signals: Signals, options: dict[str, Any], at: int) -> str | None:
    """Return why a memory may not come up; None if it may, or is none that could."""
    mind = signals.mind
    if not mind.column("live")[at] or mind.coded("kind", ["cue"])[at]:
        return None
    time, since, until = mind.column("times")[at], options.get("since"), options.get("until")
    if "kinds" in options and not mind.coded("kind", [*options["kinds"]])[at]:
        return "other kind"
    if "sources" in options and not mind.coded("source", [*options["sources"]])[at]:
        return "other source"
    if (since and not time >= since.timestamp()) or (until and not time <= until.timestamp()):
        return "outside the time range"
    if mind.column("forgotten")[at]:
        return "forgotten"
    if mind.column("superseded")[at]:
        return "superseded"
    if mind.coded("kind", ["passage"])[at] and rows_marked(mind, SUSPICIOUS)[at]:
        return "quarantined"
    return "faded" if signals.retention[at] < FADES else None


@pytest.mark.parametrize("k", [1, 5, 30, 500])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"kinds": ["fact", "passage"]},
        {"sources": ["almanac", "forged"]},
        {"since": START + timedelta(days=8), "until": START + timedelta(days=18)},
        {"kinds": ["turn"], "until": START + timedelta(days=15)},
    ],
)
@pytest.mark.parametrize("question", ["Who keeps the harbour lantern?", "Where do I live?"])
def test_the_best_come_up_and_better_ones_are_told_of(
    holmes: soulkeep.Character, question: str, options: dict[str, Any], k: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Signals, list[bool], Scored]] = []

    def watched(signals: Any, asked: Any, weights: Any, allowed: Any, first: Any) -> Scored:
        scored = rank(signals, asked, weights, allowed, first)
        seen.append((signals, allowed.tolist(), scored))
        return scored

    monkeypatch.setattr(recall, "rank", watched)
    found = holmes.recall(question, person="anna", k=k, **options)
    [(signals, allowed, scored)] = seen
    best = sorted(
        zip(scored.total.tolist(), scored.rows.tolist(), strict=True), reverse=True
    )  # the newer of equals first
    reasons = {row: why_not(signals, options, row) for _, row in best}
    mine = [(score, row) for score, row in best if allowed[row]][:k]
    assert all(reasons[row] is None for _, row in mine)
    assert [hit.score for hit in found.hits] == [score for score, _ in mine]
    assert [(hit.similarity, hit.retention) for hit in found.hits] == [
        (float(signals.similarity[row]), float(signals.retention[row])) for _, row in mine
    ]
    better = [(score, reasons[row]) for score, row in best if reasons[row]]
    if len(mine) == k:
        better = [(score, reason) for score, reason in better if score > mine[-1][0]]
    assert [(held.score, held.reason) for held in found.held_back] == better[:k]
