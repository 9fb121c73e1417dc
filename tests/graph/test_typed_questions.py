"""Questions as people type them, and plain remarks that are none."""

from __future__ import annotations

from functools import cache

import pytest

from soulkeep.graph.episodes.answers import answers
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.qualifiers import qualifiers
from soulkeep.graph.terms import parsed

HEAD = "@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
TOWN = """
:a a :Palace ; rdfs:label "Blue Pavilion" ; :built 1831 . :b a :Palace ; rdfs:label "Red Hall" ; :built 1790 .
:s a :School ; rdfs:label "Ashby School" ; :enrolled 1250 .
:t a :School ; rdfs:label "Cedar College" ; :enrolled 1910 .
:o a :Pet ; rdfs:label "Soot" ; :species "cat" ; :weightKg 4 .
:p a :Pet ; rdfs:label "Rex" ; :species "dog" ; :weightKg 30 .
:q a :Pet ; rdfs:label "Tib" ; :species "cat" ; :fears "snake" ; :weightKg 3 . :n a :Person ; rdfs:label "Ann Berg" .
:g a :Song ; rdfs:label "Gimme Shelter" ; :writtenBy "Mick" . :h a :Song ; rdfs:label "Shelter" ; :writtenBy "Bjorn" .
"""
MARKET = """
:a a :Brewery ; rdfs:label "샘내양조장"@ko ; :foundingYear 1926 .
:b a :Shop ; rdfs:label "우리집밥"@ko ; :boss "하윤서"@ko .
:Drink rdfs:label "술"@ko . :c a :Drink ; rdfs:label "백년샘"@ko ; :priceKrw 9000 ; rdfs:comment "맑은 술"@ko .
:d a :Drink ; rdfs:label "국화별"@ko ; :priceKrw 32000 . :priceKrw rdfs:label "값"@ko .
"""


@cache
def known(data: str) -> Knowledge:
    return Knowledge([read_bytes((HEAD + data).encode(), name="data.ttl").data])


def told(text: str, language: str, data: str) -> str:
    knowledge = known(data)
    said = understand(text, language, knowledge)
    found = [one for one in answers(said, knowledge) if one.found]
    return " ".join(str(len(one.values)) if one.kind == "count" else one.text for one in found)


@pytest.mark.parametrize(
    ("text", "language", "data", "holds"),
    [
        ("When was the Blue Pavilion built?", "en", TOWN, "1831"),
        ("Wann wurde Red Hall gebaut?", "de", TOWN, "1790"),
        ("Which palaces were built before 1800?", "en", TOWN, "red hall"),
        ("Which school enrolled the most?", "en", TOWN, "cedar college"),
        ("How many cats are there?", "en", TOWN, "2"),
        ("number of palaces", "en", TOWN, "2"),
        ("Who wrote Gimme Shelter?", "en", TOWN, "mick"),
        ("hey, quick one: what species is Rex?", "en", TOWN, "dog"),
        ("Mich würde interessieren, wann Red Hall gebaut wurde.", "de", TOWN, "1790"),
        ("샘내 양조장은 언제 생겼습니까", "ko", MARKET, "1926"),
        ("만 원 이하인 술은?", "ko", MARKET, "백년샘"),
        ("3만 원 넘는 술 뭐 있어?", "ko", MARKET, "국화별"),
        ("국화별 값", "ko", MARKET, "32,000"),
    ],
)
def test_a_question_is_answered_however_it_is_typed(text: str, language: str, data: str, holds: str) -> None:
    assert holds in told(text, language, data).casefold()


@pytest.mark.parametrize(
    ("text", "language", "data"),
    [
        ("How many snakes are there?", "en", TOWN),
        ("Which pet is the cutest?", "en", TOWN),
        ("가장 귀여운 술은?", "ko", MARKET),
        ("우리 집 밥은 누가 해?", "ko", MARKET),
    ],
)
def test_what_nobody_knows_isnt_told_by_something_else(text: str, language: str, data: str) -> None:
    assert told(text, language, data) == ""


@pytest.mark.parametrize(
    ("text", "language", "data"),
    [
        ("Ann Berg", "en", TOWN),
        ("Ann Berg and me", "en", TOWN),
        ("The number of people in Ely is small.", "en", TOWN),
        ("Tom Reed is my mother's age", "en", TOWN),
        ("Ja, richtig", "de", TOWN),
        ("Alle lachen", "de", TOWN),
        ("Was für ein schöner Abend", "de", TOWN),
        ("보고 싶다", "ko", MARKET),
        ("제일 친한 친구", "ko", MARKET),
        ("택시 불러 줘", "ko", MARKET),
    ],
)
def test_a_plain_remark_asks_nothing(text: str, language: str, data: str) -> None:
    assert understand(text, language, known(data)).query is None


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("1억 2천만 원보다 비싼", [120_000_000]),
        ("3만5천2백 원 이하", [35_200]),
        ("오천만 원 이상", [50_000_000]),
        ("스물한 명 넘는", [21]),
        ("직원이 열 명 안 넘는", [10]),
        ("3천 원에서 6천 원 사이", [3_000, 6_000]),
        ("백 팀장님보다 나이 많은", []),
        ("두 번째 앨범", []),
        ("지금까지 해결된 사건", []),
    ],
)
def test_korean_numbers_are_read_in_words_and_scales(text: str, amounts: list[int]) -> None:
    assert [int(parsed(one.term).value) for one in qualifiers(text, "ko").values] == amounts
