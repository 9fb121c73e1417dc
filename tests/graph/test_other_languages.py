"""Data that is named in one language, asked in others; and what depends on more than words: days, ages, who lives."""

from __future__ import annotations

import gzip
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import soulkeep
from episodes_support import told_as_answer
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.asked import reader_of
from soulkeep.graph.questions.dictionary import called, translated
from soulkeep.graph.questions.names import Names
from soulkeep.graph.questions.word_index import ENTRY, FILE, STEMS, looked_up
from soulkeep.graph.questions.wordbook import dimension_support
from soulkeep.graph.words.kinds import is_called, is_no_one, people, places

SCRIPTS = Path(__file__).parents[2] / "scripts"

TOWN = """
@prefix : <http://muehlbach.example/ding/> . @prefix m: <http://muehlbach.example/wort#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
m:Toepfer a owl:Class ; rdfs:label "Töpfer"@de . m:Kurs a owl:Class ; rdfs:label "Kurs"@de .
m:Baum a owl:Class ; rdfs:label "Baum"@de . m:Paechter a owl:Class ; rdfs:label "Pächter"@de .
m:Parzelle a owl:Class ; rdfs:label "Parzelle"@de .
m:geburtsdatum rdfs:label "Geburtsdatum"@de . m:sterbedatum rdfs:label "Sterbedatum"@de .
m:hoehe rdfs:label "Höhe in Meter"@de . m:giftig rdfs:label "giftig"@de . m:seehoehe rdfs:label "Seehöhe (m)"@de .
m:beginn rdfs:label "beginnt am"@de . m:leiter rdfs:label "Kursleiter"@de . m:brenndauer rdfs:label "Brenndauer"@de .
m:gepachtetVon rdfs:label "gepachtet von"@de . m:pacht rdfs:label "Jahrespacht in Euro"@de .
m:werkstatt rdfs:label "Werkstatt"@de . m:gegruendet rdfs:label "gegründet am"@de . m:farbe rdfs:label "Farbe"@de .
:ida a m:Toepfer ; rdfs:label "Ida Brenner" ; m:geburtsdatum "1901-04-02"^^xsd:date ;
  m:sterbedatum "1980-05-01"^^xsd:date .
:jon a m:Toepfer ; rdfs:label "Jon Quast" ; m:geburtsdatum "1970-07-09"^^xsd:date ; m:werkstatt :hof .
:hof rdfs:label "Scherbenhof" ; m:gegruendet "1999-08-01"^^xsd:date ; m:seehoehe 620 .
:linde a m:Baum ; rdfs:label "Trauerlinde"@de ; m:hoehe 22.5 ; m:giftig false ; m:farbe "grün"@de .
:eibe a m:Baum ; rdfs:label "Alte Eibe"@de ; m:hoehe 9.0 ; m:giftig true ; m:farbe "schwarz"@de .
:raku a m:Kurs ; rdfs:label "Raku-Nacht"@de ; m:beginn "2025-06-21"^^xsd:date ; m:leiter :jon .
:holz a m:Kurs ; rdfs:label "Holzbrandwoche"@de ; m:beginn "2025-09-15"^^xsd:date ; m:leiter :jon .
:drache rdfs:label "Alter Drache"@de ; m:brenndauer "P3D"^^xsd:duration .
:rosi a m:Paechter ; rdfs:label "Rosi Wedel" .
:p7 a m:Parzelle ; rdfs:label "Parzelle 7"@de ; m:gepachtetVon :rosi ; m:pacht 161 .
"""

