"""Minds made of memories as a test writes them: each word, vector and time is what the test says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soulkeep.lang.terms import TERMS_VERSION, hash_terms
from soulkeep.search.bm25 import pack_terms
from soulkeep.search.signals import Query, Signals
from soulkeep.search.view import Mind
from soulkeep.search.working_set import Partition
from soulkeep.settings import Settings
from soulkeep.stores.rows import Head, PartitionKey, Space, State

DIMENSIONS = 8
NOW = 1_000_000.0

Vector = Sequence[float]


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A memory. `base` is the place in its partition of what it was derived from; `live`: it isn't deleted."""

    words: str = ""
    vector: Vector = (1.0,)
    marks: tuple[str, ...] = ()
    kind: str = "turn"
    source: str = "lived"
    session: str | None = "s"
    speaker: str | None = "anna"
    time: float | None = None
    importance: float = 1.0
    stability: float = 1.0
    accessed: float = NOW
    pinned: bool = False
    forgotten: bool = False
    superseded: bool = False
    base: int | None = None
    live: bool = True


ONES = (1.0, 2.0**-8, 2.0**-16)


def times_ones(value: float) -> list[float]:
    """Return a vector whose product with `ONES` is a number of single precision, exactly, though of half precision."""
    parts, left = list[float](), float(np.float32(value))
    for one in ONES:
        magnitude = 2.0 ** (np.floor(np.log2(abs(left))) - 10) if left else 1.0
        part = float(np.trunc(left / magnitude) * magnitude)
        left -= part
        parts.append(part / one)
    assert left == 0
    return parts


def just_below(value: float) -> float:
    return float(np.nextafter(np.float32(value), np.float32(-np.inf)))


def wide(vector: Vector) -> NDArray[np.float32]:
    """Return a vector with zeros appended."""
    whole = np.zeros(DIMENSIONS, dtype=np.float32)
    whole[: len(vector)] = vector
    return whole


class _Memories:
    """Stands in for a store, from which a partition is filled."""

    def __init__(self, states: list[State]) -> None:
        self._states = states

    def states(self, *_: Any, **__: Any) -> list[State]:
        return self._states


def partition_of(memories: Sequence[Drawn], *, id: int = 1) -> Partition:
    """Return a working set of some memories."""
    states = [_state(at, memory) for at, memory in enumerate(memories)]
    partition = Partition(id, PartitionKey("holmes", f"person {id}"), Space("drawn", DIMENSIONS))
    partition.catch_up(_Memories(states), Head(id, len(states)))  # type: ignore[arg-type]
    deleted = [state._replace(live=0) for state, memory in zip(states, memories, strict=True) if not memory.live]
    partition.catch_up(_Memories(deleted), Head(id, len(states) + 1))  # type: ignore[arg-type]
    return partition


def _state(at: int, memory: Drawn) -> State:
    return State(
        seq=10 * at + 10,
        live=1,
        kind=memory.kind,
        source=memory.source,
        session=memory.session,
        speaker=memory.speaker,
        time=memory.time,
        importance=memory.importance,
        stability=memory.stability,
        accessed=memory.accessed,
        pinned=memory.pinned,
        forgotten=1.0 if memory.forgotten else None,
        superseded="x" if memory.superseded else None,
        base=None if memory.base is None else 10 * memory.base + 10,
        terms=pack_terms(hash_terms(memory.words.split()), hash_terms(list(memory.marks))),
        terms_version=TERMS_VERSION,
        vector=wide(memory.vector).astype("<f2").tobytes(),
    )


def mind_of(*partitions: Sequence[Drawn]) -> Mind:
    """Return a mind of partitions with some memories each."""
    mind = Mind([partition_of(memories, id=at) for at, memories in enumerate(partitions, 1)])
    mind.measure()
    return mind


def query_of(words: str, vector: Vector = (1.0,), weights: Sequence[float] = ()) -> Query:
    split = words.split()
    return Query(
        text=words,
        vector=wide(vector),
        terms=hash_terms(split),
        weights=np.array([*weights, *[1.0] * len(split)][: len(split)], dtype=np.float32),
    )


def signals_of(mind: Mind, query: Query, *, now: float = NOW, **settings: Any) -> Signals:
    return Signals(mind, query, now=now, settings=Settings(background=False, **settings))
