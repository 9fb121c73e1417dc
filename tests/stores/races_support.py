"""Helpers for the tests of races in PostgreSQL: transactions that stop on their way, and others that wait for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, current_thread
from time import monotonic, sleep
from typing import Any, Generic, TypeVar
from unittest.mock import patch

import psycopg

from soulkeep.stores.postgres.store import PostgresStore

T = TypeVar("T")

SECONDS = 30.0
"""How long anything is waited for, so that a test that fails ends."""


class Stopped(Generic[T]):
    """Something that is being done in a thread of its own, and has come to where it stops."""

    def __init__(self, result: Future[T], go: Event) -> None:
        self._result = result
        self._go = go

    def go_on(self) -> T:
        """Let it go on to its end."""
        self._go.set()
        return self._result.result(SECONDS)


class Side:
    """Threads that do something beside the test."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(4, thread_name_prefix="side")

    def start(self, do: Callable[..., T], *given: Any, **options: Any) -> Future[T]:
        """Begin with something."""
        return self._pool.submit(do, *given, **options)

    @contextmanager
    def stopped_at(self, where: str, do: Callable[[], T], *, after: bool = False) -> Iterator[Stopped[T]]:
        """Begin with something that stops where it first calls a function, before the call or after it.

        Args:
            where: the function, as `patch` names it. Others who call it aren't stopped.
            do: what is begun.
            after: stop after the call.
        """
        module, _, name = where.rpartition(".")
        reached, go = Event(), Event()
        threads: list[object] = []
        target: Any = _of(module)
        original = getattr(target, name)

        def call(*given: Any, **options: Any) -> Any:
            ours = current_thread() in threads and not reached.is_set()
            if ours and not after:
                _stop()
            result = original(*given, **options)
            if ours and after:
                _stop()
            return result

        def _stop() -> None:
            reached.set()
            assert go.wait(SECONDS)

        def run() -> T:
            threads.append(current_thread())
            return do()

        with patch.object(target, name, call):
            result = self.start(run)
            try:
                assert reached.wait(SECONDS), result.result(1)
                yield Stopped(result, go)
            finally:
                go.set()
        result.result(SECONDS)

    def close(self) -> None:
        """Wait until all is done."""
        self._pool.shutdown()


def _of(path: str) -> Any:
    """Return a module, or a class in one."""
    from importlib import import_module

    try:
        return import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(import_module(module), name)


def wait_for(met: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = monotonic() + SECONDS
    while not met():
        assert monotonic() < until, "it doesn't come"
        sleep(0.01)


def wait_until_blocked(url: str, result: Future[Any]) -> None:
    """Wait until a transaction in a database waits for a lock of another, and see that it isn't done."""
    with psycopg.connect(url, autocommit=True) as db:
        statement = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        wait_for(lambda: result.done() or db.execute(statement).fetchone() != (0,))
    assert not result.done(), "it didn't wait"


def rows(store: PostgresStore, statement: str) -> list[Any]:
    """Return the rows in the tables of a store's workspace."""
    return store.read(lambda db: db.all(statement))
