"""(2) as a recipe: the gossip of sections 3 and 4, spoken by components that bid, without any language model.

Section by section the paper is tested in tests/episodes; here, that a keep opened with the recipe does all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from recipes_support import Model

import soulkeep
from episodes_support import BORN, NEW_YORKERS, OTHER_TALK, Talk, noticed, plain, suggested, told


def gossip(**options: Any) -> Talk:
    """Return a talk with a character that knows music, by the recipe; there is a language model, which must not be
    asked."""
    settings = soulkeep.recipe("sieber", **options.pop("changes", {}))
    knobs = {knob.name: getattr(settings, knob.name) for knob in fields(settings)}
    return Talk(**{**knobs, "background": False, "chat": Model(), **options})


@pytest.fixture
def talk() -> Iterator[Talk]:
    with gossip() as talk:
        yield talk


def test_the_numbers_are_those_of_the_paper() -> None:
    """3: "the last 15 interactions", "more than 66%", "the fifth time within ten minutes"."""
    settings = soulkeep.recipe("sieber")
    assert (settings.interactions, settings.tendency_above) == (15, 0.66)
    assert (settings.annoyed_times, settings.annoyed_minutes) == (5, 10)


def test_components_bid_a_score_and_rules_decide() -> None:
    """1: "parallel, independent components … a scoring mechanism in connection with a rule set"."""
    with gossip(chat=None) as talk:
        talk.say("My father says that Charlie Parker was born in 1920 with a saxophone in his hand.", session="old")
        reply = talk.say(BORN, session="new")
        assert reply.responder == "knowledge"
        assert "29 August 1920" in reply.text
        offers = {one.responder: one for one in reply.trace.offers}
        assert offers["knowledge"].weighed > offers["voice"].weighed > 0
        assert (offers["knowledge"].outcome, offers["voice"].outcome) == ("chosen", "outbid")
        rules = soulkeep.recipe("sieber").rules
        prefers = replace(rules, prefer={"voice": 2})
        spoken = talk.say(BORN, session="new", rules=prefers)
        assert spoken.responder == "voice"
        assert "saxophone" in spoken.text
        quiet = replace(rules, cool_down={"voice": 1}, prefer={"voice": 2})
        assert talk.say(BORN, session="new", rules=quiet).responder == "knowledge"


def test_a_language_model_is_there_and_may_not_speak(talk: Talk) -> None:
    reply = talk.say(BORN)
    assert (reply.trace.router, reply.responder) == ("score", "knowledge")
    offers = {one.responder: one.outcome for one in reply.trace.offers}
    assert offers["model"] == offers["admission"] == "forbidden"
    assert reply.trace.prompt == ()


def test_what_no_component_knows_is_admitted_in_words_that_are_fixed(talk: Talk) -> None:
    reply = talk.say("Where is the station?")
    assert reply.responder == "admission"
    assert reply.text


def test_a_wh_question_is_understood_answered_and_kept_as_episodes(talk: Talk) -> None:
    """2.1: the question after Charlie Parker's birth, from utterance class to message."""
    reply = talk.say(BORN)
    assert reply.understanding is not None
    assert reply.understanding.utterance == "wh-question"
    [triple] = reply.understanding.triples
    assert ("Charlie_Parker" in triple.subject, "birthDate" in triple.predicate) == (True, True)
    assert triple.object.startswith("?")
    assert [one.kind for one in talk.episodes()] == ["input", "answer", "similar", "patterns", "message"]
    talk.say("Thanks, great!")
    question = next(iter(talk.episodes()))
    assert talk.episodes().trace(question.id)[-1].evaluation == 1.0


def test_earlier_talk_of_the_same_artists_is_taken_up(talk: Talk) -> None:
    """3: Michael Jackson, Janet Jackson and Tina Turner."""
    talk.say("What do you know about Michael Jackson and Janet Jackson?")
    talk.wait(days=1)
    reply = talk.say("What do you know about Michael Jackson, Janet Jackson and Tina Turner?")
    assert reply.similar[0].by == "subset"
    remark = next(one for one in reply.remarks if one.told)
    assert "Janet Jackson" in remark.text
    assert remark.text in reply.text


