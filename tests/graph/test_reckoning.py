"""Questions for places in an order, sums, means and differences, and for people by what they are to others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import soulkeep
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.columns import firsts
from soulkeep.graph.questions.forms import Form, Order, PathStep, sparql
from soulkeep.graph.questions.qualifiers import qualifiers

DATA = """
@prefix : <http://harbour.example/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:Boat a owl:Class ; rdfs:label "boat"@en , "Boot"@de , "보트"@ko .
:Person a owl:Class ; rdfs:label "person"@en .
:Mayor rdfs:subClassOf :Person ; rdfs:label "mayor"@en , "Bürgermeister"@de .
:Outing a owl:Class ; rdfs:label "outing"@en .
:lengthMetres rdfs:label "length (m)"@en , "Länge (m)"@de , "길이(m)"@ko . :priceEuro rdfs:label "price in euros"@en .
:keeper rdfs:label "keeper"@en . :averageSpeedKnots rdfs:label "average speed (knots)"@en .
:gull a :Boat ; rdfs:label "Gull" ; :lengthMetres 12 ; :keeper :ann; :averageSpeedKnots 8 ;
  :crewMember :ann , :bob , :cid .
:tern a :Boat ; rdfs:label "Tern" ; :lengthMetres 9 ; :keeper :bob ; :averageSpeedKnots 11 ; :crewMember :ann .
:skua a :Boat ; rdfs:label "Skua" ; :lengthMetres 15.5 ; :keeper :bob ; :averageSpeedKnots 6 ; :crewMember :cid , :bob .
:ann a :Person ; rdfs:label "Ann Mole" ; :birthDate "1990-03-01"^^xsd:date ; :friend :ivy .
:bob a :Person ; rdfs:label "Bob Hale" ; :birthDate "1980-05-02"^^xsd:date .
:cid a :Person ; rdfs:label "Cid Orr" ; :birthDate "2001-07-03"^^xsd:date .
:ivy a :Mayor ; rdfs:label "Ivy Stone" ; :birthDate "1970-01-05"^^xsd:date .
:o1 a :Outing ; rdfs:label "Seal Trip" ; :priceEuro 12 ; :outingDate "2025-05-01"^^xsd:date ; :winner :ann ;
  :takes "PT2H"^^xsd:duration .
:o2 a :Outing ; rdfs:label "Island Walk" ; :priceEuro 0 ; :outingDate "2025-08-09"^^xsd:date ; :winner :ann ;
  :takes "PT1H30M"^^xsd:duration .
:o3 a :Outing ; rdfs:label "Night Row" ; :priceEuro 20 ; :outingDate "2025-06-07"^^xsd:date ; :winner :cid ;
  :takes "PT3H"^^xsd:duration .
