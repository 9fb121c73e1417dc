"""Questions for places in an order, sums, means, roles, and what is the same, or asked of both, by people who saw
only the data."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from benchmarks.knowledge import RIGHT, WRONG, asked

SHEETS = Path(__file__).parents[1] / "sheets"


def test_what_is_reckoned_is_right_or_left() -> None:
    count: Counter[str] = Counter()
    missed: list[str] = []
    for sheet in sorted((SHEETS / "qualifiers").glob("*.jsonl")):
        cases = [json.loads(line) for line in sheet.read_text(encoding="utf-8").splitlines()]
        for one in asked(SHEETS / "knowledge" / f"{sheet.stem}.ttl", cases):
            count[one.verdict] += 1
            if one.verdict != RIGHT:
                missed.append(f"[{one.verdict}] {one.case['ask']} -> {one.text}")
    assert sum(count.values()) == 228
    assert count[RIGHT] >= 185, missed
    assert count[WRONG] <= 1, missed
