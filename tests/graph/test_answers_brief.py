"""Answers from three data sets as people put them: brief, of the kind asked for, with articles, each kind said once."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import pytest

import soulkeep
from episodes_support import told_as_answer
from soulkeep.graph.episodes.nouns import counted_noun

_PREFIXES = """
@prefix : <http://data.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

THEATRE = """
:Play rdfs:label "play"@en . :Venue rdfs:label "venue"@en . :Premiere rdfs:label "premiere"@en .
:Author rdfs:subClassOf schema:Person ; rdfs:label "author"@en .
:writtenBy rdfs:label "written by"@en . :premiere rdfs:label "premiere"@en . :venue rdfs:label "venue"@en .
:opened rdfs:label "opened"@en .
:oona a :Author ; rdfs:label "Oona Farrow" .
:pim a :Author ; rdfs:label "Pim Sollard" .
:moth a :Play ; rdfs:label "The Paper Moth" ; :writtenBy :oona ; :premiere :first .
:tide a :Play ; rdfs:label "The Last Tide" ; :writtenBy :pim .
:first a :Premiere ; rdfs:label "Premiere of The Paper Moth" ; :venue :barn ; :opened "2011-04-02"^^xsd:date .
:barn a :Venue ; rdfs:label "Lantern Stage" .
"""

FLEET = """
:Ship rdfs:label "ship"@en . :Freighter rdfs:subClassOf :Ship ; rdfs:label "freighter"@en .
:Tug rdfs:subClassOf :Ship ; rdfs:label "tug"@en . :Station rdfs:label "station"@en .
:Route rdfs:label "route"@en . :Captain rdfs:subClassOf schema:Person ; rdfs:label "captain"@en .
:captain rdfs:label "captain"@en . :armed rdfs:label "armed"@en . :note rdfs:label "description"@en .
:hull a :Freighter ; rdfs:label "Grey Heron" ; :captain :orsa ; :armed true ;
    rdfs:comment "Coal-fired freighter, the first of her yard" .
:mole a :Freighter ; rdfs:label "Blind Mole" ; :armed false .
:elm a :Station ; rdfs:label "Elm Station" . :oak a :Station ; rdfs:label "Oak Station" .
:pine a :Station ; rdfs:label "Pine Station" .
:mail a :Route ; rdfs:label "Night Mail" . :hopper a :Route ; rdfs:label "Island Hopper" .
:orsa a :Captain ; rdfs:label "Orsa Veld" .
"""

GUESTS = """
:Gericht rdfs:label "Gericht"@de . :Region rdfs:label "Region"@de .
:portionen rdfs:label "Portionen"@de . :stammtAus rdfs:label "stammt aus"@de .
:suppe a :Gericht ; rdfs:label "Linsensuppe"@de ; :portionen 4 ; :stammtAus :eifel .
:braten a :Gericht ; rdfs:label "Sauerbraten"@de ; :portionen 6 ; :stammtAus :baden .
:eifel a :Region ; rdfs:label "Franken"@de . :baden a :Region ; rdfs:label "Baden"@de .
"""


def _keeper(data: str) -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know((_PREFIXES + data).encode(), format="turtle", source="data")
        yield keeper


@pytest.fixture(scope="module")
def theatre() -> Iterator[soulkeep.Character]:
    yield from _keeper(THEATRE)


@pytest.fixture(scope="module")
def fleet() -> Iterator[soulkeep.Character]:
    yield from _keeper(FLEET)


@pytest.fixture(scope="module")
def dishes() -> Iterator[soulkeep.Character]:
    yield from _keeper(GUESTS)


def _said(keeper: soulkeep.Character, text: str) -> str:
    return keeper.reply(text, person=f"p{crc32(text.encode())}").text


def test_who_did_it_is_answered_by_the_name_alone(theatre: soulkeep.Character, fleet: soulkeep.Character) -> None:
    assert _said(theatre, "Who wrote The Paper Moth?").startswith("Oona Farrow")
    assert _said(fleet, "Who is the captain of the Grey Heron?").startswith("Orsa Veld")


def test_where_something_happened_is_answered_by_its_place(theatre: soulkeep.Character) -> None:
    assert _said(theatre, "Where did The Paper Moth have its premiere?").startswith("At the Lantern Stage")


def test_titles_keep_their_article_and_other_names_get_one(
    theatre: soulkeep.Character, fleet: soulkeep.Character
) -> None:
    assert "The Paper Moth" in _said(theatre, "Which plays are there?")
    assert "the Island Hopper" in _said(fleet, "Which routes are there?").replace("The Island", "the Island")


def test_a_kind_that_the_question_has_is_left_out(fleet: soulkeep.Character) -> None:
    assert "Elm, Oak and Pine" in _said(fleet, "Which stations are there?")


def test_yes_to_whether_there_are_any_names_them(fleet: soulkeep.Character) -> None:
    assert _said(fleet, "Are there any freighters that are armed?").startswith("Yes, the Grey Heron")


def test_yes_to_what_was_asked_stands_alone(fleet: soulkeep.Character) -> None:
    told = _said(fleet, "Is the Grey Heron a freighter?")
    assert told.startswith("Yes")
    assert "Heron" not in told


def test_no_names_a_things_kind_without_its_name(fleet: soulkeep.Character) -> None:
    told = _said(fleet, "Is the Grey Heron a tug?")
    assert "It's a freighter" in told
    assert "Heron" not in told


def test_a_description_without_an_article_becomes_a_sentence(fleet: soulkeep.Character) -> None:
    assert "It's a coal-fired freighter, the first" in _said(fleet, "What is the Grey Heron?")


def test_small_numbers_are_counted_in_words(fleet: soulkeep.Character) -> None:
    assert _said(fleet, "How many stations are there?").startswith("Three")
    assert counted_noun("how many comics writers do you know of") == "comics writer"


@pytest.mark.parametrize(
    "asked", ["When was Oona Farrow born?", "Who built the Lantern Stage?", "Where is Oona Farrow?"]
)
def test_what_is_not_known_is_told_without_the_question_word(theatre: soulkeep.Character, asked: str) -> None:
    assert not any(word in _said(theatre, asked).split() for word in ("when,", "who,", "where,", "learnt"))


def test_a_price_is_no_thing(theatre: soulkeep.Character) -> None:
    told = told_as_answer(_said(theatre, "What does it cost to see The Paper Moth?"))
    assert "Oona" not in told
    assert "Lantern" not in told
    assert "Premiere" not in told


def test_german_answers_repeat_the_preposition(dishes: soulkeep.Character) -> None:
    assert _said(dishes, "Für wie viele Portionen reicht die Linsensuppe?").startswith("Für 4")
    assert _said(dishes, "Stammt die Linsensuppe aus Baden?") == "Nein, aus Franken."
