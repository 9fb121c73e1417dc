"""The examples of "Episodic Memory for Companion Dialogue" (2), each as a talk."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest

import soulkeep
from episodes_support import (
    BORN,
    EX,
    NEW_YORKERS,
    NOW,
    OTHER_TALK,
    Talk,
    dbo,
    dbr,
    ex,
    noticed,
    painters,
    suggested,
    told,
)

PARKER, JOEL = dbr("Charlie_Parker"), dbr("Billy_Joel")
BIRTH_DATE, BIRTH_PLACE = dbo("birthDate"), dbo("birthPlace")


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


# -- 2.1: episodes


def test_when_was_charlie_parker_born(talk: Talk) -> None:
    """2.1: "… is classified as utterance class WH-Question, and its analysis is an RDF triple with the ontology
    individual of class Artist representing Charlie Parker, the property birthDate, and a variable as the object"."""
    reply = talk.say(BORN)
    said = reply.understanding
    assert said is not None
    assert (said.utterance, said.asks) == ("wh-question", "when")
    assert said.triples == ((PARKER, BIRTH_DATE, "?value"),)
    assert talk.ella.episodes(person="anna").sparql(f"ASK {{ {PARKER} a/rdfs:subClassOf* {dbo('Artist')} }}").truth
    assert (reply.responder, "29 August 1920" in reply.text) == ("knowledge", True)


def test_the_same_data_is_recalled_as_was_available_at_the_time_of_the_experience(talk: Talk) -> None:
    """2: "the agent is able to recall the same data from an episode that was available at the time"."""
    reply = talk.say(BORN)
    input, *_, message = talk.episodes()
    assert (input.kind, input.text, input.understanding) == ("input", BORN, reply.understanding)
    assert (message.kind, message.text, message.time) == ("message", reply.text, talk.clock.now())


def test_every_type_of_episode_is_kept(talk: Talk) -> None:
    """2.1: answer from domain knowledge, find similar interactions, pattern search, retrieve context, send message."""
    talk.say(BORN)
    assert [one.kind for one in talk.episodes()] == ["input", "answer", "similar", "patterns", "message"]
    talk.say("And Miles Davis?")
    assert "context" in [one.kind for one in talk.episodes()]
    talk.say("Thanks, great!")
    assert [one.kind for one in talk.episodes()][-4:] == ["input", "evaluation", "patterns", "message"]


def test_context_is_retrieved_where_parts_of_the_utterance_are_missing(talk: Talk) -> None:
    """2.1: "searches its memories to retrieve relevant context of the dialogue"."""
    reply = talk.say_all([BORN, "And Miles Davis?"])
    assert "26 May 1926" in reply.text
    assert reply.understanding is not None
    assert reply.understanding.carried == ("property",)
    reply = talk.say("Where was he born?")
    assert "Alton" in reply.text
    assert reply.understanding is not None
    assert (reply.understanding.entities, reply.understanding.carried) == ((dbr("Miles_Davis"),), ("entity",))


def test_feedback_evaluates_the_answer_before_it(talk: Talk) -> None:
    """2.1: "Evaluation values can either come from direct user feedback …"."""
    talk.say_all([BORN, "Thanks, great!", "When was Miles Davis born?", "That's wrong."])
    good, bad = [one for one in talk.episodes() if one.kind == "evaluation"]
    messages = {one.id: one for one in talk.episodes() if one.kind == "message"}
    assert good.evaluation is not None
    assert bad.evaluation is not None
    assert good.evaluation > 0 > bad.evaluation
    assert not good.internal
    assert "Charlie Parker" in messages[good.of or ""].text
    assert "Miles Davis" in messages[bad.of or ""].text


