"""Tests of notes in the third person ("Anna is allergic to walnuts"), as assistants write them: cases by people
who saw neither the models nor what they were trained on (`tests/sheets/notes-*.jsonl`)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from soulkeep.judgement.analysed import analysed
from soulkeep.reply.answering import answers
from soulkeep.reply.evidence import PERHAPS, SURE

SHEETS = sorted((Path(__file__).parent.parent / "sheets").glob("notes-*.jsonl"))


def tried(case: dict[str, Any]) -> Counter[str]:
    """Return what becomes of one case: counts of facts made, and of questions answered."""
    counts: Counter[str] = Counter()
    person = case["name"].casefold()
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        ada = keep.character("ada", name="Ada")
        ids = [ada.observe(note, person=person).id for note in case["notes"]]
        keep.settle(over=True)
        stated = {turn for fact in ada.facts(person=person) for turn in fact.turns}
        counts["facts"] = len(case["facts"])
        counts["made"] = sum(ids[at] in stated for at in case["facts"])
        counts["made wrongly"] = sum(ids[at] in stated for at in case["none"])
        for asked in case["asks"]:
            recall = ada.recall(asked["ask"], person=person)
            best = answers(analysed(asked["ask"], recall.language), recall.hits, recall.confidence)[0]
            right = any(word.casefold() in best.hit.memory.text.casefold() for word in asked["right"])
            kind = "answered" if asked["right"] else "unanswered"
            counts[kind] += 1
            counts[f"{kind}, found"] += right
            counts[f"{kind}, perhaps"] += best.likely >= PERHAPS and (right or not asked["right"])
            counts[f"{kind}, sure"] += best.likely >= SURE and (right or not asked["right"])
            counts["surely wrong"] += best.likely >= SURE and not right
    return counts


@pytest.fixture(scope="module")
def found() -> Counter[str]:
    counts: Counter[str] = Counter()
    for sheet in SHEETS:
        for line in sheet.read_text(encoding="utf-8").splitlines():
            counts += tried(json.loads(line))
    return counts


def test_notes_that_last_become_facts_and_hardly_any_others(found: Counter[str]) -> None:
    made, wrongly = found["made"], found["made wrongly"]
    assert made >= 0.59 * found["facts"]
    assert made >= 0.92 * (made + wrongly)


def test_the_note_that_answers_is_found_and_nothing_else_surely(found: Counter[str]) -> None:
    assert found["answered, found"] >= 0.62 * found["answered"]
    assert found["answered, perhaps"] >= 0.42 * found["answered"]
    assert found["unanswered, perhaps"] <= 0.44 * found["unanswered"]
    assert found["surely wrong"] <= 0.04 * (found["answered"] + found["unanswered"])
