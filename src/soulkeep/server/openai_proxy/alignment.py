"""Which of the lines that a front end shows are which of the turns that are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_SAME, _EDITED, _LEFT_OUT = 4, 1, 1
"""What a pair is worth, and what a turn costs that is left out between two."""

_LOOK = 8
"""Turns that are looked over for an older line, once."""


class SaidLine(NamedTuple):
    """A line or a turn, as far as comparing needs it."""

    role: str
    key: str


class LinePair(NamedTuple):
    """The stored turn that a shown line is, by its place; `same` unless it was edited."""

    stored: int
    same: bool


def align(
    shown: Sequence[SaidLine], stored: Sequence[SaidLine], *, fresh: int, active: Sequence[bool]
) -> list[LinePair | None]:
    """For each shown line, the stored turn that it is; None for what is new or unknown.

    Order is kept, nothing is paired twice, and of several ways the one nearest to the end is taken.

    Args:
        shown: lines, oldest first.
        stored: turns, oldest first.
        fresh: how many of the last lines may be new: none of them is taken as the edited form of a turn.
        active: for each turn, whether it isn't forgotten. One that is costs nothing to leave out, and no line is its
            edited form: the front end left it behind.
    """
    if fresh and (again := _again(shown, stored, active)):
        return again
    for new in (fresh, 0) if fresh else (0,):  # as it mostly is: all is known but what is new
        common = len(shown) - new
        reach = min(common, len(stored))
        if reach and all(shown[common - n] == stored[len(stored) - n] for n in range(1, reach + 1)):
            pairs: list[LinePair | None] = [None] * len(shown)
            for n in range(1, reach + 1):
                pairs[common - n] = LinePair(len(stored) - n, True)
            return pairs
    return _best(shown, stored, fresh, active)


def _again(shown: Sequence[SaidLine], stored: Sequence[SaidLine], active: Sequence[bool]) -> list[LinePair | None]:
    """The pairs, where all is shown but the last answers: they are to be given anew. Nothing, where it isn't so."""
    places = [at for at, there in enumerate(active) if there]
    whole = [stored[at] for at in places]
    if whole[: len(shown)] != list(shown) or any(turn.role == "user" for turn in whole[len(shown) :]):
        return []
    return [LinePair(at, True) for at in places[: len(shown)]]


def _best(
    shown: Sequence[SaidLine], stored: Sequence[SaidLine], fresh: int, active: Sequence[bool]
) -> list[LinePair | None]:
    """The way of pairing that is worth most."""
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
    """What a turn costs that isn't shown: something between lines, nothing before the first or after the last. So what
    was said twice is taken as that which stands beside its neighbours."""
    return _LEFT_OUT if i < rows else 0


def _pair(line: SaidLine, turn: SaidLine, editable: bool) -> int:
    if line == turn:
        return _SAME
    return _EDITED if editable and line.role == turn.role else 0


def older(shown: Sequence[SaidLine], stored: Sequence[SaidLine]) -> list[LinePair | None]:
    """The same for lines and turns further back, where only what is the same counts, in one pass from the end."""
    pairs: list[LinePair | None] = [None] * len(shown)
    j = len(stored)
    for i in range(len(shown) - 1, -1, -1):
        near = range(j - 1, max(-1, j - 1 - _LOOK), -1)
        nearest = next((at for at in near if stored[at] == shown[i]), None)
        if nearest is not None:
            pairs[i], j = LinePair(nearest, True), nearest
    return pairs
