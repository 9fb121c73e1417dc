"""Plain ways of asking that were once misunderstood in all data, and what they must not be mistaken for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep
from episodes_support import told_as_answer
from soulkeep.graph.words.grammar_de import named_with_article

CLUB = """
@prefix : <http://club.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix schema: <http://schema.org/> .
:Member rdfs:label "member"@en, "회원"@ko, "Mitglied"@de . :mentor rdfs:label "mentor"@en, "스승"@ko, "Mentor"@de .
:job rdfs:label "occupation"@en, "직업"@ko, "Beruf"@de . :home rdfs:label "birthplace"@en, "출생지"@ko, "Ort"@de .
:points rdfs:label "points"@en, "점수"@ko . :era rdfs:label "평균자책점"@ko .
:joined rdfs:label "joining date"@en, "가입일"@ko .
:hobby rdfs:label "hobby"@en, "취미"@ko . :rank rdfs:label "rank"@en . :bestTime rdfs:label "best time"@en .
:ann a :Member ; rdfs:label "Ann Tull", "안나"@ko ; :mentor :cal ; :job "baker"@en, "의사"@ko ; :home "Marl" ;
  :points 1240 ;  :era 0.289 ; :joined "2001-05-03"^^xsd:date ; :hobby "chess" ; foaf:nick "Biscuit" ;
  :bestTime "PT15M29S"^^xsd:duration .
:bea a :Member ; rdfs:label "Bea Holm", "베아"@ko ; :mentor :ann ; :job "nurse"@en, "목수"@ko ; :home "Stowe" ;
  :points 900 ;  :era 2.875 ; :joined "1999-02-01"^^xsd:date ; :hobby "knitting" .
:cal a :Member ; rdfs:label "Cal Reed", "칼"@ko ; :job "baker"@en, "의사"@ko ; :home "Marl" ; :points 1500 ;
  :era 1.5 ; :joined "2010-06-09"^^xsd:date ; :hobby "rowing" .
