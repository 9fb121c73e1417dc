"""What keys cost: the same keep with them and without, side by side in one run.

python -m benchmarks.encryption --memories 100000
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns

_STILL = soulkeep.Settings(background=False)
_SINGLE = 300
_LOADS = 5
_BATCH = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    size = parser.parse_args().memories
    with tempfile.TemporaryDirectory() as folder:
        places = {name: Path(folder) / f"{name}.db" for name in ("without", "with")}
        keys = {"without": None, "with": Path(folder) / "keep.keys"}
        figures: dict[str, dict[str, float]] = {name: {} for name in places}

        def opened(name: str) -> soulkeep.Keep:
            return soulkeep.open(places[name], settings=_STILL, keys=keys[name])

        turns = list(make_turns(size))
        for name in places:
            with opened(name) as keep:
                began = perf_counter()
                for start in range(0, size, _BATCH):
                    keep.character("watson").observe_many(turns[start : start + _BATCH], person=PERSON)
                figures[name]["stored at once, per second"] = size / (perf_counter() - began)
            figures[name]["file, MB"] = places[name].stat().st_size / 1e6
        loads: dict[str, list[float]] = {name: [] for name in places}
        for _ in range(_LOADS):
            for name in places:
                with opened(name) as keep:
                    began = perf_counter()
                    keep.character("watson").recall("What was it?", person=PERSON)
                    loads[name].append(1000 * (perf_counter() - began))
        with opened("without") as plain, opened("with") as sealed:
            keeps = {"without": plain.character("watson"), "with": sealed.character("watson")}
            recalls: dict[str, list[float]] = {name: [] for name in keeps}
            observes: dict[str, list[float]] = {name: [] for name in keeps}
            relations: dict[str, list[float]] = {name: [] for name in keeps}
            for number, question in enumerate(make_questions(_SINGLE)):
                for name, character in keeps.items():
                    began = perf_counter()
                    character.recall(question, person=PERSON)
                    recalls[name].append(1000 * (perf_counter() - began))
                    began = perf_counter()
                    character.observe(f"{question} And {number}.", person="anna")
                    observes[name].append(1000 * (perf_counter() - began))
                    began = perf_counter()
                    character.observe("Hello.", person=f"stranger {number}")
                    relations[name].append(1000 * (perf_counter() - began))
        for name in places:
            figures[name] |= {
                "first recall, with its load, ms": median(loads[name]),
                "recall, ms": median(recalls[name]),
                "observe, ms": median(observes[name]),
                "observe somebody new, ms": median(relations[name]),
            }
    print(f"{size:,} memories, {platform.system()}, Python {platform.python_version()}, {date.today():%d %B %Y}\n")
    print("| | without keys | with keys | ratio |\n| --- | ---: | ---: | ---: |")
    for what, value in figures["without"].items():
        other = figures["with"][what]
        print(f"| {what} | {value:,.2f} | {other:,.2f} | {other / value:.2f} |")


if __name__ == "__main__":
    main()
