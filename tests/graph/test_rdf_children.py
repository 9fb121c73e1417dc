"""The child processes that read RDF: used again, replaced when they end, as few as may be."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from soulkeep.errors import BadFile, SoulkeepError
from soulkeep.graph import reading
from soulkeep.graph.files import read_bytes
from soulkeep.graph.reading import Readers

_TERMS = ",".join(f'"t{number}":"http://x.org/{number}"' for number in range(20_000))
_THINGS = ",".join(2000 * ['{"@type":"T","t1":"x"}'])
_SLOW = f'{{"@context":{{"T":{{"@id":"x:T","@context":{{{_TERMS}}}}}}},"@type":"T","@graph":[{_THINGS}]}}'
"""Half a minute's work."""


def count(content: bytes | str) -> int:
    return read_bytes(content if isinstance(content, bytes) else content.encode(), "data").triples


@pytest.fixture(autouse=True)
def own_readers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Readers]:
    readers = Readers()
    monkeypatch.setattr(reading, "_readers", readers)
    yield readers
    for one in readers._idle:
        one.end()


def test_a_child_reads_one_after_the_other(own_readers: Readers) -> None:
    children: set[int] = set()
    for number in range(5):
        assert count(f"<x:a> <x:b> <x:{number}> .")
        with pytest.raises(BadFile):
            read_bytes(b"<x:a> <x:b> ", "broken", format="turtle")
        children.update(one._process.pid for one in own_readers._idle)
    assert len(children) == 1


def test_one_that_was_killed_while_idle_is_replaced(own_readers: Readers) -> None:
    assert count("<x:a> <x:b> <x:c> .")
    (reader,) = own_readers._idle
    os.kill(reader._process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    reader._process.wait()
    reader._process.returncode = None  # as if it had not been seen yet
    reader._process.poll = lambda: None  # type: ignore[method-assign]
    reader._process.wait = lambda timeout=None: -9  # type: ignore[method-assign]
    reader._process.kill = lambda: None  # type: ignore[method-assign]
    assert count("<x:a> <x:b> <x:c> .")
    reader._process.returncode = -9


def test_one_that_is_killed_at_work_is_told_and_replaced(own_readers: Readers) -> None:
    started: list[Any] = []
    taken = own_readers._taken

    def held() -> Any:
        reader = taken()
        received = reader.receive

        def receive() -> dict[str, Any]:
            reply: dict[str, Any] = received()
            if "begun" in reply and not started:
                started.append(reader)
                reader._process.kill()
            return reply

        reader.receive = receive  # type: ignore[method-assign]
        return reader

    own_readers._taken = held  # type: ignore[method-assign]
    with pytest.raises(BadFile, match="data can't be read"):
        read_bytes(_SLOW.encode(), "data", format="json-ld")
    assert count("<x:a> <x:b> <x:c> .")


def test_children_that_end_whenever_they_are_asked_are_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit", encoding="utf-8")
    monkeypatch.setattr(reading, "_WORKER", broken)
    with pytest.raises(SoulkeepError, match="ended twice"):
        read_bytes(b"<x:a> <x:b> <x:c> .", "data")


def test_no_more_than_a_few_read_at_once(own_readers: Readers) -> None:
    most, now, lock = 0, 0, threading.Lock()
    taken = own_readers._taken

    def counted() -> Any:
        nonlocal most, now
        reader = taken()
        with lock:
            now += 1
            most = max(most, now)
        sleep(0.05)
        with lock:
            now -= 1
        return reader

    own_readers._taken = counted  # type: ignore[method-assign]
    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(lambda number: count(f"<x:a> <x:b> <x:{number}> ."), range(24)))
    assert found == [1] * 24
    assert most <= reading.MOST
    assert len(own_readers._idle) <= reading.MOST


def test_an_idle_child_ends_and_a_large_one_is_not_kept(own_readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_LARGE", 1000)
    assert count("<x:a> <x:b> <x:c> .")
    assert len(own_readers._idle) == 1
    assert count("<x:a> <x:b> <x:c> . #" + "a" * 1000)
    assert own_readers._idle == []
    assert count(gzip.compress(b"<x:a> <x:b> <x:c> . #" + b"a" * 1000))
    assert own_readers._idle == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_reads_by_a_child_of_its_own() -> None:
    code = """
        import os
        from soulkeep.graph.files import read_bytes
        from soulkeep.graph.reading import readers
        def read():
            found = read_bytes(b"<x:a> <x:b> <x:c> .", "data").triples
            return f"{found} {[one._process.pid for one in readers()._idle]}"
        print(read(), flush=True)
        with readers()._lock:
            forked = os.fork()
            if forked == 0:
                print(read(), flush=True)
        if forked:
            os.waitpid(forked, 0)
            print(read(), flush=True)
    """
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(code)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
    before, forked, after = done.stdout.splitlines()
    assert before == after != forked
    assert done.stderr == ""
