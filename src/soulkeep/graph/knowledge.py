"""Knowledge of a character's domain: a graph, its ontology, and the names of everything in it (2: semantic memory)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property
from sys import intern
from typing import IO, Any, TypeVar, cast

from soulkeep.graph.entailed import ENTAILED, SMALL, entail
from soulkeep.graph.graph import Graph
from soulkeep.graph.mankind import join_people
from soulkeep.graph.packed import Unpacker
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import SUBCLASS, TYPE, Schema
from soulkeep.graph.terms import Triple, iri, is_iri, is_literal, is_variable, parsed
from soulkeep.graph.vocabulary import RDF, XSD
from soulkeep.graph.words.gazetteer import Gazetteer, WordIndex, is_word
from soulkeep.graph.words.lexicon import Lexicon, without_qualifier
from soulkeep.graph.words.names_ko import given_name
from soulkeep.graph.years import type_years
from soulkeep.lang.function_words import function_terms

T = TypeVar("T")

ANYTHING = iri(RDF + "value")
"""Placeholder for every property, in questions such as "what do you know about …"."""

_SHORTEST_NAME = 4
"""Fewest letters of a last name that may stand for the full name."""

_NAMESAKES = 50
"""Most people with the same last name; if there are more, it isn't used as a name."""

_MOST = 200


