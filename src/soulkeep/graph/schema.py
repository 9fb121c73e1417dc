"""The ontology of a character's knowledge: the class hierarchy, and which properties belong to which classes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from sys import intern
from typing import NamedTuple

from soulkeep.graph.graph import Graph
from soulkeep.graph.remembered import remembered
from soulkeep.graph.terms import bare, iri, is_iri, is_literal, local_name, parsed
from soulkeep.graph.vocabulary import DIRECT, OWL, RDF, RDFS, SK, XSD
from soulkeep.graph.words.kinds import houses, is_called, is_no_one, people, places
from soulkeep.lang.pack import saying

TYPE, SUBCLASS, SUBPROPERTY = (
    iri(RDF + "type"), iri(RDFS + "subClassOf"), iri(RDFS + "subPropertyOf"),
)  # fmt: skip
_TOP = {iri(OWL + "Thing"), iri(RDFS + "Resource"), iri(OWL + "Class"), iri(RDFS + "Class")}
_META = (
    OWL, RDF, RDFS, SK, XSD, "http://www.w3.org/2004/02/skos/core#", "http://wikiba.se/ontology#",
    "http://www.wikidata.org/",
)  # fmt: skip
_CLASSES = {iri(OWL + "Class"), iri(RDFS + "Class")}
_PARTS = {"isPartOf", "locatedIn", "partOf", "containedInPlace"}
"""Local names of properties that lead from a part to its whole, used where nothing is declared."""

_PERSONS = {"person", "human", "agent", "artist", "people", "band", "group", "musicgroup", "organisation"}
_ORGANISATIONS = {"organisation", "organization", "company", "corporation", "business", "localbusiness"}
_LAST_WORD = re.compile(r"(?:[A-Z]?(?<![a-z])[a-z]++|(?<![A-Z])[A-Z]++)$")
_PLACES = {"place", "location", "city", "country", "region", "populatedplace", "settlement"}
_SAMPLE = 200
"""Number of statements of a property that are sampled where its domain and range aren't declared."""

