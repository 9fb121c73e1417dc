"""All values of a property, or all things of a class, as columns: faster than lookups where many things are needed.

A column is created and sorted when it is first needed, and kept until others need its space.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from sys import intern
from threading import Lock
from typing import NamedTuple

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.forms import PathStep
from soulkeep.graph.terms import is_literal, parsed
from soulkeep.graph.vocabulary import XSD
from soulkeep.graph.words.measures import Measure, measure

_ZERO = frozenset(("0", "+0", "0.0"))
_MOST = 200_000
"""Most statements in all columns, at some 250 bytes each; a single column may be larger."""


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

    @cached_property
    def _measured(self) -> _Measured:
        measures = [
            (measured, value, thing)
            for thing, values in self.values.items()
            for value in values
            if (measured := measure(value)) is not None
        ]
        measures.sort(key=lambda one: one[0].low)
        return _Measured(
            array("d", [one.low for one, _, _ in measures]),
            array("d", [one.high for one, _, _ in measures]),
            [one.kind for one, _, _ in measures],
            [value for _, value, _ in measures],
            [thing for _, _, thing in measures],
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
        return {
            things[at]
            for at in range(begin, end)
            if kinds[at] == other.kind and (sign != "=" or highs[at] <= other.high)
        }

    def first(self, things: Set[str], *, down: bool) -> tuple[list[str], str | None]:
        """Return those of some things with the greatest (`down`) or least value, sorted, and the first one's value."""
        measured = self._measured
        best: float | None = None
        firsts: dict[str, str] = {}
        for at in range(len(measured.lows) - 1, -1, -1) if down else range(len(measured.lows)):
            if best is not None and measured.lows[at] != best:
                break
            thing, value = measured.things[at], measured.values[at]
            if thing in things:
                best = measured.lows[at]
                firsts[thing] = (max if down else min)(firsts.get(thing, value), value)
        first = sorted(firsts)
        return first, firsts[first[0]] if first else None


class Columns:
    """The columns of a graph, and the things of its classes.

    Args:
        knowledge: the graph with its indexes.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._lock = Lock()
        self._held: OrderedDict[PathStep, Column] = OrderedDict()
        self._size = 0
        self._classes: dict[str, tuple[tuple[str, ...], frozenset[str]]] = {}

    def of(self, step: PathStep) -> Column:
        """Return the column of a step, not including parts of values (`Knowledge.parts_of`)."""
        with self._lock:
            column = self._held.get(step)
            if column is None:
                column = self._held[step] = self._made(step)
                self._size += len(column.values)
                while self._size > _MOST and len(self._held) > 1:
                    self._size -= len(self._held.popitem(last=False)[1].values)
            self._held.move_to_end(step)
            return column

    def _made(self, step: PathStep) -> Column:
        values: dict[str, Sequence[str]] = {}  # most things have one value
        several: dict[str, list[str]] = {}
        for subject, value in self._knowledge.graph.pairs(step.property):
            begin, end = (value, subject) if step.inverse else (subject, value)
            values_known = values.get(begin)
            if values_known is None:
                values[intern(begin)] = (intern(end),)
            else:
                several.setdefault(begin, [*values_known]).append(intern(end))
        values.update(several)
        return Column(values)

    def things_of(self, type: str) -> tuple[str, ...]:
        """Return the things of a class, sorted."""
        return self._class(type)[0]

    def is_of(self, type: str) -> frozenset[str]:
        """Return the things that belong to a class (as `Knowledge.is_a`)."""
        return self._class(type)[1]

    def _class(self, type: str) -> tuple[tuple[str, ...], frozenset[str]]:
        instances = self._classes.get(type)
        if instances is None:
            things = tuple(map(intern, self._knowledge.members(type)))
            instances = self._classes[type] = things, frozenset(self._knowledge.instances(type))
        return instances


def is_no(value: str) -> bool:
    """Return whether a value means that something isn't so, or that there is none of it."""
    if not is_literal(value):
        return False
    text, datatype = parsed(value).value, parsed(value).datatype or ""
    return text in ("false", "0") if datatype.endswith("boolean") else text in _ZERO and datatype.startswith(XSD)
