"""Of two memories that answer the same, the later one holds: on either side of each limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from drawn_mind import ONES, Drawn, just_below, mind_of, query_of, signals_of, times_ones

from soulkeep.search.overtaken import Overtaken, overtaken

EARLIER = Drawn(words="lantern bridge", vector=ONES, time=1.0)
LATER = Drawn(words="lantern bridge", vector=(0.5, 0, 0), time=2.0)


def judged(*memories: Drawn, total: list[float] | None = None, weights: tuple[float, ...] = ()) -> Overtaken:
    mind = mind_of(memories)
    signals = signals_of(mind, query_of("lantern bridge", weights=weights))
    scores = np.array(total or [1.0] * len(memories), dtype=np.float32)
    return overtaken(mind, np.arange(mind.size), scores, signals.matches, signals.verbatim)


def test_the_later_overtakes_as_surely_as_they_are_alike() -> None:
    found = judged(EARLIER, LATER)
    assert found.strength.tolist() == [0.5, 0]
    assert found.by == {0: 1}
    assert judged(LATER, EARLIER).by == {1: 0}
    assert judged(EARLIER).by == {}
    assert judged(EARLIER, replace(LATER, vector=(2.0,))).strength.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("change", "overtakes"),
    [
        ({"vector": times_ones(0.2)}, True),
        ({"vector": times_ones(just_below(0.2))}, False),
        ({"time": 1.0}, False),
        ({"time": None}, True),  # the order of storing tells then
        ({"speaker": "boris"}, False),
        ({"words": ""}, False),
        ({"base": 0, "kind": "fact"}, False),
        ({"forgotten": True}, False),
        ({"live": False}, False),
    ],
)
def test_it_is_as_much_alike_later_and_by_the_same_speaker(change: dict[str, Any], overtakes: bool) -> None:
    assert bool(judged(EARLIER, replace(LATER, **change)).by) is overtakes


@pytest.mark.parametrize(("weights", "overtakes"), [((1.0, 1.0), True), ((0.99, 1.0), False), ((1.01, 1.0), True)])
def test_it_holds_half_as_much_of_the_question(weights: tuple[float, ...], overtakes: bool) -> None:
    found = judged(
        EARLIER, replace(LATER, words="lantern x"), replace(LATER, words="bridge", speaker="b"), weights=weights
    )
    assert bool(found.by) is overtakes


@pytest.mark.parametrize(("score", "overtakes"), [(0.75, True), (0.7499, False), (2.0, True)])
def test_it_scores_three_quarters_as_much(score: float, overtakes: bool) -> None:
    assert bool(judged(EARLIER, LATER, total=[1.0, score]).by) is overtakes


def test_neither_tells_anything_where_nothing_is_asked_for() -> None:
    assert judged(replace(EARLIER, words="x"), replace(LATER, words="x")).by == {}


@pytest.mark.parametrize("times", [(1, 2, 3), (None, None, None), (1, 3, 2), (3, 1, 2), (2, 3, 1)])
def test_the_latest_is_named(times: tuple[float | None, ...]) -> None:
    found = judged(*[replace(EARLIER, time=time) for time in times])
    order = sorted(range(3), key=lambda at: (times[at] or 0, at))
    assert found.by == {order[0]: order[2], order[1]: order[2]}
    assert [at for at in range(3) if not found.strength[at]] == [order[2]]


@pytest.mark.parametrize(("before", "named"), [(18, True), (19, False)])
def test_twenty_of_the_best_are_compared(before: int, named: bool) -> None:
    others = [replace(EARLIER, words="", speaker=f"{at}") for at in range(before)]
    found = judged(*others, EARLIER, LATER, total=[3.0] * before + [2.0, 1.9])
    assert bool(found.by) is named


@pytest.mark.parametrize(("before", "named"), [(58, True), (59, False)])
def test_they_are_among_the_best_sixty_of_all(before: int, named: bool) -> None:
    facts = [Drawn(kind="fact", base=0)] * before
    found = judged(EARLIER, *facts, LATER, total=[4.0] + [3.5] * before + [3.0])
    assert bool(found.by) is named
