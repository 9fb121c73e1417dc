"""The class of all people, where data has several of them that nothing joins: its members, coaches and setters."""

from __future__ import annotations

from soulkeep.graph.entailed import ENTAILED
from soulkeep.graph.graph import Graph
from soulkeep.graph.schema import SOMEBODY, SUBCLASS, Schema
from soulkeep.graph.terms import bare, local_name

_EVERYBODY = ("person", "people", "human", "mensch", "사람", "인물")
"""Local names of such a class of the data."""


def join_people(graph: Graph, schema: Schema) -> int:
    """Put one class above all classes of people, so that it can be asked who of them all is the oldest.

    Return the number of triples that were added.

    Args:
        graph: the graph, into whose entailed triples they go.
        schema: its classes.
    """
    import pyoxigraph as ox

    people = sorted(schema.widest(name for name in schema.classes if schema.is_person([name])))
    if len(people) < 2:
        return 0
    above = next((name for name in people if local_name(name).casefold() in _EVERYBODY), SOMEBODY)
    below = [name for name in people if name != above]
    for name in below:
        fact = (ox.NamedNode(bare(name)), ox.NamedNode(bare(SUBCLASS)), ox.NamedNode(bare(above)))
        graph.store.add(ox.Quad(*fact, ox.NamedNode(ENTAILED)))
    return len(below)
