"""What was between two months, and from one time until another: none of the bounds is left out."""

from __future__ import annotations

import pytest

import soulkeep

DATA = """
@prefix : <http://market.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Market a rdfs:Class ; rdfs:label "market"@en , "Markt"@de , "장날"@ko .
:heldOn rdfs:label "date"@en , "Datum"@de , "날짜"@ko .
:a a :Market ; rdfs:label "Spring Fair"@en , "Frühlingsmarkt"@de , "봄맞이장"@ko ; :heldOn "2026-04-18"^^xsd:date .
:b a :Market ; rdfs:label "Rose Fair"@en , "Rosenmarkt"@de , "단오장"@ko ; :heldOn "2026-06-20"^^xsd:date .
:c a :Market ; rdfs:label "Night Fair"@en , "Nachtmarkt"@de , "한여름밤장"@ko ; :heldOn "2026-08-08"^^xsd:date .
:d a :Market ; rdfs:label "New Year Fair"@en , "Neujahrsmarkt"@de , "설맞이장"@ko ; :heldOn "2027-01-30"^^xsd:date .
""".encode()

NAMES = {
    "en": ("Spring Fair", "Rose Fair", "Night Fair", "New Year Fair"),
    "de": ("Frühlingsmarkt", "Rosenmarkt", "Nachtmarkt", "Neujahrsmarkt"),
    "ko": ("봄맞이장", "단오장", "한여름밤장", "설맞이장"),
}


@pytest.mark.parametrize(
    ("language", "question", "which"),
    [
        ("en", "Which markets were held between June and August?", (1, 2)),
        ("en", "Which markets were held after July?", (2, 3)),
        ("de", "Welche Märkte waren zwischen Juni und August?", (1, 2)),
        ("de", "Welche Märkte waren nach Juli?", (2, 3)),
        ("ko", "6월에서 8월 사이에 열린 장날은 뭐뭐야?", (1, 2)),
        ("ko", "6월부터 8월까지 열린 장날이 뭐뭐야?", (1, 2)),
        ("ko", "2026년 5월부터 2026년 8월까지 열린 장날이 뭐뭐야?", (1, 2)),
        ("ko", "7월 이후에 열린 장날이 뭐야?", (2, 3)),
    ],
)
def test_all_bounds_of_a_time_count(language: str, question: str, which: tuple[int, ...]) -> None:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper", language=language)
        keeper.know(DATA, source="market")
        text = keeper.reply(question, person="anna").text
    assert [name in text for name in NAMES[language]] == [number in which for number in range(4)], text
