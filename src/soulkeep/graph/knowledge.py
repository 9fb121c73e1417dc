"""What a character knows of its domain: a graph, its ontology, and what all in it is called (2: semantic memory)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property
from sys import intern
from typing import IO, Any, TypeVar, cast

from soulkeep.graph.entailed import entail
from soulkeep.graph.graph import Graph
from soulkeep.graph.packed import Unpacker
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import SUBCLASS, TYPE, Schema
from soulkeep.graph.terms import Triple, iri, is_iri, is_literal, is_variable, parsed
from soulkeep.graph.vocabulary import RDF, XSD
from soulkeep.graph.words.gazetteer import Gazetteer, WordIndex, is_word
from soulkeep.graph.words.lexicon import Lexicon, without_qualifier
from soulkeep.graph.years import type_years
from soulkeep.lang.function_words import function_terms

T = TypeVar("T")

ANYTHING = iri(RDF + "value")
"""Stands for every property, where somebody asks what there is to know of a thing."""

_SHORTEST_NAME = 4
"""Letters of a last name that stands for the whole one."""

_NAMESAKES = 50
"""People with one last name at most: of more, it tells nobody."""

_MOST = 200


class Knowledge:
    """RDF data loaded, with what is needed to understand and to tell it. Safe to read from any thread.

    Args:
        parts: the data sets, N-Triples, deflated.
    """

    def __init__(self, parts: Iterable[bytes]) -> None:
        self.graph = Graph()
        for part in parts:
            self.graph.load(cast(IO[bytes], Unpacker(part)))
        size = len(self.graph)  # counted once: that goes through all of it
        self.entailed = entail(self.graph.store, size)
        """How many triples follow from what is known by its own ontology."""
        self.schema = Schema(self.graph)
        type_years(self.graph.store, list(self.schema.properties))
        self.lexicon = Lexicon(self.graph, self.schema)
        self.technical: dict[str, bool] = {}
        """Which properties were found to be for programs only (see `technical`)."""
        self._size = size
        self._made: dict[Callable[[Knowledge], Any], Any] = {}

    def __len__(self) -> int:
        return self._size

    def once(self, make: Callable[[Knowledge], T]) -> T:
        """What a function makes of it, made at the first call; it goes with the graph."""
        if make not in self._made:
            self._made[make] = make(self)
        made_before: T = self._made[make]
        return made_before

    def prepare(self) -> None:
        """Make what the first input would else wait for: names, wordings, and what properties belong to."""
        _ = self.gazetteer, self.words
        for name in self.schema.properties:
            self.schema.domain(name), self.schema.range(name)

    @cached_property
    def _things(self) -> dict[str, list[str]]:
        """What is said to be of each class."""
        by_label: dict[str, list[str]] = {}
        for term, name in self.graph.pairs(TYPE):
            by_label.setdefault(name, []).append(intern(term))
        return by_label

    @cached_property
    def gazetteer(self) -> Gazetteer:
        """The names of all resources, last names of people included."""
        names = Gazetteer()
        last: dict[str, list[str]] = {}
        named: set[str] = set()
        for term, name, _, _ in self.lexicon.named():
            term = intern(term)
            named.add(term)
            words = names.add(name, term)
            short = without_qualifier(name) if name.endswith(")") else name
            if short != name:
                words = names.add(short, term)
            if len(words) > 1 and len(words[-1]) >= _SHORTEST_NAME and is_word(words[-1]):
                last.setdefault(words[-1], []).append(term)
        for term in self._unnamed(named):
            names.add(self.lexicon.label(term, "en"), term)
        kinds = [name for name in self.schema.classes if self.schema.is_person([name])]
        people = {term for name in kinds for term in self._things.get(name, ())}
        for word, several in last.items():
            terms = set(several)
            if len(terms) <= _NAMESAKES and word not in function_terms("en") and not names.means(word):
                for term in sorted(terms & people):
                    names.add_last(word, term)
        return names

    def _unnamed(self, named: Set[str]) -> Iterator[str]:
        """Things of classes that have no name but their IRIs."""
        for name, terms in self._things.items():
            if name in self.schema.classes:
                yield from (term for term in terms if term not in named and is_iri(term))

    @cached_property
    def words(self) -> WordIndex:
        """The wordings of classes and properties."""
        index = WordIndex()
        for term in [*sorted(self.schema.classes), *self.schema.properties]:
            for wording, language in self.lexicon.wordings(term):
                index.add(wording, language, term)
        return index

    # -- asking

    def objects(self, subject: str, predicate: str) -> list[str]:
        """The values of a property, sorted."""
        return sorted(self.graph.objects(subject, predicate))

    def subjects(self, predicate: str, object: str, types: Sequence[str] = ()) -> list[str]:
        """What has a value (or a part of it: who was born in the Bronx was born in New York), of all some classes."""
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
        """How many things have a value, or a part of it."""
        return len(self.subjects(predicate, object))

    @remembered(4096)
    def extent(self, predicate: str) -> int:
        """How many things have a property."""
        return len({subject for subject, _ in self.graph.pairs(predicate)})

    def holds(self, subject: str, predicate: str, object: str) -> bool:
        """Whether something is so, as far as is known."""
        if predicate == TYPE:
            return self.is_a(subject, object)
        values = self.graph.objects(subject, predicate)
        if _is_year(object):
            return any(_in_year(value, parsed(object).value) for value in values)
        return any(object in self.wholes_of(value) for value in values)

    def is_a(self, term: str, wanted: str) -> bool:
        """Whether a resource is of a class."""
        return self.schema.is_a(self.lexicon.types(term), wanted)

    def members(self, name: str) -> list[str]:
        """The resources of a class and of the classes below it, sorted."""
        return sorted({term for one in self._below(name) for term in self._things.get(one, ())})

    def instances(self, name: str) -> Iterator[str]:
        """The resources that are of a class (`is_a`), some of them several times."""
        below = self._below(name) & self.schema.classes
        return (term for one in below for term in self._things.get(one, ()) if is_iri(term))

    def _below(self, name: str) -> set[str]:
        """A class and all below it."""
        below, front = {name}, [name]
        while front:
            front = [sub for one in front for sub in self.graph.subjects(SUBCLASS, one) if sub not in below]
            below.update(front)
        return below

    @remembered(4096)
    def wholes_of(self, value: str) -> tuple[str, ...]:
        """A value and all that it is part of: the Bronx, New York City, New York."""
        return self._along(value, lambda term, part: self.graph.objects(term, part))

    @remembered(4096)
    def parts_of(self, value: str) -> tuple[str, ...]:
        """A value and all parts of it."""
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
        """The values of a variable for which all triples hold that speak of it, sorted; at most 200 by default."""
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
                continue  # classes are large: they are looked at last; and of what is asked of it, anything will do
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
    """Whether a date, or a year, is in a year."""
    return is_literal(value) and parsed(value).value.split("-", 1)[0] == year
