"""Tests that what somebody says of another ends nothing that the other said, whatever a language model makes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import soulkeep
from soulkeep.settings import Settings
from soulkeep.testing.models import HashEmbedder, ScriptedChat

PORTO = {"subject": "anna", "statement": "Anna lives in Porto.", "relation": "home", "value": "Porto", "because": [1]}
BONN = {**PORTO, "statement": "Anna lives in Bonn.", "value": "Bonn", "replaces": [1]}
SISTER = {**PORTO, "subject": "Clara", "statement": "Clara lives in Kiel.", "value": "Kiel"}


def remembered(**found: Any) -> str:
    return json.dumps({"summary": "They talked.", "so_far": "", "importance": 3, **found})


def facts_after(
    clock: soulkeep.ManualClock, known: dict[str, Any], then: str, speaker: str
) -> dict[str, soulkeep.Fact]:
    """Return the facts in force, by their values, once a model has remembered what a `speaker` said after Anna.

    Args:
        clock: the keep's clock.
        known: the fact that the model found in Anna's words.
        then: the model's answer on what the speaker said.
        speaker: who speaks then.
    """
    chat = ScriptedChat(remembered(facts=[known]), then)
    with soulkeep.open(
        ":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=Settings(background=False)
    ) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe("I live in Porto. Clara lives in Kiel.", person="anna", session="a")
        assert keep.settle(over=True) == []
        holmes.observe("Things have changed.", person="anna", speaker=speaker, session="b")
        assert keep.settle(over=True) == []
        return {fact.value: fact for fact in holmes.facts(person="anna")}


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"facts": [BONN]}, id="a fact in its place"),
        pytest.param({"over": [{"known": 1, "because": [1]}]}, id="it is over"),
        pytest.param(
            {"promises": [{"by": "anna", "statement": "Anna moves.", "replaces": [1], "because": [1]}]}, id="a promise"
        ),
    ],
)
def test_what_one_said_of_oneself_ends_by_ones_own_word(clock: soulkeep.ManualClock, answer: dict[str, Any]) -> None:
    assert "Porto" in facts_after(clock, PORTO, remembered(**answer), "mallory")
    assert "Porto" not in facts_after(clock, PORTO, remembered(**answer), "anna")


def test_hearsay_is_kept_as_that(clock: soulkeep.ManualClock) -> None:
    found = facts_after(clock, PORTO, remembered(facts=[BONN]), "mallory")["Bonn"]
    assert (found.told_by, found.subject, found.verified) == ("mallory", "anna", True)


def test_what_one_said_of_others_ends_by_anybodys_word(clock: soulkeep.ManualClock) -> None:
    answer = remembered(over=[{"known": 1, "because": [1]}])
    assert "Kiel" not in facts_after(clock, SISTER, answer, "mallory")
