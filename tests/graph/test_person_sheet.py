"""Talks about likings, news, corrections and what is left out, written by somebody who saw neither code nor tests."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import soulkeep
from episodes_support import MUSIC

SHEET = Path(__file__).parents[1] / "sheets" / "person.jsonl"
LEAST = {
    "others": 8, "interests": 9, "character": 8, "recommend": 9, "news": 22, "correction": 4, "context": 8,
}  # fmt: skip
"""Talks of each kind whose last answer must hold what it should, of 12, 14, 8, 14, 25, 8 and 10."""


@pytest.fixture(scope="module")
def held() -> Counter[str]:
    clock = soulkeep.ManualClock(datetime(2026, 5, 8, 18, 30, tzinfo=UTC))
    count: Counter[str] = Counter()
    with soulkeep.open(":memory:", clock=clock, settings=soulkeep.Settings(background=False)) as keep:
        ella = keep.character("ella", name="Ella")
        ella.know(MUSIC, source="music")
        for number, line in enumerate(SHEET.read_text(encoding="utf-8").splitlines()):
            case = json.loads(line)
            text = ""
            for turn in case["turns"]:
                clock.advance(timedelta(seconds=40))
                text = ella.reply(turn, person=f"p{number}").text
            wanted = [any(variant in text for variant in one.split("|")) for one in case["last"]["has"]]
            fits = not wanted or (all(wanted) if case["last"].get("all") else any(wanted))
            odd = any(one in text for many in case["last"].get("hasnt", ()) for one in many.split("|"))
            count[case["kind"]] += fits and not odd
    return count


@pytest.mark.parametrize("kind", LEAST)
def test_the_last_answer_holds_what_it_should(kind: str, held: Counter[str]) -> None:
    assert held[kind] >= LEAST[kind], held
