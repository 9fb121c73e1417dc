"""Measure what the OpenAI-compatible proxy costs before the first token: the same requests to a model directly, and
through it.

    python benchmarks/proxy_overhead.py [--quick] [--json]

A stand-in for a language model runs in a process of its own and answers at once, word by word; `soulkeep serve` in
another, on a file. 50 conversations, five with each of ten people, go on for some exchanges each: front ends that send
their whole history every time, and name no session, so that the proxy has to find it. Every mind begins with 1,000
memories. Each request is sent directly and through the proxy in turn, in one run, by one caller and by eight at once.
The time counts from sending the request to the first words of the answer; the proxy has found the conversation,
recalled and stored by then. What the import left to be worked on is done before. Times are in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx2
import uvicorn

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns

CHARACTER = "watson"
MEMORIES = 1_000
CALLERS = (1, 8)
STARTING = 60.0
ANSWER = "It was a curious case, and I remember the fog better than the man."


class Size(NamedTuple):
    """The size of a measurement: people, conversations with each, exchanges of each by each number of callers."""

    people: int
    each: int
    exchanges: int


FULL, QUICK = Size(10, 5, 6), Size(2, 4, 3)


# -- the stand-in for a language model


async def model(scope: Any, receive: Any, send: Any) -> None:
    """Answer every request at once, word by word."""
    if scope["type"] != "http":
        return
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    if scope["method"] == "GET":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ready"})
        return
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    for word in ANSWER.split(" "):
        await send({"type": "http.response.body", "body": _chunk({"content": f"{word} "}), "more_body": True})
    await send({"type": "http.response.body", "body": _chunk({}, "stop") + b"data: [DONE]\n\n"})


def _chunk(delta: dict[str, str], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return (
        b"data: " + json.dumps({"id": "c", "object": "chat.completion.chunk", "choices": [choice]}).encode() + b"\n\n"
    )


@contextmanager
def process(command: Sequence[str], ready: str, **environment: str) -> Iterator[None]:
    """Run a server as a process of its own."""
    server = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        late = time.monotonic() + STARTING
        while True:
            try:
                urllib.request.urlopen(ready, timeout=5).close()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() > late:
                    raise RuntimeError(f"{command[-1]} did not start") from None
                time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait(30)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# -- the front ends


@dataclass
class Conversation:
    """A front end's conversation, one directly and one through the proxy."""

    person: str
    number: int
    questions: Iterator[str]
    history: list[dict[str, str]] = field(default_factory=list)

    async def go_on(self, client: httpx2.AsyncClient, direct: str, proxy: str) -> tuple[float, float]:
        """Have one exchange directly and through the proxy, and return the milliseconds to the first words."""
        self.history.append({"role": "user", "content": f"{next(self.questions)} ({self.number})"})
        first, _ = await self._ask(client, direct, "model")
        through, answer = await self._ask(client, proxy, f"{CHARACTER}@{self.person}")
        self.history.append({"role": "assistant", "content": answer})
        return first, through

    async def _ask(self, client: httpx2.AsyncClient, url: str, model: str) -> tuple[float, str]:
        body = {"model": model, "messages": self.history, "stream": True}
        said: list[str] = []
        first = 0.0
        began = time.perf_counter()
        async with client.stream("POST", f"{url}/chat/completions", json=body) as answer:
            answer.raise_for_status()
            async for line in answer.aiter_lines():
                if not line.startswith("data: {"):
                    continue
                first = first or time.perf_counter() - began
                said.append(json.loads(line[6:])["choices"][0]["delta"].get("content", ""))
        return first * 1000, "".join(said)


async def measure(direct: str, proxy: str, size: Size) -> dict[str, dict[str, float]]:
    """Measure all conversations, by one caller and by several at once."""
    texts = iter(make_questions(size.people * size.each * size.exchanges * (len(CALLERS) + 1)))
    talks = [Conversation(f"p{n % size.people}", n, texts) for n in range(size.people * size.each)]
    found: dict[str, dict[str, float]] = {}
    async with httpx2.AsyncClient(timeout=60, trust_env=False) as client:
        for talk in talks:
            await talk.go_on(client, direct, proxy)  # what is loaded once is not timed
        for callers in CALLERS:
            times: list[tuple[float, float]] = []
            turn = asyncio.Semaphore(callers)

            async def go_on(talk: Conversation, turn: asyncio.Semaphore, times: list[tuple[float, float]]) -> None:
                async with turn:
                    times.append(await talk.go_on(client, direct, proxy))

            for _ in range(size.exchanges):
                await asyncio.gather(*(go_on(talk, turn, times) for talk in talks))
            name = "1 caller" if callers == 1 else f"{callers} callers"
            found[name] = {
                "requests": len(times),
                "direct p50": median(one for one, _ in times),
                "proxy p50": median(other for _, other in times),
                "overhead p50": median(other - one for one, other in times),
                "overhead p95": sorted(other - one for one, other in times)[int(len(times) * 0.95)],
            }
    return found


def fill(path: Path, size: Size) -> None:
    """Fill a keep, and do what is otherwise done in the background."""
    turns = list(make_turns(MEMORIES))
    with soulkeep.open(path, settings=soulkeep.Settings(background=False)) as keep:
        watson = keep.character(CHARACTER, description="Dr. John Watson, late of the Army Medical Department.")
        for n in range(size.people):
            person = f"p{n}"
            named = [replace(turn, speaker=person if turn.speaker == PERSON else turn.speaker) for turn in turns]
            watson.observe_many(named, person=person)
        keep.settle(over=True)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few conversations only")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--model", type=int, help=argparse.SUPPRESS)  # serve as the stand-in, at this port
    given = parser.parse_args()
    if given.model:
        uvicorn.run(model, host="127.0.0.1", port=given.model, log_level="error", lifespan="off")
        return
    size = QUICK if given.quick else FULL
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        keep = Path(folder) / "keep.db"
        fill(keep, size)
        here, there = free_port(), free_port()
        stack.enter_context(process([sys.executable, __file__, "--model", str(there)], f"http://127.0.0.1:{there}/"))
        direct, proxy = f"http://127.0.0.1:{there}/v1", f"http://127.0.0.1:{here}/v1"
        serve = [sys.executable, "-m", "soulkeep", "serve", "--keep", str(keep), "--port", str(here)]
        named = {"SOULKEEP_CHAT_URL": direct, "SOULKEEP_CHAT_MODEL": "model"}
        stack.enter_context(process(serve, f"{proxy}/models", **named))
        found = asyncio.run(measure(direct, proxy, size))
    if given.json:
        print(json.dumps(found, indent=2))
        return
    columns = list(next(iter(found.values())))
    print(f"{'':<10}" + "".join(f"{name:>14}" for name in columns))
    for name, row in found.items():
        cells = (f"{row[column]:>14.{0 if column == 'requests' else 1}f}" for column in columns)
        print(f"{name:<10}{''.join(cells)}")


if __name__ == "__main__":
    main()
