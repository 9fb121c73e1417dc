"""Headers with characters beyond ASCII, and the header with the worker's name."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

WORKER = b"soulkeep-worker"


def header_of(headers: Mapping[str, str], name: str) -> str | None:
    """Return a header's text, sent as UTF-8 or percent-encoded, as clients do beyond ASCII; None if it is empty.

    Args:
        headers: a request's headers, by names in lower case, decoded as Latin-1 as the server does.
        name: the header's name.
    """
    raw = headers.get(name)
    if not raw:
        return None
    with suppress(UnicodeError):  # otherwise, the text was meant as Latin-1
        raw = raw.encode("latin-1").decode()
    return unquote(raw)


class WorkerHeader:
    """ASGI middleware that adds the worker's name to every response (`Soulkeep-Worker`), so that affinity can be seen.

    Args:
        app: the application.
        worker: the worker's name.
    """

    def __init__(self, app: ASGIApp, worker: str) -> None:
        self._app = app
        self._header = (WORKER, worker.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def said(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", ()), self._header]
            await send(message)

        await self._app(scope, receive, said)
