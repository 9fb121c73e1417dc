"""The language model behind a URL, against a real server on this machine that behaves and misbehaves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest

import soulkeep
from soulkeep.models.chat import (
    Message,
    OpenAIChat,
    ThoughtFilter,
    Truncated,
    chat_from_environment,
    complete,
    listening,
)
from soulkeep.models.testing import HashEmbedder, ScriptedChat
from soulkeep.records import Usage
from soulkeep.text.tokens import count_tokens

WAIT = 10.0  # seconds for what comes at once, if it comes

USAGE = {"prompt_tokens": 40, "completion_tokens": 6, "total_tokens": 46}


class Server(BaseHTTPRequestHandler):
    """Speaks chat completions; `mode` says how well, and `answers` what, if it is more than words."""

    mode: ClassVar[str] = "well"
    requests: ClassVar[list[dict[str, Any]]] = []
    reply: ClassVar[str] = "You adopted Miso [m1]."
    answers: ClassVar[list[dict[str, Any]] | None] = None
    refusals: ClassVar[list[tuple[int, dict[str, str]]]] = []
    left: ClassVar[threading.Event] = threading.Event()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.requests.append({"path": self.path, "key": self.headers["Authorization"], **body})
        status = {"unauthorised": 401, "broken": 500, "unknown model": 404, "too long": 400}.get(self.mode, 200)
        headers: dict[str, str] = {}
        if self.refusals:
            status, headers = self.refusals.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 200:
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps({"error": {"message": "no", "code": headers.get("code")}}).encode())
            return
        self.send_header("Content-Type", "text/event-stream")
        if self.mode == "dropped":
            self.send_header("Content-Length", "100000")
        self.end_headers()
        if self.answers is not None:
            for answer in self.answers:
                self._event(answer)
            self.wfile.write(b"data: [DONE]\n\n")
            return
        for word in [] if self.mode == "silent" else self.reply.split(" "):
            self._event(delta(content=f"{word} "))
            if self.mode == "dropped":
                return
            if self.mode == "cut":
                self._event({"error": {"message": "out of memory", "code": 500}})
                return
            if self.mode == "hanging":
                self.connection.recv(1)  # until the client has gone
                self.left.set()
                return
        self._event({"choices": [], "usage": USAGE})
        self.wfile.write(b"data: [DONE]\n\n")

    def _event(self, data: dict[str, Any]) -> None:
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", **data}
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    """A chunk of an answer."""
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


@pytest.fixture
def url() -> Iterator[str]:
    Server.mode, Server.requests, Server.answers, Server.refusals = "well", [], None, []
    Server.left = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def pieces(chat: soulkeep.ChatModel, heard: list[str | Usage] | None = None) -> list[str | Usage]:
    """All pieces of an answer; those before an error are in `heard`."""
    heard = [] if heard is None else heard

    async def listen() -> None:
        async for piece in chat.stream([Message("user", "Hello?")]):
            heard.append(piece)

    asyncio.run(listen())
    return heard


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
        ("cut", soulkeep.ChatUnavailable, True),
        ("dropped", soulkeep.ChatUnavailable, True),
        ("unauthorised", soulkeep.ChatError, False),
        ("unknown model", soulkeep.ChatError, False),
        ("too long", soulkeep.ChatError, False),
    ],
)
def test_failures_have_names(url: str, mode: str, error: type[soulkeep.ChatError], retryable: bool) -> None:
    Server.mode = mode
    with pytest.raises(error) as caught:
        pieces(OpenAIChat(url, "m", retries=0))
    assert caught.value.retryable is retryable
    assert caught.value.hint


@pytest.mark.parametrize("mode", ["cut", "dropped"])
def test_what_was_said_before_a_failure_is_heard_and_not_asked_again(url: str, mode: str) -> None:
    Server.mode = mode
    heard: list[str | Usage] = []
    with pytest.raises(soulkeep.ChatUnavailable, match="broke off"):
        pieces(OpenAIChat(url, "m", retries=5), heard)
    assert heard == ["You "]
    assert len(Server.requests) == 1


@pytest.mark.parametrize("code", [400, "400"])
def test_an_error_amid_a_stream_that_is_the_callers_fault_is_not_retryable(url: str, code: int | str) -> None:
    Server.answers = [{"error": {"message": "the prompt is too long", "code": code}}]
    with pytest.raises(soulkeep.ChatError, match="too long") as caught:
        pieces(OpenAIChat(url, "m"))
    assert not caught.value.retryable


def test_silence_is_refused_and_the_turn_kept(url: str) -> None:
    Server.mode = "silent"
    with soulkeep.open(":memory:", chat=OpenAIChat(url, "m"), embedder=HashEmbedder()) as keep:
        with pytest.raises(soulkeep.ChatRefused, match="nothing"):
            keep.character("holmes").reply("Hello?", person="anna", id="q")
        assert [memory.id for memory in keep.character("holmes").memories(person="anna")] == ["q"]


def test_nobody_there() -> None:
    with pytest.raises(soulkeep.ChatUnavailable, match="did not answer"):
        pieces(OpenAIChat("http://127.0.0.1:9/v1", "m", retries=0, timeout=2))


# -- waiting, trying again, leaving


def test_a_busy_server_is_asked_again_before_the_first_piece(url: str) -> None:
    Server.refusals = [(429, {"Retry-After-Ms": "1"}), (503, {"Retry-After-Ms": "1"})]
    assert pieces(OpenAIChat(url, "m", retries=2))[0] == "You "
    assert len(Server.requests) == 3


def test_a_server_that_asks_for_time_gets_it(url: str) -> None:
    Server.refusals = [(429, {"Retry-After": "50"})]
    with pytest.raises(soulkeep.ChatUnavailable, match="longer than 1 seconds"):
        pieces(OpenAIChat(url, "m", retries=2, deadline=1.0))
    assert len(Server.requests) == 1  # on its own it would have asked again after half a second


def test_a_server_that_falls_silent_is_left_after_the_timeout(url: str) -> None:
    Server.mode = "hanging"
    heard: list[str | Usage] = []
    with pytest.raises(soulkeep.ChatUnavailable, match=r"broke off: \S"):
        pieces(OpenAIChat(url, "m", timeout=0.2), heard)
    assert heard == ["You "]
    assert Server.left.wait(WAIT)


def test_an_answer_has_a_deadline(url: str) -> None:
    Server.mode = "hanging"
    heard: list[str | Usage] = []
    with pytest.raises(soulkeep.ChatUnavailable, match=r"longer than 0\.3 seconds") as caught:
        pieces(OpenAIChat(url, "m", deadline=0.3), heard)
    assert caught.value.retryable
    assert heard == ["You "]
    assert Server.left.wait(WAIT)


def test_a_slow_listener_does_not_use_up_the_deadline(url: str) -> None:
    async def listen() -> list[str | Usage]:
        heard = []
        async for piece in OpenAIChat(url, "m", deadline=1.0).stream([Message("user", "Hello?")]):
            heard.append(piece)
            await asyncio.sleep(0.4)
        return heard

    assert len(asyncio.run(listen())) == 5


def test_cancelling_closes_the_connection_at_once(url: str) -> None:
    Server.mode = "hanging"

    async def listen(heard: asyncio.Event) -> None:
        async for _ in OpenAIChat(url, "m").stream([Message("user", "Hello?")]):
            heard.set()

    async def leave() -> bool:
        heard = asyncio.Event()
        task = asyncio.create_task(listen(heard))
        await heard.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return await asyncio.to_thread(Server.left.wait, WAIT)

    assert asyncio.run(leave())


def test_leaving_a_stream_closes_the_connection_at_once(url: str) -> None:
    Server.mode = "hanging"

    async def leave() -> bool:
        stream = OpenAIChat(url, "m").stream([Message("user", "Hello?")])
        async with listening(stream) as pieces:
            await anext(pieces)
        return await asyncio.to_thread(Server.left.wait, WAIT)  # `stream` is still held

    assert asyncio.run(leave())


def test_streams_of_several_event_loops_at_once(url: str) -> None:
    chat = OpenAIChat(url, "m")
    found: list[list[str | Usage]] = []
    threads = [threading.Thread(target=lambda: found.append(pieces(chat))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(one) for one in found] == [5, 5, 5, 5]


# -- refusals, limits, thoughts


def test_a_refusal_says_what_was_said(url: str) -> None:
    Server.answers = [delta(refusal="I can't "), delta(refusal="help with that."), delta("stop"), {"choices": []}]
    with pytest.raises(soulkeep.ChatRefused, match=r"I can't help with that\.") as caught:
        pieces(OpenAIChat(url, "m"))
    assert not caught.value.retryable


def test_an_answer_that_a_filter_stops_is_heard_as_far_as_it_went(url: str) -> None:
    Server.answers = [delta(content="First, take "), delta("content_filter")]
    heard: list[str | Usage] = []
    with pytest.raises(soulkeep.ChatRefused, match="filter after “First, take”"):
        pieces(OpenAIChat(url, "m"), heard)
    assert heard == ["First, take "]


def test_a_prompt_that_a_filter_stops_is_refused_and_not_asked_again(url: str) -> None:
    Server.refusals = [(400, {"code": "content_filter"})]

    async def ask() -> None:
        async for _ in OpenAIChat(url, "m").stream_json([Message("user", "Hello?")], {"type": "object"}):
            pass

    with pytest.raises(soulkeep.ChatRefused):
        asyncio.run(ask())
    assert len(Server.requests) == 1


def test_an_answer_cut_off_at_a_limit_is_marked(url: str) -> None:
    Server.answers = [delta(content="You adopted "), delta("length", content="Mi"), {"choices": [], "usage": USAGE}]
    found = pieces(OpenAIChat(url, "m"))
    assert found == ["You adopted ", "Mi", "", Usage(prompt=40, completion=6, exact=True)]
    assert [isinstance(piece, Truncated) for piece in found] == [False, False, True, False]


def test_an_answer_that_just_ends_is_marked(url: str) -> None:
    Server.answers = [delta(content="You adopted ")]
    assert [isinstance(piece, Truncated) for piece in pieces(OpenAIChat(url, "m"))] == [False, True]


def test_a_whole_answer_is_not_marked(url: str) -> None:
    Server.answers = [delta("stop", content="You adopted Miso.")]
    assert [isinstance(piece, Truncated) for piece in pieces(OpenAIChat(url, "m"))] == [False]


def test_who_counts_anew_with_each_chunk_is_heard_once(url: str) -> None:
    first = {**delta(content="You "), "usage": {**USAGE, "completion_tokens": 1}}
    Server.answers = [first, {**delta("stop", content="did."), "usage": USAGE}]
    assert pieces(OpenAIChat(url, "m")) == ["You ", "did.", Usage(prompt=40, completion=6, exact=True)]


@pytest.mark.parametrize(
    "thought",
    [
        [delta(reasoning_content="She asks "), delta(reasoning_content="of a cat.", content=None)],
        [delta(reasoning="She asks of a cat.")],
        [delta(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "She asks."}]}])],
        [delta(content="<thi"), delta(content="nk>She asks"), delta(content="</thin"), delta(content="k>\n\n")],
    ],
    ids=["reasoning_content", "reasoning", "parts", "tags"],
)
def test_thoughts_are_not_spoken(url: str, thought: list[dict[str, Any]]) -> None:
    Server.answers = [*thought, delta("stop", content="A cat."), {"choices": [], "usage": USAGE}]
    assert pieces(OpenAIChat(url, "m")) == ["A cat.", Usage(prompt=40, completion=6, exact=True)]


def test_an_answer_in_parts_is_spoken(url: str) -> None:
    Server.answers = [delta("stop", content=[{"type": "text", "text": "A "}, {"type": "text", "text": "cat."}])]
    assert pieces(OpenAIChat(url, "m")) == ["A cat."]


def filtered(given: Sequence[str]) -> str:
    thoughts = ThoughtFilter()
    return "".join([*map(thoughts.feed, given), thoughts.finish()])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>Hm.</think>\n\nYes.", "Yes."),
        ("\n<thinking>a < b </b> </thin</thinking>Yes.", "Yes."),
        ("<think></think><think>More.</think> Yes.", "Yes."),
        ("<think>It never ends.", ""),
        ("<think>Hm.</think> \n", ""),
        (" No tag, and <think>this</think> is said.", " No tag, and <think>this</think> is said."),
        ("<thin air>", "<thin air>"),
        ("<thi", "<thi"),
        ("< 3", "< 3"),
        ("  ", "  "),
        ("", ""),
        ("<think>어.</think>네.", "네."),
    ],
)
def test_thoughts_in_tags_wherever_they_are_cut(text: str, said: str) -> None:
    assert filtered([text]) == said
    assert filtered(list(text)) == said
    for cut in range(len(text)):
        assert filtered([text[:cut], text[cut:]]) == said


def test_what_cannot_be_a_tag_is_not_held_back() -> None:
    thoughts = ThoughtFilter()
    assert [thoughts.feed(piece) for piece in ("<th", "ere", " <think>")] == ["", "<there", " <think>"]


def test_an_answer_as_a_whole(url: str) -> None:
    assert asyncio.run(complete(OpenAIChat(url, "m"), [Message("user", "Hello?")])) == Server.reply
    Server.answers = [delta("stop", content="<think>Hm.</think>")]
    with pytest.raises(soulkeep.ChatRefused, match="nothing"):
        asyncio.run(complete(OpenAIChat(url, "m"), [Message("user", "Hello?")]))


# -- counting, the environment, a whole reply


def test_tokens_are_estimated_unless_the_models_own_way_is_known() -> None:
    text = "You adopted a cat. 고양이를 입양했어요."
    for chat in (ScriptedChat(), OpenAIChat("http://127.0.0.1:9/v1", "m")):
        assert chat.count_tokens(text) == count_tokens(text)
        assert not chat.counts_exactly
    exact = OpenAIChat("http://127.0.0.1:9/v1", "m", tokenizer=len)
    assert exact.count_tokens(text) == len(text)
    assert exact.counts_exactly


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
