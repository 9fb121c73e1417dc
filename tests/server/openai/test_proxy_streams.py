"""Streams that are left, break off or make no sense lose nothing."""

from __future__ import annotations

from pathlib import Path

import openai
import pytest
from proxy_support import talking
from upstream_support import Upstream


def test_an_answer_is_stored_whole_when_the_client_leaves(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        stream = talk.client.chat.completions.create(
            model="holmes@anna~waits", messages=[{"role": "user", "content": "Tell me."}], stream=True
        )
        assert next(iter(stream)).choices[0].delta.content == "Answer "
        stream.close()
        assert talk.said() == ["Tell me."]
        talk.upstream.go.set()
        assert talk.until_said(2) == ["Tell me.", "Answer 1. Indeed."]


def test_a_server_that_stops_stores_what_it_still_reads(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(), shutdown_seconds=1.0) as talk:
        stream = talk.client.chat.completions.create(
            model="holmes@anna~waits", messages=[{"role": "user", "content": "Tell me."}], stream=True
        )
        next(iter(stream))
        stream.close()
    assert talk.said() == ["Tell me.", "Answer"]


def test_an_answer_that_breaks_off_is_stored_as_far_as_it_came(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        with pytest.raises(openai.APIError, match="failed"):
            talk.say("Tell me.", model="holmes@anna~breaks")
        assert talk.said() == ["Tell me.", "Answer"]
        talk.send()
        assert talk.said() == ["Tell me.", "Answer 2. Indeed."]


@pytest.mark.parametrize("stream", [True, False])
def test_errors_of_the_upstream_pass_through(tmp_path: Path, stream: bool) -> None:
    with talking(tmp_path, Upstream()) as talk:
        with pytest.raises(openai.RateLimitError) as caught:
            talk.say("Tell me.", model="holmes@anna~status-429", stream=stream)
        assert caught.value.code == "their_code"
        assert caught.value.response.json()["more"] == [1.5, "한"]
        assert talk.said() == ["Tell me."]


@pytest.mark.parametrize("stream", [True, False])
def test_garbage_passes_through_and_is_not_stored(tmp_path: Path, stream: bool) -> None:
    with talking(tmp_path, Upstream()) as talk:
        raw = talk.client.chat.completions.with_raw_response.create(
            model="holmes@anna~garbage", messages=[{"role": "user", "content": "Tell me."}], stream=stream
        )
        if not stream:
            assert raw.text() == "<html>no JSON</html>" if callable(raw.text) else raw.text
        raw.http_response.close()
        assert talk.until_said(1) == ["Tell me."]


@pytest.mark.parametrize("stream", [True, False])
def test_an_upstream_that_is_not_there_is_said(tmp_path: Path, stream: bool) -> None:
    with talking(tmp_path, None, passed_to="http://127.0.0.1:9/v1") as talk:
        with pytest.raises(openai.InternalServerError, match="is stored") as caught:
            talk.say("Tell me.", stream=stream)
        assert caught.value.status_code == 503
        assert talk.said() == ["Tell me."]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"a": NaN}', b"[" * 100_000, b'{"messages": 7}', b'{"messages": [7]}']
)
def test_what_is_no_request_is_refused(tmp_path: Path, body: bytes) -> None:
    import httpx2

    with talking(tmp_path, None) as talk:
        answer = httpx2.post(f"{talk.url}/v1/chat/completions", content=body)
        assert answer.status_code == 422
        assert answer.json()["error"]["type"] == "invalid_request_error"
