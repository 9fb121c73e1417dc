"""Parsing of RDF in child processes, which can be stopped and whose memory is bounded; never in this process.

A file may be malicious, and the parsers have no limits (see `bounds`). A child reads one content after the other; it
ends after a minute without requests, or when it has grown large. It returns N-Triples as Oxigraph writes them,
deflated, no deeper and no larger than `bounds` allows.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from soulkeep.errors import BadFile, SoulkeepError
from soulkeep.graph import bounds
from soulkeep.graph.bounds import Bounds
from soulkeep.graph.child import Child, Ended, EndedIdle

MOST = 4
"""Most contents that are read at once, each in its own process; others wait."""

_LARGE = 4 << 20
"""Size of a content in bytes after which the child is ended, to free its memory."""
_WORKER = Path(__file__).with_name("rdf_worker.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class RdfData:
    """The result of reading: deflated N-Triples, their number, and a digest of the file's content."""

    digest: str
    triples: int
    data: bytes


class Unreadable(Exception):
    """Error for a content that can't be read.

    Args:
        kind: the kind of error, as in `rdf_worker`.
        message: what was wrong, or the line.
        format: the content's format, if it was determined.
    """

    def __init__(self, kind: str, message: str, format: str = "") -> None:
        super().__init__(kind, message, format)
        self.kind = kind
        self.message = message
        self.format = format


class Readers:
    """A pool of reading child processes, as many as are needed at once. Threads may share it."""

    def __init__(self) -> None:
        self._turns = threading.BoundedSemaphore(MOST)
        self._lock = threading.Lock()
        self._idle: list[_RdfReader] = []

    def read(
        self, content: bytes, name: str, *, format: str | None = None, base: str | None = None, own_base: str = ""
    ) -> RdfData:
        """Read a content. While `MOST` others are being read, wait for one of them.

        Args:
            content: the bytes as found, possibly gzipped.
            name: the file's name, for messages.
            format: one of the formats of `files`; if None, it is guessed from the content's beginning.
            base: the IRI to which relative IRIs are relative.
            own_base: the base for formats with relative IRIs, if the caller named none.

        Raises:
            Unreadable: the content is broken, or exceeds a limit.
            BadFile: reading took too long or too much memory.
        """
        limits = bounds.BOUNDS
        request: dict[str, Any] = {"format": format, "base": base, "own_base": own_base or None}
        request |= {"bytes": len(content), "bounds": asdict(limits)}
        with self._turns:
            for _ in range(2):
                reader = self._taken()
                try:
                    data = reader.read(content, request, limits, name)
                except EndedIdle:
                    continue
                finally:
                    self._left(reader)
                return data
        raise SoulkeepError(
            "The process that reads RDF ended twice before it could begin.", hint="Something outside ends it."
        )

    def _taken(self) -> _RdfReader:
        with self._lock:
            while self._idle:
                reader = self._idle.pop()
                if reader.alive:
                    return reader
                reader.end()
        return _RdfReader()

    def _left(self, reader: _RdfReader) -> None:
        if not reader.idle:
            reader.end()
            return
        with self._lock:
            self._idle.append(reader)


class _RdfReader(Child):
    """A child process that reads."""

    def __init__(self) -> None:
        super().__init__(_WORKER)
        self.idle = False
        """Whether the process can be kept for the next content."""

    def read(self, content: bytes, request: Mapping[str, Any], limits: Bounds, name: str) -> RdfData:
        """Read a content, as `Readers.read` does; raise EndedIdle if the process had ended before."""
        self.idle = False
        reply: dict[str, Any] = {}
        size, as_format = 0, ""
        seconds = limits.arriving
        pieces: list[bytes] = []
        try:
            with self.within(seconds):
                with suppress(Ended):  # the process may have said why it ended
                    self.send(json.dumps(request).encode())
                    self.send_long(content)
                    self.send(b"")
                reply = self.receive()
                reply = self.receive()
            if "error" not in reply:
                size, as_format = reply["bytes"], reply["format"]
                seconds = limits.seconds_for(size)
                with self.within(seconds):
                    reply = self.receive()
                    while "error" not in reply and (piece := self.receive_bytes()):
                        pieces.append(piece)
        except Ended:
            timed_out = self.timed_out()
            if not reply and not timed_out:
                raise EndedIdle from None
            raise self._stopped(name, timed_out, seconds, limits.memory_for(size)) from None
        self.idle = max(size, len(content)) <= _LARGE
        if "error" in reply:
            raise Unreadable(reply["error"], reply["message"], as_format)
        return RdfData(digest=reply["digest"], triples=reply["triples"], data=b"".join(pieces))

    def _stopped(self, name: str, timed_out: bool, seconds: float, memory: int) -> BadFile:
        if timed_out:
            return BadFile(
                f"{name} took longer than {seconds:,.0f} s to read and was stopped. Nothing was kept.",
                hint="Cut it into parts, or convert it to N-Triples.",
            )
        return BadFile(
            f"{name} can't be read: it takes more memory than the {memory >> 20:,} MiB that a file of its size has, or "
            "made the parser fail. Nothing was kept.",
            hint="Cut it into parts, or convert it to N-Triples.",
        )


_readers = Readers()


def readers() -> Readers:
    """Return the readers of this process."""
    return _readers


def _renew() -> None:
    """Renew the readers in a forked process, where the old ones are the parent's and their lock may be held."""
    global _readers
    _readers = Readers()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
