"""Stores that seal what they keep do all that others do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from keys_support import MemoryKeys

from postgres_support import Databases
from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import StoreContract
from soulkeep.stores.location import of_workspace
from soulkeep.stores.postgres.store import PostgresStore
from soulkeep.stores.sql.rows import CHUNK
from soulkeep.stores.sqlite.store import SqliteStore

_NUMBERS = count()


class SealedContract(StoreContract):
    """The contract, with keys."""

    @pytest.fixture
    def open_store(self) -> Callable[[], Store]:
        raise NotImplementedError

    @pytest.fixture
    def store(self, open_store: Callable[[], Store]) -> Store:
        return open_store()

    @pytest.fixture
    def reopen(self, open_store: Callable[[], Store]) -> Callable[[], Store]:
        return open_store


class TestSealedSqlite(SealedContract):
    @pytest.fixture
    def open_store(self, tmp_path: Path) -> Iterator[Callable[[], Store]]:
        keys, opened = MemoryKeys(), list[Store]()

        def open_one() -> Store:
            opened.append(SqliteStore(tmp_path / "keep.db", keys=keys))
            return opened[-1]

        yield open_one
        for store in opened:
            store.close()


@pytest.fixture(scope="module")
def url(postgres: Databases) -> Iterator[str]:
    """Yield a database for all tests: each has a workspace of its own."""
    url = postgres.make()
    yield url
    postgres.drop(url)


class TestSealedPostgres(SealedContract):
    many = 3 * CHUNK

    @pytest.fixture
    def open_store(self, url: str) -> Iterator[Callable[[], Store]]:
        keys, opened, place = MemoryKeys(), list[Store](), of_workspace(url, f"sealed{next(_NUMBERS)}")

        def open_one() -> Store:
            opened.append(PostgresStore(place, keys=keys))
            return opened[-1]

        yield open_one
        for store in opened:
            store.close()
