"""The prompts that ask for JSON, and what of it small models may write otherwise than asked."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

import soulkeep
from soulkeep.errors import BadAnswer
from soulkeep.memory.schemas import CueSeen, EmotionSeen, FactSeen, Insight, PromiseSeen, Reflected, Remembered
from soulkeep.models.chat.structured import read_json
from soulkeep.prompts import prompt, tasks
from soulkeep.reply.factcheck.schemas import Checked, ClaimSeen

PROMPTS = Path(soulkeep.__file__).parent / "prompts"
FACT = {
    "subject": "Anna",
    "statement": "Anna has a cat called Miso.",
    "relation": "pet",
    "value": "Miso",
    "because": [1],
}
TALK = {"summary": "Anna adopted Miso.", "importance": 6}


def remembered(**fields: Any) -> Remembered:
    return read_json(json.dumps({**TALK, **fields}), Remembered)


def fact(**fields: Any) -> FactSeen:
    [found] = remembered(facts=[{**FACT, **fields}]).facts
    return found


@pytest.mark.parametrize("task", tasks())
def test_a_prompt_has_no_strange_gaps(task: str) -> None:
    text = (PROMPTS / f"{task}.md").read_text(encoding="utf-8")
    gaps = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    assert gaps <= {"name", "person", "responders", "words", "language"}
    assert "{" not in prompt(task, **dict.fromkeys(gaps, "x"))


def test_a_name_is_never_taken_for_a_gap() -> None:
    assert prompt("query", name="{person}", person="Anna").count("{person}") == 3


@pytest.mark.parametrize(
    ("task", "schema", "inner"),
    [
        ("memory", Remembered, (EmotionSeen, FactSeen, PromiseSeen, CueSeen)),
        ("reflect", Reflected, (Insight,)),
        ("check", Checked, (ClaimSeen,)),
    ],
)
def test_a_prompt_explains_every_field(task: str, schema: type[BaseModel], inner: tuple[type[BaseModel], ...]) -> None:
    text = (PROMPTS / f"{task}.md").read_text(encoding="utf-8")
    wanted = schema.model_json_schema()
    assert "malformed" not in wanted["properties"]
    assert wanted["required"] == list(wanted["properties"])
    for name in wanted["properties"]:
        assert f"\n{name}: " in text, f"{task}.md does not explain {name}"
    lines = [line.removeprefix("- ").partition(":")[0] for line in text.splitlines() if line.startswith("- ")]
    named = {name.strip() for line in lines for name in line.split(",")}
    for one in inner:
        for name in one.model_json_schema()["properties"]:
            assert name in named, f"{task}.md does not explain {name}"


def test_everything_is_asked_for_and_little_is_needed() -> None:
    assert remembered() == Remembered(summary="Anna adopted Miso.", importance=6)
    bare = fact(relation=None, value=None, because=None, confidence=None, status=None, since=None, grave=None)
    assert bare == FactSeen(subject="Anna", statement="Anna has a cat called Miso.")


def test_lists_may_be_null_and_fields_unknown() -> None:
    nothing = dict.fromkeys(("facts", "emotions", "promises", "cues"))
    assert remembered(**nothing, mood="good") == remembered()
    assert read_json('{"questions": null, "insights": null}', Reflected) == Reflected(questions=[], insights=[])


@pytest.mark.parametrize("text", ["{}", '{"importance": 5, "summary": " "}', '{"facts": []}'])
def test_an_answer_that_says_nothing_is_none(text: str) -> None:
    for schema in (Remembered, Reflected):
        with pytest.raises(BadAnswer):
            read_json(text, schema)


@pytest.mark.parametrize(
    "broken",
    [
        {"subject": "Anna"},
        {"statement": "Anna left."},
        {**FACT, "statement": {"a": 1}},
        {**FACT, "status": "purple"},
        "Anna has a cat.",
        7,
        [],
        [FACT],
    ],
)
def test_an_item_that_cannot_be_read_costs_that_item(broken: object) -> None:
    found = remembered(facts=[FACT, broken, {**FACT, "statement": "Anna is 34."}])
    assert [one.statement for one in found.facts] == ["Anna has a cat called Miso.", "Anna is 34."]
    assert found.malformed == 1


def test_a_form_that_was_left_empty_is_no_loss() -> None:
    hollow = {"subject": "", "statement": "", "relation": "", "because": []}
    assert remembered(facts=[hollow, FACT]).malformed == 0
    assert remembered(malformed=7).malformed == 0  # a count of our own


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (7, 7), (7.4, 7), (7.5, 8), ("7", 7), ("7/10", 7), ("7 / 10", 7), ("7 (a turning point)", 7), ("70%", 7),
        (0.7, 7), ("7,4", 7), (1, 1), ("10/10", 10), ("4/5", 8),
        # what means nothing costs nothing but itself
        (0, 3), (11, 3), ("high", 3), (None, 3), ([7, 8], 3), (1e300, 3), ("", 3),
    ],
)  # fmt: skip
def test_importance(written: object, meant: int) -> None:
    assert remembered(importance=written).importance == meant
    assert fact(importance=written).importance == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (0.8, 0.8), (8, 0.8), (80, 0.8), ("80%", 0.8), ("8/10", 0.8), ("0.8", 0.8), (1, 1.0), (0, 0.0), (10, 1.0),
        (-1, 0.8), ("surely", 0.8),
    ],
)  # fmt: skip
def test_confidence(written: object, meant: float) -> None:
    assert fact(confidence=written).confidence == pytest.approx(meant)


@pytest.mark.parametrize(
    ("written", "meant"), [(-0.8, -0.8), (-8, -0.8), ("-8/10", -0.8), (1, 1.0), (0, 0.0), ("good", 0.0), (None, 0.0)]
)
def test_degrees(written: object, meant: float) -> None:
    [feeling] = remembered(emotions=[{"who": "Anna", "feeling": "joy", "pleasant": written}]).emotions
    assert feeling.pleasant == pytest.approx(meant)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-03-14", "2026-03-14"), ("2026-3-4", "2026-03-04"), ("2026-03", "2026-03"), ("2026", "2026"),
        (2026, "2026"),
        ("on 2026-03-14 at noon", "2026-03-14"), ("2026-13-40", ""), ("soon", ""), (None, ""), ("0000", ""), ([], ""),
    ],
)  # fmt: skip
def test_dates(written: object, meant: str) -> None:
    assert fact(since=written).since == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("current", "current"), ("Planned.", "planned"), ("PAST", "past"), ("irony", "joke"), ("", "current"),
        (None, "current"),
    ],
)  # fmt: skip
def test_statuses(written: object, meant: str) -> None:
    assert fact(status=written).status == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (["[3]", "t3", 3, "turn 4"], [3, 4]), ("3, 4", [3, 4]), (3, [3]), ("[F3], [F12]", [3, 12]), ([], []),
        ([3.0, None, ""], [3]), (None, []), ([{}], []),
    ],
)  # fmt: skip
def test_numbers(written: object, meant: list[int]) -> None:
    assert fact(because=written).because == meant
    assert fact(replaces=written).replaces == meant


def test_lists_that_are_too_long_are_cut() -> None:
    insight = {"insight": "Anna likes cats.", "because": [1, "m2"]}
    found = read_json(json.dumps({"questions": list("abcd"), "insights": [insight] * 7}), Reflected)
    assert (len(found.questions), len(found.insights), found.insights[0].because) == (3, 5, [1, 2])
    [cue] = remembered(cues=[{"essence": "x", "lines": list("abcdefgh"), "because": 1}]).cues
    assert cue.lines == list("abcdef")


def test_values_are_texts() -> None:
    values = [fact(value=value).value for value in (34, 1.5, True, ["tea", "rice"])]
    assert values == ["34", "1.5", "yes", "tea, rice"]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["7/10", "t3", "9%", "2026-02-30"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*FACT, "name", "lines"]), inner),
    max_leaves=6,
)


@given(st.sampled_from([*Remembered.model_fields, *Reflected.model_fields]), json_values)
def test_no_value_fails_otherwise(name: str, value: Any) -> None:
    for schema in (Remembered, Reflected):
        with suppress(BadAnswer):
            read_json(json.dumps({**TALK, "insights": [], name: value}), schema)
