"""Speed and size of the default configuration, measured through the public functions.

Memories consist of sentences of the demo's novel, two random ones per turn (with a fixed seed), so that vocabulary and
lengths are those of written English. Latencies are percentiles over questions that are other such sentences, each asked
once.
"""

from __future__ import annotations

import random
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires
from pathlib import Path
from time import perf_counter
from typing import Any

import soulkeep
from soulkeep.demo import book
from soulkeep.lang.sentences import sentences

PERSON = "reader"
_STILL = soulkeep.Settings(background=False)  # benchmarks/long_talk.py measures work in the background
_START = datetime(2020, 1, 1, tzinfo=UTC)
_RANDOM = 20261121


def make_turns(number: int) -> Iterator[soulkeep.Turn]:
    """Yield turns of artificial talk, with a new session after every 40."""
    chance = random.Random(_RANDOM)
    pool = _pool()
    for i in range(number):
        text = f"{chance.choice(pool)} {chance.choice(pool)}"
        speaker = PERSON if i % 2 else "watson"
        yield soulkeep.Turn(text, speaker, _START + timedelta(minutes=i), session=f"s{i // 40}", id=f"t{i}")


def make_questions(number: int) -> list[str]:
    """Yield different questions."""
    chance = random.Random(_RANDOM + 1)
    pool = _pool()
    return [f"{' '.join(chance.choice(pool).split()[:9])} {i}?" for i in range(number)]


def measure_recall(size: int, questions: int = 200) -> dict[str, Any]:
    """Return figures of a mind of a size: recall with and without embedding the question, cold load, bulk storing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        with soulkeep.open(path, settings=_STILL) as keep:
            turns = list(make_turns(size))
            started = perf_counter()
            for start in range(0, size, 20_000):
                keep.character("watson").observe_many(turns[start : start + 20_000], person=PERSON)
            stored = perf_counter() - started
        with soulkeep.open(path, settings=_STILL) as keep:
            watson = keep.character("watson")
            first = watson.recall("the cold load", person=PERSON)
            asked = [watson.recall(question, person=PERSON) for question in make_questions(questions)]
        timings = [recall.timings for recall in asked[10:]]
        return {
            "memories": size,
            "observe_many_per_second": size / stored,
            "cold_load_seconds": first.timings["catch_up"] / 1000,
            "recall_ms": _latency([t["total"] for t in timings]),
            "second_pass_ms": _latency([t["second_pass"] for t in timings]),
            "recall_without_embedding_ms": _latency([t["total"] - t["embed"] for t in timings]),
            "file_megabytes": path.stat().st_size / 1e6,
        }


def measure_observe(number: int = 1000) -> dict[str, Any]:
    """Return figures of storing single turns, each durable before the next: by one caller, and by eight at once."""
    turns = list(make_turns(number * 2))
    with tempfile.TemporaryDirectory() as folder, soulkeep.open(Path(folder) / "bench.db", settings=_STILL) as keep:
        watson = keep.character("watson")

        def store(turn: soulkeep.Turn) -> soulkeep.Observed:
            return watson.observe(turn.text, person=PERSON, speaker=turn.speaker, time=turn.time, id=turn.id)

        one = _rate(lambda: list(map(store, turns[:number])), number)
        with ThreadPoolExecutor(8) as pool:
            eight = _rate(lambda: list(pool.map(store, turns[number:])), number)
    return {"observe_per_second": one, "observe_per_second_8_callers": eight}


def measure_settle(number: int = 2000) -> dict[str, Any]:
    """Return the turns per second of processing what was stored, including facts and summaries."""
    with tempfile.TemporaryDirectory() as folder, soulkeep.open(Path(folder) / "bench.db", settings=_STILL) as keep:
        keep.character("watson").observe_many(list(make_turns(number)), person=PERSON)
        return {"settled_per_second": _rate(lambda: keep.settle(over=True), number)}


_PEAK = (
    "int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    if Path("/proc/self/status").exists()  # Linux tells of a child no less than its parent had when it was started
    else "resource.getrusage(resource.RUSAGE_SELF).ru_maxrss"
)


def measure_memory(size: int = 20_000) -> dict[str, Any]:
    """Return the peak resident memory of a new process that opens a mind, recalls and stores, in megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        with soulkeep.open(path, settings=_STILL) as keep:
            keep.character("watson").observe_many(list(make_turns(size)), person=PERSON)
        code = (
            "import soulkeep, resource\n"
            f"with soulkeep.open({str(path)!r}, settings=soulkeep.Settings(background=False)) as keep:\n"
            "    watson = keep.character('watson')\n"
            f"    [watson.recall(f'who came to Baker Street {{i}}?', person={PERSON!r}) for i in range(50)]\n"
            f"    [watson.observe(f'turn {{i}}', person={PERSON!r}) for i in range(50)]\n"
            f"print({_PEAK})"
        )
        printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return {"memories": size, "peak_megabytes": int(printed) * _RSS_UNIT / 1e6}


def measure_import(runs: int = 9) -> dict[str, Any]:
    """Return the median time of `import soulkeep` in a new interpreter, without the latter's start, in ms."""
    code = "import time; t = time.perf_counter(); import soulkeep; print((time.perf_counter() - t) * 1000)"
    figures = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(runs)
    ]
    return {"import_ms": statistics.median(figures[1:])}


def measure_install() -> dict[str, Any]:
    """Return the size of soulkeep and its requirements in bytes, without and with Python's bytecode caches."""
    sizes: dict[str, float] = {}
    compiled = 0.0
    for name, package in sorted(_closure("soulkeep").items()):
        source, caches = _sizes(package)
        sizes[name], compiled = source / 1e6, compiled + caches / 1e6
    return {"megabytes": sum(sizes.values()), "bytecode_megabytes": compiled, "packages": sizes}


def _closure(name: str, found: dict[str, Distribution] | None = None) -> dict[str, Distribution]:
    """Return a distribution and its installed requirements without extras, by name."""
    found = {} if found is None else found
    with suppress(PackageNotFoundError):
        if name.lower() not in found:
            found[name.lower()] = distribution(name)
            for line in requires(name) or []:
                requirement = re.match(r"[\w.-]+", line)
                if requirement and "extra ==" not in line:
                    _closure(requirement[0], found)
    return found


def _sizes(found: Distribution) -> tuple[int, int]:
    source = caches = 0
    for file in found.files or []:
        path = Path(str(found.locate_file(file)))
        if path.is_file():
            if "__pycache__" in path.parts:
                caches += path.stat().st_size
            else:
                source += path.stat().st_size
    return source, caches


def _pool() -> Sequence[str]:
    return [" ".join(sentence.split()) for sentence in sentences(book()) if 20 < len(sentence) < 200]


def _latency(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": statistics.median(ordered), "p95": ordered[int(len(ordered) * 0.95)]}


def _rate(work: Callable[[], object], number: int) -> float:
    started = perf_counter()
    work()
    return number / (perf_counter() - started)


_RSS_UNIT = 1 if sys.platform == "darwin" else 1024
