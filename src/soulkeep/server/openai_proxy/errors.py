"""Errors in the form that OpenAI's clients read: `{"error": {"message", "type", "param", "code"}}`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from soulkeep.errors import SoulkeepError
from soulkeep.server.limits import TooMany
from soulkeep.server.problems import problem_of

_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}


def error_body(message: str, *, status: int, code: str) -> dict[str, Any]:
    """Return the JSON of an error.

    Args:
        message: what is wrong, and what to do about it.
        status: the response's HTTP status.
        code: a stable word for programs.
    """
    kind = _TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def error_of(error: SoulkeepError) -> tuple[int, dict[str, Any]]:
    """Return the status and the JSON of a soulkeep error."""
    problem = problem_of(error)
    status: int = problem["status"]
    kind = problem["type"].rpartition(":")[2].replace("-", "_")
    return status, error_body(str(error), status=status, code=kind)


def error_response(error: SoulkeepError) -> Response:
    """Return the response of a soulkeep error."""
    status, body = error_of(error)
    headers: dict[str, str] = {}
    if isinstance(error, TooMany):
        headers["Retry-After"] = str(max(1, round(error.wait)))
    elif error.retryable:
        headers["Retry-After"] = "1"
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(body, status_code=status, headers=headers)


class OpenAIRoute(APIRoute):
    """A route whose errors, including those of its dependencies, have OpenAI's form."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler of requests."""
        answer = super().get_route_handler()

        async def handler(request: Request) -> Response:
            try:
                return await answer(request)
            except SoulkeepError as error:
                return error_response(error)

        return handler
