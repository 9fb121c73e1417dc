"""Threads end before the interpreter does: one that is in native code when it is torn down takes the process with it.

Whoever has a thread says how it ends. That happens once the program is over and its own threads are, so until then
everything serves; whoever closed what it opened finds nothing left to do here.
"""

from __future__ import annotations

import atexit
import os
from enum import IntEnum
from threading import Lock
from typing import Protocol
from weakref import WeakSet


class EndOrder(IntEnum):
    """Whose threads end first: those that others' work rests on end last."""

    WORKING = 0
    INDEXING = 1
    STORING = 2


class ThreadOwner(Protocol):
    """Whoever has threads."""

    def end(self) -> None:
        """Let the threads end, and wait for them. Nothing, if they have."""


_table = Lock()
_all: tuple[WeakSet[ThreadOwner], ...] = tuple(WeakSet() for _ in EndOrder)


def at_exit(one: ThreadOwner, turn: EndOrder) -> None:
    """Let somebody's threads end before the interpreter does. It isn't kept alive by that: its threads do that."""
    with _table:
        _all[turn].add(one)


def _forked() -> None:
    """A forked child has none of its parent's threads."""
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
