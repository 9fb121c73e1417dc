"""What is known of a thing is told beside not knowing what was asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import soulkeep
from soulkeep.graph.episodes.passages import described
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from soulkeep.testing.models import ScriptedChat

LIBRARY = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Tool a rdfs:Class ; rdfs:label "tool"@en . :Member a rdfs:Class ; rdfs:label "member"@en .
:dueDate rdfs:label "due date"@en . :borrower rdfs:label "borrower"@en . :tool rdfs:label "lent tool"@en .
:drill a :Tool ; rdfs:label "Cordless Drill"@en ; :deposit_eur 30 ; :shelf "B4" .
:mower a :Tool ; rdfs:label "Reel Mower"@en ; :shelf "C1" ;
    rdfs:comment "Its blade came loose in the storm of March. Aunt Mabel's old favourite."@en .
:loan1 :tool :drill ; :borrower :ann ; :dueDate "2026-12-12"^^xsd:date ; :purpose "a tree house" .
:loan2 :tool :mower ; :borrower :ann ; :dueDate "2026-10-01"^^xsd:date ; :purpose "the churchyard" .
:ann a :Member ; rdfs:label "Ann Tully"@en ; :joined "2019-03-04"^^xsd:date ; :mentor :bob .
:yesterday a :Tool ; rdfs:label "Yesterday"@en ; :shelf "D9" .
:bob a :Member ; rdfs:label "Bob Marsh"@en ; :joined "2011-05-06"^^xsd:date .
"""


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[soulkeep.Character]:
    (tmp_path / "library.ttl").write_text(LIBRARY, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(tmp_path / "library.ttl")
        yield keeper


def _intent(keeper: soulkeep.Character, person: str) -> str | None:
    return [act.intent for one in keeper.episodes(person=person) if one.kind == "message" for act in one.acts][-1]


@pytest.mark.parametrize(
    ("asked", "tells", "never"),
    [
        ("has the cordless drill been sent back yet?", ["12 December 2026"], ["churchyard", "C1"]),
        ("Did Pat ruin the blade of the reel mower?", ["blade came loose in the storm of March"], ["B4"]),
        ("Why did Ann Tully sell the reel mower?", ["churchyard"], ["tree house", "12 December"]),
    ],
)
def test_what_is_known_is_told_beside_not_knowing(
    keeper: soulkeep.Character, asked: str, tells: list[str], never: list[str]
) -> None:
    text = keeper.reply(asked, person="p").text
    assert all(one in text for one in tells), text
    assert not any(one in text for one in never), text
    assert _intent(keeper, "p") == "what_is_known"
    assert not any(act.found for one in keeper.episodes(person="p") for act in one.acts if act.kind == "answer")


def test_it_goes_on_from_what_the_talk_was_about(keeper: soulkeep.Character) -> None:
    keeper.reply("What shelf is the cordless drill on?", person="p")
    assert "12 December 2026" in keeper.reply("And when does it have to be back?", person="p").text


@pytest.mark.parametrize(
    "asked",
    [
        "What is your favourite song?",
        "Who are you?",
        "Why is the sky blue?",
        "Have you met Ann Tully?",
        "Could you call Ann Tully for me?",
        "What happened yesterday?",  # a boat is called so
        "Why did Bob Marsh need the reel mower?",  # nothing joins them: the loan is Ann's
        "What happened in the storm of March?",  # names nothing
    ],
)
def test_nothing_is_told_where_nothing_fits(keeper: soulkeep.Character, asked: str) -> None:
    keeper.reply("Hello!", person="p")
    keeper.reply(asked, person="p")
    assert _intent(keeper, "p") != "what_is_known"


def test_what_is_a_loans_is_not_told_as_its_things_own(keeper: soulkeep.Character) -> None:
    text = keeper.reply("Why did Ann Tully laugh?", person="p").text  # she has two loans
    assert "churchyard" not in text
    assert "2026" not in text


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (
            "The cordless drill makes a squeaking noise when it is cold.",
            "When does the cordless drill make a squeaking noise?",
            "cold",
        ),
        ("Bob Marsh broke his arm while climbing.", "Why is Bob Marsh in hospital?", "arm"),
    ],
)
def test_what_the_person_told_comes_first(keeper: soulkeep.Character, told: str, asked: str, answer: str) -> None:
    keeper.observe(told, person="p", speaker="p")
    assert answer in keeper.reply(asked, person="p").text


def test_a_model_is_told_it_too(tmp_path: Path) -> None:
    (tmp_path / "library.ttl").write_text(LIBRARY, encoding="utf-8")
    chat = ScriptedChat(default="It did.")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False), chat=chat) as keep:
        keeper = keep.character("Keeper")
        keeper.know(tmp_path / "library.ttl")
        keeper.reply("Did Pat ruin the blade of the reel mower?", person="p")
    assert any("blade came loose" in message.content for prompt in chat.prompts for message in prompt)


def test_sentences_are_found_in_the_right_language(tmp_path: Path) -> None:
    data = """
    @prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    :a rdfs:comment "The old mill stands at the brook. It burnt down in a winter night."@en ,
        "Die alte Mühle steht am Bach."@de .
    """
    (tmp_path / "mill.ttl").write_text(data, encoding="utf-8")
    mill, knowledge = "<http://example.org/a>", Knowledge([read_file(tmp_path / "mill.ttl").data])
    assert described("when did it burn down in winter", "en", mill, knowledge) == "It burnt down in a winter night."
    assert described("where does it stand", "en", mill, knowledge) == "The old mill stands at the brook."
    assert described("wo steht sie", "de", mill, knowledge) == "Die alte Mühle steht am Bach."
    assert described("who owns it", "en", mill, knowledge) == ""


def test_a_hubs_links_are_not_told(tmp_path: Path) -> None:
    people = "".join(f':p{at} rdfs:label "Person {at}" ; :livesIn :hub .\n' for at in range(300))
    prefixes = "@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    (tmp_path / "hub.ttl").write_text(f'{prefixes}:hub rdfs:label "Millbrook" ; :population 5000 .\n{people}')
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(tmp_path / "hub.ttl")
        text = keeper.reply("Why did Millbrook lose its railway?", person="p").text
    assert "5,000" in text
    assert "Person" not in text


ABBEY = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Round a rdfs:Class ; rdfs:label "round"@en . :homeAlley rdfs:label "home alley"@en .
:round a :Round ; rdfs:label "Abbey Round"@en ; :departsAt "04:50" ; :homeAlley "Galaxy Ten" ; :kaufpreis 460 .
"""


def test_it_is_told_in_sentences_and_in_no_words_of_another_language(tmp_path: Path) -> None:
    (tmp_path / "abbey.ttl").write_text(ABBEY, encoding="utf-8")
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        keeper = keep.character("Keeper")
        keeper.know(tmp_path / "abbey.ttl")
        text = keeper.reply("who thought of the Abbey Round?", person="p").text
    assert "home alley is Galaxy Ten" in text
    assert ";" not in text
    assert "kaufpreis" not in text
