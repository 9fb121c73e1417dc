"""Headers: what they say in other letters than ASCII, and which worker answers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

WORKER = b"soulkeep-worker"


def header_of(headers: Mapping[str, str], name: str) -> str | None:
    """What a header says, in UTF-8 or percent-encoded, as clients send what isn't ASCII; None if it says nothing.

    Args:
        headers: of a request, by names in lower case, as the server reads them (Latin-1).
        name: of the header.
    """
    raw = headers.get(name)
    if not raw:
        return None
    with suppress(UnicodeError):  # else it is meant as it was read
        raw = raw.encode("latin-1").decode()
    return unquote(raw)


class WorkerHeader:
    """ASGI middleware: every response says which worker it comes from (`Soulkeep-Worker`), so that affinity shows.

    Args:
        app: what answers.
        worker: the name.
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
