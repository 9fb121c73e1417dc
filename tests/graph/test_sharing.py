"""What has the same of something as a named thing, and what of somebody's came first or last."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files

import pytest

import soulkeep
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge


@pytest.fixture(scope="module")
def ella() -> Iterator[soulkeep.Character]:
    clock = soulkeep.ManualClock(datetime(2026, 11, 29, tzinfo=UTC))
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False), clock=clock) as keep:
        one = keep.character("Ella")
        one.know(files("soulkeep.demo").joinpath("music.ttl").read_bytes(), source="music")
        yield one


@pytest.mark.parametrize(
    ("asked", "holds", "lacks"),
    [
        ("Who was born in the same city as John Lennon?", ["Ringo"], ["John Lennon", "Queen"]),
        ("who's born the same year as john lennon", ["Ringo Starr", "Smokey Robinson"], ["Lennon", "George"]),
        ("Wer wurde im selben Jahr wie John Lennon geboren?", ["Ringo Starr"], ["John Lennon"]),
        ("존 레논과 같은 해에 태어난 사람은 누구야?", ["링고 스타"], ["존 레논"]),
        ("존 레논과 같은 도시에서 태어난 사람은 누구야?", ["링고 스타"], ["존 레논", "비틀즈"]),
        ("Which albums came out the same year as Kind of Blue?", ["Time Out"], ["Kind of Blue", "1959"]),
        ("How many people were born in the same city as John Lennon?", ["three"], []),
        ("Were Ringo Starr and John Lennon born in the same city?", ["Yes"], []),
        ("Was Miles Davis born in the same year as John Lennon?", ["1926"], ["Yes"]),
        ("Who plays the same instrument as Charlie Parker?", ["Paul Desmond"], ["axophone", "Charlie Parker"]),
        ("What was Miles Davis's first album?", ["Kind of Blue"], ["Bitches"]),
        ("What was Miles Davis's last album?", ["Bitches Brew"], ["Kind of Blue"]),
        ("Bob Dylan's first album?", ["Freewheelin"], ["Yes"]),
        ("John Lennon's spouse?", ["Yoko Ono"], ["Yes"]),
        ("Bob Dylan's a guitarist?", ["Yes"], ["Bruce"]),
        ("마일스 데이비스의 첫 앨범은 뭐야?", ["카인드 오브 블루"], ["비치스"]),
        ("마일스 데이비스의 두 번째 앨범은 뭐야?", ["스케치스"], ["비치스"]),
        ("마일스 데이비스의 마지막 앨범은?", ["비치스"], ["카인드"]),
        ("두 번째로 나이 많은 기타리스트는 누구야?", ["우디 거스리"], []),
    ],
)  # fmt: skip
def test_what_is_alike_and_what_came_first(
    ella: soulkeep.Character, asked: str, holds: list[str], lacks: list[str]
) -> None:
    reply = ella.reply(asked, person=asked).text.casefold()
    assert all(one.casefold() in reply for one in holds), reply
    assert not any(one.casefold() in reply for one in lacks), reply


@pytest.mark.parametrize(
    "asked", ["Who wears the same hat as Miles Davis?", "Which album has the same colour as Kind of Blue?"]
)
def test_the_same_of_what_is_not_known_is_not_guessed(asked: str) -> None:
    music = files("soulkeep.demo").joinpath("music.ttl").read_bytes()
    assert understand(asked, "en", Knowledge([read_bytes(music, "music.ttl").data])).query is None


HUTS = """
@prefix : <http://huts.example/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:Hut a owl:Class ; rdfs:label "hut"@en . :openedOn rdfs:label "opened on"@en .
:low a :Hut ; rdfs:label "Low Hut" ; :openedOn "1950-05-01"^^xsd:date .
:mid a :Hut ; rdfs:label "Mid Hut" ; :openedOn "1970-05-01"^^xsd:date .
:top a :Hut ; rdfs:label "Top Hut" ; :openedOn "1990-05-01"^^xsd:date .
"""


@pytest.mark.parametrize(("more", "sure"), [("", True), (':old a :Hut ; rdfs:label "Old Hut" .', False)])
def test_the_first_is_a_guess_where_another_may_be_earlier(more: str, sure: bool) -> None:
    knowledge = Knowledge([read_bytes((HUTS + more).encode(), "huts.ttl").data])
    read = understand("Which hut was opened first?", "en", knowledge)
    assert read.query is not None
    assert read.sure is sure


VILLAGE = """
@prefix : <http://village.example/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:Person a owl:Class ; rdfs:label "person"@en , "사람"@ko . :Fish a owl:Class ; rdfs:label "fish"@en , "생선"@ko .
:bornIn rdfs:label "born in"@en . :taughtBy rdfs:label "taught by"@en . :season rdfs:label "season"@en , "제철"@ko .
:birthDate rdfs:label "birth date"@en , "생년월일"@ko . :completedOn rdfs:label "completed on"@en .
:Boat a owl:Class ; rdfs:label "boat"@en . :Boatman rdfs:subClassOf :Person ; rdfs:label "boatman"@en .
:madeBy rdfs:label "made by"@en .
:ann a :Boatman ; rdfs:label "Ann Mole" , "안모" ; :bornIn "Wick" ; :birthDate "1980-05-01"^^xsd:date .
:bob a :Boatman ; rdfs:label "Bob Hale" , "밥할" ; :bornIn "Wick" ; :taughtBy :ann ;
  :birthDate "1980-11-01"^^xsd:date .