def test_an_empty_query_result_is_a_negative_evaluation_from_inside(talk: Talk) -> None:
    """2.1: "… or internal feedback such as empty query results"."""
    talk.say("When did Billy Joel die?")
    answer, evaluation = [one for one in talk.episodes() if one.kind in ("answer", "evaluation")]
    assert answer.acts[0].found == 0
    assert (evaluation.internal, evaluation.of, evaluation.evaluation) == (True, answer.id, -1.0)
    assert answer.evaluation == -1.0
    rows = (
        talk.ella.episodes(person="anna")
        .sparql("SELECT ?what { ?e a sk:NegativeEvaluation ; sk:internal true ; sk:evaluates ?what }")
        .rows
    )
    assert rows == ((f"<{answer.id}>",),)


def test_a_past_evaluation_decides_whether_a_solution_is_repeated(talk: Talk) -> None:
    """2.1: "the agent can decide based on its memories whether a past solution should be repeated or not"."""
    talk.say_all([BORN, "That's wrong."])
    talk.wait(days=1)
    assert told(talk.say(BORN)) == "same_question_bad"
    talk.wait(days=1)
    assert told(talk.say(BORN)) == "same_question_trivia"  # nobody said anything against it this time
    talk.say("Thanks, great!")
    talk.wait(days=1)
    reply = talk.say(BORN)
    assert told(reply) == "same_question_trivia"
    assert reply.similar[0].evaluation is not None
    assert reply.similar[0].evaluation > 0


def test_what_was_answered_well_is_nearer_than_what_was_answered_badly(talk: Talk) -> None:
    """3: "taking into account available evaluations of similar past episodes"."""
    talk.say_all(["When was Jimi Hendrix born?", "That's wrong."])
    talk.say_all(["When was Carlos Santana born?", "Thanks, great!"])
    found = {one.episode.text: one.resemblance for one in talk.say("When was Joe Satriani born?").similar}
    assert found["When was Carlos Santana born?"] > found["When was Jimi Hendrix born?"]


def test_a_remark_that_was_turned_down_suggests_itself_less(talk: Talk) -> None:
    """2.1: "crucial for the agent to be able to learn from its past actions"."""
    talk.say("When was Jimi Hendrix born?")
    talk.wait(days=1)
    before = suggested(talk.say("When was Joe Satriani born?"))["reminded_class"]
    assert before.told
    talk.say("Nonsense, that's wrong.")
    talk.wait(days=1)
    talk.say_all(OTHER_TALK[:6])
    after = suggested(talk.say("When was Carlos Santana born?"))["reminded_class"]
    assert after.score < before.score
    assert not after.told


def test_episodes_are_traced_forward_to_their_outcome_and_evaluation(talk: Talk) -> None:
    """2.1: an ID is "used to trace back or forward through the episodes in (reverse) order of creation, to find the
    outcome and evaluation following an episode"."""
    talk.say_all([BORN, "Thanks, great!"])
    input = next(iter(talk.episodes()))
    forward = talk.episodes().trace(input.id)
    assert [one.kind for one in forward] == ["answer", "similar", "patterns", "message", "evaluation"]
    assert "29 August 1920" in forward[-2].text
    assert forward[-1].of == forward[-2].id


def test_episodes_are_traced_back_to_what_led_to_them(talk: Talk) -> None:
    """2.1, as above, in reverse order."""
    talk.say_all(["Hello!", BORN])
    back = talk.episodes().trace(list(talk.episodes())[-1].id, back=True)
    assert [one.kind for one in back] == ["patterns", "similar", "answer", "input"]
    assert back[-1].text == BORN
    orders = [one.order for one in talk.episodes()]
    assert orders == sorted(set(orders))


def test_a_trace_of_nothing_is_an_error(talk: Talk) -> None:
    talk.say(BORN)
    with pytest.raises(soulkeep.UnknownMemory):
        talk.episodes().trace("urn:soulkeep:turn:none#input")


# -- 2.1: time


