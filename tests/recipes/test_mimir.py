"""(4) as a recipe: the tiers of memory in one talk, and what hybrid search, age and importance make of a question.

The score is tested in tests/search/test_presets.py, queries in tests/search/test_queries.py, the tiers one by one in
tests/memory.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from recipes_support import SMALL_TALK, Model, last, section

import soulkeep

START = datetime(2026, 4, 28, 12, tzinfo=UTC)
NOW = START + timedelta(days=10)
SETTINGS = soulkeep.recipe("mimir", background=False)


@pytest.fixture
def keep() -> Iterator[soulkeep.Keep]:
    with soulkeep.open(":memory:", settings=SETTINGS, clock=soulkeep.ManualClock(NOW)) as keep:
        yield keep


def test_where_are_they_located_is_asked_with_the_talk_before_it(keep: soulkeep.Keep) -> None:
    """How do we query: apples, Wiard's orchard, and that a location is wanted."""
    npc = keep.character("npc", name="Constant")
    npc.observe("Wiard's orchard is located behind the mill, off the old toll road.", person="anna", session="old")
    for text in ("The bakery is located on Market Street.", "The barracks are located by the gate."):
        npc.observe(text, person="anna", session="old")
    npc.observe("I like apples.", person="anna", session="new")
    npc.observe(
        "Oh, me too, especially the ones from Wiard's orchard!", person="anna", speaker="Constant", session="new"
    )
    reply = npc.reply("Where are they located?", person="anna", session="new")
    for word in ("located", "apples", "Wiard", "orchard"):
        assert word in reply.recall.queries[0]
    assert "behind the mill" in reply.recall.hits[1].memory.text  # after the turn that names the orchard
    alone = npc.recall("Where are they located?", person="anna").hits
    assert "Wiard" not in alone[0].memory.text  # the question by itself doesn't tell


def test_a_loss_comes_to_mind_when_somebody_offers_yogurt(keep: soulkeep.Keep) -> None:
    """Ranking by importance: among what is about yogurt, before everything else; without importance it would not."""
    npc = keep.character("npc")
    npc.observe_many([soulkeep.Turn(text, importance=1) for text in SMALL_TALK], person="anna")
    yogurt = ("We had frozen yogurt at the pier.", "The yogurt shop closes at nine.", "I like yogurt with honey.")
    npc.observe_many([soulkeep.Turn(text, importance=1) for text in yogurt], person="anna")
    npc.observe("My mother died last night.", person="anna", importance=10, id="loss")
    reply = npc.reply("Would you like to go out for yogurt?", person="anna", session="new")
    hits = reply.recall.hits
    assert {hit.memory.text for hit in hits[:4]} == {*yogurt, "My mother died last night."}
    assert hits[0].memory.text in yogurt  # the boost is slight: what fits best comes first
    npc.amend("loss", importance=1, person="anna")
    again = npc.recall("Would you like to go out for yogurt?", person="anna", kinds={"turn"})
    assert "loss" not in [hit.memory.id for hit in again.hits]


@pytest.mark.parametrize(("importance", "boost"), [(1, 0.0), (3, math.log10(3)), (10, 1.0)])
def test_the_boost_is_the_logarithm_of_the_importance(keep: soulkeep.Keep, importance: float, boost: float) -> None:
    """Importance scaling: log10(1) = 0 for chit chat, log10(10) = 1 for a wedding; here times its weight."""
    npc = keep.character("npc")
    npc.observe("We got married.", importance=importance)
    part = npc.recall("married").hits[0].parts["importance"]
    assert part == pytest.approx(SETTINGS.importance_weight * boost, abs=1e-6)


def test_after_ten_days_the_older_of_two_alike_loses_thirty_percent(keep: soulkeep.Keep) -> None:
    """Recency bias: the first message loses 0.3 of its score, one from just now nothing."""
    npc = keep.character("npc")
    npc.observe("A red kite flew over the harbour.", person="anna", time=START, importance=1, id="first message")
    npc.observe("It rained.", person="anna", time=START + timedelta(days=5), importance=1)
    npc.observe("A red kite flew over the harbour.", person="anna", time=NOW, importance=1, id="just now")
    hits = npc.reply("Did you see the red kite over the harbour?", person="anna", session="new").recall.hits
    assert [hit.memory.id for hit in hits[:2]] == ["just now", "first message"]
    assert hits[1].score == pytest.approx(0.7 * hits[0].score, rel=1e-3)


