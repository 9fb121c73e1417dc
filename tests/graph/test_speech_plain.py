"""Answers to plain questions: doubt told lightly, not knowing told as such, German and Korean as they are spoken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import soulkeep
from soulkeep.graph.words.articles import takes_the
from soulkeep.graph.words.doubt_ko import guessed, seeming
from soulkeep.graph.words.grammar_de import after_preposition, named_with_article, nominative
from soulkeep.graph.words.politeness_ko import polite
from soulkeep.lang.shared_past import asks_of_shared_past
from soulkeep.reply.phrases import LANGUAGES, REGISTERS, phrases

PREFIXES = """
@prefix : <http://ferry.example/> .
@prefix s: <http://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
FERRIES = (
    PREFIXES
    + """
:Ferry a rdfs:Class ; rdfs:label "ferry"@en, "Fähre"@de, "여객선"@ko .
:Pier a rdfs:Class ; rdfs:label "pier"@en, "Anleger"@de, "부두"@ko .
:Caterer a rdfs:Class ; rdfs:subClassOf s:Organization ; rdfs:label "caterer"@en .
:fareWon a rdfs:Property ; rdfs:label "fare in won"@en, "요금"@ko .
:builtIn a rdfs:Property ; rdfs:label "built in"@en, "erbaut"@de, "건조 연도"@ko .
:hasSauna a rdfs:Property ; rdfs:label "사우나"@ko ; rdfs:range xsd:boolean .
:gull a :Ferry ; rdfs:label "Sturmvogel"@de, "갈매기호"@ko ; :fareWon 8000 ; :hasSauna true ;
    rdfs:comment "섬을 오가는 작은 배."@ko ; :builtIn "1990"^^xsd:gYear .
:tern a :Ferry ; rdfs:label "Seeadler"@de, "제비호"@ko ; :fareWon 12000 ; :builtIn "1975"^^xsd:gYear .
:duck a :Ferry ; rdfs:label "오리호"@ko ; :fareWon 5000 .
:north a :Pier ; rdfs:label "Nordkai"@de, "북부두"@ko .
:broth a :Caterer ; rdfs:label "Broth Brothers"@en ; rdfs:comment "A kitchen on the pier."@en ;
    s:foundingDate "1950"^^xsd:gYear .
"""
)


@pytest.fixture(scope="module")
def keeper() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(FERRIES.encode(), format="turtle", source="ferry")
        yield keeper


def said(keeper: soulkeep.Character, *texts: str) -> str:
    return [keeper.reply(text, person=f"p{abs(hash(texts))}").text for text in texts][-1]


@pytest.mark.parametrize(
    ("plain", "guess", "impression"),
    [
        ("부산이야.", "부산일 거야.", "부산인 것 같아."),
        ("제주야.", "제주일 거야.", "제주인 것 같아."),
        ("호랑이야.", "호랑이일 거야.", "호랑이인 것 같아."),
        ("인천에서 태어났어.", "인천에서 태어났을 거야.", None),
        ("바닷가에 있어.", "바닷가에 있을 거야.", "바닷가에 있는 것 같아."),
        ("아니야.", None, None),
        ("시장에서.", None, None),
    ],
)
def test_korean_guesses_are_told_by_their_endings(plain: str, guess: str | None, impression: str | None) -> None:
    assert guessed(plain) == guess
    assert seeming(plain) == impression


def test_what_is_not_known_is_not_said_to_be_forgotten(keeper: soulkeep.Character) -> None:
    unknown = {one for register in REGISTERS for one in phrases("en", register).unknown}
    assert said(keeper, "Who designed the lighthouse of Farholm?") in unknown
    assert said(keeper, "What did I tell you about the lighthouse yesterday?") not in unknown
    politely, familiar = (set(phrases("ko", polite=way).unknown) for way in (True, False))
    assert said(keeper, "등대는 누가 설계했어요?") in politely
    assert said(keeper, "등대는 누가 설계했어?") in familiar


def test_without_data_nothing_is_said_otherwise() -> None:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        assert keep.character("Keeper").reply("Who designed the lighthouse?", person="p").text in phrases("en").nothing


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_register_can_say_that_it_does_not_know(language: str) -> None:
    assert all(len(phrases(language, register).unknown) >= 3 for register in REGISTERS)


def test_korean_superlatives_lists_and_descriptions(keeper: soulkeep.Character) -> None:
    assert said(keeper, "요금이 제일 싼 여객선은 뭐야?").endswith("오리호야. 5,000원이야.")
    assert said(keeper, "여객선에는 뭐가 있어?") == "오리호, 갈매기호, 제비호가 있어."
    told = said(keeper, "갈매기호가 뭐야?")
    assert told.startswith("갈매기호는 섬을 오가는 작은 배야.")
    assert "네야" not in told
    assert "아니요야" not in told


def test_organisations_are_no_people(keeper: soulkeep.Character) -> None:
    assert said(keeper, "Tell me about Broth Brothers.").endswith("It was founded in 1950.")


def test_a_german_comparison_has_the_articles_of_the_question(keeper: soulkeep.Character) -> None:
    told = said(keeper, "Ist der Sturmvogel älter als der Seeadler?")
    assert told.endswith("Der Sturmvogel stammt von 1990, der Seeadler von 1975.")


