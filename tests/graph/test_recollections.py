"""Questions about the talks themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from episodes_support import BORN, Talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        talk.say_all([BORN, "Where was Miles Davis born?"])
        talk.wait(days=1)
        talk.say("Who recorded Abbey Road?")
        yield talk


def tell(talk: Talk, text: str) -> str:
    reply = talk.say(text)
    assert reply.responder == "episode"
    return reply.text


def test_what_was_asked_today_and_what_yesterday(talk: Talk) -> None:
    today, yesterday = tell(talk, "What did I ask you today?"), tell(talk, "What did I ask you yesterday?")
    assert "Abbey Road" in today
    assert "Davis" not in today
    assert "Charlie Parker" in yesterday
    assert "Miles Davis" in yesterday
    assert "Abbey Road" not in yesterday


def test_of_a_day_without_talk_there_is_nothing_to_tell(talk: Talk) -> None:
    talk.wait(days=2)
    text = tell(talk, "What did I ask you yesterday?")
    assert "Charlie Parker" not in text
    assert "Abbey Road" not in text


def test_whether_and_how_often_something_was_spoken_of(talk: Talk) -> None:
    assert "Charlie Parker" in tell(talk, "Did we talk about Charlie Parker before?")
    assert "Miles Davis" in tell(talk, "Did we talk about Miles Davis before?")
    talk.say(BORN)
    assert "twice" in tell(talk, "How often did I ask you about Charlie Parker?").casefold()


def test_what_was_never_spoken_of_is_denied(talk: Talk) -> None:
    text = tell(talk, "Did we talk about Tina Turner before?")
    assert "Tina Turner" in text
    assert "Yes" not in text
    again = talk.say("Did we talk about Tina Turner before?")
    assert list(talk.episodes())[-1].acts[0].intent == "past_no"  # asking that was no talk about her
    assert "Yes" not in again.text
    assert "Turner" not in tell(talk, "What did I ask you today?")


def test_the_first_and_the_last_question(talk: Talk) -> None:
    assert BORN in tell(talk, "What was the first thing I asked you?")
    assert "Abbey Road" in tell(talk, "What was the last thing I asked you?")


def test_a_question_about_the_talks_is_none_of_what_was_asked(talk: Talk) -> None:
    talk.say("What did I ask you today?")
    assert "What did I ask" not in tell(talk, "What did I ask you today?")


def test_a_question_about_the_talks_leaves_nothing_for_the_patterns(talk: Talk) -> None:
    before = {one.term: one.weight for one in talk.episodes().interests("property")}
    talk.say("What did I ask you yesterday?")
    after = {one.term: one.weight for one in talk.episodes().interests("property")}
    assert after == {term: pytest.approx(weight, rel=1e-3) for term, weight in before.items()}


def test_without_knowledge_the_questions_themselves_are_told() -> None:
    with Talk(knowing=None) as talk:
        talk.say_all([BORN, "It rains in Oslo."])
        assert BORN in tell(talk, "What did I ask you today?")


TOLD = ("My dog Otto is ill.", "Where is Bonn?", "I like jazz.", "Hello!", "Who is Otto?", "Otto ate my shoe.")


@pytest.fixture
def chat() -> Iterator[Talk]:
    with Talk(knowing=None) as chat:
        chat.say_all(list(TOLD))
        yield chat


def test_what_was_said_of_a_topic_is_told_rather_than_what_was_asked(chat: Talk) -> None:
    said = tell(chat, "What did I say about Otto?")
    assert "My dog Otto is ill." in said
    assert "Otto ate my shoe." in said
    assert "Who is Otto?" not in said
    assert "jazz" not in said


def test_what_was_told_is_no_question(chat: Talk) -> None:
    said = tell(chat, "What did I tell you today?")
    for told in ("My dog Otto is ill.", "I like jazz.", "Otto ate my shoe."):
        assert told in said
    assert "Bonn" not in said
    assert "Hello" not in said
    assert "What did I" not in tell(chat, "What did I say today?")


def test_the_last_thing_that_was_told(chat: Talk) -> None:
    said = tell(chat, "What did I tell you last time?")
    assert "Otto ate my shoe." in said
    assert "jazz" not in said


def test_what_was_never_told_is_left_to_the_memories(chat: Talk) -> None:
    assert chat.say("What did I say about the moon?").responder != "episode"


def test_what_was_told_is_asked_for_in_other_languages() -> None:
    for language, told, asked in (
        ("ko", "오토는 내 강아지야.", "내가 오토에 대해 뭐라고 말했지?"),
        ("de", "Otto ist mein Hund.", "Was habe ich dir über Otto gesagt?"),
        ("fr", "Otto est mon chien.", "Qu'est-ce que je t'ai dit sur Otto ?"),
        ("es", "Otto es mi perro.", "¿Qué te dije sobre Otto?"),
    ):
        with Talk(knowing=None) as chat:
            chat.say(told)
            assert told in chat.say(asked).text, language


def test_questions_about_the_talks_are_no_questions_asked_even_if_nothing_is_known(chat: Talk) -> None:
    chat.say("What did I say about Otto?")
    assert "Otto?" not in tell(chat, "What did I ask you today?").replace("Who is Otto?", "")
