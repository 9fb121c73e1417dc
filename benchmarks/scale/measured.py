"""Measured service times and sizes, as `benchmarks/measured.json` keeps them.

    {"schema": 1, "stores": {"postgresql": {
        "measured": "2026-11-21", "machine": "…",
        "times":   {"recall_cpu": {"source": "…", "ms": [[0, 0.6], [50, 0.9], [99, 2.1], [100, 4.0]]}, …},
        "amounts": {"working_set": {"source": "…", "value": 2300, "unit": "bytes per memory"}, …}}}}

`ms` holds percentiles: 99 % of what was measured took 2.1 ms or less. The names are those of `TIMES` and `AMOUNTS`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SCHEMA = 1
PERCENTILES = (0, 1, 5, *range(10, 100, 10), 95, 99, 99.9, 100)

TIMES = {
    "request_cpu": "the worker's processor for HTTP, JSON and the key, each request",
    "recall_cpu": "the worker's processor for a recall from 1,000 memories in memory",
    "recall_wait": "waiting for the store in it: the sequence check, reading the hits",
    "observe_cpu": "the worker's processor for a memory to be stored",
    "observe_wait": "waiting for the store in it, until it is durable",
    "load_cpu": "the worker's processor for a cold load of 1,000 memories",
    "load_wait": "waiting for the store in it",
    "background_cpu": "the worker's processor for facts, summaries and the like, each memory",
    "background_wait": "waiting for the store in it",
    "background_rest": "the rest that it takes after that, to leave time for requests",
}
AMOUNTS = {
    "working_set": "bytes of a working set, each memory, as `keep.mind_bytes` counts",
    "resident": "bytes that the process grows by, each memory of a working set",
    "process": "bytes of a worker's process without working sets",
    "stored": "bytes in the store, each memory, derived ones counted, indexes and all",
    "logged": "bytes of the write-ahead log, each memory observed, background work included (SQLite logs whole pages)",
    "derived": "memories that background work makes, each memory that was observed",
    "recall_busy": "share of waiting in a recall in which a processor of the database works",
    "observe_busy": "the same in storing a memory",
    "load_busy": "the same in a cold load",
    "background_busy": "the same in background work",
    "recall_trips": "round trips to the store in a recall",
    "observe_trips": "in storing a memory",
    "load_trips": "more of them in a cold load",
    "background_trips": "in background work, each memory",
}


@dataclass(frozen=True, slots=True)
class Time:
    """A distribution of service times.

    Attributes:
        source: where it is from.
        percentiles, ms: so much of what was measured, 0…100, took so long or less.
    """

    source: str
    percentiles: tuple[float, ...]
    ms: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Milliseconds, by straight lines between the percentiles."""
        shares = np.diff(np.asarray(self.percentiles)) / 100
        values = np.asarray(self.ms)
        return float(np.sum(shares * (values[1:] + values[:-1]) / 2))

    def at(self, percentile: float) -> float:
        """Return the milliseconds at a percentile."""
        return float(np.interp(percentile, self.percentiles, self.ms))

    def draw(self, chance: np.random.Generator, number: int) -> NDArray[np.float64]:
        """Draw a number of times, in seconds."""
        drawn: NDArray[np.float64] = np.interp(chance.random(number) * 100, self.percentiles, self.ms) / 1000
        return drawn


