"""The offline mind on sheets that nobody tuned on: what it reached there stays reached."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.first_look import Tried, cases, figures, run

from tests_support import PART

SHEETS = sorted((Path(__file__).parent.parent / "sheets" / "offline").glob("*.jsonl"))


pytestmark = pytest.mark.timeout(1200)  # half a minute of the processor, three times that in a longer run


@pytest.fixture(scope="module")
def tried() -> list[Tried]:
    return list(run(SHEETS, PART))


def test_there_are_six_sheets_for_each_language() -> None:
    assert len(SHEETS) == 42
    assert all(len(cases(path)) >= 40 for path in SHEETS)


def test_it_says_little_that_is_wrong(tried: list[Tried]) -> None:
    found = figures(tried)
    assert found["facts: precision"] >= 0.96
    assert found["claims: swaps"] == 0
    assert found["answer wrong"] <= 0.03
    assert found["change wrong"] <= 0.04


def test_it_keeps_what_lasts_and_knows_what_is_grave(tried: list[Tried]) -> None:
    found = figures(tried)
    assert found["facts: recall"] >= 0.6
    assert found["grave right"] >= 0.9
    assert found["answers: right of found"] >= 0.7


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "ko", "ja", "zh"])
def test_no_language_falls_behind(tried: list[Tried], language: str) -> None:
    found = figures([one for one in tried if one.language == language])
    assert found["facts: precision"] >= 0.85
    assert found["facts: recall"] >= 0.45
    assert found["grave right"] >= 0.75
