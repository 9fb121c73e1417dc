"""A child process of ours that does what can't be interrupted or bounded in this one; its own side is `worker`."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from soulkeep.errors import SoulkeepError

CHUNK = 1 << 20
"""Bytes of a piece of what is too long for one message."""

_PREFIX = 4  # bytes of a message's length
_KEPT = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # what Python may need to start


class Ended(Exception):
    """The child is gone."""


class EndedIdle(Exception):
    """The child was gone before it began what it was asked for."""


class Child:
    """A process that answers, and the pipes to it. One thread at a time talks to it; any may kill it."""

    def __init__(self, worker: Path, *, largest: int = 2 * CHUNK) -> None:
        """Start it.

        Args:
            worker: its script, in this folder.
            largest: bytes of a message from it at most.
        """
        self._largest = largest
        self._late = False
        self._owner = os.getpid()
        self._process = started(worker)
        self.end = weakref.finalize(self, _end, self._process, self._owner)

    @property
    def alive(self) -> bool:
        """Whether it can be asked, and is this process's own, not that of one it was forked from."""
        return os.getpid() == self._owner and not self._late and self._process.poll() is None

    def kill(self) -> None:
        """End it at once; whoever waits for its answer sees it end."""
        self._process.kill()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Kill it if what is inside takes longer."""
        timer = threading.Timer(seconds, self._expire)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # else it could still end the child during what comes next

    def _expire(self) -> None:
        self._late = True
        self._process.kill()

    def timed_out(self) -> bool:
        """Whether it ended because its time was over, by our clock or its own."""
        self._process.kill()
        code = self._process.wait()
        return self._late or (hasattr(signal, "SIGALRM") and code == -signal.SIGALRM)

    def send(self, data: bytes | memoryview) -> None:
        """Send a message. Raises Ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(len(data).to_bytes(_PREFIX, "big"))
            self._process.stdin.write(data)
            self._process.stdin.flush()
        except OSError:
            raise Ended from None

    def send_long(self, data: bytes) -> None:
        """Send something in pieces, without the empty message that ends them. Raises Ended."""
        for start in range(0, len(data), CHUNK):
            self.send(memoryview(data)[start : start + CHUNK])

    def receive(self) -> dict[str, Any]:
        """The next message. Raises Ended."""
        message: dict[str, Any] = json.loads(self.receive_bytes())
        return message

    def receive_bytes(self) -> bytes:
        """The next message as it is. Raises Ended."""
        return self._read(int.from_bytes(self._read(_PREFIX), "big"))

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        data = self._process.stdout.read(size) if size <= self._largest else b""
        if len(data) < size:
            raise Ended
        return data


def started(worker: Path) -> subprocess.Popen[bytes]:
    """A worker that has begun to start."""
    spec = importlib.util.find_spec("pyoxigraph")
    assert spec is not None, "it comes with the package"
    assert spec.origin is not None
    folder = Path(spec.origin).parent.parent
    # A group of its own: Ctrl-C at the terminal is the parent's business. Not PDEATHSIG, which comes when the *thread*
    # that started the child ends: the child ends with its stdin.
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", str(worker), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            close_fds=True,
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
            creationflags=flags,
            process_group=None if flags else 0,
        )
    except OSError as error:
        raise SoulkeepError(
            f"A process for RDF and SPARQL can't be started: {error}.", hint="The machine may be out of memory."
        ) from error


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a child and close the pipes to it. After a fork it is still the parent's."""
    own = os.getpid() == owner
    if own:
        process.kill()
    else:
        process.returncode = 0  # not ours to wait for
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what could not be sent
                pipe.close()
    if own:
        process.wait()
