"""How many something has, exactly, more or less: numbers that are values, and numbers of links; in three languages."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from benchmarks.knowledge import RIGHT, WRONG, asked, says

import soulkeep
from episodes_support import told_as_answer

SHEETS = Path(__file__).parents[1] / "sheets" / "numbers"

CLUBS = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Club rdfs:label "Verein"@de, "club"@en, "동호회"@ko . :Person rdfs:label "Person"@de, "person"@en, "사람"@ko .
:coach rdfs:label "Trainer"@de, "coach"@en, "코치"@ko .
:cups rdfs:label "Anzahl der Pokale"@de, "cups"@en, "우승컵 수"@ko .
:pet rdfs:label "Haustier"@de, "pet"@en, "반려동물"@ko .
:a a :Club ; rdfs:label "Blauer Bund"@de, "Blue League"@en, "푸른회"@ko ; :coach :p1, :p2 ; :cups 1 .
:b a :Club ; rdfs:label "Roter Ring"@de, "Red Ring"@en, "붉은회"@ko ; :coach :p3 ; :cups 2 .
:c a :Club ; rdfs:label "Grüne Garde"@de, "Green Guard"@en, "초록회"@ko ; :coach :p1, :p2, :p3 ; :cups 3 .
:p1 a :Person ; rdfs:label "Anna Beck", "안나"@ko ; :pet "Rex", "Mia" .
:p2 a :Person ; rdfs:label "Jon Kraus", "존"@ko ; :pet "Pico" .
:p3 a :Person ; rdfs:label "Lea Sommer", "레아"@ko .
"""
NAMES = {
    "a": ("Blue League", "Blaue", "푸른회"), "b": ("Red Ring", "Rote", "붉은회"),
    "c": ("Green Guard", "Grüne", "초록회"),
    "p1": ("Anna",  "Anna", "안나"), "p2": ("Jon", "Jon", "존"), "p3": ("Lea", "Lea", "레아"),
}  # fmt: skip

ASKED = [
    ("Which club has two coaches?", "a"),
    ("Which clubs have only one coach?", "b"),
    ("which club has exactly one coach", "b"),
    ("Which club has a single coach?", "b"),
    ("Which clubs have more than one coach?", "a c"),
    ("Which club has three coaches?", "c"),
    ("who has more than one pet", "p1"),
    ("who's got just one pet?", "p2"),
    ("Which clubs have Anna as one of their coaches?", "a c"),
    ("Welche Vereine haben genau einen Trainer?", "b"),
    ("Welcher Verein hat nur einen Trainer?", "b"),
    ("Welche Vereine haben mehr als einen Trainer?", "a c"),
    ("Welcher Verein hat zwei Trainer?", "a"),
    ("Welche Vereine haben nur einen Pokal?", "a"),
    ("Wer hat zwei Haustiere?", "p1"),
    ("Wer hat nur ein Haustier?", "p2"),
    ("Wer hat kein Haustier?", "p3"),
    ("코치가 한 명뿐인 동호회는?", "b"),
    ("코치가 두 명인 동호회는 어디야?", "a"),
    ("코치가 두 명뿐인 동호회는?", "a"),
    ("코치가 세 명인 동호회 알려줘", "c"),
    ("우승컵이 하나뿐인 동호회는 어디야?", "a"),
    ("반려동물이 한 마리밖에 없는 사람은?", "p2"),
    ("반려동물이 두 마리인 사람은 누구야?", "p1"),
    ("반려동물이 없는 사람은?", "p3"),
]
Ask = Callable[..., str]


@contextmanager
def asking(data: str, folder: Path) -> Iterator[Ask]:
    path = folder / "data.ttl"
    path.write_text(data, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("keeper")
        keeper.know(path)
        people = iter(range(10_000))

        def ask(*texts: str) -> str:
            person = f"p{next(people)}"
            return [keeper.reply(text, person=person).text for text in texts][-1]

        yield ask


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    with asking(CLUBS, tmp_path_factory.mktemp("clubs")) as ask:
        yield ask


@pytest.mark.parametrize(("text", "right"), ASKED)
def test_only_what_has_so_many_is_told(clubs: Ask, text: str, right: str) -> None:
    told = clubs(text)
    wanted = right.split()
    kind = {one for one in NAMES if one.startswith(wanted[0][0]) or (wanted[0] in "abc" and one in "abc")}
    for one in kind:
        assert any(name in told for name in NAMES[one]) == (one in wanted), told


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("How many clubs have one coach?", ("One", "1")),
        ("Wie viele Vereine haben mehr als einen Pokal?", ("zwei", "2")),
        ("Does the Red Ring have one coach?", ("Yes",)),
        ("Does the Green Guard have two coaches?", ("No", "not", "n't")),
        ("Hat der Rote Ring zwei Trainer?", ("Nein",)),
        ("초록회는 코치가 세 명이야?", ("응", "네", "맞아")),
    ],
)
def test_counts_and_yes_and_no_go_by_the_number(clubs: Ask, text: str, right: tuple[str, ...]) -> None:
    told = clubs(text)
    assert any(word in told for word in right), told


