"""The RDF data that a character knows: learning, listing and removing it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from soulkeep.errors import InputError
from soulkeep.extras import GRAPH, require
from soulkeep.lang.validity import require_name
from soulkeep.runtime import Runtime
from soulkeep.stores.rows import CharacterRow, Wake
from soulkeep.types.episodes import Known

if TYPE_CHECKING:  # imported where used, so that characters without RDF needn't wait for it
    from soulkeep.graph.files import RdfData


class KnowledgeSources:
    """The RDF data that a character knows; `Character.knowledge` returns it, `Character.know` adds to it. Iterating
    yields a `Known` for each data set, by name."""

    def __init__(self, row: CharacterRow, runtime: Runtime) -> None:
        self._row = row
        self._runtime = runtime

    def __iter__(self) -> Iterator[Known]:
        graphs = self._runtime.store.graphs(self._row.id)
        return iter([Known(source=graph.source, triples=graph.triples, new=False) for graph in graphs])

    def remove(self, source: str) -> None:
        """Remove a set of RDF data. What was understood with it stays in the character's memories.

        Args:
            source: the name of the data set.

        Raises:
            InputError: the character knows no data of that name.
        """
        runtime = self._runtime
        if not runtime.store.drop_graph(self._row.id, require_name(source, "source")):
            listed = ", ".join(listed.source for listed in self) or "nothing"
            raise InputError(f"{self._row.name} knows nothing named {source!r}.", hint=f"It knows: {listed}.")
        if runtime.held is not None:
            runtime.held.library.of(self._row.id)
            runtime.held.forget_queries()


def know(
    row: CharacterRow,
    runtime: Runtime,
    data: str | os.PathLike[str] | bytes,
    *,
    source: str | None,
    format: str | None,
    base: str | None,
) -> Known:
    """Learn RDF: an ontology, data, or both.

    Args:
        row: the character.
        runtime: the keep's.
        data: a file (Turtle, N-Triples, RDF/XML, JSON-LD, N-Quads or TriG, also gzipped), or its bytes.
        source: the name to know it by; the file's by default. Data known under that name is replaced.
        format: `"turtle"`, `"n-triples"`, `"rdf/xml"`, `"json-ld"`, `"n-quads"` or `"trig"`; by default it is guessed
            from the file's name or beginning.
        base: the IRI that relative IRIs are resolved against; the file's name by default.

    Raises:
        BadFile: the data can't be read; the message names the line. What was known before stays.
        MissingExtra: the extra `graph` isn't installed.
    """
    require(GRAPH)
    from soulkeep.graph.files import read_bytes, read_file

    if isinstance(data, bytes):
        if source is None:
            raise InputError("What is the name of this data?", hint='Write know(data, source="music").')
        rdf = read_bytes(data, source, format=format, base=base)
    elif isinstance(data, str | os.PathLike):
        path = Path(data)
        source = _stem(path) if source is None else source
        rdf = read_file(path, format=format, base=base)
    else:
        raise InputError(f"{data!r:.80} is no file and no bytes.", hint="Give a path, or the data as bytes.")
    return _store(row, runtime, require_name(source, "source"), rdf)


def _store(row: CharacterRow, runtime: Runtime, source: str, rdf: RdfData) -> Known:
    """Store RDF under a name; if it changed, have earlier talk interpreted anew."""
    store, now = runtime.store, runtime.clock.now().timestamp()
    new = store.put_graph(row.id, source, rdf.digest, rdf.triples, rdf.data, at=now)
    if new:
        for key in store.keys(owner=row.id):
            store.wake(key, Wake(now, 0.0, 0.0))
        runtime.woken()
    return Known(source=source, triples=rdf.triples, new=new)


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rsplit(".", 1)[0] or path.name