CLUB = """
@prefix : <http://club.example/id/> . @prefix v: <http://club.example/v#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
v:Town a owl:Class ; rdfs:label "town" . v:Team a owl:Class ; rdfs:label "team" .
v:Person a owl:Class ; rdfs:label "person" .
v:Airship a owl:Class ; rdfs:label "airship" .
v:Warship a owl:Class ; rdfs:subClassOf v:Airship ; rdfs:label "war airship" .
v:Show a owl:Class ; rdfs:label "show" . v:Slot a owl:Class ; rdfs:label "slot" .
v:Stall a owl:Class ; rdfs:label "stall" .
v:Curse a owl:Class ; rdfs:label "curse" . v:Plot a owl:Class ; rdfs:label "plot" .
v:Concert a owl:Class ; rdfs:label "concert" .
v:coach rdfs:label "coach" . v:topSpeed rdfs:label "top speed (km/h)" . v:fleetNumber rdfs:label "fleet number" .
v:airsIn rdfs:label "airs in" . v:startTime rdfs:label "start time" . v:sells rdfs:label "sells" .
v:curedBy rdfs:label "cured by" .
v:leasedBy rdfs:label "leased by" . v:born rdfs:label "born" . v:launched rdfs:label "launched" .
v:features rdfs:label "features" .
v:conducts rdfs:label "conducts" . v:joined rdfs:label "joined on" . v:daysToHarvest rdfs:label "days to harvest" .
:elwick a v:Town ; rdfs:label "Port Elwick" .
:ladies a v:Team ; rdfs:label "Port Elwick Ladies F.C." ; v:coach :ruth .
:ruth a v:Person ; rdfs:label "Ruth Penhallow" ; v:born "1970-02-03"^^xsd:date ; v:joined "2011-05-06"^^xsd:date .
:hazel a v:Person ; rdfs:label "Hazel" ; v:born "1995-10-17"^^xsd:date .
:kestrel a v:Airship ; rdfs:label "Brass Kestrel" ; v:topSpeed 91 ; v:fleetNumber 1 ;
  v:launched "1971-02-03"^^xsd:date .
:anvil a v:Warship ; rdfs:label "Anvil of Dawn" ; v:topSpeed 35 ; v:fleetNumber 7 ;
  v:launched "1990-02-03"^^xsd:date .
:talk a v:Show ; rdfs:label "Shed Talk" ; v:airsIn :noon .
:noon a v:Slot ; rdfs:label "Tuesday noon" ; v:startTime "12:15:00"^^xsd:time .
:rain a v:Stall ; rdfs:label "Rain Tap" ; v:sells :tea . :tea rdfs:label "fog tea" .
:yawn a v:Curse ; rdfs:label "Borrowed Yawn" ; v:curedBy :tea .
:plot3 a v:Plot ; rdfs:label "plot 3" ; v:leasedBy :ruth .
:gala a v:Concert ; rdfs:label "River Gala" ; v:features :brass . :brass rdfs:label "Elwick Brass" .
:ruth v:conducts :brass .
"""


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    folder = tmp_path_factory.mktemp("data")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keepers = {}
        for name, data in (("town", TOWN), ("club", CLUB)):
            (folder / f"{name}.ttl").write_text(data, encoding="utf-8")
            keepers[name] = keep.character(name.title())
            keepers[name].know(folder / f"{name}.ttl")
        yield lambda of, text, person: keepers[of].reply(text, person=person).text


@pytest.mark.parametrize(
    ("of", "text", "said"),
    [
        ("town", "Which tree is the tallest?", "Trauerlinde"),
        ("town", "Which trees are poisonous?", "Alte Eibe"),
        ("town", "제일 높은 나무는 뭐야?", "Trauerlinde"),
        ("town", "How high up is the Scherbenhof?", "620"),
        ("town", "How old was Ida Brenner when she died?", "79"),
        ("town", "Wie alt wurde Ida Brenner?", "79"),
        ("town", "How old was Jon Quast when the Scherbenhof was founded?", "29"),
        ("town", "Welche Kurse beginnen nach dem 1. Juli?", "Holzbrandwoche"),
        ("town", "Welche Kurse beginnen nach Juli 2025?", "Holzbrandwoche"),
        ("town", "wie lang brennt der Alte Drache, wenn er mal an ist?", "3 Tage"),
        ("town", "Lebt Ida Brenner noch?", "Nein"),
        ("town", "Welche Töpfer leben noch?", "Jon Quast"),
        ("town", "Was Jon Quast born on 9 July?", "yes"),
        ("town", "Wie alt war Ida Brenner, als Jon Quast geboren wurde?", "69"),
        ("town", "Ich hab nur 3. Welcher Baum ist giftig?", "Alte Eibe"),
        ("town", "Is Ida Brenner still alive?", "no"),
        ("club", "Who coaches Port Elwick Ladies?", "Ruth Penhallow"),
        ("club", "whens hazels birthday", "17"),
        ("club", "whats the fastest ship", "Brass Kestrel"),
        ("club", "Which airship is the oldest in the fleet?", "Brass Kestrel"),
        ("club", "what time does shed talk start?", "12:15"),
        ("club", "where can I get some fog tea?", "Rain Tap"),
        ("club", "Which brass kestral is it?", "Kestrel"),
        ("club", "does Ruth Penhallow have a plot?", "Yes"),
        ("club", "When did Ruth Penhallow join?", "joined on 6 May 2011"),
    ],
)
def test_it_is_answered_whatever_it_is_called(ask: object, of: str, text: str, said: str) -> None:
    told = ask(of, text, text)  # type: ignore[operator]
    assert said.casefold() in told.casefold(), told


