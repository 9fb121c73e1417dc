"""The child process of `soulkeep.semantics.sparql`: holds one dataset in memory and answers queries on it.

It is run by its path, with the folder that holds pyoxigraph as its only argument, and imports nothing else but the
standard library. Messages go over stdin and stdout: four bytes of length, then JSON in UTF-8, or N-Quads while loading.

in   {"memory", "loading", "aside"}, then N-Quads in chunks, then an empty message: once, at the start
out  {"loaded": quads}, or {"error"}
in   {"query", "prefixes", "base", "dataset", "order", "seconds", "most", "bytes"}: as often as wanted
out  {"begun"}, {"kind", "variables", "truth"}, {"rows"}…, {"complete", "milliseconds"}, or {"error", "message"}
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import re
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

if __name__ == "__main__":
    sys.path.append(sys.argv[1])

import pyoxigraph
from pyoxigraph import QueryBoolean, QuerySolutions, RdfFormat, Store

PREFIX = 4
"""Bytes of a message's length."""

_BATCH = 512
_BATCH_CHARACTERS = 1 << 20
_GRACE = 1.0
_SERVICE = re.compile("service", re.IGNORECASE | re.ASCII)
_SHARED = (  # and how many named graphs there must be for it
    ("ASK { ?s ?p ?o GRAPH ?a { ?s ?p ?o } %s }", 1),
    ("ASK { GRAPH ?a { ?s ?p ?o } GRAPH ?b { ?s ?p ?o } FILTER(?a != ?b) %s }", 2),
)


class TooLarge(Exception):
    """The answers are larger than what may be sent."""


class Inbox:
    """The messages that come in, read by a thread of its own, so that the end of the parent ends this process."""

    def __init__(self) -> None:
        self._messages: queue.Queue[bytes] = queue.Queue(maxsize=4)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = sys.stdin.buffer
        while len(head := stream.read(PREFIX)) == PREFIX:
            self._messages.put(stream.read(int.from_bytes(head, "big")))
        # The parent has closed the pipe, or is gone. pyoxigraph runs without the GIL, so this comes through.
        os._exit(0)

    def take(self) -> bytes:
        """The next message; waits for it."""
        return self._messages.get()


class Chunks(io.RawIOBase):
    """The messages up to the next empty one, as a file."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._left = memoryview(b"")
        self._over = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left and not self._over:
            self._left = memoryview(self._inbox.take())
            self._over = not self._left
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


class Dataset:
    """The quads, and what the default graph of a query is."""

    def __init__(self, source: io.BufferedReader, aside: str) -> None:
        self.store = Store()
        # Not `load`, which renames blank nodes.
        self.store.bulk_extend(pyoxigraph.parse(source, RdfFormat.N_QUADS))
        graphs = [graph for graph in self.store.named_graphs() if not aside or not graph.value.startswith(aside)]
        # oxigraph gives a triple once for each graph it is in: only right if no two graphs share one.
        if self._share(len(graphs), aside):
            self.store.update(f"INSERT {{ ?s ?p ?o }} WHERE {{ GRAPH ?a {{ ?s ?p ?o }} {_not(aside, 'a')} }}")
            graphs = []
        self.default = [pyoxigraph.DefaultGraph(), *graphs]

    def _share(self, named: int, aside: str) -> bool:
        """Whether a triple is in more than one graph of those that are asked together."""
        limits = (_not(aside, "a"), _not(aside, "a") + _not(aside, "b"))
        questions = zip(_SHARED, limits, strict=True)
        return any(bool(self.store.query(asks % limit)) for (asks, graphs), limit in questions if named >= graphs)

    def found(self, request: dict[str, Any]) -> Any:
        """What pyoxigraph answers; a SyntaxError if the query can't be read, or asks another server."""
        if _SERVICE.search(request["query"]):
            self._without_service(request)
        default = None if request["dataset"] else self.default  # else it would pass over FROM
        return _asked(self.store, request["query"], request, default)

    def _without_service(self, request: dict[str, Any]) -> None:
        """Raise unless the query can still be read when it nowhere says `service`.

        Names, strings and variables may say so: any other word does as well there. As a keyword, which oxigraph also
        takes without spaces around it (`trueSERVICEex:a{…}`), only the right word will do.
        """
        prefixes = {_disguised(name): _disguised(iri) for name, iri in request["prefixes"].items()}
        with contextlib.suppress(ValueError, RuntimeError, OSError):
            _asked(Store(), _disguised(request["query"]), request | {"prefixes": prefixes}, None)


def _not(aside: str, variable: str) -> str:
    """A filter that leaves out the graphs that stand aside."""
    return f"FILTER(!STRSTARTS(STR(?{variable}), {json.dumps(aside)})) " if aside else ""


def _disguised(text: str) -> str:
    return _SERVICE.sub(lambda match: f"{match[0][0]}x{match[0][2:]}", text)


