"""MCP over streamable HTTP, at `/mcp` of the server's port, with the server's keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from mcp.server.context import ServerRequestContext
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from soulkeep.lang.validity import require_name
from soulkeep.server.config import ServerConfig
from soulkeep.server.headers import header_of
from soulkeep.server.mcp.asker import Asker
from soulkeep.server.mcp.build import build
from soulkeep.server.service import access_of

CHARACTER_HEADER, PERSON_HEADER = "x-soulkeep-character", "x-soulkeep-person"

PATHS = ("/mcp", "/mcp/")


class _Endpoint:
    """Every message is a request of its own, with its key: there are no sessions to be taken over, or to pile up."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        request.state.asker = await _asker(request)  # raises what becomes a problem
        await request.app.state.mcp.session_manager.handle_request(scope, receive, send)


def install(app: FastAPI, config: ServerConfig) -> None:
    """Add streamable HTTP at `/mcp`. Foreign hosts and origins never come here: `Guard` refuses them.

    GET is refused, as the protocol has it for servers that never speak first: its stream would stay open for nothing.
    """
    endpoint = _Endpoint()
    app.router.routes.extend(Route(path, endpoint, methods=["POST"], include_in_schema=False) for path in PATHS)


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """While the server runs."""
    server = build(_of_request)
    server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        max_request_body_size=app.state.service.config.body_bytes,
        host="",  # else it would look at hosts itself, and know none but this machine's
    )
    app.state.mcp = server
    async with server.session_manager.run():
        yield


def _of_request(ctx: ServerRequestContext[Any, Any]) -> Asker:
    assert ctx.request is not None
    asker: Asker = ctx.request.state.asker
    return asker


async def _asker(request: Request) -> Asker:
    """Who sends a request, and whom it speaks for: headers, or the address's query."""
    return Asker(
        access=await access_of(request),
        character=_given(request, CHARACTER_HEADER, "character"),
        person=_given(request, PERSON_HEADER, "person"),
    )


def _given(request: Request, header: str, name: str) -> str | None:
    value = header_of(request.headers, header) or request.query_params.get(name)
    return None if not value else require_name(value, name)
