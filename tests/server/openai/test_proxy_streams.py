"""Streams that are left, break off or make no sense lose nothing."""

from __future__ import annotations

from pathlib import Path

import openai
import pytest
from proxy_support import config_in, talking

from soulkeep.server.openai_proxy.relay import Relays
from soulkeep.server.run import Server
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


@pytest.mark.parametrize("line", [b"\r", b"\r\n"])
def test_a_stream_of_another_form_is_stored_too(tmp_path: Path, line: bytes) -> None:
    upstream = Upstream(streams="Text/Event-Stream; charset=UTF-8", line=line)
    with talking(tmp_path, upstream) as talk:
        assert talk.say("Tell me.") == "Answer 1. Indeed."
        assert talk.said() == ["Tell me.", "Answer 1. Indeed."]


def test_a_server_that_stops_stores_what_it_still_reads(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream(), shutdown_seconds=1.0) as talk:
        stream = talk.client.chat.completions.create(
            model="holmes@anna~waits", messages=[{"role": "user", "content": "Tell me."}], stream=True
        )
        next(iter(stream))
        stream.close()
    assert talk.said() == ["Tell me.", "Answer"]


def test_stopping_has_one_deadline_for_all_that_is_being_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []

    async def finish(relays: Relays, seconds: float) -> None:
        given.append(seconds)

    monkeypatch.setattr(Relays, "finish", finish)
    config = config_in(tmp_path, shutdown_seconds=2.0, port=0)
    server = Server(config, lambda url: setattr(server, "should_exit", True))
    server.run()
    assert len(given) == 1
    assert given[0] < 2.0  # some of it went by while connections were waited for


def test_an_answer_that_breaks_off_is_stored_as_far_as_it_came(tmp_path: Path) -> None:
    with talking(tmp_path, Upstream()) as talk:
        with pytest.raises(openai.APIError, match="failed"):
            talk.say("Tell me.", model="holmes@anna~breaks")
        assert talk.until_said(2) == ["Tell me.", "Answer"]
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
