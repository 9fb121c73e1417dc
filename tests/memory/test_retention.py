"""Forgetting after (1): R = exp(-d·t/S)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.memory.retention import DAY, retention

TINY, RESOLUTION = 1e-37, 1e-5  # of the float32 that it is computed in

times = st.floats(0, 1e5)
stabilities = st.floats(0.1, 1e3)
forgetfulnesses = st.floats(1e-4, 1.0)


def test_formula() -> None:
    assert retention(10 * 86_400, 0.0, 2.0, 0.1) == pytest.approx(math.exp(-0.1 * 10 / 2), rel=1e-6)


@given(days=times, more=st.floats(0.1, 1e4), s=stabilities, d=forgetfulnesses)
def test_falls_with_time(days: float, more: float, s: float, d: float) -> None:
    earlier, later = retention(days * DAY, 0.0, s, d), retention((days + more) * DAY, 0.0, s, d)
    assert later <= earlier
    assert later < earlier or earlier < TINY or d * more / s < RESOLUTION


@given(days=st.floats(0.1, 1e4), s=stabilities, factor=st.floats(1.1, 100), d=forgetfulnesses)
def test_rises_with_stability(days: float, s: float, factor: float, d: float) -> None:
    weak, strong = retention(days * DAY, 0.0, s, d), retention(days * DAY, 0.0, s * factor, d)
    assert strong >= weak
    assert strong > weak or strong < TINY or d * days / s < RESOLUTION


@given(days=times, s=stabilities, d=st.floats(0, 1))
def test_lies_between_nothing_and_all(days: float, s: float, d: float) -> None:
    assert 0 <= retention(days * DAY, 0.0, s, d) <= 1


def test_a_character_that_never_forgets() -> None:
    assert retention(1e9, 0.0, 1.0, 0.0) == 1


def test_the_future_counts_as_now() -> None:
    assert retention(0.0, 5 * DAY, 1.0, 0.5) == 1


def test_elementwise() -> None:
    found = retention(DAY, np.array([0.0, DAY]), np.array([1.0, 1.0]), 1.0)
    assert found.tolist() == pytest.approx([math.exp(-1), 1.0], rel=1e-6)