@dataclass(frozen=True, slots=True)
class Amount:
    """A size or a share, and where it is from."""

    source: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurements of one store.

    Attributes:
        store: "sqlite" or "postgresql".
        measured: the day.
        machine: what ran it.
        times, amounts: by the names of `TIMES` and `AMOUNTS`.
    """

    store: str
    measured: str
    machine: str
    times: Mapping[str, Time]
    amounts: Mapping[str, Amount]

    def __getitem__(self, name: str) -> float:
        """Return the value of an amount."""
        return self.amounts[name].value

    def loading(self, memories: float) -> Measured:
        """Return the same measurements, with cold loads of a number of memories in place of 1,000: the times are in
        proportion."""
        times = {
            name: replace(time, ms=tuple(ms * memories / 1_000 for ms in time.ms)) if name.startswith("load_") else time
            for name, time in self.times.items()
        }
        return replace(self, times=times)

    def mean(self, *names: str) -> float:
        """Return the mean milliseconds of some times together."""
        return sum(self.times[name].mean for name in names)


def time_of(samples: Sequence[float], source: str) -> Time:
    """Return the distribution of measured milliseconds."""
    ms = np.percentile(np.asarray(samples, dtype=np.float64), PERCENTILES)
    return Time(source, tuple(map(float, PERCENTILES)), tuple(round(float(value), 4) for value in ms))


def constant(ms: float, source: str) -> Time:
    """Return a time that is always the same, for when only a mean is known."""
    return Time(source, (0.0, 100.0), (ms, ms))


def read(path: Path) -> dict[str, Measured]:
    """Return the measurements in a file, by store.

    Raises:
        SystemExit: the file isn't of this form; the message says what is wrong.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}. Measure with: scale_sim.py --measure KEEP") from None
    except ValueError as error:
        raise SystemExit(f"{path} is no JSON: {error}") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("stores"), dict):
        raise SystemExit(f"{path} isn't of schema {SCHEMA}: see benchmarks/scale/measured.py")
    return {store: _measured(store, kept, path) for store, kept in data["stores"].items()}


def _measured(store: str, kept: Mapping[str, Any], path: Path) -> Measured:
    try:
        times = {name: _time(kept["times"][name]) for name in TIMES}
        amounts = {
            name: Amount(one["source"], float(one["value"]), one["unit"])
            for name, one in ((name, kept["amounts"][name]) for name in AMOUNTS)
        }
        found = Measured(store, kept["measured"], kept["machine"], times, amounts)
    except KeyError as error:
        raise SystemExit(f"{path}: {store} lacks {error}") from None
    for name, time in times.items():
        ordered = list(time.percentiles) == sorted(time.percentiles) and list(time.ms) == sorted(time.ms)
        if not ordered or time.percentiles[0] != 0 or time.percentiles[-1] != 100 or time.ms[0] < 0:
            raise SystemExit(f"{path}: {store}'s {name} must rise from percentile 0 to 100, from 0 ms up")
    return found


def _time(kept: Mapping[str, Any]) -> Time:
    percentiles, ms = zip(*kept["ms"], strict=True)
    return Time(kept["source"], tuple(map(float, percentiles)), tuple(map(float, ms)))


def write(path: Path, measured: Measured) -> None:
    """Put what was measured of a store into a file, in place of what it held of it."""
    stores = read(path) if path.exists() else {}
    stores[measured.store] = measured
    lines = ['{"schema": 1, "stores": {']
    for number, one in enumerate(sorted(stores.values(), key=lambda one: one.store)):
        lines.append(f'  {json.dumps(one.store)}: {{"measured": {json.dumps(one.measured)},')
        lines.append(f'    "machine": {json.dumps(one.machine)},')
        times = [
            f"      {json.dumps(name)}: " + json.dumps({"source": time.source, "ms": _pairs(time)}, ensure_ascii=False)
            for name, time in ((name, one.times[name]) for name in TIMES)
        ]
        amounts = [
            f"      {json.dumps(name)}: "
            + json.dumps(
                {"source": amount.source, "value": float(amount.value), "unit": amount.unit}, ensure_ascii=False
            )
            for name, amount in ((name, one.amounts[name]) for name in AMOUNTS)
        ]
        lines += ['    "times": {', ",\n".join(times), "    },", '    "amounts": {', ",\n".join(amounts)]
        lines.append("    }}" + ("," if number < len(stores) - 1 else ""))
    path.write_text("\n".join([*lines, "}}", ""]), encoding="utf-8")


def _pairs(time: Time) -> list[list[float]]:
    return [[at, ms] for at, ms in zip(time.percentiles, time.ms, strict=True)]
