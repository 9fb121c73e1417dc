"""The paper's examples of patterns: the same question, interests, tendencies, and what is noticed (2, section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from episodes_support import (
    BORN,
    NEW_YORKERS,
    NOW,
    OTHER_TALK,
    Talk,
    dbo,
    dbr,
    letters,
    noticed,
    painters,
    suggested,
    told,
)  # fmt: skip

JOEL = dbr("Billy_Joel")
BIRTH_DATE, BIRTH_PLACE = dbo("birthDate"), dbo("birthPlace")


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


# -- 3: the same question


def test_the_same_question_a_year_ago_is_noted_as_trivia(talk: Talk) -> None:
    """3: "either noting as trivia that the question has been asked a year ago …"."""
    talk.say(BORN)
    talk.wait(days=365)
    reply = talk.say(BORN)
    assert told(reply) == "same_question_trivia"
    assert "last year" in reply.text
    assert "29 August 1920" in reply.text


def test_the_fifth_time_within_ten_minutes_annoys(talk: Talk) -> None:
    """3: "… or reacting annoyed if the user asks the same question for the fifth time within ten minutes"."""
    replies = [talk.say(BORN) for _ in range(5)]
    assert [told(reply) for reply in replies] == [None, *["same_question_again"] * 3, "same_question_annoyed"]
    assert all("29 August 1920" in reply.text for reply in replies)
    assert noticed(replies[-1].patterns, "same question")[0].of == 5


@pytest.mark.parametrize(("seconds", "annoyed"), [(599, True), (600, True), (601, False)])
def test_ten_minutes_are_ten_minutes(talk: Talk, seconds: int, annoyed: bool) -> None:
    """3: the first of the five was so many seconds before the fifth."""
    times = [0, 100, 200, 300, seconds]
    replies = [talk.ella.reply(BORN, person="anna", time=NOW + timedelta(seconds=time)) for time in times]
    assert told(replies[-1]) == ("same_question_annoyed" if annoyed else "same_question_again")


def test_nobody_is_annoyed_by_what_another_asked(talk: Talk) -> None:
    for person in ("anna", "boris", "clara", "dora", "emil"):
        reply = talk.say(BORN, person=person)
    assert reply.patterns == ()
    assert told(reply) is None


def test_an_old_chat_that_is_told_late_does_not_hide_what_was_asked_since(talk: Talk) -> None:
    """3: "recently, or ever before" is of time, not of when it was told."""
    talk.say(BORN)
    talk.ella.observe(BORN, person="anna", time=NOW - timedelta(days=400))
    pattern = noticed(talk.say(BORN).patterns, "same question")[0]
    assert (pattern.first, pattern.since) == (NOW - timedelta(days=400), NOW + timedelta(seconds=40))


# -- 3: a property of interest


def interested(talk: Talk, *, quiet: int = 15) -> None:
    """Make birth places of interest and Billy Joel a favourite; then ask a number of questions about neither."""
    talk.say("I love Billy Joel.")
    talk.say_all(f"Where was {name} born?" for name in ("Miles Davis", "Bob Dylan", "Prince", "Tina Turner"))
    if quiet:
        talk.say_all((OTHER_TALK * 2)[:quiet])


def test_a_property_of_interest_is_provided_for_the_next_artist(talk: Talk) -> None:
    """3 a): "for the next artist under discussion, automatically provide the birth place to the user"."""
    interested(talk)
    reply = talk.say("Which albums did David Bowie record?")
    pattern = noticed(reply.patterns, "interest")[0]
    assert (pattern.property, pattern.entity, pattern.of) == (BIRTH_PLACE, dbr("David_Bowie"), 15)
    assert told(reply) == "interest_value"
    assert "David Bowie was born in" in reply.text


def test_that_a_property_is_of_interest_is_commented_on() -> None:
    """3 b): "the companion can comment on the fact that the property is part of the user interests"."""
    with Talk(remarks=0.6) as talk:
        talk.say_all(f"Where was {name} born?" for name in ("Miles Davis", "Bob Dylan", "Prince", "Tina Turner"))
        talk.say_all(["Who recorded Abbey Road?", *["When was Abbey Road released?"] * 15])
        remark = suggested(talk.say("Who wrote Imagine?"))["interest_comment"]
        assert remark.told
        assert "birth place" in remark.text


def test_the_property_of_a_favourite_that_was_not_inquired_lately_is_offered_and_yes_answers_it(talk: Talk) -> None:
    """3 c): "ask the user whether she would like to know the birthplace of a randomly selected artist from her
    preference list (… an artist whose birth place has not been inquired in the recent past …)"."""
    interested(talk)
    offer = talk.say("When was Abbey Road released?")
    pattern = noticed(offer.patterns, "interest")[0]
    assert pattern.entity is None
    assert JOEL in pattern.entities
    assert not {dbr("Prince_(musician)"), dbr("Tina_Turner"), dbr("Bob_Dylan")} & set(pattern.entities)
    assert "interest_offer" in suggested(offer)


