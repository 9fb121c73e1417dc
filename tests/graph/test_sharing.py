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
