"""What our child processes have in common: the messages that come and go, and what is taken from them.

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

with contextlib.suppress(ImportError):  # Windows has none
    import resource

PREFIX = 4
"""Bytes of a message's length."""

_GRACE = 1.0


class TooLarge(Exception):
    """What was found is larger than what may be sent."""


class Inbox:
    """The messages that come in, read by a thread of its own, so that the end of the parent ends this process."""

    def __init__(self) -> None:
        self._messages: queue.Queue[bytes] = queue.Queue(maxsize=4)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = sys.stdin.buffer
        while len(head := stream.read(PREFIX)) == PREFIX:
            self._messages.put(stream.read(int.from_bytes(head, "big")))
        # The parent has closed the pipe, or is gone. pyoxigraph runs without the GIL, so this comes through.
        os._exit(0)

    def take(self, seconds: float | None = None) -> bytes:
        """The next message; waits for it, and ends this process if it doesn't come within `seconds`."""
        try:
            return self._messages.get(timeout=seconds)
        except queue.Empty:
            os._exit(0)


class Chunks(io.RawIOBase):
    """The messages up to the next empty one, as a file."""

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
    """Send a message of `limit` bytes at most; its size in bytes."""
    data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if limit is not None and len(data) > limit:
        raise TooLarge
    send_bytes(data)
    return len(data)


def send_bytes(data: bytes | memoryview) -> None:
    """Send bytes as they are."""
    sys.stdout.buffer.write(len(data).to_bytes(PREFIX, "big"))
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class MemoryLimit:
    """What memory this process may take. Made before `cut_off`, which leaves no way to ask how much it has."""

    def __init__(self) -> None:
        self._told = -1
        with contextlib.suppress(OSError):
            self._told = os.open("/proc/self/statm", os.O_RDONLY)

    def limit(self, more: int) -> None:
        """Let it take `more` bytes beyond what it has now; another call counts anew."""
        if self._told < 0:
            return
        with contextlib.suppress(NameError, OSError, ValueError):
            size = int(os.pread(self._told, 100, 0).split()[0]) * resource.getpagesize() + more
            resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))


def cut_off() -> None:
    """Take files, sockets and core dumps from this process. What it imports, it must have imported."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # if the machine runs out of memory, this process goes first
    with contextlib.suppress(NameError, OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(NameError, OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))  # no more files than stdin, stdout and stderr


class Limit:
    """Ends this process if what is inside takes longer than `seconds`: the parent does so first, if it lives."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds + _GRACE
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, self._seconds)  # SIGALRM's default action: no Python has to run
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
    """Let `Limit` end this process, whatever the parent did with its signals."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
