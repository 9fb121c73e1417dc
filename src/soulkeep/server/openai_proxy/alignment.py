"""Alignment of a front end's lines with stored turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_SAME, _EDITED, _LEFT_OUT = 4, 1, 1
"""Values of an equal and of an edited pair, and the cost of a turn left out between two pairs."""

_LOOK = 8
"""Most turns that are searched for an older line."""


class SaidLine(NamedTuple):
    """The parts of a line or a turn that are compared."""

    role: str
    key: str


class LinePair(NamedTuple):
    """The stored turn of a line, by index; `same` unless it was edited."""

    stored: int
    same: bool


def align(
    shown: Sequence[SaidLine], stored: Sequence[SaidLine], *, fresh: int, active: Sequence[bool]
) -> list[LinePair | None]:
    """Return the stored turn of each line; None for new or unknown lines.

    Order is kept and no turn is used twice; of equally good alignments, the one nearest to the end is chosen.

    Args:
        shown: the lines, oldest first.
        stored: the turns, oldest first.
        fresh: how many of the last lines may be new; these are never taken for edits of a turn.
        active: for each turn, whether it isn't forgotten. Forgotten turns, which the front end left behind, cost
            nothing to leave out, and no line is an edit of one.
    """
    if fresh and (again := _again(shown, stored, active)):
        return again
    for new in (fresh, 0) if fresh else (0,):  # the usual case: everything but the new lines is known
        common = len(shown) - new
        reach = min(common, len(stored))
        if reach and all(shown[common - n] == stored[len(stored) - n] for n in range(1, reach + 1)):
            pairs: list[LinePair | None] = [None] * len(shown)
            for n in range(1, reach + 1):
                pairs[common - n] = LinePair(len(stored) - n, True)
            return pairs
    return _best(shown, stored, fresh, active)


def _again(shown: Sequence[SaidLine], stored: Sequence[SaidLine], active: Sequence[bool]) -> list[LinePair | None]:
    """Return the pairs if only the last answers aren't shown, since they are to be generated again; else none."""
    places = [at for at, there in enumerate(active) if there]
    whole = [stored[at] for at in places]
    if whole[: len(shown)] != list(shown) or any(turn.role == "user" for turn in whole[len(shown) :]):
        return []
    return [LinePair(at, True) for at in places[: len(shown)]]


def _best(
    shown: Sequence[SaidLine], stored: Sequence[SaidLine], fresh: int, active: Sequence[bool]
) -> list[LinePair | None]:
    """Return the alignment with the highest value."""
    rows, columns, common = len(shown), len(stored), len(shown) - fresh
    worth = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(1, rows + 1):
        above, row, line, gap = worth[i - 1], worth[i], shown[i - 1], _gap(i, rows)
        for j in range(1, columns + 1):
            best = max(above[j], row[j - 1] - gap * active[j - 1])
            pair = above[j - 1] + _pair(line, stored[j - 1], i <= common and active[j - 1])
            row[j] = max(pair, best)
    pairs: list[LinePair | None] = [None] * rows
    i, j = rows, columns
    while i and j:
        value = _pair(shown[i - 1], stored[j - 1], i <= common and active[j - 1])
        if value and worth[i][j] == worth[i - 1][j - 1] + value:
            pairs[i - 1] = LinePair(j - 1, value == _SAME)
            i, j = i - 1, j - 1
        elif worth[i][j] == worth[i - 1][j]:
            i -= 1
        else:
            j -= 1
    return pairs


def _gap(i: int, rows: int) -> int:
    """Return the cost of a turn that isn't shown: positive between lines, 0 at either end. So a repeated line is taken
    for the turn beside its neighbours."""
    return _LEFT_OUT if i < rows else 0


def _pair(line: SaidLine, turn: SaidLine, editable: bool) -> int:
    if line == turn:
        return _SAME
    return _EDITED if editable and line.role == turn.role else 0


def older(shown: Sequence[SaidLine], stored: Sequence[SaidLine]) -> list[LinePair | None]:
    """Return the pairs of older lines and turns, of which only equal ones count, in one pass from the end."""
    pairs: list[LinePair | None] = [None] * len(shown)
    j = len(stored)
    for i in range(len(shown) - 1, -1, -1):
        near = range(j - 1, max(-1, j - 1 - _LOOK), -1)
        nearest = next((at for at in near if stored[at] == shown[i]), None)
        if nearest is not None:
            pairs[i], j = LinePair(nearest, True), nearest
    return pairs
