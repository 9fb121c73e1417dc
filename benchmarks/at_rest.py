"""Measure what checksums and keys cost: the same keep bare, with checksums (as it is by default), and with keys as
well, side by side in one run.

    python -m benchmarks.at_rest --memories 100000
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter
from unittest.mock import patch

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns
from soulkeep.stores.base import Store
from soulkeep.stores.opening import open_store
from soulkeep.stores.rows import Entry, PartitionKey
from soulkeep.stores.sqlite import checksums

_STILL = soulkeep.Settings(background=False)
_SINGLE = 150
_LOADS = 3
_SEED = 2_000
"""Memories that are embedded; the others are these again, under other ids."""
_KEY = PartitionKey("watson", PERSON)
_BARE, _CHECKED, _SEALED = "bare", "checksums", "checksums and keys"


def _entries(store: Store) -> list[Entry]:
    """Return all memories of the keep, with their vectors."""
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
        places = {name: Path(folder) / f"{name}.db" for name in (_BARE, _CHECKED, _SEALED)}
        keys = {_SEALED: Path(folder) / "keep.keys"}
        figures: dict[str, dict[str, float]] = {name: {} for name in places}

        def opened(name: str) -> soulkeep.Keep:
            return soulkeep.open(places[name], settings=_STILL, keys=keys.get(name))

        with patch.object(checksums, "begin"):  # otherwise a new file gets checksums
            opened(_BARE).close()
        turns = list(make_turns(_SEED))
        for name in places:
            with opened(name) as keep:
                keep.character("watson").observe_many(turns, person=PERSON)
        seed = _entries(open_store(places[_BARE]))
        for name in places:
            with closing(open_store(places[name], keys=keys.get(name))) as store:
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
        with ExitStack() as still:
            keeps = {name: still.enter_context(opened(name)).character("watson") for name in places}
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
    print(f"| | {' | '.join(figures)} |\n| --- |{' ---: |' * len(figures)}")
    for what, bare in figures[_BARE].items():
        ratios = (f"{figures[name][what]:,.2f} ({figures[name][what] / bare:.2f})" for name in figures)
        print(f"| {what} | {' | '.join(ratios)} |")


if __name__ == "__main__":
    main()
