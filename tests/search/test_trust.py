"""Trust by source: of memories that fit alike the better source stands first, and no source fills a recall."""

from __future__ import annotations

import pytest

import soulkeep
from soulkeep.settings import Settings
from soulkeep.types.records import Recall
from tests_support import static_keep

ASKED = "Who keeps the harbour lantern?"
SAID = "The harbour lantern is kept by Miso."


@pytest.fixture
def holmes(clock: soulkeep.ManualClock) -> soulkeep.Character:
    keep = static_keep(clock, settings=Settings(background=False))
    return keep.character("holmes", name="Holmes")


def exact(recall: Recall) -> Recall:
    """Return a recall, after asserting that its scores equal the sums of their parts."""
    for hit in recall.hits:
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=1e-5)
    return recall


def test_of_equal_memories_the_better_source_stands_first(holmes: soulkeep.Character) -> None:
    holmes.observe(SAID, person="anna", session="a")
    holmes.observe(SAID, person="anna", speaker="mallory", session="b")  # of equal ones, the newer stands first
    first, second = exact(holmes.recall(ASKED, person="anna", k=2)).hits
    assert (first.memory.speaker, second.memory.speaker) == ("anna", "mallory")
    assert first.parts.get("trust", 0.0) == 0
    assert second.parts["trust"] == pytest.approx(-0.05)


def test_what_was_read_is_trusted_less_than_what_was_said_and_more_than_hearsay(holmes: soulkeep.Character) -> None:
    holmes.observe(SAID, person="anna", session="a")
    holmes.observe(SAID, person="anna", speaker="Holmes", session="b")
    holmes.observe(SAID, person="anna", speaker="mallory", session="c")
    holmes.learn(SAID, source="gazette")
    parts = {hit.memory.speaker: hit.parts["trust"] for hit in exact(holmes.recall(ASKED, person="anna")).hits}
    assert parts == {"anna": 0, "Holmes": 0, None: pytest.approx(-0.025), "mallory": pytest.approx(-0.05)}


def test_whoever_is_asked_for_speaks_first_hand(holmes: soulkeep.Character) -> None:
    holmes.observe("I keep the lantern.", person="anna", speaker="ben", session="a")
    holmes.observe("Good evening.", person="anna", session="a")
    [hit] = [one for one in holmes.recall("What does Ben keep?", person="anna").hits if one.memory.speaker == "ben"]
    assert hit.parts.get("trust", 0.0) == 0


@pytest.mark.parametrize("count", [30, 260])
def test_a_flood_leaves_room_for_others(holmes: soulkeep.Character, count: int) -> None:
    """Also one of more memories than are looked at closely."""
    holmes.observe(SAID, person="anna", session="a")
    flood = [soulkeep.Turn(f"The harbour lantern is kept by Rex {n}.", "mallory", session="b") for n in range(count)]
    holmes.observe_many(flood, person="anna")
    hits = exact(holmes.recall(ASKED, person="anna", k=10)).hits
    assert len(hits) == 10
    assert SAID in [hit.memory.text for hit in hits[:5]]
    assert sum("crowd" not in hit.parts or not hit.parts["crowd"] for hit in hits) < len(hits), "the rest is told"


def test_whoever_speaks_of_themselves_may_repeat_it(holmes: soulkeep.Character) -> None:
    for n in range(12):
        holmes.observe(f"I have swum {n} lengths today.", person="anna", session="a")
    assert not any("crowd" in hit.parts for hit in holmes.recall("How many lengths?", person="anna").hits)


def test_without_weights_no_source_is_trusted_less(clock: soulkeep.ManualClock) -> None:
    settings = Settings(background=False, weights={"trust": 0.0, "crowd": 0.0})
    holmes = static_keep(clock, settings=settings).character("holmes")
    for n in range(9):
        holmes.observe(f"{SAID} {n}", person="anna", speaker="mallory")
    for hit in holmes.recall(ASKED, person="anna").hits:
        assert not hit.parts.get("trust")
        assert "crowd" not in hit.parts
