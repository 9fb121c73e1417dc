"""Measure how each call's cost grows with what is remembered, from a hundred memories on.

    python benchmarks/growth.py [--most 1000000] [--minutes 60] [--json]

It goes as far as `--most`, and no further than it comes in ten minutes: a size that would take longer is left out.

Each call is made at sizes ten times apart, and its cost is the processor's time in the calling thread and, beside it,
the calls of Python, which no other program disturbs. A cost grows as the size to some power: 0 is no growth, 1 a
straight line. A call whose power between the two largest sizes is greater than what is stated here ends the program
with an error.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import count
from math import log10
from pathlib import Path
from statistics import median
from time import monotonic, thread_time
from types import FrameType
from typing import Any, NamedTuple

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns

SMALLEST = 100
AT_ONCE = 20_000
"""Turns that are stored together."""

ROUNDS = 15
LONGER = 9
"""The next size takes about this many times longer, since all that is stored is worked on."""
NOISE = 0.2
"""The tolerance by which a power may be greater because of the machine."""

Call = Callable[[soulkeep.Character, int], object]


class Case(NamedTuple):
    """A call, and the greatest power that its cost may grow by: of the time, and of the calls."""

    call: Call
    time: float
    calls: float


QUESTIONS = make_questions(4 * ROUNDS)

CASES = {
    "observe": Case(lambda who, n: who.observe(QUESTIONS[n], person=PERSON, speaker=PERSON), 0.0, 0.0),
    "recall": Case(lambda who, n: who.recall(QUESTIONS[n], person=PERSON), 1.0, 0.1),
    "recall, of a kind": Case(lambda who, n: who.recall(QUESTIONS[n], person=PERSON, kinds={"turn"}), 1.0, 0.1),
    "reply": Case(lambda who, n: who.reply(QUESTIONS[n], person=PERSON, session="now"), 1.0, 0.1),
    "memory": Case(lambda who, n: who.memory(f"t{n}", person=PERSON), 0.0, 0.0),
    "due": Case(lambda who, n: who.due(person=PERSON), 1.0, 0.5),
    "mood": Case(lambda who, n: who.mood(person=PERSON), 0.0, 0.0),
    "sessions": Case(lambda who, n: who.sessions(person=PERSON), 1.0, 1.0),
    "memories, a page": Case(lambda who, n: list(who.memories(person=PERSON, limit=20)), 0.0, 0.0),
    "facts": Case(lambda who, n: who.facts(person=PERSON), 1.0, 1.0),
    "history": Case(lambda who, n: who.history(f"t{n}", person=PERSON), 0.0, 0.0),
    "bond": Case(lambda who, n: who.bond(PERSON), 0.0, 0.0),
    "context": Case(lambda who, n: who.context(QUESTIONS[n], person=PERSON, session="now"), 1.0, 0.1),
    "forget, restore": Case(lambda who, n: _forget(who, f"t{n}"), 1.0, 1.0),
    "amend": Case(lambda who, n: _amend(who, f"t{n}"), 1.0, 1.0),
    "delete": Case(lambda who, n: _delete(who, n), 1.0, 1.0),
}


_words = count()


def _amend(who: soulkeep.Character, id: str) -> None:
    who.amend(id, f"{QUESTIONS[0]} {next(_words)}", person=PERSON)  # other words each time


def _forget(who: soulkeep.Character, id: str) -> None:
    who.forget(id, person=PERSON)
    who.restore(id, person=PERSON)


def _delete(who: soulkeep.Character, n: int) -> None:
    who.delete(who.observe(QUESTIONS[n], person=PERSON).id, person=PERSON)


class Grown(NamedTuple):
    """The cost of a call at each size: milliseconds of processor time, and calls; and by which powers they grew
    last."""

    sizes: list[int]
    milliseconds: list[float]
    calls: list[float]
    time_power: float
    calls_power: float


def measure(most: int, seconds: float, names: Sequence[str] = tuple(CASES)) -> dict[str, Grown]:
    """Measure the cost of each call at sizes up to a number of memories, as far as fits into the seconds given."""
    began = monotonic()
    sizes: list[int] = []
    times: dict[str, list[float]] = {name: [] for name in names}
    calls: dict[str, list[float]] = {name: [] for name in names}
    turns = make_turns(most)
    with tempfile.TemporaryDirectory() as folder:
        settings = soulkeep.Settings(background=False)
        with soulkeep.open(Path(folder) / "keep.db", settings=settings) as keep:
            watson = keep.character("watson", language="en")
            stored = 0
            size, last, started = SMALLEST, 0.0, began
            while size <= most and started + LONGER * last < began + seconds:
                while stored < size:
                    some = [next(turns) for _ in range(min(AT_ONCE, size - stored))]
                    watson.observe_many(some, person=PERSON)
                    stored += len(some)
                keep.settle(over=True)
                for name in names:
                    spent, made = cost(CASES[name].call, watson)
                    times[name].append(spent)
                    calls[name].append(made)
                sizes.append(size)
                size, last, started = size * 10, monotonic() - started, monotonic()
    return {
        name: Grown(sizes, times[name], calls[name], power(sizes, times[name]), power(sizes, calls[name]))
        for name in names
    }


def cost(call: Call, watson: soulkeep.Character) -> tuple[float, float]:
    """Return the least milliseconds of processor time that a call takes (a busy machine makes single ones slower), and
    the median of the Python calls that it makes."""
    call(watson, 0)
    call(watson, 1)
    spent: list[float] = []
    for n in range(2, 2 + ROUNDS):
        began = thread_time()
        call(watson, n)
        spent.append((thread_time() - began) * 1000)
    made: list[int] = []

    def see(frame: FrameType, event: str, arg: object) -> None:
        made[-1] += event == "call"

    for n in range(2 + ROUNDS, 2 + ROUNDS + ROUNDS // 3):
        made.append(0)
        sys.setprofile(see)
        call(watson, n)
        sys.setprofile(None)
    return min(spent), float(median(made))


def power(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """Return the power of the size by which the cost grew between the two largest sizes."""
    if len(sizes) < 2 or costs[-2] <= 0 or costs[-1] <= 0:
        return 0.0
    return log10(costs[-1] / costs[-2]) / log10(sizes[-1] / sizes[-2])


def too_steep(found: dict[str, Grown]) -> list[str]:
    """Return a description of each call that grows more than is stated."""
    return [
        f"{name}: {what} grows as n^{seen:.2f}, stated is {stated:g}"
        for name, grown in found.items()
        for what, seen, stated in (
            ("time", grown.time_power, CASES[name].time),
            ("the number of calls", grown.calls_power, CASES[name].calls),
        )
        if seen > stated + NOISE
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.most, 60 * args.minutes)
    if args.json:
        json.dump({name: grown._asdict() for name, grown in found.items()}, sys.stdout, indent=2)
    else:
        show(found)
    wrong = too_steep(found)
    print("\n".join(wrong), file=sys.stderr)
    sys.exit(bool(wrong))


def show(found: dict[str, Any]) -> None:
    for name, grown in found.items():
        costs = "  ".join(
            f"{size:,}: {ms:.2f} ms, {calls:,.0f} calls"
            for size, ms, calls in zip(grown.sizes, grown.milliseconds, grown.calls, strict=True)
        )
        print(f"{name}: {costs}  (n^{grown.time_power:.2f}, calls n^{grown.calls_power:.2f})")


if __name__ == "__main__":
    main()