def test_the_house_that_was_seen_on_the_drive_to_dallas(keep: soulkeep.Keep) -> None:
    """Tokenization, normalization, stemming: "dallas." is Dallas, "driving" is to drive, "House" is a house."""
    npc = keep.character("npc")
    npc.observe("The house is Red. I found it driving to dallas.", id="house", person="anna")
    npc.observe("Houston has many parks.", person="anna")
    npc.observe("I drove the cattle home.", person="anna")
    reply = npc.reply("What color was the House you saw on the drive to Dallas?", person="anna", session="new")
    assert [one.memory.id for one in reply.references] == ["house"]
    assert "Red" in reply.text


def test_all_tiers_meet_in_the_prompt() -> None:
    """Scene, last N messages, medium-term and long-term memory, knowledge bank, backstory: working memory."""
    condensed = {
        "summary": "anna told that she tends a lighthouse and that her brother drowned.",
        "importance": 9,
        "emotions": [{"who": "anna", "feeling": "sadness", "strength": 0.9, "pleasant": -0.8}],
        "facts": [
            {"subject": "anna", "statement": "anna tends a lighthouse.", "value": "lighthouse", "because": [1]},
            {"subject": "her brother", "statement": "Her brother drowned.", "value": "drowned", "because": [2]},
        ],
    }
    model, clock = Model(reply="I see.", memory=json.dumps(condensed)), soulkeep.ManualClock(NOW)
    with soulkeep.open(":memory:", settings=SETTINGS, chat=model, clock=clock) as keep:
        npc = keep.character("npc", name="Constant", description="Constant keeps the harbour inn.")
        npc.learn("The lighthouse of Fordwich was built in 1750.", source="knowledge bank")
        lines = ["I tend the lighthouse.", "My brother drowned last winter.", "It is quiet there."]
        lines += [f"Then I polished lamp number {i} in the lighthouse." for i in range(21)]
        for line in lines:
            npc.observe(line, person="anna", session="s")
        keep.settle()
        [window] = npc.memories(person="anna", kinds={"summary"})
        size = SETTINGS.window_turns * 3 // 2  # a model sees more at once
        assert (window.text, window.importance, len(window.turns)) == (condensed["summary"], 9, size)
        assert window.summary is not None
        assert window.summary.topics == ("lighthouse", "drowned")
        assert window.summary.emotions == {"sadness": 0.9}
        scene = soulkeep.Scene(place="The inn", objects=("a lantern",), events=("The door slams.",))
        reply = npc.reply("Who built the lighthouse?", person="anna", session="s", scene=scene)
        assert "Constant keeps the harbour inn." in section(reply, "description")
        assert all(line in section(reply, "talk") for line in lines[-SETTINGS.history_turns :])
        assert "her brother drowned" in section(reply, "earlier")
        assert "built in 1750" in section(reply, "lore")
        for part in ("The inn", "a lantern", "The door slams."):
            assert part in section(reply, "scene")
        clock.advance(timedelta(seconds=31))  # what just happened fades within seconds, what is around stays
        later = npc.reply("And when?", person="anna", session="s")
        assert "a lantern" in section(later, "scene")
        assert "The door slams." not in last(model.asked("reply")[-1])


def test_a_memory_of_a_window_is_found_again_with_its_importance() -> None:
    model = Model(memory=json.dumps({"summary": "anna and bob got married in Fordwich.", "importance": 10}))
    with soulkeep.open(":memory:", settings=SETTINGS, chat=model, clock=soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        for text in ("bob and I got married.", "In Fordwich, by the sea.", "It was windy.", "We danced."):
            npc.observe(text, person="anna", session="s")
        npc.consolidate(person="anna")
        hit = npc.recall("When did anna and bob get married in Fordwich?", person="anna", kinds={"summary"}).hits[0]
        assert hit.memory.text == "anna and bob got married in Fordwich."
        assert hit.parts["importance"] == pytest.approx(SETTINGS.importance_weight)


@pytest.mark.parametrize(("below", "blends"), [(1.0, 1), (0.92, 0)])
def test_alike_memories_are_consolidated_within_the_range(below: float, blends: int) -> None:
    """Long-term memory: only where the similarity is within a defined threshold range."""
    summaries = iter(["anna waters the roses behind the inn.", "anna waters the red roses behind the inn."])
    model = Model(memory=lambda prompt: json.dumps({"summary": next(summaries), "importance": 3}))
    settings = soulkeep.recipe("mimir", background=False, merge_below=below)
    with soulkeep.open(":memory:", settings=settings, chat=model, clock=soulkeep.ManualClock(NOW)) as keep:
        npc = keep.character("npc")
        for session in ("monday", "tuesday"):
            for text in ("I water the red roses.", "Behind the inn, you know.", "Roses need much water."):
                npc.observe(text, person="anna", session=session)
            npc.consolidate(person="anna")
        assert len(list(npc.memories(person="anna", kinds={"blend"}))) == blends
