"""The PostgreSQL store keeps the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from postgres_support import Databases

from soulkeep.stores.base import Store
from soulkeep.stores.contract import StoreContract
from soulkeep.stores.postgres import PostgresStore


@pytest.fixture
def url(postgres: Databases) -> Iterator[str]:
    url = postgres.make()
    yield url
    postgres.drop(url)


class TestPostgres(StoreContract):
    @pytest.fixture
    def store(self, url: str) -> Iterator[Store]:
        store = PostgresStore(url)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, url: str) -> Iterator[Callable[[], Store]]:
        opened: list[Store] = []

        def open_again() -> Store:
            opened.append(PostgresStore(url))
            return opened[-1]

        yield open_again
        for store in opened:
            store.close()