@pytest.mark.parametrize(
    ("hour", "part"),
    [(4, "morning"), (10, "morning"), (11, "noon"), (13, "noon"), (14, "afternoon"), (17, "afternoon"), (18, "evening"),
     (3, "evening")],
)  # fmt: skip
def test_four_coarse_times_of_day(hour: int, part: str) -> None:
    """2.1: "morning, noon, afternoon, evening": what was asked at the same time of day is nearer."""
    with Talk(start=datetime(2026, 5, 8, hour, 10, tzinfo=UTC)) as talk:
        talk.say("When was Jimi Hendrix born?")
        for other in (5, 12, 15, 20):
            now = datetime(2026, 5, 20, other, tzinfo=UTC)
            found = talk.ella.episodes(person="anna", time=now).similar("When was Joe Satriani born?")[0]
            same = {5: "morning", 12: "noon", 15: "afternoon", 20: "evening"}[other] == part
            assert ("time of day" in found.parts) == same


def test_today_yesterday_this_week_this_month_this_year_last_year() -> None:
    """2.1: "the model contains the categories of: today, yesterday, this week, this month, this year, last year"."""
    days = {
        "today": datetime(2026, 5, 21, 0, 0, tzinfo=UTC),  # a Thursday
        "yesterday": datetime(2026, 5, 20, 23, 59, tzinfo=UTC),
        "this week": datetime(2026, 5, 18, 0, 0, tzinfo=UTC),
        "this month": datetime(2026, 5, 17, 23, 59, tzinfo=UTC),
        "this year": datetime(2026, 1, 1, 0, 0, tzinfo=UTC),
        "last year": datetime(2025, 12, 31, 23, 59, tzinfo=UTC),
        "earlier": datetime(2024, 12, 31, 23, 59, tzinfo=UTC),
    }
    with Talk(start=datetime(2026, 5, 21, 12, tzinfo=UTC)) as talk:
        for name, time in reversed(days.items()):
            talk.ella.observe(f"It is {name}.", person="anna", time=time)
        for name in days:
            assert [one.text for one in talk.episodes().during(name)] == [f"It is {name}."]
        with pytest.raises(soulkeep.InputError, match="next week"):
            talk.episodes().during("next week")


def test_the_day_is_that_of_the_persons_zone() -> None:
    """2.1, where the zone makes it another day: nine in the evening in London is tomorrow in Seoul."""
    seoul = timezone(timedelta(hours=9))
    with Talk(start=datetime(2026, 5, 8, 21, 0, tzinfo=UTC)) as talk:
        talk.ella.reply(BORN, person="anna", time=datetime(2026, 5, 8, 14, 30, tzinfo=UTC).astimezone(seoul))
        in_seoul = talk.ella.episodes(person="anna", time=talk.clock.now().astimezone(seoul))
        in_london = talk.episodes()
        assert in_seoul.during("today") == []
        assert len(in_seoul.during("yesterday")) == len(in_london.during("today")) == len(in_london)
        asked = "What did I ask you yesterday?"
        assert "Charlie Parker" in talk.ella.reply(asked, person="anna", time=talk.clock.now().astimezone(seoul)).text
        assert "Charlie Parker" not in talk.ella.reply(asked, person="anna").text


# -- 2.2: dynamics


def test_beyond_the_most_the_longest_unretrieved_are_blended_and_counts_remain() -> None:
    """2.2: "the agent can remember what happened, and that it happened more than once, but the exact situations are
    lost"."""
    with Talk(episodes=4) as talk:
        talk.say_all([BORN] * 3)
        talk.say_all(["Who wrote Imagine?", "Who recorded Abbey Road?", "When was Tina Turner born?"])
        assert talk.texts() == [BORN, "Who wrote Imagine?", "Who recorded Abbey Road?", "When was Tina Turner born?"]
        talk.wait(days=2)
        again = noticed(talk.say(BORN).patterns, "same question")[0]
        assert again.count == 3
        assert again.first == NOW + timedelta(seconds=40)
        assert talk.ella.episodes(person="anna").sparql("SELECT ?n { ?s sk:times ?n }").rows[0][0] is not None
        turns = [one.text for one in talk.ella.memories(person="anna") if one.speaker == "anna"]
        assert turns.count(BORN) == 4  # only as episodes they are blended


