"""Measure how long a reply waits: for models side by side or one after the other, and for our own code.

    python benchmarks/reply_latency.py [--quick] [--json]

First, the time to the first words with a stand-in model that takes a fixed time to read each prompt, with
`Settings(parallel=True)` and `Settings(parallel=False)`, in turn. The model is asked for a query, as the message leans
on the talk, and who should answer (`router="model"`), before it writes.

Then whole replies with a model that answers at once, and without one, with the checker on and off, in turn: what is
left is our own. The time of the processor, of all threads, is given beside, as it depends less on what else the machine
does. Memories are two sentences each of the demo's novel; every second message is a question. The work on memories is
done in between, and not timed. Times are in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns
from soulkeep.models.chat.base import Message
from soulkeep.testing.models import ScriptedChat

SETTINGS = soulkeep.Settings(background=False, model_memories=False)
DIRECTED = soulkeep.Settings(background=False, model_memories=False, router="model")
DESCRIPTION = (
    "Dr. John Watson, late of the Army Medical Department, lodges with a detective and writes down his cases. " * 9
)
ANSWER = "It was a curious case, and I remember the fog better than the man. What makes you think of it now?"
QUERY = "Where the man with the twisted lip was found"
CHOICE = '{"because": "It fits most messages.", "responder": "model"}'
LEANING = "And where was he found, and what did he say about it?"
FIRST_TALK = 6
"""Exchanges before anything is timed."""

SETTLED_EVERY = 4


class Size(NamedTuple):
    """The size of a measurement: delays of the model (ms) and messages for each, memories and messages for each."""

    delays: tuple[float, ...]
    waits: int
    memories: tuple[int, ...]
    replies: int


FULL = Size((50, 200, 500), 12, (1_000, 20_000), 60)
QUICK = Size((20,), 3, (200,), 6)

Figures = dict[str, float]


def stand_in(milliseconds: float) -> ScriptedChat:
    """Return a model that takes a given time to read a prompt, and writes at once."""
    return ScriptedChat(default=_said, delay=(milliseconds / 1000, 0.0))


def _said(messages: Sequence[Message]) -> str:
    """Return a choice, a query or an answer, depending on what is asked for."""
    system = messages[0].content
    if "who answers the last message" in system:
        return CHOICE
    return QUERY if "look things up" in system else ANSWER


def make_past(path: Path, memories: int) -> None:
    """Make a keep with a number of turns, and with their facts and summaries."""
    with soulkeep.open(path, settings=SETTINGS) as keep:
        watson = _watson(keep)
        watson.observe_many(list(make_turns(memories)), person=PERSON)
        keep.settle(over=True)


def measure_waiting(past: Path, delay: float, number: int) -> dict[str, Figures]:
    """Return the milliseconds to the first words, with the model asked side by side and one after the other."""
    found: dict[str, list[float]] = {"parallel": [], "sequential": []}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        keeps = {}
        for name in found:
            copy = Path(shutil.copy(past, Path(folder) / f"{name}.db"))
            settings = replace(DIRECTED, parallel=name == "parallel")
            keeps[name] = stack.enter_context(soulkeep.open(copy, chat=stand_in(delay), settings=settings))
            _warm(keeps[name])
        for _ in range(number):
            for name, keep in keeps.items():
                watson = _watson(keep)
                started = perf_counter()
                pieces = iter(watson.stream(LEANING, person=PERSON, session="now"))
                next(pieces)
                found[name].append((perf_counter() - started) * 1000)
                for _ in pieces:
                    pass
                keep.settle()
    return {name: _latency(times) for name, times in found.items()}


def measure_own(past: Path, number: int) -> dict[str, dict[str, Figures]]:
    """Return the milliseconds of whole replies, in wall-clock and processor time, and the median of each step: with a
    model and without, checked and not."""
    ways = {
        "model, checked": (stand_in(0), "annotate"),
        "model, not checked": (stand_in(0), "off"),
        "offline, checked": (None, "annotate"),
        "offline, not checked": (None, "off"),
    }
    whole: dict[str, list[float]] = {name: [] for name in ways}
    busy: dict[str, list[float]] = {name: [] for name in ways}
    steps: dict[str, list[dict[str, float]]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        keeps = {}
        for number_of, (name, (chat, check)) in enumerate(ways.items()):
            copy = Path(shutil.copy(past, Path(folder) / f"{number_of}.db"))
            keeps[name] = stack.enter_context(soulkeep.open(copy, chat=chat, settings=replace(SETTINGS, check=check)))
            _warm(keeps[name])
        for place, text in enumerate(messages(number)):
            for name, keep in keeps.items():
                watson = _watson(keep)
                started, worked = perf_counter(), process_time()
                reply = watson.reply(text, person=PERSON, session="now")
                busy[name].append((process_time() - worked) * 1000)
                whole[name].append((perf_counter() - started) * 1000)
                steps[name].append({step: end - begin for step, (begin, end) in reply.trace.steps.items()})
                if place % SETTLED_EVERY == SETTLED_EVERY - 1:
                    keep.settle()
    return {
        name: {"whole": _latency(whole[name]), "processor": _latency(busy[name]), "steps": _medians(steps[name])}
        for name in ways
    }


def messages(number: int) -> list[str]:
    """Return the inputs: questions and statements in turn."""
    said = [turn.text for turn in islice(make_turns(number * 2), 1, None, 2)]
    return [text for pair in zip(make_questions(number), said, strict=True) for text in pair][:number]


def _watson(keep: soulkeep.Keep) -> soulkeep.Character:
    return keep.character("watson", name="Dr. Watson", description=DESCRIPTION, language="en")


def _warm(keep: soulkeep.Keep) -> None:
    """Have a talk before anything is timed, so that whatever is loaded once is loaded."""
    for text in messages(FIRST_TALK):
        _watson(keep).reply(text, person=PERSON, session="now")
    keep.settle()


def _latency(times: Sequence[float]) -> Figures:
    ordered = sorted(times)
    return {"p50": median(ordered), "p95": ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]}


def _medians(steps: Sequence[dict[str, float]]) -> Figures:
    names = dict.fromkeys(name for one in steps for name in one)
    return {name: median(one.get(name, 0.0) for one in steps) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="tiny sizes")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    size = QUICK if args.quick else FULL
    waiting: dict[str, dict[str, Figures]] = {}
    own: dict[str, dict[str, dict[str, Figures]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for memories in size.memories:
            past = Path(folder) / f"{memories}.db"
            make_past(past, memories)
            if not waiting:
                waiting = {f"{delay:g}": measure_waiting(past, delay, size.waits) for delay in size.delays}
            own[f"{memories}"] = measure_own(past, size.replies)
    if args.json:
        json.dump({"first_words": waiting, "own": own}, sys.stdout, indent=2)
        return
    for delay, found in waiting.items():
        both = "; ".join(f"{name} {times['p50']:.0f} / {times['p95']:.0f}" for name, times in found.items())
        share = found["parallel"]["p50"] / found["sequential"]["p50"]
        print(f"first words, model {delay} ms: {both} ms (p50 / p95); parallel takes {share:.2f} of sequential")
    for memories_of, ways in own.items():
        for name, figures in ways.items():
            whole, busy = figures["whole"], figures["processor"]
            parts = ", ".join(f"{step} {ms:.1f}" for step, ms in figures["steps"].items())
            print(
                f"{int(memories_of):,} memories, {name}: {whole['p50']:.1f} / {whole['p95']:.1f} ms, "
                f"processor {busy['p50']:.1f} / {busy['p95']:.1f} ms ({parts})"
            )


if __name__ == "__main__":
    main()
