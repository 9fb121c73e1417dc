"""The PostgreSQL store keeps the contract, on the newest server and on the oldest that serves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from postgres_support import GIVEN, Databases, databases
from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import StoreContract
from soulkeep.stores.postgres.store import PostgresStore


class TestPostgres(StoreContract):
    @pytest.fixture
    def databases(self, postgres: Databases) -> Databases:
        return postgres

    @pytest.fixture
    def url(self, databases: Databases) -> Iterator[str]:
        url = databases.make()
        yield url
        databases.drop(url)

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


@pytest.fixture(scope="module")
def oldest() -> Iterator[Databases]:
    """The oldest server that serves."""
    with databases(16) as found:
        yield found


@pytest.mark.skipif(GIVEN is not None, reason="the server was given")
class TestPostgres16(TestPostgres):
    @pytest.fixture
    def databases(self, oldest: Databases) -> Databases:
        return oldest