@pytest.mark.parametrize("text", ["Name just one club.", "Nenn mir nur einen Verein."])
def test_one_is_told_where_one_is_wanted(clubs: Ask, text: str) -> None:
    told = clubs(text)
    assert sum(any(name in told for name in NAMES[one]) for one in "abc") == 1, told


CAVERS = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix unit: <http://dbpedia.org/datatype/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Lamp rdfs:label "lamp"@en . :Person rdfs:label "person"@en . :Camp rdfs:label "camp"@en .
:Breed rdfs:label "breed"@en . :Pony rdfs:label "pony"@en . :Potion rdfs:label "potion"@en .
:Lesson rdfs:label "lesson"@en .
:weight rdfs:label "weight"@en . :price rdfs:label "price"@en . :favouriteSnack rdfs:label "favourite snack"@en .
:glimmer a :Lamp ; rdfs:label "Glimmer" ; :weight "165.0"^^unit:gram ; :price "89.5"^^unit:poundSterling .
:sooty a :Lamp ; rdfs:label "Sooty" ; :weight "1300.0"^^unit:gram ; :price "40.0"^^unit:poundSterling .
:club a :Club ; rdfs:label "Wren Cavers" .
:ann a :Person ; rdfs:label "Ann Bell" ; :joined "2003"^^xsd:gYear ; :club :club ; :favouriteSnack "figs" .
:bo a :Person ; rdfs:label "Bo Quill" ; :joined "2019"^^xsd:gYear ; :club :club .
:return a :Camp ; rdfs:label "Moor Return" ; :leader :ann ; :participants :ann, :bo, :cy .
:dive a :Camp ; rdfs:label "Sump Dive" ; :leader :bo ; :participants :ann, :cy .
:cy a :Person ; rdfs:label "Cy Marsh" ; :joined "2001"^^xsd:gYear ; :club :club .
:dun a :Breed ; rdfs:label "Dunback" ; :gestationDays 340 .
:grey a :Breed ; rdfs:label "Greymane" ; :gestationDays 338 .
:x a :Pony ; rdfs:label "Tilly" ; :breed :dun . :y a :Pony ; rdfs:label "Moss" ; :breed :dun .
:z a :Pony ; rdfs:label "Fern" ; :breed :grey .
:brew a :Lesson ; rdfs:label "Potion Brewing" ; :teacher :ann .
:fizz a :Potion ; rdfs:label "Fizz" ; :effectText "Cures hiccups." .
:glow a :Potion ; rdfs:label "Glow" ; :effectText "Lights the way." .
"""


@pytest.fixture(scope="module")
def cavers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    with asking(CAVERS, tmp_path_factory.mktemp("cavers")) as ask:
        yield ask


@pytest.mark.parametrize(
    ("text", "right", "never"),
    [
        ("How much does the Glimmer weigh?", "165 grams", "kg"),
        ("What does the Glimmer cost?", "£89.50", "kg"),
        ("Which lamps weigh more than 1 kg?", "Sooty", "Glimmer"),
        ("who joined the club after 2015", "Bo Quill", "Wren"),
        ("How many Dunbacks have you got?", "wo", "340"),
        ("list all the potoins pls", "Fizz", "Brewing"),
        ("What does Fizz do?", "hiccups", "Glow"),
        ("Could you tell me what Glow does?", "Lights the way", "hiccups"),
        ("Who took part in both Moor Return and Sump Dive?", "Ann Bell and Cy Marsh", "Bo"),
        ("Who participated in both Moor Return and the Sump Dive?", "Ann Bell and Cy Marsh", "Bo"),
    ],
)
def test_what_was_ignored_or_guessed_is_told(cavers: Ask, text: str, right: str, never: str) -> None:
    told = cavers(text)
    assert right in told, told
    assert never not in told


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("What's Ann Bell's favourite song?", "igs"),
        ("Do you happen to have the phone number of the lamp repair team?", "Yes"),
    ],
)
def test_what_is_something_else_is_not_told(cavers: Ask, text: str, never: str) -> None:
    assert never not in told_as_answer(cavers(text))


ROLES = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix unit: <http://dbpedia.org/datatype/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Film rdfs:label "film"@en, "Film"@de . :Person rdfs:label "person"@en, "Person"@de, "사람"@ko .
:Stone rdfs:label "stone"@en, "Stein"@de .
:director rdfs:label "director"@en, "Regisseur"@de . :writer rdfs:label "writer"@en, "Autor"@de .
:child rdfs:label "child"@en, "Kind"@de . :sister rdfs:label "sister"@en, "여동생"@ko .
:weight rdfs:label "weight"@en, "Gewicht"@de .
:trade rdfs:label "trade"@en . :home rdfs:label "home"@en . :entryFeeAdults rdfs:comment "for grown-ups" .
:f1 a :Film ; rdfs:label "Grey Water" ; :director :ann ; :writer :bo .
:f2 a :Film ; rdfs:label "High Fog" ; :director :bo ; :writer :ann .
:ann a :Person ; rdfs:label "Ann Petrov", "안나"@ko ; :child :cy, :dee ; :sister :dee .
:bo a :Person ; rdfs:label "Bo Lind" ; :child :cy .
:cy a :Person ; rdfs:label "Cy Lind" ; :trade "smith" ; :home "Baker Lane" .
:dee a :Person ; rdfs:label "Dee Smith", "이하나"@ko ; :trade "baker" ; :home "Green Row" .
:opal a :Stone ; rdfs:label "Big Opal" ; :weight "2500.0"^^unit:gram .
:agate a :Stone ; rdfs:label "Pale Agate" ; :weight "0.3"^^unit:kilogram .
:ruby a :Stone ; rdfs:label "Ruby" ; :weight "900.0"^^unit:gram .
:fair a :Fair ; rdfs:label "Summer Fair" ; :entryFeeAdults 12 .
"""


