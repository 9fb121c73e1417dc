"""An RDF graph in memory, addressed by terms as strings (see `terms`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, TYPE_CHECKING

from soulkeep.graph.terms import bare, is_iri, is_literal, parsed
from soulkeep.graph.vocabulary import PREFIXES, XSD

if TYPE_CHECKING:
    import pyoxigraph as ox

_PIECE = 1 << 20
_PROLOGUE = "".join(f"PREFIX {name}: <{value}>\n" for name, value in PREFIXES.items())


class Graph:
    """Triples in memory, in named graphs or the default graph; SPARQL 1.1 by Oxigraph. Safe to read from any thread.

    It may hold triples about triples (RDF 1.2), but doesn't return them, since `terms` has no notation for them.
    """

    def __init__(self) -> None:
        import pyoxigraph as ox

        self.store = ox.Store()

    def __len__(self) -> int:
        return len(self.store)

    def load(self, data: bytes | IO[bytes], *, into: str | None = None) -> None:
        """Add N-Triples (or N-Quads, with `into` None), which must be valid."""
        import pyoxigraph as ox

        if into is None:  # `bulk_load` would take twice the memory meanwhile, and is no quicker
            self.store.load(data, format=ox.RdfFormat.N_QUADS)
        else:
            self.store.bulk_load(data, format=ox.RdfFormat.N_TRIPLES, to_graph=ox.NamedNode(bare(into)))

    def quads(self) -> Iterator[bytes]:
        """Yield the whole graph as N-Quads, in pieces, including entailed triples."""
        import pyoxigraph as ox

        written = self.store.dump(format=ox.RdfFormat.N_QUADS) or b""
        for start in range(0, len(written), _PIECE):
            yield written[start : start + _PIECE]

    def objects(self, subject: str, predicate: str) -> list[str]:
        """Return the objects of a subject and a predicate."""
        import pyoxigraph as ox

        if is_literal(subject):
            return []
        quads = self.store.quads_for_pattern(_node(subject), ox.NamedNode(bare(predicate)), None, None)
        return [str(term) for quad in quads if not isinstance(term := quad.object, ox.Triple)]

    def subjects(self, predicate: str, object: str) -> list[str]:
        """Return the subjects of a predicate and an object."""
        import pyoxigraph as ox

        quads = self.store.quads_for_pattern(None, ox.NamedNode(bare(predicate)), node_of(object), None)
        return [str(quad.subject) for quad in quads]

    def pairs(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Yield every subject and object of a predicate."""
        import pyoxigraph as ox

        for quad in self.store.quads_for_pattern(None, ox.NamedNode(bare(predicate)), None, None):
            if not isinstance(term := quad.object, ox.Triple):
                yield str(quad.subject), str(term)

    def texts(self, predicate: str) -> Iterator[tuple[str, str, str]]:
        """Yield every subject of a predicate, with a text that is its object, and the text's language ("" for none)."""
        import pyoxigraph as ox

        for quad in self.store.quads_for_pattern(None, ox.NamedNode(bare(predicate)), None, None):
            if isinstance(text := quad.object, ox.Literal):
                yield str(quad.subject), text.value, text.language or ""

    def holds(self, subject: str, predicate: str, object: str) -> bool:
        """Return whether the graph contains a triple."""
        import pyoxigraph as ox

        if is_literal(subject):
            return False
        quads = self.store.quads_for_pattern(_node(subject), ox.NamedNode(bare(predicate)), node_of(object), None)
        return next(iter(quads), None) is not None

    def is_value(self, object: str, predicate: str) -> bool:
        """Return whether a triple has a predicate and an object."""
        import pyoxigraph as ox

        quads = self.store.quads_for_pattern(None, ox.NamedNode(bare(predicate)), node_of(object), None)
        return next(iter(quads), None) is not None

    def about(self, subject: str) -> list[tuple[str, str]]:
        """Return every predicate and object of a subject."""
        import pyoxigraph as ox

        if is_literal(subject):
            return []
        quads = self.store.quads_for_pattern(_node(subject), None, None, None)
        return [(str(quad.predicate), str(term)) for quad in quads if not isinstance(term := quad.object, ox.Triple)]

    def properties_of(self, subject: str) -> set[str]:
        """Return the properties of a subject."""
        import pyoxigraph as ox

        quads = self.store.quads_for_pattern(_node(subject), None, None, None)
        return {str(one) for one in {quad.predicate for quad in quads if not isinstance(quad.object, ox.Triple)}}

    def pointing(self, object: str, *, most: int = 2000) -> list[tuple[str, str]]:
        """Return the subjects and predicates of at most `most` triples with an object."""
        quads = islice(self.store.quads_for_pattern(None, None, node_of(object), None), most)
        return [(str(quad.subject), str(quad.predicate)) for quad in quads]

    def rows(self, query: str) -> Iterator[tuple[str | None, ...]]:
        """Yield the rows of a SELECT query, in which `PREFIXES` are declared."""
        import pyoxigraph as ox

        solutions = self.store.query(_PROLOGUE + query, use_default_graph_as_union=True)
        assert isinstance(solutions, ox.QuerySolutions)
        for solution in solutions:
            yield tuple(None if term is None else str(term) for term in solution)

    def counts(self, graph: str = "") -> dict[str, int]:
        """Return the properties of all triples, or of those of a named graph, with their numbers of triples."""
        triples = f"GRAPH <{graph}> {{ ?s ?p ?o }}" if graph else "?s ?p ?o"
        rows = self.rows(f"SELECT ?p (COUNT(*) AS ?n) {{ {triples} }} GROUP BY ?p")
        return {str(property): int(parsed(str(number)).value) for property, number in rows}

    def add(self, quads: Iterable[ox.Quad]) -> None:
        """Add quads."""
        self.store.bulk_extend(quads)


def node_of(term: str) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    """Return the pyoxigraph node of a term."""
    import pyoxigraph as ox

    if is_literal(term):
        value, language, datatype = parsed(term)
        if language:
            return ox.Literal(value, language=language)
        return ox.Literal(value) if datatype == f"{XSD}string" else ox.Literal(value, datatype=ox.NamedNode(datatype))
    return _node(term)


def _node(term: str) -> ox.NamedNode | ox.BlankNode:
    import pyoxigraph as ox

    return ox.NamedNode(bare(term)) if is_iri(term) else ox.BlankNode(term.removeprefix("_:"))
