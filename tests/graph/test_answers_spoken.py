"""Answers from somebody's data, as people put them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep
from soulkeep.graph.words.articles import takes_the
from soulkeep.graph.words.grammar_de import dative, german_article, nominative
from soulkeep.graph.words.grammar_en import done
from soulkeep.graph.words.hours import spoken_hours

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
    assert "is married to" in said(keeper, "Tell me about Ada Quill.")
    assert "was married to" in said(keeper, "Tell me about Silas Moor.")


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
     ("berühmter Kapitän", "ein"), ("Hund", "ein"), ("Wachhund", "ein"), ("Süßspeise", "eine"), ("Schnorp", None),
     ("seit 2011 ohne Tiere", None)],
)  # fmt: skip
def test_german_articles_where_the_words_tell_them(phrase: str, article: str | None) -> None:
    assert german_article(phrase) == article


VINEYARD = """
@prefix : <http://vineyard.example/> .
@prefix s: <http://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Winery rdfs:subClassOf s:Organization ; rdfs:label "winery"@en .
:Wine a rdfs:Class ; rdfs:label "wine"@en .
:Master rdfs:subClassOf s:Person ; rdfs:label "cellar master"@en .
:Robot a rdfs:Class ; rdfs:label "robot"@en .
:Castle a rdfs:Class ; rdfs:label "castle"@en, "Burg"@de, "성"@ko .
:Band rdfs:subClassOf s:MusicGroup ; rdfs:label "band"@en .
:bottlePrice rdfs:label "price per bottle (EUR)"@en .
:madeBy rdfs:label "made by"@en .
:headOf rdfs:label "cellar master of"@en .
:keptIn rdfs:label "kept in"@en .
:batteryLife rdfs:label "battery life"@en .
:topSpeed rdfs:label "top speed (km/h)"@en .
:lord rdfs:label "Burgherr"@de, "lord"@en, "성주"@ko .
:towerHeight rdfs:label "Höhe des Turms (m)"@de, "tower height (m)"@en, "탑 높이 (m)"@ko .

:stone a :Winery ; rdfs:label "Stone Bridge Winery"@en ; s:foundingDate "1923-05-01"^^xsd:date ;
    s:openingHours "Mo-Fr 09:00-17:00" ; rdfs:comment "Family estate on the south slope of the valley."@en .
:red a :Wine ; rdfs:label "Midnight Red"@en ; :bottlePrice 18.5 ; :madeBy :stone .
:rose a :Wine ; rdfs:label "Rosalind"@en ; :bottlePrice 1200 ; :madeBy :stone ; :keptIn :cellar .
:cellar a s:Room ; rdfs:label "Old Cellar"@en .
:eva a :Master ; rdfs:label "Eva Lindgren"@en ; s:birthDate "1975-02-03"^^xsd:date ; :headOf :stone .
:trundle a :Robot ; rdfs:label "Trundle"@en ; :topSpeed 12 ; :batteryLife "PT6H"^^xsd:duration .
:snipper a :Robot ; rdfs:label "Old Snipper"@en ; :topSpeed 7 .
:corks a :Band ; rdfs:label "The Corkscrews"@en ; s:foundingDate "2009"^^xsd:gYear ; s:genre "folk" .
:falk a :Castle ; rdfs:label "Burg Falkenstein"@de, "Falkenstein Castle"@en, "팔켄슈타인성"@ko ;
    :towerHeight 34 ; :lord :kuno ; rdfs:comment "Höhenburg über dem Fluss mit zwei Mauerringen."@de .
:kuno a s:Person ; rdfs:label "Kuno"@de, "Kuno"@en, "쿠노"@ko .
"""


@pytest.fixture(scope="module")
def cellarer() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(VINEYARD.encode(), format="turtle", source="vineyard")
        yield keeper


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was the Stone Bridge Winery founded?", "The Stone Bridge Winery was founded on 1 May 1923."),
        ("Which wine is the most expensive?", "Rosalind, at 1,200 euros."),
        ("What are the opening hours of the Stone Bridge Winery?", "Monday to Friday, 09:00 to 17:00."),
        ("Which wines are made by the Stone Bridge Winery?", "Midnight Red and Rosalind."),
        ("How long is the battery life of Trundle?", "6 hours."),
        ("Wie hoch ist der Turm von Burg Falkenstein?", "34 Meter."),
        ("Wer ist der Burgherr von Burg Falkenstein?", "Kuno."),
        ("팔켄슈타인성의 성주는 누구야?", "쿠노야."),
    ],
)
def test_what_makes_no_sentence_for_certain_is_answered_alone(
    question: str, answer: str, cellarer: soulkeep.Character
) -> None:
    assert said(cellarer, question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "Tell me about the Stone Bridge Winery.",
            "The Stone Bridge Winery is a family estate on the south slope of the valley. It was founded on 1 May",
        ),
        ("Tell me about The Corkscrews.", "The Corkscrews are a band. They were founded in 2009. Their genre is folk."),
        ("Tell me about Trundle.", "Trundle is a robot. Its "),
        (
            "Erzähl mir von Burg Falkenstein.",
            "Burg Falkenstein ist eine Höhenburg über dem Fluss mit zwei Mauerringen.",
        ),
    ],
)
def test_a_thing_is_told_of_in_short_sentences(question: str, answer: str, cellarer: soulkeep.Character) -> None:
    assert said(cellarer, question).startswith(answer)


def test_no_comparison_is_told_as_a_list_of_labels(cellarer: soulkeep.Character) -> None:
    told = said(cellarer, "Is Trundle faster than Old Snipper?")
    assert "Trundle does 12 km/h and Old Snipper 7." in told


@pytest.mark.parametrize(
    ("name", "asked", "nominative_name"),
    [("Sola", "Wie lang ist die Sola?", "die Sola"), ("Sola", "Was liegt an der Sola?", "Sola"),
     ("Turm", "Wie hoch ist der Turm?", "der Turm"), ("Turm", "Wer baute den Turm?", "der Turm")],
)  # fmt: skip
def test_german_names_have_the_article_of_the_question(name: str, asked: str, nominative_name: str) -> None:
    assert nominative(name, asked) == nominative_name


def test_german_measures_after_mit_are_in_the_dative() -> None:
    assert dative("Monte Grisal, mit 2715 Meter") == "Monte Grisal, mit 2715 Metern"
    assert dative("eine Höhe von 1 Meter") == "eine Höhe von 1 Meter"


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [("Tu-Fr 10:00-18:00", "en", "Tuesday to Friday, 10:00 to 18:00"),
     ("Mo,We-Fr 09:00-17:00", "de", "Montag und Mittwoch bis Freitag von 09:00 bis 17:00 Uhr"),
     ("Sa 10:00-12:00", "ko", "토요일 10:00~12:00"), ("by appointment", "en", None), ("Sa 10:00-12:00", "fr", None)],
)  # fmt: skip
def test_opening_hours_as_people_say_them(text: str, language: str, words: str | None) -> None:
    assert spoken_hours(text, language) == words


@pytest.mark.parametrize(
    ("phrase", "told"),
    [("captained by", "is captained by"), ("built by", "was built by"), ("fought in", "fought in"),
     ("taught by", "is taught by"), ("discovered by", "was discovered by")],
)  # fmt: skip
def test_what_goes_on_is_told_in_the_present(phrase: str, told: str) -> None:
    assert done(phrase) == told
