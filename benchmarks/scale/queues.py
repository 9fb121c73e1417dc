"""Requests, workers and shards as queues, event by event.

A worker reckons on one core, one thing after another. A request holds one of its threads until it is answered, also
while it waits for the store. Background work takes one thing at a time, and rests in between, longer after a cold load
(`soulkeep.memory.worker`). A shard has some cores; of what a request waits for it, a part is reckoning, which queues,
and the rest is disk and network, which doesn't.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from heapq import heappop, heappush, heapreplace

import numpy as np
from numpy.typing import NDArray

from scale.activity import Activity
from scale.measured import Measured

RECALL, OBSERVE, BACKGROUND = range(3)
KINDS = ("recall", "observe", "background")
TRIPS = {"recall": "recall_trips", "observe": "observe_trips", "background": "background_trips"}

REST = 4.0
"""Time that background work rests after a cold load, in multiples of the load's duration …"""
LONGEST_REST = 0.1
"""… and at most, in seconds."""
QUIET = 0.5
"""Seconds after which what was stored is worked on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet:
    """The fleet of workers and shards.

    Attributes:
        workers: processes, each on a core.
        threads: of a worker, for requests.
        shards: database servers.
        cores: of a shard.
        network: milliseconds to a shard and back.
    """

    workers: int
    shards: int
    threads: int = 16
    cores: int = 8
    network: float = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A trouble, in seconds of the run.

    Attributes:
        begins, ends: when.
        stopped: shards that don't answer in that time (a restart).
        slow: by how much the others named in `slowed` take longer in that time.
        slowed: shards that are slow.
        dead: workers that are gone from `begins` on; `noticed` seconds later their requests go elsewhere.
    """

    begins: float = 0.0
    ends: float = 0.0
    stopped: frozenset[int] = frozenset()
    slowed: frozenset[int] = frozenset()
    slow: float = 10.0
    dead: frozenset[int] = frozenset()
    noticed: float = 2.0


@dataclass(frozen=True, slots=True)
class Requests:
    """The requests, in the order of time.

    Attributes:
        due: when it was asked for, in seconds: latency counts from then.
        times: when it came to a worker that lives.
        kinds, workers, shards: what, to which, of which.
        cold: whether a working set has to be loaded.
    """

    due: NDArray[np.float64]
    times: NDArray[np.float64]
    kinds: NDArray[np.int8]
    workers: NDArray[np.int32]
    shards: NDArray[np.int32]
    cold: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a simulation.

    Attributes:
        requests: that came.
        answered: of each, when; in seconds.
        latency: of each, in seconds.
        worker_busy, shard_busy: share of the time that their cores reckoned, by worker and by shard.
        seconds: until the last was answered, or came.
        loads: cold loads.
    """

    requests: Requests
    answered: NDArray[np.float64]
    latency: NDArray[np.float64]
    worker_busy: NDArray[np.float64]
    shard_busy: NDArray[np.float64]
    seconds: float
    loads: int

    def ms(self, kind: int, *shares: float, since: float = 0.0, until: float = float("inf")) -> list[float]:
        """Return percentiles of a kind's latency, in milliseconds, of the requests that came within a time."""
        came = self.requests.due
        chosen = self.latency[(self.requests.kinds == kind) & (came >= since) & (came < until)]
        if not len(chosen):
            return [0.0 for _ in shares]
        return [float(value) for value in np.percentile(chosen, shares) * 1000]