:cid a :Boatman ; rdfs:label "Cid Orr" , "시드오" ; :bornIn "Thurso" ; :taughtBy :ann ;
  :birthDate "1991-11-01"^^xsd:date .
:cod a :Fish ; rdfs:label "cod"@en , "대구"@ko ; :season :winter .
:ling a :Fish ; rdfs:label "ling"@en , "수염대구"@ko ;
  :season :winter . :eel a :Fish ; rdfs:label "eel"@en , "장어"@ko ; :season :summer .
:winter rdfs:label "winter"@en , "겨울"@ko . :summer rdfs:label "summer"@en , "여름"@ko .
:gull a :Boat ; rdfs:label "Gull" ; :madeBy :ann ; :completedOn "2001-05-01"^^xsd:date .
:tern a :Boat ; rdfs:label "Tern" ; :madeBy :ann ; :completedOn "2003-05-01"^^xsd:date .
"""


@pytest.fixture(scope="module")
def village() -> Knowledge:
    return Knowledge([read_bytes(VILLAGE.encode(), "village.ttl").data])


@pytest.mark.parametrize(
    ("asked", "language", "names"),
    [
        ("Who was born in the same town as Ann Mole?", "en", {"bob"}),
        ("Who has the same teacher as Bob Hale?", "en", {"cid"}),
        ("Who was born the same year as Bob Hale?", "en", {"ann"}),
        ("안모랑 동갑인 사람은 누구야?", "ko", {"bob"}),
        ("대구랑 제철이 같은 생선은 뭐야?", "ko", {"ling"}),
        ("Bob Hale's teacher?", "en", {"ann"}),
        ("What else did the maker of the Gull make?", "en", {"tern"}),
        ("What was Ann Mole's first boat?", "en", {"gull"}),
        ("What was Ann Mole's last boat?", "en", {"tern"}),
    ],
)
def test_the_query_that_is_shown_gives_what_is_the_same(
    asked: str, language: str, names: set[str], village: Knowledge
) -> None:
    query = understand(asked, language, village).query
    assert query is not None
    assert {str(row[0]).strip("<>").rsplit("#")[-1] for row in village.graph.rows(query["sparql"])} == names


@pytest.mark.parametrize(
    "asked",
    [
        "What was Ann Mole's first car?",
        "Who has the same car as Ann Mole?",
        "Did Ann Mole die in the same year as Bob Hale?",
        "Does Ann Mole have the same teacher as Bob Hale?",  # of whom it isn't known who taught her
        "Was Bob Hale taught in the same town as Ann Mole was born in?",
        "Which boatmen were born in the same town?",
    ],
)
def test_nothing_is_told_of_a_kind_that_the_data_does_not_have(asked: str, village: Knowledge) -> None:
    assert understand(asked, "en", village).query is None
