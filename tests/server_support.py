"""A real server for tests: uvicorn in a thread, at a port that the system chooses."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType

import httpx2
import uvicorn

import soulkeep
from soulkeep import Keep, Settings
from soulkeep.server import ServerConfig
from soulkeep.server.keys import ApiKeys
from soulkeep.server.run import Server
from soulkeep.server.service import COOKIE
from soulkeep.server.workspaces import server_file

STARTING = 30.0
"""Seconds that it may take to start, on a busy machine."""

# Uvicorn looks ten times a second whether it is to end, and whether all connections have: here a hundred times.
_brisk = ModuleType("asyncio")
vars(_brisk).update(vars(asyncio), sleep=lambda seconds: asyncio.sleep(seconds / 10))
vars(uvicorn.server)["asyncio"] = _brisk


@contextmanager
def running(config: ServerConfig) -> Iterator[str]:
    """Run a server and yield its base URL, without a slash at the end."""
    server = Server(replace(config, port=0))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        late = time.monotonic() + STARTING
        while not server.started and thread.is_alive() and time.monotonic() < late:
            time.sleep(0.02)
        assert server.started, "the server didn't start"
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(STARTING)
        assert not thread.is_alive(), "the server didn't stop"


def make_key(config: ServerConfig, name: str = "test", **scope: object) -> str:
    """Make a key before the server starts; return its secret. `scope` is as `ApiKeys.create` takes it."""
    keys = ApiKeys(server_file(config.location))
    try:
        return keys.create(name, **scope)[1]  # type: ignore[arg-type]
    finally:
        keys.close()


def session_of(base: str, key: str) -> str:
    """Sign in with a key, as a browser would; return the secret of the session, as its cookie holds it."""
    response = httpx2.post(f"{base}/sign-in", data={"key": key, "next": "/"}, timeout=20.0)
    assert response.status_code == 303, response.text
    return response.cookies[COOKIE]


def config_in(folder: Path, **values: object) -> ServerConfig:
    """Return a configuration with its keep in a folder, and no inspector."""
    return ServerConfig(**{"location": str(folder / "keep.db"), "inspector": False, **values})  # type: ignore[arg-type]


def quiet_in(folder: Path, **values: object) -> ServerConfig:
    """Return the same configuration without background work: until `settle`, what is there is what was sent."""
    return config_in(folder, settings=Settings(background=False), **values)


def quietly(location: str | Path) -> Keep:
    """Return a keep beside a server, or before it, without background work: what was sent is what is there."""
    return soulkeep.open(location, settings=Settings(background=False))


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    """Yield a stand-in for a server: a handler's answers, at a port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
