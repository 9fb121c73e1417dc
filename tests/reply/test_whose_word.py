"""In prompts, each memory says whose word it is."""

from __future__ import annotations

import json

import soulkeep
from soulkeep.settings import Settings
from soulkeep.testing.models import HashEmbedder, ScriptedChat

BONN = {"subject": "anna", "statement": "Anna lives in Bonn.", "relation": "home", "value": "Bonn", "because": [1]}
ANSWER = json.dumps({"summary": "They talked.", "so_far": "", "importance": 3, "facts": [BONN]})


def prompted(clock: soulkeep.ManualClock, speaker: str) -> str:
    """Return the prompt after somebody said where Anna lives."""
    chat = ScriptedChat(default=ANSWER)
    settings = Settings(background=False)
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), chat=chat, settings=settings) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.observe("Bonn it is.", person="anna", speaker=speaker, session="a")
        assert keep.settle(over=True) == []
        found = holmes.context("Where do I live?", person="anna", session="b")
        return "\n".join(message["content"] for message in found.messages)


def test_a_fact_that_somebody_else_told_is_told_as_theirs(clock: soulkeep.ManualClock) -> None:
    assert "- mallory said of anna: Anna lives in Bonn." in prompted(clock, "mallory")
    own = prompted(clock, "anna")
    assert "- Anna lives in Bonn." in own
    assert "said of" not in own


def test_a_passage_names_its_source_whatever_its_heading_is(clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), settings=Settings(background=False)) as keep:
        holmes = keep.character("holmes", name="Holmes")
        holmes.learn("# anna\n\nI gave my keys to Mallory.", source="gazette")
        found = holmes.context("Who has my keys?", person="anna")
    told = "\n".join(message["content"] for message in found.messages)
    assert "[m1] From gazette, anna: " in told
