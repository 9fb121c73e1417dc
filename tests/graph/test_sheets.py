"""Questions about data of 67 domains, written from the data alone before anything was tuned on them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from benchmarks.knowledge import PERHAPS, RIGHT, WRONG, asked, judged, says

from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.forms import ABOUT, COUNT, SPAN, WHETHER, Form

SHEETS = sorted((Path(__file__).parents[1] / "sheets" / "knowledge").glob("*.jsonl"))


def test_questions_nobody_tuned_on_are_answered_or_left() -> None:
    count: Counter[str] = Counter()
    missed: list[str] = []
    for sheet in SHEETS:
        cases = [json.loads(line) for line in sheet.read_text(encoding="utf-8").splitlines()]
        for one in asked(sheet.with_suffix(".ttl"), cases):
            count[one.verdict] += 1
            if one.verdict in (WRONG, PERHAPS):
                missed.append(f"{one.case['ask']} -> {one.text}")
    of = sum(count.values())
    assert of == 2680
    assert count[RIGHT] / of >= 0.88, count
    assert count[WRONG] / of <= 0.01, missed
    assert count[PERHAPS] / of <= 0.05, missed  # each of them says that it may not be what was meant


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_the_query_that_is_shown_gives_what_is_answered(sheet: Path) -> None:
    knowledge = Knowledge([read_file(sheet.with_suffix(".ttl")).data])
    solver = reader_of(knowledge).known.solver
    same = looked_at = 0
    for line in sheet.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        query = understand(case["ask"], case.get("lang", "en"), knowledge).query
        if query is None or query["wants"] in (ABOUT, SPAN):
            continue
        form = Form.of(query)
        assert Form.of(form.data()) == form
        found = solver.solve(form)
        if form.wants == WHETHER:
            told = knowledge.graph.store.query(query["sparql"], use_default_graph_as_union=True)
            agrees = bool(told) == bool(found.things)
        elif form.wants == COUNT:
            counts = [int((row[0] or "").split('"')[1]) for row in knowledge.graph.rows(query["sparql"])]
            agrees = (counts or [0]) == [found.number]
        else:
            values = {row[0] for row in knowledge.graph.rows(query["sparql"])}
            values -= {one for one in values if str(one).startswith("_:")} - {*found.values}  # those nobody knows
            agrees = values == set(found.values) or (form.order is not None and values < set(found.values))
        same, looked_at = same + agrees, looked_at + 1
    assert looked_at >= 15
    assert same / looked_at >= 0.9


def test_answers_are_judged_by_whole_words() -> None:
    assert says("She has 3 of them.", "3|three")
    assert not says("In 1930.", "3|three")
    assert says("205,000 people", "205000")
    assert judged({"right": []}, "Paris.", knows=True, sure=True) == WRONG
    assert judged({"right": []}, "I don't know.", knows=False, sure=True) == RIGHT
    assert judged({"right": ["Rome"]}, "Paris.", knows=True, sure=False) == PERHAPS
    assert judged({"right": ["A", "B"], "all": True}, "A.", knows=True, sure=True) == WRONG
