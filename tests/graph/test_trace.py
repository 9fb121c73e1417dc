"""Episodes one by one, and earlier situations as callers see them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from episodes_support import BORN, Talk
from soulkeep.graph.episodes import trace
from soulkeep.graph.episodes.log import Log
from soulkeep.types.episodes import Episode


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


def test_an_outcome_is_the_message_and_an_evaluation_how_it_was_taken(talk: Talk) -> None:
    first = talk.say(BORN)
    talk.say("Thanks, great!")
    found = talk.episodes().similar(BORN)[0]
    assert (found.by, found.times, found.resemblance) == ("same", 1, 1.0)
    assert found.outcome is not None
    assert found.outcome.text == first.text
    assert found.evaluation == found.outcome.evaluation
    assert found.evaluation is not None
    assert found.evaluation > 0


def test_a_situation_of_which_all_was_blended_is_similar_no_more_but_counts() -> None:
    with Talk(episodes=2) as talk:
        talk.say_all([BORN, "Who recorded Abbey Road?", "Who wrote Imagine?", "When was Prince born?"])
        assert all(one.by != "same" for one in talk.episodes().similar(BORN))
        assert talk.episodes().patterns(BORN)[0].count == 1


def test_looking_for_similar_situations_stores_nothing(talk: Talk) -> None:
    talk.say(BORN)
    before = list(talk.episodes())
    for _ in range(3):
        talk.episodes().similar(BORN)
        talk.episodes().patterns(BORN)
        talk.episodes().understand("And Miles Davis?")
    assert list(talk.episodes()) == before


def test_a_trace_of_a_turn_goes_on_to_feedback_much_later(talk: Talk) -> None:
    first = talk.say(BORN)
    talk.wait(days=3)
    talk.say("Thanks, great!")
    after = talk.episodes().trace(first.heard or "")
    assert [one.kind for one in after][-2:] == ["message", "evaluation"]


def test_a_trace_ends_before_the_next_exchange(talk: Talk) -> None:
    first = talk.say(BORN)
    talk.say("Who wrote Imagine?")
    texts = [one.text for one in talk.episodes().trace(first.heard or "") if one.kind == "message"]
    assert texts == [first.text]


def test_they_are_counted_without_being_made(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.say_all(
        [BORN, "Thanks, great!", "When did Billy Joel die?", "No, that's wrong!", "What did I ask you before?"]
    )
    talk.ella.observe("It rains.", person="anna")
    episodes = talk.episodes()
    kinds = [one.kind for one in episodes]
    assert {"input", "message", "answer", "evaluation"} <= set(kinds)
    assert any(one.internal for one in episodes)  # an answer that wasn't found
    made = 0
    walk = trace.episodes

    def counted(log: Log) -> Iterator[Episode]:
        nonlocal made
        made += 1
        return walk(log)

    monkeypatch.setattr(trace, "episodes", counted)
    assert (len(episodes), made) == (len(kinds), 0)
    everything = list(episodes)
    assert made == 1
    assert episodes.trace(everything[0].id)
    assert made == 2
