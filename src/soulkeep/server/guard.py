"""What every request passes first: is it meant for this server, is it from a page that may call, is it too large."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from soulkeep.server.config import ServerConfig, is_loopback
from soulkeep.server.problems import MEDIA_TYPE, problem


class Guard:
    """ASGI middleware: refuses foreign hosts and origins, and requests that are too large.

    Without keys, whoever reaches the port may do everything, so a web page that somebody has open must not: what a
    browser sends from another origin is refused, and so is a host name that isn't this server's (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, config: ServerConfig) -> None:
        self._app = app
        self._config = config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._foreign(headers)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._bounded(scope, headers, receive, send)

    def _foreign(self, headers: dict[bytes, str]) -> tuple[int, str, str] | None:
        config, host = self._config, headers.get(b"host", "")
        name = _host_of(host)
        if config.local and not (is_loopback(name) or name == config.host or name in config.hosts):
            return 421, "wrong-host", f"This server isn't {host!r}; start it with --allow-host to say it is."
        origin = headers.get(b"origin")
        if origin is None or origin in config.origins or origin in (f"http://{host}", f"https://{host}"):
            return None
        return 403, "foreign-origin", f"Pages of {origin} may not call this server; --origin lets them."

    async def _bounded(self, scope: Scope, headers: dict[bytes, str], receive: Receive, send: Send) -> None:
        config = self._config
        files = scope["path"].startswith(("/v1/import", "/_nicegui"))
        limit = config.import_bytes if files else config.body_bytes
        too_large = (413, "too-large", f"The request may have {limit:,} bytes at most.")
        length = headers.get(b"content-length", "")
        if length.isdigit() and int(length) > limit:
            await _refuse(scope, send, *too_large)
            return
        read, answering = 0, False

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise _TooLarge
            return message

        async def noted(message: Message) -> None:
            nonlocal answering
            answering = True
            await send(message)

        try:
            await self._app(scope, counted, noted)
        except _TooLarge:
            if answering:
                raise
            await _refuse(scope, send, *too_large)


class _TooLarge(Exception):
    """A request that didn't tell its length went on beyond the limit."""


def _host_of(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


async def _refuse(scope: Scope, send: Send, status: int, kind: str, detail: str) -> None:
    """Answer with a problem, before anything else sees the request."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = json.dumps(problem(status, kind, detail)).encode()
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
