"""How a store uses its database: by jobs, each one a transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from soulkeep.stores.keys import Keys
from soulkeep.stores.sealing import Seals
from soulkeep.stores.sql.connection import Connection
from soulkeep.stores.sql.woken import Woken

T = TypeVar("T")


class Jobs(ABC):
    """The base of a store's operations. Every statement about memories names their partition.

    Args:
        keys: the keys to encrypt new partitions with; none by default.
    """

    def __init__(self, keys: Keys | None = None) -> None:
        self._own = Woken()
        self.seals = Seals(keys)

    @abstractmethod
    def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction, and return its result once it is durable. A job may run again if its transaction
        could not be finished."""

    @abstractmethod
    def read(self, job: Callable[[Connection], T]) -> T:
        """Run a job that only reads."""

    def _removed(self) -> None:  # noqa: B027 - most have nothing to do then
        """Called after something was removed for good."""
