"""Tests that a person's statements about known things are told beside the data, and what they only imagine, or ask,
isn't."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from episodes_support import Talk, dbo, dbr, told
from soulkeep.graph.terms import is_variable
from soulkeep.types.episodes import Triple


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk(remarks=0.0) as talk:
        yield talk


def news(talk: Talk, text: str) -> list[Triple]:
    return list(talk.ella.episodes().understand(text).news)


def test_both_are_told_what_the_person_said_and_what_the_data_says(talk: Talk) -> None:
    talk.say("Bob Dylan was born on 3 March 1940.")
    text = talk.say("When was Bob Dylan born?").text
    assert "“Bob Dylan was born on 3 March 1940.”" in text
    assert "24 May 1941" in text
    assert "“Bob" not in talk.say("Where was Bob Dylan born?").text


def test_what_the_data_lacks_is_told_in_their_words(talk: Talk) -> None:
    talk.say("Bob Dylan is married to Mayte Garcia.")
    reply = talk.say("Who is Bob Dylan's wife?")
    assert (reply.responder, "Mayte Garcia" in reply.text) == ("knowledge", True)


def test_a_pronoun_is_what_was_spoken_of(talk: Talk) -> None:
    talk.say("Who wrote Here Comes the Sun?")
    talk.say("No, John Lennon wrote it.")
    text = talk.say("Who wrote Here Comes the Sun?").text
    assert "John Lennon wrote it" in text
    assert "George Harrison" in text


def test_what_is_just_so_is_no_news(talk: Talk) -> None:
    talk.say("Bob Dylan was born in 1941.")
    assert "told me" not in talk.say("When was Bob Dylan born?").text


def test_a_denial_is_not_taken_for_what_it_denies(talk: Talk) -> None:
    reply = talk.say("Ringo Starr was not born in Liverpool.")
    assert not any(intent in reply.text for intent in ("I know", "Right.", "what I know, too"))
    assert "not born" in talk.say("Where was Ringo Starr born?").text


@pytest.mark.parametrize(
    "text",
    [
        "If Prince was born in Berlin, he'd speak German.",
        "Imagine Prince was born in Berlin",
        "I wish Prince had been born in Berlin.",
        "Prince was born in Berlin, just kidding",
        "Was Prince born in Berlin?",
        "My cat Prince was born in Berlin.",
        "Some say Prince was born in Berlin, but that's nonsense.",
    ],
)
def test_what_is_not_meant_is_not_told_again(text: str, talk: Talk) -> None:
    assert news(talk, text) == []
    talk.say(text)
    assert "Berlin" not in talk.say("Where was Prince born?").text


def test_values_that_the_data_lacks_are_left_to_the_words(talk: Talk) -> None:
    (triple,) = news(talk, "Prince played the trombone, too.")
    assert triple[:2] == (dbr("Prince_(musician)"), dbo("instrument"))
    assert is_variable(triple.object)


def test_what_was_forgotten_is_not_told(talk: Talk) -> None:
    heard = talk.say("Bob Dylan was born on 3 March 1940.").heard
    assert heard is not None
    talk.ella.forget(heard, person="anna")
    assert "1940" not in talk.say("When was Bob Dylan born?").text


def test_nobody_else_hears_of_it(talk: Talk) -> None:
    talk.say("Bob Dylan was born on 3 March 1940.")
    assert "1940" not in talk.say("When was Bob Dylan born?", person="ben").text


def test_a_no_makes_the_next_answer_another() -> None:
    with Talk() as talk:
        talk.say("When was Bob Dylan born?")
        talk.say("nope")
        again = talk.say("When was Bob Dylan born?")
    assert told(again) == "same_question_bad"


def test_a_no_to_an_offer_says_nothing_of_the_answer() -> None:
    with Talk() as talk:
        said = talk.ella.episodes().understand("no thanks")
    assert (said.utterance, said.feedback) == ("rejection", 0.0)