def test_another_guitarists_birthday_comes_to_mind(talk: Talk) -> None:
    """3: Joe Satriani "is a guitar player too"."""
    talk.say("When was Jimi Hendrix born?")
    talk.wait(days=1)
    reply = talk.say("When was Joe Satriani born?")
    assert told(reply) == "reminded_class"
    assert "Jimi Hendrix" in reply.text


def test_the_same_question_annoys_and_a_year_later_is_trivia(talk: Talk) -> None:
    """3: recency-driven patterns."""
    replies = [talk.say(BORN) for _ in range(5)]
    assert [told(reply) == "same_question_annoyed" for reply in replies] == [False] * 4 + [True]
    talk.wait(days=365)
    talk.say_all(OTHER_TALK)
    assert told(talk.say(BORN)) == "same_question_trivia"


@pytest.mark.parametrize(
    ("said", "intent"),
    [("Which albums did David Bowie record?", "interest_value"), ("When was Abbey Road released?", "interest_offer")],
)
def test_birth_places_that_are_of_interest_are_provided_or_offered(talk: Talk, said: str, intent: str) -> None:
    """3: a) for the next artist, automatically; c) of one from the preference list."""
    talk.say("I love Billy Joel.")
    talk.say_all(f"Where was {name} born?" for name in ("Miles Davis", "Bob Dylan", "Prince", "Tina Turner"))
    talk.say_all(OTHER_TALK)  # fifteen interactions
    remark = suggested(talk.say(said))[intent]
    assert "born in" in remark.text or "birth place" in remark.text or "was born" in remark.text
    assert remark.told == (intent == "interest_value")


def test_a_tendency_is_noticed_and_a_day_later_billy_joel_fits(talk: Talk) -> None:
    """3: New York, and "he was also born in New York", said while talking of his albums."""
    reply = talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    [tendency] = noticed(reply.patterns, "tendency")
    assert (tendency.count, tendency.of) == (5, 5)
    assert "tendency" in {intent.split("_")[0] for intent in suggested(reply)}
    talk.wait(days=1)
    reply = talk.say("Which albums did Billy Joel record?")
    assert "New York" in next(one for one in reply.remarks if one.told).text


def test_sentences_are_made_from_triples(talk: Talk) -> None:
    """4: Duke Ellington; subjects that also appear as objects become relative clauses."""
    assert "Duke Ellington was born in Washington" in plain(talk.say("Where was Duke Ellington born?").text)
    assert "who was born in Liverpool" in plain(talk.say("Where was the writer of Imagine born?").text)


def test_intents_are_worded_by_templates_that_are_the_users(tmp_path: Path) -> None:
    """4: "extended separately from the program code", with memory contents in the slots."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "same_question_annoyed.j2").write_text("That makes {{ n }} times in {{ minutes }} minutes!")
    with gossip(changes={"templates": tmp_path}) as talk:
        assert "That makes 5 times in 10 minutes!" in talk.say_all([BORN] * 5).text


def test_beyond_so_many_the_longest_unretrieved_are_blended() -> None:
    """2.2: by the time stamp of the last retrieval; that it happened, and how often, is still known."""
    with gossip(changes={"episodes": 3}) as talk:
        talk.say_all([BORN, "Who wrote Imagine?", "Who recorded Abbey Road?", "When was Tina Turner born?"])
        assert BORN not in talk.texts()
        talk.wait(days=1)
        assert noticed(talk.say(BORN).patterns, "same question")[0].count == 1


def test_no_language_model_is_asked_for_memories_either(talk: Talk) -> None:
    talk.say_all(OTHER_TALK)
    talk.clock.advance(timedelta(hours=2))
    assert talk.keep.settle(over=True) == []
    assert list(talk.ella.memories(person="anna", kinds={"summary"}))
