"""The house that data is about, who took which place, until when and from when, and Korean names in Latin letters."""

from __future__ import annotations

import pytest

import soulkeep
from soulkeep.graph.words.romanised_ko import hangul, romanised

PREFIXES = """
@prefix : <http://gym.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""

GYM = """
:Gym a rdfs:Class . :Climber a rdfs:Class . :Contest a rdfs:Class . :Route a rdfs:Class .
:kestrel a :Gym ; rdfs:label "Kestrel Hall" ; :phone "0171 55" ; :coordinator :ines ;
    :opensAt "09:00:00"^^xsd:time ; :closesAt "22:00:00"^^xsd:time .
:ines a :Climber ; rdfs:label "Ines Volk" ; :birthDate "1980-02-01"^^xsd:date .
:ruby a :Climber ; rdfs:label "Ruby Ashdown" ; :birthDate "1999-05-01"^^xsd:date .
:jonas a :Climber ; rdfs:label "Jonas Pike" ; :birthDate "1997-07-01"^^xsd:date .
:rope a :Contest ; rdfs:label "Midsummer Rope" ; :hasResult
    [ :place 1 ; :climber :ruby ; :prize "a new rope" ] , [ :place 2 ; :climber :jonas ; :prize "chalk" ] .
:tower a :Contest ; rdfs:label "Tower Race" .
:result1 a :Result ; :contest :tower ; :place 1 ; :climber :jonas .
:result2 a :Result ; :contest :tower ; :place 2 ; :climber :ines .
:result3 a :Result ; :contest :tower ; :place 3 ; :climber :ruby .
:r1 a :Route ; rdfs:label "Grey Corner" ; :setter :ruby . :r2 a :Route ; rdfs:label "Long Haul" ; :setter :ines .
"""

HALL = """
:Halle a rdfs:Class ; rdfs:label "Verein"@de . :Lauf a rdfs:Class ; rdfs:label "Lauf"@de .
:Mensch a rdfs:Class ; rdfs:label "Person"@de .
:v a :Halle ; rdfs:label "Turmverein"@de ; :telefon "0171 55" ; :beitrag "9,50 €" .
:lauf a :Lauf ; rdfs:label "Hollerlauf"@de ; :ergebnis [ :platz 1 ; :laeufer :mira ] , [ :platz 2 ; :laeufer :tom ] .
:mira a :Mensch ; rdfs:label "Mira Stolz"@de . :tom a :Mensch ; rdfs:label "Tom Erle"@de .
"""

MARKET = """
:Bat a rdfs:Class ; rdfs:label "밭"@ko . :Nongbu a rdfs:Class ; rdfs:label "농부"@ko .
:Jang a rdfs:Class ; rdfs:label "장날"@ko . :Hoe a rdfs:Class ; rdfs:label "대회"@ko .
:kim a :Nongbu ; rdfs:label "김도윤"@ko ; :eomma :sun ; :birthDate "1984-11-02"^^xsd:date .
:sun a :Nongbu ; rdfs:label "김순례"@ko ; :birthDate "1955-03-14"^^xsd:date .
:j1 a :Jang ; rdfs:label "단오장"@ko ; :nalssi "비" ; :jangso "학마을 운동장" ; :startTime "08:30:00"^^xsd:time ;
    :endTime "14:00:00"^^xsd:time ; :ipjangnyo "3,000원" .
