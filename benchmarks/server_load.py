"""The server under load: 50 conversations at once, each with a mind of 1,000 memories, on this machine's loopback.

    python benchmarks/server_load.py [--minutes 10] [--keep FILE] [--quick] [--json]

A real `soulkeep serve` runs in a process of its own, on a file; the callers are in this one. Requests are sent when
they are due, whether or not the earlier ones were answered (an open loop), and a latency counts from when a request was
due: a server that falls behind can't hide it. Each request embeds its question or turn; each turn is on disk when it is
acknowledged. Measured one after the other:

    recall    at 150 requests a second, and how many there can be, by 50 callers who ask again at once
    observe   at 100 a second, and how many there can be
    both      at those rates together, for the minutes given, with the memory of the server's process

The texts are sentences of the demo's novel. What the import left to be worked on is done before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import soulkeep
from soulkeep.evals.bench import make_questions, make_turns

CONVERSATIONS = 50
MEMORIES = 1_000
RECALLS, OBSERVES = 150.0, 100.0
"""Requests per second."""

CHARACTER = "watson"


class Outcome(NamedTuple):
    """The outcome of a phase of requests, in milliseconds."""

    requests: int
    errors: int
    per_second: float
    p50: float
    p99: float
    worst: float


class Caller:
    """One connection that is kept: HTTP/1.1 by hand, so that the callers take little of the machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._lock = asyncio.Lock()

    async def post(self, path: str, body: dict[str, Any]) -> int:
        """Post JSON; return the status of the answer, 0 if there was none."""
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        async with self._lock:
            try:
                if self._writer is None:
                    self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
                assert self._reader is not None
                self._writer.write(head.encode() + data)
                answer = (await self._reader.readuntil(b"\r\n\r\n")).lower()
                length = int(answer.split(b"content-length:")[1].split(b"\r\n")[0])
                await self._reader.readexactly(length)
                return int(answer.split(b" ", 2)[1])
            except (OSError, EOFError, ValueError, IndexError):
                self._writer = None
                return 0

    async def close(self) -> None:
        """Let go of the connection."""
        if self._writer is not None:
            self._writer.close()


