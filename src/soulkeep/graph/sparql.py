"""SPARQL 1.1 queries of users, read-only, in a child process that can be stopped.

The engine, pyoxigraph, can't be interrupted, and a short query can ask for more work or memory than there is. So a
child process holds the dataset and answers (`sparql_worker`); when the time is over it is killed, and the next query
starts another. A query reaches nothing but the dataset: `guard` refuses updates and SERVICE before they are sent, the
child refuses SERVICE once more when it parses, and where the system allows it can open neither files nor sockets.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from soulkeep.errors import InputError, QueryError, QueryTimeout, SoulkeepError, StoreClosed, StoreCorrupt
from soulkeep.graph.child import CHUNK, Child, Ended, EndedIdle
from soulkeep.graph.guard import QueryOutline, outline, unreadable
from soulkeep.types.episodes import Answers

LOADING = 120.0
"""Most seconds for loading a dataset."""
ANSWER = 64 << 20
"""Most bytes of an answer's rows."""
LONGEST = 86_400.0
"""Longest time limit of a query, in seconds."""

_WORKER = Path(__file__).with_name("sparql_worker.py")


class Sandbox:
    """A child process that holds one dataset and answers queries on it, one at a time. Threads may share it."""

    def __init__(self, *, memory: int = 2 << 30, aside: str = "") -> None:
        """Limit a query's memory to `memory` bytes beyond the dataset (except on Windows and macOS). Graphs whose names
        begin with `aside` aren't part of the default graph; `GRAPH` and `FROM` reach them."""
        self._memory = memory
        self._aside = aside
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._closed = False

    def query(
        self,
        query: str,
        dataset: Callable[[], Iterable[bytes]],
        version: str,
        *,
        seconds: float,
        rows: int,
        prefixes: Mapping[str, str],
        base: str | None = None,
    ) -> Answers:
        """Return the answers to a query, found within `seconds`, with at most `rows` rows.

        Loading the dataset isn't counted in `seconds`: it has `LOADING` of its own. While other queries are answered,
        it waits for them, for `seconds` more at most.

        `dataset` gives N-Quads, cut anywhere; it is called, and loaded, only if the child doesn't hold `version`, and
        must not query this sandbox. The default graph is all but what stands aside: each triple once, whatever graphs
        it is in. A query with FROM sees the graphs it names, as far as the dataset has them. `prefixes` need not be
        declared; `base` is the IRI that relative ones are relative to.

        Raises QueryError for a query that can't be read or isn't allowed, InputError for `seconds`, `rows` or
        `prefixes` that can't be used, QueryTimeout for one that took too long, too much memory, waited too long or
        found more than 64 MiB, StoreCorrupt if the dataset is no N-Quads. The next query works.
        """
        _check(seconds, rows, prefixes)
        seen = outline(query, prefixes)
        request = {
            "query": query,
            "prefixes": dict(prefixes),
            "base": base,
            "dataset": seen.dataset,
            "order": seen.order,
            "seconds": seconds,
            "most": min(rows, ANSWER),  # a row takes at least a byte
            "bytes": ANSWER,
        }
        with self._turn(seconds):
            try:
                return self._holding(version, dataset).answer(request, seen)
            except EndedIdle:
                self._drop()
                return self._holding(version, dataset).answer(request, seen)

    def close(self) -> None:
        """End the child, and with it any running query. Later queries raise StoreClosed."""
        self._closed = True
        child = self._child
        if child is not None:
            child.kill()
        with self._lock:
            self._drop()

    @contextmanager
    def _turn(self, seconds: float) -> Iterator[None]:
        """Hold the child exclusively; afterwards it is left idle, or dropped."""
        if not self._lock.acquire(timeout=seconds):
            if self._closed:
                raise StoreClosed
            raise QueryTimeout(
                f"The query waited {seconds:g} s: other queries are being answered, or their graph is being loaded.",
                hint="Try again in a while, or give it more `seconds`.",
            )
        try:
            yield
        except (EndedIdle, QueryTimeout) as error:
            if self._closed:
                raise StoreClosed from None
            if isinstance(error, QueryTimeout):
                raise
            raise QueryTimeout(
                "The process that answers queries ended twice before it could begin.",
                hint="Something outside ends it.",
            ) from None
        finally:
            try:
                if self._child is not None and not self._child.idle:
                    self._drop()
            finally:
                self._lock.release()

    def _holding(self, version: str, dataset: Callable[[], Iterable[bytes]]) -> _Child:
        """Return a child that holds a version of the dataset, a new one if need be."""
        if self._closed:
            raise StoreClosed
        if self._child is None or self._child.version != version or not self._child.alive:
            self._drop()
            self._child = _Child(version, self._memory, self._aside)
            if self._closed:  # closed meanwhile by another thread, which may not have seen this child
                raise StoreClosed
            self._child.load(dataset())
        return self._child

    def _drop(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


def _check(seconds: float, rows: int, prefixes: Mapping[str, str]) -> None:
    """Raise InputError for arguments that can't be used."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST:
        raise InputError(
            "seconds can't be used as a time.", hint=f"Give a number above 0, {LONGEST:,.0f} (a day) at most."
        )
    if isinstance(rows, bool) or not isinstance(rows, int) or rows < 0:
        raise InputError("rows can't be used as a limit.", hint="Give a whole number, 0 or more.")
    if not isinstance(prefixes, Mapping) or not all(isinstance(one, str) for pair in prefixes.items() for one in pair):
        raise InputError("prefixes must be a mapping of names to IRIs.", hint='Write {"ex": "http://example.org/"}.')


class _Child(Child):
    """The answering process, with a version of the dataset."""

    def __init__(self, version: str, memory: int, aside: str) -> None:
        super().__init__(_WORKER, largest=ANSWER + CHUNK)
        self.version = version
        self._aside = aside
        self.idle = False
        self._memory = memory

    def load(self, chunks: Iterable[bytes]) -> None:
        """Send the dataset to the process."""
        with self.within(LOADING):
            try:
                with suppress(Ended):  # the process may have said why it ended
                    self.send(json.dumps({"memory": self._memory, "loading": LOADING, "aside": self._aside}).encode())
                    for chunk in chunks:
                        self.send_long(chunk)
                    self.send(b"")
                reply = self.receive()
            except Ended:
                if self.timed_out():
                    raise QueryTimeout(
                        f"Loading the graph took longer than {LOADING:g} s and was stopped.",
                        hint="It is too large to be queried here.",
                    ) from None
                raise QueryTimeout(
                    "The process that answers queries ended while the graph was loaded.",
                    hint="It may have run out of memory.",
                ) from None
        if "error" in reply:
            raise StoreCorrupt(f"The graph can't be read: {reply['message']}", hint="Import it again.")
        self.idle = True

    def answer(self, request: Mapping[str, Any], seen: QueryOutline) -> Answers:
        """Send a query to the process and return its answer."""
        self.idle = False
        begun = False
        start = time.perf_counter()
        head: dict[str, Any] = {}
        rows: list[tuple[str | None, ...]] = []
        with self.within(request["seconds"]):
            try:
                self.send(json.dumps(request).encode())
                begun = "begun" in self.receive()
                reply = head = self.receive()
                while "error" not in reply and "complete" not in reply:
                    reply = self.receive()
                    rows.extend(tuple(row) for row in reply.get("rows", ()))
                self.idle = True
            except Ended:
                timed_out = self.timed_out()
                if not begun and not timed_out:
                    raise EndedIdle from None
                if not head or head["kind"] == "ask" or len(rows) < request["most"]:
                    raise self._stopped(timed_out, request["seconds"]) from None
                reply = {"complete": False, "milliseconds": (time.perf_counter() - start) * 1000}
        if "error" in reply:
            raise _error(reply, seen)
        return Answers(
            kind=head["kind"],
            variables=tuple(head["variables"]),
            rows=tuple(rows),
            truth=head["truth"],
            complete=reply["complete"],
            milliseconds=reply["milliseconds"],
        )

    def _stopped(self, timed_out: bool, seconds: float) -> QueryTimeout:
        if timed_out:
            return QueryTimeout(
                f"The query took longer than {seconds:g} s and was stopped.",
                hint="Add a LIMIT, narrow its patterns, or give it more `seconds`.",
            )
        return QueryTimeout(
            f"The query used up its memory, {self._memory / (1 << 20):,.0f} MiB, or its process was ended.",
            hint="Narrow its patterns, sort and group less, or nest less.",
        )


def _error(reply: Mapping[str, Any], seen: QueryOutline) -> SoulkeepError:
    """Return the child's error as a `SoulkeepError`."""
    if reply["error"] == "syntax":
        return unreadable(reply["message"], seen)
    if reply["error"] == "size":
        return QueryTimeout(
            f"The query found more than {ANSWER >> 20} MiB.", hint="Add a LIMIT, or ask for fewer variables."
        )
    return QueryError(f"The query can't be answered: {reply['message']}.")
