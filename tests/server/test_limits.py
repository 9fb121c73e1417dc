"""Size, rate, time: what is too much is refused, and what was accepted is finished."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

import soulkeep
from nursery import PIPE, SERVER, Child
from server_support import make_key, quiet_in, quietly, running
from soulkeep.importers.import_file import Imported

CHILD = Path(__file__).parent.parent / "child_server.py"


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with running(quiet_in(tmp_path, body_bytes=2000, import_bytes=4000)) as url:
        httpx2.put(f"{url}/v1/characters/holmes", json={})
        yield url


def test_a_request_that_is_too_long_is_refused(url: str) -> None:
    target = f"{url}/v1/characters/holmes/observe"
    answer = httpx2.post(target, json={"text": "x" * 3000})
    assert (answer.status_code, answer.json()["type"]) == (413, "urn:soulkeep:problem:too-large")

    def pieces() -> Iterator[bytes]:  # without telling its length
        for _ in range(30):
            yield b"x" * 100

    for path in ("characters/holmes/know?source=x", "characters/holmes/observe", "import/look"):
        longer = pieces() if path != "import/look" else iter([b"x" * 500] * 10)
        answer = httpx2.post(f"{url}/v1/{path}", content=longer, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413, path
    with soulkeep.connect(url) as keep:
        assert list(keep.character("holmes").memories()) == []
        assert isinstance(keep.import_file(b"word " * 600, name="x.txt", character="holmes"), Imported)


def test_a_key_may_ask_only_so_often(tmp_path: Path) -> None:
    config = quiet_in(tmp_path, rate=1000)
    slow = make_key(config, rights=["read"], rate=0.5)
    quick = make_key(config, rights=["read"])
    with running(config) as url:
        answers = [get(url, slow) for _ in range(8)]
        assert answers[0].status_code == 200
        late = answers[-1]
        assert late.status_code == 429
        assert late.json()["retryable"] is True
        assert 1 <= int(late.headers["retry-after"]) <= 2
        assert {get(url, quick).status_code for _ in range(8)} == {200}


def test_wrong_keys_slow_down_only_who_sends_them(tmp_path: Path) -> None:
    config = quiet_in(tmp_path)
    right = make_key(config, rights=["read"])
    with running(config) as url:
        statuses = [get(url, "sk-soul-wrong").status_code for _ in range(30)]
        assert statuses[0] == 401
        assert statuses[-1] == 429
        assert get(url, right).status_code == 200
        assert httpx2.get(f"{url}/v1/characters").status_code == 401


def get(url: str, key: str) -> httpx2.Response:
    return httpx2.get(f"{url}/v1/characters", headers={"Authorization": f"Bearer {key}"})


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (b"{", "body"),
        (b"[]", "body"),
        (b'{"text": 5}', "body/text"),
        (b'{"text": "x", "importance": NaN}', "body/importance"),
        (b'{"text": "x", "importance": 1e999}', "body/importance"),
        (b'{"text": "x", "persn": "anna"}', "body/persn"),
        (b'{"text": "x", "person": ""}', "body/person"),
        (b'{"text": "x", "time": "2026-05-08T18:30:00"}', "body/time"),
        (b'{"text": "x", "time": "yesterday"}', "body/time"),
        (b'{"text": "x", "heard_by": "ben"}', "body/heard_by"),
        (b'{"text": "x", "scene": {"place": "x", "smell": "y"}}', "body/scene/smell"),
    ],
)
def test_what_does_not_fit_is_named(url: str, body: bytes, where: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = httpx2.post(f"{url}/v1/characters/holmes/observe", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["errors"][0]["at"].startswith(where)
    assert answer.json()["hint"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": "\\ud800"}',
        b'{"text": "a\\u0000b"}',
        b'{"text": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"text": "x", "time": "0001-01-01T00:00:00Z"}',
        b'{"text": "x", "time": 1e300}',
        b"\xff\xfe",
        b"",
    ],
)
def test_nothing_that_is_sent_breaks_it(url: str, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    answer = httpx2.post(f"{url}/v1/characters/holmes/observe", content=body, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert httpx2.get(f"{url}/v1/characters/holmes/memories").json()["items"] == []


@pytest.mark.parametrize("what", ["k", "budget"])
def test_numbers_that_would_overflow_are_refused(url: str, what: str) -> None:
    body = {"question": "What?", what: 2**70}
    assert httpx2.post(f"{url}/v1/characters/holmes/recall", json=body).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/nothing", 404),
        ("GET", "/v1/characters/holmes/nothing", 404),
        ("POST", "/v1/health", 405),
        ("DELETE", "/v1/characters", 405),
    ],
)
def test_paths_that_are_not_there_are_problems(url: str, method: str, path: str, status: int) -> None:
    answer = httpx2.request(method, url + path, timeout=60)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert ("allow" in answer.headers) == (status == 405)


def test_a_server_that_is_told_to_stop_finishes_what_it_accepted(tmp_path: Path) -> None:
    with Child([CHILD, tmp_path], stdout=PIPE, preload=SERVER) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().strip()
            with soulkeep.connect(url) as keep:
                keep.character("holmes")
            turns = [{"text": f"Turn {n}: I live in Busan and like tea."} for n in range(3000)]
            answers: list[httpx2.Response] = []

            def send() -> None:
                body = {"turns": turns, "person": "anna"}
                answers.append(httpx2.post(f"{url}/v1/characters/holmes/observe_many", json=body, timeout=60))

            sender = threading.Thread(target=send)
            sender.start()
            sender.join(0.3)  # it is being done
            process.terminate()
            sender.join(60)
            process.wait(60)
        finally:
            process.kill()
    assert [one.status_code for one in answers] == [201]
    with quietly(tmp_path / "keep.db") as keep_:
        assert len(list(keep_.character("holmes").memories(person="anna"))) == 3000
        assert keep_.check() == []


def test_a_client_that_leaves_in_the_middle_of_its_request_does_no_harm(url: str) -> None:
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port)) as half:
        half.sendall(b"POST /v1/characters/holmes/observe HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{")
    assert httpx2.get(f"{url}/v1/health").json()["status"] == "ok"
