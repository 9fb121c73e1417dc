"""Triples entailed by a graph's own ontology: classes, properties, inverses, equality (RDFS and a part of OWL 2 RL).

Dumps that name properties by number (Wikidata's) are first mapped to common terms: `wdt:P31` becomes `rdf:type`, and
what is said of `wd:P569` holds for `wdt:P569`. Entailed triples go into a graph of their own, `ENTAILED`, of the same
store, at most `MOST` of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from soulkeep.graph.vocabulary import DIRECT, OCCUPATION, OWL, RDF, RDFS, SKOS

if TYPE_CHECKING:
    import pyoxigraph as ox

    Node = ox.NamedNode | ox.BlankNode
    End = ox.NamedNode | ox.BlankNode | ox.Literal
    Fact = tuple[Node, ox.NamedNode, End]

ENTAILED = "urn:soulkeep:entailed"
MOST = 1_000_000
"""Most triples that may be entailed."""

_CHAIN = 200_000
"""Most triples that may be entailed by one transitive property."""

SMALL = 200_000
"""Most triples of data in which classes are inferred (of domains, ranges, all people); larger dumps state theirs."""

_WIKIBASE = "http://wikiba.se/ontology#"
_AS = {  # properties that have the meaning of RDF's own
    f"{DIRECT}P31": f"{RDF}type",
    f"{DIRECT}P279": f"{RDFS}subClassOf",
    f"{DIRECT}P1647": f"{RDFS}subPropertyOf",
    f"{DIRECT}P1696": f"{OWL}inverseOf",
    f"{DIRECT}P1628": f"{OWL}equivalentProperty",
    f"{DIRECT}P2235": f"{RDFS}subPropertyOf",
    "http://schema.org/inverseOf": f"{OWL}inverseOf",
    "https://schema.org/inverseOf": f"{OWL}inverseOf",
}

_LABELLED = {
    **dict.fromkeys(("instance of", "ist ein(e)", "다음 종류에 속함"), f"{RDF}type"),
    **dict.fromkeys(("subclass of", "Unterklasse von", "다음의 하위 클래스"), f"{RDFS}subClassOf"),
}
"""The same by Wikidata's labels of them: every other Wikibase numbers its properties as it likes."""

_TOLD = (RDFS, SKOS, OWL, "http://schema.org/desc")
"""Namespaces of statements about a property entity that hold for the property itself."""

_NO_CLASSES = ("http://www.w3.org/2001/XMLSchema#", RDF, RDFS, OWL)


def entail(store: ox.Store, size: int) -> int:
    """Add to a store of `size` triples what they entail; return how many triples were added."""
    return _Entailment(store, size).run()


