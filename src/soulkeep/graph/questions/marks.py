"""Places of the words in a question that compare, order, count and deny."""

from __future__ import annotations

from typing import NamedTuple

from soulkeep.graph.questions.values import Value


class Comparison(NamedTuple):
    """A comparing sign and its word's place; the compared values follow it, or precede it in Korean."""

    start: int
    end: int
    sign: str
    values: tuple[Value, ...]
    dimension: str = ""


class Extreme(NamedTuple):
    """A superlative or comparative: its dimension ("" for a bare "most"), and whether it asks for the greatest."""

    start: int
    end: int
    dimension: str
    down: bool


class RankSpot(NamedTuple):
    """A number that says which, or how many, of the first are asked for: the second longest, the three longest."""

    start: int
    end: int
    number: int


class Spot(NamedTuple):
    """The place of a word with a function."""

    start: int
    end: int
