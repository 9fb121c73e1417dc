"""First checks of every request: its host, its origin, its size and its speed."""

from __future__ import annotations

import json
from asyncio import timeout
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from soulkeep.server.config import ServerConfig, is_loopback
from soulkeep.server.problems import MEDIA_TYPE, problem

_FORMS = ("/sign-in", "/sign-out")
_FORM_BYTES = 4096
"""Greatest size of a request's body before a key was shown, in bytes."""

_SLOWEST = 16 * 1024
"""Lowest speed of a request's body, in bytes per second."""


_AT_HAND = 0.05
"""Seconds within which data that has already arrived can be read."""


class Guard:
    """ASGI middleware: refuses foreign hosts and origins, and requests that are too large or too slow.

    Without keys, anyone who reaches the port may do everything, so web pages must not reach it: requests that a browser
    sends from another origin are refused, and so are host names other than this server's (DNS rebinding).
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
        """Pass a request on, with limits on the size and the time of its body and its answer."""
        config = self._config
        limit = _limit(scope["path"], config)
        too_large = _Refusal(413, "too-large", f"The request may have {limit:,} bytes at most.")
        length = headers.get(b"content-length", "")
        if length.isdigit() and int(length) > limit:
            await _refuse(scope, send, *too_large)
            return
        waited, read, ended = 0.0, 0, False
        refusal: _Refusal | None = None
        answering = False

        async def counted() -> Message:
            nonlocal waited, read, ended, refusal
            if ended:
                return await receive()
            began = monotonic()
            try:  # data that has arrived is taken, even after the deadline
                async with timeout(max(config.body_seconds + read / _SLOWEST - waited, _AT_HAND)):
                    message = await receive()
            except TimeoutError:
                refusal = _Refusal(408, "too-slow", "The request took too long to come.")
                raise _Refused from None
            waited += monotonic() - began
            read += len(message.get("body", b""))
            ended = message["type"] == "http.disconnect" or not message.get("more_body", False)
            if read > limit:
                refusal = too_large
                raise _Refused
            return message

        async def noted(message: Message) -> None:
            nonlocal answering
            if refusal is not None and not answering:
                return  # other output after the refusal is dropped
            answering = True
            try:
                async with timeout(config.body_seconds):
                    await send(message)
            except TimeoutError:
                raise ClientDisconnect from None

        try:
            await self._app(scope, counted, noted)
        except _Refused:
            if answering:
                raise
        except ClientDisconnect:
            return  # the client is gone
        if refusal is not None and not answering:
            await _refuse(scope, send, *refusal)


class _Refusal(NamedTuple):
    """The status, kind and detail of a problem."""

    status: int
    kind: str
    detail: str


class _Refused(Exception):
    """Error: a request exceeded a limit while it was read."""


def _limit(path: str, config: ServerConfig) -> int:
    """Return the greatest size of a request to a path, in bytes."""
    if path in _FORMS:
        return _FORM_BYTES
    return config.import_bytes if path.startswith(("/v1/import", "/_nicegui")) else config.body_bytes


def _host_of(host: str) -> str:
    """Return the name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


async def _refuse(scope: Scope, send: Send, status: int, kind: str, detail: str) -> None:
    """Answer with a problem, before the application sees the request."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = json.dumps(problem(status, kind, detail)).encode()
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        *([(b"connection", b"close")] if status in (408, 413) else []),  # more of the body may arrive
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
