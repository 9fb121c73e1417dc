"""Values with the units of their properties, as people say them."""

from __future__ import annotations

import pytest

from soulkeep.graph.files import read_bytes
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.terms import iri
from soulkeep.graph.words.hours import in_calendar_order

TURTLE = """@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dbo: <http://dbpedia.org/ontology/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:a :heightCm 175 ; :depth 12 ; :price_gp 4200 ; dbo:runtime 5280.0 ; :population 205000 ; :budget 15000000 ;
  :foundedYear 1904 ; :length_min 90 .
:depth rdfs:label "depth (m)"@en .
"""


@pytest.mark.parametrize(
    ("property", "value", "language", "told"),
    [
        ("http://example.org/heightCm", "175", "en", "175 cm"),
        ("http://example.org/depth", "12", "de", "12 Meter"),
        ("http://example.org/depth", "1", "en", "1 metre"),
        ("http://example.org/price_gp", "4200", "en", "4,200 gold pieces"),
        ("http://dbpedia.org/ontology/runtime", "5280.0", "en", "1 hour and 28 minutes"),
        ("http://example.org/population", "205000", "en", "205,000"),
        ("http://example.org/population", "205000", "de", "205.000"),
        ("http://example.org/budget", "15000000", "en", "15 million"),
        ("http://example.org/foundedYear", "1904", "en", "1904"),
        ("http://example.org/length_min", "90", "ko", "1시간 30분"),
    ],
)
def test_numbers_are_told_with_their_units(property: str, value: str, language: str, told: str) -> None:
    knowledge = Knowledge([read_bytes(TURTLE.encode(), "x").data])
    literal = f'"{value}"^^<http://www.w3.org/2001/XMLSchema#decimal>'
    assert knowledge.lexicon.value(literal, iri(property), language) == told


@pytest.mark.parametrize(
    ("named", "language", "ordered"),
    [
        (["Friday", "Sunday", "Thursday"], "en", ["Thursday", "Friday", "Sunday"]),
        (["Monday", "Saturday", "Sunday"], "en", ["Saturday", "Sunday", "Monday"]),
        (["수요일", "월요일", "화요일"], "ko", ["월요일", "화요일", "수요일"]),
        (["März", "Januar"], "de", ["Januar", "März"]),
        (["Sun", "Moon"], "en", ["Sun", "Moon"]),
        (["May", "Bob"], "en", ["May", "Bob"]),
    ],
)
def test_days_and_months_are_told_in_their_order(named: list[str], language: str, ordered: list[str]) -> None:
    assert in_calendar_order(named, language) == ordered
