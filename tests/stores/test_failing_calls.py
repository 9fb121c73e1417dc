"""Every call of SQLite to the system fails once: nothing acknowledged is missing then, and nothing erased is there."""

from __future__ import annotations

import errno
import os
import platform
from collections.abc import Iterator
from pathlib import Path

import pytest
from calls_support import Calls, watched
from day_support import Day

pytestmark = pytest.mark.skipif(platform.system() != "Linux", reason="the calls are those of Linux")

RUNS = int(os.environ.get("SOULKEEP_FAILING_CALLS", "40"))
"""Calls that fail, each in a run of its own, evenly spread over the day; `SOULKEEP_FAILING_CALLS=100000` takes all, and
those that let a lock go besides."""
FIRST = int(os.environ.get("SOULKEEP_FAILING_FIRST", "1"))
"""The first of them, to share the whole run among processes; each says with `pytest -s` which ones it let fail."""


@pytest.fixture(scope="module")
def calls() -> Iterator[Calls]:
    with watched(unlocks="SOULKEEP_FAILING_CALLS" in os.environ) as calls:
        yield calls


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC], ids=["io", "full"])
def test_any_call_may_fail(calls: Calls, tmp_path: Path, error: int) -> None:
    calls.fail_at(0, error)
    plain = Day(str(tmp_path / "plain.db"), tmp_path / "plain.copy")
    plain.run()
    assert plain.errors == []
    total = calls.count
    assert total > 200
    plain.compare()
    failed: set[str] = set()
    for number in range(FIRST, total + 1, max(1, total // RUNS)):
        day = Day(str(tmp_path / f"{number}.db"), tmp_path / f"{number}.copy")
        calls.fail_at(number, error)
        day.run()
        failed.add(name := calls.failed or "")
        calls.fail_at(0, error)
        day.compare()
        for file in tmp_path.glob(f"{number}.*"):
            file.unlink()
        print(f"{number} of {total}: {name}", flush=True)
    assert {"fcntl", "open"} <= failed
    assert any(name.startswith("pwrite") for name in failed)
