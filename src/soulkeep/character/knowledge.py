"""What a character knows as RDF, and its episodes: the part of `Character` that document 2 asks for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from soulkeep.character.relationship import Facing
from soulkeep.clock import require_aware
from soulkeep.errors import InputError
from soulkeep.extras import GRAPH, require
from soulkeep.lang.validity import require_name
from soulkeep.stores.base import Wake
from soulkeep.telemetry import UPDATE, traced
from soulkeep.types.episodes import Known, Understanding

if TYPE_CHECKING:  # imported where it is used: who knows no RDF needn't wait for it
    from soulkeep.character.episodes import Episodes
    from soulkeep.graph.files import RdfData
    from soulkeep.types.episodes import Answers


class Knowing(Facing):
    """Learns RDF, understands by it, and remembers episodes (2)."""

    @traced(UPDATE, lambda known: {"gen_ai.memory.record.count": known.triples})
    def know(
        self,
        data: str | os.PathLike[str] | bytes,
        *,
        source: str | None = None,
        format: str | None = None,
        base: str | None = None,
    ) -> Known:
        """Learn RDF: an ontology, data, or both. It can be asked about at once; earlier talk is understood anew by it.

        Args:
            data: a file (Turtle, N-Triples, RDF/XML, JSON-LD, N-Quads or TriG, also gzipped), or its bytes.
            source: its name; the file's by default. What was known under that name makes room.
            format: `"turtle"`, `"n-triples"`, `"rdf/xml"`, `"json-ld"`, `"n-quads"` or `"trig"`; told by the file's
                name or beginning by default.
            base: what relative IRIs are relative to; the file's name by default.

        Raises:
            BadFile: it can't be read; the message names the line. What was known before stays.
            MissingExtra: the extra `graph` isn't installed.
        """
        require(GRAPH)
        from soulkeep.graph.files import read_bytes, read_file

        if isinstance(data, bytes):
            if source is None:
                raise InputError("What is the name of this data?", hint='Write know(data, source="music").')
            read = read_bytes(data, source, format=format, base=base)
        elif isinstance(data, str | os.PathLike):
            path = Path(data)
            source = _stem(path) if source is None else source
            read = read_file(path, format=format, base=base)
        else:
            raise InputError(f"{data!r:.80} is no file and no bytes.", hint="Give a path, or the data as bytes.")
        return self._keep(require_name(source, "source"), read)

    def _keep(self, source: str, read: RdfData) -> Known:
        store, now = self._runtime.store, self._runtime.clock.now().timestamp()
        new = store.put_graph(self._row.id, source, read.digest, read.triples, read.data, at=now)
        if new:
            for key in store.keys(owner=self._row.id):
                store.wake(key, Wake(now, 0.0, 0.0))
            self._runtime.woken()
        return Known(source=source, triples=read.triples, new=new)

    def knows(self) -> list[Known]:
        """The RDF data that it knows, by name."""
        graphs = self._runtime.store.graphs(self._row.id)
        return [Known(source=graph.source, triples=graph.triples, new=False) for graph in graphs]

    def unknow(self, source: str) -> None:
        """Let go of RDF data that it knows. What was understood by it stays in its memories.

        Raises:
            InputError: it knows nothing of that name.
        """
        if not self._runtime.store.drop_graph(self._row.id, require_name(source, "source")):
            known = ", ".join(known.source for known in self.knows()) or "nothing"
            raise InputError(f"{self._row.name} knows nothing named {source!r}.", hint=f"It knows: {known}.")
        if self._runtime.held is not None:
            self._runtime.held.library.of(self._row.id)
            self._runtime.held.forget_queries()

    def understand(self, text: str, *, person: str | None = None) -> Understanding:
        """What an utterance says, in terms of what the character knows.

        "When was Charlie Parker born?" is a wh-question and (Charlie Parker, birth date, ?value).

        Args:
            text: what is said.
            person: who says it; what was said before tells what "he" means.
        """
        return self.episodes(person=person).understand(text)

    def episodes(self, *, person: str | None = None, time: datetime | None = None) -> Episodes:
        """What happened between the character and a person, as episodes.

        Args:
            person: whom it faced; None for nobody in particular.
            time: the present, in the person's time zone; now by default.

        Raises:
            MissingExtra: the extra `graph` isn't installed.
        """
        require(GRAPH)
        now = self._runtime.clock.now() if time is None else require_aware(time)
        from soulkeep.character.episodes import Episodes

        return Episodes(self._facing(person), now)

    def sparql(
        self,
        query: str,
        *,
        person: str | None = None,
        seconds: float | None = None,
        rows: int | None = None,
        prefixes: Mapping[str, str] | None = None,
    ) -> Answers:
        """Put a SPARQL query to what the character knows, and to its episodes with a person. As `Episodes.sparql`."""
        return self.episodes(person=person).sparql(query, seconds=seconds, rows=rows, prefixes=prefixes)


def _stem(path: Path) -> str:
    return path.name.removesuffix(".gz").rsplit(".", 1)[0] or path.name