class Knowledge:
    """Loaded RDF data, with indexes to understand questions and to word answers. Safe to read from any thread.

    Args:
        parts: the data sets, as deflated N-Triples.
    """

    def __init__(self, parts: Iterable[bytes]) -> None:
        self.graph = Graph()
        for part in parts:
            self.graph.load(cast(IO[bytes], Unpacker(part)))
        uses = Counter(self.graph.counts())  # counted once, since counting goes through the whole graph
        self._size = uses.total()
        self.entailed = entail(self.graph.store, self._size)
        """Number of triples that were entailed by the ontology."""
        self.schema = self._schema_of(uses)
        if self._size < SMALL and (joined := join_people(self.graph, self.schema)):
            self.entailed += joined
            self.schema = self._schema_of(uses)
        type_years(self.graph.store, list(self.schema.properties))
        self.lexicon = Lexicon(self.graph, self.schema)
        self.technical: dict[str, bool] = {}
        """Cache of which properties are for programs only (see `technical`)."""
        self._made: dict[Callable[[Knowledge], Any], Any] = {}

    def __len__(self) -> int:
        return self._size

    def _schema_of(self, uses: Counter[str]) -> Schema:
        return Schema(self.graph, uses + Counter(self.graph.counts(ENTAILED)))

    def once(self, make: Callable[[Knowledge], T]) -> T:
        """Return what a function makes of this knowledge, computed at the first call and kept with this object."""
        if make not in self._made:
            self._made.setdefault(make, make(self))  # two threads may make it: both then have the first's
        made_before: T = self._made[make]
        return made_before

    def prepare(self) -> None:
        """Compute what the first question would otherwise wait for: names, wordings and the properties' classes."""
        self.schema.observe()
        _ = self.gazetteer, self.words

    @cached_property
    def gazetteer(self) -> Gazetteer:
        """Return the names of all resources, including people's last names, and Korean given names."""
        names = Gazetteer()
        last: dict[str, list[str]] = {}
        named: set[str] = set()
        term, names_said = "", set[str]()
        for one, name, _, _ in self.lexicon.named():
            if one != term:
                term, names_said = intern(one), set()
                named.add(term)
            if name in names_said:
                continue  # in another language
            names_said.add(name)
            words = names.add(name, term)
            short = without_qualifier(name) if name.endswith(")") else name
            if short != name:
                words = names.add(short, term)
            if len(words) > 1 and len(words[-1]) >= _SHORTEST_NAME and is_word(words[-1]):
                last.setdefault(words[-1], []).append(term)
            if len(words) == 1 and (given := given_name(name)) is not None:
                last.setdefault(given, []).append(term)
        for term in self._unnamed(named):
            names.add(self.lexicon.label(term, "en"), term)
        kinds = [name for name in self.schema.classes if self.schema.is_person([name])]
        people = {term for name in kinds for term in self.schema.things.get(name, ())}
        for word, several in last.items():
            terms = set(several)
            named_so = terms & people if len(terms) <= _NAMESAKES else ()
            if named_so and word not in function_terms("en") and not names.means(word):
                for term in sorted(named_so):
                    names.add_last(word, term)
        return names

    def _unnamed(self, named: Set[str]) -> Iterator[str]:
        """Yield things of known classes that have no name but their IRI."""
        for name, terms in self.schema.things.items():
            if name in self.schema.classes:
                yield from (term for term in terms if term not in named and is_iri(term))

    @cached_property
    def words(self) -> WordIndex:
        """Return the wordings of classes and properties."""
        index = WordIndex()
        for term in [*sorted(self.schema.classes), *self.schema.properties]:
            for wording, language in self.lexicon.wordings(term):
                index.add(wording, language, term)
        return index

    # -- asking

    def objects(self, subject: str, predicate: str) -> list[str]:
        """Return the values of a property, sorted."""
        return sorted(self.graph.objects(subject, predicate))

    def subjects(self, predicate: str, object: str, types: Sequence[str] = ()) -> list[str]:
        """Return the things with a value or a part of it (born in the Bronx: born in New York), of all given types."""
        if _is_year(object):
            year = parsed(object).value
            subjects_found = {one for one, value in self.graph.pairs(predicate) if _in_year(value, year)}
        else:
            subjects_found = {
                subject for value in self.parts_of(object) for subject in self.graph.subjects(predicate, value)
            }
        return sorted(subject for subject in subjects_found if all(self.is_a(subject, type) for type in types))

    @remembered(4096)
    def count(self, predicate: str, object: str) -> int:
        """Return how many things have a value or a part of it."""
        return len(self.subjects(predicate, object))

    @remembered(4096)
    def extent(self, predicate: str) -> int:
        """Return how many things have a property."""
        return len({subject for subject, _ in self.graph.pairs(predicate)})

    def holds(self, subject: str, predicate: str, object: str) -> bool:
        """Return whether a triple is known to hold."""
        if predicate == TYPE:
            return self.is_a(subject, object)
        values = self.graph.objects(subject, predicate)
        if _is_year(object):
            return any(_in_year(value, parsed(object).value) for value in values)
        return any(object in self.wholes_of(value) for value in values)

    def is_a(self, term: str, wanted: str) -> bool:
        """Return whether a resource belongs to a class."""
        return self.schema.is_a(self.lexicon.types(term), wanted)

    def members(self, name: str) -> list[str]:
        """Return the resources of a class and its subclasses, sorted."""
        return sorted(self._of(self._below(name)))

    def instances(self, name: str) -> frozenset[str]:
        """Return the resources that belong to a class (`is_a`)."""
        return frozenset(term for term in self._of(self._below(name) & self.schema.classes) if term[0] == "<")

    def _of(self, classes: Set[str]) -> set[str]:
        return set[str]().union(*(self.schema.things.get(one, ()) for one in classes))

    def _below(self, name: str) -> set[str]:
        """Return a class and all its subclasses."""
        below, front = {name}, [name]
        while front:
            front = [sub for one in front for sub in self.graph.subjects(SUBCLASS, one) if sub not in below]
            below.update(front)
        return below

    @remembered(4096)
    def wholes_of(self, value: str) -> tuple[str, ...]:
        """Return a value and all wholes that it is part of: the Bronx, New York City, New York."""
        return self._along(value, lambda term, part: self.graph.objects(term, part))

    @remembered(4096)
    def parts_of(self, value: str) -> tuple[str, ...]:
        """Return a value and all its parts."""
        return self._along(value, lambda term, part: self.graph.subjects(part, term))

    def _along(self, value: str, step: Callable[[str, str], list[str]]) -> tuple[str, ...]:
        reached: dict[str, None] = {value: None}
        front = [] if is_literal(value) else [value]
        while front:
            front = [
                new for term in front for part in self.schema.parts for new in step(term, part) if new not in reached
            ]
            reached |= dict.fromkeys(front)
        return tuple(reached)

    def solve(self, triples: Sequence[Triple], variable: str, *, most: int | None = _MOST) -> list[str]:
        """Return the variable's values for which all triples about it hold, sorted; by default at most 200."""
        asked = [triple for triple in triples if variable in triple]
        sets: list[set[str]] = []
        for subject, predicate, object in asked:
            if object == variable and not is_variable(subject):
                sets.append(set(self.objects(subject, predicate)))
            elif object == variable:
                others = [triple for triple in triples if triple != (subject, predicate, object)]
                inner = self.solve(others, subject, most=None)
                sets.append({value for one in inner for value in self.graph.objects(one, predicate)})
            elif predicate == TYPE or is_variable(object):
                continue  # classes are large and are checked last; a triple with only variables matches anything
            elif subject == variable:
                sets.append(set(self.subjects(predicate, object)))
        types = [triple.object for triple in asked if triple.subject == variable and triple.predicate == TYPE]
        if not sets and types:
            sets.append(set(self.members(types[0])))
        solutions = set.intersection(*sets) if sets else set()
        return sorted(term for term in solutions if all(self.is_a(term, type) for type in types))[:most]


def _is_year(term: str) -> bool:
    return is_literal(term) and parsed(term).datatype == f"{XSD}gYear"


def _in_year(value: str, year: str) -> bool:
    """Return whether a date or a year falls in a year."""
    return is_literal(value) and parsed(value).value.split("-", 1)[0] == year
