"""What keys cost: the same keep with them and without, side by side in one run.

python -m benchmarks.encryption --memories 100000
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns
from soulkeep.stores.base import Entry, PartitionKey, Store
from soulkeep.stores.opening import open_store

_STILL = soulkeep.Settings(background=False)
_SINGLE = 150
_LOADS = 3
_SEED = 2_000
"""Memories that are embedded; the others are these again, under other ids."""
_KEY = PartitionKey("watson", PERSON)


def _entries(store: Store) -> list[Entry]:
    """All memories there, with their vectors."""
    with closing(store):
        space, [head] = store.heads([_KEY])
        assert head is not None
        states = store.states(head.partition, 0, space)
        entries = store.fetch(head.partition, [state.seq for state in states])
        return [replace(entries[state.seq], vector=state.vector) for state in states]


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

        turns = list(make_turns(_SEED))
        for name in places:
            with opened(name) as keep:
                keep.character("watson").observe_many(turns, person=PERSON)
        seed = _entries(open_store(places["without"]))
        for name in places:
            with closing(open_store(places[name], keys=keys[name])) as store:
                space, _ = store.heads([_KEY])
                began = perf_counter()
                for start in range(_SEED, size, _SEED):
                    store.append(_KEY, [replace(entry, id=f"{entry.id}.{start}") for entry in seed], space)
                figures[name]["stored as they are, per second"] = (size - _SEED) / (perf_counter() - began)
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
