"""Whether a history of concurrent operations is linearizable: whether one order explains all that was found, in which
each operation happens at one moment between its call and its return.

The algorithm is Wing and Gong's search with Lowe's memory, as in porcupine: of the operations that may be next (called
before any other that is left has returned) one is taken, as long as the model allows what it found; where none can be,
the last one is put back. Two paths that took the same operations to the same state are one.

An operation of which nobody knows whether it took effect, because whoever called it was killed, returns never: it may
have happened at any time since, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

S = TypeVar("S", bound=Hashable)

Step = Callable[[S, Any], Iterable[S]]
"""The model: the states that a call may lead to from a state, given what it found; none if it can't have found that."""


class Undecided(Exception):
    """The search was given up: there are too many orders."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that was done, and when.

    Attributes:
        called, returned: on one clock for all; `returned` is `inf` where nobody knows what came of it.
        call: what was done, and what it found, in the model's terms.
        reads: it changes nothing, whatever the state.
        before: when it has happened, as far as can be guessed from what was found later. The search is as right without
            it, and shorter with it: what has to happen first is tried first.
    """

    called: float
    returned: float
    call: Any
    reads: bool = False
    before: float = inf


@dataclass(frozen=True, slots=True)
class Verdict(Generic[S]):
    """The outcome of a check.

    Attributes:
        order: the operations in an order that explains the history; None if there is none.
        explored: how many configurations were looked at.
        state, stuck: where the search came farthest without an order: the state there, and the operations of which each
            may be next and none fits.
    """

    order: list[Operation] | None
    explored: int
    state: S
    stuck: tuple[Operation, ...] = ()

    def __bool__(self) -> bool:
        return self.order is not None


class _Taken(NamedTuple):
    """The operations that were taken: of those that returned, all before `first`, and beyond it those in the bitset
    `beyond`; of the others, those in `unknown`."""

    first: int
    beyond: int
    unknown: int


def linearize(operations: Iterable[Operation], initial: S, step: Step[S], *, limit: int = 50_000) -> Verdict[S]:
    """Look for an order of operations that a model allows.

    Args:
        operations: of one object; histories of several are checked one by one.
        initial: the model's state before.
        step: the model.
        limit: configurations to look at before giving up.

    Raises:
        Undecided: at the limit.
    """
    search = _Search(operations)
    start = (_Taken(0, 0, 0), initial)
    seen = {start}
    path: list[tuple[Operation | None, Iterator[tuple[Operation, tuple[_Taken, S]]]]]
    path = [(None, search.following(*start, step))]
    farthest = start
    while path:
        for operation, configuration in path[-1][1]:
            if configuration in seen:
                continue
            if len(seen) >= limit:
                raise Undecided(f"{limit} configurations of {search.count} operations")
            seen.add(configuration)
            path.append((operation, search.following(*configuration, step)))
            if search.is_done(configuration[0]):
                return Verdict([taken for taken, _ in path if taken is not None], len(seen), configuration[1])
            farthest = max(farthest, configuration, key=lambda one: one[0].first)
            break
        else:
            path.pop()
    if search.is_done(start[0]):
        return Verdict([], 1, initial)
    stuck = tuple(operation for operation, _ in search.next_ones(farthest[0]))
    return Verdict(None, len(seen), farthest[1], stuck)


class _Search:
    """The operations, and which of them may be next."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        in_order = sorted(operations, key=lambda one: one.called)
        self._known = [one for one in in_order if one.returned < inf]
        self._unknown = [one for one in in_order if one.returned == inf]
        self.count = len(in_order)

    def is_done(self, taken: _Taken) -> bool:
        """Return whether all operations that returned were taken."""
        return taken.first == len(self._known)

    def next_ones(self, taken: _Taken) -> Sequence[tuple[Operation, _Taken]]:
        """Return the operations that may be next, each with what is taken then: first those that can wait least, last
        those that may never have happened."""
        open_ones: list[tuple[Operation, _Taken]] = []
        earliest = inf
        beyond = taken.beyond
        for place in range(taken.first, len(self._known)):
            operation = self._known[place]
            if operation.called > earliest:
                break
            if not beyond >> (place - taken.first) & 1:
                earliest = min(earliest, operation.returned)
                open_ones.append((operation, _with(taken, place)))
        for place, operation in enumerate(self._unknown):
            if operation.called > earliest:
                break
            if not taken.unknown >> place & 1:
                open_ones.append((operation, taken._replace(unknown=taken.unknown | 1 << place)))
        return sorted(open_ones, key=lambda one: min(one[0].before, one[0].returned))

    def following(self, taken: _Taken, state: S, step: Step[S]) -> Iterator[tuple[Operation, tuple[_Taken, S]]]:
        """Return the operations that may come next, each with the configuration that it leads to.

        A read that may be next and fits is taken at once: if any order exists, there is one that begins with it. An
        operation that may never have happened is left out if it changes nothing.
        """
        leading: list[tuple[Operation, tuple[_Taken, S]]] = []
        for operation, then in self.next_ones(taken):
            reached = [*step(state, operation.call)]
            if reached and operation.reads:
                return iter([(operation, (then, state))])
            leading += [(operation, (then, one)) for one in reached if one != state or operation.returned < inf]
        return iter(leading)


def _with(taken: _Taken, place: int) -> _Taken:
    """Return what is taken with one more of the operations that returned."""
    first, beyond = taken.first, taken.beyond | 1 << (place - taken.first)
    while beyond & 1:
        first, beyond = first + 1, beyond >> 1
    return taken._replace(first=first, beyond=beyond)
