"""RDF is parsed in child processes, which can be stopped and whose memory is bounded: never in this one.

Whoever sends a file may mean harm, and the parsers stop at nothing (see `bounds`). A child that has read one content
reads the next; it ends when nobody asks it for a minute, or when it has grown large. What comes back is N-Triples as
Oxigraph writes them, deflated: no deeper and no larger than `bounds` allows.
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
"""Contents that are read at once, each in a process of its own; others wait."""

_LARGE = 4 << 20
"""Bytes of a content after which a child's memory isn't kept."""
_WORKER = Path(__file__).with_name("rdf_worker.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class RdfData:
    """What was read: N-Triples, deflated; how many they are; and a digest of the file's content."""

    digest: str
    triples: int
    data: bytes


class Unreadable(Exception):
    """A content that can't be read.

    Args:
        kind: as `rdf_worker` names it.
        message: what was wrong, or the line.
        format: of the content, if it came to that.
    """

    def __init__(self, kind: str, message: str, format: str = "") -> None:
        super().__init__(kind, message, format)
        self.kind = kind
        self.message = message
        self.format = format


class Readers:
    """The children that read, as many as are needed at once. Threads may share them."""

    def __init__(self) -> None:
        self._turns = threading.BoundedSemaphore(MOST)
        self._lock = threading.Lock()
        self._idle: list[_RdfReader] = []

    def read(
        self, content: bytes, name: str, *, format: str | None = None, base: str | None = None, own_base: str = ""
    ) -> RdfData:
        """Read a content. While `MOST` others are read, it waits for one of them.

        Args:
            content: as it was found, also gzipped.
            name: of the file, for messages.
            format: one of the formats of `files`; told by the content's beginning if None.
            base: what relative IRIs are relative to.
            own_base: the same where nobody named one, in formats that have relative IRIs.

        Raises:
            Unreadable: it is broken, or more than what is read.
            BadFile: reading it took too long, or too much memory.
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
    """A process that reads."""

    def __init__(self) -> None:
        super().__init__(_WORKER)
        self.idle = False
        """Whether it can be kept for the next content."""

    def read(self, content: bytes, request: Mapping[str, Any], limits: Bounds, name: str) -> RdfData:
        """As `Readers.read`; EndedIdle if it was gone already."""
        self.idle = False
        reply: dict[str, Any] = {}
        size, as_format = 0, ""
        seconds = limits.arriving
        pieces: list[bytes] = []
        try:
            with self.within(seconds):
                with suppress(Ended):  # it may have said why
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
    """Those of this process."""
    return _readers


def _renew() -> None:
    """In a process that was forked: those before are its parent's, and a thread that isn't here may hold their lock."""
    global _readers
    _readers = Readers()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
