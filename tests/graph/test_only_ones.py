"""The only thing of a class is called by its class, and what is plainly of one thing needs no name of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep

BAKERY = b"""
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Bakery a rdfs:Class ; rdfs:label "bakery" . :Baker a rdfs:Class ; rdfs:label "baker" .
:Regular a rdfs:Class ; rdfs:label "regular" . :Dog a rdfs:Class ; rdfs:label "dog" .
:crumb a :Bakery ; rdfs:label "Crumb & Co" ; :marketDay "Saturday", "Wednesday", "Friday" ; :entranceFeeEUR 3 ;
    :openingHours [ :opens "06:00:00"^^xsd:time ; :closes "15:00:00"^^xsd:time ; :closedOn "Monday" ] .
:ann a :Baker ; rdfs:label "Ann Fell" ; :birthDate "1960-02-02"^^xsd:date ; :hiredOn "1999-01-01"^^xsd:date .
:bo a :Regular ; rdfs:label "Bo Marsh" ; :birthDate "1940-05-05"^^xsd:date ; :job "painter" .
:cy a :Regular ; rdfs:label "Cy Dole" ; :job "nurse" ; :hiredOn "2011-03-04"^^xsd:date .
:rex a :Dog ; rdfs:label "Rex" ; :birthDate "1930-01-01"^^xsd:date ; :weightKg 12 .
"""


@pytest.fixture(scope="module")
def baker() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        baker = keep.character("Baker")
        baker.know(BAKERY, source="bakery", format="turtle")
        yield baker


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("When does the bakery close?", "15:00"),
        ("What time does the bakery open?", "06:00"),
        ("What are the bakery's opening hours?", "06:00 to 15:00, closed on Monday"),
        ("What's the entrance fee?", "3 euros"),
        ("What days is the market day?", "Wednesday, Friday and Saturday"),
        ("Who is the oldest?", "Bo Marsh"),
        ("How many bakers are there?", "One"),
    ],
)
def test_it_is_told(baker: soulkeep.Character, asked: str, told: str) -> None:
    assert told in baker.reply(asked, person=asked).text


@pytest.mark.parametrize(
    ("asked", "never"),
    [
        ("What's the bakery's phone number?", "Crumb"),
        ("When is Cy Dole's birthday?", "I think"),  # nor is it the day on which he was hired
        ("What did Rex cost?", "I think"),
        ("Is the bakery closed on Monday?", "06:00"),
    ],
)
def test_nothing_else_is_told_in_its_place(baker: soulkeep.Character, asked: str, never: str) -> None:
    text = baker.reply(asked, person=asked).text
    assert never not in text
    assert not any(act.found for one in baker.episodes(person=asked) for act in one.acts if act.kind == "answer"), text
