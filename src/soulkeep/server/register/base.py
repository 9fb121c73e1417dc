"""The register: the database that holds a server's keys and answered requests, shared by all processes that serve the
same keep."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from soulkeep.errors import InputError
from soulkeep.stores.sql.connection import Connection

T = TypeVar("T")


class UnknownWorkspace(InputError):
    """There is no workspace of that name."""


class Register(ABC):
    """A database with the tables `keys`, `secrets` and `answers`. Safe to use from any thread.

    Whatever can't be done raises a `StoreError`: `StoreBusy` where others keep it locked, `StoreClosed` afterwards.
    """

    remote: ClassVar[bool]
    """Whether it is asked over a network: who must not wait then asks in a thread."""

    @abstractmethod
    def read(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a statement, as tuples."""

    @abstractmethod
    def write(self, workspace: str, job: Callable[[Connection], T], *, make: bool = False) -> T:
        """Run a job in a transaction of its own and return its result. It may be run again where the connection is
        lost, also after it was committed.

        Args:
            workspace: whose rows it changes, and no others.
            job: the job.
            make: make the workspace, if the database has to know of it and doesn't yet.
        """

    @abstractmethod
    def clean(self) -> bool:
        """Let no copy of what was deleted stay behind, as far as that can be done without waiting; whether it was."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""
