"""The graph of a past, against the vocabulary that documents it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyoxigraph as ox

import soulkeep
from episodes_support import BORN, Talk
from soulkeep.graph.episodes.rdf import EPISODES, FACTS, INTERESTS, of_facts, source_graph
from soulkeep.graph.vocabulary import OWL, RDF, RDFS, SK
from soulkeep.types.records import Fact

VOCABULARY = Path(soulkeep.__file__).parent / "graph" / "episodes" / "vocabulary.ttl"
ABSTRACT = {"Episode", "Action", "Evaluation"}
"""Classes that only stand above others."""

ANNOTATIONS = {"wording", "noun", "sentence", "inverseSentence", "namedBy", "partOf"}
"""For data of the user's."""

FELT = "I am so incredibly happy, I love Billy Joel so much!!!"
FACT = Fact(
    id='a"b#1', subject="anna", relation="home", value='Seoul "\n', text="I live in Seoul.", holds=True, told_by="anna",
    since=datetime(2026, 1, 1, tzinfo=UTC), until=datetime(2026, 2, 1, tzinfo=UTC), confidence=0.9, turns=("t1", "t2"),
)  # fmt: skip


def declared() -> dict[str, str]:
    """Return the local names that the vocabulary declares, each with its comment or label."""
    quads = list(ox.parse(VOCABULARY.read_bytes(), format=ox.RdfFormat.TURTLE))
    kinds = {
        f"{OWL}Class",
        f"{OWL}DatatypeProperty",
        f"{OWL}ObjectProperty",
        f"{OWL}AnnotationProperty",
        f"{RDF}Property",
    }
    names = {
        quad.subject.value
        for quad in quads
        if quad.predicate.value == f"{RDF}type" and isinstance(quad.object, ox.NamedNode) and quad.object.value in kinds
    }
    labels = {quad.subject.value: quad.object.value for quad in quads if quad.predicate.value == f"{RDFS}label"}
    return {name.removeprefix(SK): labels[name] for name in names}


def used(quads: Iterable[ox.Quad]) -> set[str]:
    terms = {node.value for quad in quads for node in (quad.predicate, quad.object) if isinstance(node, ox.NamedNode)}
    return {term.removeprefix(SK) for term in terms if term.startswith(SK)}


def rich() -> list[ox.Quad]:
    """Return a past in which everything happened."""
    with Talk(episodes=8) as talk:
        talk.say_all([BORN] * 4)
        talk.say_all(["And Miles Davis?", "Thanks, great!", "When did Billy Joel die?", "That's wrong.", FELT])
        talk.say_all(["Which pianists do you know?", "Where was Lou Reed born?"])
        text = talk.episodes().trig()
    lines = "\n".join(of_facts([FACT]))
    return [*ox.parse(text, format=ox.RdfFormat.TRIG), *ox.parse(lines, format=ox.RdfFormat.N_QUADS)]


def test_every_term_is_declared_and_every_declared_one_is_used_or_for_the_users_data() -> None:
    found, known = used(rich()), set(declared())
    assert found - known == set()
    assert known - found - ABSTRACT - ANNOTATIONS == set()
    assert found & ABSTRACT == set()


def test_every_term_in_the_source_is_declared() -> None:
    source = (VOCABULARY.parent / "rdf.py").read_text()
    named = set(re.findall(r'_line\([^,]+(?:\([^)]*\))?, "(\w+)"', source)) | set(re.findall(r"\{SK\}(\w+)", source))
    assert len(named) > 15
    assert named <= set(declared())


def test_the_graphs_are_those_that_are_documented() -> None:
    graphs = {quad.graph_name.value for quad in rich() if isinstance(quad.graph_name, ox.NamedNode)}
    situations = {graph for graph in graphs if graph.startswith("urn:soulkeep:situation:")}
    assert graphs - situations == {EPISODES, FACTS, INTERESTS}
    assert len(situations) >= 4
    assert source_graph('a b/"c"') == "urn:soulkeep:source:a%20b%2F%22c%22"


def test_what_is_asked_for_is_a_blank_node_in_the_graph_of_the_situation() -> None:
    with Talk() as talk:
        talk.say_all([BORN, "Where was Lou Reed born?"])
        episodes = talk.ella.episodes(person="anna")
        rows = episodes.sparql(
            "SELECT ?text ?who ?value { ?input sk:text ?text ; sk:situation ?g . GRAPH ?g { ?who ?property ?value } }"
        ).rows
    assert {row[0] for row in rows} == {f'"{BORN}"', '"Where was Lou Reed born?"'}
    assert all((row[2] or "").startswith("_:") for row in rows)
    assert len({row[2] for row in rows}) == 2


def test_a_fact_says_since_when_and_until_when_it_holds() -> None:
    quads = list(ox.parse("\n".join(of_facts([FACT])), format=ox.RdfFormat.N_QUADS))
    values = {quad.predicate.value.removeprefix(SK): quad.object for quad in quads}
    assert values["object"] == ox.Literal('Seoul "\n')
    assert values["until"].value == (FACT.since + timedelta(days=31)).isoformat()  # type: ignore[operator,union-attr]
    assert sum(quad.predicate.value == f"{SK}turn" for quad in quads) == 2
