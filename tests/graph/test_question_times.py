"""Years and months of a question: told absolutely, by the present, by an edition, and in a follow-up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from benchmarks.knowledge import RIGHT, WRONG, asked

import soulkeep
from soulkeep.graph.episodes.relative_times import dated
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge

SHEETS = Path(__file__).parents[1] / "sheets"

CUPS = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Cup rdfs:label "cup"@en, "Pokal"@de, "대회"@ko . :Person rdfs:label "person"@en, "Person"@de, "사람"@ko .
:held rdfs:label "held on"@en, "Datum"@de, "날짜"@ko . :winner rdfs:label "winner"@en, "Sieger"@de, "우승자"@ko .
:joined rdfs:label "joined on"@en . :guests rdfs:label "guests last year"@en, "Gäste im Vorjahr"@de .
:c1 a :Cup ; rdfs:label "Harbour Cup 2024"@en ; :held "2024-06-08"^^xsd:date ; :winner :ann ; :guests 40 .
:c2 a :Cup ; rdfs:label "Harbour Cup 2025"@en ; :held "2025-06-14"^^xsd:date ; :winner :bea ; :guests 55 .
:c3 a :Cup ; rdfs:label "Winter Cup 2025"@en ; :held "2025-12-06"^^xsd:date ; :winner :cid ; :guests 31 .
:ann a :Person ; rdfs:label "Ann Pell" ; :joined "2012-03-01"^^xsd:date ; :born "1990-02-03"^^xsd:date .
:bea a :Person ; rdfs:label "Bea Rudd" ; :joined "2019-05-01"^^xsd:date .
:cid a :Person ; rdfs:label "Cid Vale" ; :spouse :bea .
"""


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[soulkeep.Character]:
    data = tmp_path_factory.mktemp("times") / "cups.ttl"
    data.write_text(CUPS, encoding="utf-8")
    still = soulkeep.Settings(background=False)
    clock = soulkeep.ManualClock(datetime(2026, 3, 2, 12, tzinfo=UTC))
    with soulkeep.open(":memory:", settings=still, clock=clock) as keep:
        one = keep.character("Keeper")
        one.know(data)
        yield one


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Who won the Harbour Cup in 2024?", ["Ann"]),
        ("Who won the 2025 Harbour Cup?", ["Bea"]),
        ("Who won last year's Harbour Cup?", ["Bea"]),
        ("who won the harbour cup the year before last", ["Ann"]),
        ("Which cups were held last year?", ["Harbour Cup 2025", "Winter Cup 2025"]),
        ("Which cups were held in June?", ["2024", "Harbour Cup 2025"]),
        ("How many cups were there in 2025?", ["Two|two"]),
        ("Welche Pokale gab es letztes Jahr?", ["Harbour Cup 2025", "Winter Cup 2025"]),
        ("Wie viele Pokale gab es im Jahr 2024?", ["ins|ein"]),
        ("작년 대회 우승자는 누구누구야?", ["Bea", "Cid"]),
        ("Who won the Harbour Cup 2025? >> And in 2024?", ["Ann"]),
        ("Which cups were held in 2024? >> and last year?", ["Harbour Cup 2025", "Winter Cup 2025"]),
        ("재작년 대회 우승자가 누구야? >> 작년은?", ["Bea"]),
        ("Who won the Winter Cup 2025? >> When was that?", ["6 December 2025"]),
        ("How many guests did the Harbour Cup 2025 have? >> and the year before?", ["40"]),
        ("Which cups were held in 2024? >> and the year after that?", ["Harbour Cup 2025", "Winter Cup 2025"]),
        ("Which cups were held in 2024? >> And after 2024?", ["Harbour Cup 2025", "Winter Cup 2025"]),
        ("How long has Ann Pell been in the club?", ["14 years|13 years"]),
    ],
)
def test_a_time_narrows_what_is_asked(keeper: soulkeep.Character, said: str, told: list[str]) -> None:
    answer = _last(keeper, said)
    assert all(any(one in answer for one in variants.split("|")) for variants in told), answer


@pytest.mark.parametrize(
    "said",
    ["Who won next year's Harbour Cup?", "Which cups are there this year?", "How many cups were there in 2019?",
     "올해 대회 우승자는 누구야?", "How long has Cid Vale been married?"],
)  # fmt: skip
def test_what_is_of_another_time_is_not_told(keeper: soulkeep.Character, said: str) -> None:
    answer = _last(keeper, said)
    assert not any(name in answer for name in ("Ann", "Bea", "Cid", "Cup 20", "hree", "year")), answer


def test_what_the_data_itself_tells_by_the_present_stays(tmp_path: Path) -> None:
    data = tmp_path / "cups.ttl"
    data.write_text(CUPS, encoding="utf-8")
    knowledge = Knowledge([read_file(data).data])
    today = date(2026, 3, 2)
    assert dated("Which cup had the most guests last year?", "en", knowledge, today) == (
        "Which cup had the most guests last year?"
    )
    assert dated("Who won last year?", "en", knowledge, today) == "Who won in 2025?"
    assert dated("How old is Ann this year?", "en", knowledge, today) == "How old is Ann this year?"
    assert dated("Wer gewann vorletztes Jahr?", "de", knowledge, today) == "Wer gewann im Jahr 2024?"
    assert dated("지난달 대회", "ko", knowledge, today) == "2026년 2월 대회"
    assert dated("Who won last year?", "en", knowledge, None) == "Who won last year?"


def test_questions_about_years_and_months_that_nobody_tuned_on() -> None:
    cases = [json.loads(line) for line in (SHEETS / "times.jsonl").read_text(encoding="utf-8").splitlines()]
    count: Counter[str] = Counter()
    missed: list[str] = []
    for data in dict.fromkeys(case["data"] for case in cases):
        of_data = [case for case in cases if case["data"] == data]
        for one in asked(SHEETS / "knowledge" / f"{data}.ttl", of_data):
            count[one.verdict] += 1
            missed += [f"{one.case['ask']} -> {one.text}"] if one.verdict == WRONG else []
    assert count.total() == 72
    assert count[RIGHT] / count.total() >= 0.75, count
    assert not missed


def _last(keeper: soulkeep.Character, said: str) -> str:
    parts = said.split(" >> ")
    return [keeper.reply(part, person=said).text for part in parts][-1]
