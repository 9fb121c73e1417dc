"""Narrowing of forms: by bounds on values, by denials, and to the first of an order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations

from soulkeep.graph.questions.aging import BEGINS, OF_LIFE, by_age, is_beginning, is_said
from soulkeep.graph.questions.analysis import PRICED, SPOKEN, AnalysedQuestion
from soulkeep.graph.questions.counting import Counting
from soulkeep.graph.questions.forms import THINGS, Bound, Form, Order, Path, PathStep
from soulkeep.graph.questions.marks import Comparison, Extreme
from soulkeep.graph.questions.qualifier_words import dimensions
from soulkeep.graph.questions.spans import is_end
from soulkeep.graph.questions.surroundings import Surroundings
from soulkeep.graph.questions.values import ANY_YEAR, Value
from soulkeep.graph.questions.wordbook import Wordbook, dimension_support, extreme_support
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import SUBPROPERTY, TYPE
from soulkeep.graph.terms import literal, parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import DURATION, MOMENT, NUMBER, TIME, Unit, month_of
from soulkeep.graph.words.quantities import in_unit, unit_of
from soulkeep.lang.pack import of_any_language
from soulkeep.lang.pack import words as listed

_FLAGGED, _HAD = 0.5, 0.75
"""Least strength of mention of a property that things are said to be (yes or no), or to have."""

_FITS, _FAR, _SAID = 0.75, 0.3, 0.95
"""Nearness of a property to the words of a superlative's dimension from which on others don't count, nearness of those,
and how clearly they must be mentioned to count all the same."""

_PARTICIPLE = re.compile(
    r"[a-z]{3,20}ed|[a-zäöüß]{0,8}ge[a-zäöüß]{3,15}(?:te|ten|ter|ene|enen|ener)|[가-힣]{1,8}(?:[된한]|어진)"
)
"""A participle before a noun, in English, German (without umlauts) or Korean."""

_ON_DAY = 500
"""Most things among whose dates a day without a year is looked for."""

OPPOSITE = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


@cache
def _than_ko() -> re.Pattern[str]:
    """Return a pattern of the Korean "than" behind a name, perhaps with a word of respect."""
    return re.compile(rf"(?:\s?(?:{'|'.join(listed('naming', 'honorifics', 'ko'))}))?\s?보다")


def is_turned(dimension: str, kind: str | None, unit: Unit | None) -> bool:
    """Return whether a higher degree of a dimension is a lower value: what is older began earlier, what is faster takes
    less time."""
    if kind == MOMENT:
        return bool(dimensions()[dimension].get("dates")) or dimension in ("duration", "length", "speed")
    return dimension == "speed" and (kind in (DURATION, TIME) or (unit is not None and unit.quantity == "time"))


def kind_in_order(property: str, surroundings: Surroundings, wordbook: Wordbook) -> str | None:
    """Return the kind of measure by which a property's values are put in order: years in which something began are
    moments, also where they are plain numbers."""
    kind = surroundings.measured(property)
    began = kind == NUMBER and surroundings.are_years(property)
    if not began:
        return kind
    return MOMENT if is_beginning(property, wordbook) else kind


def _may_measure(dimension: str, unit: Unit) -> bool:
    """Return whether a unit may be one of a dimension; what is fastest may take the least time."""
    wanted = dimensions()[dimension].get("units")
    return wanted in (None, unit.quantity) or (dimension == "speed" and unit.quantity == "time")


def _is_early_year(value: Value) -> bool:
    """Return whether a number may be a year of three digits."""
    return not value.moment and value.unit is None and re.fullmatch(r"\d{3}", parsed(value.term).value) is not None


def _year(value: Value) -> str:
    return literal(parsed(value.term).value.zfill(4), datatype=f"{XSD}gYear")


class Narrowing:
    """Narrows the forms of one question.

    Args:
        question: the analysed question.
        surroundings: the surroundings of things in its graph.
        classes: the classes that it mentions.
        things: the things that it names.
    """

    def __init__(
        self, question: AnalysedQuestion, surroundings: Surroundings, classes: Sequence[str], things: Sequence[str]
    ) -> None:
        self._question = question
        self._knowledge = question.known.knowledge
        self._around = surroundings
        self._solver = question.known.solver
        self._classes = classes
        self._things = things
        self._counting = Counting(question, surroundings, classes, self.steps_of)
        self._steps: dict[Form, tuple[PathStep, ...]] = {}
        self._measures: dict[Form, list[tuple[Path, str]]] = {}

    def narrowed(self, base: Form) -> Iterator[Form]:
        """Yield a form, and the form with the question's comparisons, dates and denials."""
        forms = [base]
        for comparison in self._question.qualifiers.comparisons:
            forms += [bounded for form in forms for bounded in self.bounded(form, comparison)]
        forms += [bounded for form in forms for bounded in self.dated(form)]
        for form in list(forms):
            forms += self._denied(form)
        for form in list(forms):
            forms += self._flagged(form)
        yield from dict.fromkeys(forms)

    @cached_property
    def deaths(self) -> list[str]:
        """The properties that tell when somebody died, if it is asked who is alive."""
        if self._question.qualifiers.alive is None:
            return []
        wordbook = self._question.known.wordbook
        return sorted(name for name in dimension_support(wordbook, "death") if is_end(name, wordbook))

    def steps_of(self, form: Form) -> tuple[PathStep, ...]:
        """Return the steps that lead on from a form's things."""
        if form.type is not None and not form.links:
            return self._around.of_class(form.type)
        plain = form._replace(wants=THINGS, order=None, project=())
        if plain not in self._steps:
            self._steps[plain] = self._steps_of(plain)
        return self._steps[plain]

    def _steps_of(self, form: Form) -> tuple[PathStep, ...]:
        things = self._solver.things(form)
        if not things and form.type is not None:
            return self._around.of_class(form.type)
        return tuple(sorted({step for one in things[:40] for step in self._around.around(one)}))

    @remembered(64)
    def clearest(self, steps: tuple[PathStep, ...]) -> list[PathStep]:
        """Return steps in the order of how clearly they are mentioned."""
        return sorted(steps, key=lambda step: -self._question.strength(step.property))

    def bounded(self, form: Form, comparison: Comparison) -> Iterator[Form]:
        """Yield a form with a comparison, one for each measure that the compared value may belong to."""
        if not comparison.values:
            yield from self._compared(form, comparison)
            yield from self._counting.more_than_of(form, comparison, self._things, self.is_compared_with)
            return
        if comparison.sign == "=":
            prices = dimension_support(self._question.known.wordbook, comparison.dimension)
            for path, kind in self.measures(form):
                if kind == NUMBER and prices.get(path[-1].property, 0.0) >= PRICED:
                    yield form._replace(bounds=(*form.bounds, Bound(path, "=", comparison.values[0].term)))
            return
        moment = comparison.values[0].moment
        aged = comparison.dimension == "age" and not moment and is_said(comparison, self._question)
        ages = dimension_support(self._question.known.wordbook, "age") if aged else {}
        if comparison.dimension == "age" and not moment:
            yield from by_age(form, comparison, self.measures(form), self.steps_of(form), self._question, self._around)
        for path, kind in self.measures(form):
            if aged and kind != MOMENT and ages.get(path[-1].property, 0.0) < BEGINS:
                continue  # nobody over 40 is so by their height
            early = kind == MOMENT and all(map(_is_early_year, comparison.values))  # a year, as in "before 590"
            fits = kind == MOMENT if moment else kind in (NUMBER, DURATION, TIME)
            if not fits and not (moment and kind == NUMBER) and not early:
                continue
            values = [self._in_its_year(one, path[-1].property, comparison.values[0]) for one in comparison.values]
            if None in values:
                continue
            terms = [
                _year(one) if early else self._in_unit(one, path[-1].property, kind)
                for one in values
                if one is not None
            ]
            if comparison.sign == "between" and terms[0] and terms[-1]:
                yield form._replace(bounds=(*form.bounds, Bound(path, ">=", terms[0]), Bound(path, "<=", terms[-1])))
            elif terms[0]:
                sign = OPPOSITE[comparison.sign] if self._is_earlier_the_more(comparison, kind) else comparison.sign
                yield form._replace(bounds=(*form.bounds, Bound(path, sign, terms[0])))
        counted = not moment and comparison.sign != "between" and comparison.dimension != "age"
        if counted and comparison.values[0].unit is None:
            yield from self._counting.so_many(form, comparison.sign, comparison.values[0])

    def is_special(self, step: PathStep, steps: Sequence[PathStep]) -> bool:
        """Return whether a property isn't fully named, and a superproperty of it is among the steps."""
        support = self._question.support.get(step.property)
        if support is not None and support.whole >= 0.95:
            return False
        above = self._knowledge.graph.objects(step.property, SUBPROPERTY)
        return any(PathStep(one, step.inverse) in steps for one in above)

    def _to_class(self, form: Form) -> list[Path]:
        """Return paths of two steps to things of another mentioned class, by way of a node such as a result."""
        if form.type is None or len(self._classes) < 2:
            return []
        distances: dict[Path, int] = {}
        for one in self._around.sample(form.type)[:25]:
            if not any(map(self._around.is_nameless, self._around.around(one))):
                continue
            for path in self._around.beyond(one):
                if not self._around.is_nameless(path[0]):
                    continue
                for end in list(self._solver.reached(one, path))[:3]:
                    if any(name != form.type and self._knowledge.is_a(end, name) for name in self._classes):
                        distances[path] = distances.get(path, 0) + 1
        return sorted(distances, key=lambda path: (-distances[path], path))[:4]

    def _in_its_year(self, value: Value, property: str, first: Value) -> Value | None:
        """Return a value, a day without a year in the latest of the property's years that the first of several may be in;
        None for what happens to somebody once in a life."""
        if not value.assumed:
            return value
        day = month_of(first.term) or parsed(first.term).value.removeprefix(f"{ANY_YEAR}-")
        year = self._around.latest_year(property, day)
        wordbook = self._question.known.wordbook
        begins = dimension_support(wordbook, "birth").get(property, 0.0) >= BEGINS
        once = begins or is_end(property, wordbook)
        if (month := month_of(value.term)) is not None and year is not None:
            return None if once else value._replace(term=literal(f"{year}-{month}", datatype=f"{XSD}gYearMonth"))
        return None if year is None or once else value._replace(term=value.term.replace(ANY_YEAR, year, 1))

    def _in_unit(self, value: Value, property: str, kind: str) -> str | None:
        if value.moment:
            plain = parsed(value.term)
            year = plain.datatype.endswith("gYear")
            return value.term if kind == MOMENT else literal(plain.value, datatype=f"{XSD}decimal") if year else None
        return in_unit(value.term, value.unit, property, self._knowledge.lexicon, kind=kind)

    def _is_earlier_the_more(self, comparison: Comparison, kind: str) -> bool:
        """Return whether a higher degree of a comparison's dimension is an earlier date, as for "older than"."""
        dimension = dimensions().get(comparison.dimension, {})
        return bool(dimension.get("dates")) and kind == MOMENT

    def _kind_in_order(self, property: str) -> str | None:
        return kind_in_order(property, self._around, self._question.known.wordbook)

    def _compared(self, form: Form, comparison: Comparison) -> Iterator[Form]:
        """Yield forms whose things are compared with a named thing."""
        for term in self._things:
            if form.among == (term,) or any(link.anchor == term for link in form.links):
                continue
            if form.wants == THINGS and form.among and not self.is_compared_with(term, form.among[0]):
                continue
            for path, kind in self.measures(form):
                timed = kind in (MOMENT, TIME)
                if comparison.dimension == "" and timed:
                    continue
                if comparison.dimension == "moment" and not (timed or self._around.are_years(path[-1].property)):
                    continue
                rest = tuple(one for one in form.among if one != term)
                turned = self._is_earlier_the_more(comparison, self._kind_in_order(path[-1].property) or "")
                bound = Bound(path, OPPOSITE[comparison.sign] if turned else comparison.sign, term)
                if not form.among or rest:
                    yield form._replace(among=rest, bounds=(*form.bounds, bound))

    def is_compared_with(self, term: str, thing: str) -> bool:
        """Return whether `term` is what `thing` is compared with, and not the reverse: "Is A older than B?"."""
        places = {one: named for named in self._question.named for one, _ in named.terms}
        if term not in places or thing not in places:
            return True
        if self._question.language == "ko":
            end = places[term].end  # a name may be found with its particle
            return any(_than_ko().match(self._question.text, at) is not None for at in (end - 2, end))
        return places[thing].start < places[term].start

    def measures(self, form: Form) -> list[tuple[Path, str]]:
        """Return the paths from a form's things to measures, with their kinds, the clearest mentioned first."""
        plain = form._replace(wants=THINGS, order=None, project=())
        if plain not in self._measures:
            self._measures[plain] = self._measures_of(plain)
        return self._measures[plain]

    def _measures_of(self, form: Form) -> list[tuple[Path, str]]:
        measures: list[tuple[float, Path, str]] = []
        for step in self.steps_of(form):
            if not step.inverse and (kind := self._around.measured(step.property)) is not None:
                measures.append((self._question.strength(step.property), (step,), kind))
            elif not step.inverse:
                measures += self._within(form, step)
        measures.sort(key=lambda one: (-one[0], one[1]))
        return [(path, kind) for _, path, kind in measures[:8]]

    def _within(self, form: Form, step: PathStep) -> list[tuple[float, Path, str]]:
        """Return the measures of blank nodes that a step leads to."""
        things = self._solver.things(form)[:10]
        measures: list[tuple[float, Path, str]] = []
        for one in things:
            nodes = [middle for middle in self._solver.reached(one, (step,)) if middle.startswith("_:")][:2]
            measures += [
                (self._question.strength(second.property), (step, second), kind)
                for middle in nodes
                for second in self._around.around(middle)
                if not second.inverse and (kind := self._around.measured(second.property)) is not None
            ]
        return list(dict.fromkeys(measures))

    def dated(self, form: Form) -> Iterator[Form]:
        """Yield a form with a year, a date or a number that belongs to no comparison: "albums of 1959"."""
        values_used = {value for one in self._question.qualifiers.comparisons for value in one.values}
        for value in self._question.qualifiers.values:
            if value in values_used:
                continue
            for path, kind in self.measures(form):
                if month_of(value.term) is not None:
                    if kind == MOMENT:
                        yield form._replace(bounds=(*form.bounds, Bound(path, "=", value.term)))
                elif value.assumed:
                    if kind == MOMENT and (date := self._on_day(form, path, value)) is not None:
                        yield form._replace(bounds=(*form.bounds, Bound(path, "=", date)))
                elif (kind == MOMENT) == value.moment or (value.moment and kind == NUMBER):
                    years = kind == MOMENT or not value.moment or self._around.are_years(path[-1].property)
                    term = value.term if years else self._in_unit(value, path[-1].property, kind)  # 1240 inhabitants
                    if term is not None:
                        yield form._replace(bounds=(*form.bounds, Bound(path, "=", term)))
                elif kind == MOMENT and _is_early_year(value):
                    yield form._replace(bounds=(*form.bounds, Bound(path, "=", _year(value))))
            if not value.moment and value.unit is None:
                yield from self._counting.just_so_many(form, value)

    def _on_day(self, form: Form, path: Path, value: Value) -> str | None:
        """Return the date on which something was of a form's things, by its day alone; of one thing, the day in its own
        year. None if there are several, or none."""
        plain = form._replace(wants=THINGS, order=None, project=())
        ends = sorted({end for one in self._solver.things(plain)[:_ON_DAY] for end in self._solver.reached(one, path)})
        day = parsed(value.term).value[4:]
        dated = {parsed(end).value[:4] + day for end in ends if parsed(end).value[4:10] == day}
        if not dated and len(form.among) == 1:
            dated = {parsed(end).value[:4] + day for end in ends}
        return literal(dated.pop(), datatype=f"{XSD}date") if len(dated) == 1 else None

    def _denied(self, form: Form) -> Iterator[Form]:
        marks = self._question.qualifiers
        if not marks.lacking or (not marks.denials and marks.alive is not None and self._question.asks == "whether"):
            return
        for at, link in enumerate(form.links if marks.denials else ()):
            if link.path[-1].property == TYPE and form.type is not None and not self._overlap(form.type, link.anchor):
                continue  # no thing is of both classes anyway
            if len(form.links) > 1 or form.type is not None:
                changed = (*form.links[:at], link._replace(holds=False), *form.links[at + 1 :])
                yield form._replace(links=changed)
        of_denied = any(link.holds and link.anchor in self._question.denied for link in form.links)
        steps = self.steps_of(form)
        kinds = {form.type, *(link.anchor for link in form.links if link.path[-1].property == TYPE)}
        for step in steps:
            spoken = self._is_lacked(step)
            if self.is_special(step, steps) or any(step.property == link.path[-1].property for link in form.links):
                continue  # who wasn't trained by somebody needn't have trained nobody
            if spoken and of_denied:
                continue  # "which cheeses aren't made from cow's milk" denies the milk, not that they are made
            if spoken or (marks.denials and self._counting.ends_in_class(step, kinds)):
                yield form._replace(bounds=(*form.bounds, self._lacking(step)))
        for path in self._to_class(form) if marks.denials else ():
            yield form._replace(bounds=(*form.bounds, Bound(path, "lacks")))
        if form.type is not None and not of_denied:
            for step in self._around.of_class(form.type):
                joined = any(step.property == link.path[-1].property for link in form.links)
                if self._is_lacked(step) and not joined:
                    yield form._replace(bounds=(*form.bounds, self._lacking(step)))

    def _is_lacked(self, step: PathStep) -> bool:
        """Return whether a property is mentioned as lacking: a death, if it is asked who is alive."""
        if step.property in self.deaths:
            return True
        return bool(self._question.qualifiers.denials) and self._question.strength(step.property) >= SPOKEN

    def _lacking(self, step: PathStep) -> Bound:
        """Return the bound by which things lack a property; if some are said not to have it, the others aren't known."""
        denied = not step.inverse and self._around.is_denied(step.property)
        return Bound((step,), "denied" if denied else "lacks")

    def _overlap(self, type: str, other: str) -> bool:
        """Return whether a sample of the things of a class has some of another class."""
        return any(self._knowledge.is_a(one, other) for one in self._around.sample(type))

    def _flagged(self, form: Form) -> Iterator[Form]:
        """Yield a form with one or two mentioned properties that its things have, or are flagged with."""
        if len(form.bounds) > 1 or form.wants != THINGS or form.among:
            return
        flags = self._flags(self.steps_of(form))
        if form.type is not None and not form.links:
            flags = list(dict.fromkeys([*flags, *self._happened(form.type)]))
        likely = [bound for bound in flags if bound.path[0].property not in form.properties][:3] if flags else []
        for one in likely:
            yield form._replace(bounds=(*form.bounds, one))
        if not form.bounds:
            yield from (form._replace(bounds=pair) for pair in combinations(likely, 2))

    @remembered(8)
    def _happened(self, type: str) -> list[Bound]:
        """Return the bounds by which something has happened to some things of a class, though not to all, of which a
        participle before the class's name tells: "how many solved cases are there"."""
        question, marks = self._question, self._question.qualifiers
        support = question.support.get(type)
        if marks.extremes or marks.comparisons or marks.values or marks.asked or question.asks in ("when", "whether"):
            return []
        kind = min(support.by_word) if support is not None else 0
        if kind == 0 or _PARTICIPLE.fullmatch(question.words[kind - 1].form) is None:
            return []
        return [
            Bound((step,), "has")
            for step in self._around.of_class(type)
            if not step.inverse
            and (one := question.support.get(step.property)) is not None
            and one.by_word.get(kind - 1, 0.0) >= _FLAGGED
            and self._around.measured(step.property) == MOMENT
            and self._around.share(type, step.property) < 1.0
        ]

    @remembered(64)
    def _flags(self, steps: tuple[PathStep, ...]) -> list[Bound]:
        """Return the bounds by which things have a mentioned property, the clearest first."""
        marks = self._question.qualifiers
        compares = marks.extremes or marks.comparisons  # with a comparison, "has" refers to the compared value
        having = not compares and of_any_language("asking", "has").search(self._question.text) is not None
        flags: list[tuple[float, Bound]] = []
        for step in steps:
            if (said := self._question.strength(step.property)) >= _FLAGGED:
                flag = not step.inverse and self._around.is_flag(step.property)
                if flag or (having and said >= _HAD):
                    flags.append((said + flag, Bound((step,), "has")))
        return [bound for _, bound in sorted(flags, key=lambda one: (-one[0], one[1]))]

    def ordered(self, form: Form) -> Iterator[Form]:
        """Yield the form in the orders of the question's superlatives, and without an order."""
        extremes = self._superlatives()
        if not extremes:
            yield form
            return
        for extreme in extremes:
            yield from (form._replace(order=order) for order in self.orders(form, extreme))
        yield form

    def _superlatives(self) -> list[Extreme]:
        """Return the superlatives and comparatives that aren't part of a comparison with "than"."""
        marks = self._question.qualifiers
        than = marks.than
        if than is None or not marks.comparisons:
            return list(marks.extremes)
        if self._question.language == "ko":  # what is compared with stands before the comparative
            return [one for one in marks.extremes if one.start < than.start]
        return [one for one in marks.extremes if one.end > than.start]

    def orders(self, form: Form, extreme: Extreme) -> Iterator[Order]:
        """Yield orders that a superlative may mean: by measures of its dimension, or by number of values."""
        dimension = dimensions().get(extreme.dimension)
        scored: list[tuple[float, Order]] = []
        near = extreme_support(self._question.known.wordbook, extreme.dimension) if dimension else {}
        measures = self.measures(form)
        fitting = any(near.get(path[-1].property, 0.0) >= _FITS for path, _ in measures)
        born = dimension_support(self._question.known.wordbook, "born") if extreme.dimension == "age" else {}
        of_life = OF_LIFE.search(self._question.text[extreme.start : extreme.end]) is not None
        births = {path for path, _ in measures if of_life and born.get(path[-1].property, 0.0) >= BEGINS}
        for path, kind in measures:
            property = path[-1].property
            unit = unit_of(property, self._knowledge.lexicon)
            fits = near.get(property, 0.0)
            said = self._question.strength(property)
            least = SPOKEN if dimension is None or dimension.get("any", True) else _SAID
            if fitting and fits < _FAR and said < least:
                continue  # the oldest vehicle in the fleet isn't the one with the highest fleet number
            if births and path not in births and said < least:
                continue  # the youngest member isn't the newest
            timed = kind != DURATION or extreme.dimension == "speed"  # what costs most isn't what takes longest
            if dimension and kind not in dimension["kinds"] and not (timed and said >= 0.5):
                continue
            if not dimension and kind in (MOMENT, TIME):
                continue  # nobody gives the most by being the latest
            if dimension and unit is not None and said < 0.5 and not _may_measure(extreme.dimension, unit):
                continue  # what is over soonest isn't what has the least kilometres an hour
            down = extreme.down
            if dimension and is_turned(extreme.dimension, self._kind_in_order(property), unit):
                down = not down
            scored.append((max(fits, said), Order(path, down)))
        for step in self.steps_of(form):
            said = self._question.strength(step.property)
            counted = (not dimension or extreme.dimension == "population") and (
                said >= SPOKEN or self._counting.ends_in_class(step)
            )
            if counted and (step.inverse or self._around.measured(step.property) is None):
                scored.append((said, Order((step,), extreme.down, counted=True)))
        if not dimension:
            scored += [(0.2, Order(path, extreme.down, counted=True)) for path in self._to_class(form)]
        scored.sort(key=lambda one: (-one[0], one[1]))
        marks = self._question.qualifiers
        rank, take = (one.number if one is not None else 1 for one in (marks.rank, marks.take))
        yield from (order._replace(rank=rank, take=take) for _, order in scored[:4])
