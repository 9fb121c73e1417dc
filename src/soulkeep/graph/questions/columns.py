"""All values of a property, or all things of a class, as columns: faster than lookups where many things are needed.

A column is created and sorted when it is first needed, and kept until others need its space.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from sys import intern
from threading import Lock
from typing import NamedTuple

import numpy as np

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.forms import Order, PathStep
from soulkeep.graph.remembered import remembered
from soulkeep.graph.terms import parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import Measure, measured, points

_ZERO = frozenset(("0", "+0", "0.0"))
_MOST = 200_000
"""Most statements in all columns, at some 250 bytes each; a single column may be larger."""

_LOOKUP = 3
"""How many statements are read one after the other in the time in which a thing's are looked up."""

_NONE = Measure("", 0.0, 0.0)


class _Measured(NamedTuple):
    """Measurable values in ascending order; five lists take a fifth of the memory of a list of tuples."""

    lows: array[float]
    highs: array[float]
    kinds: list[str]
    values: list[str]
    things: list[str]


class Column:
    """The values of a step, by thing.

    Args:
        values: the values of each thing.
    """

    def __init__(self, values: Mapping[str, Sequence[str]]) -> None:
        self.values = values

    @cached_property
    def having(self) -> frozenset[str]:
        """The things that have a value other than "no"."""
        return frozenset(thing for thing, values in self.values.items() if not all(map(is_no, values)))

    def put_in_order(self) -> None:
        """Bring the values in order, for which the first question that compares by them would wait."""
        _ = self._measured

    @cached_property
    def _measured(self) -> _Measured:
        things = [thing for thing, values in self.values.items() for _ in values]
        values = [value for values in self.values.values() for value in values]
        if (all_points := points(values)) is not None:
            kind, lows = all_points
            order = np.argsort(lows, kind="stable").tolist()
            highs, kinds = lows, [kind] * len(lows)
        else:
            measures = [measured(value) or _NONE for value in values]
            lows, highs = [one.low for one in measures], [one.high for one in measures]
            kinds = [one.kind for one in measures]
            order = sorted((at for at, one in enumerate(measures) if one is not _NONE), key=lows.__getitem__)
        return _Measured(
            array("d", [lows[at] for at in order]),
            array("d", [highs[at] for at in order]),
            [kinds[at] for at in order],
            [values[at] for at in order],
            [things[at] for at in order],
        )

    def within(self, sign: str, other: Measure) -> set[str]:
        """Return the things with a value that stands in a relation (`sign`) to a measure of the same kind."""
        lows, highs, kinds, _, things = self._measured
        begin, end = 0, len(lows)
        if sign in (">", ">="):
            begin = bisect_right(lows, other.high) if sign == ">" else bisect_left(lows, other.low)
        elif sign in ("<", "<="):
            end = bisect_left(lows, other.low) if sign == "<" else bisect_right(lows, other.high)
        else:
            begin, end = bisect_left(lows, other.low), bisect_right(lows, other.high)
        if sign != "=" and kinds.count(other.kind) == len(kinds):
            return set(things[begin:end])
        return {
            things[at]
            for at in range(begin, end)
            if kinds[at] == other.kind and (sign != "=" or highs[at] <= other.high)
        }

    def first(self, things: Set[str], order: Order) -> tuple[list[str], str | None]:
        """Return those of some things that are first in an order, and the first one's value."""
        measured = self._measured
        count = len(measured.lows)
        ranked = (
            (measured.lows[at], measured.things[at], measured.values[at])
            for at in (range(count - 1, -1, -1) if order.down else range(count))
            if measured.things[at] in things
        )
        return firsts(ranked, order)


def firsts(ranked: Iterable[tuple[float, str, str]], order: Order) -> tuple[list[str], str | None]:
    """Return the things that an order asks for, of things with their amounts and values, sorted by amount. Those with equal
    amounts stand at one place. The value is that by which the only, or first, place is taken."""
    places: list[dict[str, str]] = []
    told: set[str] = set()
    last: float | None = None
    for amount, thing, value in ranked:
        if thing in told and not (places and thing in places[-1] and amount == last):
            continue  # it has a place by another value
        if amount != last:
            if len(told) >= order.rank - 1 + order.take if order.take > 1 else len(places) >= order.rank:
                break
            places.append({})
            last = amount
        places[-1][thing] = (max if order.down else min)(places[-1].get(thing, value), value)
        told.add(thing)
    asked = places[order.rank - 1 :]
    things = [thing for place in asked for thing in sorted(place)]
    return things, asked[0][things[0]] if things and order.take == 1 else None


class Columns:
    """The columns of a graph, and the things of its classes.

    Args:
        knowledge: the graph with its indexes.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._lock = Lock()
        self._held: OrderedDict[tuple[PathStep, str | None], Column] = OrderedDict()
        self._size = 0
        self._things: dict[str, tuple[str, ...]] = {}

    def of(self, step: PathStep, type: str | None = None) -> Column:
        """Return the column of a step, not including parts of values (`Knowledge.parts_of`); with `type`, it may be only
        that of the things of a class."""
        few = type is not None and len(self.things_of(type)) * _LOOKUP < self._knowledge.schema.uses.get(
            step.property, 0
        )
        with self._lock:
            key = (step, type if few and (step, None) not in self._held else None)
            if (column := self._held.get(key)) is not None:
                self._held.move_to_end(key)
                return column
        made = self._made(*key)  # by each who needs it meanwhile: nobody waits for another's column
        with self._lock:
            column = self._held.setdefault(key, made)
            if column is made:
                self._size += len(made.values)
                while self._size > _MOST and len(self._held) > 1:
                    self._size -= len(self._held.popitem(last=False)[1].values)
            return column

    def _made(self, step: PathStep, type: str | None) -> Column:
        values: dict[str, Sequence[str]] = {}  # most things have one value
        several: dict[str, list[str]] = {}
        alone: dict[str, tuple[str]] = {}  # things with the same value share it
        for begin, end in self._pairs(step, type):
            values_known = values.get(begin)
            if values_known is None:
                if (value := alone.get(end)) is None:
                    value = alone[end] = (intern(end),)
                values[intern(begin)] = value
            else:
                several.setdefault(begin, [*values_known]).append(intern(end))
        # The garbage collector goes through lists, but not through tuples of strings.
        values.update((begin, tuple(ends)) for begin, ends in several.items())
        return Column(values)

    def _pairs(self, step: PathStep, type: str | None) -> Iterator[tuple[str, str]]:
        """Yield the beginnings and ends of a step, of all things or those of a class."""
        graph, property = self._knowledge.graph, step.property
        if type is None:
            pairs = graph.pairs(property)
            yield from ((value, subject) for subject, value in pairs) if step.inverse else pairs
            return
        for one in self.things_of(type):
            for end in graph.subjects(property, one) if step.inverse else graph.objects(one, property):
                yield one, end

    def things_of(self, type: str) -> tuple[str, ...]:
        """Return the things of a class, sorted."""
        things = self._things.get(type)
        if things is None:
            things = self._things[type] = tuple(self._knowledge.members(type))
        return things

    @remembered(1024)
    def is_of(self, type: str) -> frozenset[str]:
        """Return the things that belong to a class (as `Knowledge.is_a`)."""
        return self._knowledge.instances(type)


def is_no(value: str) -> bool:
    """Return whether a value means that something isn't so, or that there is none of it."""
    if value[0] != '"':
        return False
    text, datatype = parsed(value).value, parsed(value).datatype or ""
    return text in ("false", "0") if datatype.endswith("boolean") else text in _ZERO and datatype.startswith(XSD)
