"""A keep with many memories, small as they are, that is searched by an index and exactly."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import soulkeep
from soulkeep.testing.models import HashEmbedder

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
NOW = datetime(2026, 9, 1, 9, tzinfo=UTC)
TURNS = 2400
LARGE: dict[str, Any] = {"background": False, "large_rows": 200, "large_candidates": 100}

_THINGS = ["violin", "ferry", "lantern", "garden", "harbour", "letter", "clock", "river", "bridge", "baker", "apple"]
_KOREAN = ["바이올린", "등불", "정원", "항구", "편지", "시계", "다리", "겨울"]
_PLACES = ["Busan", "Leeds", "Bonn", "Porto", "Kyoto", "Lyon"]
_DOINGS = ["found", "lost", "painted", "bought", "sold", "mended", "hid", "saw", "followed", "described"]


def turns(count: int = TURNS) -> list[soulkeep.Turn]:
    """Talk of three people over half a year, an eighth of it in Korean."""
    chance = random.Random(7)
    things = [f"{thing}{number}" for thing in _THINGS for number in range(30)] + _THINGS * 3
    found: list[soulkeep.Turn] = []
    for i in range(count):
        speaker = chance.choice(["anna", "anna", "anna", "holmes", "boris"])
        one, two = chance.sample(things, 2)
        if i % 8 == 0:
            text = f"{chance.choice(_KOREAN)}에서 {chance.choice(_KOREAN)}을 {i % 50}번 보았어."
        elif i % 97 == 0:
            text = f"I moved to {chance.choice(_PLACES)} last week."
        else:
            text = f"I {chance.choice(_DOINGS)} the {one} near the {two}{chance.choice(['.', '?', ' yesterday.'])}"
        time = START + timedelta(hours=2 * i)
        found.append(soulkeep.Turn(text, speaker, time, session=f"s{i // 20}", id=f"t{i}"))
    return found


def opened(path: Path, *, clock: soulkeep.Clock | None = None, **settings: Any) -> soulkeep.Keep:
    """Return a keep in which a source of more than 200 memories is large."""
    chosen = soulkeep.Settings(**(LARGE | settings))
    return soulkeep.open(path, embedder=HashEmbedder(), settings=chosen, clock=clock or soulkeep.ManualClock(NOW))


def indexed(keep: soulkeep.Keep, person: str | None = "anna") -> soulkeep.Character:
    """Return the keep's character, whose memories with a person are indexed by now."""
    holmes = keep.character("holmes")
    cache = keep._runtime.embeddings.cache
    holmes.recall("anything", person=person)
    assert cache.indexed(60)
    return holmes
