"""A connection to PostgreSQL breaks at every message of a day, once: nothing acknowledged is missing then, and nothing
erased is there."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from cut_support import Proxy
from day_support import Day

from postgres_support import Databases

RUNS = int(os.environ.get("SOULKEEP_FAILING_CALLS", "25"))
"""Messages that are lost, each in a run of its own, evenly spread over the day."""


@pytest.fixture(scope="module")
def url(postgres: Databases) -> Iterator[str]:
    url = postgres.make()
    yield url
    postgres.drop(url)


def test_any_message_may_be_lost(url: str) -> None:
    proxy = Proxy(url)
    plain = Day(f"{proxy.url}?workspace=plain")
    plain.run()
    assert plain.errors == []
    total = proxy.messages
    assert total > 100
    for number in range(1, total + 1, max(1, total // RUNS)):
        cuts, proxy.messages, proxy.cut_at = proxy.cuts, 0, number
        day = Day(f"{proxy.url}?workspace=day-{number}")
        day.run()
        assert proxy.cuts > cuts or proxy.messages < number  # a day is never quite like another
        proxy.cut_at = 0
        day.compare()
    assert proxy.cuts > 0
    proxy.close()
