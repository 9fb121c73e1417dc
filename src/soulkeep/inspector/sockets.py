"""Checks of a page's connection to the server: only the user who opened the page may act on it.

NiceGUI itself only requires the page's id, which is part of addresses, and so of logs of servers and proxies.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from nicegui import Client, core
from socketio.exceptions import ConnectionRefusedError as Refused  # type: ignore[import-untyped]
from starlette.requests import HTTPConnection

from soulkeep.server.access import Unauthenticated
from soulkeep.server.service import Service, secret_of

SOCKET = "/_nicegui_ws"
"""Path to which pages connect, by WebSocket or by polling."""

_EVENTS = ("event", "javascript_response", "ack", "log")
"""Events that a connected page sends; each names the page by its "client_id"."""

_REFUSED = "Implicit handshake failed"
"""Message that makes NiceGUI's browser side reload the page."""


def require_same(service: Service, connection: HTTPConnection) -> None:
    """Raise unless a connection's key is valid, and the one with which its session began.

    Raises:
        Unauthenticated, Forbidden.
    """
    service.grant(secret_of(connection))
    session = core.sio.environ.get(connection.query_params.get("sid", ""))
    if session is not None and _secret(session) != secret_of(connection):
        raise Unauthenticated("This page was opened with another key.")


def forget_ended(connection: HTTPConnection) -> None:
    """Remove a connection's session if it has ended, so that further messages are refused without an error of ours.
    Call it on the event loop."""
    sessions = core.sio.eio.sockets
    session = sessions.get(connection.query_params.get("sid", ""))
    if session is not None and session.closed:
        del sessions[session.sid]


def bind() -> None:
    """Make NiceGUI accept events only from the page's own connection. It takes effect once in a process."""
    handlers = core.sio.handlers["/"]
    if not hasattr(handlers["connect"], "soulkeep"):
        core.sio.on("connect", _connecting(handlers["connect"]))
        for name in _EVENTS:
            core.sio.on(name, _own(handlers[name]))
    logging.getLogger("uvicorn.error").addFilter(_tells_no_page)


def _connecting(connect: Callable[..., Any]) -> Callable[..., Any]:
    async def connected(sid: str, environ: dict[str, Any], auth: object = None) -> None:
        named = parse_qs(environ.get("QUERY_STRING", "")).get("client_id", [""])[0]
        page = Client.instances.get(named)
        if page is None or secret_of(page.request) != _secret(environ):
            raise Refused(_REFUSED)
        await connect(sid, environ, auth)

    connected.soulkeep = True  # type: ignore[attr-defined]
    return connected


def _own(handle: Callable[[str, Any], None]) -> Callable[[str, Any], None]:
    def heard(sid: str, message: Any) -> None:
        if isinstance(message, dict) and message.get("client_id") in core.sio.rooms(sid):  # as checked in the handshake
            handle(sid, message)

    return heard


def _secret(environ: dict[str, Any]) -> str | None:
    return secret_of(HTTPConnection(environ["asgi.scope"]))


def _tells_no_page(record: logging.LogRecord) -> bool:
    """Return whether a log record of uvicorn contains no page's address."""
    return not any(isinstance(one, str) and SOCKET in one for one in record.args or ())
