"""Fuzz the parsers and the server: inputs that are changed so as to come to new code, until one does harm.

    pip install atheris          # for what is led by coverage; it wants Linux
    python -m benchmarks.fuzz [TARGET …] [--seconds 3600]
    python -m benchmarks.fuzz [TARGET …] --replay

Each target (all by default, listed with --list) runs in a process of its own. An error that isn't one of ours, an
answer of 500, more than ten seconds or two gigabytes are findings: what led to them is written to `tests/fuzz/TARGET/`,
and a test replays it ever after, with what each target begins with. Told are the runs and the edges of code that were
seen.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.fuzz_targets import Target

FOUND = Path(__file__).parents[1] / "tests" / "fuzz"
_SLOW, _LARGE, _LONGEST = 10, 2048, 4096  # seconds, MiB, bytes
_RUNS = re.compile(r"#(\d+)\s.*?cov: (\d+)")


def main() -> None:
    """Run each target, and say what came of it."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("targets", nargs="*")
    options.add_argument("--seconds", type=int, default=60, help="for each target")
    options.add_argument("--list", action="store_true")
    options.add_argument("--corpus", type=Path, default=Path(".fuzz"), help="where inputs that led further are kept")
    options.add_argument("--replay", action="store_true", help="try what was found, and what each begins with")
    options.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen, rest = options.parse_known_args()
    if chosen.inside:
        _inside(chosen.targets[0], rest)
        return
    from benchmarks.fuzz_targets import SEEDS, TARGETS

    if chosen.list:
        print("\n".join(TARGETS))
        return
    if chosen.replay:
        for name in chosen.targets or TARGETS:
            _replay(TARGETS[name](), [*SEEDS.get(name, ()), *(path.read_bytes() for path in (FOUND / name).glob("*"))])
        return
    print("| target | runs | edges | found |\n| --- | ---: | ---: | ---: |", flush=True)
    for name in chosen.targets or TARGETS:
        corpus = chosen.corpus / name
        corpus.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(SEEDS.get(name, ())):
            (corpus / f"seed-{number}").write_bytes(seed)
        print(_told(name, corpus, chosen.seconds), flush=True)


def _replay(target: Target, inputs: list[bytes]) -> None:
    for data in (b"", *inputs):
        target(data)
        target(data[: len(data) // 2])


def _told(name: str, corpus: Path, seconds: int) -> str:
    """Run a target in processes of its own until its time is over; return a row of the table."""
    folder, runs, edges, ends = FOUND / name, 0, 0, time.monotonic() + seconds
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    while (left := int(ends - time.monotonic())) > 0:
        limits = (f"-max_total_time={left}", f"-timeout={_SLOW}", f"-rss_limit_mb={_LARGE}", f"-max_len={_LONGEST}")
        command = (sys.executable, "-m", "benchmarks.fuzz", "--inside", name, *limits)
        done = subprocess.run(
            [*command, f"-artifact_prefix={folder}/", str(corpus)], capture_output=True, text=True, errors="replace"
        )
        progress = _RUNS.findall(done.stderr)
        if not progress:
            raise SystemExit(done.stderr[-2000:])
        runs, edges = runs + int(progress[-1][0]), int(progress[-1][1])
    found = len(set(folder.iterdir()) - before)
    if not any(folder.iterdir()):
        folder.rmdir()
    return f"| {name} | {runs:,} | {edges:,} | {found} |"


def _inside(name: str, rest: list[str]) -> None:
    """Fuzz one target until libFuzzer ends the process."""
    import atheris

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with atheris.instrument_imports(include=["soulkeep"]):
        from benchmarks.fuzz_targets import TARGETS

        target = TARGETS[name]()
    atheris.Setup([sys.argv[0], *rest], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
