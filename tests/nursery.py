"""Test processes that need no imports of their own: forked from one process that has imported soulkeep.

Imports are most of the cost of a process that writes for a moment and is killed, or serves some requests. What a test
says of a process of its own holds for a forked one: its memory, files, threads, signals and end are its own. Tests of
how a process starts, or what it imports, start one.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import IO, Self

PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL

SERVER = ("soulkeep.server.run", "soulkeep.cli.serve", "soulkeep.inspector")
"""What a server imports, for `preload`."""


class Child:
    """A forked process with the interface of `subprocess.Popen[str]`.

    Args:
        command: a script and its arguments; or "-m", a module and its arguments.
        stdin: `PIPE`, `DEVNULL`, a file's descriptor, or None for that of the tests.
        stdout, stderr: likewise.
        env: the environment; None for that of the tests.
        preload: modules that are imported before the fork, for this process and those that follow.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
        env: Mapping[str, str] | None = None,
        preload: Sequence[str] = (),
    ) -> None:
        self.returncode: int | None = None
        self._status, told = os.pipe()
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        theirs = [
            os.open(os.devnull, os.O_RDWR) if way == DEVNULL else None if way in (PIPE, None) else os.dup(way)
            for way in (stdin, stdout, stderr)
        ]
        if stdin == PIPE:
            theirs[0], ours = os.pipe()
            self.stdin = os.fdopen(ours, "w")
        if stdout == PIPE:
            ours, theirs[1] = os.pipe()
            self.stdout = os.fdopen(ours)
        if stderr == PIPE:
            ours, theirs[2] = os.pipe()
            self.stderr = os.fdopen(ours)
        fds = [number if fd is None else fd for number, fd in enumerate(theirs)]
        try:
            self.pid = _nursery().fork(
                {
                    "command": [str(word) for word in command],
                    "env": dict(os.environ if env is None else env),
                    "cwd": os.getcwd(),
                    "preload": list(preload),
                },
                [*fds, told],
            )
        finally:
            for fd in (*theirs, told):
                if fd is not None:
                    os.close(fd)

    def poll(self) -> int | None:
        """Return the child's status if it has ended: minus a signal's number if that ended it."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the child has ended, and return its status.

        Args:
            timeout: seconds to wait at most; None for no limit.

        Raises:
            TimeoutExpired: the child hasn't ended by then.
        """
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a forked process", timeout or 0.0)
        return code

    def communicate(self, input: str | None = None, timeout: float | None = None) -> tuple[str, str]:
        """Write to the child, read all its output, and wait until it has ended."""
        late = None if timeout is None else time.monotonic() + timeout
        told: dict[str, str] = {"out": "", "err": ""}

        def read(name: str, stream: IO[str]) -> None:
            told[name] = stream.read()

        streams = {"out": self.stdout, "err": self.stderr}
        readers = [
            threading.Thread(target=read, args=(name, stream), daemon=True)
            for name, stream in streams.items()
            if stream is not None and not stream.closed
        ]
        for reader in readers:
            reader.start()
        if self.stdin is not None and not self.stdin.closed:
            with suppress(BrokenPipeError):
                self.stdin.write(input or "")
                self.stdin.close()
        for reader in readers:
            reader.join(None if late is None else max(0.0, late - time.monotonic()))
            if reader.is_alive():
                raise subprocess.TimeoutExpired("a forked process", timeout or 0.0)
        self.wait(None if late is None else max(0.0, late - time.monotonic()))
        self._close()
        return told["out"], told["err"]

    def send_signal(self, number: int) -> None:
        """Send the child a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the child."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask the child to end."""
        self.send_signal(signal.SIGTERM)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()
        self.wait()

    def __del__(self) -> None:
        if self.returncode is None and hasattr(self, "pid"):
            os.close(self._status)

    def _look(self, timeout: float | None) -> int | None:
        if self.returncode is None:
            ready, _, _ = select.select([self._status], [], [], timeout)
            if ready:
                said = os.read(self._status, 16)
                os.close(self._status)
                assert said, "the nursery ended"
                self.returncode = int(said)
        return self.returncode

    def _close(self) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None and not stream.closed:
                with suppress(BrokenPipeError):
                    stream.close()


