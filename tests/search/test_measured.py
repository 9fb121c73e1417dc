"""What is measured of a mind for a question: scales, rarity of words, age and retention, each by its formula."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest
from drawn_mind import NOW, Drawn, mind_of, query_of, signals_of

from soulkeep.search.signals import coverage, recency, rows_marked, total_of

DAY = 86_400.0


# -- scales


def scaled(
    memories: list[Drawn], values: list[float], *, least_span: float = 0.0, among: list[bool] | None = None
) -> list[float]:
    signals = signals_of(mind_of(memories), query_of(""))
    mask = None if among is None else np.array(among)
    return signals.scaled(np.array(values, dtype=np.float32), least_span=least_span, among=mask).tolist()  # type: ignore[no-any-return]


def test_a_scale_runs_from_the_least_to_the_most() -> None:
    assert scaled([Drawn()] * 3, [2, 4, 3]) == [0, 1, 0.5]
    assert scaled([Drawn()] * 3, [2, 2, 2]) == [0, 0, 0]
    assert scaled([Drawn()], [2]) == [0]


@pytest.mark.parametrize(
    "aside", [Drawn(base=0, kind="fact"), Drawn(forgotten=True), Drawn(base=0, kind="fact", forgotten=True)]
)
def test_what_is_derived_or_forgotten_sets_no_scale_and_stays_within_it(aside: Drawn) -> None:
    assert scaled([Drawn(), Drawn(), aside, aside, aside], [2, 4, 9, 1, 3]) == [0, 1, 1, 0, 0.5]


def test_what_was_deleted_gets_nothing_and_sets_no_scale() -> None:
    assert scaled([Drawn(), Drawn(), Drawn(live=False), Drawn(live=False)], [2, 4, 9, 3]) == [0, 1, 0, 0]
    assert scaled([Drawn(live=False), Drawn(base=0, kind="fact")], [2, 4]) == [0, 0]


@pytest.mark.parametrize(("span", "most"), [(1, 1), (2, 1), (4, 0.5)])
def test_noise_is_not_magnified(span: float, most: float) -> None:
    assert scaled([Drawn()] * 2, [3, 5], least_span=span) == [0, most]


def test_a_scale_among_some_rows() -> None:
    assert scaled([Drawn()] * 4, [1, 2, 4, 9], among=[False, True, True, False]) == [0, 0, 1, 1]
    assert scaled([Drawn()] * 2, [1, 2], among=[False, False]) == [0, 0]
    assert scaled([Drawn()] * 2, [1, 2], among=[True, True]) == [0, 1]


# -- words


def test_a_word_is_as_telling_as_it_is_rare_among_what_was_said() -> None:
    memories = [
        Drawn(words="lantern lantern bridge"),
        Drawn(words="lantern"),
        Drawn(words="ferry"),
        Drawn(words="lantern", base=0, kind="fact"),
        Drawn(words="ferry", forgotten=True),
        Drawn(words="ferry lantern", base=1, kind="fact", forgotten=True),
    ]
    signals = signals_of(mind_of(memories), query_of("lantern ferry unheard", weights=[2.0]))
    rare = [log(1 + (3 - n + 0.5) / (n + 0.5)) for n in (2, 1, 0)]
    assert [one.telling for one in signals.matches] == pytest.approx([2 * rare[0], rare[1], rare[2]])
    assert [one.rows.tolist() for one in signals.matches] == [[0, 1, 3, 5], [2, 4, 5], []]
    assert signals.matches[0].counts.tolist() == [2, 1, 1, 1]
    assert [one.common for one in signals.matches] == [True, False, False]  # more than half of three


@pytest.mark.parametrize(("holding", "common"), [(1, False), (2, False), (3, True)])
def test_a_word_is_common_if_more_than_half_hold_it(holding: int, common: bool) -> None:
    memories = (
        [Drawn(words="boat")] * holding + [Drawn(words="x")] * (4 - holding) + [Drawn(words="boat", forgotten=True)]
    )
    [match] = signals_of(mind_of(memories), query_of("boat")).matches
    assert match.common is common


@pytest.mark.parametrize(("rows", "counts"), [(49, True), (50, False)])
def test_common_words_count_in_a_mind_of_less_than_fifty(rows: int, counts: bool) -> None:
    signals = signals_of(mind_of([Drawn(words="boat")] * rows), query_of("boat"))
    assert bool(signals.keywords.any()) is counts


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (2.0, 0.0), (0.5, 1.0)])
def test_bm25_is_its_formula(k1: float, b: float) -> None:
    memories = [
        Drawn(words="lantern lantern bridge x"),
        Drawn(words="bridge"),
        Drawn(words="x y z"),
        Drawn(words="lantern a b c d e f g", base=0, kind="fact"),
    ]
    signals = signals_of(mind_of(memories), query_of("lantern bridge"), bm25_k1=k1, bm25_b=b)
    average = (4 + 1 + 3) / 3
    counts = [{"lantern": 2, "bridge": 1}, {"bridge": 1}, {}, {"lantern": 1}]
    telling = dict(zip(("lantern", "bridge"), (one.telling for one in signals.matches), strict=True))
    expected = [
        sum(telling[word] * n * (k1 + 1) / (n + k1 * (1 - b + b * length / average)) for word, n in held.items())
        for held, length in zip(counts, (4, 1, 3, 8), strict=True)
    ]
    assert signals.keywords.tolist() == pytest.approx(expected, rel=1e-5)


def test_words_count_where_nothing_was_said_at_any_length() -> None:
    signals = signals_of(mind_of([Drawn(words="", marks=("boat",))]), query_of("boat"))
    assert signals.keywords.tolist() == [0]


def test_coverage_is_the_share_of_a_question_by_how_telling_its_words_are() -> None:
    mind = mind_of([Drawn(words="lantern bridge"), Drawn(words="lantern"), Drawn(words="x"), Drawn(words="bridge")])
    matches = signals_of(mind, query_of("lantern bridge unheard", weights=[3.0, 1.0])).matches
    lantern, bridge, unheard = (one.telling for one in matches)
    whole = lantern + bridge + unheard
    shares = [(lantern + bridge) / whole, lantern / whole, 0, bridge / whole]
    assert coverage(matches, [0, 1, 2, 3]) == pytest.approx(dict(enumerate(shares)))
    assert coverage(matches, [3, 1]) == pytest.approx({3: shares[3], 1: shares[1]})
    assert coverage([], [1]) == {1: 0}
    assert coverage(matches, []) == {}


# -- meaning, age, what is left


def test_similarity_is_the_product_of_the_vectors() -> None:
    mind = mind_of([Drawn(vector=(0.5, 0.5)), Drawn(vector=(0.0,))], [Drawn(vector=(-1.0,))])
    assert signals_of(mind, query_of("", (1.0,))).similarity.tolist() == [0.5, 0, -1]


@pytest.mark.parametrize(
    ("times", "now", "fresh"),
    [
        ([0.0, 50.0, 100.0], 100.0, [0, 0.5, 1]),
        ([0.0, 150.0], 100.0, [0, 1]),  # what lies ahead is as new as can be
        ([100.0], 100.0, [1]),
        ([99.5, 100.0], 100.0, [0.5, 1]),  # a second at least
        ([98.0, 99.0], 100.0, [0, 0.5]),
        ([200.0], 100.0, [1]),
        ([0.0, np.nan, 100.0], 100.0, [0, None, 1]),
        ([np.nan, np.nan], 100.0, [None, None]),
        ([], 100.0, []),
    ],
)
def test_recency_is_a_gaussian_of_the_age_since_the_first_memory(
    times: list[float], now: float, fresh: list[float | None]
) -> None:
    expected = [0.0 if share is None else exp(-4.6 * (1 - share) ** 2) for share in fresh]
    assert recency(np.array(times), now).tolist() == pytest.approx(expected, rel=1e-5)


def test_what_is_left_of_a_memory() -> None:
    old = Drawn(accessed=NOW - 10 * DAY, stability=2.0)
    memories = [
        old,
        replace(old, stability=4.0),
        replace(old, importance=10.0),
        replace(old, importance=10.0**0.5),
        replace(old, pinned=True),
        Drawn(accessed=NOW + DAY),
        replace(old, accessed=NOW - 1000 * DAY, importance=10.0**0.5),
    ]
    signals = signals_of(mind_of(memories), query_of(""), forgetfulness=0.2, importance_floor=0.8)
    left = [exp(-1), exp(-0.5), 0.8, exp(-1), 1, 1, 0.8 / 8]
    assert signals.retention.tolist() == pytest.approx(left, rel=1e-5)


def test_marks_and_sums() -> None:
    mind = mind_of([Drawn(marks=("a",)), Drawn(words="a")], [Drawn(marks=("a", "b"))])
    assert rows_marked(mind, "b").tolist() == [False, False, True]
    parts = {"one": np.array([1, 2], dtype=np.float32), "other": np.array([0.5, -3], dtype=np.float32)}
    assert total_of(parts).tolist() == [1.5, -1]
