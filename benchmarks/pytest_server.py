"""A process that has imported what all tests need, but nothing of soulkeep, and runs tests in forks of itself: each
starts in a tenth of the time.

It reads jobs as lines of JSON (`[FOLDER, [ARGUMENT, …]]`), and answers each with pytest's exit code, or 1 for tests
that took too long: so much of the processor, or so much time of any kind.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import IO, Self

import pytest

COMPUTING, WAITING = 240, 1800.0
"""Seconds that tests may take. The first are those of the processor, so that a busy machine changes nothing."""

_IMPORTED = ("hypothesis", "hypothesis.strategies", "numpy", "schemathesis", "schemathesis.pytest", "httpx2", "xdist")


class PytestServer:
    """The process, seen from the one that starts it."""

    def __init__(self) -> None:
        command = (sys.executable, "-B", "-m", "benchmarks.pytest_server")
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def passes(self, folder: Path, arguments: list[str]) -> bool:
        """Return whether pytest passes in a folder, which comes first where modules are looked for."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([str(folder), arguments]), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline()) == 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


def main() -> None:
    """Serve until the input ends."""
    for name in _IMPORTED:
        import_module(name)
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        folder, arguments = json.loads(line)
        print(_run(folder, arguments, answers), file=answers, flush=True)


def _run(folder: str, arguments: list[str], answers: IO[str]) -> int:
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = _inside(folder, arguments, answers)
        finally:
            os._exit(code)
    ends = time.monotonic() + WAITING
    while (done := os.waitpid(pid, os.WNOHANG))[0] == 0 and time.monotonic() < ends:
        time.sleep(0.02)
    if done[0] == 0:
        os.killpg(pid, signal.SIGKILL)
        done = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(done[1])


def _inside(folder: str, arguments: list[str], answers: IO[str]) -> int:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (COMPUTING, COMPUTING))
    answers.close()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    os.chdir(folder)
    path = [os.path.join(folder, "src"), folder]
    sys.path[:0] = path
    os.environ["PYTHONPATH"] = os.pathsep.join(path)
    return int(pytest.main(["-W", "ignore::pytest.PytestAssertRewriteWarning", *arguments]))


if __name__ == "__main__":
    main()
