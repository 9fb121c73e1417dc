"""The language model behind a URL, against a real server on this machine that behaves and misbehaves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest

import soulkeep
from soulkeep.errors import BudgetSpent
from soulkeep.lang.tokens import count_tokens
from soulkeep.models.chat.base import Message, OpenAIChat, Truncated, complete, listening
from soulkeep.models.chat.ledger import Ledger, Metered, Spent
from soulkeep.models.chat.roles import models_from_environment
from soulkeep.models.chat.thoughts import ThoughtFilter
from soulkeep.testing.models import HashEmbedder, ScriptedChat
from soulkeep.types.records import Usage

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
    """Return a chunk of an answer."""
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
    """Return all pieces of an answer; those before an error are in `heard`."""
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
        ("<thought>Hm.</thought>Yes.", "Yes."),
        ("<reasoning>\nHm.</thinking></reasoning>\nYes.", "Yes."),
        ("[THINK]Hm [m1].[/THINK]Yes [m1].", "Yes [m1]."),
        ("[THIN ice]", "[THIN ice]"),
        ("[m1] says so.", "[m1] says so."),
        ("<think>Hm.</think>[THINK]More.[/THINK]Yes.", "Yes."),
        ("<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.", "Yes."),
        ("<|channel|>final<|message|>Yes.", "Yes."),
        ("<|channel|>analysis<|message|>It never ends.", ""),
        ("<| that is a beak", "<| that is a beak"),
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


# -- by role

ROLES = ("chat", "memory", "check")
URL = "http://127.0.0.1:9/v1"


def request_of(chat: soulkeep.ChatModel | None) -> dict[str, Any]:
    """Return the request that a model named by the environment sends to the server."""
    assert chat is not None
    Server.requests.clear()
    pieces(chat)
    [request] = Server.requests
    return request


def test_the_environment_names_one_model_for_all(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert models_from_environment() is None
    monkeypatch.setenv("SOULKEEP_CHAT_URL", url)
    with pytest.raises(soulkeep.ChatError, match="SOULKEEP_CHAT_MODEL"):
        models_from_environment()
    monkeypatch.setenv("SOULKEEP_CHAT_MODEL", "m")
    monkeypatch.setenv("SOULKEEP_CHAT_KEY", "secret")
    monkeypatch.setenv("SOULKEEP_CHAT_OPTIONS", '{"temperature": 0.2}')
    found = models_from_environment()
    assert found is not None
    assert (found.memory, found.check) == (None, None)
    request = request_of(found.chat)
    assert (request["model"], request["key"], request["temperature"]) == ("m", "Bearer secret", 0.2)


@pytest.mark.parametrize("role", ["memory", "check"])
def test_the_environment_names_a_model_for_a_role(url: str, monkeypatch: pytest.MonkeyPatch, role: str) -> None:
    """What it leaves out is as for the chat; but a key is for the server that it was given for."""
    for name, value in (("URL", url), ("MODEL", "m"), ("KEY", "secret"), ("OPTIONS", '{"temperature": 0.2}')):
        monkeypatch.setenv(f"SOULKEEP_CHAT_{name}", value)
    monkeypatch.setenv(f"SOULKEEP_{role.upper()}_MODEL", "small")
    found = models_from_environment()
    assert found is not None
    assert {name for name in ROLES if getattr(found, name) is not None} == {"chat", role}
    assert found.chat.name == "m"
    request = request_of(getattr(found, role))
    assert (request["model"], request["key"], request["temperature"]) == ("small", "Bearer secret", 0.2)

    monkeypatch.setenv(f"SOULKEEP_{role.upper()}_URL", url.replace("/v1", "/v2"))
    monkeypatch.setenv(f"SOULKEEP_{role.upper()}_OPTIONS", '{"max_tokens": 900}')
    request = request_of(getattr(models_from_environment(), role))
    assert request["key"] != "Bearer secret"
    assert (request["max_tokens"], "temperature" in request) == (900, False)

    monkeypatch.setenv(f"SOULKEEP_{role.upper()}_KEY", "another")
    assert request_of(getattr(models_from_environment(), role))["key"] == "Bearer another"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("options", ["temperature=0.2", "[1]", "{"])
def test_options_that_are_no_object_are_named(monkeypatch: pytest.MonkeyPatch, role: str, options: str) -> None:
    monkeypatch.setenv("SOULKEEP_CHAT_URL", URL)
    monkeypatch.setenv("SOULKEEP_CHAT_MODEL", "m")
    monkeypatch.setenv(f"SOULKEEP_{role.upper()}_OPTIONS", options)
    with pytest.raises(soulkeep.ChatError, match=f"SOULKEEP_{role.upper()}_OPTIONS"):
        models_from_environment()


REMEMBERED = '{"summary": "They spoke of Leeds.", "importance": 3}'
CHECKED = '{"claims": [{"sentence": 1, "claim": "Anna lives in Leeds.", "verdict": "not found", "sources": []}]}'


def test_each_role_has_its_own_model_and_is_counted(clock: soulkeep.ManualClock) -> None:
    usage = Usage(prompt=50, completion=2, cached=40, exact=True)
    speaking = ScriptedChat(["You live in Leeds.", usage])
    remembering, checking = ScriptedChat(REMEMBERED), ScriptedChat(CHECKED)
    speaking.name, remembering.name, checking.name = "large", "small", "strict"
    settings = soulkeep.Settings(background=False, checker="model", model_queries="never")
    models = soulkeep.Models(chat=speaking, memory=remembering, check=checking)
    with soulkeep.open(":memory:", chat=models, settings=settings, clock=clock, embedder=HashEmbedder()) as keep:
        assert keep.usage() == {
            "chat": Spent(model="large"),
            "memory": Spent(model="small"),
            "check": Spent(model="strict"),
        }
        reply = keep.character("holmes").reply("Where do I live?", person="anna", session="s")
        keep.settle(over=True)
        assert reply.check is not None
        assert reply.check.author == "strict"
        spent = keep.usage()
        assert spent["chat"] == Spent(model="large", calls=1, prompt=50, completion=2, cached=40, today=52)
        for role, chat in (("memory", remembering), ("check", checking)):
            assert len(chat.prompts) == 1
            read = sum(count_tokens(message.content) for message in chat.prompts[0])
            assert (spent[role].calls, spent[role].prompt, spent[role].failed) == (1, read, 0)
            assert spent[role].completion > 0


def test_one_model_alone_is_counted_in_each_role(clock: soulkeep.ManualClock) -> None:
    settings = soulkeep.Settings(background=False, model_queries="never")
    chat = ScriptedChat("Good evening.", REMEMBERED)
    with soulkeep.open(":memory:", chat=chat, settings=settings, clock=clock, embedder=HashEmbedder()) as keep:
        keep.character("holmes").reply("Good evening!", person="anna")
        keep.settle(over=True)
        assert {role: (spent.model, spent.calls) for role, spent in keep.usage().items()} == {
            "chat": ("scripted", 1),
            "memory": ("scripted", 1),
            "check": ("scripted", 0),
        }


def test_without_a_model_nothing_is_counted(keep: soulkeep.Keep) -> None:
    keep.character("holmes").reply("Good evening!", person="anna")
    assert keep.usage() == {}


def test_a_failed_call_and_one_that_was_left_are_counted_as_failed(clock: soulkeep.ManualClock) -> None:
    ledger = Ledger(clock, {})
    broken = Metered(ScriptedChat(["I was", " about", soulkeep.ChatUnavailable("gone")]), "chat", ledger)
    with pytest.raises(soulkeep.ChatUnavailable):
        pieces(broken)
    assert (ledger.spent()["chat"].calls, ledger.spent()["chat"].failed) == (1, 1)
    assert ledger.spent()["chat"].completion == count_tokens("I was about")

    async def leave() -> None:
        async with listening(Metered(ScriptedChat("One two three."), "chat", ledger).stream([])) as stream:
            await anext(stream)

    asyncio.run(leave())
    assert (ledger.spent()["chat"].calls, ledger.spent()["chat"].failed) == (2, 2)
    pieces(Metered(ScriptedChat("Whole."), "chat", ledger))
    assert (ledger.spent()["chat"].calls, ledger.spent()["chat"].failed) == (3, 2)


def test_what_was_spent_today_is_over_at_midnight_in_utc(clock: soulkeep.ManualClock) -> None:
    ledger = Ledger(clock, {"memory": 100})
    ledger.count("memory", Usage(prompt=60, completion=39), failed=False)
    ledger.require("memory")
    ledger.count("memory", Usage(completion=1), failed=False)
    ledger.count("chat", Usage(completion=1000), failed=False)
    with pytest.raises(BudgetSpent, match="100 tokens for memory") as caught:
        ledger.require("memory")
    assert caught.value.retryable
    ledger.require("chat")
    assert datetime.fromtimestamp(ledger.tomorrow(), UTC) == datetime(2026, 5, 9, tzinfo=UTC)
    clock.advance(timedelta(hours=5, minutes=30))  # it was 18:30
    ledger.require("memory")
    assert (ledger.spent()["memory"].today, ledger.spent()["memory"].tokens) == (0, 100)


def test_beyond_its_budget_of_a_day_rules_check_instead_of_the_model(clock: soulkeep.ManualClock) -> None:
    speaking, checking = ScriptedChat(default="You live in Leeds."), ScriptedChat(CHECKED)
    settings = soulkeep.Settings(
        background=False, checker="model", model_queries="never", model_memories=False, daily_tokens={"check": 1}
    )
    models = soulkeep.Models(chat=speaking, check=checking)
    with soulkeep.open(":memory:", chat=models, settings=settings, clock=clock, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        first, second = (holmes.reply("Where do I live?", person="anna", session=session) for session in "ab")
        assert first.check is not None
        assert second.check is not None
        assert (first.check.author, second.check.author) == ("scripted", "rules")
        assert "used up" in "".join(second.check.notes)
        assert len(checking.prompts) == 1