def test_yes_answers_an_offer_and_no_evaluates_it() -> None:
    """3 c), and 2.1: what was offered is done, or was offered in vain."""
    for word, place in (("Yes, please!", True), ("No, thanks.", False)):
        with Talk() as talk:
            interested(talk)
            offer = talk.say("When was Kind of Blue released?")
            assert told(offer) == "interest_offer"
            assert "Billy Joel" in offer.text
            reply = talk.say(word)
            assert ("Bronx" in reply.text) == place
            assert reply.understanding is not None
            assert reply.understanding.entities == ((JOEL,) if place else ())
            evaluated = [one.evaluation for one in talk.episodes() if one.kind == "evaluation" and not one.internal]
            assert [value < 0 for value in evaluated if value is not None] == ([] if place else [True])


@pytest.mark.parametrize(("quiet", "provided"), [(14, False), (15, True), (16, True)])
def test_fifteen_interactions_are_fifteen(talk: Talk, quiet: int, provided: bool) -> None:
    """3: "Has this property been asked for in the last 15 interactions?"."""
    interested(talk, quiet=quiet)
    reply = talk.say("Which albums did David Bowie record?")
    assert [one.property for one in noticed(reply.patterns, "interest")].count(BIRTH_PLACE) == provided


def test_what_is_of_no_interest_any_more_is_not_provided(talk: Talk) -> None:
    """1: "long-term user preferences" fade; those of last year are no news."""
    interested(talk)
    talk.wait(days=200)
    assert noticed(talk.say("Which albums did David Bowie record?").patterns, "interest") == []


# -- 3: tendencies


def test_a_strong_tendency_towards_one_value_is_noticed_and_another_artist_shares_it(talk: Talk) -> None:
    """3: "is there a strong tendency (currently, more than 66%) towards one specific value of that property? The
    companion can then … check whether there is another artist … that shares this birth place"."""
    reply = talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    pattern = noticed(reply.patterns, "tendency")[0]
    assert (pattern.property, pattern.value, pattern.count, pattern.of) == (BIRTH_PLACE, dbr("New_York_City"), 5, 5)
    assert suggested(reply)["tendency_other"].told
    named = {term for term in pattern.entities if dbr("Lou_Reed") != term}
    assert named
    episodes = talk.ella.episodes(person="anna")
    holds = [episodes.sparql(f"ASK {{ {one} {BIRTH_PLACE}/{dbo('isPartOf')}* {pattern.value} }}").truth
             for one in named]  # fmt: skip
    assert all(holds)


def test_a_favourite_artist_who_shares_the_value_comes_first(talk: Talk) -> None:
    """3: "… maybe even among the user's preferred artists …"."""
    talk.say("I love Billy Joel.")
    reply = talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    assert noticed(reply.patterns, "tendency")[0].entities[0] == JOEL
    assert told(reply) == "tendency_favourite"
    assert "Billy Joel" in reply.text
    assert "Bronx" in reply.text


