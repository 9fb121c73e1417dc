"""The public surface: what a character knows as RDF, and its episodes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import soulkeep
from episodes_support import BORN, EX, MUSIC, Talk, dbo, dbr
from soulkeep.graph.sparql import Sandbox
from soulkeep.types.episodes import Answers

SHIPS = f'{EX} ex:ship a owl:Class ; rdfs:label "ship"@en . ex:v a ex:ship ; rdfs:label "Vasa"@en .'.encode()


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


def test_a_file_is_known_by_its_name_and_learnt_once() -> None:
    with Talk(knowing=None) as talk:
        first, again = talk.ella.know(MUSIC), talk.ella.know(str(MUSIC))
        assert (first.source, first.new, again.new) == ("music", True, False)
        assert first.triples == again.triples > 5000
        assert [one.source for one in list(talk.ella.knowledge)] == ["music"]


def test_bytes_need_a_name() -> None:
    with Talk(knowing=None) as talk:
        with pytest.raises(soulkeep.InputError, match="name"):
            talk.ella.know(SHIPS)
        with pytest.raises(soulkeep.InputError):
            talk.ella.know(3, source="x")  # type: ignore[arg-type]
        assert talk.ella.know(SHIPS, source="ships").source == "ships"


def test_what_cannot_be_read_leaves_what_was_known(talk: Talk) -> None:
    with pytest.raises(soulkeep.BadFile, match="line 2"):
        talk.ella.know(b"<http://a> <http://b> <http://c> .\n<http://a> <http://b", source="data")
    assert "1920" in talk.say(BORN).text


def test_several_sources_are_known_together_and_one_is_let_go(talk: Talk) -> None:
    talk.ella.know(SHIPS, source="ships")
    assert talk.say("Tell me about Vasa.").responder == "knowledge"
    talk.ella.knowledge.remove("ships")
    assert talk.say(BORN).responder == "knowledge"
    assert talk.ella.episodes().understand("Tell me about Vasa.").entities == ()
    with pytest.raises(soulkeep.InputError, match="ships"):
        talk.ella.knowledge.remove("ships")


def test_understanding_leans_on_the_talk_with_that_person(talk: Talk) -> None:
    talk.say(BORN)
    assert talk.ella.episodes(person="anna").understand("Where was he born?").entities == (dbr("Charlie_Parker"),)
    assert talk.ella.episodes(person="boris").understand("Where was he born?").entities == ()
    assert talk.texts() == [BORN]


def test_a_text_to_understand_must_be_one(talk: Talk) -> None:
    for text in ("", "  ", "\0", 3):
        with pytest.raises(soulkeep.BadText):
            talk.ella.episodes().understand(text)  # type: ignore[arg-type]


def test_without_anything_known_there_are_episodes_all_the_same() -> None:
    with Talk(knowing=None) as talk:
        talk.say_all(["Hello!", BORN, "Thanks, great!"])
        assert talk.texts() == ["Hello!", BORN, "Thanks, great!"]
        assert "evaluation" in [one.kind for one in talk.episodes()]
        assert talk.episodes().similar(BORN) == ()
        assert talk.episodes().patterns(BORN) == []
        assert talk.episodes().interests() == []
        assert len(talk.ella.episodes(person="anna").sparql("SELECT ?t { ?e a sk:Input ; sk:text ?t }").rows) == 3


def test_episodes_are_always_up_to_date(talk: Talk) -> None:
    episodes = talk.episodes()
    assert (len(episodes), list(episodes), episodes.trig()) == (0, [], "")
    talk.say(BORN)
    assert len(episodes) == 5
    talk.ella.observe("It rains.", person="anna")
    assert [one.text for one in episodes][-1] == "It rains."


def test_sparql_sees_knowledge_and_episodes_together(talk: Talk) -> None:
    talk.say_all([BORN, "Where was Lou Reed born?"])
    rows = (
        talk.ella.episodes(person="anna")
        .sparql(
            f"""SELECT ?text ?name {{
            ?input a sk:Input ; sk:text ?text ; sk:situation/sk:entity ?who .
            ?who a/rdfs:subClassOf* {dbo("Artist")} ; rdfs:label ?name FILTER(LANG(?name) = 'en')
        }}""",
        )
        .rows
    )
    assert set(rows) == {(f'"{BORN}"', '"Charlie Parker"@en'), ('"Where was Lou Reed born?"', '"Lou Reed"@en')}


def test_sparql_changes_nothing(talk: Talk) -> None:
    with pytest.raises(soulkeep.QueryError):
        talk.ella.episodes(person="anna").sparql("DELETE WHERE { ?s ?p ?o }")
    with pytest.raises(soulkeep.QueryError):
        talk.ella.episodes(person="anna").sparql("SELECT {")


def test_an_observed_input_is_of_interest_at_once(talk: Talk) -> None:
    talk.ella.observe("I love Billy Joel.", person="anna")
    assert talk.episodes().interests("entity")[0].term == dbr("Billy_Joel")


def test_a_kind_of_interest_that_there_is_not_gives_none(talk: Talk) -> None:
    talk.say(BORN)
    assert {one.kind for one in talk.episodes().interests()} == {"entity", "class", "property"}
    assert talk.episodes().interests("value") == []


def test_kinds_of_interest_are_those_there_are(talk: Talk) -> None:
    for kind in ("nope", "", 5):
        with pytest.raises(soulkeep.InputError, match="entity, class, property, value"):
            talk.episodes().interests(kind)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"query": None}, "query must be a str"),
        ({"query": b"ASK {}"}, "query must be a str"),
        ({"seconds": "x"}, "seconds"),
        ({"seconds": 10**400}, "seconds"),
        ({"rows": 1.5}, "rows"),
        ({"rows": -1}, "rows"),
        ({"rows": True}, "rows"),
        ({"prefixes": 5}, "prefixes"),
        ({"prefixes": 0}, "prefixes"),
        ({"prefixes": {"a": 5}}, "prefixes"),
    ],
)
def test_a_query_with_what_cannot_be_used_is_refused_in_words(talk: Talk, how: dict[str, Any], says: str) -> None:
    with pytest.raises(soulkeep.InputError, match=says) as caught:
        talk.episodes().sparql(**{"query": "ASK { ?s ?p ?o }", **how})
    assert caught.value.hint


def test_a_query_is_asked_again_when_another_is_erased_meanwhile(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.say(BORN)
    talk.ella.observe("I am Boris.", person="boris")
    asked: list[Sandbox] = []
    query = Sandbox.query

    def interrupted(sandbox: Sandbox, *args: Any, **how: Any) -> Answers:
        asked.append(sandbox)
        if len(asked) == 1:
            talk.keep.erase(person="boris")
        return query(sandbox, *args, **how)

    monkeypatch.setattr(Sandbox, "query", interrupted)
    found = talk.ella.episodes(person="anna").sparql("SELECT ?t { ?e a sk:Input ; sk:text ?t }")
    assert found.rows == ((f'"{BORN}"',),)
    assert len(asked) == 2
    assert asked[0] is not asked[1]


def test_a_query_to_a_closed_keep_is_refused(talk: Talk) -> None:
    past = talk.episodes()
    past.sparql("ASK { ?s ?p ?o }")
    talk.keep.close()
    with pytest.raises(soulkeep.StoreClosed):
        past.sparql("ASK { ?s ?p ?o }")


def test_what_was_said_stands_aside_from_what_is_known(talk: Talk) -> None:
    talk.say(BORN)
    number = talk.ella.episodes(person="anna").sparql(
        "SELECT ?g { GRAPH ?g { ?s ?p ?o } FILTER(CONTAINS(STR(?g), ':situation:')) }"
    )
    said = number.rows[0][0]
    triple = f"{dbr('Charlie_Parker')} {dbo('birthDate')} ?date"
    dates = talk.ella.episodes(person="anna").sparql(f"SELECT ?date {{ {triple} }}").rows
    assert [str(date)[:11] for (date,) in dates] == ['"1920-08-29']
    assert (
        talk.ella.episodes(person="anna").sparql(f"ASK {{ GRAPH {said} {{ {triple} FILTER(ISBLANK(?date)) }} }}").truth
    )


def test_the_same_question_is_noticed_however_long_annoyance_may_take() -> None:
    with Talk(annoyed_minutes=1e300) as talk:
        talk.say_all([BORN, BORN])
        [pattern] = [one for one in talk.episodes().patterns(BORN) if one.kind == "same question"]
        assert (pattern.count, pattern.of) == (2, 3)


def test_episodes_survive_closing_and_opening(tmp_path: Path) -> None:
    with Talk(path=tmp_path / "keep.db") as talk:
        talk.say_all([BORN, "Thanks, great!", "I love Billy Joel."])
        before, interests = list(talk.episodes()), talk.episodes().interests()
    with Talk(path=tmp_path / "keep.db", knowing=None, start=talk.clock.now()) as again:
        assert list(again.episodes()) == before
        assert again.episodes().interests() == interests
        assert again.say(BORN).similar[0].by == "same"


def test_a_long_text_to_compare_is_read_no_further_than_a_turn(talk: Talk) -> None:
    talk.say(BORN)
    text = f"{BORN} " + "Miles Davis, Prince, Tina Turner, " * 2000
    assert talk.ella.episodes(person="anna").understand(text) == talk.ella.episodes(person="anna").understand(
        text[:2000]
    )
