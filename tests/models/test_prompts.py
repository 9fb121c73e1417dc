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
from soulkeep.memory.schemas import Condensed, FactSeen, Insight, Reflected
from soulkeep.models.structured import read

PROMPTS = Path(soulkeep.__file__).parent / "prompts"
FACT = {"subject": "Anna", "relation": "pet", "value": "Miso", "turns": [1]}
TALK = {"summary": "Anna adopted Miso.", "importance": 6}


def condensed(**fields: Any) -> Condensed:
    return read(json.dumps({**TALK, **fields}), Condensed)


def fact(**fields: Any) -> FactSeen:
    [found] = condensed(facts=[{**FACT, **fields}]).facts
    return found


@pytest.mark.parametrize("path", sorted(PROMPTS.glob("*.md")), ids=lambda path: path.stem)
def test_a_prompt_has_no_strange_gaps(path: Path) -> None:
    gaps = {name for _, name, _, _ in Formatter().parse(path.read_text(encoding="utf-8")) if name is not None}
    assert gaps <= {"name", "person", "responders"}
    if path.stem in ("condense", "reflect"):
        assert gaps == {"name", "person"}


@pytest.mark.parametrize(("prompt", "schema"), [("condense", Condensed), ("reflect", Reflected)])
def test_a_prompt_explains_every_field(prompt: str, schema: type[BaseModel]) -> None:
    text = (PROMPTS / f"{prompt}.md").read_text(encoding="utf-8")
    for name in schema.model_json_schema()["properties"]:
        assert f"\n{name}: " in text, f"{prompt}.md does not explain {name}"
    inner = FactSeen if schema is Condensed else Insight
    for name in inner.model_json_schema()["properties"]:
        assert f"\n- {name}: " in text, f"{prompt}.md does not explain {name}"


def test_everything_is_asked_for_and_little_is_needed() -> None:
    assert Condensed.model_json_schema()["required"] == list(Condensed.model_fields)
    assert condensed() == Condensed(summary="Anna adopted Miso.", importance=6)
    assert fact(turns=None, holds=None, confidence=None) == FactSeen(subject="Anna", relation="pet", value="Miso")
    assert fact(holds="no").holds is False


def test_lists_may_be_null_and_fields_unknown() -> None:
    nothing = dict.fromkeys(("topics", "facts", "emotions", "times", "participants"))
    assert condensed(**nothing, mood="good") == condensed()
    assert read('{"questions": null, "insights": null}', Reflected) == Reflected(questions=[], insights=[])


@pytest.mark.parametrize("text", ["{}", '{"questions": ["Who?"]}', '{"importance": 5, "summary": " "}'])
def test_an_answer_that_says_nothing_is_none(text: str) -> None:
    for schema in (Condensed, Reflected):
        with pytest.raises(BadAnswer):
            read(text, schema)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (7, 7), (7.4, 7), (7.5, 8), ("7", 7), ("7/10", 7), ("7 / 10", 7), ("7 (a turning point)", 7), ("70%", 7),
        (0.7, 7), ("7,4", 7), (1, 1), ("10/10", 10), ("4/5", 8),
    ],
)  # fmt: skip
def test_importance(written: object, meant: int) -> None:
    assert condensed(importance=written).importance == meant


@pytest.mark.parametrize("written", [0, 11, -3, "high", None, [7, 8], 1e300, float("nan"), 10**400, "0/0", ""])
def test_importance_that_means_nothing(written: object) -> None:
    with pytest.raises(BadAnswer, match="importance"):
        condensed(importance=written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [(0.8, 0.8), (8, 0.8), (80, 0.8), ("80%", 0.8), ("8/10", 0.8), ("0.8", 0.8), (1, 1.0), (0, 0.0), (10, 1.0)],
)
def test_intensity_and_confidence(written: object, meant: float) -> None:
    assert condensed(emotions=[{"name": "joy", "intensity": written}]).emotions[0].intensity == pytest.approx(meant)
    assert fact(confidence=written).confidence == pytest.approx(meant)


@pytest.mark.parametrize("written", [-1, 101, "strong", float("inf")])
def test_intensity_that_means_nothing(written: object) -> None:
    with pytest.raises(BadAnswer, match="intensity"):
        condensed(emotions=[{"name": "joy", "intensity": written}])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (["[3]", "t3", 3, "turn 4"], [3, 4]), ("3, 4", [3, 4]), (3, [3]), ("[3], [12]", [3, 12]), ([], []),
        ([3.0, None, ""], [3]), (None, []),
    ],
)  # fmt: skip
def test_turns(written: object, meant: list[int]) -> None:
    assert fact(turns=written).turns == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Anna, Boris", ["Anna", "Boris"]), ("안나、보리스", ["안나", "보리스"]), (["Anna", None, " "], ["Anna"]),
        ("", []),
        ("yesterday; Monday, 3 May", ["yesterday", "Monday, 3 May"]), ([" Anna "], ["Anna"]), ([2024], ["2024"]),
    ],
)  # fmt: skip
def test_lists_of_names(written: object, meant: list[str]) -> None:
    found = condensed(participants=written, times=written, topics=written)
    assert found.participants == found.times == found.topics == meant


def test_lists_that_are_too_long_are_cut() -> None:
    assert condensed(topics=list("abcdefg")).topics == list("abcde")
    insight = {"insight": "Anna likes cats.", "because": [1, "m2"]}
    found = read(json.dumps({"questions": list("abcd"), "insights": [insight] * 7}), Reflected)
    assert (len(found.questions), len(found.insights), found.insights[0].because) == (3, 5, [1, 2])


def test_values_are_texts() -> None:
    values = [fact(value=value).value for value in (34, 1.5, True, ["tea", "rice"])]
    assert values == ["34", "1.5", "yes", "tea, rice"]


def test_a_fact_that_states_nothing_is_left_out() -> None:
    hollow = {"subject": "Anna", "relation": "pet", "value": "", "turns": []}
    found = condensed(facts=[hollow, FACT, {**hollow, "value": None}], emotions=[{"name": "", "intensity": 0}])
    assert [fact.value for fact in found.facts] == ["Miso"]
    assert found.emotions == []


@pytest.mark.parametrize("because", [[], None, "none"])
def test_an_insight_rests_on_something(because: object) -> None:
    with pytest.raises(BadAnswer, match=r"insights\.0\.because"):
        read(json.dumps({"insights": [{"insight": "Anna likes cats.", "because": because}]}), Reflected)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["7/10", "t3", "9%"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*FACT, "name", "because"]), inner),
    max_leaves=6,
)


@given(st.sampled_from([*Condensed.model_fields, *Reflected.model_fields]), json_values)
def test_no_value_fails_otherwise(name: str, value: Any) -> None:
    for schema in (Condensed, Reflected):
        with suppress(BadAnswer):
            read(json.dumps({**TALK, "insights": [], name: value}), schema)
