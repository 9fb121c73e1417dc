"""Tests that remarks aren't repeated too often."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from episodes_support import BORN, NEW_YORKERS, Talk, suggested, told

MORE = (*NEW_YORKERS, "Alicia Keys", "Art Garfunkel")


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


def test_at_most_one_remark_is_made_and_the_most_suggestive(talk: Talk) -> None:
    talk.say("I love Billy Joel.")
    for name in MORE:
        reply = talk.say(f"Where was {name} born?")
        scores = [one.score for one in reply.remarks]
        assert scores == sorted(scores, reverse=True)
        assert sum(one.told for one in reply.remarks) <= 1
        assert all(one.why and 0 <= one.score <= 1 for one in reply.remarks)
        assert [one.text in reply.text for one in reply.remarks if one.told] in ([], [True])


def test_a_tendency_is_remarked_on_once_in_a_while(talk: Talk) -> None:
    replies = [talk.say(f"Where was {name} born?") for name in MORE]
    intents = [told(reply) or "" for reply in replies]
    assert sum(intent.startswith("tendency") for intent in intents) == 1
    assert len([reply for reply in replies if any(one.kind == "tendency" for one in reply.patterns)]) == 3


def test_what_was_noticed_is_not_noticed_again_at_once(talk: Talk) -> None:
    talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    talk.wait(days=1)
    assert told(talk.say("Which albums did Billy Joel record?")) == "noticed"
    reply = talk.say("When was Billy Joel born?")
    assert any(one.kind == "shared value" for one in reply.patterns)
    assert "noticed" not in suggested(reply)


def test_nobody_is_reminded_of_what_was_just_said_but_of_yesterday(talk: Talk) -> None:
    talk.say("When was Jimi Hendrix born?")
    assert told(talk.say("When was Joe Satriani born?")) is None
    talk.wait(days=1)
    assert told(talk.say("When was Carlos Santana born?")) == "reminded_class"
    assert told(talk.say("When was Eric Clapton born?")) is None  # a reminder was just given


@pytest.mark.parametrize(("remarks", "made"), [(0.0, False), (0.44, False), (0.45, True), (1.0, True)])
def test_the_dial_says_how_readily(remarks: float, made: bool) -> None:
    with Talk(remarks=remarks) as talk:
        talk.say("When was Jimi Hendrix born?")
        talk.wait(days=1)
        reply = talk.say("When was Joe Satriani born?")
        assert suggested(reply)["reminded_class"].score == pytest.approx(0.55)
        assert (told(reply) == "reminded_class") == made


def test_no_remark_is_made_where_nothing_is_known_for_sure(talk: Talk) -> None:
    replies = [talk.say("When did Billy Joel die?") for _ in range(2)]
    assert told(replies[1]) is None
    assert suggested(replies[1])


def test_the_same_question_in_other_words_is_the_same(talk: Talk) -> None:
    talk.say(BORN)
    assert told(talk.say("What is Charlie Parker's birth date?")) == "same_question_again"