@pytest.mark.parametrize(
    ("name", "asked", "told"),
    [
        ("Dachgarten", "Welche Gärten haben mehr als zehn Bäume?", "der Dachgarten"),
        ("Dachgarten", "Welche Gärten haben Sie?", "den Dachgarten"),
        ("Dachgarten", "Welche Gärten pflegt Anna Lenz?", "den Dachgarten"),
        ("Dachgarten", "Welcher Garten hat keinen Brunnen?", "der Dachgarten"),
        ("Dachgarten", "Für welchen Garten fehlt noch ein Gärtner?", "den Dachgarten"),
        ("Hofküche", "Welche Räume sind beheizt?", "die Hofküche"),
        ("Dauerläufer", "Welche Geräte gibt es nicht?", "den Dauerläufer"),
    ],
)
def test_german_names_stand_in_the_case_that_is_asked_for(name: str, asked: str, told: str) -> None:
    assert named_with_article(name, asked) == told


@pytest.mark.parametrize(
    ("name", "asked", "told"),
    [
        ("Nordturm", "Ist der Südturm älter als der Nordturm?", "der Nordturm"),
        ("Nordturm", "Gehört zum Nordturm ein Garten?", "der Nordturm"),
        ("Alte Mühle", "Wer wohnte in der Alten Mühle?", "Alte Mühle"),
        ("Nordturm", "Wie hoch ist Nordturm?", "Nordturm"),
    ],
)
def test_a_question_shows_that_a_german_name_has_an_article(name: str, asked: str, told: str) -> None:
    assert nominative(name, asked) == told


@pytest.mark.parametrize(
    ("name", "kinds", "the"),
    [
        ("Heron K7", ["motorcycle"], True),
        ("Vela 300", ["camera"], True),
        ("Route 66", ["road"], False),
        ("Apollo 11", ["mission"], False),
    ],
)
def test_models_are_said_with_the(name: str, kinds: list[str], the: bool) -> None:
    assert takes_the(name, *kinds) is the


@pytest.mark.parametrize(
    ("preposition", "name", "told"),
    [
        ("auf", "Kleine Terrasse", "auf der Kleinen Terrasse"),
        ("an", "Nordkanal", "am Nordkanal"),
        ("von", "Uhrturm", "vom Uhrturm"),
        ("zu", "Hofküche", "zur Hofküche"),
        ("in", "Planschbecken", "im Planschbecken"),
        ("in", "Xyloph", None),
    ],
)
def test_german_prepositions_take_the_dative(preposition: str, name: str, told: str | None) -> None:
    assert after_preposition(preposition, name) == told


CHOIR = (
    PREFIXES
    + """
:Chor a rdfs:Class ; rdfs:label "Chor"@de . :Saal a rdfs:Class ; rdfs:label "Probenraum"@de .
:Stimme a rdfs:Class ; rdfs:label "Mitglied"@de .
:lehrer a rdfs:Property ; rdfs:label "Lehrer"@de . :probt a rdfs:Property ; rdfs:label "probt in"@de .
:ort a rdfs:Property ; rdfs:label "Geburtsort"@de . :tag a rdfs:Property ; rdfs:label "Geburtsdatum"@de .
:auftritt a rdfs:Property ; rdfs:label "Auftritt"@de .
:linde a :Chor ; rdfs:label "Lindenchor"@de ; :probt :alt ; :auftritt :fest, :gala ;
    rdfs:comment "Verein, in dem alte Lieder gesungen werden."@de .
:alt a :Saal ; rdfs:label "Alte Scheune"@de .
:fest a :Fest ; rdfs:label "Seefest"@de . :gala a :Fest ; rdfs:label "Sommergala"@de .
:resi a :Stimme ; rdfs:label "Resi Brandl"@de ; :lehrer :veit ; :ort "Passau" ; :tag "1971-03-02"^^xsd:date .
:veit a :Stimme ; rdfs:label "Veit Moser"@de .
"""
)


@pytest.fixture(scope="module")
def singer() -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        singer = keep.character("Singer")
        singer.know(CHOIR.encode(), format="turtle", source="choir")
        yield singer


def test_german_data_is_told_of_in_german_sentences(singer: soulkeep.Character) -> None:
    assert said(singer, "Wer ist Resi Brandl?").endswith("wurde am 2. März 1971 in Passau geboren.")
    told = said(singer, "Was ist der Lindenchor?")
    assert told.startswith("Das ist ein Verein, in dem alte Lieder gesungen werden.")
    assert said(singer, "In welchem Probenraum probt der Lindenchor?").startswith("In der Alten Scheune")


def test_a_foreign_class_keeps_its_capital_and_foreign_facts_are_left_out(singer: soulkeep.Character) -> None:
    assert "geburts" not in said(singer, "Who is Resi Brandl?")


def test_who_asks_for_one_is_told_one_and_how_often_in_times(singer: soulkeep.Character) -> None:
    assert said(singer, "Nenn mir bitte ein Mitglied.") in ("Resi Brandl.", "Veit Moser.")
    assert said(singer, "Wie oft hatte der Lindenchor schon einen Auftritt?").startswith("Zweimal")


def test_ways_and_lengths_are_told_apart_in_korean() -> None:
    assert polite("강변길이야.") == "강변길이에요."
    assert polite("길이야.") == "길이예요."
    assert polite("그건 물놀이야.") == "그건 물놀이예요."


def test_korean_nouns_that_end_like_asked_are_not_asked() -> None:
    assert asks_of_shared_past("이 선물은 누가 줬어?", "ko") is None
    assert asks_of_shared_past("이 건물은 언제 지었어?", "ko") is None
    assert asks_of_shared_past("내가 어제 물은 게 뭐였지?", "ko") is not None
