"""The connection of a page to the server: only whoever opened the page may act on it.

NiceGUI takes the page's id alone as proof. An id stands in addresses, and so in the logs of servers and proxies.
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
"""Where pages connect, by WebSocket or by polling."""

_EVENTS = ("event", "javascript_response", "ack", "log")
"""What a connected page sends; each names the page by its "client_id"."""

_REFUSED = "Implicit handshake failed"
"""What makes NiceGUI's side in the browser load the page anew."""


def require_same(service: Service, connection: HTTPConnection) -> None:
    """Raise unless a connection's key opens something, and is the one that its session began with.

    Raises:
        Unauthenticated, Forbidden.
    """
    service.grant(secret_of(connection))
    session = core.sio.environ.get(connection.query_params.get("sid", ""))
    if session is not None and _secret(session) != secret_of(connection):
        raise Unauthenticated("This page was opened with another key.")


def forget_ended(connection: HTTPConnection) -> None:
    """Let go of a connection's session if it has ended: what is sent to it is then refused, and no error of ours. It is
    called on the event loop."""
    sessions = core.sio.eio.sockets
    session = sessions.get(connection.query_params.get("sid", ""))
    if session is not None and session.closed:
        del sessions[session.sid]


def bind() -> None:
    """Have NiceGUI hear only what comes from the page's own connection. It is done once in a process."""
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
        if isinstance(message, dict) and message.get("client_id") in core.sio.rooms(sid):  # the handshake's
            handle(sid, message)

    return heard


def _secret(environ: dict[str, Any]) -> str | None:
    return secret_of(HTTPConnection(environ["asgi.scope"]))


def _tells_no_page(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's is none that tells a page's address."""
    return not any(isinstance(one, str) and SOCKET in one for one in record.args or ())
