"""A command of `soulkeep`, run in this process as `python -m soulkeep` would run it in one of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from soulkeep import cli


def run(
    *arguments: str | Path, cwd: Path, stdin: str = "", environment: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run a command in a folder, without a terminal.

    Args:
        arguments: of `soulkeep`.
        cwd: where it runs.
        stdin: what it is given to read.
        environment: added to that of the tests.

    Returns:
        Its status, and what it wrote.
    """
    argv = ["soulkeep", *map(str, arguments)]
    streams = {"stdin": io.BytesIO(stdin.encode()), "stdout": io.BytesIO(), "stderr": io.BytesIO()}
    with contextlib.chdir(cwd), _environment(environment or {}), _in_place_of(argv, streams):
        status = _status()
    written = (streams[name].getvalue().decode() for name in ("stdout", "stderr"))
    return CompletedProcess(argv, status, *written)


def _status() -> int:
    """Run it as the interpreter would, which prints what nobody caught."""
    try:
        cli.main()
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    except Exception:
        traceback.print_exc()
        return 1
    return 0


def ok(*arguments: str | Path, cwd: Path, stdin: str = "") -> Any:
    """Run a command with --json and return what it printed."""
    done = run(*arguments, "--json", cwd=cwd, stdin=stdin)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@contextlib.contextmanager
def _environment(values: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(values)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextlib.contextmanager
def _in_place_of(argv: list[str], streams: Mapping[str, io.BytesIO]) -> Iterator[None]:
    before = {name: getattr(sys, name) for name in ("argv", *streams)}
    sys.argv = argv
    for name, stream in streams.items():
        setattr(sys, name, io.TextIOWrapper(stream, encoding="utf-8", write_through=True))
    try:
        yield
    finally:
        for name in streams:
            getattr(sys, name).detach()
        for name, value in before.items():
            setattr(sys, name, value)
