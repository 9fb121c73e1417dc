"""A child process for work that can't be interrupted or bounded in this process; `worker` is the child's side."""

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
"""Size of the pieces in which long messages are sent, in bytes."""

_PREFIX = 4  # bytes of the length that precedes each message
_KEPT = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # environment variables that Python may need to start


class Ended(Exception):
    """Error: the child process has ended."""


class EndedIdle(Exception):
    """Error: the child process had ended before it began the request."""


class Child:
    """A child process with the pipes to it. One thread at a time may talk to it; any thread may kill it."""

    def __init__(self, worker: Path, *, largest: int = 2 * CHUNK) -> None:
        """Start the process.

        Args:
            worker: the name of its script, in this folder.
            largest: the largest message from it, in bytes.
        """
        self._largest = largest
        self._late = False
        self._owner = os.getpid()
        self._process = started(worker)
        self.end = weakref.finalize(self, _end, self._process, self._owner)

    @property
    def alive(self) -> bool:
        """Return whether the process runs and was started by this process, not by one that this was forked from."""
        return os.getpid() == self._owner and not self._late and self._process.poll() is None

    def kill(self) -> None:
        """Kill the process at once; a thread that waits for its answer gets `Ended`."""
        self._process.kill()

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Kill the process if the body of the `with` takes longer than `seconds`."""
        timer = threading.Timer(seconds, self._expire)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # otherwise the timer could end the child during the next request

    def _expire(self) -> None:
        self._late = True
        self._process.kill()

    def timed_out(self) -> bool:
        """Return whether the process was ended by a time limit, of this side or its own."""
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
        """Send data in pieces, without the empty message that ends them. Raises Ended."""
        for start in range(0, len(data), CHUNK):
            self.send(memoryview(data)[start : start + CHUNK])

    def receive(self) -> dict[str, Any]:
        """Return the next message. Raises Ended."""
        message: dict[str, Any] = json.loads(self.receive_bytes())
        return message

    def receive_bytes(self) -> bytes:
        """Return the next message as bytes. Raises Ended."""
        return self._read(int.from_bytes(self._read(_PREFIX), "big"))

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        data = self._process.stdout.read(size) if size <= self._largest else b""
        if len(data) < size:
            raise Ended
        return data


def started(worker: Path) -> subprocess.Popen[bytes]:
    """Return a worker's process, which has begun to start."""
    spec = importlib.util.find_spec("pyoxigraph")
    assert spec is not None, "it comes with the package"
    assert spec.origin is not None
    folder = Path(spec.origin).parent.parent
    # A group of its own: the parent handles Ctrl-C. PDEATHSIG isn't used: it comes when the *thread*
    # that started the child ends; instead, the child ends with its stdin.
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
    """End a child and close the pipes to it. In a forked process, leave the child to the parent."""
    own = os.getpid() == owner
    if own:
        process.kill()
    else:
        process.returncode = 0  # only the parent may wait for it
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # data that could not be sent
                pipe.close()
    if own:
        process.wait()