:d1 a :Hoe ; rdfs:label "못난이 대회"@ko ; :result [ :rank 1 ; :who :sun ] , [ :rank 2 ; :who :kim ] .
"""


def _told(data: str, question: str, *before: str) -> str:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know((PREFIXES + data).encode(), source="data")
        for text in before:
            keeper.reply(text, person="anna")
        return keeper.reply(question, person="anna").text


@pytest.mark.parametrize(
    ("data", "question", "answer"),
    [
        (GYM, "Who won the Midsummer Rope?", "Ruby Ashdown"),
        (GYM, "Who came second in the Midsummer Rope?", "Jonas Pike"),
        (GYM, "Who came last in the Tower Race?", "Ruby Ashdown"),
        (GYM, "who finished first in the tower race", "Jonas Pike"),
        (HALL, "Wer hat den Hollerlauf gewonnen?", "Mira Stolz"),
        (HALL, "Wer wurde beim Hollerlauf Zweiter?", "Tom Erle"),
        (MARKET, "못난이 대회 1등 누구였지?", "김순례"),
        (MARKET, "못난이 대회에서 준우승한 사람은 누구예요?", "김도윤"),
    ],
)
def test_who_took_a_place_is_told(data: str, question: str, answer: str) -> None:
    assert answer in _told(data, question)


def test_the_next_place_is_told_in_the_same_talk() -> None:
    assert "Jonas Pike" in _told(GYM, "And who came second?", "Who won the Midsummer Rope?")


def test_a_place_that_nobody_took_is_told_by_nobody() -> None:
    said = _told(GYM, "Who came third in the Midsummer Rope?")
    assert not any(name in said for name in ("Ruby", "Jonas", "Ines"))


@pytest.mark.parametrize(
    ("data", "question", "answer"),
    [
        (GYM, "what's the phone number?", "0171 55"),
        (GYM, "who's the coordinator here?", "Ines Volk"),
        (GYM, "What time does the gym open?", "09:00"),
        (GYM, "until when is the gym open?", "22:00"),
        (HALL, "Wie hoch ist der Beitrag?", "9,50"),
        (HALL, "Was kostet der Beitrag bei euch?", "9,50"),
    ],
)
def test_a_question_that_names_nothing_may_mean_the_house(data: str, question: str, answer: str) -> None:
    assert answer in _told(data, question)


FAIR = """
:Fair a rdfs:Class ; rdfs:label "fair"@en , "Markt"@de .
:x a :Fair ; rdfs:label "Rose Fair"@en , "Rosenmarkt"@de ; :date "2026-05-05"^^xsd:date ;
    :startTime "08:30:00"^^xsd:time ; :endTime "14:00:00"^^xsd:time .
:y a :Fair ; rdfs:label "Night Fair"@en , "Nachtmarkt"@de ; :date "2026-06-05"^^xsd:date ;
    :startTime "18:00:00"^^xsd:time .
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long did the Rose Fair last?", "Five and a half hours"),
        ("Wie lange dauerte der Rosenmarkt?", "Fünfeinhalb Stunden"),
    ],
)
def test_how_long_something_lasts_follows_from_its_times(question: str, answer: str) -> None:
    assert answer in _told(FAIR, question)


def test_what_has_only_a_beginning_lasts_nobody_knows_how_long() -> None:
    assert "hours" not in _told(FAIR, "How long did the Night Fair last?")


def test_a_question_for_what_nobody_has_is_none_about_the_house() -> None:
    said = _told(GYM, "Who brought something back late?")
    assert "Ines" not in said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("도윤이 엄마가 누구야?", "김순례"),
        ("단오장 하던 날 날씨 어땠어요?", "비"),
        ("단오장은 장소가 어디야?", "학마을 운동장"),
        ("단오장은 몇 시까지 해?", "오후 2시"),
        ("단오장은 몇 시부터 해?", "오전 8시 30분"),
        ("단오장 입장료 얼마야?", "3,000원"),
        ("단오장은 몇 시간 동안 했어요?", "5시간 30분"),
    ],
)
def test_korean_names_in_latin_letters_are_read(question: str, answer: str) -> None:
    assert answer in _told(MARKET, question)


def test_words_are_romanised_by_the_revised_romanization() -> None:
    written = {"날씨": "nalssi", "별칭": "byeolching", "길이": "giri", "엄마": "eomma", "학년": "haknyeon"}
    assert {word: romanised(word) for word in written} == written
    assert hangul("hangnyeon") == "학년"  # as it is spoken
    assert hangul("gagyeok won") == "가격"
    assert hangul("birth date") is None
    assert hangul("name") is None
