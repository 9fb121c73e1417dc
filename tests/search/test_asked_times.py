"""Which memories happened at a time that is asked about, or lie on the right side of an event: at each edge."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from drawn_mind import Drawn, mind_of, query_of, signals_of

from soulkeep.lang.anchors import Anchor
from soulkeep.lang.times import TimeSpan
from soulkeep.search.indexed_terms import time_marks
from soulkeep.search.times import anchor_fit, time_fit

DAY = 86_400.0


def day(number: int) -> TimeSpan:
    begins, ends = (datetime.fromtimestamp(at * DAY, UTC) for at in (number, number + 1))
    return TimeSpan(start=begins, end=ends, text="", at=0, grain="day", relative=False)


@pytest.mark.parametrize(
    ("time", "fit"),
    [(3 * DAY, 0.7), (3 * DAY - 1e-3, 0), (4 * DAY, 0), (4 * DAY - 1e-3, 0.7), (9 * DAY, 0.7), (0.0, 0), (None, 0)],
)
def test_a_time_begins_with_its_first_moment_and_ends_before_its_last(time: float | None, fit: float) -> None:
    mind = mind_of([Drawn(time=5 * DAY), Drawn(time=time)])
    assert time_fit(mind, np.array([1]), [day(3), day(9)]).tolist() == pytest.approx([fit])


def test_speaking_of_a_day_fits_better_than_being_told_on_it() -> None:
    mind = mind_of(
        [
            Drawn(time=3 * DAY),
            Drawn(time=3 * DAY, marks=tuple(time_marks(day(3)))),
            Drawn(marks=tuple(time_marks(day(4)))),  # of the same month
            Drawn(marks=tuple(time_marks(day(3)))),
        ]
    )
    assert time_fit(mind, np.arange(4), [day(3)]).tolist() == pytest.approx([0.7, 1, 0, 1])
    assert time_fit(mind, np.array([3, 0]), [day(3)]).tolist() == pytest.approx([1, 0.7])
    assert time_fit(mind, np.arange(4), [day(3), day(4)]).tolist() == pytest.approx([0.7, 1, 1, 1])
    assert time_fit(mind, np.arange(4), []).tolist() == [0] * 4


TALK = [
    Drawn(time=1 * DAY),
    Drawn(words="wedding church", time=2 * DAY),
    Drawn(time=2 * DAY),
    Drawn(time=3 * DAY),
    Drawn(time=None),
    Drawn(words="wedding church", time=4 * DAY, live=False),
    Drawn(words="wedding church", time=None),
]


def sides(talk: list[Drawn], words: str = "wedding church", weights: tuple[float, ...] = ()) -> list[list[float]]:
    mind = mind_of(talk)
    signals, event = signals_of(mind, query_of("")), signals_of(mind, query_of(words, weights=weights))
    return [anchor_fit(signals, event, np.arange(mind.size), Anchor("", side)).tolist() for side in (-1, 1)]


def test_before_and_after_an_event_include_its_moment() -> None:
    before, after = sides(TALK)
    assert before == [1, 1, 1, 0, 0, 0, 0]
    assert after == [0, 1, 1, 1, 0, 1, 0]


def test_the_best_memory_of_the_event_tells_when_it_was() -> None:
    worse = Drawn(words="wedding x y z", time=9 * DAY)
    assert sides([worse, *TALK])[0] == [0, *sides(TALK)[0]]
    assert sides([*TALK, worse])[0] == [*sides(TALK)[0], 0]


@pytest.mark.parametrize("talk", [[Drawn(time=DAY)], [Drawn(words="wedding church")], [replace(TALK[1], live=False)]])
def test_an_event_that_nobody_remembers_has_no_sides(talk: list[Drawn]) -> None:
    assert sides([*talk, Drawn(time=2 * DAY)]) == [[0] * (len(talk) + 1)] * 2


@pytest.mark.parametrize(("weight", "remembered"), [(1.5, True), (1.49, False), (3.0, True)])
def test_a_memory_of_the_event_holds_three_fifths_of_its_words(weight: float, remembered: bool) -> None:
    talk = [Drawn(words="wedding", time=DAY), Drawn(words="church", time=None), Drawn(time=DAY)]
    assert sides(talk, weights=(weight, 1.0))[0] == ([1, 0, 1] if remembered else [0, 0, 0])
