"""The benchmark of growth tells a straight line from a steeper one, and measures every call that it names."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

_SCRIPT = Path(__file__).parents[2] / "benchmarks" / "growth.py"


@pytest.fixture(scope="module")
def growth() -> ModuleType:
    if not _SCRIPT.exists():
        pytest.skip("the benchmarks aren't part of the source distribution")
    spec = importlib.util.spec_from_file_location("growth_benchmark", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_power_is_that_of_the_last_two_sizes(growth: ModuleType) -> None:
    assert growth.power([100, 1_000, 10_000], [5.0, 1.0, 100.0]) == pytest.approx(2)
    assert growth.power([100, 1_000], [3.0, 3.0]) == 0
    assert growth.power([100], [3.0]) == 0


def test_what_grows_more_than_stated_is_told(growth: ModuleType) -> None:
    straight = growth.Grown([100, 1_000], [1.0, 10.0], [50, 50], 1.0, 0.0)
    square = growth.Grown([100, 1_000], [1.0, 100.0], [50, 500], 2.0, 1.0)
    assert growth.too_steep({"recall": straight}) == []
    assert growth.too_steep({"recall": square}) == [
        "recall: time grows as n^2.00, stated is 1",
        "recall: the number of calls grows as n^1.00, stated is 0.1",
    ]


def test_every_call_is_measured(growth: ModuleType) -> None:
    found = growth.measure(1_000_000, 0.001)  # more than the first size would take too long
    assert set(found) == set(growth.CASES)
    for grown in found.values():
        assert grown.sizes == [100]
        assert grown.milliseconds[0] > 0
        assert grown.calls[0] > 0
