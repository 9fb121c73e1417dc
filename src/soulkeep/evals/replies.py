"""Latency of replies, and the rates of recalling and storing that one process sustains.

The language model's time is left out: the one used here answers at once.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns
from soulkeep.evals.calls import ANSWER, DESCRIPTION, messages
from soulkeep.testing.models import ScriptedChat

_WARM = 12
_SETTLED_EVERY = 4

RECALLS, OBSERVES = 150.0, 100.0
"""Rates of simultaneous recalls and observations, per second."""

_AT_ONCE = 16
"""Number of threads, as in a server."""


def measure_replies(memories: int = 1_000, number: int = 60) -> dict[str, Any]:
    """Return the times of whole replies, including storing, without and with a model, in milliseconds: wall-clock, and
    processor time, which depends less on other processes."""
    figures: dict[str, Any] = {}
    for name, chat in (("offline", None), ("with_a_model", ScriptedChat(default=ANSWER))):
        with tempfile.TemporaryDirectory() as folder:
            settings = soulkeep.Settings(background=False, model_memories=False)
            with soulkeep.open(Path(folder) / "bench.db", settings=settings, chat=chat) as keep:
                watson = keep.character("watson", name="Dr. Watson", description=DESCRIPTION, language="en")
                watson.observe_many(list(make_turns(memories)), person=PERSON)
                keep.settle(over=True)
                waited: list[float] = []
                worked: list[float] = []
                for place, text in enumerate(messages(_WARM + number)):
                    began, busy = perf_counter(), process_time()
                    watson.reply(text, person=PERSON, session="now")
                    worked.append((process_time() - busy) * 1000)
                    waited.append((perf_counter() - began) * 1000)
                    if place % _SETTLED_EVERY == _SETTLED_EVERY - 1:
                        keep.settle()
                figures[name] = {"ms": latency(waited[_WARM:]), "processor_ms": latency(worked[_WARM:])}
    return figures


def measure_first_reply(runs: int = 5) -> dict[str, float]:
    """Return the median time of a new process's first reply without a model, without the interpreter's start, in
    milliseconds: importing, opening a keep of a hundred turns, and answering."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        with soulkeep.open(path, settings=soulkeep.Settings(background=False)) as keep:
            keep.character("watson").observe_many(list(make_turns(100)), person=PERSON)
            keep.settle(over=True)
        code = (
            "import time; began, busy = time.perf_counter(), time.process_time()\n"
            "import soulkeep\n"
            f"with soulkeep.open({str(path)!r}, settings=soulkeep.Settings(background=False)) as keep:\n"
            f"    keep.character('watson').reply('Who came to Baker Street?', person={PERSON!r})\n"
            "    print((time.perf_counter() - began) * 1000, (time.process_time() - busy) * 1000)\n"
        )
        runs_of = [
            [float(number) for number in _printed(code).split()] for _ in range(runs + 1)
        ]  # the first one reads the files from disk
    waited, worked = zip(*runs_of[1:], strict=True)
    return {"first_reply_ms": statistics.median(waited), "first_reply_processor_ms": statistics.median(worked)}


def measure_rates(seconds: float = 20.0, minds: int = 20, memories: int = 1_000) -> dict[str, Any]:
    """Run recalls and observations at their rates in one process, with background work; return the rates achieved, the
    delays since each was due, and the processor time and memory used."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        people = [f"person{place}" for place in range(minds)]
        with soulkeep.open(path, settings=soulkeep.Settings(background=False)) as keep:
            turns = list(make_turns(memories))
            for person in people:
                again = [soulkeep.Turn(turn.text, person, turn.time, turn.session) for turn in turns]
                keep.character("watson").observe_many(again, person=person)
            keep.settle(over=True)
        with soulkeep.open(path) as keep, ThreadPoolExecutor(_AT_ONCE) as pool:
            watson = keep.character("watson")
            for person in people:
                watson.recall("the cold load", person=person)
            whom = cycle(people)
            asked = iter(make_questions(int(seconds * RECALLS) + 1))
            texts = cycle(turns)
            recalls = int(seconds * RECALLS)
            jobs: list[tuple[float, str, Callable[[], object]]] = [
                (place / RECALLS, "recall", _recall(watson, next(asked), next(whom))) for place in range(recalls)
            ]
            jobs += [
                (place / OBSERVES, "observe", _observe(watson, next(texts).text, next(whom)))
                for place in range(int(seconds * OBSERVES))
            ]
            jobs.sort(key=lambda job: job[0])
            waits: dict[str, list[float]] = {"recall": [], "observe": []}
            began, busy, before = perf_counter(), process_time(), _resident()

            def do(due: float, name: str, work: Callable[[], object]) -> None:
                work()
                waits[name].append((perf_counter() - began - due) * 1000)

            for due, name, work in jobs:
                while (left := due - (perf_counter() - began)) > 0:
                    sleep(left)
                pool.submit(do, due, name, work)
            pool.shutdown(wait=True)
            took, worked = perf_counter() - began, process_time() - busy
            return {
                **{name: {"per_second": len(waited) / took, **_tail(waited)} for name, waited in waits.items()},
                "seconds": took,
                "cores_busy": worked / took,
                "grown_megabytes": _resident() - before,
            }


def latency(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the 95th percentile."""
    ordered = sorted(values)
    return {"p50": statistics.median(ordered), "p95": ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]}


def _tail(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": statistics.median(ordered), "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]}


def _recall(watson: soulkeep.Character, question: str, person: str) -> Callable[[], object]:
    return lambda: watson.recall(question, person=person)


def _observe(watson: soulkeep.Character, text: str, person: str) -> Callable[[], object]:
    return lambda: watson.observe(text, person=person, speaker=person)


def _resident() -> float:
    """Return the peak memory of the process, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


def _printed(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