:vase a schema:Product ; schema:name "Blue Vase" ; schema:offers [ a schema:Offer ; schema:price 40 ] .
:bowl a schema:Product ; schema:name "Red Bowl" ; schema:offers [ a schema:Offer ; schema:price 12 ] .
"""

PILOTS = """
@prefix wd: <http://www.wikidata.org/entity/> . @prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix wikibase: <http://wikiba.se/ontology#> .
wd:P106 wikibase:directClaim wdt:P106 ; rdfs:label "occupation"@en .
wd:Q5 rdfs:label "human"@en . wd:Q1 rdfs:label "aircraft pilot"@en ; wdt:P279 wd:Q9 . wd:Q9 rdfs:label "occupation"@en .
wd:Q2 rdfs:label "painter"@en ; wdt:P279 wd:Q9 .
wd:Q10 rdfs:label "Ida Marchbanks"@en ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q1 .
wd:Q11 rdfs:label "Xan Quill"@en ; wdt:P31 wd:Q5 ; wdt:P106 wd:Q1, wd:Q2 .
"""


@pytest.fixture(scope="module")
def club() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(CLUB.encode(), source="club.ttl", format="turtle")
        yield keeper


@pytest.mark.parametrize(
    ("asked", "holds"),
    [
        ("What is Ann's joining date?", ["2001"]),
        ("Tell me the joining date of Ann Tull", ["2001"]),
        ("What's the best time of Ann Tull?", ["15 minutes"]),
        ("What is Ann Tull's nickname?", ["Biscuit"]),
        ("members whose mentor is Ann Tull?", ["Bea Holm"]),
        ("Which members have the mentor Ann Tull?", ["Bea Holm"]),
        ("Is 1240 the points of Ann Tull?", ["Yes"]),
        ("What are the points of Ann Tull and Bea Holm?", ["1240", "900"]),
        ("And Bea's birthplace?", ["Stowe"]),
        ("Cal's birthplace?", ["Marl"]),
        ("What is the most expensive thing?", ["Blue Vase"]),
        ("Kennst du den Mentor von Bea Holm?", ["Ann Tull"]),
        ("Mich würde der Mentor von Bea Holm interessieren.", ["Ann Tull"]),
        ("Mitglieder, deren Mentor Ann Tull ist?", ["Bea Holm"]),
        ("Darf ich fragen, wer der Mentor von Bea Holm ist?", ["Ann Tull"]),
        ("직업이 목수인 회원은 누구야?", ["베아"]),
        ("점수가 1300 초과인 회원은?", ["칼"]),
        ("가입일이 가장 빠른 회원은?", ["베아"]),
        ("안나와 칼은 출생지가 같아?", ["응"]),
        ("안나와 베아는 출생지가 같아?", ["아니"]),
        ("안나 출생지?", ["Marl"]),
        ("안나 출생지 알려줘", ["Marl"]),
        ("안나와 베아의 점수는?", ["1240", "900"]),
        ("안나의 평균자책점은 얼마야?", ["0.289"]),
        ("평균자책점이 0.3 이상인 회원은?", ["베아", "칼"]),
        ("회원 수는?", ["3"]),
        ("안나 점수 알려줘 >> 베아도 알려줘", ["900"]),
    ],
)
def test_a_plain_question_is_understood(club: soulkeep.Character, asked: str, holds: list[str]) -> None:
    text = ""
    for one in asked.split(" >> "):
        text = club.reply(one, person=asked).text
    assert all(one in text.replace(",", "") for one in holds), text


@pytest.mark.parametrize(
    ("asked", "lacks"),
    [
        ("Which hobby do both Ann Tull and Bea Holm have?", ["chess", "knitting"]),
        ("What hobby do Ann Tull and Bea Holm share?", ["chess", "knitting"]),
        ("What did Ann join?", ["2001"]),
        ("The member who lives in Marl is Ann Tull?", ["Bea"]),
        ("Ich möchte die Mitglieder umarmen", ["Ann", "Bea"]),
        ("Mich interessiert der Mentor von Bea Holm nicht", ["Ann"]),
        ("Bea Holm, good morning!", ["Ann", "Stowe"]),
    ],
)
def test_what_only_looks_like_it_is_not_answered(club: soulkeep.Character, asked: str, lacks: list[str]) -> None:
    text = told_as_answer(club.reply(asked, person=asked).text)
    assert not any(one in text for one in lacks), text


@pytest.mark.parametrize(
    "said",
    [
        "My phone number is 040 123 456",
        "The server is 10.100.200.300",
        "Welches Mitglied hat 1,234,567 Punkte?",
        "점수가 1.234.567점인 회원은?",
        "Call 0.800.123 please",
    ],
)
def test_any_number_can_be_said(club: soulkeep.Character, said: str) -> None:
    assert club.reply(said, person=said).text


def test_occupations_are_kinds_of_people_and_people_are_no_occupations() -> None:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(PILOTS.encode(), source="pilots.ttl", format="turtle")
        told = {
            asked: keeper.reply(asked, person=asked).text
            for asked in (
                "Which pilots are there?",
                "How many painters are there?",
                "Which occupations are there?",
                "Who is Ida Marchbanks?",
            )
        }
    assert "Ida Marchbanks" in told["Which pilots are there?"]
    assert "Xan Quill" in told["Which pilots are there?"]
    assert "One" in told["How many painters are there?"]
    assert "Marchbanks" not in told["Which occupations are there?"]
    assert told["Who is Ida Marchbanks?"].count("pilot") == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Grieselbacher Laib", "der Grieselbacher Laib"),
        ("Wiener Salon", "der Wiener Salon"),
        ("Großer Saal", "der Große Saal"),
        ("Geheimer Garten", "der Geheime Garten"),
        ("Verzauberter Wald", "der Verzauberte Wald"),
        ("Blauer Turm", "der Blaue Turm"),
    ],
)
def test_what_is_called_after_a_place_keeps_its_ending(name: str, said: str) -> None:
    assert named_with_article(name, "Was ist hoch?") == said


def test_who_has_the_most_is_no_object_in_german() -> None:
    assert named_with_article("Nachtwächter", "Was hat die längste Backzeit?") == "der Nachtwächter"
    assert named_with_article("Großer Saal", "Welchen Saal kennst du?") == "den Großen Saal"
