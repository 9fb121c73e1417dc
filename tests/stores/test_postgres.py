"""The PostgreSQL store keeps the contract, on the newest server and on the oldest that serves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from postgres_support import GIVEN, Databases, databases
from soulkeep.stores.base import Store
from soulkeep.stores.contract.store import StoreContract
from soulkeep.stores.location import of_workspace
from soulkeep.stores.postgres.store import PostgresStore
from soulkeep.stores.sql.rows import CHUNK

_NUMBERS = count()


@pytest.fixture(scope="module")
def newest(postgres: Databases) -> Iterator[str]:
    """Yield a database of the newest server; each test has a workspace in it, since making a database takes a
    second."""
    url = postgres.make()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="module")
def oldest() -> Iterator[str]:
    """Yield a database of the oldest supported server."""
    with databases(16) as found:
        yield found.make()


class TestPostgres(StoreContract):
    many = 3 * CHUNK

    @pytest.fixture
    def url(self, newest: str) -> str:
        return of_workspace(newest, f"test{next(_NUMBERS)}")

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


@pytest.mark.skipif(GIVEN is not None, reason="the server was given")
class TestPostgres16(TestPostgres):
    @pytest.fixture
    def url(self, oldest: str) -> str:
        return of_workspace(oldest, f"test{next(_NUMBERS)}")
