"""Memories that say the same become one; what differs in a number or a name does not say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import soulkeep
from soulkeep.lang.function_words import telling_terms
from soulkeep.memory import consolidate
from soulkeep.memory.consolidate import mergeable, merged, repeated, worth_counting
from soulkeep.stores.rows import Entry, PlacedEntry
from soulkeep.types.records import SUMMARY, TURN

SETTINGS = soulkeep.Settings()
DAY = 86400.0
PILLS = "I took {} mg of my medicine before breakfast today"


def turns(texts: Sequence[str]) -> list[PlacedEntry]:
    found = []
    for i, text in enumerate(texts):
        time = i * DAY
        entry = Entry(id=f"t{i}", kind=TURN, text=text, source="lived", stored=time, time=time, speaker="anna")
        found.append(PlacedEntry(1, i, entry))
    return found


def summary(seq: int, text: str, ids: Sequence[str]) -> PlacedEntry:
    data: dict[str, Any] = {
        "topics": [],
        "emotions": {},
        "participants": ["anna"],
        "times": [],
        "start": None,
        "author": "rules",
    }
    entry = Entry(
        id=f"s{seq}",
        kind=SUMMARY,
        text=text,
        source="inferred",
        stored=0.0,
        details={"turns": list(ids), "summary": data},
    )
    return PlacedEntry(1, seq, entry)


def repetition(texts: Sequence[str], settings: soulkeep.Settings = SETTINGS) -> Entry | None:
    return repeated(turns(texts), now=0.0, settings=settings)


@pytest.mark.parametrize(
    "texts",
    [
        [PILLS.format(20), PILLS.format(30), PILLS.format(40)],
        [f"My dear old friend {name} came to visit us here yesterday" for name in ("Ben", "Tom", "Max")],
        ["I like the old garden behind our house", "I don't like the old garden behind our house"] * 2,
    ],
)
def test_what_differs_was_not_said_again(texts: list[str]) -> None:
    assert repetition(texts[:3]) is None


def test_only_what_was_said_the_same_is_counted() -> None:
    blend = repetition([PILLS.format(milligrams) for milligrams in (40, 20, 40, 30, 40)])
    assert blend is not None
    assert "3 times" in blend.text
    assert blend.details["turns"] == ["t0", "t2", "t4"]


def test_summaries_and_repetitions_are_set_apart_by_the_same() -> None:
    one, same, other = (summary(i, PILLS.format(mg), ["t"]).entry for i, mg in enumerate((20, 20, 30)))
    assert mergeable(one, same, 0.95, SETTINGS)
    assert not mergeable(one, other, 0.95, SETTINGS)


@pytest.mark.parametrize("repeats", [1, 3, 8, 40, 150])
def test_a_count_that_is_not_worth_it_makes_no_memory(repeats: int) -> None:
    settings = soulkeep.Settings(repeats=repeats)
    text = PILLS.format(20)
    for count in range(1, 210):
        blend = repetition([text] * count, settings)
        assert blend is None or worth_counting(count, settings)
        assert blend is None or f"{count} times" in blend.text
    assert repetition([text] * repeats, settings) is not None
    assert repetition([text] * 200, settings) is not None
    assert sum(worth_counting(count, settings) for count in range(1000)) < 40


def test_a_memory_names_the_first_and_the_most_recent() -> None:
    blend = repetition([PILLS.format(20)] * 300)
    assert blend is not None
    assert "300 times" in blend.text
    assert blend.details["turns"] == blend.details["parts"] == ["t0", *(f"t{i}" for i in range(281, 300))]
    assert blend.details["repeated"] == "t0"
    assert blend.base == 0


def test_few_of_many_wordings_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counting(text: str, language: str) -> set[str]:
        calls.append(text)
        return telling_terms(text, language)

    monkeypatch.setattr(consolidate, "telling_terms", counting)
    assert repetition([PILLS.format(20)] * 500) is not None
    assert len(calls) < 5
    calls.clear()
    blend = repetition([PILLS.format(20) + "!" * i for i in range(500)])
    assert len(calls) <= 2 * 100 + 1
    assert blend is not None
    assert "100 times" in blend.text  # no more than is certain
    assert blend.details["repeated"] == "t0"


def test_a_merged_memory_swells_no_further() -> None:
    own = frozenset({"holmes"})
    blend = summary(0, "anna: I stretched in the garden on day zero.", [f"0.{i}" for i in range(8)])
    for n in range(1, 40):
        new = summary(n, f"anna: I stretched in the garden, it was day {n}.", [f"{n}.{i}" for i in range(8)])
        blend = PlacedEntry(1, n, merged(blend, new, own=own, now=0.0, settings=SETTINGS))
        assert len(blend.entry.details["turns"]) <= 20
        assert len(blend.entry.details["parts"]) <= 20
    assert blend.entry.details["turns"][0] == "0.0"
    assert blend.entry.details["turns"][-8:] == [f"39.{i}" for i in range(8)]
    assert (blend.entry.details["parts"][0], blend.entry.details["parts"][-1]) == ("s0", "s39")


def test_a_merged_memory_tells_of_no_turn_that_it_does_not_name() -> None:
    """Forgetting a turn finds what tells of it by the turns that it names."""
    own = frozenset({"holmes"})
    long = [f"new.{i}" for i in range(30)]
    old = summary(1, "anna: My secret is that I sold the boat.", [f"old.{i}" for i in range(8)])
    few = merged(old, summary(2, "anna: I paint.", ["new"]), own=own, now=0.0, settings=SETTINGS)
    assert "secret" in few.text
    many = merged(old, summary(2, "anna: I paint.", long), own=own, now=0.0, settings=SETTINGS)
    assert many.text == "anna: I paint."
    assert many.details["turns"] == ["old.0", *long]
