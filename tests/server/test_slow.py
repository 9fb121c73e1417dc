"""Connections that are slow, silent, too many, or break off: they hold up nobody, and leave no error."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from server_support import make_key, quiet_in, running

WAIT = 20.0
"""Seconds that anything may take on a busy machine."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    config = quiet_in(
        tmp_path_factory.mktemp("slow"), header_seconds=0.5, body_seconds=0.5, connections=20, inspector=True
    )
    make_key(config)
    with running(config) as url:
        yield url


def connect(url: str) -> socket.socket:
    where = urlsplit(url)
    assert where.hostname
    assert where.port
    return socket.create_connection((where.hostname, where.port), timeout=WAIT)


def begin_of(path: str) -> bytes:
    """Return a request of which all but the first byte of the body is missing."""
    headers = "Host: 127.0.0.1\r\nContent-Length: 100\r\nContent-Type: application/json\r\n"
    return f"POST {path} HTTP/1.1\r\n{headers}\r\n{{".encode()


def answered(connection: socket.socket) -> bytes:
    """Return everything that comes until the server closes; a connection that it cut off counts as closed."""
    told = b""
    try:
        while piece := connection.recv(4096):
            told += piece
    except ConnectionResetError:
        pass
    return told


@pytest.mark.parametrize(
    "begun", [b"", b"GET /v1/health HTTP/1.1\r\nHost: x", b"GET /v1/health HTTP/1.1\r\nX: " + b"x" * 9000]
)
def test_a_connection_that_asks_nothing_is_closed(url: str, begun: bytes) -> None:
    with connect(url) as connection:
        connection.sendall(begun)
        assert answered(connection) == b""


def test_what_trickles_in_after_an_answer_is_no_question_either(url: str) -> None:
    with connect(url) as connection:
        connection.sendall(b"GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /v1")
        assert answered(connection).startswith(b"HTTP/1.1 200")


def test_heads_without_end_are_cut_off(tmp_path: Path) -> None:
    with running(quiet_in(tmp_path)) as url, connect(url) as connection:
        connection.sendall(b"GET /v1/health HTTP/1.1\r\n")
        sent = 0
        with suppress(BrokenPipeError, ConnectionResetError):
            while sent < 5000:
                connection.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
                sent += 1
                time.sleep(0.001)
        assert sent < 5000


def test_a_body_that_does_not_come_is_refused(url: str) -> None:
    for path in ("/sign-in", "/v1/characters/holmes/observe"):
        with connect(url) as connection:
            connection.sendall(begin_of(path))
            told = answered(connection)
            assert told.startswith((b"HTTP/1.1 408", b"HTTP/1.1 401"))


def test_the_silent_make_room(url: str) -> None:
    with ExitStack() as open_ones:
        for _ in range(200):
            open_ones.enter_context(connect(url))
            if _ % 20 == 0:
                assert httpx2.get(f"{url}/v1/health").status_code == 200


@pytest.mark.parametrize("told", [True, False])
def test_nobody_sends_much_before_they_show_a_key(url: str, told: bool) -> None:
    body = b"key=" + b"x" * 8000
    content = body if told else iter([body[:3000], body[3000:]])
    response = httpx2.post(f"{url}/sign-in", content=content)
    assert response.status_code == 413
    assert httpx2.post(f"{url}/sign-in", content=b"&".join([b"a=1"] * 1000)).status_code == 401


def test_bodies_that_break_off_leave_no_error(url: str, caplog: pytest.LogCaptureFixture) -> None:
    paths = (
        "/sign-in",
        "/v1/import/look",
        "/v1/characters/holmes/observe",
        "/mcp",
        "/v1/chat/completions",
        "/mem0/memories",
    )
    with caplog.at_level(logging.INFO):
        for path in paths:
            with connect(url) as connection:
                connection.sendall(begin_of(path))
                time.sleep(0.2)  # who leaves at once is not even heard
        late = time.monotonic() + WAIT
        while len(requests(caplog)) < len(paths) and time.monotonic() < late:
            time.sleep(0.02)
    assert len(requests(caplog)) == len(paths)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def requests(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.message == "request"]
