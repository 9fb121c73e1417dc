"""A relay between a front end and a server: it notes the requests, and its own address stays while servers come and
go."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

_OWN = ("connection", "host", "transfer-encoding", "content-length")


@dataclass
class Noted:
    """A request that went by.

    Attributes:
        path: with its query.
        headers: those that name soulkeep.
        body: its JSON; None without one.
        status: the response's.
        about: the response's headers that name soulkeep.
        answer: the response's body.
    """

    path: str
    headers: dict[str, str]
    body: Any
    status: int = 0
    about: dict[str, str] = field(default_factory=dict)
    answer: str = ""


@dataclass
class Relay:
    """Where requests go, and what went by: `to` may change at any time."""

    url: str = ""
    to: str = ""
    noted: list[Noted] = field(default_factory=list)

    @property
    def chats(self) -> list[Noted]:
        """Return the requests for an answer."""
        return [one for one in self.noted if one.path == "/v1/chat/completions"]


class _Handler(BaseHTTPRequestHandler):
    """Passes a request on as it came, and its answer back piece by piece."""

    relay: Relay

    def do_GET(self) -> None:
        """Pass a request on."""
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        noted = Noted(self.path, _about(self.headers), json.loads(raw) if raw else None)
        self.relay.noted.append(noted)
        there = http.client.HTTPConnection(urlsplit(self.relay.to).netloc, timeout=120)
        passed = {name: value for name, value in self.headers.items() if name.lower() not in _OWN}
        there.request(self.command, self.path, body=raw or None, headers=passed)
        answer = there.getresponse()
        noted.status, noted.about = answer.status, _about(answer.headers)
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in (*_OWN, "date", "server"):
                self.send_header(name, value)
        self.end_headers()
        while piece := answer.read1(65536):
            noted.answer += piece.decode("utf-8", "replace")
            self.wfile.write(piece)
            self.wfile.flush()
        there.close()

    def do_POST(self) -> None:
        """Pass a request on."""
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _about(headers: Message[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items() if name.lower().startswith("x-soulkeep-")}


@contextmanager
def relaying() -> Iterator[Relay]:
    """Run a relay, which leads nowhere yet."""
    relay = Relay()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"relay": relay}))
    server.daemon_threads = True
    relay.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield relay
    finally:
        server.shutdown()
        server.server_close()
        thread.join(30)
