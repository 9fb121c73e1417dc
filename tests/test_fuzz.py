"""Tests that the seeds of fuzzing (`python -m benchmarks.fuzz`), and all that it found, are read or refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.fuzz_targets import require_no_fault


def test_what_was_found_does_no_harm() -> None:
    command = [sys.executable, "-m", "benchmarks.fuzz", "--replay"]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr[-3000:]


def test_a_fault_would_be_found() -> None:
    require_no_fault(b"HTTP/1.1 404 Not Found")
    with pytest.raises(AssertionError):
        require_no_fault(b"HTTP/1.1 500 Internal Server Error")
