"""Functions that child processes share: messages to and from the parent, and restrictions of the process.

A child is run by its script's path, with the folder that holds pyoxigraph as its only argument. It imports nothing else
but the standard library and a few modules of this folder; the package's own `__init__` isn't run. Messages go over
stdin and stdout: four bytes of length, then bytes.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import signal
import sys
import threading
from typing import Any

with contextlib.suppress(ImportError):  # Windows has no `resource`
    import resource

PREFIX = 4
"""Bytes of the length that precedes each message."""

_GRACE = 1.0


class TooLarge(Exception):
    """Error: a message would be larger than its limit."""


class Inbox:
    """Incoming messages, read by a thread, so that this process ends when the parent does."""

    def __init__(self) -> None:
        self._messages: queue.Queue[bytes] = queue.Queue(maxsize=4)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = sys.stdin.buffer
        while len(head := stream.read(PREFIX)) == PREFIX:
            self._messages.put(stream.read(int.from_bytes(head, "big")))
        # The parent has closed the pipe or ended. pyoxigraph runs without the GIL, so this thread gets to run.
        os._exit(0)

    def take(self, seconds: float | None = None) -> bytes:
        """Return the next message; end this process if it doesn't come within `seconds`."""
        try:
            return self._messages.get(timeout=seconds)
        except queue.Empty:
            os._exit(0)


class Chunks(io.RawIOBase):
    """A file of the messages up to the next empty one."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._left = memoryview(b"")
        self._over = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left and not self._over:
            self._left = memoryview(self._inbox.take())
            self._over = not self._left
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def send(message: dict[str, Any], limit: int | None = None) -> int:
    """Send a message of at most `limit` bytes; return its size in bytes."""
    data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if limit is not None and len(data) > limit:
        raise TooLarge
    send_bytes(data)
    return len(data)


def send_bytes(data: bytes | memoryview) -> None:
    """Send bytes unchanged."""
    sys.stdout.buffer.write(len(data).to_bytes(PREFIX, "big"))
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class MemoryLimit:
    """A limit on this process's memory. Create it before `cut_off`, after which the present size can't be read."""

    def __init__(self) -> None:
        self._told = -1
        with contextlib.suppress(OSError):
            self._told = os.open("/proc/self/statm", os.O_RDONLY)

    def limit(self, more: int) -> None:
        """Allow the process `more` bytes beyond its present size; each call measures anew."""
        if self._told < 0:
            return
        with contextlib.suppress(NameError, OSError, ValueError):
            size = int(os.pread(self._told, 100, 0).split()[0]) * resource.getpagesize() + more
            resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def cut_off() -> None:
    """Deny this process files, sockets and core dumps; all imports must have been made."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # if the machine runs out of memory, this process is killed first
    with contextlib.suppress(NameError, OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(NameError, OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))  # no files besides stdin, stdout and stderr


class Limit:
    """A context that ends this process if its body takes longer than `seconds`; a live parent would do so earlier."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds + _GRACE
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, self._seconds)  # SIGALRM's default action needs no Python
        else:
            self._timer = threading.Timer(self._seconds, os._exit, (1,))
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *exception: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        else:
            signal.setitimer(signal.ITIMER_REAL, 0)


def hear_alarms() -> None:
    """Let `Limit` end this process, whatever signal handlers the parent set."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
