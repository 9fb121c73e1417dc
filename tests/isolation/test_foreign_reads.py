"""Tests that others' memories are looked for by the same reads of the store as memories that don't exist.

Times themselves are not promised (SECURITY.md); these are what would tell most.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from isolation_views import attempts

import soulkeep
from soulkeep.stores.base import Store
from soulkeep.testing.models import HashEmbedder

THEIRS, NONE = "t-anna", "t-none"


def calls_of(store: Store, calls: list[str], patch: pytest.MonkeyPatch) -> None:
    """Note each call of a store's methods."""

    def noted(name: str, method: Callable[..., object]) -> Callable[..., object]:
        def called(*args: object, **values: object) -> object:
            calls.append(name)
            return method(*args, **values)

        return called

    for name in dir(store):
        method = getattr(store, name)
        if callable(method) and not name.startswith("_"):
            patch.setattr(store, name, noted(name, method))


def test_by_an_id_of_anothers_as_much_is_read_as_by_none(location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(location, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes")
        holmes.observe("My sister lives in Leeds.", person="anna", id=THEIRS)
        holmes.observe("I keep bees.", person="boris")
        keep.settle(over=True)
        calls: list[str] = []
        calls_of(keep._store, calls, monkeypatch)
        read: dict[str, dict[str, list[str]]] = {}
        for id in (NONE, THEIRS, NONE, THEIRS):  # from the second time on, both find the same in memory
            for name, attempt in attempts(holmes, id, "boris"):
                calls.clear()
                with suppress(soulkeep.SoulkeepError):
                    attempt()
                read.setdefault(name, {})[id] = list(calls)
        assert all(found[THEIRS] == found[NONE] for found in read.values()), read
        assert any(found[THEIRS] for found in read.values())


def test_who_has_much_costs_others_no_reads(location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = soulkeep.Settings(background=False)
    with soulkeep.open(location, embedder=HashEmbedder(), settings=settings) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I keep bees.", person="boris")
        calls: list[str] = []
        calls_of(keep._store, calls, monkeypatch)

        def looked() -> list[str]:
            holmes.recall("Who keeps bees?", person="boris")
            calls.clear()
            holmes.recall("Who keeps bees?", person="boris")
            list(holmes.memories(person="boris"))
            holmes.facts(person="boris")
            holmes.context("Who keeps bees?", person="boris")
            return sorted(calls)  # some are made side by side

        before = looked()
        holmes.observe_many([soulkeep.Turn(f"I keep {n} bees.") for n in range(300)], person="anna")
        assert looked() == before
