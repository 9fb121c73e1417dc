"""A graph in memory, spoken to in terms."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pyoxigraph as ox
import pytest

from soulkeep.graph.graph import Graph
from soulkeep.graph.terms import literal
from soulkeep.graph.vocabulary import XSD

A, B, P = "<http://x.org/a>", "<http://x.org/b>", "<http://x.org/p>"
_LINES = (
    f"{A} {P} {B} .\n{A} {P} \"text\"@en .\n{A} {P} \"1\"^^<{XSD}integer> .\n{A} {P} \"one\\ntwo\" .\n_:n {P} {B} .\n"
)  # fmt: skip


@pytest.fixture
def graph() -> Graph:
    graph = Graph()
    graph.load(_LINES.encode(), into="<http://x.org/g>")
    return graph


def _loaded(lines: str) -> Graph:
    graph = Graph()
    graph.load(lines.encode())
    return graph


def test_what_was_loaded_is_found_by_every_side(graph: Graph) -> None:
    # quads of a named graph are found by patterns, as those of none
    assert len(graph) == 5
    values = {B, literal("text", language="en"), literal("1", datatype=XSD + "integer"), literal("one\ntwo")}
    assert set(graph.objects(A, P)) == values
    assert A in graph.subjects(P, B)
    assert {object for predicate, object in graph.about(A) if predicate == P} == values
    assert len(list(graph.pairs(P))) == 5


@pytest.mark.parametrize(
    "object", [B, literal("text", language="en"), literal("1", datatype=XSD + "integer"), literal("one\ntwo")]
)
def test_what_holds_holds(object: str, graph: Graph) -> None:
    assert graph.holds(A, P, object)
    assert not graph.holds(B, P, object)
    assert A in graph.subjects(P, object)


def test_a_literal_is_told_by_its_language_and_its_datatype(graph: Graph) -> None:
    assert not graph.holds(A, P, literal("text"))
    assert not graph.holds(A, P, literal("1"))


def test_nothing_is_said_of_a_literal(graph: Graph) -> None:
    text = literal("text", language="en")
    assert graph.objects(text, P) == []
    assert graph.about(text) == []
    assert not graph.holds(text, P, B)


def test_a_blank_node_is_found_again_by_the_term_it_gave(graph: Graph) -> None:
    [blank] = [subject for subject in graph.subjects(P, B) if subject.startswith("_:")]
    assert graph.objects(blank, P) == [B]


def test_rows_know_our_prefixes_and_leave_open_what_is_unbound() -> None:
    graph = _loaded(f'{A} <http://www.w3.org/2000/01/rdf-schema#label> "a" .')
    assert list(graph.rows("SELECT ?s ?x { ?s rdfs:label ?o OPTIONAL { ?s ?s ?x } }")) == [(A, None)]


def test_quads_are_added() -> None:
    graph = _loaded(f"{A} {P} {B} <http://x.org/g> .")
    graph.add([ox.Quad(ox.NamedNode("http://x.org/b"), ox.NamedNode("http://x.org/p"), ox.Literal("x"))])
    assert graph.holds(B, P, literal("x"))


def test_many_threads_read_at_once(graph: Graph) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: len(graph.objects(A, P)), range(200))) == {4}
