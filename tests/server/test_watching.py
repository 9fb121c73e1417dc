"""Logs and figures: what was asked, how long it took, and never what was said."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from server_support import config_in, make_key, quiet_in, running
from soulkeep.server.logs import log_to
from soulkeep.telemetry import passed_over

SECRET = "I stole the silver spoon."
KOREAN = "내 고양이 이름은 미소야."


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Yield what is logged while a test runs."""
    names = ("soulkeep", "uvicorn", "uvicorn.error")
    before = {name: (logging.getLogger(name).handlers, logging.getLogger(name).level) for name in names}
    stream = io.StringIO()
    log_to(stream)
    yield stream
    for name, (handlers, level) in before.items():
        logging.getLogger(name).handlers = handlers
        logging.getLogger(name).setLevel(level)
        logging.getLogger(name).propagate = True


def requests(stream: io.StringIO) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in stream.getvalue().splitlines()]
    return [line for line in found if line["message"] == "request"]


def observe(url: str, text: str, person: str = "anna") -> httpx2.Response:
    httpx2.put(f"{url}/v1/characters/holmes", json={"name": "Holmes"})
    return httpx2.post(f"{url}/v1/characters/holmes/observe", json={"text": text, "person": person})


def test_a_request_is_one_line_of_json_without_anybodys_words_or_name(tmp_path: Path, lines: io.StringIO) -> None:
    with running(config_in(tmp_path)) as url:
        assert observe(url, SECRET).status_code == 201
        httpx2.get(f"{url}/v1/characters/holmes/memories", params={"person": "anna"})
    found = requests(lines)
    assert [line["status"] for line in found] == [200, 201, 200]
    assert found[1]["route"] == "/v1/characters/{character}/observe"
    assert found[1]["ms"] > 0
    assert found[1]["workspace"] == "default"
    assert SECRET not in lines.getvalue()
    assert "anna" not in lines.getvalue()


def test_texts_are_logged_where_that_is_asked_for(tmp_path: Path, lines: io.StringIO) -> None:
    with running(config_in(tmp_path, log_text=True)) as url:
        observe(url, KOREAN)
    assert KOREAN in requests(lines)[-1]["body"]


def test_the_callers_request_id_comes_back_and_a_line_break_in_it_does_not(tmp_path: Path, lines: io.StringIO) -> None:
    with running(config_in(tmp_path)) as url:
        given = httpx2.get(f"{url}/v1/characters", headers={"X-Request-ID": "turn-7"})
        odd = httpx2.get(f"{url}/v1/characters", headers={"X-Request-ID": "x" * 500})
    assert given.headers["x-request-id"] == "turn-7"
    assert len(odd.headers["x-request-id"]) == 16
    assert requests(lines)[0]["request"] == "turn-7"


def test_prometheus_reads_what_was_done(tmp_path: Path) -> None:
    passed_over("check", RuntimeError(SECRET))
    with running(quiet_in(tmp_path)) as url:
        observe(url, SECRET)
        httpx2.post(f"{url}/v1/characters/holmes/recall", json={"question": "What did I steal?", "person": "anna"})
        httpx2.post(f"{url}/v1/characters/nobody/recall", json={"question": "What did I steal?"})
        text = httpx2.get(f"{url}/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    recall = 'soulkeep_http_request_seconds_count{method="POST",route="/v1/characters/{character}/recall",status="%d"}'
    assert figures[recall % 200] == "1.0"
    assert figures[recall % 404] == "1.0"
    assert figures['soulkeep_operation_seconds_count{call="recall",operation="search_memory"}'] == "1.0"
    assert figures['soulkeep_operation_seconds_count{call="observe_many",operation="update_memory"}'] == "1.0"
    assert figures['soulkeep_memories{workspace="default"}'] == "1.0"
    assert float(figures['soulkeep_mind_bytes{workspace="default"}']) > 0
    assert float(figures['soulkeep_passed_over{error="RuntimeError",part="check"}']) >= 1
    assert SECRET not in text
    assert "anna" not in text
    assert "holmes" not in text


def test_figures_need_an_admin_key_once_there_are_keys(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    game = make_key(config, "game")
    scraper = make_key(config, "scraper", rights=("read", "write", "admin"))
    with running(config) as url:
        statuses = [
            httpx2.get(f"{url}/metrics", headers={"Authorization": f"Bearer {key}"} if key else {}).status_code
            for key in ("", game, scraper)
        ]
    assert statuses == [401, 403, 200]


def test_a_key_that_somebody_signs_in_with_is_never_logged(tmp_path: Path, lines: io.StringIO) -> None:
    config = config_in(tmp_path, log_text=True)
    key = make_key(config, "game")
    with running(config) as url:
        httpx2.post(f"{url}/sign-in", data={"key": key})
        httpx2.get(f"{url}/v1/characters", headers={"Authorization": f"Bearer {key}"})
    assert requests(lines)
    assert key not in lines.getvalue()


def test_figures_and_logs_have_as_many_routes_as_there_are_whatever_is_asked_for(
    tmp_path: Path, lines: io.StringIO
) -> None:
    with running(config_in(tmp_path)) as url:
        for number in range(30):
            httpx2.get(f"{url}/anna{number}/secret")
            httpx2.request(f"ODD{number}", f"{url}/v1/characters")
        text = httpx2.get(f"{url}/metrics").text
    assert text.count("soulkeep_http_request_seconds_count{") <= 4
    assert "anna" not in text + lines.getvalue()