class _Entailment:
    def __init__(self, store: ox.Store, size: int) -> None:
        import pyoxigraph as ox

        self._ox = ox
        self._store = store
        self._size = size
        self._into = ox.NamedNode(ENTAILED)
        self._left = MOST
        self._occupations: set[End] = set()
        self._above: dict[str, set[str]] = defaultdict(set)
        self._inverse: dict[str, set[str]] = defaultdict(set)

    def run(self) -> int:
        self._renamed()
        self._merged()
        self._classes()
        self._axioms()
        front = self._seeds()
        transitive = self._typed("TransitiveProperty")
        for _ in range(3):  # the results of a chain may be the start of further ones
            self._spread(front)
            front = [fact for name in sorted(transitive) for fact in self._chains(name)]
            if not front:
                break
        if self._size + MOST - self._left < SMALL:
            self._by_domain()
        return MOST - self._left

    # -- the dump's own words

    def _renamed(self) -> None:
        node = self._ox.NamedNode
        occupied = [fact for fact in self._facts(OCCUPATION) if isinstance(fact[2], self._ox.NamedNode)]
        self._add([(subject, node(f"{RDF}type"), end) for subject, _, end in occupied])
        self._occupations = {end for _, _, end in occupied}
        for own, standard in _AS.items():
            facts: list[Fact] = [(subject, node(standard), end) for subject, _, end in self._facts(own)]
            self._add(fact for fact in facts if not self._is_above_occupation(fact))
        for claim_property in ("directClaim", "directClaimNormalized"):
            for subject, _, claim in self._facts(_WIKIBASE + claim_property):
                if isinstance(claim, self._ox.NamedNode):
                    self._add(
                        [(claim, node(f"{RDFS}subPropertyOf"), node(standard)) for standard in self._meant_by(subject)]
                    )
                    said = [one for one in self._about(subject) if one[1].value.startswith(_TOLD)]
                    self._add([(claim, predicate, self._claimed(predicate, end)) for _, predicate, end in said])

    def _is_above_occupation(self, fact: Fact) -> bool:
        """Return whether a fact makes an occupation a subclass of what is none: who is a pilot is no profession."""
        subject, predicate, end = fact
        above = predicate.value == f"{RDFS}subClassOf" and end not in self._occupations
        return above and subject in self._occupations

    def _meant_by(self, property: Node) -> list[str]:
        """Return the property of RDF's own that a property entity means by its label."""
        labels = {end.value for _, _, end in self._about(property, f"{RDFS}label") if isinstance(end, self._ox.Literal)}
        return [standard for label, standard in _LABELLED.items() if label in labels]

    def _claimed(self, predicate: ox.NamedNode, end: End) -> End:
        """Return an axiom's object, with a property entity replaced by the property itself."""
        if isinstance(end, self._ox.NamedNode) and predicate.value.startswith((RDFS, OWL)):
            for _, _, claim in self._about(end, f"{_WIKIBASE}directClaim"):
                return claim
        return end

    # -- axioms

    def _merged(self) -> None:
        """Merge things that are the same into the one with the most statements."""
        for one, predicate, other in self._facts(f"{OWL}sameAs"):
            if one == other or not isinstance(one, self._ox.NamedNode) or not isinstance(other, self._ox.NamedNode):
                continue
            here, there = self._about(one), self._about(other)
            if not here or not there:
                continue  # the other name has no statements
            representative, gone = (one, other) if len(here) >= len(there) else (other, one)
            for old in list(self._store.quads_for_pattern(gone, None, None, None)):
                self._store.remove(old)
                if old.predicate != predicate:
                    self._store.add(self._ox.Quad(representative, old.predicate, old.object, old.graph_name))
            for old in list(self._store.quads_for_pattern(None, None, gone, None)):
                self._store.remove(old)
                if old.predicate != predicate:
                    self._store.add(self._ox.Quad(old.subject, old.predicate, representative, old.graph_name))

    def _classes(self) -> None:
        above = self._ox.NamedNode(f"{RDFS}subClassOf")
        for one, _, other in self._facts(f"{OWL}equivalentClass"):
            if isinstance(other, self._ox.NamedNode):
                self._add([(one, above, other), (other, above, one)])

    def _axioms(self) -> None:
        for one, other in self._named(f"{RDFS}subPropertyOf"):
            if one != other:
                self._above[one].add(other)
        for one, other in self._named(f"{OWL}equivalentProperty"):
            self._above[one].add(other)
            self._above[other].add(one)
        backwards: dict[str, set[str]] = defaultdict(set)
        for one, other in self._named(f"{OWL}inverseOf"):
            self._inverse[one].add(other)
            backwards[other].add(one)
        for other, those in backwards.items():
            if len(those) == 1:  # with several inverses (a father's child, a mother's child) the right one is unknown
                self._inverse[other] |= those
        for name in self._typed("SymmetricProperty"):
            self._inverse[name].add(name)

    def _named(self, name: str) -> Iterator[tuple[str, str]]:
        for one, _, other in self._facts(name):
            if isinstance(one, self._ox.NamedNode) and isinstance(other, self._ox.NamedNode):
                yield one.value, other.value

    def _typed(self, kind: str) -> set[str]:
        kinds = self._store.quads_for_pattern(
            None, self._ox.NamedNode(f"{RDF}type"), self._ox.NamedNode(OWL + kind), None
        )
        return {quad.subject.value for quad in kinds if isinstance(quad.subject, self._ox.NamedNode)}

    # -- what follows

    def _seeds(self) -> list[Fact]:
        names = {name for name in (*self._above, *self._inverse) if not name.startswith((RDF, RDFS, OWL))}
        return [fact for name in sorted(names) for fact in self._facts(name)]

    def _spread(self, front: list[Fact]) -> None:
        """Entail superproperties and inverses of these triples and of all that they entail."""
        node = self._ox.NamedNode
        while front and self._left > 0:
            facts: list[Fact] = []
            for subject, predicate, end in front:
                higher: list[Fact] = [(subject, node(above), end) for above in self._above.get(predicate.value, ())]
                facts += [one for one in higher if not self._is_above_occupation(one)]
                if not isinstance(end, self._ox.Literal):
                    facts += [(end, node(other), subject) for other in self._inverse.get(predicate.value, ())]
            front = self._add(facts)

    def _chains(self, name: str) -> list[Fact]:
        """Return the triples entailed by a transitive property, from end to end."""
        predicate = self._ox.NamedNode(name)
        steps: dict[Node, set[Node]] = defaultdict(set)
        for subject, _, end in self._facts(name):
            if not isinstance(end, self._ox.Literal):
                steps[subject].add(end)
        facts: list[Fact] = []
        for begin in list(steps):
            seen, front = {begin}, [*steps[begin]]
            while front and len(facts) < _CHAIN:
                one = front.pop()
                if one not in seen:
                    seen.add(one)
                    front += steps.get(one, ())
            facts += [(begin, predicate, one) for one in seen - {begin} - steps[begin]]
            if len(facts) >= _CHAIN:
                break
        return self._add(facts)

    def _by_domain(self) -> None:
        """Give things without a class the classes of their properties' domains and ranges."""
        kind = self._ox.NamedNode(f"{RDF}type")
        for schema_property, place in ((f"{RDFS}domain", 0), (f"{RDFS}range", 2)):
            for name, _, wanted in self._facts(schema_property):
                if not isinstance(wanted, self._ox.NamedNode) or wanted.value.startswith(_NO_CLASSES):
                    continue
                ends = {fact[place] for fact in self._facts(name.value)}
                self._add(
                    [
                        (one, kind, wanted)
                        for one in ends
                        if isinstance(one, self._ox.NamedNode) and not self._about(one, f"{RDF}type")
                    ]
                )

    # -- the store

    def _facts(self, name: str) -> list[Fact]:
        return self._plain(self._store.quads_for_pattern(None, self._ox.NamedNode(name), None, None))

    def _about(self, subject: Node, name: str | None = None) -> list[Fact]:
        predicate = None if name is None else self._ox.NamedNode(name)
        return self._plain(self._store.quads_for_pattern(subject, predicate, None, None))

    def _plain(self, quads: Iterable[ox.Quad]) -> list[Fact]:
        """Return the facts of quads, without statements about statements."""
        triple = self._ox.Triple
        return [
            (quad.subject, quad.predicate, quad.object)
            for quad in quads
            if not isinstance(quad.subject, triple) and not isinstance(quad.object, triple)
        ]

    def _add(self, facts: Iterable[Fact]) -> list[Fact]:
        """Add facts that are new to the store, and return them."""
        new: dict[Fact, None] = {}
        for fact in facts:
            if fact in new or len(new) >= self._left:
                continue
            if next(iter(self._store.quads_for_pattern(*fact, None)), None) is None:
                new[fact] = None
        self._store.extend(self._ox.Quad(*fact, self._into) for fact in new)
        self._left -= len(new)
        return [*new]
