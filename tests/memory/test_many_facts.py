"""However many facts are stated: they are found by key as if all were compared with all, and each is as little work."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import soulkeep
from soulkeep.lang.statements import same_value, value_key
from soulkeep.memory import supersession
from soulkeep.memory.facts import MOST_CLAIMS, seated
from soulkeep.memory.supersession import Conflicts, Traits, excludes, followed, subject_of
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import FACT

NAMES = ["".join(letters).capitalize() for letters in product("bdfgklmn", "aeiou", "bdfgklmn", "aeiou")]
"""1,600 names."""

VALUES = ("walnut", "Walnuts", "the walnut", "my brother Leo moved", "My brother Ben moved", "a nurse", "Oslo", "나무",
    "I don't see my cat Miso", "my cat died", "old red boats", "red cars and planes of wood", "The Nurse")  # fmt: skip


def fact(
    number: int,
    value: str,
    relation: str = "says",
    *,
    subject: str = "",
    speaker: str = "anna",
    language: str = "en",
    single: bool = False,
    holds: bool = True,
    ends: bool = False,
    matter: str = "",
    beside: Sequence[str] = (),
) -> PlacedEntry:
    """Return a fact as it is stored."""
    data = {
        "subject": subject, "relation": relation, "value": value, "holds": holds, "confidence": 0.9,
        "single": single, "ends": ends, "matter": matter,
    }  # fmt: skip
    details = {"fact": data, "turns": [f"t{number}"], "beside": list(beside)}
    entry = Entry(
        id=f"f{number}", kind=FACT, text=value, source="inferred", stored=0.0, speaker=speaker, language=language,
        time=float(number), base=number, details=details,
    )  # fmt: skip
    return PlacedEntry(1, number, entry)


facts = st.fixed_dictionaries(
    {
        "value": st.sampled_from(VALUES),
        "relation": st.sampled_from(["says", "home", "role", "likes"]),
        "subject": st.sampled_from(["", "Leo", "leo"]),
        "speaker": st.sampled_from(["anna", "boris"]),
        "language": st.sampled_from(["en", "ko", "de"]),
        "single": st.booleans(),
        "holds": st.booleans(),
        "ends": st.booleans(),
        "matter": st.sampled_from(["", "home", "work"]),
        "beside": st.lists(st.integers(0, 20).map(lambda n: f"f{n}"), max_size=1),
    }
)


def stored(drawn: Sequence[dict[str, Any]]) -> list[PlacedEntry]:
    """Return facts in the order in which they were drawn."""
    return [fact(number, **one) for number, one in enumerate(drawn, 1)]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(facts, max_size=14), st.sets(st.integers(1, 14)))
def test_rivals_are_those_that_comparing_all_with_all_finds(drawn: list[dict[str, Any]], gone: set[int]) -> None:
    places, index = stored(drawn), Conflicts()
    for at, new in enumerate(places):
        before = [place for place in places[:at] if place.seq not in gone or place.seq > at - 3]
        expected = [
            place
            for place in before
            if subject_of(place.entry) == subject_of(new.entry) and excludes(Traits(place), Traits(new))
        ]
        assert index.of(new) == expected
        index.add(new)
        for place in places[: at + 1]:  # some leave it a little later
            if place.seq in gone and place.seq == at + 1 - 3:
                index.remove(place)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(facts, max_size=14))
def test_what_follows_a_fact_is_what_comparing_all_with_all_finds(drawn: list[dict[str, Any]]) -> None:
    places = [place for place in stored(drawn) if subject_of(place.entry) == ("anna", "")]
    expected = [
        (one, next((other.entry for other in places[at + 1 :] if excludes(Traits(one), Traits(other))), None))
        for at, one in enumerate(places)
    ]
    assert followed(places) == expected


@given(st.sampled_from(VALUES), st.sampled_from(VALUES), st.sampled_from(["en", "de", "ko"]))
def test_values_that_are_the_same_have_one_key(one: str, other: str, language: str) -> None:
    if same_value(one, other, language):
        assert value_key(one, language) == value_key(other, language)


@pytest.fixture
def compared() -> Iterator[list[int]]:
    """Yield a counter of how often two facts are compared."""
    count = [0]

    def counting(one: Traits, other: Traits) -> bool:
        count[0] += 1
        return excludes(one, other)

    with patch.object(supersession, "excludes", counting):
        yield count


@pytest.mark.parametrize(
    "sentence",
    ["My cat {} died.", "I quit {}.", "I like {}.", "My sister is called {}.", "I promise you {}.", "I live in {}."],
)
def test_facts_are_compared_with_few_however_many_there_are(
    keep: soulkeep.Keep, compared: list[int], sentence: str
) -> None:
    keep._worker.stop()
    holmes = keep.character("holmes")
    for start in range(0, 400, 50):
        holmes.observe(" ".join(sentence.format(name) for name in NAMES[start : start + 50]), person="anna")
    assert keep.settle(over=True) == []
    found = len(list(holmes.facts(person="anna", past=True)))
    assert found > 20
    assert compared[0] <= 3 * found  # comparing all with all would take about 200 for each
    compared[0] = 0
    seated(keep._store.select(1, [FACT]))
    assert compared[0] <= 3 * found


def test_a_turn_makes_so_many_facts_and_tells_how_many_it_leaves_out(
    keep: soulkeep.Keep, caplog: pytest.LogCaptureFixture
) -> None:
    keep._worker.stop()
    holmes = keep.character("holmes")
    text = " ".join(f"My sister is called {name}." for name in NAMES[: MOST_CLAIMS + 30])
    holmes.observe(text, person="anna", id="many")
    with caplog.at_level(logging.WARNING, logger="soulkeep"):
        [job] = keep.settle()  # the conversation is open yet
    assert job.left_out == 30
    assert "30 are left out" in caplog.text
    assert "Sister" not in caplog.text
    assert len(list(holmes.facts(person="anna", past=True))) == MOST_CLAIMS
    [turn] = holmes.memories(person="anna", kinds={"turn"})
    assert (turn.text, turn.left_out) == (text, 30)
    holmes.amend("many", "My sister is called Mina.", person="anna")
    [job] = keep.settle()
    assert job.left_out == 0
    [turn] = holmes.memories(person="anna", kinds={"turn"})
    assert turn.left_out == 0
    assert len(list(holmes.facts(person="anna", past=True))) == 1


def test_what_a_long_turn_says_of_times_is_read_once(keep: soulkeep.Keep) -> None:
    keep._worker.stop()
    holmes = keep.character("holmes")
    holmes.observe(" ".join(f"I promise you {name}." for name in NAMES[:90]), person="anna", id="many")
    with patch("soulkeep.memory.facts.times_of", wraps=soulkeep.memory.facts.times_of) as read:  # type: ignore[attr-defined]
        keep.settle()
    facts = list(holmes.facts(person="anna"))
    assert len(facts) > 50
    whole = [call for call in read.call_args_list if len(call.args[0].text) > 1000]
    assert len(whole) == 1
