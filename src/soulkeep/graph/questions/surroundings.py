"""The surroundings of things and classes in a graph: the steps that lead on from them, and their measures."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.columns import is_no
from soulkeep.graph.questions.forms import Form, Path, PathStep, step
from soulkeep.graph.questions.sense import Sense
from soulkeep.graph.questions.solve import Solver
from soulkeep.graph.questions.values import Value
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.vocabulary import OWL, RDF, RDFS, SKOS
from soulkeep.graph.words.measures import MOMENT, NUMBER, is_in_month, measure, month_of, unit_named
from soulkeep.graph.words.technical import is_technical

_META = (f"<{RDF}", f"<{RDFS}", f"<{OWL}", f"<{SKOS}", "<http://wikiba.se/", "<http://www.wikidata.org/prop/P")
_SAMPLE = 60
_POINTING = 200
"""Most statements about a thing as object that are read; a hub has many of the same few properties."""

_WIDE = 12
_DATE = re.compile(r'"(\d{4})-\d\d-\d\d')
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_DATED = 5_000
"""Most values of a property in which the latest year is looked for."""


_HELD = 12
"""Number of nameless nodes whose holders are looked at."""

_AMOUNT = re.compile(r"(?P<sign>[€$£₩]?) ?\d[\d.,]* ?(?P<unit>[^\W\d_]{0,12}|[€$£₩])\.?")
"""A text that may be a number with its unit: 3,000원, €3.50, 12 kg."""

_ON_A_FLOOR = re.compile(r"(?:지하 ?)?\d+ ?(?:층|호|번|관|단|급|학년|반)")
"""A Korean text that is a number with what it numbers: 2층."""


class Surroundings:
    """Steps around things, cached.

    Args:
        knowledge: the graph with its indexes.
        solver: the solver that follows steps.
    """

    def __init__(self, knowledge: Knowledge, solver: Solver) -> None:
        self._knowledge = knowledge
        self._solver = solver
        lexicon = knowledge.lexicon
        self._aside = {*lexicon.naming, *lexicon.renaming, *lexicon.describing, TYPE}

    @remembered(8192)
    def is_spoken(self, property: str) -> bool:
        """Return whether people may ask for a property: it is not RDF's own, gives no names, and isn't technical."""
        if property in self._aside or property.startswith(_META):
            return False
        return not is_technical(property, self._knowledge)

    @cached_property
    def sense(self) -> Sense:
        """The vectors of the properties that people ask for, to compare with whole questions."""
        return Sense(self._knowledge, tuple(filter(self.is_spoken, self._knowledge.schema.properties)))

    @remembered(16384)
    def around(self, term: str) -> tuple[PathStep, ...]:
        """Return the steps from a thing that lead somewhere."""
        graph = self._knowledge.graph
        own = set() if is_literal(term) else graph.properties_of(term)
        pointing = {property for _, property in graph.pointing(term, most=_POINTING)}
        if self._knowledge.schema.parts and not is_literal(term):
            for part in self._knowledge.parts_of(term)[1:]:
                pointing.update(property for _, property in graph.pointing(part, most=20))
        steps = [step(one) for one in own if self.is_spoken(one)]
        return tuple(sorted([*steps, *(step(one, True) for one in pointing if self.is_spoken(one))]))

    @remembered(16384)
    def beyond(self, term: str) -> tuple[Path, ...]:
        """Return the paths of two steps from a thing that lead somewhere, except there and back."""
        paths: dict[Path, None] = {}
        for first in self.around(term):
            for middle in islice(sorted(self._solver.reached(term, (first,))), _WIDE):
                if is_literal(middle):
                    continue
                for second in self.around(middle):
                    if second != first.turned():
                        paths[first, second] = None
        return tuple(paths)

    @remembered(2048)
    def sample(self, type: str) -> tuple[str, ...]:
        """Return some things of a class."""
        return self._solver.columns.things_of(type)[:_SAMPLE]

    @remembered(2048)
    def holders(self, type: str) -> tuple[str, ...]:
        """Return the classes of the things that hold a class's, if those are all nameless nodes that lead to nothing with a
        name, as the offers of a product; none for other classes."""
        lexicon, graph, sample = self._knowledge.lexicon, self._knowledge.graph, self.sample(type)[:_HELD]
        if not all(one.startswith("_:") for one in sample):
            return ()
        ends = (end for one in sample for predicate, end in graph.about(one) if predicate != TYPE and is_iri(end))
        if any(map(lexicon.has_label, ends)):
            return ()  # an offer of a shop's leads to what it offers
        holding = {subject for one in sample for subject, _ in graph.pointing(one, most=2)}
        return tuple(sorted({kind for one in holding if is_iri(one) for kind in lexicon.types(one)}))

    @remembered(4096)
    def share(self, type: str, property: str) -> float:
        """Return the share of a class's things that have a property, 0…1."""
        sample = self.sample(type)
        have = sum(bool(self._knowledge.graph.objects(one, property)) for one in sample)
        return have / len(sample) if sample else 1.0

    @remembered(2048)
    def of_class(self, type: str) -> tuple[PathStep, ...]:
        """Return the steps from things of a class that lead somewhere, including those declared for it."""
        steps = {one for thing in self.sample(type) for one in self.around(thing)}
        schema = self._knowledge.schema
        steps |= {
            step(name)
            for name, details in schema.properties.items()
            if any(schema.is_a([type], domain) for domain in details.domain) and self.is_spoken(name)
        }
        return tuple(sorted(steps))

    @remembered(4096)
    def measured(self, property: str) -> str | None:
        """Return the kind of measure of a property's values; None if they aren't measures."""
        kinds: dict[str, int] = {}
        looked_at = 0
        for _, value in islice(self._knowledge.graph.pairs(property), 40):
            looked_at += not value.startswith("_:")  # blank nodes, as unknown values, don't count
            if (measured := measure(value)) is not None:
                kinds[measured.kind] = kinds.get(measured.kind, 0) + 1
        best = max(kinds, key=lambda kind: kinds[kind], default=None)
        return best if best is not None and kinds[best] * 2 > looked_at else None

    @remembered(4096)
    def are_years(self, property: str) -> bool:
        """Return whether a property's values are plain numbers that may all be years."""
        values = [value for _, value in islice(self._knowledge.graph.pairs(property), 40)]
        return bool(values) and all(is_literal(one) and _YEAR.fullmatch(parsed(one).value) for one in values)

    def latest_year(self, property: str, day: str = "") -> str | None:
        """Return the latest year of a property's dates, None if it has none; of those in which a day or a month (07-01, 07)
        isn't after the last of them, if there are such."""
        years, last = self._years(property)
        return max((year for year in years if f"{year}-{day}" <= last), default=max(years, default=None))

    @remembered(256)
    def _years(self, property: str) -> tuple[frozenset[str], str]:
        """Return the years of a property's dates, and the last of the dates."""
        found = (_DATE.match(value) for _, value in islice(self._knowledge.graph.pairs(property), _DATED))
        dates = [dated[0][1:] for dated in found if dated is not None]
        return frozenset(date[:4] for date in dates), max(dates, default="")

    @remembered(4096)
    def is_flag(self, property: str) -> bool:
        """Return whether a property's values are yes and no."""
        return any("boolean" in value for _, value in islice(self._knowledge.graph.pairs(property), 3))

    @remembered(2048)
    def is_denied(self, property: str) -> bool:
        """Return whether a property that is yes or no is no for some things."""
        return self.is_flag(property) and any(is_no(value) for _, value in self._knowledge.graph.pairs(property))

    @remembered(2048)
    def is_nameless(self, step: PathStep) -> bool:
        """Return whether a step leads to nameless nodes that only group values, such as a result or an address."""
        pairs = islice(self._knowledge.graph.pairs(step.property), 8)
        ends = [pair[0] if step.inverse else pair[1] for pair in pairs]
        lexicon = self._knowledge.lexicon
        return bool(ends) and all(one.startswith("_:") or (is_iri(one) and not lexicon.has_label(one)) for one in ends)

    @remembered(16384)
    def kind_of(self, term: str) -> str:
        """Return a term's kind: a kind of measure, `"text"`, `"person"`, `"place"` or `"thing"`."""
        if is_literal(term):
            measured = measure(term)
            if measured is None:
                return NUMBER if _is_amount(parsed(term).value.strip()) else "text"
            return measured.kind
        if not is_iri(term):
            return "thing"
        types = self._knowledge.lexicon.types(term)
        schema = self._knowledge.schema
        if schema.is_agent(types):
            return "person"
        return "place" if schema.is_place(types) else "thing"

    def tells(self, value: Value, form: Form) -> bool:
        """Return whether a form is of a time without a bound: by the dates of its things, or since a property is, as
        "times lent in 2023"."""
        if any(self._may_happen(one) and self.is_of_time(one, value.term) for one in form.things):
            return True  # a supper was then, but nobody's birthday tells when they won
        labels = (text for name in form.properties for text, _ in self._knowledge.lexicon.labels(name))
        return value.moment and any(value.number in text for text in labels)

    def _may_happen(self, term: str) -> bool:
        """Return whether a thing may be what happens at a time, as a supper or a gift: it is nobody and no place."""
        if not is_iri(term):
            return False
        types, schema = tuple(self._knowledge.lexicon.types(term)), self._knowledge.schema
        return schema.is_no_one(types) or not (schema.is_agent(types) or schema.may_be_place(types))

    def is_of_time(self, term: str, time: str) -> bool:
        """Return whether a date of a thing lies within a time: the supper of November 2026, in 2026."""
        within, month = measure(time), month_of(time)
        if month is not None and is_iri(term):
            return any(is_in_month(value, month) for _, value in self._knowledge.graph.about(term) if is_literal(value))
        if within is None or within.kind != MOMENT or not is_iri(term):
            return False
        dates = (measure(value) for _, value in self._knowledge.graph.about(term) if is_literal(value))
        return any(one is not None and one.kind == MOMENT and within.low <= one.low <= within.high for one in dates)

    @remembered(4096)
    def is_no_one(self, term: str) -> bool:
        """Return whether a thing does nothing by itself, as a concert, or a text names nobody, as a material."""
        if is_literal(term):
            return parsed(term).value[:1].islower()
        return is_iri(term) and self._knowledge.schema.is_no_one(tuple(self._knowledge.lexicon.types(term)))

    @remembered(4096)
    def is_where(self, term: str) -> bool:
        """Return whether a thing tells where something is."""
        return is_iri(term) and self._knowledge.schema.may_be_place(tuple(self._knowledge.lexicon.types(term)))


def _is_amount(text: str) -> bool:
    """Return whether a text is a number with its unit, or with what it numbers."""
    match = _AMOUNT.fullmatch(text)
    told = match is not None and bool(match["sign"] or (match["unit"] and unit_named(match["unit"]) is not None))
    return told or _ON_A_FLOOR.fullmatch(text) is not None
