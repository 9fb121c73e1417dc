"""What words mean where they may mean several things: a kind or a name, a title or who has it, a date or a number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import soulkeep

_DATA = """
@prefix : <http://example.com/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Hall rdfs:label "hall"@en, "Saal"@de . :Case a rdfs:Class ; rdfs:label "case"@en, "사건"@ko .
:Suspect a rdfs:Class ; rdfs:label "suspect"@en, "용의자"@ko . :Member a rdfs:Class ; rdfs:label "member"@en .
:Cheese a rdfs:Class ; rdfs:label "cheese"@en . :Palace a rdfs:Class ; rdfs:label "palace"@en .
:seats rdfs:label "seats"@en . :suspect a <http://www.w3.org/1999/02/22-rdf-syntax-ns#Property> .
:red a :Hall ; rdfs:label "Red Hall" ; :seats 40 . :blue a :Hall ; rdfs:label "Blue Hall" ; :seats 90 .
:green a :Hall ; rdfs:label "Green Hall" ; :seats 70 .
:c1 a :Case ; rdfs:label "Fog Street" ; :suspect :s1, :s2 ; :culprit :s1 ; :solvedOn "2025-03-02"^^xsd:date ;
  :occurredOn "2025-01-02"^^xsd:date .
:c2 a :Case ; rdfs:label "Lost Ledger" ; :suspect :s3 ; :occurredOn "2025-06-20"^^xsd:date .
:c3 a :Case ; rdfs:label "Old Debt" ; :suspect :s3 ; :occurredOn "2024-06-20"^^xsd:date ;
  :solvedOn "2024-07-01"^^xsd:date .
:s1 a :Suspect ; rdfs:label "Ada Moor" ; :nickname "Smoke" ; :hometown "Lund" . :s2 a :Suspect ; rdfs:label "Bo Tarn" .
:s3 a :Suspect ; rdfs:label "Cy Vance" .
:m1 a :Member ; rdfs:label "Dora Finch" ; :birthDate "1950-01-01"^^xsd:date ; :memberSince "2024-01-01"^^xsd:date ;
  :office "treasurer" ; :hometown "Kiel" .
:m2 a :Member ; rdfs:label "Emil Roth" ; :birthDate "2001-01-01"^^xsd:date ; :memberSince "2019-01-01"^^xsd:date .
:h1 a :Cheese ; rdfs:label "Old Thistle" ; :milk "cow's milk" ; :maker :m1 ; :lastMade "2019"^^xsd:gYear .
:h2 a :Cheese ; rdfs:label "Sallow Ash" ; :milk "ewe's milk" ; :maker :m1 .
:p1 a :Palace ; rdfs:label "Dawn Court" ; :built 1612 . :p2 a :Palace ; rdfs:label "Snow Court" ; :built 1902 .
"""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[soulkeep.Character]:
    data: Path = tmp_path_factory.mktemp("town") / "town.ttl"
    data.write_text(_DATA, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(data)
        yield keeper


@pytest.mark.parametrize(
    ("asked", "told", "untold"),
    [
        ("Which hall has the most seats?", "Blue Hall", "Red"),  # a kind, though three names have the word
        ("Who are the suspects in Fog Street?", "Bo Tarn", "Cy"),  # a property called as a class is
        ("How many cases have been solved?", "two", "three"),
        ("Which cases happened between January and May 2025?", "Fog Street", "Ledger"),  # one year for both months
        ("Where is Smoke from?", "Lund", "Kiel"),  # a nickname
        ("What is the treasurer's hometown?", "Kiel", "Lund"),  # who has an office
        ("Who is the youngest member?", "Emil Roth", "Dora"),  # by age, not by how long
        ("Which is the oldest palace?", "Dawn Court", "Snow"),  # years as plain numbers
        ("Which cheeses aren't made from cow's milk?", "Sallow Ash", "Thistle"),  # what is denied is the milk
        ("How long did it take to solve Fog Street?", "59", "2025"),
    ],
)
def test_words_are_heard_as_meant(town: soulkeep.Character, asked: str, told: str, untold: str) -> None:
    text = town.reply(asked, person=asked).text
    assert told.casefold() in text.casefold()
    assert untold not in text


def test_what_is_not_a_things_own_is_not_counted(town: soulkeep.Character) -> None:
    assert "one" not in town.reply("How many windows are there in the Blue Hall?", person="windows").text.casefold()


@pytest.mark.parametrize("asked", ["용의자 명단 좀", "list of suspects please", "list of suspects"])
def test_a_list_may_be_asked_for_by_a_noun(town: soulkeep.Character, asked: str) -> None:
    text = town.reply(asked, person=asked).text
    assert all(name in text for name in ("Ada Moor", "Bo Tarn", "Cy Vance"))


@pytest.mark.parametrize(
    "said",
    ["I love the suspect list", "We lost the list of suspects", "the list of suspects is long", "용의자 명단을 봤어"],
)
def test_a_list_that_is_spoken_of_is_not_asked_for(town: soulkeep.Character, said: str) -> None:
    assert "Ada Moor" not in town.reply(said, person=said).text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Is Dora Finch a treasurer?", "Yes"),
        ("Is Emil Roth the treasurer?", None),  # of whom nobody knows what they are
        ("Are all cases solved?", None),
        ("Is the Dawn Court older than the Snow Court?", "Yes"),
        ("Is the Snow Court older than the Dawn Court?", "no"),
        ("Is there a smoke in Lund?", None),  # nobody is so called, with an article
    ],
)
def test_a_yes_rests_on_what_was_asked(town: soulkeep.Character, asked: str, told: str | None) -> None:
    text = town.reply(asked, person=asked).text
    assert (told in text) if told else ("yes" not in text.casefold())


@pytest.mark.parametrize(
    "talk",
    [
        ("Which suspects are there?", "Which of them is from Lund?", "Ada Moor"),
        ("Which members are there?", "Who of those is the youngest?", "Emil Roth"),
        ("Which halls are there?", "Which of them has the fewest seats?", "Red Hall"),
        ("Who has the nickname Smoke?", "Where is that suspect from?", "Lund"),
    ],
)
def test_those_and_that_one_are_what_was_told(town: soulkeep.Character, talk: tuple[str, str, str]) -> None:
    first, further, told = talk
    town.reply(first, person=further)
    assert told.casefold() in town.reply(further, person=further).text.casefold()
