"""Proxies between a store and its PostgreSQL server that cut their connections."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Lock, Thread
from time import sleep
from typing import Any
from urllib.parse import parse_qs, urlsplit


class Proxy:
    """Stands between a store and its server, and cuts a connection when a transaction is to be committed: "before" the
    server hears of it, "after" that, or "silently", so that the server waits for it; or at any message.

    Args:
        url: the server.

    Attributes:
        cut: how to cut the next connection that commits.
        cuts: how many were cut.
        messages: how many went to and fro.
        cut_at: the number of the message with which its connection is cut, before it arrives.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        folder = parse_qs(parts.query).get("host")
        self._server: Any = f"{folder[0]}/.s.PGSQL.5432" if folder else (parts.hostname, parts.port or 5432)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.cut: str | None = None
        self.cuts = self.messages = self.cut_at = 0
        self._lock = Lock()
        user = f"{parts.username or ''}{f':{parts.password}' if parts.password else ''}"
        self.url = f"postgresql://{user}@127.0.0.1:{self._socket.getsockname()[1]}{parts.path}"
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for one in (self._socket, *self._open):
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX if isinstance(self._server, str) else socket.AF_INET)
            server.connect(self._server)
            self._open += [client, server]
            Thread(target=self._forward, args=(client, server), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        answers = Event()
        Thread(target=self._answer, args=(client, server, answers), daemon=True).start()
        try:
            while data := client.recv(1 << 16):
                if self.cut and b"COMMIT" in data:
                    how, self.cut = self.cut, None
                    self.cuts += 1
                    answers.set()  # they go nowhere from now on
                    if how == "after":
                        server.sendall(data)
                        sleep(0.3)
                    if how == "silently":
                        client.shutdown(socket.SHUT_RDWR)
                        return
                    break
                if self._is_cut():
                    break
                server.sendall(data)
        except OSError:
            pass
        self._end(client, server)

    def _answer(self, client: socket.socket, server: socket.socket, answers: Event) -> None:
        try:
            while data := server.recv(1 << 16):
                if self._is_cut():
                    break
                if not answers.is_set():
                    client.sendall(data)
        except OSError:
            pass
        self._end(client, server)

    def _is_cut(self) -> bool:
        with self._lock:
            self.messages += 1
            self.cuts += self.messages == self.cut_at
            return self.messages == self.cut_at

    def _end(self, *sockets: socket.socket) -> None:
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
