"""Answers from somebody's data, as people put them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep
from soulkeep.graph.words.articles import takes_the
from soulkeep.graph.words.grammar_de import german_article

DATA = """
@prefix : <http://harbour.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Person a rdfs:Class ; rdfs:label "person"@en, "사람"@ko ; rdfs:subClassOf schema:Person .
:Captain a rdfs:Class ; rdfs:subClassOf schema:Person ; rdfs:label "captain"@en, "선장"@ko, "Kapitän"@de .
:Ship a rdfs:Class ; rdfs:label "ship"@en, "배"@ko, "Schiff"@de .
:length a rdfs:Property ; rdfs:label "length"@en, "Länge"@de .
:crewMember a rdfs:Property ; rdfs:label "crew member"@en, "Besatzungsmitglied"@de ; rdfs:domain :Ship .
:casualties a rdfs:Property ; rdfs:label "casualties"@en .

:petrel a :Ship ; rdfs:label "Brass Petrel"@en ; :length "40"^^xsd:decimal ; :casualties 0 .
:dowager a :Ship ; rdfs:label "Patient Dowager"@en ; :length "90"^^xsd:decimal .
:ada a :Captain ; rdfs:label "Ada Quill"@en, "에이다"@ko ;
    schema:birthDate "1980-03-02"^^xsd:date ; schema:spouse :tom .
:tom a :Captain ; rdfs:label "Tom Reed"@en, "톰"@ko ; schema:birthDate "1979-05-04"^^xsd:date .
:old a :Captain ; rdfs:label "Silas Moor"@en, "사일러스"@ko ;
    schema:birthDate "1801-01-09"^^xsd:date ; schema:spouse :eve ;
    schema:deathDate "1860-02-01"^^xsd:date .
:eve a :Person ; rdfs:label "Eve Hart"@en .
"""


@pytest.fixture(scope="module")
def keeper() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(DATA.encode(), format="turtle", source="harbour")
        yield keeper


def said(keeper: soulkeep.Character, text: str, person: str = "") -> str:
    return keeper.reply(text, person=person or f"p{abs(hash(text))}").text


def test_the_living_are_told_of_in_the_present(keeper: soulkeep.Character) -> None:
    assert "is married to" in said(keeper, "Who is Ada Quill married to?")
    assert "was married to" in said(keeper, "Who was Silas Moor married to?")


def test_nothing_of_a_kind_is_no(keeper: soulkeep.Character) -> None:
    assert said(keeper, "Were there any casualties on the Brass Petrel?").lower().count("yes") == 0


def test_a_question_turned_round_is_another(keeper: soulkeep.Character) -> None:
    told = [said(keeper, text, "anna") for text in ("Which ship is the longest?", "and the shortest?")]
    assert "Patient Dowager" in told[0]
    assert "Brass Petrel" in told[1]
    assert "ask" not in told[1]


def test_people_are_counted_as_people(keeper: soulkeep.Character) -> None:
    assert "3명" in said(keeper, "선장은 모두 몇 명이야?")


def test_ships_are_said_with_the() -> None:
    assert takes_the("Brass Petrel", "airship")
    assert takes_the("Red Line", "tram line")
    assert not takes_the("Central Station", "station")
    assert not takes_the("Silas Moor", "captain")


@pytest.mark.parametrize(
    ("phrase", "article"),
    [("jährliches Etappenrennen in Valdora", "ein"), ("alte Stadt am Fluss", "eine"), ("Theatergruppe", "eine"),
     ("berühmter Kapitän", "ein"), ("Hund", "ein"), ("Wachhund", "ein"), ("Süßspeise", "eine"), ("Schnorp", None), ("seit 2011 ohne Tiere", None)],
)  # fmt: skip
def test_german_articles_where_the_words_tell_them(phrase: str, article: str | None) -> None:
    assert german_article(phrase) == article
