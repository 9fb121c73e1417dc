"""Every response says which of several workers it comes from."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click import Command, Context
from typer.main import get_command

import soulkeep
from server_support import quiet_in, running
from soulkeep.cli.app import command_line
from soulkeep.server import ServerConfig

ORIGIN = "https://play.example"


def test_responses_of_all_kinds_name_the_worker(tmp_path: Path) -> None:
    config = quiet_in(tmp_path, worker="a", origins=(ORIGIN,))
    with running(config) as url, httpx2.Client(base_url=url, trust_env=False) as http:
        answers = [
            http.get("/v1/health"),
            http.head("/v1/health"),
            http.get("/v1/characters/nobody"),
            http.get("/v1/nothing"),
            http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}),
            http.get("/v1/health", headers={"Origin": "https://evil.example"}),  # refused before anything is looked at
            http.options("/v1/health", headers={"Origin": ORIGIN, "Access-Control-Request-Method": "GET"}),
        ]
        assert [answer.headers.get_list("soulkeep-worker") for answer in answers] == [["a"]] * len(answers)
        page = http.get("/v1/health", headers={"Origin": ORIGIN})
        assert page.headers["access-control-expose-headers"] == "*"  # a page may read it, too


def test_by_default_it_is_the_process(tmp_path: Path) -> None:
    with running(quiet_in(tmp_path)) as url:
        found = httpx2.get(f"{url}/v1/health", trust_env=False).headers["soulkeep-worker"]
    assert found == f"{socket.gethostname()}:{os.getpid()}"


@pytest.mark.parametrize("name", ["", " ", "일꾼", "a\r\nSet-Cookie: x", "x" * 101])
def test_a_name_that_no_header_can_hold_is_refused(name: str) -> None:
    with pytest.raises(soulkeep.InputError, match="worker"):
        ServerConfig(worker=name)


def test_it_is_named_by_an_option_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    serve: Command = get_command(command_line()).commands["serve"]  # type: ignore[attr-defined]
    monkeypatch.setenv("SOULKEEP_WORKER", "b")

    def named(*options: str) -> Any:
        return serve.make_context("serve", list(options), parent=Context(serve)).params["worker"]

    assert (named(), named("--worker", "c")) == ("b", "c")
