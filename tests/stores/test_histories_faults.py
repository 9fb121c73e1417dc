"""Tests of the check of recorded histories: a faulty keep is detected, and a correct one isn't reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from histories_support import Recorded, wrong
from recorded_support import JumpingClock, Record, User

import soulkeep
from soulkeep.search.working_set import Partition
from soulkeep.stores.rows import Entry, Erasure, Head, PartitionKey, Space, Stored
from soulkeep.testing.models import HashEmbedder

KEYS = [("holmes", "anna"), ("holmes", "boris")]
ACTS = 160


def stale_recall(keep: soulkeep.Keep) -> None:
    """Make a keep recall from what is in memory, without asking how far the store has come."""
    cache, held = keep._runtime.embeddings.cache, dict[tuple[PartitionKey, ...], list[Partition]]()
    get = cache.get

    def without_asking(keys: Sequence[PartitionKey]) -> list[Partition]:
        return held.get(tuple(keys)) or held.setdefault(tuple(keys), get(keys))

    cache.get = without_asking  # type: ignore[method-assign]


def stale_sequence(keep: soulkeep.Keep) -> None:
    """Make a keep tell an earlier sequence number."""
    heads, told = keep._store.heads, dict[PartitionKey, Head | None]()

    def before(keys: Sequence[PartitionKey]) -> tuple[Space | None, list[Head | None]]:
        space, now = heads(keys)
        then = [told.get(key, head) for key, head in zip(keys, now, strict=True)]
        told.update(zip(keys, now, strict=True))
        return space, then

    keep._store.heads = before  # type: ignore[method-assign]


def lost(keep: soulkeep.Keep) -> None:
    """Make a keep acknowledge what it stores, and not store every tenth."""
    append, calls = keep._store.append, [0]

    def some(key: PartitionKey, entries: Sequence[Entry], *given: Any, **options: Any) -> list[Stored]:
        calls[0] += 1
        return [Stored(1, True)] * len(entries) if calls[0] % 10 == 0 else append(key, entries, *given, **options)

    keep._store.append = some  # type: ignore[method-assign]


def doubled(keep: soulkeep.Keep) -> None:
    """Make a keep store twice what has no id of the caller's, as if it had tried again."""
    append = keep._store.append

    def twice(key: PartitionKey, entries: Sequence[Entry], *given: Any, **options: Any) -> list[Stored]:
        if entries[0].text.startswith("u"):
            append(key, [replace(entries[0], id=f"{entries[0].id}2")], *given, **options)
        return append(key, entries, *given, **options)

    keep._store.append = twice  # type: ignore[method-assign]


def late(keep: soulkeep.Keep) -> None:
    """Make a keep acknowledge changes before they are stored: each with the next."""
    update, waiting = keep._store.update, list[Callable[[], int]]()

    def next_time(*given: Any, **options: Any) -> int:
        for do in waiting:
            do()
        waiting[:] = [lambda: update(*given, **options)]
        return 1

    keep._store.update = next_time  # type: ignore[method-assign]


def kept(keep: soulkeep.Keep) -> None:
    """Make a keep say that it erased something, and not do so."""
    keep._store.erase = lambda key, **options: Erasure(1, 0)  # type: ignore[method-assign]


def used(folder: Path, fault: Callable[[soulkeep.Keep], None] | None) -> Recorded:
    """Return the results of two keeps of one file, of which one is at fault."""
    records = folder / "records"
    records.mkdir()
    clock = JumpingClock()
    settings = soulkeep.Settings(background=False)

    def opened() -> soulkeep.Keep:
        return soulkeep.open(folder / "keep.db", clock=clock, embedder=HashEmbedder(), settings=settings)

    with opened() as one, opened() as other:
        if fault is not None:
            fault(other)
        lives = {"a": one, "b": other}
        users = [User(keep, Record(records / life, life), life, KEYS, clock, 3) for life, keep in lives.items()]
        for number in range(ACTS):
            users[number % 2].act()
        users[1]._erase(KEYS[0])  # which seldom happens by chance
        for user in users:
            user.read()
    return Recorded.of(records.iterdir())


def test_a_keep_without_fault_is_not_found_at_fault(tmp_path: Path) -> None:
    assert wrong(used(tmp_path, None)) == []


@pytest.mark.parametrize("fault", [stale_recall, stale_sequence, lost, doubled, late, kept])
def test_a_keep_at_fault_is_found_out(tmp_path: Path, fault: Callable[[soulkeep.Keep], None]) -> None:
    recorded = used(tmp_path, fault)
    found = wrong(recorded)
    assert found
    assert recorded.faults == []
