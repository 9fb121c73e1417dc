"""An upstream for tests: a small server that speaks as a language model, notes what it was sent, and can misbehave."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn

Body = dict[str, Any]


def numbered(model: Upstream, body: Body) -> str:
    """Return a different answer for every request."""
    return f"Answer {len(model.requests)}. Indeed."


@dataclass
class Upstream:
    """What it was sent, and how it answers. The model's name chooses how it behaves:

    "status-429" and others answer with that status, "garbage" with no JSON, "breaks" breaks off in the middle, "waits"
    waits in the middle for `go`, "calls" calls a tool, "thinks" thinks aloud first, "odd" ends a response with no
    output at all. Streams have the type `streams`, and lines that end with `line`.
    """

    url: str = ""
    says: Callable[[Upstream, Body], str] = numbered
    responses: bool = False
    streams: str = "text/event-stream"
    line: bytes = b"\n"
    requests: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    go: threading.Event = field(default_factory=threading.Event)

    @property
    def messages(self) -> list[Body]:
        """Those of the last request."""
        found: list[Body] = self.requests[-1]["messages"]
        return found

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        raw, more = b"", True
        while more:
            message = await receive()
            raw, more = raw + message.get("body", b""), message.get("more_body", False)
        known = scope["path"] == "/v1/chat/completions" or (self.responses and scope["path"] == "/v1/responses")
        if not known:
            await _whole(send, 404, b"404 page not found", "text/plain")
            return
        body = json.loads(raw)
        send = self._ending_lines(send)
        self.requests.append(body)
        self.headers.append({name.decode(): value.decode() for name, value in scope["headers"]})
        if scope["path"] == "/v1/responses":
            await self._respond(body, send)
        else:
            await self._complete(body, send)

    def _ending_lines(self, send: Any) -> Any:
        async def sending(message: Body) -> None:
            if message.get("body", b"").startswith(b"data:"):
                message = {**message, "body": message["body"].replace(b"\n", self.line)}
            await send(message)

        return sending

    async def _complete(self, body: Body, send: Any) -> None:
        model: str = body["model"]
        if model.startswith("status-"):
            status = int(model.removeprefix("status-"))
            error = {"error": {"message": "No.", "type": "theirs", "code": "their_code"}, "more": [1.5, "한"]}
            await _whole(send, status, json.dumps(error).encode())
            return
        if model == "garbage":
            await _whole(send, 200, b"<html>no JSON</html>", "text/html")
            return
        text, finish, calls = self.says(self, body), "stop", None
        if model == "thinks":
            text = f"<think>Hm, what to say.</think>{text}"
        if model == "calls" and body["messages"][-1]["role"] != "tool":
            finish = "tool_calls"
            calls = [
                {"id": "call_1", "type": "function", "function": {"name": "clock", "arguments": '{"zone": "UTC"}'}}
            ]
            text = ""
        head = {"id": "chatcmpl-up", "created": 1, "model": model, "system_fingerprint": "fp_한"}
        usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
        if not body.get("stream"):
            message = {"role": "assistant", "content": text or None, **({"tool_calls": calls} if calls else {})}
            choice = {"index": 0, "message": message, "finish_reason": finish}
            whole = {**head, "object": "chat.completion", "choices": [choice], "usage": usage}
            await _whole(send, 200, json.dumps(whole).encode())
            return
        await _start(send, 200, self.streams)
        words = text.split(" ")
        for at, word in enumerate(words):
            if at == 1 and model == "breaks":
                raise RuntimeError("broken off, as the test wants it")
            if at == 1 and model == "waits":
                while not self.go.is_set():
                    await asyncio.sleep(0.01)
            delta: Body = {"content": word if at == len(words) - 1 else f"{word} "}
            if calls:
                delta = {"tool_calls": [{"index": 0, **calls[0]}]}
            await _event(send, {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        await _event(send, {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        if (body.get("stream_options") or {}).get("include_usage"):
            await _event(send, {**head, "choices": [], "usage": usage})
        await send({"type": "http.response.body", "body": b"data: [DONE]\n\n"})

    async def _respond(self, body: Body, send: Any) -> None:
        text = self.says(self, body)
        id = f"resp_up_{len(self.requests)}"
        part = {"type": "output_text", "text": text, "annotations": []}
        item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]}
        whole = {
            "id": id,
            "object": "response",
            "created_at": 1,
            "status": "completed",
            "model": body["model"],
            "output": [item],
            "theirs": "한",
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
        }
        if not body.get("stream"):
            await _whole(send, 200, json.dumps(whole).encode())
            return
        await _start(send, 200, self.streams)
        begun = {**whole, "status": "in_progress", "output": []}
        if body["model"] == "odd":
            whole["output"] = [5]
        place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
        await _event(send, {"type": "response.created", "sequence_number": 0, "response": begun})
        await _event(send, {"type": "response.output_text.delta", "sequence_number": 1, "delta": text, **place})
        await _event(send, {"type": "response.completed", "sequence_number": 2, "response": whole})
        await send({"type": "http.response.body", "body": b""})


async def _start(send: Any, status: int, kind: str) -> None:
    headers = [(b"content-type", kind.encode()), (b"x-request-id", b"theirs")]
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _whole(send: Any, status: int, body: bytes, kind: str = "application/json") -> None:
    await _start(send, status, kind)
    await send({"type": "http.response.body", "body": body})


async def _event(send: Any, data: Body) -> None:
    await send(
        {"type": "http.response.body", "body": b"data: " + json.dumps(data).encode() + b"\n\n", "more_body": True}
    )


@contextmanager
def serving(upstream: Upstream) -> Iterator[Upstream]:
    """Run an upstream and yield it with its `url` set."""
    config = uvicorn.Config(upstream, host="127.0.0.1", port=0, log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        late = time.monotonic() + 30
        while not server.started and time.monotonic() < late:
            time.sleep(0.01)
        upstream.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/v1"
        yield upstream
    finally:
        upstream.go.set()
        server.should_exit = True
        thread.join(30)
