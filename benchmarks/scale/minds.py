"""Simulate which reads find the tenant's working set in the worker's memory: least recently used, by bytes, as the
library does.

A turn reads twice: the recall, on the worker that the request went to; and half a second later the work in the
background, which looks whether the same was said before, on the worker that claimed it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scale.activity import DAY, Turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Routing:
    """The assignment of requests and work to workers.

    Attributes:
        affinity: a tenant's requests go to the worker that rendezvous hashing chooses; otherwise to any.
        own_work: a worker claims the background work of the tenants it serves; otherwise that of any.
    """

    affinity: bool = True
    own_work: bool = True


@dataclass(frozen=True, slots=True)
class Reads:
    """Reads of working sets, two for each turn.

    Attributes:
        times: of the turns, in seconds.
        recall, background: whether the read was cold.
        held: working sets in memory at the end, of all workers.
        nbytes: theirs, of all workers.
    """

    times: NDArray[np.float64]
    recall: NDArray[np.bool_]
    background: NDArray[np.bool_]
    held: int
    nbytes: float

    def shares(self, day: int, bins: int = 24) -> list[tuple[float, float]]:
        """Return, for each part of a day, the shares of recalls and of background reads that were cold."""
        part = ((self.times - day * DAY) // (DAY / bins)).astype(np.int64)
        found = []
        for number in range(bins):
            there = part == number
            many = max(1, int(there.sum()))
            found.append((float(self.recall[there].sum() / many), float(self.background[there].sum() / many)))
        return found

    def cold(self, day: int) -> tuple[float, float]:
        """Return the shares of recalls and of background reads that were cold over a day."""
        [found] = self.shares(day, 1)
        return found


def rendezvous(tenants: int, workers: int, *, place: int = 0) -> NDArray[np.int16]:
    """Return the worker of each tenant: the one whose hash with the tenant is highest; or next in rank, for `place`
    1…"""
    ranked = np.zeros((place + 1, tenants), dtype=np.uint64)
    chosen = np.full((place + 1, tenants), -1, dtype=np.int16)
    names = np.arange(tenants, dtype=np.uint64)
    for worker in range(workers):
        salt = np.uint64((worker + 1) * 0xD1B54A32D192ED03 % 2**64)
        score = _mixed(names * np.uint64(0x9E3779B97F4A7C15) + salt)
        number = np.full(tenants, worker, dtype=np.int16)
        for rank in range(place + 1):
            above = (score > ranked[rank]) | (chosen[rank] < 0)
            ranked[rank], score = np.where(above, score, ranked[rank]), np.where(above, ranked[rank], score)
            chosen[rank], number = np.where(above, number, chosen[rank]), np.where(above, chosen[rank], number)
    found: NDArray[np.int16] = chosen[place]
    return found


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return hashes by splitmix64, in which every bit of the input changes every bit of the output."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def read_through(
    turns: Turns,
    *,
    workers: int,
    budget: float,
    set_bytes: float,
    routing: Routing,
    chance: np.random.Generator,
    dies: float | None = None,
) -> Reads:
    """Send turns to workers, each with its working sets.

    Args:
        turns: of a sample of the tenants.
        workers: how many.
        budget: bytes of working sets a worker holds, for the sample.
        set_bytes: of a working set, each memory.
        routing: who does what.
        chance: chooses workers where the routing leaves it open.
        dies: when the first worker is gone for good; its tenants go to the next in rank.
    """
    number = len(turns)
    if routing.affinity:
        asked = rendezvous(len(turns.memories), workers)[turns.tenants]
        if dies is not None:
            second = rendezvous(len(turns.memories), workers, place=1)[turns.tenants]
            asked = np.where((turns.times >= dies) & (asked == 0), second, asked)
    else:
        asked = chance.integers(0, workers, number).astype(np.int16)
    claimed = asked if routing.own_work else chance.integers(0, workers, number).astype(np.int16)
    sizes: list[float] = (turns.memories * set_bytes).tolist()
    sets: list[OrderedDict[int, None]] = [OrderedDict() for _ in range(workers)]
    used = [0.0] * workers
    cold: tuple[bytearray, bytearray] = (bytearray(number), bytearray(number))
    places = zip(turns.tenants.tolist(), asked.tolist(), claimed.tolist(), strict=True)
    for turn, (tenant, first, second) in enumerate(places):
        for which, worker in ((0, first), (1, second)):
            held = sets[worker]
            if tenant in held:
                held.move_to_end(tenant)
                continue
            cold[which][turn] = 1
            held[tenant] = None
            size = used[worker] + sizes[tenant]
            while size > budget and len(held) > 1:  # one is always held, however large
                size -= sizes[held.popitem(last=False)[0]]
            used[worker] = size
    recall, background = (np.frombuffer(flags, dtype=np.bool_) for flags in cold)
    return Reads(turns.times, recall, background, sum(map(len, sets)), sum(used))
