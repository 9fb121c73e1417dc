"""Who is answering a request: a process on some machine, of which others can tell whether it has ended."""

from __future__ import annotations

import os
import secrets
import socket
import sys
from functools import cache
from pathlib import Path

_HERE: set[str] = set()
"""Those of this process that haven't ended."""


def begin() -> str:
    """A name for who begins to answer requests now. `end` it when done."""
    runner = f"{_place()}/{os.getpid()}/{secrets.token_hex(6)}"
    _HERE.add(runner)
    return runner


def end(runner: str) -> None:
    """Note that it answers no more."""
    _HERE.discard(runner)


def has_ended(runner: str) -> bool:
    """Whether it is certain that this one answers nothing any more: it was a process on this machine that is gone. Of
    others, only time tells."""
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
    """Where process numbers mean the same: this machine since it was started, and the container on it."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}:{os.stat('/proc/self/ns/pid').st_ino}"
    except OSError:
        return socket.gethostname().replace("/", "-")
