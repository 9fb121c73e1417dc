"""Answers of another kind, time or person than what was asked for aren't told; what was asked for is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import soulkeep
from episodes_support import told_as_answer

VALLEY = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person rdfs:label "person"@en, "Person"@de . :Race rdfs:label "race"@en, "Rennen"@de . :Hut rdfs:label "hut"@en .
:Bridge rdfs:label "bridge"@en, "Brücke"@de .
:Monster rdfs:label "monster"@en . :Club rdfs:label "club"@en, "Verein"@de .
:winner rdfs:label "winner"@en, "Sieger"@de . :date rdfs:label "date"@en . :venue rdfs:label "venue"@en .
:joined rdfs:label "joined"@en, "beigetreten"@de ; rdfs:range xsd:date . :length rdfs:label "length (m)"@en .
:deadline rdfs:label "deadline"@en, "Meldeschluss"@de .
:height rdfs:label "height (m)"@en . :built rdfs:label "built"@en .
:born rdfs:label "born"@en ; rdfs:range xsd:date . :pay rdfs:label "pay (euros)"@en, "Gehalt (Euro)"@de .
:mitglieder rdfs:label "Mitglieder"@de . :mitgliederzahl rdfs:label "Mitgliederzahl"@de .
:ann a :Person ; rdfs:label "Ann Pell" ; :joined "2019-03-01"^^xsd:date ; :pay 3000 .
:bo a :Person ; rdfs:label "Bo Rudd" ; :joined "2021-05-01"^^xsd:date ; :pay 2500 .
:ida a :Person ; rdfs:label "Ida Holm" ; :born "1990-01-02"^^xsd:date .
:r1 a :Race ; rdfs:label "Weir Dash 2021" ; :date "2021-07-01"^^xsd:date ; :winner :ida ;
    :deadline "2021-06-01"^^xsd:date .
:r2 a :Race ; rdfs:label "Weir Dash 2023" ; :date "2023-07-03"^^xsd:date ; :winner :bo .
:r3 a :Race ; rdfs:label "Ice Run" ; :date "2022-02-03"^^xsd:date ; :winner :ann ; :venue :b1 .
:b1 a :Bridge ; rdfs:label "Weir Bridge" ; :length 120 .
:h1 a :Hut ; rdfs:label "Larch Hut" ; :built "1931"^^xsd:gYear .
:h2 a :Hut ; rdfs:label "Cairn Hut" ; :built "1954"^^xsd:gYear .
:m1 a :Monster ; rdfs:label "Grum" ; :height 4 . :m2 a :Monster ; rdfs:label "Slud" ; :height 6 .
:v a :Club ; rdfs:label "Die Schleifer"@de ; :mitglieder :ann, :bo ; :mitgliederzahl 45 .
"""


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[soulkeep.Character]:
    data = tmp_path_factory.mktemp("valley") / "valley.ttl"
    data.write_text(VALLEY, encoding="utf-8")
    clock = soulkeep.ManualClock(datetime(2026, 3, 2, 12, tzinfo=UTC))
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False), clock=clock) as keep:
        one = keep.character("Keeper")
        one.know(data)
        yield one


def _last(keeper: soulkeep.Character, said: str) -> str:
    """Return the answer to the last of several turns of one talk."""
    return [keeper.reply(turn.strip(), person=said).text for turn in said.split(">>")][-1]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("What's the deadline of the Weir Dash 2021?", "1 June 2021"),
        ("Was ist der Meldeschluss vom Weir Dash 2021?", "1. Juni 2021"),
        ("Who is the tallest monster?", "Slud"),
        ("How long has Ann Pell been in the club?", "7 years"),
        ("Which huts were built in 1931? >> And after 1940?", "Cairn Hut"),
        ("Which huts were built after 1940? >> And before 1940?", "Larch Hut"),
        ("Which races were in July 2021? >> And in June?", "don't know"),
        ("Who won the Weir Dash in 2021?", "Ida"),
        ("Who won the Ice Run? >> When was that?", "3 February 2022"),
        ("Is Ann Pell's pay higher than Bo Rudd's?", "3,000 euros"),
        ("Whose pay is the highest?", "Ann Pell's"),
        ("Wer sind die Mitglieder der Schleifer?", "Bo Rudd"),
        ("Ist Ann Pell früher beigetreten als Bo Rudd?", "Bei Ann Pell war es am 1. März 2019"),
    ],
)
def test_what_was_asked_for_is_told(keeper: soulkeep.Character, said: str, told: str) -> None:
    assert told in _last(keeper, said)


@pytest.mark.parametrize(
    ("said", "never"),
    [
        ("Who won the Weir Dash in 2022?", ("Ann", "Ida", "Bo")),  # the Ice Run was then
        ("Who won the Weir Dash 2021? >> And in 2022?", ("Ann", "Ida", "Bo")),
        ("Which races did Ida Holm win in 1990?", ("Dash",)),  # her birthday
        ("Which races did Bo Rudd win in 2021?", ("Dash",)),  # when he joined
        ("Has Ida Holm won anything? >> When was that?", ("1990",)),
        ("Is Ann Pell older than Bo Rudd?", ("Yes", "No.", "2019")),  # nobody knows when they were born
        ("How long has the Weir Bridge been broken?", ("120",)),
        ("How long has Bo Rudd been pregnant?", ("2021", "year")),
        ("Wie lange ist Bo Rudd schon verheiratet?", ("2021", "Jahre")),
        ("What started the Ice Run?", ("2022",)),
    ],
)
def test_what_was_not_is_not(keeper: soulkeep.Character, said: str, never: tuple[str, ...]) -> None:
    answer = told_as_answer(_last(keeper, said))
    assert not any(one in answer for one in never), answer
