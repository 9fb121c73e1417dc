"""The course of events, read from turns."""

from __future__ import annotations

from typing import Any

from episodes_support import dbo, dbr
from soulkeep.graph.episodes.log import Log
from soulkeep.memory.entries import ACTS, TO, UNDERSTOOD
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.episodes import Act, Triple, Understanding

OWN = frozenset({"ella"})
MILES, BORN = dbr("Miles_Davis"), dbo("birthDate")
QUESTION = Understanding(
    utterance="wh-question",
    asks="when",
    triples=(Triple(MILES, BORN, "?value"),),
    entities=(MILES,),
    properties=(BORN,),
)


def turn(
    seq: int, details: dict[str, Any], *, text: str = "…", speaker: str = "anna", accessed: float = 0.0
) -> PlacedEntry:
    entry = Entry(
        id=f"t{seq}", kind="turn", text=text, source="lived", stored=float(seq), time=float(seq), zone=0,
        speaker=speaker, details=details, terms=b"", terms_version=0, vector=None, language="en",
    )  # fmt: skip
    entry.accessed = accessed or float(seq)
    return PlacedEntry(1, seq, entry)


def asked(seq: int, said: Understanding = QUESTION, *, accessed: float = 0.0) -> PlacedEntry:
    return turn(seq, {UNDERSTOOD: said.data()}, accessed=accessed)


def answered(seq: int, to: int | None, *acts: Act) -> PlacedEntry:
    details = {ACTS: [act.data() for act in acts], **({} if to is None else {TO: f"t{to}"})}
    return turn(seq, details, speaker="ella")


def log(most: int = 100, feeling: float = 0.8) -> Log:
    return Log(OWN, most=most, feeling=feeling)


def test_a_message_belongs_to_the_input_that_it_names_not_to_the_one_before_it() -> None:
    found = log()
    found.take_in([asked(1), asked(2), answered(3, 1), answered(4, 2), answered(5, None)])
    assert [one.message and one.message.turn for one in found.inputs] == ["t3", "t4"]
    assert found.messages[2].to is found.inputs[1]


def test_inputs_that_say_the_same_make_one_situation() -> None:
    found = log()
    other = Understanding(utterance="statement", triples=(Triple(MILES, BORN, '"1926"'),), entities=(MILES,))
    found.take_in([asked(1), asked(2, other), asked(3), turn(4, {}, text="It rains.")])
    assert [one.situation and one.situation.number for one in found.inputs] == [0, 1, 0, None]
    assert found.find(QUESTION) is found.inputs[0].situation
    assert found.find(Understanding(utterance="statement", entities=(MILES,))) is None


def test_feedback_evaluates_the_last_message_once() -> None:
    found = log()
    good, bad = (Understanding(utterance="feedback", feedback=way) for way in (0.8, -0.8))
    found.take_in([asked(1), answered(2, 1), asked(3, good), asked(4, bad), answered(5, 4), asked(6, bad)])
    assert [one.feedback for one in found.messages] == [0.8, -0.8]
    assert found.messages[0].by is found.inputs[1]
    assert found.inputs[1].evaluates is found.messages[0]
    assert found.inputs[0].evaluation == 0.8


def test_feedback_before_anything_was_said_evaluates_nothing() -> None:
    found = log()
    found.take_in([asked(1, Understanding(utterance="feedback", feedback=0.8)), answered(2, 1)])
    assert found.messages[0].by is None
    assert found.inputs[0].evaluates is None


def test_no_turns_down_an_offer_and_nothing_else() -> None:
    no = Understanding(utterance="rejection")
    for intent, value in (("interest_offer", -0.5), ("answered", None)):
        found = log()
        found.take_in([asked(1), answered(2, 1, Act(kind="message", intent=intent)), asked(3, no)])
        assert found.messages[0].feedback == value


def test_an_answer_that_found_nothing_evaluates_itself_unless_the_person_does() -> None:
    found = log()
    found.take_in([asked(1), answered(2, 1, Act(kind="answer", found=0, property=BORN))])
    assert found.inputs[0].evaluation == -1.0
    found.take_in([asked(3, Understanding(utterance="feedback", feedback=0.5))])
    assert found.inputs[0].evaluation == 0.5


def test_the_values_are_those_that_were_said_and_found() -> None:
    found = log()
    town = dbr("Alton")
    whether = Understanding(utterance="yes/no question", asks="whether", triples=(Triple(MILES, BORN, town),))
    found.take_in([asked(1, whether), answered(2, 1, Act(kind="answer", found=1, property=BORN, values=(MILES,)))])
    assert found.inputs[0].said == [(BORN, town)]
    assert found.inputs[0].found == [(BORN, MILES)]
    assert found.inputs[0].values == [(BORN, town), (BORN, MILES)]


def test_the_longest_unretrieved_are_blended_first() -> None:
    found = log(most=2)
    found.take_in([asked(1, accessed=9.0), answered(2, 1), asked(3, accessed=3.0), answered(4, 3), asked(5)])
    gone = found.blend()
    assert [one.turn for one in gone] == ["t3"]
    assert [one.turn for one in found.inputs] == ["t1", "t5"]
    assert [one.turn for one in found.messages] == ["t2"]
    situation = found.find(QUESTION)
    assert situation is not None
    assert (situation.blended, situation.first, situation.last, len(situation.inputs)) == (1, 3.0, 3.0, 2)
    assert found.blend() == []


def test_feeling_at_the_threshold_stays_and_below_it_goes() -> None:
    for feeling, stays in ((0.8, True), (0.79, False)):
        found = log(most=1)
        found.take_in([asked(1, Understanding(utterance="statement", feeling=feeling)), asked(2)])
        assert (found.blend() == []) == stays


def test_an_answer_to_what_was_blended_stands_alone() -> None:
    found = log(most=1)
    found.take_in([asked(1), asked(2)])
    found.blend()
    found.take_in([answered(3, 1)])
    assert found.messages[0].to is None
    assert found.inputs[0].message is None


def test_what_was_stated_goes_with_its_input_and_takes_nothing_with_it() -> None:
    found = log(most=2)
    both = (Triple(MILES, BORN, "?value"), Triple(MILES, "<http://example.org/place>", "?value"))
    said = Understanding(utterance="statement", entities=(MILES,), news=both)
    found.take_in([asked(number, said) for number in (1, 2, 3)])
    assert [one.seq for one in found.stated(MILES, 9)] == [3, 2, 1]
    gone = found.blend()
    assert [one.seq for one in found.stated(MILES, 9)] == [one.seq for one in reversed(found.inputs)]
    assert len(gone) == 1
