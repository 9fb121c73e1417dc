"""Forks while threads are running: the parent continues, and the child can open a keep of its own.

A child has its parent's memory but none of its threads: a lock that one of them held is never released there, and a
library's record of file locks is wrong in the child. So before a fork, all process-wide resources are brought to rest
and released, and afterwards each side makes its own. A keep that was opened before stays the parent's.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from threading import Condition, Lock, RLock, get_ident
from typing import Any, Protocol
from weakref import WeakSet


class Forking(Protocol):
    """An object that holds resources which a child can't use."""

    def before_fork(self) -> None:
        """Come to rest, and release the resources."""

    def after_fork(self, *, child: bool) -> None:
        """Continue in the parent; in the child, refuse all further use."""


_all: WeakSet[Forking] = WeakSet()
_table = Lock()
"""Held during a fork: other forks, and new registrations, wait."""
_told: list[Forking] = []
"""Objects that were notified of the fork under way."""


def at_fork(one: Forking) -> None:
    """Have an object notified of forks. This doesn't keep it alive."""
    with _table:
        _all.add(one)


class Gate:
    """Lets threads in while it is open; shutting it waits until they are out again."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._changed = Condition(self._lock)
        self._inside: dict[int, int] = {}  # how often each thread went in
        self._shut = False

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Return a context manager that is inside the gate; a thread that is already inside doesn't wait."""
        self.enter()
        try:
            yield
        finally:
            self.leave()

    def enter(self) -> None:
        """Enter once the gate is open; a thread that is already inside doesn't wait."""
        me = get_ident()
        with self._lock:
            before = self._inside.get(me, 0)
            if self._shut and not before:
                self._changed.wait_for(lambda: not self._shut)
            self._inside[me] = before + 1

    def leave(self) -> None:
        """Leave the gate."""
        me = get_ident()
        with self._lock:
            left = self._inside[me] - 1
            if left:
                self._inside[me] = left
                return
            del self._inside[me]
            if self._shut:
                self._changed.notify_all()

    def shut(self, seconds: float) -> bool:
        """Shut the gate; return whether all threads have left within so many seconds."""
        with self._changed:
            self._shut = True
            return self._changed.wait_for(lambda: not self._inside, seconds)

    def open(self) -> None:
        """Open the gate."""
        with self._changed:
            self._shut = False
            self._changed.notify_all()


def _before() -> None:
    _table.acquire()
    for one in list(_all):
        _told.append(one)
        with suppress(Exception):  # a fork can't be refused: then it is as if nobody had known
            one.before_fork()


def _after(*, child: bool) -> None:
    while _told:
        with suppress(Exception):
            _told.pop().after_fork(child=child)


def _in_parent() -> None:
    _after(child=False)
    _table.release()


def _in_child() -> None:
    global _table
    _renew_locks()
    _after(child=True)
    _table = Lock()


def _renew_locks() -> None:
    """Renew locks of cached properties: in Python 3.11 another thread may have held a class's lock."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != __name__.partition(".")[0]:
            continue
        for kind in [one for one in vars(module).values() if isinstance(one, type)]:
            for member in vars(kind).values():
                if isinstance(member, cached_property) and hasattr(member, "lock"):
                    lock: Any = RLock()
                    member.lock = lock


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
