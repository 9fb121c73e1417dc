"""Errors as `application/problem+json` (RFC 9457): what is wrong, what to do, whether to try again."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import soulkeep
from soulkeep.errors import SoulkeepError, StoreUnreachable
from soulkeep.server.access import Forbidden, Unauthenticated
from soulkeep.server.answered import AlreadyDone, KeyReused, StillRunning
from soulkeep.server.etags import Changed
from soulkeep.server.keys import UnknownKey
from soulkeep.server.limits import TooMany
from soulkeep.server.register.base import UnknownWorkspace

MEDIA_TYPE = "application/problem+json"

STATUS: dict[type[SoulkeepError], int] = {
    Unauthenticated: 401,
    Forbidden: 403,
    TooMany: 429,
    UnknownWorkspace: 404,
    UnknownKey: 404,
    KeyReused: 422,
    StillRunning: 409,
    AlreadyDone: 409,
    Changed: 412,
    soulkeep.UnknownCharacter: 404,
    soulkeep.UnknownMemory: 404,
    soulkeep.IdConflict: 409,
    soulkeep.Erased: 409,
    soulkeep.BadFile: 422,
    soulkeep.InputError: 422,
    soulkeep.QueryTimeout: 422,
    soulkeep.MissingExtra: 501,
    soulkeep.ChatUnavailable: 503,
    soulkeep.ChatError: 502,
    soulkeep.EmbedderUnavailable: 503,
    soulkeep.StoreBusy: 503,
    soulkeep.StoreFull: 507,
    soulkeep.StoreClosed: 503,
    StoreUnreachable: 503,
    SoulkeepError: 500,
}
"""HTTP statuses of errors; the most specific class of an error decides."""


def status_of(error: SoulkeepError) -> int:
    """Return the HTTP status of an error."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def problem(
    status: int, kind: str, detail: str, *, hint: str = "", retryable: bool = False, more: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the members of a problem.

    Args:
        status: the response's HTTP status.
        kind: a stable word for programs, such as "unknown-character".
        detail: what is wrong in this case.
        hint: what to do about it.
        retryable: whether the same request may succeed later.
        more: further members.
    """
    return {
        "type": f"urn:soulkeep:problem:{kind}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "hint": hint,
        "retryable": retryable,
        **(more or {}),
    }


def problem_of(error: SoulkeepError) -> dict[str, Any]:
    """Return an error's problem."""
    kind = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", type(error).__name__).lower()
    return problem(status_of(error), kind, error.message, hint=error.hint, retryable=error.retryable)


def respond(content: dict[str, Any], *, headers: dict[str, str] | None = None) -> Response:
    """Return the response of a problem."""
    extra = dict(headers or {})
    if content["status"] == 401:
        extra.setdefault("WWW-Authenticate", "Bearer")
    if content["retryable"]:
        extra.setdefault("Retry-After", "1")
    return JSONResponse(content, status_code=content["status"], media_type=MEDIA_TYPE, headers=extra)


def install(app: FastAPI) -> None:
    """Make every error of an application a problem."""

    @app.exception_handler(SoulkeepError)
    async def ours(request: Request, error: SoulkeepError) -> Response:
        waiting = {"Retry-After": str(max(1, round(error.wait)))} if isinstance(error, TooMany) else {}
        return respond(problem_of(error), headers=waiting)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        errors = [{"at": "/".join(str(part) for part in one["loc"]), "message": one["msg"]} for one in error.errors()]
        first = f"{errors[0]['at']}: {errors[0]['message'].rstrip('.')}." if errors else "It can't be read."
        return respond(
            problem(422, "invalid-request", first, hint="/docs shows what it takes.", more={"errors": errors})
        )

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> Response:
        detail, hint = "Something went wrong in the server.", "Its log says what. Nothing that was stored is lost."
        return respond(problem(500, "internal-error", detail, hint=hint))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        kind = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
        hint = "/docs lists all there is." if error.status_code == HTTPStatus.NOT_FOUND else ""
        content = problem(error.status_code, kind, str(error.detail), hint=hint)
        return respond(content, headers=dict(error.headers or {}))
