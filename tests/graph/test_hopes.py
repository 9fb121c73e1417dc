"""Forms that can't be chosen aren't solved, and that changes nothing of what is chosen."""

from __future__ import annotations

import json
from pathlib import Path

from soulkeep.graph.episodes.asking import considered, reads
from soulkeep.graph.episodes.naming import spans_of
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import chosen
from soulkeep.graph.questions.features import weights

_SHEETS = Path(__file__).parents[1] / "sheets" / "knowledge"


def test_what_a_form_gives_can_only_disappoint() -> None:
    """`Scale.hoped` takes what isn't known yet at its best: these are the signs that it relies on."""
    assert all(weights().of[name] <= 0 for name in ("empty", "many", "asks not"))
    assert all(weights().of[name] >= 0 for name in ("asks", "holds", "reach"))


def test_the_same_is_chosen_of_all_forms_as_of_those_that_are_solved() -> None:
    solved = made = 0
    sheet = min(_SHEETS.glob("*.jsonl"))
    knowledge = Knowledge([read_file(sheet.with_suffix(".ttl")).data])
    for line in sheet.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        text, language = case["ask"], case.get("lang", "en")
        asks = understand(text, language, knowledge).asks
        spans = spans_of(text, language, asks, knowledge)
        if not reads(text, language, asks, spans, knowledge):
            continue
        whole = considered(text, language, asks, spans, knowledge, (), every=True)
        part = considered(text, language, asks, spans, knowledge, ())
        assert (whole is None) == (part is None)
        if whole is not None and part is not None:
            assert chosen(*whole) == chosen(*part), text
            made += len(whole[1])
            solved += len(part[1])
    assert 0 < solved < 0.25 * made
