"""Measure what a million triples of a dump's shape cost a character: learning, loading, inputs, memory, and what others
wait.

    python -m benchmarks.million [--triples 1000000] [--each]

The data (`benchmarks.dump`) and the 300 questions are made up, and the same every time. Each part runs in a process of
its own, whose greatest memory is told. An input is understood and what is known looked up for it; recalling, storing
and wording a reply are measured by `benchmarks.episodes`. Most questions are asked once: caches help as in a talk.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import statistics
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from benchmarks.dump import SEED, Dump
from benchmarks.episodes import apart, timed

import soulkeep
from soulkeep.character.relationship import relationship_of
from soulkeep.demo import music
from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.understand import understand

STILL = soulkeep.Settings(background=False)
TIMES = 300
ASKED = {
    "plain": "When was {Person} born?|Where was {Person} born?|Who directed {Film}?|What is the height of {Bridge}?|Who is the "
    "author of {Novel}?|de:Wann wurde {Person} geboren?|How long is the {River}?|ko:{Person}은 언제 태어났어?|who founded {Bank}|"
    "where is {Castle}|What is the population of {City}?|Who painted {Painting}?|tell me about {Person}",
    "inverse": "What did {Novelist} write?|Which films star {Actor}?|What did {Architect} design?|Who was born in {City}?|"
    "Which albums did {Band} make?|Which paintings are exhibited at {Museum}?|de:Welche Filme hat {Person} gedreht?",
    "class list": "Which albums came out in 1977?|Which lakes are in {Country}?|Which universities are in {City}?|List all castles in "
    "{City}|Which novels were published by {Company}?|Which castles were opened in 1802?|Who died in 2001?",
    "count": "How many films did {Person} direct?|How many people were born in {City}?|How many novels did {Novelist} write?|"
    "How many mountains are in {Country}?|How many films star {Actor}?|How many lakes are there?",
    "superlative": "Which mountain is the highest?|Who is the oldest singer?|What is the longest river?|Which city has the largest "
    "population?|Which lake is the deepest?|Who is the oldest person?|What is the tallest tower?|Which film has the biggest "
    "budget?|Which person won the most events?|de:Welcher Fluss ist der längste?|Which actor stars in the most films?|"
    "What is the longest river in {Country}?|Who is the youngest painter?|Which is the oldest building?",
    "comparison": "Who is older, {Person} or {Person}?|Which mountains are higher than 8500 metres?|Is {Person} older than {Person}?|"
    "Which rivers are longer than 5500 km?|Which films are longer than 235 minutes?|Which singers were born after 1998?|"
    "Which novels have more than 1450 pages?|Is {City} bigger than {City}?",
    "negation": "Which painters didn't die?|Which singers have no award?|Which countries have no capital?|Who was not born in {City}?|"
    "Which bridges don't cross a river?|Which astronauts have no spouse?",
    "unknown": "When did {Person} learn to swim?|What is the favourite colour of {Person}?|Who is Balthasar Quintenbrugg?|What does "
    "{Company} charge for a cab?|How heavy is {Castle}?|Who repaired the {Bridge}?|Why is {City} so expensive?",
    "small talk": "Hello!|I had pasta for lunch today.|My sister is moving to Leeds next month and I'm helping her.|Thanks, great!|"
    "I'm a bit tired after work.|What a lovely evening|I love {Film}|ko:오늘 점심에 파스타를 먹었어.|Did you sleep well?|"
    "We watched a film at home last night and it was long.",
}  # fmt: skip
"""Questions by kind, `|` between them, where they aren't English with their language before them."""


