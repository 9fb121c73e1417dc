"""The child process of `soulkeep.graph.sparql`: holds one dataset in memory and answers queries on it.

Messages (`worker`) are JSON in UTF-8, or N-Quads while loading.

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
import re
import sys
import time
import types
from collections.abc import Iterable, Iterator
from typing import Any

if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    sys.modules["soulkeep"] = types.ModuleType("soulkeep")  # for our modules, without the package's `__init__`
    sys.modules["soulkeep"].__path__ = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]

import pyoxigraph
from pyoxigraph import QueryBoolean, QuerySolutions, RdfFormat, Store

from soulkeep.graph.worker import Chunks, Inbox, Limit, MemoryLimit, TooLarge, cut_off, hear_alarms, send

_BATCH = 512
_BATCH_CHARACTERS = 1 << 20
_SERVICE = re.compile("service", re.IGNORECASE | re.ASCII)
_SHARED = (  # … and the number of named graphs from which it applies
    ("ASK { ?s ?p ?o GRAPH ?a { ?s ?p ?o } %s }", 1),
    ("ASK { GRAPH ?a { ?s ?p ?o } GRAPH ?b { ?s ?p ?o } FILTER(?a != ?b) %s }", 2),
)


class RdfDataset:
    """The dataset's quads, and the default graph of queries."""

    def __init__(self, source: io.BufferedReader, aside: str) -> None:
        self.store = Store()
        # Not `load`, which renames blank nodes.
        self.store.bulk_extend(pyoxigraph.parse(source, RdfFormat.N_QUADS))
        graphs = [graph for graph in self.store.named_graphs() if not aside or not graph.value.startswith(aside)]
        # oxigraph repeats a triple for each graph that holds it: only right if no two graphs share one
        if self._share(len(graphs), aside):
            self.store.update(f"INSERT {{ ?s ?p ?o }} WHERE {{ GRAPH ?a {{ ?s ?p ?o }} {_not(aside, 'a')} }}")
            graphs = []
        self.default = [pyoxigraph.DefaultGraph(), *graphs]

    def _share(self, named: int, aside: str) -> bool:
        """Return whether a triple is in more than one of the graphs that are queried together."""
        limits = (_not(aside, "a"), _not(aside, "a") + _not(aside, "b"))
        questions = zip(_SHARED, limits, strict=True)
        return any(bool(self.store.query(asks % limit)) for (asks, graphs), limit in questions if named >= graphs)

    def found(self, request: dict[str, Any]) -> Any:
        """Return pyoxigraph's answer; raise SyntaxError if the query can't be parsed or asks another server."""
        if _SERVICE.search(request["query"]):
            self._without_service(request)
        default = None if request["dataset"] else self.default  # a default graph would make it ignore FROM
        return _asked(self.store, request["query"], request, default)

    def _without_service(self, request: dict[str, Any]) -> None:
        """Raise SyntaxError unless the query can still be parsed with another word in place of each `service`.

        Names, strings and variables may say so: any other word does as well there. As a keyword, which oxigraph also
        takes without spaces around it (`trueSERVICEex:a{…}`), only the right word will do.
        """
        prefixes = {_disguised(name): _disguised(iri) for name, iri in request["prefixes"].items()}
        with contextlib.suppress(ValueError, RuntimeError, OSError):
            _asked(Store(), _disguised(request["query"]), request | {"prefixes": prefixes}, None)


def _not(aside: str, variable: str) -> str:
    """Return a filter that excludes graphs whose names begin with `aside`."""
    return f"FILTER(!STRSTARTS(STR(?{variable}), {json.dumps(aside)})) " if aside else ""


def _disguised(text: str) -> str:
    return _SERVICE.sub(lambda match: f"{match[0][0]}x{match[0][2:]}", text)


def _asked(store: Store, query: str, request: dict[str, Any], default: list[Any] | None) -> Any:
    return store.query(query, prefixes=request["prefixes"], base_iri=request["base"], default_graph=default)


def term(node: Any) -> str | None:
    """Return a node in the syntax of N-Triples."""
    if isinstance(node, pyoxigraph.Triple):
        return f"<<( {term(node.subject)} {term(node.predicate)} {term(node.object)} )>>"
    return None if node is None else str(node)


def answer(dataset: RdfDataset, request: dict[str, Any]) -> None:
    """Send the answer to a query: head, rows, end."""
    start = time.perf_counter()
    answers = dataset.found(request)
    complete = True
    if isinstance(answers, QueryBoolean):
        send({"kind": "ask", "variables": [], "truth": bool(answers)})
    else:
        if isinstance(answers, QuerySolutions):
            variables = [variable.value for variable in answers.variables]
            if request["order"]:
                places = {name: place for place, name in enumerate(request["order"])}
                variables.sort(key=lambda name: places.get(name, len(places)))
            send({"kind": "select", "variables": variables, "truth": None})
            rows: Iterator[tuple[str | None, ...]] = (
                tuple(term(solution[name]) for name in variables) for solution in answers
            )
        else:
            send({"kind": "graph", "variables": [], "truth": None})
            rows = _distinct(tuple(term(node) for node in triple) for triple in answers)
        complete = _send_rows(rows, request["most"], request["bytes"])
    send({"complete": complete, "milliseconds": (time.perf_counter() - start) * 1000})


def _distinct(rows: Iterable[tuple[str | None, ...]]) -> Iterator[tuple[str | None, ...]]:
    """Yield each row once: a graph is a set, but oxigraph may repeat a triple."""
    seen: set[tuple[str | None, ...]] = set()
    for row in rows:
        if row not in seen:
            seen.add(row)
            yield row


def _send_rows(rows: Iterator[tuple[str | None, ...]], most: int, limit: int) -> bool:
    """Send up to `most` rows of at most `limit` bytes in all; return whether those were all."""
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
    # Send the rows found so far: should the next take too long, the parent has these.
    return count < most or next(rows, None) is None


def confine(memory: int) -> None:
    """Restrict this process to what queries need: at most `memory` bytes more than now, no files and no sockets."""
    room = MemoryLimit()
    cut_off()
    room.limit(memory)


def load(inbox: Inbox) -> RdfDataset:
    """Receive and load the dataset, then restrict the process."""
    request = json.loads(inbox.take())
    with Limit(request["loading"]):
        dataset = RdfDataset(io.BufferedReader(Chunks(inbox), 1 << 18), request["aside"])
    confine(request["memory"])
    send({"loaded": len(dataset.store)})
    return dataset


def main() -> None:
    """Load the dataset, then answer queries until stdin ends."""
    hear_alarms()
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
    except BaseException:  # out of memory, a panic in Rust or a broken pipe: the parent learns of it by the exit code
        os._exit(1)
    os._exit(0)