def _asked(store: Store, query: str, request: dict[str, Any], default: list[Any] | None) -> Any:
    return store.query(query, prefixes=request["prefixes"], base_iri=request["base"], default_graph=default)


def term(node: Any) -> str | None:
    """A node in the syntax of N-Triples."""
    if isinstance(node, pyoxigraph.Triple):
        return f"<<( {term(node.subject)} {term(node.predicate)} {term(node.object)} )>>"
    return None if node is None else str(node)


def send(message: dict[str, Any], limit: int | None = None) -> int:
    """Send a message of `limit` bytes at most; its size in bytes."""
    data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    if limit is not None and len(data) > limit:
        raise TooLarge
    sys.stdout.buffer.write(len(data).to_bytes(PREFIX, "big"))
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return len(data)


def answer(dataset: Dataset, request: dict[str, Any]) -> None:
    """Answer a query: head, rows, end."""
    start = time.perf_counter()
    found = dataset.found(request)
    complete = True
    if isinstance(found, QueryBoolean):
        send({"kind": "ask", "variables": [], "truth": bool(found)})
    else:
        if isinstance(found, QuerySolutions):
            variables = [variable.value for variable in found.variables]
            if request["order"]:
                places = {name: place for place, name in enumerate(request["order"])}
                variables.sort(key=lambda name: places.get(name, len(places)))
            send({"kind": "select", "variables": variables, "truth": None})
            rows: Iterator[tuple[str | None, ...]] = (
                tuple(term(solution[name]) for name in variables) for solution in found
            )
        else:
            send({"kind": "graph", "variables": [], "truth": None})
            rows = _distinct(tuple(term(node) for node in triple) for triple in found)
        complete = _send_rows(rows, request["most"], request["bytes"])
    send({"complete": complete, "milliseconds": (time.perf_counter() - start) * 1000})


def _distinct(rows: Iterable[tuple[str | None, ...]]) -> Iterator[tuple[str | None, ...]]:
    """Each row once: a graph is a set, yet oxigraph may give a triple again."""
    seen: set[tuple[str | None, ...]] = set()
    for row in rows:
        if row not in seen:
            seen.add(row)
            yield row


def _send_rows(rows: Iterator[tuple[str | None, ...]], most: int, limit: int) -> bool:
    """Send up to `most` rows of `limit` bytes at most in all; whether that was all of them."""
    count, size = 0, 0
    batch: list[tuple[str | None, ...]] = []
    while count < most and (row := next(rows, None)) is not None:
        count += 1
        batch.append(row)
        size += sum(len(text) for text in row if text is not None)
        if size > limit:
            raise TooLarge
        if len(batch) >= _BATCH or size > _BATCH_CHARACTERS:
            limit -= send({"rows": batch}, limit)
            batch, size = [], 0
    send({"rows": batch}, limit)
    # What was asked for is on its way: should the next row take too long, the parent has it all the same.
    return count < most or next(rows, None) is None


def confine(memory: int) -> None:
    """Take from this process what no query needs: memory beyond `memory` bytes more than now, files and sockets."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # if the machine runs out of memory, this process goes first
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        with open("/proc/self/statm") as file:
            size = int(file.read().split()[0]) * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))  # no fourth file beside stdin, stdout and stderr


class Limit:
    """Ends this process if what is inside takes longer than `seconds`: the parent does so first, if it lives."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds + _GRACE
        self._timer: threading.Timer | None = None

    def __enter__(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, self._seconds)  # SIGALRM's default action: no Python has to run
        else:
            self._timer = threading.Timer(self._seconds, os._exit, (1,))
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *exception: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        else:
            signal.setitimer(signal.ITIMER_REAL, 0)


def load(inbox: Inbox) -> Dataset:
    """Take the dataset, then give up what is needed only for that."""
    request = json.loads(inbox.take())
    with Limit(request["loading"]):
        dataset = Dataset(io.BufferedReader(Chunks(inbox), 1 << 18), request["aside"])
    confine(request["memory"])
    send({"loaded": len(dataset.store)})
    return dataset


def main() -> None:
    """Load, then answer until stdin ends."""
    if hasattr(signal, "SIGALRM"):  # as a parent may have set it otherwise
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    inbox = Inbox()
    try:
        dataset = load(inbox)
    except (SyntaxError, ValueError) as error:
        send({"error": "data", "message": str(error)})
        return
    while True:
        request = json.loads(inbox.take())
        send({"begun": True})
        with Limit(request["seconds"]):
            try:
                answer(dataset, request)
            except SyntaxError as error:
                send({"error": "syntax", "message": str(error)})
            except TooLarge:
                send({"error": "size", "message": ""})
            except (ValueError, RuntimeError, OSError) as error:
                send({"error": "query", "message": str(error)})


if __name__ == "__main__":
    try:
        main()
    except BaseException:  # out of memory, a panic in Rust, the pipe gone: the parent sees it by the exit code
        os._exit(1)
    os._exit(0)
