"""How a store uses its database: by jobs, each one a transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import local
from typing import TypeVar

from soulkeep.stores.keys import Keys
from soulkeep.stores.sealing import Seals
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.woken import Woken

T = TypeVar("T")


class _Within(local):
    """The transaction that this thread is in, if it is in one of `Jobs.at_once`."""

    db: Connection | None = None


class Jobs(ABC):
    """The base of a store's operations. Every statement about memories names their partition.

    Args:
        keys: the keys to encrypt new partitions with; none by default.
    """

    def __init__(self, keys: Keys | None = None) -> None:
        self._own = Woken()
        self._within = _Within()
        self.seals = Seals(keys)

    @abstractmethod
    def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction of its own, and return its result once it is durable. A job may be run again
        where its transaction could not be finished. Within `at_once`, it is run in that transaction, as one that reads
        is (`self._within.db`)."""

    @abstractmethod
    def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that only reads."""

    def at_once(self, do: Callable[[], T]) -> T:
        """Do several things in one transaction: whatever `do` writes by this store's methods is durable together, or
        not at all, and it reads what it wrote. It holds up whoever writes beside it, so it reckons nothing; it may be
        run again, so it changes nothing else."""

        def job(db: Connection) -> T:
            self._within.db = db
            try:
                return do()
            finally:
                self._within.db = None

        return self.write(job)

    def _removed(self) -> None:  # noqa: B027 - most have nothing to do then
        """Called after something was removed for good."""
