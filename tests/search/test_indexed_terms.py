"""What a memory is found by: the terms of its text, speaker, date and heading, and the marks of what it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from soulkeep.lang.suspicion import SUSPECT
from soulkeep.lang.terms import hash_term, terms
from soulkeep.search.bm25 import unpack_terms
from soulkeep.search.indexed_terms import (
    AHEAD,
    ASKING,
    DATED,
    QUOTING,
    SUSPICIOUS,
    UNVERIFIED,
    fact_mark,
    happened,
    index_entry,
    meaning,
    query_hashes,
    times_of,
)
from soulkeep.stores.rows import Entry

MAY = datetime(2026, 5, 10, 18, tzinfo=UTC)
MARKS = {"asking": ASKING, "ahead": AHEAD, "quoting": QUOTING, "dated": DATED, "unverified": UNVERIFIED}
MARKS |= {"suspicious": SUSPICIOUS, "home": fact_mark("home")}


def entry(text: str = "The ferry was late.", **given: Any) -> Entry:
    plain: dict[str, Any] = {"id": "x", "kind": "turn", "source": "lived", "stored": 1.0, "time": MAY.timestamp()}
    return Entry(**plain | given, text=text)


def indexed(one: Entry) -> dict[int, float]:
    hashes, counts, _ = unpack_terms([index_entry(one)])
    return dict(zip(hashes.tolist(), counts.tolist(), strict=True))


def fact(**given: Any) -> dict[str, Any]:
    return {"fact": {"subject": "", "holds": True, "relation": "home"} | given}


@pytest.mark.parametrize(
    ("one", "marks"),
    [
        (entry(), ""),
        (entry("Was the ferry late?"), "asking"),
        (entry("The ferry was late yesterday."), "dated"),
        (entry("The ferry leaves tomorrow."), "dated ahead"),
        (entry("The ferry leaves tomorrow.", time=None), "dated"),
        (entry("I saw the ferry yesterday and see it again tomorrow."), "dated ahead"),
        (entry(details={"references": ["a"]}), "quoting"),
        (entry(details={"references": []}), ""),
        (entry(details={"responder": "model"}), ""),
        (entry(details={"responder": "memory"}), "quoting"),
        (entry(details={"verified": False}), "unverified"),
        (entry(details={"verified": True}), ""),
        (entry(details={SUSPECT: ["poses"]}), "suspicious"),
        (entry(details={SUSPECT: []}), ""),
        (entry(details=fact()), "home"),
        (entry(details=fact(subject="Boris")), ""),
        (entry(details=fact(holds=False)), ""),
        (entry(details=fact(relation="job")), ""),
        (entry(details=fact(verified=False)), "home unverified"),
        (entry(details=fact(verified=True)), "home"),
    ],
)
def test_each_mark_says_what_a_memory_is(one: Entry, marks: str) -> None:
    found = indexed(one)
    assert {name for name, mark in MARKS.items() if hash_term(mark) in found} == {*marks.split()}
    assert all(found[hash_term(MARKS[name])] == 0 for name in marks.split())  # a mark is no word


def test_a_memory_is_found_by_its_speaker_date_and_heading_too() -> None:
    found = indexed(entry("The ferry, the ferry!", speaker="Boris", heading="Harbours"))
    for word, count in (("ferry", 2), ("Boris", 1), ("Harbours", 1), ("May", 1), ("2026", 1)):
        [term] = terms(word, "en")
        assert found[hash_term(term)] == count, word
    bare = indexed(entry("The ferry, the ferry!", time=None))
    assert {*bare} == {hash_term(term) for term in terms("The ferry, the ferry!", "en")}


@pytest.mark.parametrize(
    ("text", "time", "found"),
    [
        ("The ferry was late yesterday.", MAY, True),
        ("The ferry was late yesterday.", None, False),  # on what day is unknown
        ("The ferry was late on 9 May 2026.", None, True),
    ],
)
def test_a_day_that_is_told_is_marked_if_it_is_known(text: str, time: datetime | None, found: bool) -> None:
    held = indexed(entry(text, time=None if time is None else time.timestamp()))
    assert (hash_term("\0day 2026-05-09") in held) is found
    assert hash_term("\0day 2026-05-10") not in held


def test_a_plan_speaks_of_the_time_to_come_and_a_report_of_the_past() -> None:
    assert [one.start.date().isoformat() for one in times_of(entry("I have an interview on Tuesday."))] == [
        "2026-05-12"
    ]
    assert [one.start.date().isoformat() for one in times_of(entry("I had an interview on Tuesday."))] == ["2026-05-05"]


@pytest.mark.parametrize(
    ("zone", "hour", "shift"), [(None, 18, 0), (0, 18, 0), (60, 19, 60), (-90, 16, -90), (1, 18, 1)]
)
def test_a_memory_happened_in_the_zone_it_was_told_in(zone: int | None, hour: int, shift: int) -> None:
    time = happened(entry(zone=zone))
    assert time == MAY
    assert time is not None
    assert (time.hour, time.utcoffset()) == (hour, timedelta(minutes=shift))
    assert happened(entry(time=None, zone=zone)) is None


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "The ferry was late."),
        ({"speaker": "Boris"}, "Boris: The ferry was late."),
        ({"speaker": "Boris", "details": fact()}, "The ferry was late."),
        ({"heading": "Harbours"}, "Harbours\nThe ferry was late."),
        ({"heading": "Harbours", "speaker": "Boris"}, "Harbours\nThe ferry was late."),
    ],
)
def test_the_meaning_is_of_the_text_and_of_who_said_it(given: dict[str, Any], text: str) -> None:
    assert meaning(entry(**given)) == text


def test_a_question_is_asked_by_its_telling_words_each_once_or_by_all_if_none_tells() -> None:
    assert query_hashes("Where is the ferry, the ferry?", "en").tolist() == [hash_term(*terms("ferry", "en"))]
    assert query_hashes("Where is it?", "en").tolist() == [hash_term(term) for term in terms("Where is it?", "en")]
    assert query_hashes("", "en").tolist() == []
