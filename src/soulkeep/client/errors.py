"""Errors of a server, as clients see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import soulkeep.errors as errors
from soulkeep.errors import InputError, SoulkeepError

_TYPE = "urn:soulkeep:problem:"

_HERE = (
    ("Authorization:", 'Give it as: connect(…, key="sk-soul-…").'),
    ("x-soulkeep-workspace", "Leave out workspace=."),
    ("/docs lists", 'Is the URL the server\'s address alone, such as "http://localhost:8642"?'),
)
"""Hints for programs that send requests themselves, by what they speak of, and what to tell users of this client."""


class ServerUnavailable(SoulkeepError):
    """Error: the server can't be reached, or took too long. The request may still have been carried out."""

    retryable: ClassVar[bool] = True


class ServerRefused(SoulkeepError):
    """Error: the server refuses a request, for a reason that the library has no error for.

    `kind` is a word for the reason: `"unauthenticated"`, `"forbidden"`, `"changed"` …; `status` is the HTTP status.
    """

    def __init__(self, message: str, *, hint: str = "", kind: str = "", status: int = 0) -> None:
        super().__init__(message, hint=hint)
        self.kind = kind
        self.status = status


class ServerBusy(ServerRefused):
    """Error: the server refuses for now; the same request may succeed later."""

    retryable: ClassVar[bool] = True


def kind_of(problem: Mapping[str, Any]) -> str:
    """Return the word for a problem's kind."""
    return str(problem.get("type", "")).removeprefix(_TYPE)


def error_of(problem: Mapping[str, Any], status: int) -> SoulkeepError:
    """Return the error of a problem: the library's own, if there is one.

    Args:
        problem: the problem's members.
        status: the response's HTTP status.
    """
    kind = kind_of(problem)
    message, told = str(problem.get("detail") or f"HTTP status {status}."), str(problem.get("hint") or "")
    hint = next((here for of, here in _HERE if of in told), told)
    error_class = getattr(errors, "".join(word.capitalize() for word in kind.split("-")), None)
    if kind == "invalid-request":
        return InputError(message, hint=hint)
    if isinstance(error_class, type) and issubclass(error_class, SoulkeepError):
        error = error_class.__new__(error_class)
        SoulkeepError.__init__(error, message, hint=hint)  # their own `__init__` takes the parts of the message
        return error
    refused = ServerBusy if problem.get("retryable") else ServerRefused
    return refused(message, hint=hint, kind=kind, status=status)
