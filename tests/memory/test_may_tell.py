"""Tests of what may be told in whose company: what all of them heard, and what rests on that alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from soulkeep.memory.audience import may_tell
from soulkeep.stores.base import Store
from soulkeep.stores.opening import open_store
from soulkeep.stores.rows import Entry, PartitionKey
from soulkeep.types.records import Memory

ANNA = PartitionKey("holmes", "anna")
MAY = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def store() -> Iterator[Store]:
    with closing(open_store(":memory:")) as store:
        said = [entry("both", heard_by=["boris", "clara"]), entry("boris", heard_by=["boris"]), entry("private")]
        windows = [
            entry("window", kind="window", turns=["both"], read=["private"]),
            entry("open", "window", turns=["both"]),
        ]
        store.append(ANNA, [*said, *windows], None)
        yield store


def entry(id: str, kind: str = "turn", **details: Any) -> Entry:
    return Entry(id=id, text=id, kind=kind, source="lived", stored=1.0, details=details)


def memory(kind: str, turns: Sequence[str] = (), *, id: str = "made", person: str | None = "anna") -> Memory:
    return Memory(
        id=id, text=id, kind=kind, source="lived", owner="holmes", person=person, accessed=MAY, turns=tuple(turns)
    )


@pytest.mark.parametrize("kind", ["fact", "summary", "blend"])
def test_what_rests_on_turns_is_for_those_who_heard_all_of_them(store: Store, kind: str) -> None:
    def may(turns: Sequence[str], *audience: str) -> bool:
        return may_tell(store, ANNA, memory(kind, turns), audience)

    assert may(["both"], "boris", "clara")
    assert may(["both", "boris"], "boris")
    assert may(["private"])
    assert not may(["both", "boris"], "boris", "clara")
    assert not may(["both", "private"], "boris")
    assert not may(["private", "both"], "boris")
    assert not may(["both", "gone"], "boris")
    assert not may([], "boris")


@pytest.mark.parametrize(
    ("kind", "read", "told"),
    [
        ("summary", ["both"], True),
        ("summary", ["both", "private"], False),
        ("fact", ["open"], True),
        ("fact", ["open", "window"], False),
    ],
)
def test_what_a_model_made_tells_what_it_read(store: Store, kind: str, read: list[str], told: bool) -> None:
    store.append(ANNA, [entry("made", kind, turns=["both"], read=read)], None)
    assert may_tell(store, ANNA, memory(kind, ["both"]), ["boris"]) is told


def test_insights_are_for_nobody_else_and_lore_is_for_all(store: Store) -> None:
    assert not may_tell(store, ANNA, memory("insight", ["both"]), ["boris"])
    assert may_tell(store, ANNA, memory("insight", ["both"]), [])
    assert may_tell(store, ANNA, memory("insight", ["both"], person=None), ["boris"])


@pytest.mark.parametrize(
    ("heard_by", "audience", "told"),
    [
        (("boris", "clara"), ["boris"], True),
        (("boris",), ["boris", "clara"], False),
        (None, ["boris"], False),
        (None, [], True),
    ],
)
def test_a_turn_is_for_those_who_heard_it(store: Store, heard_by: Any, audience: list[str], told: bool) -> None:
    assert may_tell(store, ANNA, replace(memory("turn"), heard_by=heard_by), audience) is told