@pytest.mark.parametrize(("of_one", "tends"), [(33, False), (34, True)])
def test_exactly_66_percent_is_no_tendency(of_one: int, tends: bool) -> None:
    """3: "more than 66%", of fifty."""
    places = [f"Town {number}" for number in range(50)]
    for at in range(of_one):
        places[at * 50 // of_one] = "Alpha"
    with Talk(knowing=painters(*places), interactions=50) as talk:
        for number in range(50):
            reply = talk.say(f"Where was Painter {letters(number)} born?")
        found = noticed(reply.patterns, "tendency")
        assert bool(found) == tends
        assert not found or (found[0].count, found[0].of) == (34, 50)


@pytest.mark.parametrize(("number", "tends"), [(9, False), (10, True)])
def test_ten_of_the_last_fifteen_are_a_tendency(number: int, tends: bool) -> None:
    """3: of "the last 15 interactions that related to a certain property"; those before don't count."""
    with Talk(
        knowing=painters(*["Alpha"] * 5, *(f"Town {n}" for n in range(15 - number)), *["Alpha"] * number)
    ) as talk:
        replies = [talk.say(f"Where was Painter {letters(at)} born?") for at in range(20)]
        found = noticed(replies[-1].patterns, "tendency")
        assert [(one.count, one.of) for one in found] == ([(10, 15)] if tends else [])


def test_fewer_than_five_are_no_tendency(talk: Talk) -> None:
    replies = [talk.say(f"Where was {name} born?") for name in NEW_YORKERS]
    assert [bool(noticed(reply.patterns, "tendency")) for reply in replies] == [False] * 4 + [True]


def test_other_talk_between_does_not_weaken_a_tendency(talk: Talk) -> None:
    """3: "in the last 15 interactions *that related to a certain property*"."""
    for name, other in zip(NEW_YORKERS, OTHER_TALK, strict=False):
        talk.say(other)
        reply = talk.say(f"Where was {name} born?")
    assert noticed(reply.patterns, "tendency")[0].count == 5


# -- 3: what is noticed, and preferences


def test_a_day_later_it_is_noticed_that_billy_joel_was_born_in_new_york_too(talk: Talk) -> None:
    """3: "a day after being asked about artists born in New York, the companion might notice while talking about the
    albums recorded by Billy Joel that he was also born in New York, and communicate it to the user"."""
    talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    talk.wait(days=1)
    reply = talk.say("Which albums did Billy Joel record?")
    assert "Piano Man" in reply.text
    pattern = noticed(reply.patterns, "shared value")[0]
    assert (pattern.property, pattern.entity) == (BIRTH_PLACE, JOEL)
    assert told(reply) == "noticed"
    assert "Billy Joel was born in The Bronx" in reply.text
    assert "New York" in reply.text


def test_nothing_is_noticed_of_who_was_born_elsewhere(talk: Talk) -> None:
    talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    talk.wait(days=1)
    assert noticed(talk.say("Which albums did David Bowie record?").patterns, "shared value") == []


def test_queries_about_the_most_prevalent_preferences_go_along(talk: Talk) -> None:
    """3: "if one of the currently high-ranked user preferences is *asking for information about artists born in New
    York*, a query is automatically generated from the user model to look for this information connected to the
    individuals in the input graph"."""
    talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    talk.wait(days=1)
    found = [one for one in talk.say("Which albums did Billy Joel record?").similar if one.by == "interest"]
    assert found
    assert found[0].episode.text == f"Where was {NEW_YORKERS[-1]} born?"
    elsewhere = talk.say("Which albums did David Bowie record?").similar
    assert all(one.by != "interest" for one in elsewhere)


def test_the_user_model_grows_with_what_is_asked_and_fades(talk: Talk) -> None:
    """1: "a user model encoding e.g. elements of the ontology which the user is especially interested in"."""
    talk.say_all(["I love Billy Joel.", "I don't like Prince.", BORN, "When was Miles Davis born?"])
    entities = talk.episodes().interests("entity")
    assert (entities[0].term, entities[-1].term) == (JOEL, dbr("Prince_(musician)"))
    assert entities[-1].weight < 0
    property = talk.episodes().interests("property")[0]
    assert (property.term, property.label) == (BIRTH_DATE, "birth date")
    later = talk.ella.episodes(person="anna", time=talk.clock.now() + timedelta(days=30)).interests("property")[0]
    assert later.weight == pytest.approx(property.weight / 2)