"""


@pytest.fixture(scope="module")
def keeper() -> Iterator[soulkeep.Character]:
    clock = soulkeep.ManualClock(datetime(2026, 11, 29, tzinfo=UTC))
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False), clock=clock) as keep:
        one = keep.character("Keeper")
        one.know(DATA.encode(), source="harbour")
        yield one


def said(keeper: soulkeep.Character, *questions: str) -> str:
    person = "/".join(questions)
    return [keeper.reply(one, person=person).text for one in questions][-1]


@pytest.mark.parametrize(
    ("asked", "holds", "lacks"),
    [
        ("What is the second longest boat?", ["Gull", "12 m"], ["Skua", "Tern"]),
        ("What are the two longest boats?", ["Skua", "Gull"], ["Tern"]),
        ("Which are the top two boats by length?", ["Skua", "Gull"], ["Tern"]),
        ("Was ist das zweitlängste Boot?", ["Gull"], ["Skua"]),
        ("Welche sind die zwei längsten Boote?", ["Skua", "Gull"], ["Tern"]),
        ("두 번째로 긴 보트는 뭐야?", ["Gull"], ["Skua"]),
        ("What is the total length of all boats?", ["36.5 m"], []),
        ("How long are all the boats together?", ["36.5 m"], []),
        ("What is the average price of an outing?", ["10.67"], []),
        ("How much longer is the Skua than the Tern?", ["6.5 m"], []),
        ("Wie viel länger ist die Skua als die Tern?", ["6,5 m"], []),
        ("How many years older is Bob Hale than Ann Mole?", ["9 years"], []),
        ("How much longer does the Night Row take than the Seal Trip?", ["1 hour"], []),
        ("Does the Gull have more crew members than the Tern?", ["Yes"], []),
        ("Which boats have more crew members than the Tern?", ["Gull", "Skua"], ["Tern"]),
        ("Who was the winner more than once?", ["Ann"], ["Cid"]),
        ("Which outings are free?", ["Island Walk"], ["Seal", "Night"]),
        ("Is the Night Row free?", ["no"], []),
        ("When was the last outing?", ["9 August 2025"], []),
        ("Who are the keepers?", ["Ann", "Bob"], ["Cid", "Ivy"]),
        ("How many keepers are there?", ["Two"], []),
        ("Who is the oldest keeper?", ["Bob"], ["Ivy"]),
        ("How old is the mayor?", ["56"], []),
        ("Wie alt ist der Bürgermeister?", ["56"], []),
        ("How old is Ann Mole's friend?", ["56"], []),
        ("How old is the youngest person?", ["25"], []),
        ("who's older, ivy or bob?", ["Ivy"], ["Cid"]),
        ("how long is the longest boat?", ["15.5 m"], []),
    ],
)
def test_what_is_reckoned_and_ordered(
    keeper: soulkeep.Character, asked: str, holds: list[str], lacks: list[str]
) -> None:
    text = said(keeper, asked)
    assert all(one.casefold() in text.casefold() for one in holds), text
    assert not any(one in text for one in lacks), text


def test_a_name_with_average_in_it_is_no_average(keeper: soulkeep.Character) -> None:
    assert "8 knots" in said(keeper, "What is the average speed of the Gull?")
    assert "Tern" in said(keeper, "Which boat has the highest average speed?")


def test_an_age_is_asked_again_of_another_and_of_a_relative(keeper: soulkeep.Character) -> None:
    assert "46" in said(keeper, "How old is Ann Mole?", "And Bob Hale?")
    assert "56" in said(keeper, "How old is Ann Mole?", "And her friend?")


def test_a_sum_of_what_is_not_known_is_no_list(keeper: soulkeep.Character) -> None:
    text = said(keeper, "What's the total weight of all boats?")
    assert not any(name in text for name in ("Gull", "Tern", "Skua")), text


def test_more_of_one_kind_than_of_another_is_not_taken_for_a_mixture(keeper: soulkeep.Character) -> None:
    reply = keeper.reply("Are there more boats than outings?", person="mixture")
    assert reply.responder != "knowledge"


def test_forms_keep_their_places_and_older_ones_are_read() -> None:
    length = (PathStep("<http://harbour.example/ns#lengthMetres>"),)
    form = Form("things", type="<http://harbour.example/ns#Boat>", order=Order(length, True, rank=2, take=3))
    assert Form.of(form.data()) == form
    assert sparql(form).endswith("LIMIT 3 OFFSET 1")
    older = {**form.data(), "order": form.data()["order"][:3]}
    assert Form.of(older).order == Order(length, True)


@pytest.mark.parametrize(
    ("text", "language", "rank", "take"),
    [
        ("the third oldest of them", "en", 3, None),
        ("the 2nd most expensive", "en", 2, None),
        ("the five cheapest", "en", None, 5),
        ("second street on the left", "en", None, None),
        ("two boats", "en", None, None),
        ("die drei ältesten", "de", None, 3),
        ("das zweite längste", "de", 2, None),
        ("세 번째로 가장 비싼 것", "ko", 3, None),
    ],
)
def test_places_are_read(text: str, language: str, rank: int | None, take: int | None) -> None:
    marks = qualifiers(text, language)
    assert (marks.rank.number if marks.rank else None) == rank
    assert (marks.take.number if marks.take else None) == take


WITHOUT = """
@prefix : <http://land.example/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
:m a :Museum ; rdfs:label "Clock Museum" ; :openingHours "Tu-Sa 10:00-17:00" .
:openingHours rdfs:label "opening hours" .
:t1 a :Tram ; rdfs:label "Tram Ada" ; :driver :g1 .
:t2 a :Tram ; rdfs:label "Tram Bea" ; :withoutDriverSince "2020"^^xsd:gYear .
:driver rdfs:label "driver" . :withoutDriverSince rdfs:label "without driver since" .
:g1 a foaf:Person ; rdfs:label "Ann Lee" ; :birthDate "1990-01-01"^^xsd:date .
:bob a foaf:Person ; rdfs:label "Bob Ray" ; :birthDate "1985-01-01"^^xsd:date .
:r1 a :River ; rdfs:label "Avel" ; :lengthKm 310 . :r2 a :River ; rdfs:label "Bron" ; :lengthKm 250 .
:r3 a :River ; rdfs:label "Corr" ; :lengthKm 250 . :r4 a :River ; rdfs:label "Dell" ; :lengthKm 180 .
:a a foaf:Person ; rdfs:label "Anna Beck" ; :birthDate "1960-01-01"^^xsd:date ; :child :k1 .
:k1 a foaf:Person ; rdfs:label "Kai Beck" ; :birthDate "1985-02-01"^^xsd:date .
:b a foaf:Person ; rdfs:label "Bernd Cole" ; :birthDate "1992-01-01"^^xsd:date ; :mother :mi .
:mi a foaf:Person ; rdfs:label "Mia Cole" ; :birthDate "1965-01-01"^^xsd:date .
:v1 a :Vineyard ; rdfs:label "Sonnberg" ; :areaHectares 12.5 ; :owner :uta .
:v2 a :Vineyard ; rdfs:label "Kalkleite" ; :areaHectares 6 ; :owner :uta .
:v3 a :Vineyard ; rdfs:label "Mauer" ; :owner :uta . :uta a foaf:Person ; rdfs:label "Uta Brand" .
:c a :Aircraft ; rdfs:label "Merlin" ; :numberBuilt 1800 . :numberBuilt rdfs:label "number built" .
:d1 a :Dish ; rdfs:label "Soup" ; :priceEuro 4 ; :glutenFree true . :d2 a :Dish ; rdfs:label "Water" ; :priceEuro 0 .
"""


@pytest.mark.parametrize(
    ("asked", "holds", "lacks"),
    [
        ("Is the Clock Museum open on Sundays?", [], ["Yes"]),
        ("When does the Clock Museum open on Saturdays?", ["10:00"], []),
        ("Which trams have no driver?", ["Bea"], ["Ada"]),
        ("How many rivers are longer than the Dell?", ["Three"], []),
        ("How much older is Bernd Cole's mother than Anna Beck?", [], ["32", "27"]),
        ("How much older is Ann Lee than Bob Ray?", [], ["5 years."]),
        ("How much longer is the Dell than the Avel?", ["other way round", "130 km"], []),
        ("How old was Anna Beck when her child was born?", ["25"], ["41"]),
        ("How old was Anna Beck when her oldest child was born?", [], ["41"]),
        ("How old are the two oldest people?", ["66", "61"], []),
        ("How long is the second longest river?", ["Bron", "Corr", "250 km"], []),
        ("Which of the three forest rivers is the longest?", ["Avel"], ["Bron"]),
        ("What's the total area of Uta Brand's vineyards?", ["18.5 hectares", "I"], []),
        ("What is the total length of the three longest rivers?", ["810 km"], []),
        ("What is the number built of the Merlin?", ["1800"], []),
        ("Which dishes are gluten free?", ["Soup"], ["Water"]),
        ("Which dishes are free?", ["Water"], ["Soup"]),
    ],
)
def test_what_only_looks_like_it_is_not_reckoned(asked: str, holds: list[str], lacks: list[str]) -> None:
    clock = soulkeep.ManualClock(datetime(2026, 11, 29, tzinfo=UTC))
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False), clock=clock) as keep:
        one = keep.character("Keeper")
        one.know(WITHOUT.encode(), source="land")
        text = said(one, asked)
    assert all(part in text for part in holds), text
    assert not any(part in text for part in lacks), text


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("Which is the second longest river?", {"r2", "r3"}),
        ("Which rivers are longer than the Dell?", {"r1", "r2", "r3"}),
    ],
)
def test_the_query_that_is_shown_gives_the_same(asked: str, names: set[str]) -> None:
    knowledge = Knowledge([read_bytes(WITHOUT.encode(), "land.ttl").data])
    query = understand(asked, "en", knowledge).query
    assert query is not None
    found = {str(row[0]).strip("<>").rsplit("#")[-1] for row in knowledge.graph.rows(query["sparql"])}
    assert found == names


def test_counts_beside_a_named_thing_are_counted_for_each() -> None:
    knowledge = Knowledge([read_bytes(DATA.encode(), "harbour.ttl").data])
    query = understand("Which boats have more crew members than the Tern?", "en", knowledge).query
    assert query is not None
    found = {str(row[0]).strip("<>").rsplit("#")[-1] for row in knowledge.graph.rows(query["sparql"])}
    assert found == {"gull", "skua"}


def test_a_thing_with_several_values_takes_one_place() -> None:
    ranked = [(1000.0, "a", "1000"), (999.0, "a", "999"), (998.0, "b", "998"), (996.0, "c", "996")]
    length = (PathStep("<x>"),)
    assert firsts(iter(ranked), Order(length, True, rank=2)) == (["b"], "998")
    assert firsts(iter(ranked), Order(length, True, rank=3)) == (["c"], "996")
    assert firsts(iter(ranked), Order(length, True, take=2)) == (["a", "b"], None)
