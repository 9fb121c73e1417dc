"""The sample configurations, in real load balancers, before real workers that serve one keep."""

from __future__ import annotations

import random
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from proxies_support import NAMES, PROXIES, STARTING, Worker, balancing, workers_on
from server_support import quietly, serving
from soulkeep.client.affinity import HEADER, tenant_of

CHARACTERS = ("holmes", "셜록", "a/b @ c%")
PEOPLE = tuple(f"{name}{number}" for name in ("anna", "안나") for number in range(6))
TENANTS = [(character, person) for character in CHARACTERS for person in PEOPLE]


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Worker]]:
    keep = tmp_path_factory.mktemp("workers") / "keep.db"
    with quietly(keep) as made:
        for character in CHARACTERS:
            made.character(character)
    with workers_on(keep) as workers:
        yield workers


@pytest.fixture(scope="module", params=PROXIES)
def proxy(
    request: pytest.FixtureRequest, workers: list[Worker], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    with balancing(request.param, [worker.port for worker in workers], tmp_path_factory.mktemp("proxy")) as url:
        yield url


@pytest.fixture
def http() -> Iterator[httpx2.Client]:
    with httpx2.Client(trust_env=False, timeout=60) as http:
        yield http


def path_of(character: str, what: str) -> str:
    return f"/v1/characters/{quote(character, safe='')}/{what}"


def observed_by(http: httpx2.Client, url: str, character: str, person: str) -> str:
    """Return the worker that a turn of a `character` and a `person` reaches when it is sent as the client sends it."""
    headers = {HEADER: tenant_of(character, person)}
    body = {"text": "I keep bees.", "person": person}
    answer = http.post(url + path_of(character, "observe"), json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.headers["soulkeep-worker"]


def test_the_requests_of_a_tenant_reach_one_worker_and_tenants_spread_over_all(http: httpx2.Client, proxy: str) -> None:
    seen = set()
    for character, person in TENANTS:
        headers = {HEADER: tenant_of(character, person)}
        found = {observed_by(http, proxy, character, person) for _ in range(2)}
        asked = {"question": "What do I keep?", "person": person}
        answer = http.post(proxy + path_of(character, "recall"), json=asked, headers=headers)
        assert answer.json()["hits"]
        found.add(answer.headers["soulkeep-worker"])
        answer = http.get(proxy + path_of(character, "memories"), params={"person": person}, headers=headers)
        assert answer.json()["items"]
        found.add(answer.headers["soulkeep-worker"])
        assert len(found) == 1
        seen |= found
    assert seen == set(NAMES)


def test_without_the_header_the_character_in_the_path_decides(http: httpx2.Client, proxy: str) -> None:
    seen = set()
    for character in [*CHARACTERS, *(f"nobody{number}" for number in range(30))]:
        found = {
            http.get(proxy + path_of(character, what), params={"person": person}).headers["soulkeep-worker"]
            for what in ("memories", "mood")
            for person in ("anna", "ben")
        }
        alone = http.get(proxy + path_of(character, "people"), headers={HEADER: tenant_of(character)})
        assert {alone.headers["soulkeep-worker"]} == found, "as the client's requests that concern nobody"
        seen |= found
    assert seen == set(NAMES)


def test_who_speaks_openais_protocol_or_mcp_can_name_the_tenant_in_other_headers(
    http: httpx2.Client, proxy: str
) -> None:
    for person in ("anna", "ben", "cleo"):
        own = {"X-Soulkeep-Character": "holmes", "X-Soulkeep-Person": person}
        chat = {"model": "m", "messages": [{"role": "user", "content": "I keep bees."}]}
        call = {"name": "remember", "arguments": {"text": "I keep a cat."}}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        answers = [
            http.post(f"{proxy}/v1/chat/completions", json=chat, headers=own),
            http.post(f"{proxy}/mcp", json=message, headers={**own, "Accept": "application/json, text/event-stream"}),
        ]
        assert [answer.status_code for answer in answers] == [200, 200]
        workers = {answer.headers["soulkeep-worker"] for answer in answers}
        assert workers == {observed_by(http, proxy, "holmes", person)}


def test_what_names_no_tenant_goes_by_its_key(http: httpx2.Client, proxy: str) -> None:
    seen = set()
    for number in range(30):
        headers = {"Authorization": f"Bearer key{number}"}
        found = {http.get(f"{proxy}/v1/models", headers=headers).headers["soulkeep-worker"] for _ in range(3)}
        assert len(found) == 1
        seen |= found
    assert seen == set(NAMES)


@pytest.mark.parametrize("proxy", ["haproxy"], indirect=True)
def test_haproxy_finds_the_tenant_in_the_model_of_openais_protocol(http: httpx2.Client, proxy: str) -> None:
    said = [{"role": "user", "content": "I keep bees."}]
    for person in PEOPLE:
        name = tenant_of("holmes", person)
        bodies = [{"model": f"{name}~m", "messages": said, "more": "x" * 50_000}, {"model": name, "messages": said}]
        answers = [http.post(f"{proxy}/v1/chat/completions", json=body) for body in bodies]
        assert [answer.status_code for answer in answers] == [200, 200]
        workers = {answer.headers["soulkeep-worker"] for answer in answers}
        assert workers == {observed_by(http, proxy, "holmes", person)}
    unnamed = http.post(f"{proxy}/v1/chat/completions", content=b"no JSON")
    assert unnamed.status_code in (400, 422)


def test_websockets_pass_and_a_page_of_the_inspector_stays_with_its_worker(http: httpx2.Client, proxy: str) -> None:
    pages = {http.get(f"{proxy}/", follow_redirects=True).headers["soulkeep-worker"] for _ in range(5)}
    host, port = proxy.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        asked = (
            f"GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Origin: {proxy}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        connection.sendall(asked.encode())
        told = b""
        while b"\r\n\r\n" not in told and (piece := connection.recv(4096)):
            told += piece
    status, *lines = told.partition(b"\r\n\r\n")[0].decode().lower().split("\r\n")
    assert status.startswith("http/1.1 101")
    assert pages == {line.partition(": ")[2] for line in lines if line.startswith("soulkeep-worker:")}


@contextmanager
def breaking_off() -> Iterator[tuple[int, list[str]]]:
    """Yield the port of a worker that is healthy, but breaks off every request; and the methods that reached it."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if self.path == "/v1/health":
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            asked.append(self.command)
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.close_connection = True

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with serving(Handler) as port:
        yield port, asked


@pytest.mark.parametrize("name", PROXIES)
def test_what_was_sent_is_sent_again_only_where_nothing_is_done_twice(
    http: httpx2.Client, name: str, tmp_path: Path
) -> None:
    with ExitStack() as opened:
        stubs = [opened.enter_context(breaking_off()) for _ in NAMES]
        url = opened.enter_context(balancing(name, [port for port, _ in stubs], tmp_path))

        def asked(method: str, **headers: str) -> list[str]:
            """Return what reached the workers of a request that none of them answers."""
            for _, heard in stubs:
                heard.clear()
            with suppress(httpx2.TransportError):  # HAProxy breaks off, too
                answer = http.request(method, f"{url}/x", headers={HEADER: "holmes@anna", **headers})
                assert answer.status_code in (502, 503, 504)
            return [method for _, heard in stubs for method in heard]

        assert asked("POST") == ["POST"]
        assert len(asked("GET")) > 1
        keyed = asked("POST", **{"Idempotency-Key": "1"})
        assert len(keyed) < 2 if name == "nginx" else len(keyed) > 1  # nginx can't tell by a header


def test_what_one_worker_stored_another_recalls_at_once(http: httpx2.Client, workers: list[Worker]) -> None:
    chance = random.Random(8)
    for number in range(30):
        first, second = chance.sample(workers, 2)
        person = f"guest{number % 5}"
        body = {"text": f"My cat number {number} is called Miso{number}.", "person": person}
        assert http.post(first.url + path_of("holmes", "observe"), json=body).status_code == 201
        asked = {"question": f"Who is called Miso{number}?", "person": person}
        answer = http.post(second.url + path_of("holmes", "recall"), json=asked)
        assert answer.headers["soulkeep-worker"] == second.name
        assert f"Miso{number}." in answer.json()["hits"][0]["memory"]["text"]


def test_only_the_tenants_of_a_killed_worker_move_and_they_come_back_with_it(
    http: httpx2.Client, proxy: str, workers: list[Worker]
) -> None:
    late = time.monotonic() + STARTING
    while {*(before := {tenant: observed_by(http, proxy, *tenant) for tenant in TENANTS}).values()} != {*NAMES}:
        assert time.monotonic() < late, "a proxy that saw a worker fail before didn't turn to it again"
        time.sleep(0.5)
    gone = workers[1]
    gone.end(signal.SIGKILL)
    try:
        for _ in range(2):
            after = {tenant: observed_by(http, proxy, *tenant) for tenant in TENANTS}
            moved = {tenant for tenant in TENANTS if after[tenant] != before[tenant]}
            assert moved == {tenant for tenant in TENANTS if before[tenant] == gone.name}
            assert {after[tenant] for tenant in moved} == {workers[0].name, workers[2].name}
    finally:
        gone.start()
        gone.wait()
    late = time.monotonic() + STARTING
    while {tenant: observed_by(http, proxy, *tenant) for tenant in TENANTS} != before:
        assert time.monotonic() < late, "its tenants didn't come back"
        time.sleep(0.5)
