"""A rule that raises costs what is known, not the turn and not the reply."""

from __future__ import annotations

from pathlib import Path

import pytest

import soulkeep
from soulkeep.telemetry import failures

DATA = b'<http://x/joe> <http://www.w3.org/2000/01/rdf-schema#label> "Joe Satriani" ; <http://x/plays> "guitar" .'
QUESTION = "What does Joe Satriani play?"


MUSEUM = Path(__file__).parents[2] / "data" / "questions" / "museum.ttl"


class Broken(Exception):
    """A fault in a rule."""


def _broken(*_: object, **__: object) -> None:
    raise Broken("no such thing")


@pytest.mark.parametrize("rule", ["episodes.listener.understand", "episodes.understand.read_question"])
def test_a_turn_that_a_rule_fails_at_is_kept_and_answered(
    holmes: soulkeep.Character, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    holmes.know(DATA, source="music")
    holmes.observe("I keep bees.", person="anna")
    before = failures().get(("understanding", "Broken"), 0)
    monkeypatch.setattr(f"soulkeep.graph.{rule}", _broken)
    reply = holmes.reply(QUESTION, person="anna")
    assert reply.text
    assert [one.text for one in holmes.memories(person="anna")][:2] == ["I keep bees.", QUESTION]
    assert failures()["understanding", "Broken"] > before


def test_an_answer_that_a_rule_fails_at_is_noted(holmes: soulkeep.Character, monkeypatch: pytest.MonkeyPatch) -> None:
    holmes.know(DATA, source="music")
    monkeypatch.setattr("soulkeep.graph.episodes.knowing.answers", _broken)
    reply = holmes.reply(QUESTION, person="anna")
    assert reply.responder == "admission"
    assert any("Broken: no such thing" in note for note in reply.trace.notes)
    assert failures()["knowledge", "Broken"] >= 1


def test_no_rule_fails_where_what_counts_something_is_less_likely_than_nothing(holmes: soulkeep.Character) -> None:
    holmes.know(MUSEUM)
    before = failures()
    reply = holmes.reply("How many people came to see The Weight of Colour?", person="anna")
    assert reply.text
    assert failures() == before
