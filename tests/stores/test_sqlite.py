"""The SQLite store, in a file and in memory, keeps the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import StoreContract
from soulkeep.stores.sqlite.store import SqliteStore


class TestSqliteFile(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = SqliteStore(tmp_path / "keep.db")
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Iterator[Callable[[], Store]]:
        opened: list[Store] = []

        def open_again() -> Store:
            opened.append(SqliteStore(tmp_path / "keep.db"))
            return opened[-1]

        yield open_again
        for store in opened:
            store.close()


class TestSqliteMemory(StoreContract):
    @pytest.fixture
    def store(self) -> Iterator[Store]:
        store = SqliteStore(":memory:")
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store: Store) -> Callable[[], Store]:
        return lambda: store  # a store in memory has one opening only