def test_what_was_evaluated_and_what_was_felt_stays() -> None:
    """2.2: "connection of episodic memory with a model of emotion"; and what evaluations teach isn't lost."""
    felt = "I am so incredibly happy, I love Billy Joel so much!!!"
    with Talk(episodes=4) as talk:
        talk.say_all([BORN, "That's wrong.", felt])
        talk.say_all(OTHER_TALK)
        kept = talk.texts()
        assert len(kept) == 4
        assert BORN in kept
        assert felt in kept
        assert kept[-1] == OTHER_TALK[-1]


def test_the_latest_input_is_never_blended_with_itself() -> None:
    """2.2: where all before it must stay, a question that is asked first isn't one that was asked before."""
    with Talk(episodes=1) as talk:
        talk.say_all(["I am so incredibly happy, I love Billy Joel so much!!!", BORN])
        talk.wait(days=1)
        reply = talk.say("When was Miles Davis born?")
        assert noticed(reply.patterns, "same question") == []
        assert talk.texts()[-1] == "When was Miles Davis born?"


def test_blending_comes_to_the_same_when_all_is_read_anew() -> None:
    with Talk(episodes=5) as talk:
        talk.say_all([BORN, *OTHER_TALK, BORN])
        before = list(talk.episodes())
        talk.keep._runtime.graph_cache.pasts.clear()
        assert list(talk.episodes()) == before


# -- 3: similar situations


JACKSONS = "What do you know about Michael Jackson, Janet Jackson and Tina Turner?"


@pytest.mark.parametrize(
    ("earlier", "by", "names"),
    [
        (JACKSONS, "same", ()),
        ("What do you know about Michael Jackson and Janet Jackson?", "subset", ("Michael Jackson", "Janet Jackson")),
        ("Tell me about Tina Turner.", "subset", ("Tina Turner",)),
    ],
)
def test_a_question_about_three_artists_brings_back_talk_of_them_or_subsets(
    talk: Talk, earlier: str, by: str, names: tuple[str, ...]
) -> None:
    """3: "the agent searches its memory for previous episodes involving the named artists and relations or subsets of
    those, in order to connect to and take up previous discussions"."""
    talk.say(earlier)
    talk.wait(days=1)
    reply = talk.say(JACKSONS)
    assert (reply.similar[0].by, reply.similar[0].episode.text) == (by, earlier)
    assert [one.kind for one in talk.episodes().trace(reply.similar[0].episode.id)][-1] == "message"
    remark = next(remark for remark in reply.remarks if remark.told)
    assert all(name in remark.text for name in names)
    assert remark.text in reply.text


def test_more_of_the_same_artists_resemble_more(talk: Talk) -> None:
    """3: "combinations and subsets of the instance set"."""
    earlier = [
        "Tell me about Tina Turner.", "What do you know about Michael Jackson and Janet Jackson?", JACKSONS,
    ]  # fmt: skip
    talk.say_all(earlier)
    talk.wait(days=1)
    assert [one.episode.text for one in talk.say(JACKSONS).similar[:3]] == earlier[::-1]


def test_joe_satrianis_birthday_is_related_to_another_guitarists(talk: Talk) -> None:
    """3: "an agent that has talked about the birthday of any guitar player before, could relate a user question about
    the birthday of Joe Satriani to the previous experience by knowing that he is a guitar player too"."""
    talk.say("When was Jimi Hendrix born?")
    talk.wait(days=1)
    reply = talk.say("When was Joe Satriani born?")
    found = reply.similar[0]
    assert (found.by, found.via, found.episode.text) == ("class", dbo("Guitarist"), "When was Jimi Hendrix born?")
    assert found.outcome is not None
    assert "1942" in found.outcome.text
    assert told(reply) == "reminded_class"
    assert "Jimi Hendrix" in reply.text
    assert "yesterday" in reply.text.casefold()


