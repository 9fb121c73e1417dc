"""Jobs: the operations of a store on its database, each in a transaction."""

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
    """The transaction that this thread is in during `Jobs.at_once`; None otherwise."""

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
        """Run a job in a transaction of its own, and return its result once it is durable.

        A job may be run again if its transaction could not be finished. During `at_once`, it is run in the transaction
        of that call (`self._within.db`), as is a job that reads.
        """

    @abstractmethod
    def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that only reads."""

    def at_once(self, do: Callable[[], T]) -> T:
        """Call a function in one transaction, and return its result: all that it writes by this store's methods becomes
        durable together, or not at all, and it reads what it wrote.

        Other writers wait meanwhile, so the function must not compute for long. It may be called again, so it must not
        change anything else.
        """

        def job(db: Connection) -> T:
            self._within.db = db
            try:
                return do()
            finally:
                self._within.db = None

        return self.write(job)

    def _removed(self) -> None:  # noqa: B027 - most have nothing to do then
        """Do what a store must do after something was removed for good; nothing by default."""