def questions(dump: Dump, number: int) -> Iterator[tuple[str, str, str]]:
    """Yield kinds in turn, each with a question and its language; the names are of things that are spoken of."""
    chance = random.Random(SEED)
    for at in range(number):
        kind = [*ASKED][at % len(ASKED)]
        choices = ASKED[kind].split("|")
        text = choices[at // len(ASKED) % len(choices)]
        language, text = (text[:2], text[3:]) if text[2:3] == ":" else ("en", text)
        while "{" in text:
            wanted = text[text.index("{") + 1 : text.index("}")]
            things = dump.things(wanted)
            thing = things[int(len(things) * chance.random() ** 2)]
            text = text.replace(f"{{{wanted}}}", dump.names[thing][language == "ko"], 1)
        yield kind, language, text


# -- parts


def learnt(data: Path, path: Path) -> dict[str, float]:
    """Return the seconds of `know`, how long another character waits meanwhile, and the memory used."""
    with soulkeep.open(path, settings=STILL) as keep:
        other = _other(keep)
        ella = keep.character("ella", name="Ella")
        waited = _beside(lambda: ella.know(data), other)
    return {**waited, "peak": peak(), "file": data.stat().st_size / 1e6, "kept": path.stat().st_size / 1e6}


def asked(path: Path, triples: int, number: int, *, settled: bool = False) -> dict[str, Any]:
    """Return the seconds of loading and of the first input, the milliseconds of each question, and the memory used.

    Args:
        path: the keep.
        triples: how many it knows.
        number: of questions.
        settled: ask them once what is made in the background is made, not at once.
    """
    said = list(questions(Dump(triples), number + 1))
    before = peak()
    with soulkeep.open(path, settings=STILL) as keep:
        ella = keep.character("ella")
        facing = relationship_of(ella, "anna")
        ready, knowledge = timed(lambda: facing.knowledge)
        assert knowledge is not None
        loaded = peak()
        settling, _ = timed(keep.settle) if settled else (0.0, None)
        took: list[tuple[str, str, float, str]] = []

        def ask(kind: str, language: str, text: str) -> None:
            spent, told = timed(lambda: answers(understand(text, language, knowledge), knowledge))
            took.append((kind, text, spent, " | ".join(f"{one.predicate}: {one.values[:3]}" for one in told)[:150]))

        for one in said:
            ask(*one)
    return {
        "ready": ready / 1000, "first": took[0][2] / 1000, "took": took[1:], "loaded": loaded, "peak": peak(),
        "settling": settling / 1000,
        "before": before, "triples": len(knowledge), "entailed": knowledge.entailed,
    }  # fmt: skip


def beside(path: Path) -> dict[str, float]:
    """Return how long another character's talk, and an event loop, wait while a million triples are loaded at a first
    input."""
    with soulkeep.open(path, settings=STILL) as keep:
        other = _other(keep)
        ella = keep.character("ella")
        return _beside(lambda: ella.episodes().understand("Who is Balthasar Quintenbrugg?"), other)


def _other(keep: soulkeep.Keep) -> soulkeep.Character:
    bella = keep.character("bella", name="Bella")
    bella.know(music(), source="music")
    for _ in range(3):
        bella.episodes().understand("When was Miles Davis born?")
    return bella


def _beside(work: Callable[[], object], other: soulkeep.Character) -> dict[str, float]:
    """Return how long some work takes, and how long the event loop and the other's inputs wait before and meanwhile, in
    milliseconds."""

    async def both() -> dict[str, float]:
        quiet = await _waited(lambda: sleep(1), other)
        busy = await _waited(work, other)
        return {**busy, **{f"quiet {name}": value for name, value in quiet.items()}}

    return asyncio.run(both())


async def _waited(work: Callable[[], object], other: soulkeep.Character) -> dict[str, float]:
    over = threading.Event()
    spent: list[float] = []

    def inputs() -> None:
        while not over.is_set():
            spent.append(timed(lambda: other.episodes().understand("When was Miles Davis born?"))[0])
            sleep(0.01)

    late: list[float] = []

    async def beats() -> None:
        while not over.is_set():
            begun = perf_counter()
            await asyncio.sleep(0.005)
            late.append((perf_counter() - begun - 0.005) * 1000)

    beating, asking = asyncio.create_task(beats()), asyncio.create_task(asyncio.to_thread(inputs))
    await asyncio.sleep(0.1)
    took = (await asyncio.to_thread(timed, work))[0]
    over.set()
    await asyncio.gather(beating, asking)
    return {
        "took": took / 1000, "loop p99": share(late, 0.99), "loop max": max(late),
        "input p50": statistics.median(spent), "input p95": share(spent, 0.95), "input max": max(spent),
    }  # fmt: skip


def share(values: Sequence[float], of: float) -> float:
    """Return the value below which a share of all values lies."""
    return sorted(values)[min(int(len(values) * of), len(values) - 1)]


def peak() -> float:
    """Return the most megabytes of memory that this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


# -- all of it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--questions", type=int, default=TIMES)
    parser.add_argument("--each", action="store_true", help="print every question with its time and what was found")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data, path = Path(folder) / "dump.ttl", Path(folder) / "keep.db"
        Dump(options.triples).write(data)
        knew = apart(learnt, data, path)
        using = apart(asked, path, options.triples, options.questions)
        later = apart(partial(asked, settled=True), path, options.triples, options.questions)
        waited = apart(beside, path)
    took = using["took"]
    if options.each:
        for kind, text, spent, told in took:
            print(f"{spent:8.1f} {kind:12} {text}\n{'':22}{told}")
    print(
        f"triples {using['triples']:,}, entailed {using['entailed']:,}, {knew['file']:.0f} MB of Turtle, {knew['kept']:.0f} MB kept"
    )
    print(f"know {knew['took']:.1f} s, peak {knew['peak']:.0f} MB")
    print(f"ready {using['ready']:.1f} s, first input {using['first']:.2f} s")
    print(
        f"peak {using['before']:.0f} MB before, {using['loaded']:.0f} when ready, {using['peak']:.0f} after all questions"
    )
    print(f"settled in {later['settling']:.1f} s, peak {later['peak']:.0f} MB after all questions")
    print(f"{'':12} asked at once: p50, p95, max; once settled: p50, p95, max (ms)")
    for kind in (*ASKED, "all"):
        line = f"{kind:12}"
        for each in (took, later["took"]):
            spent = [one[2] for one in each if kind in (one[0], "all")]
            line += f" {statistics.median(spent):7.1f} {share(spent, 0.95):7.1f} {max(spent):7.1f} "
        print(f"{line} ({len(spent)})")
    for name, figures in (("know", knew), ("load", waited)):
        print(
            f"others while {name}: "
            + ", ".join(f"{key} {figures[key]:.1f} ({figures[f'quiet {key}']:.1f})" for key in _WAITED)
        )


_WAITED = ("loop p99", "loop max", "input p50", "input p95", "input max")


if __name__ == "__main__":
    main()
