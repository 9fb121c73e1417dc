"""The checker of histories: it finds what is wrong, and only that."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, permutations
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linearizable import Operation, Undecided, linearize

Call = tuple[str, object]
State = tuple[object, ...]
EMPTY: State = ()


def step(state: State, call: Call) -> Sequence[State]:
    """Return the states of a list after a call. It is appended to and read, as the journal of a conversation is."""
    what, value = call
    if what == "append":
        return [(*state, value)]
    if what == "clear":
        return [()]
    return [state] if state == value else []


def put(called: float, returned: float, value: object) -> Operation:
    return Operation(called, returned, ("append", value))


def get(called: float, returned: float, *values: object) -> Operation:
    return Operation(called, returned, ("read", values), reads=True)


def clear(called: float, returned: float) -> Operation:
    return Operation(called, returned, ("clear", None))


LINEARIZABLE = {
    "nothing": [],
    "one after the other": [put(0, 1, "a"), get(2, 3, "a"), put(4, 5, "b"), get(6, 7, "a", "b")],
    "at once, in either order": [put(0, 5, "a"), put(0, 5, "b"), get(6, 7, "b", "a")],
    "read while it is written: not yet": [put(0, 9, "a"), get(1, 2)],
    "read while it is written: already": [put(0, 9, "a"), get(1, 2, "a"), get(3, 4, "a")],
    "killed, and never happened": [put(0, inf, "a"), get(1, 2), get(3, 4)],
    "killed, and happened": [put(0, inf, "a"), get(1, 2, "a")],
    "killed, and happened much later": [put(0, inf, "a"), get(1, 2), put(3, 4, "b"), get(5, 6, "b", "a")],
    "a long one waits for short ones": [put(0, 20, "z"), *(put(n, n + 0.5, n) for n in range(1, 9)),
                                        get(21, 22, *range(1, 9), "z")],
    "cleared while it was written": [put(0, 4, "a"), clear(1, 3), get(5, 6)],
    "only killed ones": [put(0, inf, "a"), put(1, inf, "b")],
}  # fmt: skip

NOT_LINEARIZABLE = {
    "a lost write": [put(0, 1, "a"), put(2, 3, "b"), get(4, 5, "b")],
    "a stale read": [put(0, 1, "a"), get(2, 3, "a"), put(4, 5, "b"), get(6, 7, "a")],
    "a duplicate": [put(0, 1, "a"), get(2, 3, "a", "a")],
    "a duplicate of what was killed": [put(0, inf, "a"), get(2, 3, "a", "a")],
    "reordered": [put(0, 1, "a"), put(2, 3, "b"), get(4, 5, "b", "a")],
    "a read from the future": [get(0, 1, "a"), put(2, 3, "a")],
    "a read from the future of what was killed": [get(0, 1, "a"), put(2, inf, "a")],
    "two reads disagree": [put(0, 9, "a"), put(0, 9, "b"), get(1, 4, "a", "b"), get(1, 4, "b", "a")],
    "seen, then unseen": [put(0, 9, "a"), get(1, 2, "a"), get(3, 4)],
    "what was killed happened, then hadn't": [put(0, inf, "a"), get(1, 2, "a"), get(3, 4)],
    "cleared, and it comes back": [put(0, 1, "a"), clear(2, 3), get(4, 5, "a")],
    "from nowhere": [get(0, 1, "x")],
}


@pytest.mark.parametrize("name", LINEARIZABLE)
def test_a_history_that_has_an_order_is_linearizable(name: str) -> None:
    history = LINEARIZABLE[name]
    verdict = linearize(history, EMPTY, step)
    assert verdict.order is not None
    assert {one for one in history if one.returned < inf} <= set(verdict.order)


@pytest.mark.parametrize("name", NOT_LINEARIZABLE)
def test_a_history_that_has_none_is_not(name: str) -> None:
    assert not linearize(NOT_LINEARIZABLE[name], EMPTY, step)


def test_where_it_went_wrong_is_told() -> None:
    lost = get(4, 5, "b")
    verdict = linearize([put(0, 1, "a"), put(2, 3, "b"), lost, put(6, 7, "c")], EMPTY, step)
    assert verdict.state == ("a", "b")
    assert verdict.stuck == (lost,)


def test_what_may_have_two_outcomes_is_tried_with_both() -> None:
    def either(state: int, call: Call) -> Sequence[int]:
        what, value = call
        return [state, state + 1] if what == "perhaps" else [state] * (state == value)

    def perhaps(count: object) -> list[Operation]:
        return [Operation(0, 1, ("perhaps", None)), Operation(2, 3, ("perhaps", None)), Operation(4, 5, ("is", count))]

    assert [bool(linearize(perhaps(count), 0, either)) for count in range(4)] == [True, True, True, False]


def test_a_search_that_takes_too_long_is_given_up() -> None:
    history = [*(put(0, 9, n) for n in range(12)), get(10, 11, "never")]
    with pytest.raises(Undecided):
        linearize(history, EMPTY, step, limit=1000)


def test_a_long_history_is_checked_in_few_steps() -> None:
    """Ten at once, all the time, some of them killed: nearly each operation is taken but once."""
    done = [n for n in range(600) if n % 50]
    history = [put(n, n + 10 if n % 50 else inf, n) for n in range(600)]
    history += [get(n + 10.5, n + 20.5, *(m for m in done if m <= n)) for n in done if n % 7 == 0]
    verdict = linearize(history, EMPTY, step)
    assert verdict
    assert verdict.explored < 2 * len(history)


def by_brute_force(history: Sequence[Operation]) -> bool:
    """Return whether any order of any choice of what may have happened explains a history."""
    sure = [one for one in history if one.returned < inf]
    unsure = [one for one in history if one.returned == inf]
    choices = chain.from_iterable(combinations(unsure, count) for count in range(len(unsure) + 1))
    return any(_explains(order) for chosen in choices for order in permutations([*sure, *chosen]))


def _explains(order: Sequence[Operation]) -> bool:
    if any(later.returned < earlier.called for earlier, later in combinations(order, 2)):
        return False
    states: Sequence[State] = [()]
    for operation in order:
        states = [then for state in states for then in step(state, operation.call)]
    return bool(states)


@st.composite
def operations(draw: st.DrawFn) -> Operation:
    """Draw an operation; a read finds what a list might show at some moment."""
    called = draw(st.integers(0, 8))
    returned = called + draw(st.integers(0, 4))
    what = draw(st.sampled_from((put, put, clear, get, get, get)))
    if what is get:
        return get(called, returned, *draw(st.lists(st.sampled_from("ab"), max_size=2)))
    perhaps = draw(st.sampled_from((returned, returned, inf)))
    return clear(called, perhaps) if what is clear else put(called, perhaps, draw(st.sampled_from("ab")))


@settings(max_examples=200)
@given(st.lists(operations(), min_size=1, max_size=6))
def test_it_says_what_brute_force_says(history: list[Operation]) -> None:
    assert bool(linearize(history, EMPTY, step)) == by_brute_force(history)