def draw_requests(
    rate: float,
    seconds: float,
    fleet: Fleet,
    chance: np.random.Generator,
    *,
    cold: tuple[float, float] = (0.0, 0.0),
    own_work: bool = False,
    activity: Activity | None = None,
    trouble: Trouble | None = None,
) -> Requests:
    """Draw requests of turns that come at a rate. Each turn is a recall and the storing of what the person said, and
    some seconds later of what the character answered; each of the two is worked on half a second later.

    Args:
        rate: turns a second.
        seconds: for how long turns come.
        fleet: which workers and shards there are.
        chance: when, and for whom.
        cold: the shares of recalls and of background work on what a person said that have to load the working set.
        own_work: whether a worker claims its own tenants' work.
        activity: how long the answer takes, and the pauses.
        trouble: of it, the dead workers: their tenants go to others, and are cold there at first.
    """
    people = activity or Activity()
    number = int(chance.poisson(rate * seconds))
    times = np.sort(chance.random(number) * seconds)
    workers = chance.integers(0, fleet.workers, number)
    shards = chance.integers(0, fleet.shards, number)
    loaded = chance.random(number) < cold[0]
    claimed = workers if own_work else chance.integers(0, fleet.workers, number)
    again = claimed if own_work else chance.integers(0, fleet.workers, number)
    came = times
    if trouble is not None and trouble.dead:
        living = np.array([worker for worker in range(fleet.workers) if worker not in trouble.dead])
        dead = np.array(sorted(trouble.dead))
        late = times >= trouble.begins
        moved = late & np.isin(workers, dead)
        # whoever was talking is cold once on the new worker, if the last turn was before the death
        loaded |= moved & (chance.random(number) < np.exp(-(times - trouble.begins) / people.mean_pause))
        came = np.where(moved, np.maximum(times, trouble.begins + trouble.noticed), times)
        workers = np.where(moved, living[chance.integers(0, len(living), number)], workers)
        claimed, again = (
            np.where(late & np.isin(chosen, dead), living[chance.integers(0, len(living), number)], chosen)
            for chosen in (claimed, again)
        )
    worked = chance.random(number) < cold[1]
    none = np.zeros(number, dtype=np.bool_)
    parts = [
        (0.0, RECALL, workers, loaded),
        (0.0, OBSERVE, workers, none),
        (people.reply, OBSERVE, workers, none),
        (QUIET, BACKGROUND, claimed, worked),
        (people.reply + QUIET, BACKGROUND, again, none),
    ]
    when = np.concatenate([came + part[0] for part in parts])
    order = np.argsort(when, kind="stable")
    return Requests(
        np.concatenate([times + part[0] for part in parts])[order],
        when[order],
        np.concatenate([np.full(number, part[1], dtype=np.int8) for part in parts])[order],
        np.concatenate([part[2] for part in parts])[order].astype(np.int32),
        np.tile(shards, len(parts))[order].astype(np.int32),
        np.concatenate([part[3] for part in parts])[order],
    )


@dataclass(slots=True)
class _Worker:
    free: float = 0.0
    busy: float = 0.0
    threads: int = 0
    waiting: deque[int] = field(default_factory=deque)
    work: deque[int] = field(default_factory=deque)
    working: bool = False


_COME, _ASK, _READ, _LOADED, _FINISH, _END, _RESTED = range(7)