@pytest.mark.parametrize(
    ("of", "text", "never"),
    [
        ("town", "When did Jon Quast die?", "1970"),
        ("town", "Wann ist Jon Quast gestorben?", "1970"),
        ("club", "Who conducts Elwick Brass?", "River Gala"),
        ("club", "Is Ruth Penhallow a plot?", "Yes"),
        ("club", "Is Port Elwick kind?", "Yes"),
        ("town", "How deep is the Scherbenhof?", "620"),
        ("town", "Welche Töpfer leben noch?", "Ida"),
        ("town", "Which workshop poison is it?", "giftig"),
    ],
)
def test_what_is_something_else_is_no_answer(ask: object, of: str, text: str, never: str) -> None:
    told = told_as_answer(ask(of, text, text))  # type: ignore[operator]
    assert never not in told, told


def test_german_names_of_properties_are_known_by_german_words(tmp_path: Path) -> None:
    (tmp_path / "town.ttl").write_text(TOWN, encoding="utf-8")
    knowledge = Knowledge([read_file(tmp_path / "town.ttl").data])
    known = reader_of(knowledge).known
    word = "<http://muehlbach.example/wort#{}>".format
    assert dimension_support(known.wordbook, "born")[word("geburtsdatum")] == 1.0
    assert dimension_support(known.wordbook, "death")[word("sterbedatum")] == 1.0
    assert dimension_support(known.wordbook, "duration")[word("brenndauer")] >= 0.75
    assert word("pacht") not in dimension_support(known.wordbook, "born")
    assert reader_of(knowledge).surroundings.latest_year(word("beginn")) == "2025"
    assert reader_of(knowledge).surroundings.latest_year(word("pacht")) is None
    assert knowledge.schema.is_person([word("Toepfer")])
    assert not knowledge.schema.is_person([word("Baum")])
    assert Names(knowledge).find("which one is green", "en", ())[0].terms[0][0].startswith('"grün"')


def test_the_dictionary_has_each_meaning_in_three_languages() -> None:
    ((span, stems),) = translated(["", "kiln", "glows"], 1, "en")
    assert (list(span), ("de", "brennof") in stems or any(language == "de" for language, _ in stems)) == ([1], True)
    assert [list(span) for span, _ in translated(["date", "of", "birth"], 0, "en")] == [[0, 1, 2]]
    assert any(language == "en" for _, stems in translated(["만들었어"], 0, "ko") for language, _ in stems)
    assert list(translated(["gato"], 0, "es")) == []
    assert ("grün", "de") in called("Green", "en")
    assert list(called("Quidnunc", "en")) == []
    table = Path(soulkeep.__file__).parent / "graph" / "questions" / "data" / "dictionary.tsv"
    lines = table.read_text(encoding="utf-8").splitlines()
    assert all(len(line.split("\t")) == 3 and all(line.split("\t")) for line in lines)
    assert len(lines) == len(set(lines)) > 2500


def test_the_index_of_words_is_what_the_tables_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    index = importlib.import_module("word_index")
    assert gzip.decompress(FILE.read_bytes()) == index.made(), "run `python scripts/word_index.py`"


@pytest.mark.parametrize(
    ("table", "language", "words"), [(ENTRY, "en", "abandon"), (ENTRY, "ko", "방치"), (STEMS, "de", "abt")]
)
def test_words_are_looked_up_where_they_lie(table: str, language: str, words: str) -> None:
    assert looked_up(table, language, words)
    assert looked_up(table, language, words + "x") is None
    assert looked_up(table, language, "") is None


def test_the_first_and_the_last_line_of_the_index_are_found() -> None:
    lines = gzip.decompress(FILE.read_bytes()).decode().splitlines()
    for line in (lines[0], lines[-1], lines[len(lines) // 2]):
        begin, _, told = line.partition("\t")
        table, language, words = begin.split(" ", 2)
        assert looked_up(table, language, words) == told
    assert looked_up("aaa", "en", "a") is None
    assert looked_up("zzz", "en", "a") is None


def test_kinds_are_told_by_their_nouns() -> None:
    assert {"potter", "coach"} <= people()
    assert {"kiosk", "market", "cave"} <= places()
    assert not {"plant", "spell"} & places()
    assert is_called("people", "Obergärtner", "de")
    assert is_called("places", "노점", "ko")
    assert not is_called("people", "Glasur", "de")
    assert not is_called("people", "potier", "fr")
    assert is_no_one("Concert", "en")
    assert is_no_one("Herbstkonzert", "de")
    assert not any(is_no_one(word, "en") for word in ("team", "museum", "label", "wizard", "robot", "spirit", "brand"))
