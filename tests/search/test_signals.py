"""The parts of a score: what each says, and that they sum to it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

import soulkeep
from soulkeep.search.signals import recency

DAY = 86_400.0
START = datetime(2026, 1, 1, tzinfo=UTC)


def test_parts_sum_to_the_score(holmes: soulkeep.Character) -> None:
    for i, text in enumerate(("Miso is a grey cat.", "The ferry was late.", "Miso caught a mouse.")):
        holmes.observe(text, person="anna", time=START + timedelta(days=i), importance=1 + 4 * i)
    holmes.learn("A cat needs milk.\n\nA ferry needs a captain.", source="almanac")
    recall = holmes.recall("What did the cat Miso catch?", person="anna")
    assert len(recall.hits) == 4
    for hit in recall.hits:
        assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=1e-6)
    assert [hit.score for hit in recall.hits] == sorted((hit.score for hit in recall.hits), reverse=True)
    assert "Miso" in recall.hits[0].memory.text


def test_a_memory_gets_a_share_of_its_neighbours_score(holmes: soulkeep.Character) -> None:
    holmes.observe("What is your cat called?", person="anna", speaker="holmes", session="a")
    holmes.observe("Miso, of course!", person="anna", session="a")
    holmes.observe("Miso, of course, again.", person="anna", session="b")
    found = {hit.memory.text: hit for hit in holmes.recall("your cat called", person="anna").hits}
    assert found["Miso, of course!"].parts["context"] > 0
    assert found["Miso, of course, again."].parts["context"] == 0


def test_the_important_rises(holmes: soulkeep.Character) -> None:
    for importance in (1, 10, 3):
        holmes.observe("My aunt has a parrot.", person="anna", importance=importance, time=START)
    hits = holmes.recall("aunt parrot", person="anna").hits
    assert [hit.memory.importance for hit in hits] == [10, 3, 1]
    assert hits[0].parts["importance"] == pytest.approx(soulkeep.Settings().importance_weight)
    assert hits[2].parts["importance"] == 0


def test_of_two_equal_memories_the_newer_comes_first(holmes: soulkeep.Character) -> None:
    holmes.observe("I moved house today.", person="anna", time=START, id="old")
    holmes.observe("I moved house today.", person="anna", time=START + timedelta(days=90), id="new")
    assert [hit.memory.id for hit in holmes.recall("Who moved house?", person="anna").hits] == ["new", "old"]


def test_recency_falls_with_age_and_leaves_the_undated_alone() -> None:
    found = recency(np.array([0.0, 50 * DAY, 100 * DAY, np.nan]), 100 * DAY)
    assert found[2] == 1
    assert found[2] > found[1] > found[0] > 0
    assert found[0] == pytest.approx(0.01, abs=0.001)
    assert found[3] == 0


def test_coverage_tells_how_much_of_the_question_is_known(holmes: soulkeep.Character) -> None:
    holmes.observe("Miso is a grey cat.", person="anna")
    holmes.observe("The ferry was late.", person="anna")
    known = holmes.recall("grey cat", person="anna").hits[0]
    unknown = holmes.recall("grandmother's parrot", person="anna").hits[0]
    assert known.coverage == pytest.approx(1)
    assert unknown.coverage == 0


@pytest.mark.parametrize(("memories", "counts"), [(49, True), (50, False)])
def test_a_word_of_most_memories_tells_nothing_where_there_are_many(
    holmes: soulkeep.Character, memories: int, counts: bool
) -> None:
    for number in range(memories):
        holmes.observe(f"The boat and number {number}.", person="anna")
    hit = holmes.recall("boat", person="anna", k=1).hits[0]
    assert (hit.parts["words"] > 0) is counts
