"""Errors of a server, as its clients see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import soulkeep.errors as errors
from soulkeep.errors import InputError, SoulkeepError

_TYPE = "urn:soulkeep:problem:"


class ServerUnavailable(SoulkeepError):
    """The server can't be reached, or took too long. What it was asked may have been done all the same."""

    retryable: ClassVar[bool] = True


class ServerRefused(SoulkeepError):
    """The server doesn't do what it was asked, for a reason that the library doesn't know.

    `kind` is a word for it: `"unauthenticated"`, `"forbidden"`, `"too-many"`, `"changed"` …; `status` is that of HTTP.
    """

    def __init__(self, message: str, *, hint: str = "", kind: str = "", status: int = 0) -> None:
        super().__init__(message, hint=hint)
        self.kind = kind
        self.status = status


class ServerBusy(ServerRefused):
    """The same, for now: the same request may succeed later."""

    retryable: ClassVar[bool] = True


def kind_of(problem: Mapping[str, Any]) -> str:
    """The word for what is wrong."""
    return str(problem.get("type", "")).removeprefix(_TYPE)


def error_of(problem: Mapping[str, Any], status: int) -> SoulkeepError:
    """The error that a problem tells of: the library's own, if there is one.

    Args:
        problem: its members.
        status: of the response.
    """
    kind = kind_of(problem)
    message, hint = str(problem.get("detail") or f"HTTP status {status}."), str(problem.get("hint") or "")
    error_class = getattr(errors, "".join(word.capitalize() for word in kind.split("-")), None)
    if kind == "invalid-request":
        return InputError(message, hint=hint)
    if isinstance(error_class, type) and issubclass(error_class, SoulkeepError):
        error = error_class.__new__(error_class)
        SoulkeepError.__init__(error, message, hint=hint)  # theirs take what the message is made of
        return error
    refused = ServerBusy if problem.get("retryable") else ServerRefused
    return refused(message, hint=hint, kind=kind, status=status)
