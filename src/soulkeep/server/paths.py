"""Paths and methods: %2F in an id is part of it, and HEAD is answered like GET without a body."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SLASH = "\0"
"""Replacement of a slash within an id until its route has been found; no id can contain it."""


def add_routes(app: FastAPI, router: APIRouter) -> None:
    """Add a router's routes to an application, as they were created when the router's module was imported.

    `FastAPI.include_router` creates each of them again for every application at its first request, which takes 0.3 s;
    our routers have nothing that an application adds to.
    """
    app.router.routes.extend(router.routes)


class EncodedSlashes:
    """ASGI middleware that keeps `%2F` apart from `/`, which servers decode alike."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            raw: bytes | None = scope.get("raw_path")
            if raw is not None and b"%2f" in raw.lower() and raw.startswith(b"/v1/"):
                parts = raw.decode("latin-1").partition("?")[0].split("/")
                scope = {**scope, "path": "/".join(unquote(part).replace("/", _SLASH) for part in parts)}
        await self._app(scope, receive, send)


class Heads:
    """ASGI middleware that answers HEAD as GET, without the body; not at `/mcp`, where GET never ends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].startswith("/mcp"):
            await self._app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        asked = {**scope, "method": "GET"}
        try:
            await self._app(asked, receive, headed)
        finally:
            scope.update(asked, method="HEAD")  # the log reports the route


def with_slashes(id: Any) -> Any:
    """Return an id with its slashes."""
    return id.replace(_SLASH, "/") if isinstance(id, str) else id
