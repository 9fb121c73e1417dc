"""System calls of SQLite that fail: of those by which it writes, reads, locks, cuts and opens files, one goes wrong."""

from __future__ import annotations

import ctypes
import errno
import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

import apsw

_SIZE, _OFFSET, _INT, _POINTER = ctypes.c_ssize_t, ctypes.c_longlong, ctypes.c_int, ctypes.c_void_p
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    "pwrite64": (_SIZE, _INT, _POINTER, ctypes.c_size_t, _OFFSET),
    "pwrite": (_SIZE, _INT, _POINTER, ctypes.c_size_t, _OFFSET),
    "pread64": (_SIZE, _INT, _POINTER, ctypes.c_size_t, _OFFSET),
    "pread": (_SIZE, _INT, _POINTER, ctypes.c_size_t, _OFFSET),
    "write": (_SIZE, _INT, _POINTER, ctypes.c_size_t),
    "read": (_SIZE, _INT, _POINTER, ctypes.c_size_t),
    "ftruncate": (_INT, _INT, _OFFSET),
    "fcntl": (_INT, _INT, _INT, _POINTER),
    "open": (_INT, ctypes.c_char_p, _INT, _INT),
    "fstat": (_INT, _INT, _POINTER),
    "mmap": (_SIZE, _POINTER, ctypes.c_size_t, _INT, _INT, _INT, _OFFSET),
}
"""The types that they return and take."""


class Calls:
    """The calls that SQLite makes, counted; one of them fails.

    Attributes:
        count: how many there were.
        failed: the name of the one that failed, once it has.
    """

    def __init__(self) -> None:
        self.count = 0
        self.failed: str | None = None
        self._at = 0
        self._error = errno.EIO
        self._lock = Lock()

    def fail_at(self, number: int, error: int) -> None:
        """Count anew, and let the call of this number fail with an error; with 0, none fails."""
        with self._lock:
            self.count, self.failed, self._at, self._error = 0, None, number, error

    def wrong(self, name: str) -> bool:
        """Return whether the current call is to fail."""
        with self._lock:
            self.count += 1
            if self.count != self._at:
                return False
            self.failed = name
            ctypes.set_errno(self._error)
            return True


@contextmanager
def watched(*, unlocks: bool) -> Iterator[Calls]:
    """Have SQLite's calls counted, in this whole process.

    Args:
        unlocks: whether calls that let a lock go are among them. No local disk refuses these; where one does, SQLite
            waits a minute for itself.
    """
    calls = Calls()
    vfs = apsw.VFS("watched", "unix")
    kept: dict[str, tuple[int, Any]] = {}
    try:
        for name, signature in _SIGNATURES.items():
            pointer = vfs.xGetSystemCall(name)
            if pointer:
                wrapped = _wrapped(name, signature, pointer, calls, unlocks)
                kept[name] = (pointer, wrapped)
                vfs.xSetSystemCall(name, ctypes.cast(wrapped, _POINTER).value or 0)
        yield calls
    finally:
        for name, (pointer, _) in kept.items():
            vfs.xSetSystemCall(name, pointer)
        vfs.unregister()


def _wrapped(name: str, signature: tuple[Any, ...], pointer: int, calls: Calls, unlocks: bool) -> Any:
    kind = ctypes.CFUNCTYPE(*signature, use_errno=True)
    original: Callable[..., int] = kind(pointer)

    def call(*given: Any) -> int:
        if name == "fcntl" and not unlocks and _lets_go(*given):
            return original(*given)
        return -1 if calls.wrong(name) else original(*given)

    return kind(call)


def _lets_go(_: int, command: int, lock: int) -> bool:
    """Return whether a call of `fcntl` releases a lock: the first field of its `struct flock` says which kind it is."""
    return command == fcntl.F_SETLK and ctypes.c_short.from_address(lock).value == fcntl.F_UNLCK