ENTITIES = (
    EX
    + """
ex:Entity a owl:Class ; rdfs:label "entity"@en .
ex:Person a owl:Class ; rdfs:label "person"@en ; rdfs:subClassOf ex:Entity .
ex:Artist a owl:Class ; rdfs:label "artist"@en ; rdfs:subClassOf ex:Person .
ex:Sculptor a owl:Class ; rdfs:label "sculptor"@en ; rdfs:subClassOf ex:Artist .
ex:Politician a owl:Class ; rdfs:label "politician"@en ; rdfs:subClassOf ex:Person .
ex:Ship a owl:Class ; rdfs:label "ship"@en ; rdfs:subClassOf ex:Entity .
ex:birthDate a owl:DatatypeProperty ; rdfs:label "birth date"@en ; rdfs:domain ex:Person ; rdfs:range xsd:date .
ex:ada a ex:Artist ; rdfs:label "Ada Alpha"@en ; ex:birthDate "1900-01-01"^^xsd:date .
ex:eve a ex:Sculptor ; rdfs:label "Eve Epsilon"@en ; ex:birthDate "1904-01-01"^^xsd:date .
ex:bob a ex:Politician ; rdfs:label "Bob Beta"@en ; ex:birthDate "1901-01-01"^^xsd:date .
ex:cee a ex:Ship ; rdfs:label "Cee Gamma"@en ; ex:birthDate "1902-01-01"^^xsd:date .
"""
).encode()
BIRTHDAY = "What is the birth date of {}?"


def test_an_artists_birthday_is_related_to_a_persons() -> None:
    """3: "talking about the birthday of an Artist, the companion looks for episodes about birthdays involving its
    superclass Person"."""
    with Talk(knowing=ENTITIES) as talk:
        talk.say(BIRTHDAY.format("Bob Beta"))
        talk.wait(days=1)
        reply = talk.say(BIRTHDAY.format("Ada Alpha"))
        assert [(one.by, one.via) for one in reply.similar] == [("class", ex("Person"))]
        assert told(reply) == "reminded_class"
        assert "Bob Beta" in reply.text


def test_an_artists_birthday_is_never_related_to_an_entitys() -> None:
    """3: "… but not episodes with its superclass Entity, since the class Entity has no birthday property"."""
    with Talk(knowing=ENTITIES) as talk:
        first = talk.say(BIRTHDAY.format("Cee Gamma"))
        assert first.understanding is not None
        assert first.understanding.properties == (ex("birthDate"),)
        assert talk.say(BIRTHDAY.format("Ada Alpha")).similar == ()


def test_the_climb_stops_at_the_first_class_at_which_there_is_something() -> None:
    """3: "following up the superclass hierarchy until a result is found"."""
    with Talk(knowing=ENTITIES) as talk:
        talk.say_all(BIRTHDAY.format(name) for name in ("Bob Beta", "Ada Alpha"))
        reply = talk.say(BIRTHDAY.format("Eve Epsilon"))
        assert [(one.via, one.episode.text) for one in reply.similar] == [(ex("Artist"), BIRTHDAY.format("Ada Alpha"))]


def test_another_property_of_a_class_is_no_relation() -> None:
    """3: what is related is the birthday of one and the birthday of another."""
    with Talk(knowing=painters("Alpha", "Beta")) as talk:
        talk.say("What is the studio of Painter Ab?")
        assert talk.say("Where was Painter Aa born?").similar == ()


def test_the_same_entities_and_properties_rank_above_the_same_entity_with_another_property(talk: Talk) -> None:
    """3: "an episode that contains the same entities and the same properties as the input episode is ranked higher than
    an episode that contains a matching entity with a different property, and so on"."""
    talk.say_all([BORN, "Where was Charlie Parker born?", "When was Miles Davis born?", "Where was Miles Davis born?"])
    found = talk.say(BORN).similar
    assert [one.resemblance for one in found] == sorted((one.resemblance for one in found), reverse=True)
    rank = {one.episode.text: one.resemblance for one in found}
    assert rank[BORN] > rank["Where was Charlie Parker born?"] > rank.get("Where was Miles Davis born?", 0.0)


