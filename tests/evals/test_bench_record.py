"""A run of the benchmark beside a recorded one; and the page that shows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import soulkeep
from soulkeep.evals.calls import measure_calls
from soulkeep.evals.recorded import BEGINS, ENDS, FIGURES, beside, page, recorded, section, with_section

DOCS = Path(__file__).parents[2] / "docs" / "benchmarks.md"
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

NOW = {
    "calls": {"reply": {"calls": 5_000.0, "reads": 10.5}},
    "recall": [{"recall_ms": {"p50": 1.2}}],
    "observe_per_second": 1_500.0,
}
BEFORE = {"calls": {"reply": {"calls": 10_000.0}}, "observe_per_second": 1_000.0}


def test_a_figure_stands_beside_that_of_the_run_before_as_a_ratio() -> None:
    found = {one.figure.place: one for one in beside(NOW, BEFORE)}
    assert found["calls", "reply", "calls"].ratio == 0.5
    assert found["observe_per_second",].ratio == 1.5
    assert (found["calls", "reply", "reads"].before, found["calls", "reply", "reads"].ratio) == (None, None)
    assert len(found) == 4  # what wasn't measured isn't there


def test_the_page_has_a_row_for_each_figure_with_its_aim() -> None:
    rows = page(NOW, BEFORE).splitlines()
    assert rows[2] == "| … in a reply without a model | 10,000 | 5,000 | ×0.50 | ≤ 4,000 |"
    assert rows[-1] == "| observe, durable, one caller | 1,000/s | 1,500/s | ×1.50 | ≥ 2,000/s |"


def test_nothing_recorded_is_no_error(tmp_path: Path) -> None:
    assert recorded(tmp_path / "none.json") == {}


def test_no_two_figures_are_the_same() -> None:
    assert len({figure.place for figure in FIGURES}) == len(FIGURES)


def test_the_docs_show_the_recorded_run() -> None:
    if not DOCS.exists():
        pytest.skip("the docs aren't part of the source distribution")
    text = DOCS.read_text(encoding="utf-8")
    assert with_section(text, section(recorded())) == text, "python scripts/bench_page.py"


def test_a_page_without_a_place_for_it_is_an_error() -> None:
    assert with_section(f"a\n{BEGINS}old\n{ENDS}\nb", "new\n") == f"a\n{BEGINS}new\n{ENDS}\nb"
    with pytest.raises(ValueError, match="no place"):
        with_section(f"a\n{BEGINS}old\n", "new\n")


def test_two_commits_are_asked_in_turn_and_shown_as_ratios(tmp_path: Path) -> None:
    script, source = BENCHMARKS / "beside.py", Path(soulkeep.__file__).parents[1]
    if not script.exists():
        pytest.skip("benchmarks aren't part of the source distribution")
    report = tmp_path / "report.json"
    report.write_text('{"date": "2026-11-27", "machine": "2 cores"}')
    command = [sys.executable, str(script), str(source), "--memories", "60", "--rounds", "3", "--record", str(report)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("×") == 12
    shown = section(recorded(report))
    assert [line.split(" | ")[0] for line in shown.splitlines()[-3:]] == [
        f"| {what}, 60 memories" for what in ("recall", "observe", "reply")
    ]


def test_calls_and_reads_stay_few() -> None:
    found = measure_calls(memories=200, messages=4)
    assert found["observe"]["calls"] <= 400
    assert found["recall"]["calls"] <= 900
    assert found["reply"]["calls"] <= 5_000
    assert found["reply with a model"]["calls"] <= 12_000
    assert found["observe"]["reads"] <= 1
    assert found["recall"]["reads"] <= 3
    assert found["reply"]["most_reads"] <= 10
    assert found["reply with a model"]["most_reads"] <= 11
    assert found["recall"]["by_name"] == {"fetch": 1, "graphs": 1, "heads": 1}