def serve(
    requests: Requests,
    fleet: Fleet,
    measured: Measured,
    chance: np.random.Generator,
    *,
    trouble: Trouble | None = None,
) -> Outcome:
    """Serve requests, each with service times drawn from what was measured."""
    number = len(requests.times)
    before, after, waits, busy = _times(requests, measured, chance)
    loads = {name: measured.times[f"load_{name}"].draw(chance, number).tolist() for name in ("cpu", "wait")}
    rests = measured.times["background_rest"].draw(chance, number).tolist()
    network = fleet.network / 1000
    trips = [[measured[TRIPS[kind]] * network for kind in KINDS][kind] for kind in requests.kinds.tolist()]
    load_trip, load_busy = measured["load_trips"] * network, measured["load_busy"]
    times, kinds, cold = requests.times.tolist(), requests.kinds.tolist(), requests.cold.tolist()
    worker_of, shard_of = requests.workers.tolist(), requests.shards.tolist()
    workers = [_Worker(threads=fleet.threads) for _ in range(fleet.workers)]
    shards = [[0.0] * fleet.cores for _ in range(fleet.shards)]
    shard_busy = [0.0] * fleet.shards
    answered = np.zeros(number)
    events: list[tuple[float, int, int, int]] = []
    count = 0

    def at(time: float, what: int, which: int) -> None:
        nonlocal count
        count += 1
        heappush(events, (time, count, what, which))

    def reckon(worker: _Worker, now: float, seconds: float) -> float:
        worker.free = max(now, worker.free) + seconds
        worker.busy += seconds
        return worker.free

    def ask(shard: int, now: float, wait: float, share: float) -> float:
        """Return when the shard has answered: its computation, in the queue of its cores, and the rest."""
        if trouble is not None and trouble.begins <= now < trouble.ends:
            if shard in trouble.stopped:
                now = trouble.ends
            elif shard in trouble.slowed:
                wait *= trouble.slow
        reckoned = wait * share
        cores = shards[shard]
        done = max(now, cores[0]) + reckoned
        heapreplace(cores, done)
        shard_busy[shard] += reckoned
        return done + wait - reckoned

    if number:
        at(times[0], _COME, 0)
    end = 0.0
    while events:
        now, _, what, which = heappop(events)
        worker = workers[worker_of[which]]
        kind = kinds[which]
        if what == _COME:
            if which + 1 < number:
                at(times[which + 1], _COME, which + 1)
            if kind == BACKGROUND:
                if worker.working:
                    worker.work.append(which)
                else:
                    worker.working = True
                    at(reckon(worker, now, before[which]), _ASK, which)
            elif worker.threads:
                worker.threads -= 1
                at(reckon(worker, now, before[which]), _ASK, which)
            else:
                worker.waiting.append(which)
        elif what == _ASK:
            at(ask(shard_of[which], now, waits[which], busy[which]) + trips[which], _READ, which)
        elif what == _READ:
            if cold[which]:
                at(ask(shard_of[which], now, loads["wait"][which], load_busy) + load_trip, _LOADED, which)
            else:
                at(reckon(worker, now, after[which]) if after[which] else now, _END, which)
        elif what == _LOADED:
            at(reckon(worker, now, loads["cpu"][which]), _FINISH, which)
        elif what == _FINISH:
            at(reckon(worker, now, after[which]) if after[which] else now, _END, which)
        elif what == _END:
            answered[which] = end = now
            if kind == BACKGROUND:
                load = loads["cpu"][which] + loads["wait"][which] + load_trip if cold[which] else 0.0
                at(now + rests[which] + min(LONGEST_REST, REST * load), _RESTED, which)
            elif worker.waiting:
                following = worker.waiting.popleft()
                at(reckon(worker, now, before[following]), _ASK, following)
            else:
                worker.threads += 1
        elif worker.work:
            following = worker.work.popleft()
            at(reckon(worker, now, before[following]), _ASK, following)
        else:
            worker.working = False
    lasted = max(end, times[-1] if number else 0.0, 1e-9)
    return Outcome(
        requests,
        answered,
        answered - requests.due,
        np.array([worker.busy for worker in workers]) / lasted,
        np.array(shard_busy) / lasted / fleet.cores,
        lasted,
        int(requests.cold.sum()),
    )


def _times(
    requests: Requests, measured: Measured, chance: np.random.Generator
) -> tuple[list[float], list[float], list[float], list[float]]:
    """Return, for each request, in seconds: the computation before the store is asked and after, the wait for the
    store; and the share of that wait in which the store computes."""
    number = len(requests.times)
    before, after, waits, busy = (np.zeros(number) for _ in range(4))
    for kind, name in enumerate(KINDS):
        there = requests.kinds == kind
        many = int(there.sum())
        cpu = measured.times[f"{name}_cpu"].draw(chance, many)
        share = 0.5 if kind == RECALL else 1.0  # of a recall: the question is embedded before, the search comes after
        asked = 0.0 if kind == BACKGROUND else measured.times["request_cpu"].draw(chance, many)
        before[there], after[there] = asked + cpu * share, cpu * (1 - share)
        waits[there] = measured.times[f"{name}_wait"].draw(chance, many)
        busy[there] = measured[f"{name}_busy"]
    return before.tolist(), after.tolist(), waits.tolist(), busy.tolist()
