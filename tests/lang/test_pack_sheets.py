"""Sheets that were written blind, by people who knew the language and nothing of its pack: how often it is right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

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
    """What is found, and what should be."""
    text = line["text"]
    if line["kind"] == "time":
        found = time_spans(text, language, NOW)
        return [[str(one.start.date()), str(one.end.date())] for one in found], [span[1:] for span in line["spans"]]
    if line["kind"] == "states":
        return sorted([one.relation, one.value] for one in statements(text, language)), sorted(line["facts"])
    if line["kind"] == "asks":
        return asked_fact(text, language), line["fact"]
    return _SIGNS[line["sign"]](text, language), line["holds"]


def judged(sheet: Path) -> Iterator[tuple[dict[str, Any], Any, bool]]:
    for line in map(json.loads, sheet.read_text(encoding="utf-8").splitlines()):
        found, wanted = read(line, sheet.stem)
        yield line, found, found == wanted