def test_a_question_about_a_class_is_the_same_when_it_is_asked_again(talk: Talk) -> None:
    """3: "to see if the exact same situation has been encountered previously", with no individual in it."""
    talk.say("Which pianists do you know?")
    reply = talk.say("Which pianists do you know?")
    assert reply.similar[0].by == "same"
    assert noticed(reply.patterns, "same question")[0].count == 1


# -- 4: output


def test_duke_ellington_is_told_as_a_sentence_from_triples() -> None:
    """4: "content from the domain ontologies, e.g, that Duke Ellington was born in Washington, DC"."""
    with Talk() as talk:
        assert "Duke Ellington was born in Washington, D.C." in talk.say("Where was Duke Ellington born?").text


def test_subjects_that_are_also_objects_become_relative_clauses(talk: Talk) -> None:
    """4: statements of one subject are one sentence, by "coordination or relative clauses"."""
    text = talk.say("Tell me about Duke Ellington.").text
    assert text.count("Duke Ellington") == 1
    assert "29 April 1899" in text


def test_a_communicative_intent_is_told_by_a_template_with_what_memory_says(talk: Talk) -> None:
    """4: "telling the user that she just asked the same question as five minutes ago"."""
    talk.say(BORN)
    talk.wait(seconds=5 * 60 - 40)
    reply = talk.say(BORN)
    assert "5 minutes ago" in reply.text
    assert [act.intent for act in list(talk.episodes())[-1].acts] == ["answered", "same_question_again"]


# -- in Korean


def test_in_korean_charlie_parkers_birthday(talk: Talk) -> None:
    """2.1, in Korean."""
    reply = talk.say("찰리 파커는 언제 태어났어?")
    assert reply.understanding is not None
    assert reply.understanding.triples == ((PARKER, BIRTH_DATE, "?value"),)
    assert "1920년 8월 29일" in reply.text


def test_in_korean_the_same_question_is_the_same_as_in_english(talk: Talk) -> None:
    """3: what is compared is RDF, not words."""
    talk.say(BORN)
    talk.wait(days=365)
    reply = talk.say("찰리 파커는 언제 태어났어?")
    assert reply.similar[0].by == "same"
    assert told(reply) == "same_question_trivia"


def test_in_korean_the_fifth_time_annoys(talk: Talk) -> None:
    """3, in Korean."""
    replies = [talk.say("찰리 파커는 언제 태어났어?") for _ in range(5)]
    assert told(replies[-1]) == "same_question_annoyed"
    assert any(words in replies[-1].text for words in ("10분", "다섯 번"))


def test_in_korean_joe_satrianis_birthday_is_related_to_another_guitarists(talk: Talk) -> None:
    """3, in Korean."""
    talk.say("지미 헨드릭스는 언제 태어났어?")
    talk.wait(days=1)
    reply = talk.say("조 새트리아니는 언제 태어났어?")
    assert told(reply) == "reminded_class"
    assert "지미 헨드릭스" in reply.text
    assert "기타리스트" in reply.text


def test_in_korean_what_was_asked_yesterday(talk: Talk) -> None:
    """2.1, in Korean."""
    talk.say("찰리 파커는 언제 태어났어?")
    talk.wait(days=1)
    assert "찰리 파커" in talk.say("내가 어제 뭘 물어봤지?").text


def test_in_korean_it_is_noticed_that_billy_joel_was_born_in_new_york_too(talk: Talk) -> None:
    """3, in Korean."""
    talk.say_all(f"Where was {name} born?" for name in NEW_YORKERS)
    talk.wait(days=1)
    reply = talk.say("빌리 조엘은 어떤 앨범을 냈어?")
    assert told(reply) == "noticed"
    assert "뉴욕" in reply.text
