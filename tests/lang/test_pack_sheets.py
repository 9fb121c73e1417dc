"""Sheets that were written blind, by people who knew the language and nothing of its pack: how often it is right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from soulkeep.lang.asked_facts import asked_fact
from soulkeep.lang.negation import denies
from soulkeep.lang.plans import looks_ahead
from soulkeep.lang.questions import asks_of_now, asks_of_past, asks_when
from soulkeep.lang.selfhood import asks_what_was_told
from soulkeep.lang.statements import statements
from soulkeep.lang.times import time_spans

SHEETS = Path(__file__).parents[1] / "sheets" / "packs"
NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)

_SIGNS: dict[str, Callable[[str, str], bool]] = {
    "denies": denies,
    "ahead": looks_ahead,
    "when": asks_when,
    "what_was_told": asks_what_was_told,
    "past": asks_of_past,
    "now": asks_of_now,
}


def read(line: dict[str, Any], language: str) -> tuple[Any, Any]:
    """Return what is found, and what should be found."""
    text = line["text"]
    if line["kind"] == "time":
        found = time_spans(text, language, NOW)
        ends = [max(one.end - timedelta(hours=12), one.start).date() for one in found]  # a night is its evening's day
        days = [[one.start.date(), end + timedelta(days=1)] for one, end in zip(found, ends, strict=True)]
        return [[str(day) for day in span] for span in days], [span[1:] for span in line["spans"]]
    if line["kind"] == "states":
        return sorted([one.relation, one.value] for one in statements(text, language)), sorted(line["facts"])
    if line["kind"] == "asks":
        return asked_fact(text, language), line["fact"]
    return _SIGNS[line["sign"]](text, language), line["holds"]


def judged(sheet: Path) -> Iterator[tuple[dict[str, Any], Any, bool]]:
    for line in map(json.loads, sheet.read_text(encoding="utf-8").splitlines()):
        found, wanted = read(line, sheet.stem)
        yield line, found, found == wanted


def is_nothing(line: dict[str, Any]) -> bool:
    """Return whether nothing is to be found."""
    return not (line.get("spans") or line.get("facts") or line.get("fact") or line.get("holds"))


@pytest.mark.parametrize("sheet", sorted(SHEETS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_sheets_that_were_written_blind(sheet: Path) -> None:
    """At first look 98 of 110 were right in Italian, 92 in Portuguese, with 5 and 8 false alarms of 42. What is left is
    hard: names that are weekdays, streets that are dates, names in apposition, "when" that asks nothing."""
    lines = list(judged(sheet))
    wrong = [(line["text"], found) for line, found, right in lines if not right]
    alarms = [
        text for (line, _, right), text in ((one, one[0]["text"]) for one in lines) if is_nothing(line) and not right
    ]
    assert len(wrong) <= 8, wrong
    assert len(alarms) <= 4, alarms
    stated = [line["text"] for line, _, right in lines if line["kind"] == "states" and is_nothing(line) and not right]
    assert not stated
