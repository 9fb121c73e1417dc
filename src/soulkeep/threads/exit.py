"""Ending threads before the interpreter: one that is in native code when that is torn down crashes the process.

Each owner of threads registers how they end. That is done once the program and its own threads have finished, so
everything works until then; owners that were closed have nothing left to do.
"""

from __future__ import annotations

import atexit
import os
from enum import IntEnum
from threading import Lock
from typing import Protocol
from weakref import WeakSet


class EndOrder(IntEnum):
    """The order in which threads end: those that others depend on end last."""

    WORKING = 0
    INDEXING = 1
    STORING = 2


class ThreadOwner(Protocol):
    """An object that owns threads."""

    def end(self) -> None:
        """End the threads and wait for them; do nothing if they have ended."""


_table = Lock()
_all: tuple[WeakSet[ThreadOwner], ...] = tuple(WeakSet() for _ in EndOrder)


def at_exit(one: ThreadOwner, turn: EndOrder) -> None:
    """Have an owner's threads ended before the interpreter exits. This doesn't keep the owner alive, its threads do."""
    with _table:
        _all[turn].add(one)


def _forked() -> None:
    """Forget the parent's threads in a forked child."""
    global _table
    _table = Lock()
    for some in _all:
        some.clear()


def _end() -> None:
    for some in _all:
        with _table:
            there = list(some)
        for one in there:
            try:
                one.end()
            except Exception:  # the others are to end all the same
                from logging import getLogger

                getLogger("soulkeep").exception("A thread could not be ended")


atexit.register(_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