def run(command: Sequence[str | Path], *, timeout: float = 240.0) -> subprocess.CompletedProcess[str]:
    """Run a forked process to its end; return its status, and its output."""
    child = Child(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    try:
        out, err = child.communicate(timeout=timeout)
    finally:
        child.kill()
    return subprocess.CompletedProcess([str(word) for word in command], child.wait(), out, err)


class _Nursery:
    """The process that forks the children, and the socket to it."""

    def __init__(self) -> None:
        self._way, theirs = socket.socketpair()
        self._lock = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", __file__, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        atexit.register(self._end)

    def fork(self, wish: Mapping[str, object], fds: list[int]) -> int:
        """Fork a process; return its process id."""
        with self._lock:
            said = json.dumps(wish).encode()
            socket.send_fds(self._way, [len(said).to_bytes(4, "big")], fds)
            self._way.sendall(said)
            answer = self._way.recv(16)
        assert answer, "the nursery ended"
        return int(answer)

    def _end(self) -> None:
        self._way.close()
        self._process.wait(60)


_made: dict[int, _Nursery] = {}


def _nursery() -> _Nursery:
    pid = os.getpid()  # of whoever forks tests, too
    if pid not in _made:
        _made[pid] = _Nursery()
    return _made[pid]


# -- in the nursery


def _import(names: Sequence[str]) -> None:
    for name in names:
        if name not in sys.modules:
            __import__(name)


def _serve(way: socket.socket) -> bool:
    """Fork a process for each request, until nobody asks any more; return whether this is such a child, which is to run
    its command."""
    running: dict[int, int] = {}
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        ready, _, _ = select.select([way.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _reap(running)
        if way.fileno() not in ready:
            continue
        size, fds, _, _ = socket.recv_fds(way, 4, 4)
        if not size:
            return False
        wish = json.loads(_exactly(way, int.from_bytes(size, "big")))
        _import(wish["preload"])
        if pid := os.fork():
            running[pid] = fds[3]
            for fd in fds[:3]:
                os.close(fd)
            way.sendall(str(pid).encode())
            continue
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, fd in enumerate(fds[:3]):
            os.dup2(fd, number)
        for fd in {*fds, woken, wake, *running.values()} - {0, 1, 2}:
            os.close(fd)
        way.close()
        os.environ.clear()
        os.environ.update(wish["env"])
        os.chdir(wish["cwd"])
        sys.argv = wish["command"]
        return True


def _reap(running: dict[int, int]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        told = running.pop(pid, None)
        if told is None:  # a process that what was preloaded had started
            continue
        with suppress(BrokenPipeError):  # nobody may wait for it
            os.write(told, str(os.waitstatus_to_exitcode(status)).encode())
        os.close(told)


def _exactly(way: socket.socket, size: int) -> bytes:
    parts = b""
    while len(parts) < size:
        part = way.recv(size - len(parts))
        assert part, "the tests ended amid a wish"
        parts += part
    return parts


def _main() -> None:
    import gc
    import runpy

    with socket.socket(fileno=int(sys.argv[1])) as way:
        sys.argv = sys.argv[:1]
        _import(
            [
                "soulkeep",
                "soulkeep.memory.enrichment",
                "soulkeep.testing.models",
                "soulkeep.reply.pipeline",
                "soulkeep.stores.contract.store",
                "soulkeep.stores.migrate",
                "soulkeep.stores.postgres.store",
                "soulkeep.stores.sqlite.backup",
                "soulkeep.stores.sqlite.restore",
                "unittest.mock",
                "warm_keeper",
            ]
        )
        gc.collect()
        gc.freeze()
        is_child = _serve(way)
    if not is_child:
        return
    for name in ("stdin", "stdout", "stderr"):  # as of what it has now, not of what the nursery had
        stream = getattr(sys, name)
        assert isinstance(stream, TextIOWrapper)
        stream.reconfigure(line_buffering=name == "stderr" or stream.isatty())
    if sys.argv[0] == "-m":
        del sys.argv[0]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, str(Path(sys.argv[0]).parent))
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    _main()
