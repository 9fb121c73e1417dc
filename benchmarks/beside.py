"""Recall, observe and reply of this commit beside those of another one, in one run.

    git worktree add ../before COMMIT
    python benchmarks/beside.py ../before/src [--memories 1000] [--rounds 300] [--record FILE]

Each commit has a process of its own, with a copy of the same keep, and they are asked in turn: whatever else the
machine does meanwhile, it does to both. Milliseconds by the clock and of the processor, the tenth percentile and the
median: on a busy machine the former tells more. `--record` puts them into a recorded run, for
`scripts/bench_page.py` to show.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

HERE = Path(__file__).parents[1] / "src"
ASKED = ("recall", "observe", "reply")
WARM = 12
"""Times that each is asked before anything counts."""


def measure(before: Path, memories: int, rounds: int, asked: Sequence[str] = ASKED) -> dict[str, Any]:
    """Measure each operation with a number of memories, before and now, in wall-clock and processor time."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        keep = Path(folder) / "keep.db"
        subprocess.run([*_command("make", keep), str(memories)], env=_with(before), check=True)
        for what in asked:
            taken: dict[str, list[list[float]]] = {"before": [], "now": []}
            with ExitStack() as open_ones:
                for name in taken:
                    shutil.copy(keep, Path(folder) / f"{name}.db")
                sources = {"before": before, "now": HERE}
                asking = {
                    name: open_ones.enter_context(_process(what, Path(folder) / f"{name}.db", source))
                    for name, source in sources.items()
                }
                for _ in range(WARM + rounds):
                    for name, process in asking.items():
                        taken[name].append(_ask(process))
            found[what] = {name: _summary(times[WARM:]) for name, times in taken.items()}
    return found


def _summary(times: Sequence[Sequence[float]]) -> dict[str, dict[str, float]]:
    summary: dict[str, dict[str, float]] = {}
    for name, values in zip(("ms", "processor_ms"), zip(*times, strict=True), strict=True):
        ordered = sorted(values)
        summary[name] = {"p10": ordered[len(ordered) // 10], "p50": median(ordered)}
    return summary


@contextmanager
def _process(what: str, keep: Path, source: Path) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that does something once for each line that it is given."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(_command(what, keep), env=_with(source), **pipes) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def _ask(process: subprocess.Popen[str]) -> list[float]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    taken: list[float] = json.loads(process.stdout.readline())
    return taken


def _command(what: str, keep: Path) -> list[str]:
    return [sys.executable, "-P", __file__, "--child", what, str(keep)]


def _with(source: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(source.resolve())}


def child(what: str, path: str, memories: int = 0) -> None:
    """Make a keep, or do one thing with it again and again, and tell how long each time took."""
    import soulkeep
    from soulkeep.evals.bench import PERSON, make_questions, make_turns

    with soulkeep.open(path, settings=soulkeep.Settings(background=False)) as keep:
        watson = keep.character("watson", name="Dr. Watson", language="en")
        if what == "make":
            watson.observe_many(list(make_turns(memories)), person=PERSON)
            keep.settle(over=True)
            return
        texts = make_questions(10_000)
        do = {
            "recall": lambda text: watson.recall(text, person=PERSON),
            "observe": lambda text: watson.observe(text, person=PERSON, speaker=PERSON),
            "reply": lambda text: watson.reply(text, person=PERSON, session="now"),
        }[what]
        for _, text in zip(sys.stdin, texts, strict=False):
            began, busy = perf_counter(), process_time()
            do(text)
            worked = process_time() - busy
            print(json.dumps([(perf_counter() - began) * 1000, worked * 1000]), flush=True)


def _commit(source: Path) -> str:
    """Return the abbreviated commit that sources are of; "" if it isn't known."""
    command = ["git", "-C", str(source), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def main() -> None:
    if sys.argv[1:2] == ["--child"]:
        what, path, *memories = sys.argv[2:]
        child(what, path, *map(int, memories))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the other commit's src")
    parser.add_argument("--memories", type=int, nargs="+", default=[1_000])
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--record", type=Path)
    args = parser.parse_args()
    rows = [{"memories": memories, **measure(args.before, memories, args.rounds)} for memories in args.memories]
    if args.record is not None:
        report = json.loads(args.record.read_text()) if args.record.exists() else {}
        beside = {"commit": _commit(args.before), "date": date.today().isoformat(), "rows": rows}
        args.record.write_text(json.dumps({**report, "beside": beside}, indent=1) + "\n")
    for row in rows:
        for what in ASKED:
            for kind, unit in (("ms", "by the clock"), ("processor_ms", "of the processor")):
                before, now = row[what]["before"][kind], row[what]["now"][kind]
                print(
                    f"{what}, {row['memories']:,} memories, ms {unit}: p10 {before['p10']:.2f} → {now['p10']:.2f} "
                    f"(×{now['p10'] / before['p10']:.2f}), p50 {before['p50']:.2f} → {now['p50']:.2f} "
                    f"(×{now['p50'] / before['p50']:.2f})"
                )


if __name__ == "__main__":
    main()
