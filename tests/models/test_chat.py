"""The language model behind a URL, against a real server on this machine that behaves and misbehaves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest

import soulkeep
from soulkeep.models.chat import Message, OpenAIChat, chat_from_environment
from soulkeep.models.testing import HashEmbedder
from soulkeep.records import Usage


class Server(BaseHTTPRequestHandler):
    """Speaks chat completions; `mode` says how well."""

    mode: ClassVar[str] = "well"
    requests: ClassVar[list[dict[str, Any]]] = []
    reply: ClassVar[str] = "You adopted Miso [m1]."

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.requests.append({"path": self.path, "key": self.headers["Authorization"], **body})
        status = {"unauthorised": 401, "broken": 500, "unknown model": 404}.get(self.mode, 200)
        self.send_response(status)
        if status != 200:
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(b'{"error": {"message": "no"}}')
            return
        self.send_header("Content-Type", "text/event-stream")
        if self.mode == "dropped":
            self.send_header("Content-Length", "100000")
        self.end_headers()
        for word in [] if self.mode == "silent" else self.reply.split(" "):
            self._event({"choices": [{"index": 0, "delta": {"content": f"{word} "}}]})
            if self.mode == "dropped":
                return
            if self.mode == "cut":
                self._event({"error": {"message": "out of memory", "code": 500}})
                return
        usage = {"prompt_tokens": 40, "completion_tokens": 6, "total_tokens": 46}
        self._event({"choices": [], "usage": usage})
        self.wfile.write(b"data: [DONE]\n\n")

    def _event(self, data: dict[str, Any]) -> None:
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", **data}
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    Server.mode, Server.requests = "well", []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def pieces(chat: OpenAIChat) -> list[str | Usage]:
    async def listen() -> list[str | Usage]:
        return [piece async for piece in chat.stream([Message("user", "Hello?")])]

    return asyncio.run(listen())


def test_streams_and_counts(url: str) -> None:
    found = pieces(OpenAIChat(url, "m", key="secret", temperature=0.2))
    assert found == ["You ", "adopted ", "Miso ", "[m1]. ", Usage(prompt=40, completion=6, exact=True)]
    [request] = Server.requests
    assert request["path"] == "/v1/chat/completions"
    assert (request["model"], request["temperature"], request["stream"]) == ("m", 0.2, True)
    assert request["key"] == "Bearer secret"


@pytest.mark.parametrize(
    ("mode", "error", "retryable"),
    [
        ("broken", soulkeep.ChatUnavailable, True),
        ("cut", soulkeep.ChatError, False),
        ("dropped", soulkeep.ChatUnavailable, True),
        ("unauthorised", soulkeep.ChatError, False),
        ("unknown model", soulkeep.ChatError, False),
    ],
)
def test_failures_have_names(url: str, mode: str, error: type[soulkeep.ChatError], retryable: bool) -> None:
    Server.mode = mode
    with pytest.raises(error) as caught:
        pieces(OpenAIChat(url, "m", retries=0))
    assert caught.value.retryable is retryable
    assert caught.value.hint


def test_silence_is_refused_and_the_turn_kept(url: str) -> None:
    Server.mode = "silent"
    with soulkeep.open(":memory:", chat=OpenAIChat(url, "m"), embedder=HashEmbedder()) as keep:
        with pytest.raises(soulkeep.ChatRefused, match="nothing"):
            keep.character("holmes").reply("Hello?", person="anna", id="q")
        assert [memory.id for memory in keep.character("holmes").memories(person="anna")] == ["q"]


def test_nobody_there() -> None:
    with pytest.raises(soulkeep.ChatUnavailable, match="did not answer"):
        pieces(OpenAIChat("http://127.0.0.1:9/v1", "m", retries=0, timeout=2))


def test_a_whole_reply_by_a_server(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOULKEEP_CHAT_URL", url)
    monkeypatch.setenv("SOULKEEP_CHAT_MODEL", "m")
    with soulkeep.open(":memory:", embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("I adopted a cat called Miso.", person="anna", id="cat", session="old")
        Server.mode = "broken"
        with pytest.raises(soulkeep.ChatUnavailable):
            holmes.reply("What is my cat called?", person="anna", id="q", session="new")
        assert [memory.id for memory in holmes.memories(person="anna", kinds={"turn"})] == ["cat", "q"]
        Server.mode = "well"
        reply = holmes.reply("What is my cat called?", person="anna", id="q", session="new")
        assert (reply.text, reply.responder) == ("You adopted Miso [m1].", "model")
        assert reply.references[0].memory.id == "cat"
        assert reply.usage == Usage(prompt=40, completion=6, exact=True)


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chat_from_environment() is None
    monkeypatch.setenv("SOULKEEP_CHAT_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(soulkeep.ChatError, match="SOULKEEP_CHAT_MODEL"):
        chat_from_environment()
    monkeypatch.setenv("SOULKEEP_CHAT_MODEL", "m")
    found = chat_from_environment()
    assert found is not None
    assert found.name == "m"
