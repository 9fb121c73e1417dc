"""The remote embedder against a real server on this machine, which also misbehaves as servers do."""

from __future__ import annotations

import builtins
import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

import soulkeep
from soulkeep.errors import EmbedderError, EmbedderUnavailable, MissingExtra
from soulkeep.models.embed.remote import RemoteEmbedder
from soulkeep.testing.models import HashEmbedder

pytest.importorskip("openai")


class EmbeddingServer(ThreadingHTTPServer):
    """Answers with HashEmbedder's vectors, times three, in reverse order.

    Attributes:
        requests: the bodies of all requests.
        keys: the Authorization headers of all requests.
        failures: statuses to answer the next requests with.
        body: what to answer instead of vectors.
        delay: seconds to wait before each answer.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.failures: list[int] = []
        self.body: str | None = None
        self.delay = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def answer(self, request: dict[str, Any]) -> str:
        if self.body is not None:
            return self.body
        vectors = 3 * HashEmbedder(dimensions=request.get("dimensions", 16)).embed(request["input"])
        data = [
            {"object": "embedding", "index": index, "embedding": vector.tolist()}
            for index, vector in enumerate(vectors)
        ]
        return json.dumps({"object": "list", "model": request["model"], "data": data[::-1]})


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(request)
        self.server.keys.append(self.headers["Authorization"])
        time.sleep(self.server.delay)
        if self.path != "/v1/embeddings":
            status, body = 404, "{}"
        elif self.server.failures:
            status, body = self.server.failures.pop(0), '{"error": {"message": "so says the server"}}'
        else:
            status, body = 200, self.server.answer(request)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Retry-After", "0.01")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def embedder(server: EmbeddingServer) -> Iterator[RemoteEmbedder]:
    embedder = RemoteEmbedder(server.url, "tiny", retries=0)
    server.requests.clear()
    yield embedder
    embedder.close()


def test_finds_out_the_dimensions(embedder: RemoteEmbedder) -> None:
    assert embedder.dimensions == 16
    assert embedder.name == "tiny/16"


def test_gives_unit_rows_in_the_order_of_the_texts(embedder: RemoteEmbedder) -> None:
    texts = [f"text number {number}" for number in range(5)]
    np.testing.assert_allclose(embedder.embed(texts), HashEmbedder(dimensions=16).embed(texts), atol=1e-6)
    np.testing.assert_allclose(embedder.embed_query(texts[0]), embedder.embed(texts)[0])


def test_asks_for_128_texts_at_once(embedder: RemoteEmbedder, server: EmbeddingServer) -> None:
    texts = [f"text {number}" for number in range(300)]
    np.testing.assert_allclose(embedder.embed(texts), HashEmbedder(dimensions=16).embed(texts), atol=1e-6)
    assert [len(request["input"]) for request in server.requests] == [128, 128, 44]


def test_blank_texts_are_not_sent(embedder: RemoteEmbedder, server: EmbeddingServer) -> None:
    vectors = embedder.embed(["", "hello", " \n"])
    assert [request["input"] for request in server.requests] == [["hello"]]
    assert vectors.any(axis=1).tolist() == [False, True, False]
    assert embedder.embed([]).shape == (0, 16)


def test_wanted_dimensions_are_asked_for(server: EmbeddingServer) -> None:
    embedder = RemoteEmbedder(server.url, "tiny", dimensions=8)
    assert server.requests == []
    assert embedder.name == "tiny/8"
    assert embedder.embed(["hello"]).shape == (1, 8)
    assert server.requests[0]["dimensions"] == 8
    embedder.close()


@pytest.mark.parametrize(("given", "set", "sent"), [("a", "b", "a"), (None, "b", "b"), (None, None, "none")])
def test_key(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch, given: str | None, set: str | None, sent: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "not for this server")
    monkeypatch.delenv("SOULKEEP_EMBED_KEY", raising=False)
    if set:
        monkeypatch.setenv("SOULKEEP_EMBED_KEY", set)
    RemoteEmbedder(server.url, "tiny", key=given).close()
    assert server.keys == [f"Bearer {sent}"]


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_server_in_trouble_is_unavailable(embedder: RemoteEmbedder, server: EmbeddingServer, status: int) -> None:
    server.failures = [status]
    with pytest.raises(EmbedderUnavailable, match="so says the server") as caught:
        embedder.embed(["hello"])
    assert caught.value.retryable
    assert embedder.embed(["hello"]).any()


def test_tries_again(server: EmbeddingServer) -> None:
    embedder = RemoteEmbedder(server.url, "tiny", dimensions=16, retries=2)
    server.failures = [503, 429]
    assert embedder.embed(["hello"]).any()
    assert len(server.requests) == 3
    embedder.close()


def test_a_slow_server_is_unavailable(server: EmbeddingServer) -> None:
    server.delay = 0.5
    with pytest.raises(EmbedderUnavailable):
        RemoteEmbedder(server.url, "tiny", timeout=0.05, retries=0)


def test_no_server_is_unavailable() -> None:
    with EmbeddingServer() as gone:
        url = gone.url
    with pytest.raises(EmbedderUnavailable):
        RemoteEmbedder(url, "tiny", retries=0)


@pytest.mark.parametrize(
    ("status", "hint"), [(401, "key"), (403, "key"), (404, "/v1"), (400, "embedding model"), (422, "embedding model")]
)
def test_a_refusal_says_what_to_check(
    embedder: RemoteEmbedder, server: EmbeddingServer, status: int, hint: str
) -> None:
    server.failures = [status]
    with pytest.raises(EmbedderError) as caught:
        embedder.embed(["hello"])
    assert not isinstance(caught.value, EmbedderUnavailable)
    assert hint in caught.value.hint


def test_a_url_without_v1_says_so(server: EmbeddingServer) -> None:
    with pytest.raises(EmbedderError, match="/v1"):
        RemoteEmbedder(server.url.removesuffix("/v1"), "tiny", retries=0)


def vectors_answer(*embeddings: object, index: int | None = None) -> str:
    data = [
        {"object": "embedding", "index": place if index is None else index, "embedding": embedding}
        for place, embedding in enumerate(embeddings)
    ]
    return json.dumps({"object": "list", "model": "tiny", "data": data})


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<html>Welcome</html>",
        "null",
        "[]",
        "{}",
        '{"data": []}',
        '{"data": 3}',
        '{"data": [{"index": 0}]}',
        vectors_answer(),
        vectors_answer([1.0] * 16),
        vectors_answer([1.0] * 16, [1.0] * 16, [1.0] * 16),
        vectors_answer([1.0] * 16, [1.0] * 16, index=0),
        vectors_answer([1.0] * 8, [1.0] * 8),
        vectors_answer([1.0] * 16, [1.0] * 15),
        vectors_answer([], []),
        vectors_answer(None, None),
        vectors_answer("wrong", "wrong"),
        vectors_answer([float("nan")] * 16, [1.0] * 16),
    ],
)
def test_an_odd_answer_is_an_error(embedder: RemoteEmbedder, server: EmbeddingServer, body: str) -> None:
    server.body = body
    with pytest.raises(EmbedderError, match="answered with") as caught:
        embedder.embed(["one", "two"])
    assert not isinstance(caught.value, EmbedderUnavailable)


def test_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_openai(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "openai":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_openai)
    with pytest.raises(MissingExtra, match=r"soulkeep\[openai\]"):
        RemoteEmbedder("http://127.0.0.1:9/v1", "tiny")


def test_a_keep_opens_while_its_embedding_server_is_away(server: EmbeddingServer, tmp_path: Path) -> None:
    path, spec = tmp_path / "keep.db", f"{server.url}#tiny"
    still = soulkeep.Settings(background=False)
    with soulkeep.open(path, embedder=spec, settings=still) as keep:
        keep.character("holmes").observe("I adopted a cat called Miso.", person="anna")
    server.requests.clear()
    with soulkeep.open(path, embedder="http://127.0.0.1:9/v1#tiny", settings=still) as keep:
        keep.character("holmes").observe("Rex is a dog.", person="anna")
        recall = keep.character("holmes").recall("What about the dog?", person="anna")
        assert recall.hits[0].memory.text == "Rex is a dog."
        assert recall.notes
        assert keep.stats().without_vector == 1
    with soulkeep.open(path, embedder=spec, settings=still) as keep:
        assert keep.reembed() == 1
