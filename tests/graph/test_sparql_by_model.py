"""Tests that a question which no rule reads is asked as SPARQL by the model: checked, read only, within limits;
failures are noted."""

from __future__ import annotations

from typing import Any

import soulkeep
from episodes_support import Talk
from soulkeep.reply.sparql_writer import query_in
from soulkeep.testing.models import ScriptedChat

WINS = b"""
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Duel a rdfs:Class ; rdfs:label "duel"@en . :winner rdfs:label "winner"@en . :loser rdfs:label "loser"@en .
:one a :Duel ; rdfs:label "Duel at Dawn"@en ; :winner :ada ; :loser :bo .
:two a :Duel ; rdfs:label "Duel at Dusk"@en ; :winner :ada ; :loser :cy .
:ada rdfs:label "Ada Stone"@en . :bo rdfs:label "Bo Finch"@en . :cy rdfs:label "Cy Marsh"@en .
"""
UNREAD = "Whom besides weaklings has Ada Stone humbled so thoroughly that bards still giggle?"
QUERY = "SELECT ?who { ?duel n1:winner n1:ada ; n1:loser ?who }"


def prompts(chat: ScriptedChat) -> list[str]:
    return ["\n".join(message.content for message in messages) for messages in chat.prompts]


def talk(*answers: str | Exception, **settings: Any) -> tuple[Talk, ScriptedChat]:
    chat = ScriptedChat(*answers)
    return Talk(knowing=WINS, chat=chat, model_memories=False, **settings), chat


def test_what_the_query_finds_is_in_the_prompt_and_the_query_in_the_notes() -> None:
    opened, chat = talk("NONE", QUERY, "Bo and Cy.")
    with opened:
        reply = opened.say(UNREAD)
    assert reply.text == "Bo and Cy."
    asked, answered = prompts(chat)[-2:]
    assert "n1:winner (winner)" in asked
    assert "Ada Stone" in asked
    assert any(told in answered for told in ("Bo Finch; Cy Marsh", "Cy Marsh; Bo Finch"))
    assert any(QUERY in note for note in reply.trace.notes)


def test_a_query_that_cannot_be_run_is_mended_once() -> None:
    opened, chat = talk("NONE", "SELECT ?who {", QUERY, "Bo and Cy.")
    with opened:
        assert opened.say(UNREAD).text == "Bo and Cy."
    assert "could not be run" in prompts(chat)[-2]


def test_a_query_that_writes_is_refused_and_the_reply_comes_all_the_same() -> None:
    wicked = "DELETE WHERE { ?s ?p ?o }"
    opened, _ = talk("NONE", wicked, wicked, "I wonder.")
    with opened:
        before = list(opened.ella.knowledge)
        reply = opened.say(UNREAD)
        assert reply.text == "I wonder."
        assert any("could not be run" in note for note in reply.trace.notes)
        assert list(opened.ella.knowledge) == before
        assert opened.texts() == [UNREAD]


def test_a_model_that_fails_loses_nothing() -> None:
    opened, _ = talk("NONE", soulkeep.ChatError("It failed.", hint="Try again."), "I wonder.")
    with opened:
        reply = opened.say(UNREAD)
    assert reply.text == "I wonder."
    assert any("SPARQL" in note for note in reply.trace.notes)


def test_nothing_of_people_can_be_asked() -> None:
    peek = "SELECT ?text { ?input <urn:soulkeep:vocabulary#text> ?text }"
    opened, chat = talk("Fine.", "NONE", peek, "I wonder.")
    with opened:
        opened.say("My safe opens at 4711.")
        opened.say(UNREAD)
    assert "Nothing you know answers this" in prompts(chat)[-1]


def test_no_model_is_asked_where_that_is_not_wanted() -> None:
    opened, chat = talk("I wonder.", model_queries="never")
    with opened:
        assert opened.say(UNREAD).text == "I wonder."
    assert len(chat.prompts) == 1


def test_what_stands_around_a_query_goes() -> None:
    assert query_in("```sparql\nASK {}\n```") == "ASK {}"
    assert query_in(" NONE. ") == ""
