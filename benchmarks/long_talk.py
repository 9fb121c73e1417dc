"""Storing beside the work on memories, and a talk of eight hours: does anything grow or wait?

    python benchmarks/long_talk.py [--svg docs/long_talk.svg]

First, single turns are stored, each durable before the next, in turn with the queue at rest and with it working off
20,000 turns of somebody else. Then 5,000 exchanges (10,000 turns) are had with a language model that answers at once,
the clock moving on by 5.8 seconds each; the tokens of each prompt, the time of each reply and the memory of the process
are noted.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from time import perf_counter

import soulkeep
from soulkeep.evals.bench import make_turns
from soulkeep.lang.tokens import count_tokens

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
EXCHANGES = 5000
EVERY = 250
BLOCK, BLOCKS = 150, 8
LEFT_TO_DO = 20_000


class Listener(soulkeep.ChatModel):
    """A model that answers at once, and counts the tokens that it reads."""

    name = "listener"

    def __init__(self) -> None:
        self.tokens: list[int] = []

    async def stream(self, messages: Sequence[soulkeep.Message]) -> AsyncIterator[str]:
        self.tokens.append(sum(count_tokens(message.content) for message in messages))
        yield "I see. And what did you do then?"


def observing() -> dict[str, list[float]]:
    """Return the milliseconds of single `observe` calls, with the queue at rest and at work."""
    turns = list(make_turns(BLOCK * BLOCKS * 2 + LEFT_TO_DO))
    found: dict[str, list[float]] = {"at rest": [], "at work": []}
    with tempfile.TemporaryDirectory() as folder:
        still = soulkeep.Settings(background=False)
        with (
            soulkeep.open(Path(folder) / "rest.db", settings=still) as rest,
            soulkeep.open(Path(folder) / "work.db") as work,
        ):
            busy = work.character("watson")
            busy.observe_many(turns[-LEFT_TO_DO:], person="somebody else")
            stream = iter(turns)
            for keep, name in [(rest, "at rest"), (work, "at work")] * BLOCKS:
                watson = keep.character("watson")
                for turn in islice(stream, BLOCK):
                    started = perf_counter()
                    watson.observe(turn.text, person="reader", id=turn.id)
                    found[name].append((perf_counter() - started) * 1e3)
            print("The queue held work to the end:", any(job.person == "somebody else" for job in work.jobs()))
    return found


def talk() -> tuple[list[int], list[float], list[float]]:
    """Return, for each exchange, the tokens of the prompt and the milliseconds of the reply; and now and then the
    process's megabytes."""
    turns = [turn for turn in make_turns(EXCHANGES * 2) if turn.speaker == "reader"]
    listener, clock = Listener(), soulkeep.ManualClock(START)
    settings = soulkeep.Settings(background=False, model_queries="never", model_memories=False)
    milliseconds: list[float] = []
    megabytes: list[float] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        soulkeep.open(Path(folder) / "talk.db", chat=listener, clock=clock, settings=settings) as keep,
    ):
        watson = keep.character("watson", name="Dr. Watson", description="A doctor who writes.")
        for number, turn in enumerate(turns):
            started = perf_counter()
            watson.reply(turn.text, person="reader", session="one long day")
            milliseconds.append((perf_counter() - started) * 1e3)
            clock.advance(timedelta(hours=8) / EXCHANGES)
            if number % 4 == 3:
                keep.settle()
            if number % EVERY == 0:
                megabytes.append(_resident())
        megabytes.append(_resident())
        print("Memories at the end:", keep.stats().memories)
    return listener.tokens, milliseconds, megabytes


def _resident() -> float:
    """Return the megabytes of memory that this process has now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _means(values: Sequence[float]) -> list[float]:
    return [statistics.fmean(values[i : i + EVERY]) for i in range(0, len(values), EVERY)]


def svg(curves: dict[str, Sequence[float]]) -> str:
    """Return the curves as an SVG picture, one above the other, each from 0."""
    colours = ("#2a6f97", "#52b788", "#bc4749")
    left, width, height = 60, 540, 110
    box = f"0 0 {left + width + 20} {(height + 45) * len(curves) + 20}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="12">']
    lines.append('<rect width="100%" height="100%" fill="white"/>')
    for number, (name, values) in enumerate(curves.items()):
        bottom = (height + 45) * number + height + 24
        most = max(values) * 1.15
        points = " ".join(
            f"{left + width * i / (len(values) - 1):.0f},{bottom - height * value / most:.0f}"
            for i, value in enumerate(values)
        )
        lines.append(f'<text x="{left}" y="{bottom - height - 6}">{name}</text>')
        lines.append(f'<path d="M{left} {bottom}h{width}" stroke="#999"/>')
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colours[number % 3]}" stroke-width="2.5"/>')
        lines.append(f'<text x="8" y="{bottom - height * values[-1] / most + 4:.0f}">{values[-1]:.0f}</text>')
        lines.append(f'<text x="{left + width - 72}" y="{bottom + 15}">10,000 turns</text>')
    return "\n".join([*lines, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--svg", type=Path, help="draw the curves into this file")
    target = parser.parse_args().svg
    for name, times in observing().items():
        cuts = statistics.quantiles(times, n=20)
        print(f"observe, queue {name}: p50 {cuts[9]:.2f} ms, p95 {cuts[18]:.2f} ms ({len(times)} calls)")
    tokens, milliseconds, megabytes = talk()
    curves = {
        "tokens of the prompt": _means(tokens),
        "milliseconds of a reply": _means(milliseconds),
        "megabytes of the process": megabytes,
    }
    for name, values in curves.items():
        print(f"{name}: {' '.join(f'{value:.0f}' for value in values)}")
    if target:
        target.write_text(svg(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
