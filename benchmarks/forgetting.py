"""A year of forgetting, simulated by the clock: what is important stays, what is used stays, small talk fades.

    python benchmarks/forgetting.py [--svg docs/forgetting.svg]

A character is told 300 things on one day: 40 important ones (importance 9), 60 that it talks of once a month, and 200
of small talk. Once a month `recall` is asked about each, and the share is noted that still comes up among the first
ten, as it was told or as the character quoted it since.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import soulkeep

START = datetime(2026, 1, 1, tzinfo=UTC)
GROUPS = {"important": 40, "used every month": 60, "small talk": 200}
COLOURS = {"important": "#2a6f97", "used every month": "#52b788", "small talk": "#bc4749"}
SETTINGS = soulkeep.Settings(forgetfulness=0.01, learning=1.5, fade_below=0.3)
ADJECTIVES = "amber blue coral dusty eager faint golden hollow ivory jagged keen lunar mossy narrow ochre pale rusty"
NOUNS = (
    "anchor barrel basket candle dagger engine feather hammer jacket kettle ladder mirror needle orchid pillow quill"
)
MORE_NOUNS = "ribbon saddle"
OWNERS = "Ada Bela Cosmo Dora Edwin Flora Greta Hugo Ines Jonas Klara Leo Mona Nils Olga Pia"


def simulate() -> dict[str, list[float]]:
    """Return, by group, the share of memories that come up in each month, from the first day on."""
    chance = random.Random(1)
    adjectives, nouns, owners = ADJECTIVES.split(), f"{NOUNS} {MORE_NOUNS}".split(), OWNERS.split()
    things = [f"{adjective} {noun}" for adjective in adjectives for noun in nouns]
    chance.shuffle(things)
    clock = soulkeep.ManualClock(START)
    found: dict[str, list[float]] = {name: [] for name in GROUPS}
    with soulkeep.open(":memory:", clock=clock, settings=SETTINGS) as keep:
        npc = keep.character("npc")
        told: dict[str, list[tuple[str, str]]] = {name: [] for name in GROUPS}
        for name, count in GROUPS.items():
            for _ in range(count):
                thing = things.pop()
                text = f"The {thing} belongs to {chance.choice(owners)}."
                npc.observe(text, person="anna", importance=9 if name == "important" else 1, session=thing)
                told[name].append((text, f"Whose is the {thing}?"))
        for month in range(13):
            for name, questions in told.items():
                came = 0
                for text, question in questions:
                    recall = npc.recall(question, person="anna", k=10)
                    came += any(text in hit.memory.text for hit in recall.hits)
                    if name == "used every month":
                        npc.reply(question, person="anna", session=f"{month} {question}")
                found[name].append(came / len(questions))
            clock.advance(timedelta(days=30.4 if month < 12 else 0))
    return found


def svg(found: Mapping[str, list[float]]) -> str:
    """Return the curves as an SVG picture."""
    left, top, width, height = 50, 20, 540, 220
    box = f"0 0 {left + width + 20} {top + height + 70}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif" font-size="12">']
    lines.append('<rect width="100%" height="100%" fill="white"/>')
    for share in (0, 0.5, 1):
        y = top + height * (1 - share)
        lines.append(f'<path d="M{left} {y}h{width}" stroke="#ddd"/>' + _text(left - 34, y + 4, f"{share:.1f}"))
    lines += [_text(left + width * month / 12 - 4, top + height + 18, str(month)) for month in range(0, 13, 3)]
    lines.append(_text(left + width / 2 - 60, top + height + 36, "months since it was told"))
    for number, (name, shares) in enumerate(found.items()):
        points = " ".join(f"{left + width * m / 12:.0f},{top + height * (1 - s):.0f}" for m, s in enumerate(shares))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="2.5"/>')
        lines.append(_text(left + 170 * number, top + height + 58, name, COLOURS[name]))
    return "\n".join([*lines, "</svg>\n"])


def _text(x: float, y: float, text: str, colour: str = "black") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" fill="{colour}">{text}</text>'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--svg", type=Path, help="draw the curves into this file")
    target = parser.parse_args().svg
    found = simulate()
    for name, shares in found.items():
        print(f"{name:18}", " ".join(f"{share:.2f}" for share in shares))
    if target:
        target.write_text(svg(found), encoding="utf-8")


if __name__ == "__main__":
    main()