_STRING = iri(XSD + "string")
_DATES = {XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth")}
_OF_PERSONS = re.compile(
    r"(?:occupation|profession|job|jobtitle|spouse|wife|husband|(?:is)?marriedto|beruf|verheiratetmit|ehepartner(?:in)?"
    r"|ehefrau|ehemann|직업|배우자)"
)
_NO_LETTERS = re.compile(r"[\W\d_]")
"""Names of properties that only people have; what is left out before."""

SOMEBODY = iri("urn:soulkeep:somebody")
"""The class of all people, if the data has several classes of them and none above (see `mankind`)."""

_NUMBERS = {XSD + name for name in ("integer", "int", "long", "decimal", "double", "float", "nonNegativeInteger")}
_DURATIONS = {XSD + name for name in ("duration", "dayTimeDuration")}


class Property(NamedTuple):
    """A property: the classes that have it, and the classes or datatypes of its values, as terms."""

    domain: frozenset[str]
    range: frozenset[str]


class Schema:
    """Classes and properties of a graph. Cycles in the hierarchy are harmless: every class is visited once.

    Args:
        graph: the graph with the ontology and the data.
        uses: the properties in use, each with about the number of its statements.
    """

    def __init__(self, graph: Graph, uses: Mapping[str, int]) -> None:
        self._graph = graph
        self._types: dict[str, tuple[str, ...]] | None = None
        self._above: dict[str, list[str]] = {}
        for below, above in graph.pairs(SUBCLASS):
            if below != above and is_iri(below) and is_iri(above):
                self._above.setdefault(below, []).append(above)
        described = {below for below, above in graph.pairs(SUBPROPERTY) if above in (TYPE, SUBCLASS)}
        self.uses = uses
        self.things: dict[str, list[str]] = {}
        """The things of each class, as stated."""
        for term, name in graph.pairs(TYPE):
            self.things.setdefault(name, []).append(intern(term))
        domains, ranges = self._grouped(RDFS + "domain"), self._grouped(RDFS + "range")
        self.properties: dict[str, Property] = {
            name: Property(frozenset(domains.get(name, ())), frozenset(ranges.get(name, ())))
            for name in sorted({*uses, *domains, *ranges})
            if not _is_meta(name) and name not in described
        }
        """Properties that are used or declared, except RDF's own."""
        classes = {*self.things, *(name for kind in _CLASSES for name in graph.subjects(TYPE, kind))}
        classes |= {*self._above, *(name for names in self._above.values() for name in names)}
        self.classes = frozenset(name for name in classes if is_iri(name) and not _is_meta(name, of_class=True))
        declared = {below for below, above in graph.pairs(SUBPROPERTY) if above == iri(SK + "partOf")}
        named = {name for name in uses if local_name(name) in _PARTS and not _is_meta(name)}
        self.parts = tuple(sorted(declared | named))
        """Properties that lead from a part to its whole, such as from a place to the one that contains it."""

    # -- classes

    def above(self, name: str) -> list[str]:
        """Return the direct superclasses of a class."""
        return self._above.get(name, [])

    @remembered(8192)
    def closure(self, name: str) -> tuple[tuple[str, int], ...]:
        """Return a class and all its superclasses, each with its distance in steps, the nearer first."""
        steps_to = {name: 0}
        front, steps = [name], 0
        while front:
            steps += 1
            front = list(
                dict.fromkeys(above for below in front for above in self.above(below) if above not in steps_to)
            )
            steps_to |= dict.fromkeys(front, steps)
        return tuple(steps_to.items())

    @remembered(8192)
    def over(self, types: tuple[str, ...]) -> frozenset[str]:
        """Return classes and all their superclasses."""
        return frozenset(above for type in types for above, _ in self.closure(type))

    def is_a(self, types: Iterable[str], wanted: str) -> bool:
        """Return whether a thing of some classes also belongs to a class."""
        return wanted in self.over(tuple(types))

    def widest(self, classes: Iterable[str]) -> list[str]:
        """Return, of some classes, those that none of the others stands above, in their order."""
        some = list(classes)
        return [one for one in some if not any(one != other and self.is_a([one], other) for other in some)]

    def named(self, types: Iterable[str], names: set[str]) -> bool:
        """Return whether a class or a superclass of it has one of some names (lower case)."""
        return any(local_name(name).casefold() in names for type in types for name, _ in self.closure(type))

    def is_person(self, types: Iterable[str]) -> bool:
        """Return whether classes are of people, by their own names or those of their superclasses: suppliers that are
        organisations are none."""
        return self._are_people(tuple(types))

    @remembered(8192)
    def _are_people(self, types: tuple[str, ...]) -> bool:
        over = self.over(types)
        people = any(map(self._is_of_people, over)) or not over.isdisjoint(self._with_trades)
        return people and not self.named(types, _ORGANISATIONS)

    @cached_property
    def _with_trades(self) -> frozenset[str]:
        """The classes of those who have an occupation, or are married, whatever they are called: boaters, regulars."""
        named = (name for name in self.properties if self._is_of_persons(name))
        return frozenset(kind for name in named for kind in self.domain(name) if kind not in _TOP)

    def _is_of_persons(self, property: str) -> bool:
        texts = [local_name(property), *(text for text, _ in self._spoken(property))]
        return any(_OF_PERSONS.fullmatch(_NO_LETTERS.sub("", text.casefold())) for text in texts)

    def _is_of_people(self, name: str) -> bool:
        return name == SOMEBODY or self._is_called(name, "people", people())

    def _is_called(self, name: str, kind: str, english: frozenset[str]) -> bool:
        """Return whether a class is called by a noun of a kind, in any language."""
        spoken = self._spoken(name)
        called = [text for text, language in spoken if language in ("", "en")]
        others = [] if called else [pair for pair in spoken if pair[1] in saying("kinds", kind)]
        if others:
            return any(is_called(kind, text, language) for text, language in others)
        words = (_LAST_WORD.search(text) for text in called or [local_name(name)])  # a Courier labelled "courier ship"
        return any(word is not None and word[0].casefold() in english for word in words)

    def is_agent(self, types: Iterable[str]) -> bool:
        """Return whether classes are of people or groups of people, such as bands."""
        types = tuple(types)
        return self.is_person(types) or self.named(types, _PERSONS)

    def knows(self, term: str) -> bool:
        """Return whether a term is a class or a property."""
        return term in self.properties or term in self.classes

    def is_organisation(self, types: Iterable[str]) -> bool:
        """Return whether classes are of organisations: clubs, shops, schools."""
        types = tuple(types)
        called = (self._is_called(name, "houses", houses()) for name in self.over(types))
        return self.named(types, _ORGANISATIONS) or any(called)

    def is_place(self, types: Iterable[str]) -> bool:
        """Return whether classes are of places."""
        return self.named(types, _PLACES)

    @remembered(8192)
    def may_be_place(self, types: tuple[str, ...]) -> bool:
        """Return whether classes are of what one can be in or at, which may be an organisation, too: a museum."""
        return self.is_place(types) or any(self._is_called(name, "places", places()) for name in self.over(types))

    @remembered(8192)
    def is_no_one(self, types: tuple[str, ...]) -> bool:
        """Return whether classes are all of what does nothing by itself, as far as their names tell."""
        return bool(types) and all(map(self._is_inert, types)) and not self.is_agent(types)

    def _is_inert(self, name: str) -> bool:
        named = [(text, language or "en") for text, language in self._spoken(name)]
        word = _LAST_WORD.search(local_name(name))
        return any(is_no_one(text, language) for text, language in named or ([(word[0], "en")] if word else []))

    def _spoken(self, name: str) -> list[tuple[str, str]]:
        """Return the labels of a class, each with its language, "" if it has none."""
        labels = [parsed(text) for text in self._graph.objects(name, iri(RDFS + "label")) if is_literal(text)]
        return [(text.value, text.language.split("-")[0]) for text in labels]

    def is_top(self, name: str) -> bool:
        """Return whether a class holds everything, so that it says nothing."""
        return name in _TOP

    # -- properties

    def belongs(self, property: str, name: str) -> bool:
        """Return whether a property belongs to a class (2, section 3): an artist has a birthday, an entity has none."""
        if self.is_top(name):
            return False
        return not self.domain(property).isdisjoint(self.over((name,)))

    @remembered(1024)
    def having(self, name: str) -> frozenset[str]:
        """Return the properties that belong to a class."""
        return frozenset(one for one in self.properties if self.belongs(one, name))

    def suits(self, property: str, types: Iterable[str]) -> bool:
        """Return whether a thing of some classes may have a property."""
        return any(self.belongs(property, type) for type in types)

    def suits_value(self, property: str, types: Iterable[str]) -> bool:
        """Return whether a thing of some classes may be the value of a property."""
        return not (self.range(property) - _TOP).isdisjoint(self.over(tuple(types)))

    @remembered(4096)
    def domain(self, property: str) -> frozenset[str]:
        """Return the classes that have a property: as declared, else those of most of its subjects."""
        declared = self.properties.get(property, Property(frozenset(), frozenset())).domain
        return declared or self._observed(property)[0]

    @remembered(4096)
    def range(self, property: str) -> frozenset[str]:
        """Return the classes or datatypes of a property's values."""
        declared = self.properties.get(property, Property(frozenset(), frozenset())).range
        return declared or self._observed(property)[1]

    def observe(self) -> None:
        """Compute the domains and ranges of all properties."""
        self._types = {}
        for name, instances in self.things.items():
            for term in instances:
                self._types[term] = (*self._types.get(term, ()), name)
        for property in self.properties:
            self.domain(property), self.range(property)
        self._types = None

    def asks(self, property: str) -> str:
        """Return the question word for a property's values, by their kind: when, where, who, how many or what."""
        wanted = self.range(property)
        kinds = {bare(name) for name in wanted}
        if kinds & _DATES:
            return "when"
        if kinds & _DURATIONS:
            return "how long"
        if kinds & _NUMBERS:
            return "how many"
        if self.is_place(wanted):
            return "where"
        return "who" if self.named(wanted, _PERSONS) else "what"

    @remembered(4096)
    def _observed(self, property: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the classes of most of a property's subjects, and those of its objects."""
        counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
        looked_at = 0
        for pair in islice(self._graph.pairs(property), _SAMPLE):
            looked_at += 1
            for counted, term in zip(counts, pair, strict=True):
                if term[0] == '"':
                    datatype = term[term.rindex('"') + 1 :]
                    counted[datatype[2:] if datatype[:1] == "^" else _STRING] += 1
                    continue
                for name in self._graph.objects(term, TYPE) if self._types is None else self._types.get(term, ()):
                    counted[name] += 1
        subjects, objects = (
            frozenset(name for name, count in counted.items() if count >= 0.1 * looked_at and is_iri(name))
            for counted in counts
        )
        return subjects, objects

    def _grouped(self, property: str) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for name, value in self._graph.pairs(iri(property)):
            groups.setdefault(name, []).append(value)
        return groups


def _is_meta(name: str, *, of_class: bool = False) -> bool:
    """Return whether a property or class is RDF's own, or one by which a dump describes its properties."""
    plain = bare(name)
    if not plain.startswith(_META):
        return False
    if plain.startswith(DIRECT):
        return plain.removeprefix(DIRECT) in ("P31", "P279", "P1647", "P1696", "P1628")
    return not (of_class and plain.startswith("http://www.wikidata.org/entity/"))
