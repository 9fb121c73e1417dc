"""Solutions of forms over a graph: the things that a form describes, and what it asks of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence, Set
from itertools import islice
from math import fsum
from typing import NamedTuple

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.columns import Column, Columns, firsts, is_no
from soulkeep.graph.questions.forms import (
    COUNT,
    DIFFERENCE,
    MEAN,
    RECKONED,
    SPAN,
    Bound,
    Form,
    Link,
    Order,
    Path,
    PathStep,
)
from soulkeep.graph.remembered import remembered
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri, is_literal, literal, parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import DURATION, NUMBER, is_in_month, is_moment, is_time, measure, month_of
from soulkeep.graph.words.quantities import duration_of

_VALUED = 20_000
"""Most statements of a property whose values are looked through."""

_MOST = 20_000
"""Most things that a step may lead to; beyond that, it leads to nothing."""

_MANY = 300
"""Number of things from which on all values of a property are read at once, as a column."""

_FEW = 16
"""How many times as many things as are left out make it quicker to look for those."""

_HELD = 50_000
"""Most results of paths that are cached."""

_DESCRIBED = 500_000
"""Most things described by forms that are cached, over all forms."""

_SOME = 100
"""Things that are looked at, of many, for how many of them have a value."""

_YEAR = 365.2425
_DATED = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?!\d)")


_Described = tuple[str | None, tuple[Link, ...], tuple[Bound, ...], tuple[str, ...]]


class Solution(NamedTuple):
    """The solution of a form: the things that it describes, the values asked for, their number, the value by which the
    first is first in the order, and whether all things have a part in what is reckoned."""

    things: tuple[str, ...]
    values: tuple[str, ...]
    number: float | None = None
    by: str | None = None
    whole: bool = True


def holds(form: Form, found: Solution) -> bool:
    """Return whether the answer to a yes/no question is yes: of each thing named, where it is asked of several."""
    return len(found.things) >= (len(form.among) if form.of_each else 1)


class Solver:
    """Solves forms. Partial results are cached, since the forms of a question have many in common.

    Args:
        knowledge: the graph with its indexes.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._graph = knowledge.graph
        self.columns = Columns(knowledge)
        self._reached: dict[tuple[str, Path], frozenset[str]] = {}
        self._described: dict[_Described, Sequence[str]] = {}
        self._described_size = 0

    def solve(self, form: Form) -> Solution:
        """Return the solution of a form."""
        if form.wants == SPAN:
            return self._span(form)
        by: str | None = None
        things: Sequence[str]
        if form.order is None:
            things = self.things(form)
        else:
            ordered, by = self._ordered(form.type, form.links, form.bounds, form.among, form.order)
            things = [one for one in ordered if not self._is_unknown(one)]
        values = self._projected(things, form.type, form.project) if form.project else things
        if form.but:
            values = [one for one in values if one not in form.but]
        if form.wants == DIFFERENCE:
            return self._reckoned(form, form.among)
        if form.wants in RECKONED:
            return self._reckoned(form, [one for one in things if one not in form.but])
        number = float(len(values)) if form.wants == COUNT else None
        return Solution(tuple(things), tuple(values), number, by)

    def things(self, form: Form) -> Sequence[str]:
        """Return the things that a form describes, sorted, regardless of its order and of what it asks."""
        things = self._things(form.type, form.links, form.bounds, form.among)
        named = bisect_left(things, "_")  # blank nodes sort last
        if named == len(things):
            return things
        return [*things[:named], *(one for one in things[named:] if not self._is_unknown(one))]

    def measured_share(self, form: Form) -> float:
        """Return the share (0 to 1) of a form's things that have a value to be ordered by; 1 where they are counted."""
        if form.order is None or form.order.counted:
            return 1.0
        things = self.things(form)
        some = things[:: max(len(things) // _SOME, 1)]
        return sum(bool(self.reached(one, form.order.path)) for one in some) / len(some) if some else 1.0

    def _is_unknown(self, term: str) -> bool:
        """Return whether a value only states existence: a blank node with no statements but its class and the inverses
        of statements about it."""
        return term.startswith("_:") and all(
            property == TYPE or (is_iri(value) and any(end == term for _, end in self._graph.about(value)))
            for property, value in self._graph.about(term)
        )

    def reached(self, begin: str, path: Path) -> frozenset[str]:
        """Return the ends of a path."""
        key = (begin, path)
        if len(self._reached) > _HELD:
            self._reached.clear()
        if key not in self._reached:
            front = frozenset((begin,))
            for step in path:  # values of unknown identity lead nowhere
                values_known = [one for one in front if one == begin or not self._is_unknown(one)]
                front = frozenset(other for one in values_known for other in self.step(one, step))
                if len(front) > _MOST:
                    front = frozenset()
            self._reached[key] = front
        return self._reached[key]

    def step(self, term: str, step: PathStep) -> tuple[str, ...]:
        """Return the ends of a step; a place also stands for the places that contain it."""
        if step.inverse:
            if step.property == TYPE:
                return tuple(self._knowledge.members(term))
            if is_literal(term):
                return self._having(step.property, term)
            parts = self._knowledge.parts_of(term) if self._knowledge.schema.parts else (term,)
            return tuple({one for part in parts for one in self._graph.subjects(step.property, part)})
        return () if is_literal(term) else tuple(self._graph.objects(term, step.property))

    def _having(self, property: str, value: str) -> tuple[str, ...]:
        exact = self._graph.subjects(property, value)
        if exact:
            return tuple(exact)
        wanted = parsed(value).value.casefold()
        return tuple(
            one
            for one, value_had in self._graph.pairs(property)
            if is_literal(value_had) and parsed(value_had).value.casefold() == wanted
        )

    # -- which things

    def _things(
        self, type: str | None, links: tuple[Link, ...], bounds: tuple[Bound, ...], among: tuple[str, ...]
    ) -> Sequence[str]:
        key = (type, links, bounds, among)
        things = self._described.get(key)
        if things is None:
            if len(bounds) == 1 and type is None and not (links or among):
                things = self._valued(bounds[0])
            elif bounds:  # forms of one question share the results of their other bounds
                things = self._bounded(self._things(type, links, bounds[:-1], among), type, bounds[-1])
            else:
                things = self._linked(type, links, among)
            self._described_size += len(things)
            if self._described_size > _DESCRIBED:
                self._described, self._described_size = {}, len(things)
            self._described[key] = things
        return things

    def _valued(self, bound: Bound) -> Sequence[str]:
        """Return the values of a property, where nothing else tells which things are meant."""
        if bound.sign != "has" or len(bound.path) > 1 or not bound.path[0].inverse:
            return ()
        pairs = islice(self._graph.pairs(bound.path[0].property), _VALUED)
        return sorted({end for _, end in pairs})

    def _linked(self, type: str | None, links: tuple[Link, ...], among: tuple[str, ...]) -> Sequence[str]:
        sets: list[Iterable[str]] = [among] if among else []
        sets += [self.reached(link.anchor, link.path) for link in links if link.holds]
        linked: Sequence[str]
        if sets:
            things = self._all(sets)
            if type is not None and len(things) < _MANY:
                things = [one for one in things if self._knowledge.is_a(one, type)]
            elif type is not None:
                things = [*self.columns.is_of(type).intersection(things)]
            linked = sorted(things)
        else:
            linked = self.columns.things_of(type) if type is not None else ()
        for link in links:
            if not link.holds:
                linked = _without(linked, self.reached(link.anchor, link.path))
        return linked

    def _all(self, sets: Sequence[Iterable[str]]) -> list[str]:
        first, *others = sets
        rest = [frozenset(one) for one in others]
        return [one for one in dict.fromkeys(first) if all(one in other for other in rest)]

    def _bounded(self, things: Sequence[str], type: str | None, bound: Bound) -> Sequence[str]:
        """Return those of some sorted things whose value satisfies a bound."""
        column = self._column(bound.path, things, type)
        alone = bound.sign == "denied" or month_of(bound.value) is not None
        if column is None or alone or (bound.path[0].inverse and bound.sign not in ("has", "lacks")):
            return [one for one in things if self.lies_in(one, bound)]
        if bound.sign == "lacks":
            return [one for one in things if one not in column.having]
        if bound.sign.startswith("count"):
            if is_iri(bound.value):
                return [one for one in things if self.lies_in(one, bound)]
            least = float(bound.value)
            return [
                one for one in things if _compares(float(len(column.values.get(one, ()))), bound.sign[5:], least, least)
            ]
        if bound.sign == "has":
            within: Set[str] = column.having
        else:
            others = [measure(one) for one in self._compared_with(bound)]
            within = {one for other in others if other is not None for one in column.within(bound.sign, other)}
            if bound.sign == "=" and not is_iri(bound.value):
                within |= {*self._graph.subjects(bound.path[0].property, bound.value)}
        if type is not None and things is self.columns.things_of(type) and len(within) < len(things):
            blank = things[bisect_left(things, "_") :]
            return sorted([*(self.columns.is_of(type) & within), *(one for one in blank if one in within)])
        return [one for one in things if one in within]

    def _compared_with(self, bound: Bound) -> Iterable[str]:
        """Return the values that a bound compares with: its own literal, or the values of a thing."""
        return self.reached(bound.value, bound.path) if is_iri(bound.value) else (bound.value,)

    def _column(self, path: Path, things: Sequence[str], type: str | None) -> Column | None:
        """Return the column of a path for things of a class, if there are so many things that it is faster than single lookups."""
        if len(things) < _MANY or len(path) != 1 or self._is_parted(path[0]):
            return None
        return self.columns.of(path[0], type)

    def _is_parted(self, step: PathStep) -> bool:
        """Return whether a step leads to more than is stated: to the things of subclasses, or from wholes to what their
        parts have."""
        return step.property == TYPE or (step.inverse and bool(self._knowledge.schema.parts))

    def lies_in(self, thing: str, bound: Bound) -> bool:
        """Return whether a thing's value satisfies a bound."""
        step = bound.path[0]
        if bound.sign in ("has", "lacks") and len(bound.path) == 1 and step.inverse and not self._is_parted(step):
            return self._graph.is_value(thing, step.property) == (bound.sign == "has")  # a hub may have many
        values = self.reached(thing, bound.path)
        if bound.sign == "has":
            return any(not is_no(value) for value in values)
        if bound.sign == "denied":
            return any(map(is_no, values))
        if bound.sign == "lacks":
            return all(is_no(value) for value in values)
        if bound.sign.startswith("count"):
            least = float(len(self.reached(bound.value, bound.path))) if is_iri(bound.value) else float(bound.value)
            return _compares(float(len(values)), bound.sign[5:], least, least)
        if bound.sign == "=" and not is_iri(bound.value) and bound.value in values:
            return True
        if (month := month_of(bound.value)) is not None:
            return any(is_in_month(value, month) for value in values)
        others = [measure(one) for one in self._compared_with(bound)]
        for value in values:
            own = measure(value)
            for other in others:
                if own is not None and other is not None and own.kind == other.kind:
                    if bound.sign == "=" and other.low <= own.low and own.high <= other.high:
                        return True
                    if bound.sign != "=" and _compares(own.low, bound.sign, other.low, other.high):
                        return True
        return False

    @remembered(48)
    def _ordered(
        self,
        type: str | None,
        links: tuple[Link, ...],
        bounds: tuple[Bound, ...],
        among: tuple[str, ...],
        order: Order,
    ) -> tuple[list[str], str | None]:
        return self._first(self._things(type, links, bounds, among), type, order)

    # -- what of them

    def _first(self, things: Sequence[str], type: str | None, order: Order) -> tuple[list[str], str | None]:
        ranked: list[tuple[float, str, str]] = []
        column = self._column(order.path, things, type)
        if column is not None and not order.counted:
            return column.first(self._set_of(things, type), order)
        if order.counted:
            if column is None:
                counts = [len(self.reached(one, order.path)) for one in things]
            else:
                if order.down:  # most things have no value and needn't be looked at
                    own = self._set_of(things, type)
                    things = [one for one in column.values if one in own] or things
                counts = [len(column.values.get(one, ())) for one in things]
            if order.rank == order.take == 1:
                most = (max if order.down else min)(counts, default=0)
                extreme = sorted(one for one, count in zip(things, counts, strict=True) if count == most)
                return extreme, str(most) if extreme else None
            counted = sorted(zip(counts, things, strict=True), key=lambda one: -one[0] if order.down else one[0])
            return firsts(((float(count), one, str(count)) for count, one in counted), order)
        for one in things:
            values = self.reached(one, order.path)
            measured = [(amount.low, value) for value in values if (amount := measure(value)) is not None]
            if measured:
                best, value = max(measured) if order.down else min(measured)
                ranked.append((best, one, value))
        return firsts(sorted(ranked, key=lambda one: -one[0] if order.down else one[0]), order)

    def _set_of(self, things: Sequence[str], type: str | None) -> Set[str]:
        """Return things as a set; for all things of a class, the set is ready."""
        if type is not None and things is self.columns.things_of(type):
            own = self.columns.is_of(type)
            return own if len(own) == len(things) else frozenset(things)
        return frozenset(things)

    def _projected(self, things: Sequence[str], type: str | None, path: Path) -> list[str]:
        column = self._column(path, things, type)
        reached = (
            (self.reached(one, path) for one in things)
            if column is None
            else (column.values.get(one, ()) for one in things)
        )
        values_found = dict.fromkeys(value for values in reached for value in sorted(values))
        return [one for one in values_found if one < "_" or not self._is_unknown(one)]

    def _reckoned(self, form: Form, things: Sequence[str]) -> Solution:
        """Return the sum, the mean or the difference of the amounts of things. A thing with no amount, or with several, is
        left out, and the solution isn't whole; nothing is returned where two can't be compared, or amounts aren't of one
        kind. A difference has a negative number if the first amount is the smaller one."""
        amounts: list[float] = []
        kinds: set[str] = set()
        column = self._column(form.project, things, form.type)
        for one in things:
            values = self.reached(one, form.project) if column is None else column.values.get(one, ())
            own = [amount for value in values if (amount := measure(value)) is not None]
            if len({amount.low for amount in own}) == 1:
                kinds.add(own[0].kind)
                amounts.append(own[0].low)
        whole = len(amounts) == len(things)
        if len(kinds) != 1 or not kinds <= {NUMBER, DURATION} or (form.wants == DIFFERENCE and not whole):
            return Solution(tuple(things), ())
        number = fsum(amounts)
        if form.wants == MEAN:
            number /= len(amounts)
        elif form.wants == DIFFERENCE:
            number = amounts[0] - amounts[1]
        told = abs(number) if form.wants == DIFFERENCE else number
        if kinds == {DURATION}:
            value = literal(duration_of(told), datatype=XSD + "duration")
        else:
            value = literal(_rounded(told), datatype=XSD + "decimal")
        return Solution(tuple(things), (value,), number, whole=whole)

    def _span(self, form: Form) -> Solution:
        """Return two dates with the whole years between them, or two times of a day."""
        if form.thing is None or form.dates is None:
            return Solution((), ())
        first = self._date(form.thing, form.dates[0])
        last = self._date(form.other or form.thing, form.dates[1])
        if first is None or last is None or (daily := is_time(first)) != is_time(last):
            return Solution((form.thing,), ())
        return Solution((form.thing,), (first, last), 0.0 if daily else years_between(first, last))

    def _date(self, thing: str, path: Path) -> str | None:
        dated = [one for one in self.reached(thing, path) if is_moment(one) or is_time(one)]
        return min(dated, default=None)


def _without(things: Sequence[str], out: Set[str]) -> Sequence[str]:
    """Return sorted things without some; few are looked for, rather than each of many being compared."""
    if len(out) * _FEW > len(things):
        return [one for one in things if one not in out]
    kept = [*things]
    for one in out:
        at = bisect_left(kept, one)
        if at < len(kept) and kept[at] == one:
            del kept[at]
    return kept


def _rounded(number: float) -> str:
    """Return a number as people tell it: two decimals, or three digits of what is smaller than that."""
    return f"{round(number, 2):.12g}" if abs(number) >= 1 or number == 0 else f"{number:.3g}"


def years_between(first: str, last: str) -> float | None:
    """Return the whole years from one date to another; for a year or a month alone, as far as it tells."""
    one, other = measure(first), measure(last)
    if one is None or other is None:
        return None
    born, then = (_DATED.match(parsed(date).value) for date in (first, last))
    if born is None or then is None:
        return float(round((other.low - one.low) / _YEAR))
    told = [(begun, ended) for begun, ended in zip(born.groups(), then.groups(), strict=True) if begun and ended]
    years = int(then[1]) - int(born[1])
    return float(years - ([ended for _, ended in told[1:]] < [begun for begun, _ in told[1:]]))


def _compares(own: float, sign: str, low: float, high: float) -> bool:
    if sign == "<":
        return own < low
    if sign == "<=":
        return own <= high
    if sign == ">":
        return own > high
    if sign == ">=":
        return own >= low
    return low <= own <= high
