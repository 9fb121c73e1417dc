"""The properties by which things are named, named otherwise, and described."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from soulkeep.graph.graph import Graph
from soulkeep.graph.schema import Schema
from soulkeep.graph.terms import iri, is_iri, local_name
from soulkeep.graph.vocabulary import RDFS, SK, SKOS

_LABELS = (iri(RDFS + "label"), iri(SKOS + "prefLabel"))
_OTHER_LABELS = (iri(SKOS + "altLabel"),)
_NAMING = {"name", "title", "label", "preflabel", "albumtitle", "fullname", "displayname"}
"""Local names of properties that give names to things, where the data declares none."""

_OTHER_NAMES = {"alternatename", "altlabel", "alias", "aliases", "alsoknownas"}
"""Local names of properties that give further names."""

_DESCRIBING = {"comment", "description", "abstract", "definition", "summary", "shortdescription"}
"""Local names of properties that give descriptions."""

_SAMPLE = 40
"""Number of a property's values that are looked at."""


class NamingProperties(NamedTuple):
    """The properties that name individuals, the preferred first, that give further names, and that describe."""

    naming: tuple[str, ...]
    renaming: tuple[str, ...]
    describing: tuple[str, ...]


def naming_properties(graph: Graph, schema: Schema) -> NamingProperties:
    """Return the properties by which a graph's things are named and described."""
    declared = {value for _, value in graph.pairs(iri(SK + "namedBy")) if is_iri(value)}
    named = {name for name in schema.properties if folded_name(name) in _NAMING and not _is_rank(name, graph, schema)}
    others = {name for name in schema.properties if folded_name(name) in _OTHER_NAMES}
    describing = {name for name in schema.properties if folded_name(name) in _DESCRIBING}
    return NamingProperties(
        tuple(dict.fromkeys([*_LABELS, *sorted(declared), *sorted(named)])),
        tuple(dict.fromkeys([*_OTHER_LABELS, *sorted(others)])),
        tuple(dict.fromkeys([*sorted(describing), iri(RDFS + "comment")])),
    )


def _is_rank(property: str, graph: Graph, schema: Schema) -> bool:
    """Return whether a "title" is what somebody is, not what something is called: most that have it have a name."""
    if folded_name(property) != "title":
        return False
    names = [*_LABELS, *(name for name in schema.properties if folded_name(name) == "name")]
    subjects = [subject for subject, _ in islice(graph.pairs(property), _SAMPLE)]
    called = sum(any(graph.objects(one, name) for name in names) for one in subjects)
    return called * 2 > len(subjects)


def folded_name(term: str) -> str:
    """Return a term's local name in lower case, without underscores."""
    return local_name(term).replace("_", "").casefold()
