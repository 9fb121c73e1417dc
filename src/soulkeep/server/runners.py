"""Identifiers of the processes that answer requests, by which others can tell whether one has ended."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from functools import cache
from pathlib import Path

_HERE: set[str] = set()
"""Runners of this process that haven't ended."""


def begin() -> str:
    """Return a new runner's name. Call `end` when it is done."""
    runner = f"{_place()}/{os.getpid()}/{secrets.token_hex(6)}"
    _HERE.add(runner)
    return runner


def end(runner: str) -> None:
    """Note that a runner has ended."""
    _HERE.discard(runner)


def has_ended(runner: str) -> bool:
    """Return whether a runner has certainly ended, because it was a process on this machine that is gone. For other
    machines, this is unknown."""
    place, _, rest = runner.partition("/")
    number = rest.partition("/")[0]
    if place != _place() or not number.isdigit() or sys.platform == "win32":
        return False
    if int(number) == os.getpid():
        return runner not in _HERE
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


@cache
def _place() -> str:
    """Return the scope of process ids: this machine since its start, and the container on it."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}:{os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return socket.gethostname().replace("/", "-")
