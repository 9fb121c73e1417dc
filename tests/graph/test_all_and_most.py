"""Questions of all of a kind, of who has most, of ages, of what is only of something, and of relatives."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import soulkeep

DATA = b"""
@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Ship a rdfs:Class ; rdfs:label "ship"@en, "Schiff"@de, "\xeb\xb0\xb0"@ko .
:Sailor a rdfs:Class ; rdfs:label "sailor"@en, "Matrose"@de .
:built_by rdfs:label "builder" . :weight_tons rdfs:label "weight (t)" .
:heron a :Ship ; rdfs:label "Heron" ; :built_by "Okray" ; :weight_tons 40 ; :carries "salt" ; :moored_at :east .
:gull a :Ship ; rdfs:label "Gull" ; :built_by "Okray" ; :weight_tons 55 ; :carries "salt", "wool" ; :moored_at :east .
:petrel a :Ship ; rdfs:label "Petrel" ; :built_by "Denholm" ; :weight_tons 18 ; :carries "wool" ; :moored_at :west .
:Pub a rdfs:Class ; rdfs:label "pub" .
:crown a :Pub ; rdfs:label "The Crown" ; :address "4 Quay Street" ; :serves :stout .
:stout rdfs:label "Black Stout" .
:east rdfs:label "East Quay" ; :part_of_port :salter .
:west rdfs:label "West Quay" ; :part_of_port :salter .
:salter rdfs:label "Saltergate" .
:ada a :Sailor ; rdfs:label "Ada Finch" ; :birthDate "1970-01-02"^^xsd:date ; :brother :ned ; :daughter :ivy .
:ned a :Sailor ; rdfs:label "Ned Finch" ; :birthDate "1966-05-20"^^xsd:date ; :sister :ada .
:ivy a :Sailor ; rdfs:label "Ivy Finch" ; :birthDate "2009-08-30"^^xsd:date .
"""

Ask = Callable[[str], str]


@pytest.fixture
def ask(holmes: soulkeep.Character) -> Ask:
    holmes.know(DATA, source="harbour")  # asked on 8 May 2026
    return lambda question: holmes.reply(question, person="anna").text


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("Are all ships heavier than 15 tons?", "yes", "no,"),
        ("Are all ships heavier than 20 tons?", "petrel", "yes"),
        ("Were all ships built by Okray?", "no", "yes"),
        ("Does every ship carry salt?", "no", "yes"),
    ],
)
def test_all_of_a_kind_are_asked_for(ask: Ask, question: str, said: str, unsaid: str) -> None:
    answer = ask(question).casefold()
    assert said in answer
    assert unsaid not in answer


@pytest.mark.parametrize(
    ("question", "those"),
    [
        ("Which sailors are over 40?", {"Ada", "Ned"}),
        ("which sailors are older than 40?", {"Ada", "Ned"}),
        ("Who is under 18?", {"Ivy"}),
        ("Which sailors are between 50 and 58?", {"Ada"}),
        ("Which sailors are over 56?", {"Ned"}),  # Ada is just 56
        ("Which sailors are at least 56?", {"Ada", "Ned"}),
    ],
)
def test_ages_are_compared(ask: Ask, question: str, those: set[str]) -> None:
    answer = ask(question)
    assert {name for name in ("Ada", "Ned", "Ivy") if name in answer} == those


def test_who_has_most_is_counted_where_no_class_tells_who_has_any(ask: Ask) -> None:
    assert "Okray" in ask("Who built the most ships?")
    assert "Denholm" in ask("Which builder built the fewest ships?")


def test_only_leaves_out_what_has_something_else(ask: Ask) -> None:
    answer = ask("Which ships carry only salt?")
    assert "Heron" in answer
    assert "Gull" not in answer


def test_somebody_is_compared_with_a_relative(ask: Ask) -> None:
    assert ask("Is Ada older than her brother?").startswith("No")
    assert ask("Is Ivy younger than her mother?").startswith("Yes")
    answer = ask("Is Ada older than her cousin?")
    assert not answer.startswith(("Yes", "No"))


def test_a_daughter_is_no_son(ask: Ask) -> None:
    assert "Ivy" in ask("Who is Ada's daughter?")
    assert not ask("Does Ada have a son?").startswith("Yes")


def test_what_lies_in_the_parts_of_a_place_lies_in_it(ask: Ask) -> None:
    answer = ask("Which ships are in Saltergate?")
    assert {name for name in ("Heron", "Gull", "Petrel") if name in answer} == {"Heron", "Gull", "Petrel"}


def test_where_something_can_be_done_is_where_it_is(ask: Ask) -> None:
    assert "Crown" in ask("Where can I drink the Black Stout?")


GERMAN = """
@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Lokomotive a rdfs:Class ; rdfs:label "Lokomotive"@de . :Kurs a rdfs:Class ; rdfs:label "Kurs"@de .
:Dampflok rdfs:subClassOf :Lokomotive ; rdfs:label "Dampflok"@de .
:Diesellok rdfs:subClassOf :Lokomotive ; rdfs:label "Diesellok"@de .
:Teesorte a rdfs:Class ; rdfs:label "Teesorte"@de .
:hexe a :Dampflok ; rdfs:label "Moorhexe"@de ; :laenge_mm 238 .
:klaus a :Diesellok ; rdfs:label "Blauer Klaus"@de ; :laenge_mm 189 .
:toepfern a :Kurs ; rdfs:label "T\u00f6pfern f\u00fcr Einsteiger"@de ; :raum "Werkstatt" .
:assam a :Teesorte ; rdfs:label "Abendassam"@de ; :herkunft "Indien" .
:sencha a :Teesorte ; rdfs:label "Morgensencha"@de ; :herkunft "Japan" .
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Welche Lok ist die längste?", "Moorhexe"),
        ("In welchem Raum ist der Töpferkurs?", "Werkstatt"),
        ("Welcher Tee kommt aus Japan?", "Morgensencha"),
    ],
)
def test_german_words_for_kinds_and_compounds_are_known(holmes: soulkeep.Character, question: str, said: str) -> None:
    holmes.know(GERMAN.encode(), source="allerlei")
    assert said in holmes.reply(question, person="anna").text
