"""`/v1/health` while the database is away: load balancers must keep the workers, whose requests wait for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import httpx2
import pytest

import soulkeep
from postgres_support import Server
from server_support import config_in, running
from soulkeep.server import ServerConfig
from soulkeep.server.pulse import Pulse
from soulkeep.server.workspaces import Workspaces

CHECK = 5.0
"""Seconds after which HAProxy and Envoy take a check for failed, as deploy/ sets them up."""

LONG = 60.0


@pytest.fixture
def server() -> Iterator[Server]:
    found = Server()
    try:
        yield found
    finally:
        found.remove()


def health(url: str) -> httpx2.Response:
    return httpx2.get(f"{url}/v1/health", timeout=CHECK)


def database(url: str, state: str) -> bool:
    """Wait until the server says this of its database, and return whether it did."""
    late = time.monotonic() + LONG
    while health(url).json()["database"] != state:
        if time.monotonic() > late:
            return False
        time.sleep(0.05)
    return True


def test_a_restart_of_the_database_lets_requests_wait_and_the_worker_stay_well(server: Server) -> None:
    config = ServerConfig(location=server.url, settings=soulkeep.Settings(background=False), inspector=False)
    with running(config) as url, ThreadPoolExecutor(1) as thread:
        body = {"text": "내 고양이 이름은 나비야.", "person": "안나"}
        httpx2.put(f"{url}/v1/characters/holmes", json={}, timeout=LONG)
        assert database(url, "ok")
        server.stop()
        asked = thread.submit(httpx2.post, f"{url}/v1/characters/holmes/observe", json=body, timeout=LONG)
        answers = [health(url) for _ in range(6)]  # more than there are threads for them
        server.start()
        assert asked.result().status_code == 201
        assert [answer.status_code for answer in answers] == [200] * 6
        assert answers[-1].json() == {**answers[-1].json(), "status": "ok", "ready": False, "database": "waiting"}
        assert database(url, "ok")


def test_a_database_that_cannot_be_used_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(workspaces: Workspaces) -> None:
        raise soulkeep.StoreCorrupt("Damaged.")

    monkeypatch.setattr(Workspaces, "_glance", damaged)
    with running(config_in(tmp_path, settings=soulkeep.Settings(background=False))) as url:
        assert database(url, "failing")
        answers = [health(url) for _ in range(20)]
    failing = {answer.status_code for answer in answers if answer.json()["status"] == "failing"}
    assert failing == {503}


def test_a_database_that_does_not_answer_is_asked_once_however_many_want_to_know() -> None:
    asked, go_on = [], Event()

    def ask() -> None:
        asked.append(1)
        go_on.wait(LONG)

    pulse = Pulse(ask)
    assert [pulse.feel(0.01) for _ in range(5)] == ["waiting"] * 5
    assert len(asked) == 1
    go_on.set()
    late = time.monotonic() + LONG
    while pulse.feel(1.0) != "ok":
        assert time.monotonic() < late


@pytest.mark.parametrize(
    ("error", "state"),
    [(soulkeep.StoreUnreachable("Away."), "waiting"), (soulkeep.StoreCorrupt("Damaged."), "failing")],
)
def test_only_what_may_pass_is_waited_for(error: soulkeep.SoulkeepError, state: str) -> None:
    def ask() -> None:
        raise error

    assert Pulse(ask).feel(LONG) == state
