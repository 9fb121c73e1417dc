"""A recall in company, out of the widened one: what may not be told is held back, and told of as such."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from soulkeep.search.question import Question
from soulkeep.search.withheld import PRIVATE, discreet, widened
from soulkeep.types.records import Hit, Memory, Recall

ASKED = Question(text="Who?", language="en", now=datetime(2026, 5, 1, tzinfo=UTC), asker=None, k=2)


def hit(id: str, score: float) -> Hit:
    memory = Memory(id=id, text=id, kind="turn", source="lived", owner="holmes", accessed=ASKED.now)
    return Hit(memory=memory, score=score, parts={}, similarity=0.5, coverage=0.5, retention=1.0, tokens=10)


def told(hits: list[Hit], private: str, question: Question = ASKED) -> Recall:
    recall = Recall(hits=tuple(hits), confidence=0.9)
    return discreet(recall, question, lambda memory: memory.id not in private)


def test_as_many_are_told_as_were_asked_for() -> None:
    recall = told([hit("a", 4), hit("b", 3), hit("c", 2), hit("d", 1)], "b")
    assert [one.memory.id for one in recall.hits] == ["a", "c"]
    assert [(held.memory.id, held.score, held.reason) for held in recall.held_back] == [("b", 3, PRIVATE)]
    assert recall.tokens == 20


@pytest.mark.parametrize(("private", "confidence"), [("", 0.9), ("b", 0.9), ("c", 0.9), ("a", 0.0), ("abc", 0.0)])
def test_what_is_withheld_answers_nothing(private: str, confidence: float) -> None:
    assert told([hit("a", 4), hit("b", 3), hit("c", 2)], private).confidence == confidence


def test_what_is_left_of_the_budget_goes_to_what_may_be_told() -> None:
    question = Question(text="Who?", language="en", now=ASKED.now, asker=None, k=3, budget=20)
    recall = told([hit("a", 4), hit("b", 3), hit("c", 2), hit("d", 1)], "a", question)
    assert [one.memory.id for one in recall.hits] == ["b", "c"]
    assert [(held.memory.id, held.reason) for held in recall.held_back] == [("a", PRIVATE), ("d", "over budget")]
    assert widened(question).budget is None
    assert widened(question).k > question.k
