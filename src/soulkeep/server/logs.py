"""Structured logs: one JSON object per line, without what people said unless that is configured."""

from __future__ import annotations

import json
import logging
import secrets
import sys
import time
import traceback
from typing import Any, TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from soulkeep.lang.unseen import visible

LOG = logging.getLogger("soulkeep.server")

_TEXT = 20_000
"""Most bytes of a body that is logged, if bodies are."""

_PARTS = ("v1", "mem0", "mcp", "_nicegui", "_soulkeep")
"""First segments of paths that are logged where no route matches."""

_QUIET = ("/_nicegui", "/v1/health", "/metrics")
"""Paths that are requested constantly."""


_GONE = 499
"""Status of requests whose client left before the answer, as in nginx."""


class JsonLines(logging.Formatter):
    """A formatter that writes a record as one line of JSON: time (UTC), level, logger, message, members of `more`."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{stamp}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "more", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return visible(json.dumps(line, ensure_ascii=False, default=str))

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's name
        """Return where an exception was raised, and its type and causes, but no messages, which may quote people."""
        frames: list[str] = []
        error: BaseException | None = ei[1]
        while error is not None:
            frames += [
                *traceback.format_tb(error.__traceback__),
                f"{type(error).__module__}.{type(error).__qualname__}\n",
            ]
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(frames).rstrip()


def log_to(stream: TextIO = sys.stderr) -> None:
    """Send all logs of soulkeep and the server to a stream, as JSON lines."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    # uvicorn.error logs each websocket's address, which in NiceGUI contains the page's id
    levels = {
        "soulkeep": logging.INFO,
        "uvicorn": logging.INFO,
        "uvicorn.error": logging.WARNING,
        "nicegui": logging.WARNING,
    }
    for name, level in levels.items():
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.setLevel(level)
        logger.propagate = name == "uvicorn.error"


class RequestLog:
    """ASGI middleware that gives each request an id (`X-Request-ID`, the caller's own if it sends one) and logs its
    answer: route, status, milliseconds, key and workspace. The route is a template, without ids.

    Args:
        app: the application.
        texts: whether to log also request bodies in JSON; files hold no talk, and forms hold keys.
    """

    def __init__(self, app: ASGIApp, *, texts: bool = False) -> None:
        self._app = app
        self._texts = texts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_QUIET):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        header_id = headers.get(b"x-request-id", "")
        request_id = (
            header_id
            if 0 < len(header_id) <= 64 and header_id.isascii() and header_id.isprintable()
            else secrets.token_hex(8)
        )
        texts = self._texts and _says_something(scope, headers)
        began, status, body, gone = time.perf_counter(), 0, bytearray(), False

        async def heard() -> Message:
            nonlocal gone
            message = await receive()
            gone = gone or message["type"] == "http.disconnect"
            if texts and len(body) < _TEXT:
                body.extend(message.get("body", b"")[:_TEXT])
            return message

        async def said(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        failed: BaseException | None = None
        try:
            await self._app(scope, heard, said)
        except BaseException as error:
            failed = error
            raise
        finally:
            status = status or (_GONE if gone else 500)
            more = {
                "request": request_id,
                "method": scope["method"],
                "route": route_of(scope),
                "status": status,
                "ms": round((time.perf_counter() - began) * 1000, 1),
                **_who(scope),
            }
            if body:
                more["body"] = body.decode("utf-8", "replace")
            if failed is not None:
                more["error"] = type(failed).__name__
            LOG.log(logging.ERROR if status >= 500 else logging.INFO, "request", extra={"more": more})


def route_of(scope: Scope) -> str:
    """Return the template of a request's path: "/v1/characters/{character}/recall". There are only as many as routes,
    whatever is requested."""
    path = getattr(scope.get("route"), "path", None)
    if path:
        return str(path)
    first = scope["path"].split("/", 2)[1] if "/" in scope["path"] else ""
    return f"/{first}/…" if first in _PARTS else "…"


def _says_something(scope: Scope, headers: dict[bytes, str]) -> bool:
    """Return whether a request's body may contain what somebody says."""
    spoken = scope["path"].startswith(("/v1/", "/mem0/", "/mcp"))
    return spoken and "json" in headers.get(b"content-type", "").lower()


def _who(scope: Scope) -> dict[str, str]:
    grant = scope.get("state", {}).get("grant")
    return {} if grant is None else {"key": grant.id, "workspace": grant.workspace}
