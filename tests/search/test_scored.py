"""Tests that the scores of recalls of one talk stay as they were, part by part: whoever means to change them sees all
that changes.

SOULKEEP_SCORED=write python -m pytest tests/search/test_scored.py     # after a change that is meant
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep import Turn

_SCENE = tomllib.loads(Path(__file__).with_name("scored.toml").read_text(encoding="utf-8"))
_SCORED = Path(__file__).with_name("scored.json")
_CLOSE = 5e-4
"""Scores are of about 1. Machines differ in the last digits."""


@pytest.fixture(scope="module")
def holmes() -> Iterator[soulkeep.Character]:
    settings = soulkeep.Settings(background=False, recency_weight=0.03, forgetfulness=0.004)
    clock = soulkeep.ManualClock(_SCENE["session"][0]["time"])
    with soulkeep.open(":memory:", clock=clock, settings=settings) as keep:
        holmes = keep.character("holmes", name="Holmes")
        for source, text in _SCENE["passages"].items():
            holmes.learn(text, source=source)
        for session in _SCENE["session"]:
            clock.advance(session["time"] - clock.now())
            turns = [
                Turn(text, speaker, session=session["name"], id=id, time=session["time"] + timedelta(minutes=minute))
                for minute, (speaker, id, text) in enumerate(session["turns"])
            ]
            holmes.observe_many(turns, person="anna")
            keep.settle(over=True)
        for id in _SCENE["forgotten"]:
            holmes.forget(id, person="anna")
        for id in _SCENE["pinned"]:
            holmes.amend(id, person="anna", pinned=True)
        clock.advance(_SCENE["clock"] - clock.now())
        yield holmes


def _recalled(holmes: soulkeep.Character, question: dict[str, Any]) -> dict[str, Any]:
    history = [Turn(text, "anna") for text in question.get("history", ())]
    options = {name: value for name, value in question.items() if name not in ("text", "history")}
    recall = holmes.recall(question["text"], person="anna", history=history, **{"k": 30, **options})
    return {
        "confidence": recall.confidence,
        "considered": recall.considered,
        "hits": {_name(hit.memory): _numbers(hit) for hit in recall.hits},
        "held back": {_name(held.memory): [held.reason, held.score] for held in recall.held_back},
    }


def _name(memory: soulkeep.Memory) -> str:
    """Return a name for a memory that stays the same: ids of derived memories are new each time."""
    return memory.id if memory.kind == "turn" else f"{memory.kind}: {memory.text}"


def _numbers(hit: soulkeep.Hit) -> dict[str, Any]:
    numbers = {name: value for name, value in hit.parts.items() if value}
    numbers |= {"similarity": hit.similarity, "coverage": hit.coverage, "left": hit.retention, "score": hit.score}
    return {**numbers, "later": hit.later, "outdated": [fact.text for fact in hit.outdated]}


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == pytest.approx(other, abs=_CLOSE)) if isinstance(one, float) else one == other


def _due(holmes: soulkeep.Character) -> list[list[str]]:
    due = holmes.due(person="anna", within=timedelta(days=31))
    return [[_name(item.memory), item.expression, str(item.start), str(item.end)] for item in due]


def test_scores_are_as_they_were(holmes: soulkeep.Character) -> None:
    found = {"recalls": [_recalled(holmes, question) for question in _SCENE["question"]], "due": _due(holmes)}
    found = json.loads(json.dumps(found), parse_float=lambda number: round(float(number), 4))
    if os.environ.get("SOULKEEP_SCORED") == "write":
        lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found["recalls"])
        due = json.dumps(found["due"], ensure_ascii=False)
        _SCORED.write_text(f'{{"due": {due}, "recalls": [\n{lines}\n]}}\n', encoding="utf-8")
    before = json.loads(_SCORED.read_text(encoding="utf-8"))
    for question, one, other in zip(_SCENE["question"], found["recalls"], before["recalls"], strict=True):
        assert one["considered"] == other["considered"]
        for name in other["hits"]:
            assert _same(one["hits"].get(name), other["hits"][name]), (question, name)
        assert _same(one, other), question
    assert found["due"] == before["due"]
