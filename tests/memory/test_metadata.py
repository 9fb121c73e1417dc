"""The caller's own notes on a memory: kept with it, and nothing is made of them."""

from __future__ import annotations

from typing import Any

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder
from soulkeep.types import wire


def nested(levels: int) -> Any:
    """Return objects and lists nested in one another."""
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return {"a": value}


def entangled() -> dict[str, Any]:
    """Return an object that holds itself, twice on each level."""
    value: dict[str, Any] = {}
    value |= {"a": value, "b": [value, value]}
    return value


NOTES = {"channel": "web", "점수": [1, 2.5, None, {"깊이": True}]}


def test_metadata_comes_back_as_it_was_given(holmes: soulkeep.Character) -> None:
    id = holmes.observe_many([soulkeep.Turn("I keep bees.", metadata=NOTES)], person="anna")[0].id
    memory = holmes.memory(id, person="anna")
    assert memory.metadata == NOTES
    assert holmes.recall("bees", person="anna").hits[0].memory.metadata == NOTES
    assert wire.of_json(soulkeep.Memory, wire.to_json(soulkeep.Memory, memory)) == memory
    assert holmes.memory(holmes.observe("Hello.", person="anna").id, person="anna").metadata is None


def test_metadata_can_be_changed_and_outlives_an_amendment(holmes: soulkeep.Character) -> None:
    id = holmes.observe("I keep bees.", person="anna").id
    assert holmes.amend(id, metadata={"a": 1}, person="anna").metadata == {"a": 1}
    assert holmes.amend(id, metadata={"b": 2}, person="anna").metadata == {"b": 2}
    assert holmes.amend(id, "I keep wasps.", person="anna").metadata == {"b": 2}
    with pytest.raises(soulkeep.UnknownMemory):
        holmes.amend(id, metadata={}, person="boris")


def test_notes_undo_nothing_that_was_changed_while_they_were_made(
    keep: soulkeep.Keep, holmes: soulkeep.Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = soulkeep.Scene(place="the garden")
    id = holmes.observe_many([soulkeep.Turn("I keep bees.", scene=scene)], person="anna")[0].id
    details, update = {"scene": {"place": "the attic"}}, keep._store.update

    def late(partition: int, seqs: Any, values: Any, *, at: float) -> int:
        monkeypatch.undo()
        update(partition, seqs, {"details": details}, at=at)  # somebody else's, in between
        return update(partition, seqs, values, at=at)

    monkeypatch.setattr(keep._store, "update", late)
    changed = holmes.amend(id, metadata={"a": 1}, person="anna")
    assert (changed.metadata, changed.scene) == ({"a": 1}, soulkeep.Scene(place="the attic"))


def test_metadata_is_exported_and_read_back(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    id = holmes.observe_many([soulkeep.Turn("I keep bees.", metadata=NOTES)], person="anna")[0].id
    with soulkeep.open(":memory:", embedder=HashEmbedder()) as other:
        other.take_in(list(keep.export()))
        assert other.character("holmes").memory(id, person="anna").metadata == NOTES


@pytest.mark.parametrize(
    "given",
    [
        ["no object"],
        {1: "number"},
        {"a": float("nan")},
        {"a": {1, 2}},
        {"a": (1, 2)},
        {"a": "x" * 20_000},
        {"a": "\ud800"},
        nested(64),
        nested(900),
        entangled(),
    ],
    ids=lambda given: str(given)[:20],
)
def test_what_is_no_json_is_refused_and_nothing_is_stored(holmes: soulkeep.Character, given: Any) -> None:
    with pytest.raises(soulkeep.InputError):
        holmes.observe_many([soulkeep.Turn("I keep bees.", metadata=given)], person="anna")
    assert not list(holmes.memories(person="anna"))


def test_the_deepest_comes_back_and_no_export_brings_deeper(keep: soulkeep.Keep, holmes: soulkeep.Character) -> None:
    deepest = nested(63)
    id = holmes.observe_many([soulkeep.Turn("I keep bees.", metadata=deepest)], person="anna")[0].id
    with pytest.raises(soulkeep.InputError, match="nests deeper"):
        holmes.amend(id, metadata=nested(64), person="anna")
    recall = holmes.recall("bees", person="anna")
    assert wire.of_json(soulkeep.Recall, wire.to_json(soulkeep.Recall, recall)).hits[0].memory.metadata == deepest
    reply = holmes.reply("What do I keep?", person="anna")
    assert wire.to_json(soulkeep.Reply, reply)
    rows = list(keep.export())
    [row] = [one for one in rows if one.get("id") == id]
    with soulkeep.open(":memory:", embedder=HashEmbedder()) as other:
        for name in ("metadata", "whatever"):
            forged = {**row, "details": {**row["details"], name: nested(300)}}
            with pytest.raises(soulkeep.BadFile, match="nests deeper"):
                other.take_in([forged if one is row else one for one in rows])
