"""What comes up of what was scored: the best that may, and why better ones don't."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import exp
from typing import Any

import numpy as np
import pytest
from drawn_mind import NOW as DRAWN_AT
from drawn_mind import Drawn, mind_of
from test_rank_plainly import START, talk

import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.search import recall
from soulkeep.search.filters import Filters
from soulkeep.search.indexed_terms import SUSPICIOUS
from soulkeep.search.question import Question
from soulkeep.search.rank import rank
from soulkeep.search.recall import Recollection
from soulkeep.search.signals import Scored, Signals, rows_marked
from soulkeep.settings import Settings
from tests_support import static_keep

FADES = 0.6
NOBODY: tuple[Any, Any] = (None, None)
"""In place of a store and an embedder, which aren't asked for anything."""


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


MEMORIES = [
    Drawn(),
    Drawn(kind="excerpt", base=0),
    Drawn(),
    Drawn(kind="cue", base=2),
    Drawn(kind="fact", base=2, superseded=True),
    Drawn(kind="turn", superseded=True),
    Drawn(forgotten=True),
    Drawn(live=False),
    Drawn(kind="passage", marks=(SUSPICIOUS,)),
    Drawn(kind="turn", marks=(SUSPICIOUS,)),
    Drawn(kind="passage", accessed=DRAWN_AT - 10 * 86_400.0),
    Drawn(kind="excerpt", base=2, live=False),
]


@pytest.mark.parametrize(
    ("given", "may", "why"),
    [
        ({}, [1, 2, 9], {"superseded": [4, 5], "forgotten": [6], "quarantined": [8], "faded": [10]}),
        ({"outdated": True}, [1, 2, 4, 9], {"superseded": [5], "forgotten": [6], "quarantined": [8], "faded": [10]}),
        ({"in_view": frozenset([(1, 30), (2, 20)])}, [1, 9], {"in view": [2]}),
        ({"filters": Filters(kinds=["turn"])}, [1, 2, 9], {"other kind": [4, 8, 10], "superseded": [4, 5]}),
        ({"filters": Filters(kinds=["fact"])}, [], {"other kind": [0, 1, 2, 5, 6, 8, 9, 10], "superseded": [4, 5]}),
        ({"filters": Filters(kinds=["excerpt"])}, [1], {"other kind": [2, 4, 5, 6, 8, 9, 10]}),
    ],
)
def test_what_may_come_up_and_why_the_rest_does_not(
    given: dict[str, Any], may: list[int], why: dict[str, list[int]]
) -> None:
    """An excerpt stands for its turn, cues never come up, and what was deleted isn't told of at all."""
    settings = Settings(background=False, forgetfulness=0.1, fade_below=exp(-0.9))
    question = Question(text="?", language="en", now=datetime.fromtimestamp(DRAWN_AT, UTC), asker=None, k=1, **given)
    allowed, reasons = Recollection(*NOBODY, settings)._allowed(mind_of(MEMORIES), question)
    assert np.flatnonzero(allowed).tolist() == may
    told = {reason: np.flatnonzero(excluded).tolist() for reason, excluded in reasons}
    assert {reason: told[reason] for reason in why} == why


@pytest.mark.parametrize(("below", "faded"), [(0.5, False), (0.5000001, True), (0.0, False)])
def test_what_is_just_left_enough_is_not_faded(below: float, faded: bool) -> None:
    settings = Settings(background=False, forgetfulness=1.0, importance_floor=0.5, fade_below=below)
    question = Question(text="?", language="en", now=datetime.fromtimestamp(DRAWN_AT, UTC), asker=None, k=1)
    old = mind_of([Drawn(accessed=0.0, importance=10.0)])
    allowed, _ = Recollection(*NOBODY, settings)._allowed(old, question)
    assert allowed.tolist() == [not faded]


def test_where_the_hits_are_stored_is_known_afterwards(holmes: soulkeep.Character) -> None:
    facing = relationship_of(holmes, "anna")
    question = Question(text="lantern", language="en", now=START, asker=None, k=1, filters=Filters(kinds=["turn"]))
    [hit] = facing.recollection.recall(facing.working_sets, question).hits
    _, spot = facing.find(hit.memory.id)
    assert facing.places[facing.key, hit.memory.id].seq == spot.seq


def test_what_is_only_as_good_as_the_last_hit_is_not_told_of() -> None:
    with static_keep(soulkeep.ManualClock(START), settings=Settings(forgetfulness=0.0)) as keep:
        npc = keep.character("npc")
        for day in (1, 2):
            npc.observe(
                "The ferry was late.", person="anna", time=START - timedelta(days=day), id=f"{day}", session=f"{day}"
            )
        whole = npc.recall("ferry", person="anna", preset="landwehr", k=2)
        found = npc.recall("ferry", person="anna", preset="landwehr", k=1, since=START - timedelta(days=1))
        assert whole.hits[0].score == whole.hits[1].score
        assert [hit.memory.id for hit in found.hits] == ["1"]
        assert found.held_back == ()


def test_another_question_or_a_new_memory_is_measured_anew() -> None:
    with static_keep(soulkeep.ManualClock(START)) as keep:
        npc = keep.character("npc")
        facing = relationship_of(npc, "anna")

        def best(text: str) -> str:
            question = Question(text=text, language="en", now=START, asker=None, k=1)
            return facing.recollection.recall(facing.working_sets, question).hits[0].memory.id

        for id, text in (("ferry", "The ferry was late."), ("garden", "The garden is full of roses.")):
            npc.observe(text, person="anna", id=id)
        assert [best(text) for text in ("the ferry", "the garden", "the garden", "the ferry")] == [
            "ferry", "garden", "garden", "ferry"
        ]  # fmt: skip
        npc.observe("The ferry, the ferry!", person="anna", id="again")
        assert best("the ferry") == "again"


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
