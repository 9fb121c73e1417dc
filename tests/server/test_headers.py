"""A header names the same person whatever is asked by it, and however it is written."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from server_support import quiet_in, quietly, running
from soulkeep.server.headers import header_of

ANNA = "안나 @ 100%"


@pytest.mark.parametrize("raw", [ANNA.encode(), quote(ANNA).encode()], ids=["as it is", "percent-encoded"])
def test_the_proxy_and_mcp_read_a_header_alike(tmp_path: Path, raw: bytes) -> None:
    config = quiet_in(tmp_path)
    with quietly(config.location) as keep:
        keep.character("holmes")
    headers = {b"X-Soulkeep-Person": raw, b"Accept": b"application/json, text/event-stream"}
    chat = {"model": "holmes", "messages": [{"role": "user", "content": "I keep bees."}]}
    call = {"name": "remember", "arguments": {"text": "I keep a cat.", "character": "holmes"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    with running(config) as url, httpx2.Client(headers=headers, trust_env=False) as http:
        assert http.post(f"{url}/v1/chat/completions", json=chat).status_code == 200
        assert "Kept" in http.post(f"{url}/mcp", json=message).text
    with quietly(config.location) as keep:
        assert keep.people("holmes") == [ANNA]


def test_what_is_neither_is_taken_as_it_came() -> None:
    assert header_of({"x-name": "Ren\xe9"}, "x-name") == "René"
    assert header_of({"x-name": ""}, "x-name") is None
    assert header_of({}, "x-name") is None
