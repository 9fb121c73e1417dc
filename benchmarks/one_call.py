"""One call again and again, for a profiler to look at: `recall`, `observe` or `reply` at a mind of 1,000 memories.

    python benchmarks/one_call.py recall [--seconds 10]
    py-spy record --rate 400 --format flamegraph --output recall.svg -- python benchmarks/one_call.py recall

Prints how many calls a second there were. The texts are sentences of the demo's novel; replies need no model. What the
mind's filling left to be worked on is done before, and nothing runs in the background.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import count, islice
from pathlib import Path
from time import perf_counter

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns

MEMORIES = 1_000
TEXTS = 20_000


def calls(what: str, seconds: float) -> float:
    """Return how many calls of a kind a character answers in a second."""
    questions, turns = make_questions(TEXTS), [turn.text for turn in islice(make_turns(TEXTS), TEXTS)]
    with (
        tempfile.TemporaryDirectory() as folder,
        soulkeep.open(Path(folder) / "one.db", settings=soulkeep.Settings(background=False)) as keep,
    ):
        watson = keep.character("watson", name="Dr. Watson")
        watson.observe_many(list(make_turns(MEMORIES)), person=PERSON)
        keep.settle(over=True)
        do = {
            "recall": lambda number: watson.recall(questions[number % TEXTS], person=PERSON),
            "observe": lambda number: watson.observe(f"{turns[number % TEXTS]} {number}", person=PERSON),
            "reply": lambda number: watson.reply(questions[number % TEXTS], person=PERSON),
        }[what]
        do(0)
        began = perf_counter()
        for number in count(1):  # pragma: no branch
            do(number)
            if perf_counter() - began >= seconds:
                break
        return number / (perf_counter() - began)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["recall", "observe", "reply"])
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    print(f"{options.what}: {calls(options.what, options.seconds):.0f} a second")


if __name__ == "__main__":
    main()
