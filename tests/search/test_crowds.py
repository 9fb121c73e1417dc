"""No source fills a recall by repeating itself: how many may say nearly the same, on either side of each limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from drawn_mind import ONES, Drawn, just_below, mind_of, query_of, signals_of, times_ones

from soulkeep.search.rank import RankedQuestion, first_pass, rank
from soulkeep.search.trust import crowded, distrust, flooding
from soulkeep.search.weights import weights

SAID = Drawn(vector=ONES, speaker="mallory")


def crowd(
    *memories: Drawn, count: int = 100, first_hand: tuple[int, ...] = (), total: list[float] | None = None
) -> list[int]:
    mind = mind_of(memories)
    less = ~np.isin(np.arange(mind.size), first_hand)
    scores = np.array(total or range(mind.size, 0, -1), dtype=np.float32)
    return np.flatnonzero(crowded(mind, np.arange(mind.size), scores, less, count)).tolist()


def test_first_hand_words_are_trusted_books_half_and_hearsay_not() -> None:
    mind = mind_of(
        [Drawn(speaker=name) for name in ("anna", "holmes", "boris", "mallory", None)]
        + [Drawn(kind="passage", speaker=None), Drawn(kind="passage", speaker="mallory")]
    )
    assert distrust(mind, {"anna", "holmes"}, ["boris"]).tolist() == [0, 0, 0, 1, 0, 0.5, 0.5]
    assert distrust(mind, {"anna"}, []).tolist() == [0, 1, 1, 1, 0, 0.5, 0.5]
    assert distrust(mind, (), ["boris"]).tolist() == [0] * 7


def test_three_may_say_the_same() -> None:
    assert crowd(*[SAID] * 3) == []
    assert crowd(*[SAID] * 6) == [3, 4, 5]
    assert crowd(*[SAID] * 6, total=[1, 2, 3, 4, 5, 6]) == [0, 1, 2]  # the best ones may
    assert crowd(*[SAID] * 6, total=[1] * 6) == [3, 4, 5]


@pytest.mark.parametrize(
    ("change", "too_many"),
    [
        ({}, True),
        ({"vector": times_ones(0.92)}, True),
        ({"vector": times_ones(just_below(0.92))}, False),
        ({"speaker": "boris"}, False),
        ({"source": "gazette"}, False),
    ],
)
def test_it_says_nearly_the_same_and_is_of_the_same_source(change: dict[str, Any], too_many: bool) -> None:
    assert crowd(SAID, SAID, SAID, replace(SAID, **change)) == [3] * too_many
    assert crowd(*[replace(SAID, **change)] * 3, SAID) == [3] * too_many


def test_partitions_are_sources_of_their_own() -> None:
    mind = mind_of([SAID] * 3, [SAID] * 4)
    scores, less = np.arange(7, 0, -1, dtype=np.float32), np.ones(7, dtype=np.bool_)
    assert np.flatnonzero(crowded(mind, np.arange(7), scores, less, 100)).tolist() == [6]
    flood = flooding(mind, np.array([6]), 1)
    assert flood is not None
    assert flood.tolist() == [False] * 3 + [True] * 4


def test_whoever_tells_of_themselves_may_repeat_it() -> None:
    assert crowd(*[SAID] * 6, first_hand=tuple(range(6))) == []
    assert crowd(*[SAID] * 6, first_hand=(0, 2)) == [5]


@pytest.mark.parametrize(("best", "all_are_looked_at"), [(5, False), (6, True), (7, True)])
def test_all_are_looked_at_if_half_of_the_best_only_repeat_others(best: int, all_are_looked_at: bool) -> None:
    others = [replace(SAID, speaker=f"{at}") for at in range(2)]
    found = crowd(*[SAID] * best, *others, SAID, count=best)
    assert found == [*range(3, best), *[best + 2] * all_are_looked_at]


def test_only_the_best_are_looked_at_otherwise() -> None:
    assert crowd(*[SAID] * 9, count=3) == []
    assert crowd(*[SAID] * 9, count=4) == [3]
    assert crowd(*[SAID] * 9, count=0) == [*range(3, 9)]


@pytest.mark.parametrize(("looked_at", "flooded"), [(1, True), (2, True), (3, False)])
def test_a_flood_is_half_of_what_is_looked_at(looked_at: int, flooded: bool) -> None:
    assert (flooding(mind_of([SAID] * 5), np.array([4]), looked_at) is not None) is flooded


@pytest.mark.parametrize(
    ("change", "goes"),
    [
        ({}, True),
        ({"vector": times_ones(0.92)}, True),
        ({"vector": times_ones(just_below(0.92))}, False),
        ({"speaker": "boris"}, False),
        ({"source": "gazette"}, False),
    ],
)
def test_all_that_says_the_same_goes_with_a_flood(change: dict[str, Any], goes: bool) -> None:
    flood = flooding(mind_of([replace(SAID, **change), SAID, SAID]), np.array([2]), 1)
    assert flood is not None
    assert flood.tolist() == [goes, True, True]


def test_what_has_no_vector_goes_alone() -> None:
    blank = replace(SAID, vector=(0.0,))
    flood = flooding(mind_of([blank, blank, SAID]), np.array([1]), 1)
    assert flood is not None
    assert flood.tolist() == [False, True, False]


def test_four_floods_go_at_once_the_best_first() -> None:
    talk = [replace(SAID, speaker=f"{at // 2}") for at in range(10)]
    flood = flooding(mind_of(talk), np.array([8, 6, 7, 1, 3, 4]), 1)
    assert flood is not None
    assert np.flatnonzero(flood).tolist() == [0, 1, 2, 3, 6, 7, 8, 9]
    flood = flooding(mind_of(talk), np.array([8, 9]), 1)
    assert flood is not None
    assert np.flatnonzero(flood).tolist() == [8, 9]


def test_two_floods_are_taken_away_one_after_the_other_and_a_third_is_told() -> None:
    talk = [
        Drawn(words="lantern", vector=ONES, speaker=f"{at // 20}", session=None, importance=10.0 - at / 8)
        for at in range(60)
    ]
    mind = mind_of(talk)
    signals = signals_of(mind, query_of("lantern", ONES), importance_weight=0.5)
    asked = RankedQuestion(text="Who?", language="en", foreign=False, asker=None, named=[], trusted=["anna"], count=18)
    everything = np.ones(60, dtype=np.bool_)
    scored = rank(signals, asked, weights({}), everything, first_pass(signals, asked, weights({})))
    assert {*scored.rows.tolist()} == {*range(40, 58), *range(18)}  # the third's, and the best of what was taken away
    crowd = dict(zip(scored.rows.tolist(), scored.parts["crowd"].tolist(), strict=True))
    assert sum(crowd[row] < 0 for row in range(40, 58)) == 15


def test_a_third_of_what_is_looked_at_is_judged_first() -> None:
    talk = [
        Drawn(words="lantern", vector=ONES, speaker="m", session=None, importance=10.0 - at / 4) for at in range(12)
    ]
    mind = mind_of(talk)
    signals = signals_of(mind, query_of("lantern", ONES), importance_weight=0.5)
    asked = RankedQuestion(text="Who?", language="en", foreign=False, asker=None, named=[], trusted=["anna"], count=12)
    chosen = weights({"again": 0.0})
    scored = rank(signals, asked, chosen, np.ones(12, dtype=np.bool_), first_pass(signals, asked, chosen))
    assert scored.parts["crowd"].tolist() == [0, 0, 0, -1] + [0] * 8
