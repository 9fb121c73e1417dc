"""The register: the database of a server's keys and answered requests, shared by all processes that serve the same
keep."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from soulkeep.errors import InputError
from soulkeep.stores.sql.connection import Connection

T = TypeVar("T")


class UnknownWorkspace(InputError):
    """Error: there is no workspace with that name."""


class Register(ABC):
    """A database with the tables `keys`, `secrets` and `answers`. Safe to use from any thread.

    Failures raise a `StoreError`: `StoreBusy` where others keep it locked, `StoreClosed` after it was closed.
    """

    remote: ClassVar[bool]
    """Whether it is reached over a network, so that callers who mustn't wait need a thread."""

    @abstractmethod
    def read(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return the rows of a statement, as tuples."""

    @abstractmethod
    def write(self, workspace: str, job: Callable[[Connection], T], *, make: bool = False) -> T:
        """Run a job in a transaction of its own and return its result. If the connection is lost, it may run again,
        also after it was committed.

        Args:
            workspace: the workspace, the only one whose rows may change.
            job: the function to run.
            make: whether to create the workspace, if the database needs to know it and doesn't yet.
        """

    @abstractmethod
    def clean(self) -> bool:
        """Remove all copies of deleted data, if possible without waiting; return whether they are removed."""

    @abstractmethod
    def close(self) -> None:
        """Close the database."""
