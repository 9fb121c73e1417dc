"""MCP over streamable HTTP, at `/mcp` of the server's port, with the server's keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from soulkeep.lang.validity import require_name
from soulkeep.server.config import ServerConfig
from soulkeep.server.headers import header_of
from soulkeep.server.mcp.asker import Asker
from soulkeep.server.service import access_of

if TYPE_CHECKING:
    from mcp.server import MCPServer
    from mcp.server.context import ServerRequestContext

CHARACTER_HEADER, PERSON_HEADER = "x-soulkeep-character", "x-soulkeep-person"

PATHS = ("/mcp", "/mcp/")


class _OnDemand:
    """The MCP server, created at the first request, since its SDK takes a second to import, for which a server without
    MCP clients needn't wait.

    Args:
        body_bytes: greatest size of a message.
    """

    def __init__(self, body_bytes: int) -> None:
        self._body_bytes = body_bytes
        self._wanted = asyncio.Event()
        self._over = asyncio.Event()
        self._made: asyncio.Future[MCPServer] = asyncio.get_running_loop().create_future()

    async def server(self) -> MCPServer:
        """Return the server, running."""
        self._wanted.set()
        return await asyncio.shield(self._made)

    async def run(self) -> None:
        """Run it, once it is needed, until `stop`."""
        await self._wanted.wait()
        if self._over.is_set():
            return
        try:
            server = await asyncio.to_thread(self._make)
            async with server.session_manager.run():
                self._made.set_result(server)
                await self._over.wait()
        except Exception as error:
            if self._made.done():
                raise
            self._made.set_exception(error)

    def stop(self) -> None:
        """Stop it."""
        self._over.set()
        self._wanted.set()

    def _make(self) -> MCPServer:
        from soulkeep.server.mcp.build import build

        server = build(_of_request)
        server.streamable_http_app(
            stateless_http=True,
            json_response=True,
            max_request_body_size=self._body_bytes,
            host="",  # with a host, it would check hosts itself, and accept only this machine's
        )
        return server


class _Endpoint:
    """Endpoint without sessions, which could be hijacked or pile up: each message is a request with its own key."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        request.state.asker = await _asker(request)  # its errors become problems
        server = await request.app.state.mcp.server()
        await server.session_manager.handle_request(scope, receive, send)


def install(app: FastAPI, config: ServerConfig) -> None:
    """Add streamable HTTP at `/mcp`. Foreign hosts and origins don't reach it: `Guard` refuses them.

    GET is refused, as the protocol allows for servers that send nothing by themselves; its stream would stay open.
    """
    endpoint = _Endpoint()
    app.router.routes.extend(Route(path, endpoint, methods=["POST"], include_in_schema=False) for path in PATHS)


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[None]:
    """Run the MCP server while the server runs."""
    mcp = app.state.mcp = _OnDemand(app.state.service.config.body_bytes)
    task = asyncio.create_task(mcp.run())
    try:
        yield
    finally:
        mcp.stop()
        await task


def _of_request(ctx: ServerRequestContext[Any, Any]) -> Asker:
    assert ctx.request is not None
    asker: Asker = ctx.request.state.asker
    return asker


async def _asker(request: Request) -> Asker:
    """Return the asker of a request, and for whom it speaks: by headers, or the address's query."""
    return Asker(
        access=await access_of(request),
        character=_header_values(request, CHARACTER_HEADER, "character"),
        person=_header_values(request, PERSON_HEADER, "person"),
    )


def _header_values(request: Request, header: str, name: str) -> str | None:
    value = header_of(request.headers, header) or request.query_params.get(name)
    return None if not value else require_name(value, name)