@pytest.fixture(scope="module")
def roles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    with asking(ROLES, tmp_path_factory.mktemp("roles")) as ask:
        yield ask


@pytest.mark.parametrize(
    ("text", "right", "never"),
    [
        ("Who was both director of Grey Water and writer of High Fog?", "Ann", "Bo"),
        ("Wer war sowohl Regisseur von Grey Water als auch Autor von High Fog?", "Ann", "Bo"),
        ("Where does the smith live?", "Baker Lane", "Green"),
        ("Wer hat genau zwei Kinder?", "Ann", "Cy"),
        ("Who has two children?", "Ann", "Bo"),
        ("Just one more thing: who wrote High Fog?", "Ann", "Bo"),
        ("Just one question, who is the director of High Fog?", "Bo", "Ann"),
        ("How much is the entry fee of the Summer Fair?", "12", "adults"),
        ("안나는 여동생이 한 명뿐이야?", "이하나야", "이고"),
    ],
)
def test_what_a_number_or_both_does_not_qualify_is_left(roles: Ask, text: str, right: str, never: str) -> None:
    told = roles(text)
    assert right in told
    assert never not in told


@pytest.mark.parametrize(
    "text", ["dragons with two heads", "knight for 3 days", "Room 7, second floor", "I only have one sister."]
)
def test_what_asks_nothing_is_answered_by_nothing_known(roles: Ask, text: str) -> None:
    told = roles(text)
    assert not any(name in told for name in ("Ann", "Bo", "Cy", "Dee", "Opal"))


def test_a_favourite_told_in_a_near_word_is_told(cavers: Ask) -> None:
    assert "igs" in cavers("What's Ann Bell's favourite food?")


COURSES = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Kurs rdfs:label "Kurs"@de . :Person rdfs:label "Person"@de . :Flug rdfs:label "Flug"@de .
:Fest rdfs:label "Veranstaltung"@de .
:teilnehmer rdfs:label "Teilnehmer"@de . :kursleiter rdfs:label "Kursleiter"@de . :datum rdfs:label "Datum"@de .
:k1 a :Kurs ; rdfs:label "Theoriekurs"@de ; :teilnehmer :a, :b ; :kursleiter :c .
:k2 a :Kurs ; rdfs:label "Funkkurs"@de ; :teilnehmer :b, :c ; :kursleiter :a .
:a a :Person ; rdfs:label "Anna Beck" . :b a :Person ; rdfs:label "Jon Kraus" . :c a :Person ; rdfs:label "Lea Sommer" .
:f1 a :Fest ; rdfs:label "Alpenlager 2026"@de ; :datum "2026-06-05"^^xsd:date .
:f2 a :Fest ; rdfs:label "Flugtag"@de ; :datum "2026-08-15"^^xsd:date .
:f3 a :Fest ; rdfs:label "Winterfest"@de ; :datum "2026-12-15"^^xsd:date .
"""


def test_german_verbs_in_two_parts_and_months_beside_names(tmp_path: Path) -> None:
    with asking(COURSES, tmp_path) as ask:
        told = ask("Wer nimmt am Theoriekurs teil?")
        assert "Anna" in told
        assert "Jon" in told
        assert "Lea" not in told
        told = ask("Wer nimmt sowohl am Theoriekurs als auch am Funkkurs teil?")
        assert "Jon" in told
        assert "Anna" not in told
        told = ask("Welche Veranstaltungen waren zwischen Mai und September 2026?")
        assert "Alpenlager" in told
        assert "Flugtag" in told
        assert "Winterfest" not in told


@pytest.mark.parametrize("sheet", sorted(SHEETS.glob("*.jsonl")), ids=lambda sheet: sheet.stem)
def test_numbers_nobody_tuned_on_qualify_or_do_not(sheet: Path) -> None:
    count: Counter[str] = Counter()
    missed: list[str] = []
    for one in asked(sheet.with_suffix(".ttl"), [json.loads(line) for line in sheet.read_text("utf-8").splitlines()]):
        too_many = any(says(one.text, name) for name in one.case.get("never", ()))  # type: ignore[attr-defined]
        verdict = WRONG if one.verdict == RIGHT and too_many else one.verdict
        count[verdict] += 1
        if verdict != RIGHT:
            missed.append(f"[{verdict}] {one.case['ask']} -> {one.text}")
    assert count.total() == 60
    assert count[RIGHT] >= 48, missed
    assert count[WRONG] <= 1, missed
