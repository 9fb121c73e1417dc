"""A pytest plugin that shows which tests run which lines: it tells coverage.py the test that runs, and how long each
takes.

    python -m pytest -p benchmarks.coverage_contexts …      # with COVERAGE_CONTEXTS=FILE

A process that a test starts isn't looked into.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

_SOURCE = Path(__file__).parents[1] / "src"


class Covering:
    """The tests that run each line of the package: `lines[FILE][LINE]`, the quickest first."""

    def __init__(self, file: Path) -> None:
        self.seconds: dict[str, float] = json.loads(file.with_suffix(".seconds").read_text(encoding="utf-8"))
        self._data = coverage.CoverageData(str(file))
        self._data.read()

    def tests(self, path: Path, lines: range) -> list[str]:
        """Return the tests that run one of these lines; if none does (they run on import), the tests that run the file
        at all."""
        by_line = self._data.contexts_by_lineno(str(path))
        tests = {test for line in lines for test in by_line.get(line, ())} - {""}
        tests = tests or {test for names in by_line.values() for test in names} - {""}
        return sorted(tests, key=lambda test: self.seconds.get(test, 0.0))


def pytest_configure(config: pytest.Config) -> None:
    """Measure from here on, and write it down at the end."""
    file = os.environ.get("COVERAGE_CONTEXTS")
    if file:
        config.pluginmanager.register(_Contexts(Path(file)))


class _Contexts:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = {}
        self._coverage = coverage.Coverage(data_file=str(file), source=[str(_SOURCE)], config_file=False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        result = yield
        self._coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_unconfigure(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        self._file.with_suffix(".seconds").write_text(json.dumps(self._seconds), encoding="utf-8")