class Requests:
    """Endless requests of a kind, turn by turn for each conversation; no question and no turn comes twice."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._numbers = count()
        self._questions = make_questions(20_000)
        self._turns = [turn.text for turn in islice(make_turns(20_000), 20_000)]

    def next(self) -> tuple[int, str, dict[str, Any]]:
        """Return the next request: number of the conversation, path and body."""
        number = next(self._numbers)
        conversation = number % CONVERSATIONS
        person = f"reader{conversation}"
        if self.kind == "recall":
            question = f"{self._questions[number % len(self._questions)]} ({number})"
            return conversation, f"/v1/characters/{CHARACTER}/recall", {"question": question, "person": person}
        text = f"{self._turns[number % len(self._turns)]} ({number})"
        body = {"text": text, "person": person, "session": f"load{number // 2_000}"}
        return conversation, f"/v1/characters/{CHARACTER}/observe", body


async def at_rate(port: int, kind: str, rate: float, seconds: float) -> Outcome:
    """Send requests when they are due. Each conversation has two connections, so that one slow answer holds up no
    other.

    Args:
        port: the server's.
        kind: `"recall"` or `"observe"`.
        rate: requests per second.
        seconds: how long to send.
    """
    requests, waits, errors = Requests(kind), list[float](), 0
    async with _callers(port, 2 * CONVERSATIONS) as callers:
        began = time.perf_counter()

        async def one(due: float, number: int) -> None:
            nonlocal errors
            conversation, path, body = requests.next()
            status = await callers[2 * conversation + number // CONVERSATIONS % 2].post(path, body)
            waits.append(time.perf_counter() - due)
            errors += not 200 <= status < 300

        running: set[asyncio.Task[None]] = set()
        for number in range(round(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            task = asyncio.create_task(one(due, number))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.gather(*running)
        passed = time.perf_counter() - began
    return _outcome(waits, errors, passed)


async def as_many_as_can(port: int, kind: str, seconds: float) -> Outcome:
    """Let every conversation ask again as soon as it is answered."""
    requests, waits, errors = Requests(kind), list[float](), 0
    async with _callers(port, CONVERSATIONS) as callers:
        began = time.perf_counter()

        async def one(caller: Caller) -> None:
            nonlocal errors
            while time.perf_counter() < began + seconds:
                _, path, body = requests.next()
                sent = time.perf_counter()
                status = await caller.post(path, body)
                waits.append(time.perf_counter() - sent)
                errors += not 200 <= status < 300

        await asyncio.gather(*map(one, callers))
        passed = time.perf_counter() - began
    return _outcome(waits, errors, passed)


async def both(port: int, pid: int, minutes: float) -> dict[str, Any]:
    """Measure recalls and turns at once, and the memory of the server each half minute, in MB: the whole of it, and
    that of the working sets, which grow with the memories."""
    sizes: list[dict[str, float]] = []

    async def watch() -> None:
        while True:
            sets = await asyncio.to_thread(_working_sets, port)
            sizes.append({"rss": _rss(pid), "working_sets": sets})
            await asyncio.sleep(30)

    watching = asyncio.create_task(watch())
    seconds = minutes * 60
    recalls, observes = await asyncio.gather(
        at_rate(port, "recall", RECALLS, seconds), at_rate(port, "observe", OBSERVES, seconds)
    )
    watching.cancel()
    sizes.append({"rss": _rss(pid), "working_sets": await asyncio.to_thread(_working_sets, port)})
    return {"recall": recalls._asdict(), "observe": observes._asdict(), "megabytes": sizes}


@asynccontextmanager
async def _callers(port: int, number: int) -> AsyncIterator[list[Caller]]:
    callers = [Caller(port) for _ in range(number)]
    try:
        yield callers
    finally:
        for caller in callers:
            await caller.close()


def _outcome(waits: list[float], errors: int, passed: float) -> Outcome:
    ordered = sorted(wait * 1000 for wait in waits)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99)]
    return Outcome(len(ordered), errors, len(ordered) / passed, at[0], at[1], ordered[-1])


def _rss(pid: int) -> float:
    """Return the megabytes that a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _working_sets(port: int) -> float:
    """Return the megabytes of the server's working sets, by its own figures."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("soulkeep_mind_bytes{")) / 1e6


def prepare(path: Path, memories: int) -> None:
    """Fill a keep, and do what is otherwise done in the background."""
    turns = make_turns(CONVERSATIONS * memories)
    with soulkeep.open(path, settings=soulkeep.Settings(background=False)) as keep:
        watson = keep.character(CHARACTER, name="Dr. Watson")
        for number in range(CONVERSATIONS):
            watson.observe_many(list(islice(turns, memories)), person=f"reader{number}")
        keep.settle(over=True)


@contextmanager
def served(path: Path) -> Iterator[tuple[int, int]]:
    """Yield the port and process of a server of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "soulkeep", "serve", "--keep", str(path), "--port", str(port)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/health", timeout=1):
                    break
            except OSError:
                time.sleep(0.1)
        else:
            raise SystemExit("The server didn't start.")
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def measure(minutes: float, seconds: float, memories: int, kept: Path | None) -> dict[str, Any]:
    """Measure everything in one run, on a copy of `kept`, if it is given."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "load.db"
        if kept is None:
            prepare(path, memories)
        else:
            if not kept.exists():
                prepare(kept, memories)
            shutil.copyfile(kept, path)
        with served(path) as (port, pid):
            asyncio.run(as_many_as_can(port, "recall", 2))  # every mind loaded, every connection tried
            found: dict[str, Any] = {"conversations": CONVERSATIONS, "memories": memories}
            for kind, rate in (("recall", RECALLS), ("observe", OBSERVES)):
                found[f"{kind} at {rate:g}/s"] = asyncio.run(at_rate(port, kind, rate, seconds))._asdict()
                found[f"{kind}, as many as can"] = asyncio.run(as_many_as_can(port, kind, seconds / 2))._asdict()
            found["both"] = asyncio.run(both(port, pid, minutes))
    return found


def show(found: dict[str, Any]) -> None:
    """Print the figures for people."""
    print(f"{found['conversations']} conversations, {found['memories']:,} memories each")
    print(f"{'':28}{'requests':>9}{'errors':>8}{'/s':>8}{'p50 ms':>9}{'p99 ms':>9}{'worst':>9}")
    rows = {name: value for name, value in found.items() if isinstance(value, dict) and "p50" in value}
    rows |= {f"both: {name}": found["both"][name] for name in ("recall", "observe")}
    for name, row in rows.items():
        figures = f"{row['per_second']:>8.0f}{row['p50']:>9.1f}{row['p99']:>9.1f}{row['worst']:>9.1f}"
        print(f"{name:28}{row['requests']:>9,}{row['errors']:>8}{figures}")
    print("memory each half minute, MB (without the working sets):")
    print("  " + "  ".join(f"{m['rss']:.0f} ({m['rss'] - m['working_sets']:.0f})" for m in found["both"]["megabytes"]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="of recalls and turns together")
    parser.add_argument("--quick", action="store_true", help="small and short, to see that it works")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", type=Path, help="where to keep the filled file, to be used again")
    options = parser.parse_args()
    size = (0.05, 2, 20) if options.quick else (options.minutes, 30, MEMORIES)
    found = measure(*size, options.keep)
    print(json.dumps(found, indent=2)) if options.json else show(found)


if __name__ == "__main__":
    main()
