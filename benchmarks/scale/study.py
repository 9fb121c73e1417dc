"""The simulations for docs/scale.md: sizes of the fleet, a day, memory, troubles, one machine; and checks of itself.

Ten million tenants aren't simulated one by one. Which working sets are in memory is simulated on a sample of them:
every worker there is, each with memory in proportion to the sample; least-recently-used depends on the share of the
sets that fits, not on their number. Queues are simulated at the real rates, all workers and shards, for some seconds of
each hour: turns of so many independent tenants come like a Poisson process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from math import ceil
from typing import Any

import numpy as np

from scale.activity import DAY, Activity, Turns, draw_turns
from scale.measured import Measured
from scale.minds import Reads, Routing, read_through
from scale.queues import (
    BACKGROUND,
    LONGEST_REST,
    OBSERVE,
    RECALL,
    REST,
    Fleet,
    Outcome,
    Requests,
    Trouble,
    draw_requests,
    serve,
)

GB = 1e9
SHARES = (50.0, 95.0, 99.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The load, the servers for it, and their prices. All of it is assumed.

    Attributes:
        tenants: characters times people.
        activity: what they do.
        routing: who does what.
        memory: of a worker, for working sets; GB.
        goal: milliseconds in which 99 % of the recalls are to be answered, and 99 % of the turns to be durable.
        shard_memories: memories of a shard.
        shard_cores, shard_memory: of a shard's server; cores and GB.
        replicas: servers of a shard, all of the same size.
        filled: share of a disk that is filled.
        network: milliseconds to a shard and back.
        core_hour, memory_hour, disk_month: price of a core and a GB of memory for an hour, a GB of SSD for a month;
            dollars.
        seed: of the chance.
    """

    tenants: int = 10_000_000
    activity: Activity = field(default_factory=Activity)
    routing: Routing = field(default_factory=Routing)
    memory: float = 6.0
    goal: float = 100.0
    shard_memories: float = 625e6
    shard_cores: int = 8
    shard_memory: float = 64.0
    replicas: int = 2
    filled: float = 0.7
    network: float = 0.3
    core_hour: float = 0.04
    memory_hour: float = 0.005
    disk_month: float = 0.10
    seed: int = 8

    @property
    def shards(self) -> int:
        """The number of shards that hold all memories."""
        return max(1, ceil(self.tenants * self.activity.memories / self.shard_memories))

    def chance(self, *for_: int) -> np.random.Generator:
        """Return a random generator that is the same for the same purpose, whatever else is drawn."""
        return np.random.default_rng([self.seed, *for_])

    def fleet(self, workers: int) -> Fleet:
        """Return a number of workers, and their shards."""
        return Fleet(workers=workers, shards=self.shards, cores=self.shard_cores, network=self.network)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The extent of the simulation.

    Attributes:
        sample: tenants that are followed through two days.
        hour: seconds of each hour that are served.
        alone: seconds that a single worker is served for, to find how much it can do.
        trouble: seconds before, in and after a trouble.
        memories: GB of a worker's memory that are compared.
        sizes: shares of the plan's tenants that workers are counted for.
    """

    sample: int = 150_000
    hour: float = 20.0
    alone: float = 60.0
    trouble: float = 60.0
    memories: tuple[float, ...] = (1, 2, 4, 8, 16)
    sizes: tuple[float, ...] = (0.01, 0.1, 1.0)


def study(plan: Plan, effort: Effort, measured: Mapping[str, Measured]) -> dict[str, Any]:
    """Return the whole study, as plain values."""
    turns = draw_turns(plan.activity, min(effort.sample, plan.tenants), 2, plan.chance(1))
    active_memories = float(turns.memories[turns.tenants].mean())
    store, file = (measured[name].loading(active_memories) for name in ("postgresql", "sqlite"))
    peak = float(turns.per_second(1, 144).max() * plan.tenants / len(turns.memories))
    sized = size_fleet(plan, effort, store, turns, peak)
    workers, hours = sized["workers"], sized.pop("reads")
    return {
        "plan": asdict(plan),
        "effort": asdict(effort),
        "peak": peak,
        "mean": float(turns.per_second(1).mean() * plan.tenants / len(turns.memories)),
        "talking": _talking(turns) * plan.tenants / len(turns.memories),
        "active_memories": active_memories,
        "fleet": sized,
        "background": background_rate(plan, store, sized["cold"][1]),
        "day": day(plan, effort, store, turns, hours, workers),
        "memory": memory(plan, effort, store, turns, workers),
        "sizes": sizes(plan, effort, store, turns, peak),
        "troubles": troubles(plan, effort, store, peak, hours, workers),
        "one_machine": one_machine(plan, effort, file, peak / plan.tenants),
        "checks": checks(plan, effort, store, turns, peak, hours, workers),
    }


def _talking(turns: Turns) -> float:
    """Return the most tenants that are in the middle of a session on the second day: those with a turn within five
    minutes."""
    spans = turns.times // 300
    late = spans >= DAY / 300
    pairs = np.unique(spans[late].astype(np.int64) * len(turns.memories) + turns.tenants[late])
    return float(np.bincount(pairs // len(turns.memories)).max())


def _read(plan: Plan, store: Measured, turns: Turns, workers: int, **changed: Any) -> Reads:
    routing, memory = changed.get("routing", plan.routing), changed.get("memory", plan.memory)
    return read_through(
        turns,
        workers=workers,
        budget=memory * GB * len(turns.memories) / changed.get("tenants", plan.tenants),
        set_bytes=store["working_set"],
        routing=routing,
        chance=plan.chance(2, workers),
        dies=changed.get("dies"),
    )


def background_rate(plan: Plan, store: Measured, cold: float) -> float:
    """Return how many memories per second a worker can process in the background, beside its rests. Every second one is
    the person's, and `cold` of these load a working set."""
    work = store.mean("background_cpu", "background_wait", "background_rest")
    load = store.mean("load_cpu", "load_wait") + store["load_trips"] * plan.network
    rest = min(LONGEST_REST * 1_000, REST * load)
    return 1_000 / (work + store["background_trips"] * plan.network + (load + rest) * cold / 2)


def most_turns(plan: Plan, effort: Effort, store: Measured, fleet: Fleet, cold: tuple[float, float]) -> float:
    """Return the most turns per second of one worker with which 99 % of recalls and of observes are within the goal and
    the background keeps up. A shard isn't the bottleneck.

    Args:
        plan: the goal, the network and the routing.
        effort: how long to simulate.
        store: measured times of the store.
        fleet: the fleet; one worker of it is simulated.
        cold: shares of recalls and of background reads that load a working set.
    """
    low, high = (
        0.0,
        1_000.0 / (3 * store.mean("request_cpu") + store.mean("recall_cpu") + 2 * store.mean("observe_cpu")),
    )
    high = min(high, background_rate(plan, store, cold[1]) / 2)
    for step in range(7):
        rate = high if step == 0 else (low + high) / 2
        found = _served(plan, store, replace(fleet, workers=1), rate, effort.alone, cold, 3, step)
        fine = all(found.ms(kind, 99.0)[0] <= plan.goal for kind in (RECALL, OBSERVE))
        if fine and step == 0:
            return high
        low, high = (rate, high) if fine else (low, rate)
    return low


def _served(
    plan: Plan,
    store: Measured,
    fleet: Fleet,
    rate: float,
    seconds: float,
    cold: tuple[float, float],
    *for_: int,
    trouble: Trouble | None = None,
) -> Outcome:
    chance = plan.chance(*for_)
    requests = draw_requests(
        rate,
        seconds,
        fleet,
        chance,
        cold=cold,
        own_work=plan.routing.own_work,
        activity=plan.activity,
        trouble=trouble,
    )
    return serve(requests, fleet, store, chance, trouble=trouble)


def size_fleet(plan: Plan, effort: Effort, store: Measured, turns: Turns, peak: float) -> dict[str, Any]:
    """Return the number of workers. Their processors and their memory depend on each other, so it is found by
    iteration.

    Args:
        plan: the goal and the memory of a worker.
        effort: how long to simulate.
        store: measured times of the store.
        turns: drawn turns of a sample of the tenants.
        peak: turns per second of all tenants at the peak.
    """
    cold, workers, each = (0.2, 0.2), 0, 0.0
    for _ in range(4):
        each = most_turns(plan, effort, store, plan.fleet(1), cold)
        wanted = ceil(peak / each) + 1  # one may die
        if abs(wanted - workers) <= max(1, workers // 50):
            break
        workers = wanted
        reads = _read(plan, store, turns, workers)
        cold = max(reads.shares(1), key=sum)
    return {"workers": workers, "turns_each": each, "cold": cold, "reads": reads.shares(1)}


def day(
    plan: Plan, effort: Effort, store: Measured, turns: Turns, hours: list[tuple[float, float]], workers: int
) -> list[dict[str, float]]:
    """Simulate each hour of a day, and return a row of figures for each.

    Args:
        plan: number of tenants, shards and routing.
        effort: how many seconds of an hour to simulate.
        store: measured times of the store.
        turns: drawn turns of a sample of the tenants.
        hours: for each hour, the shares of recalls and of background reads that load a working set.
        workers: number of workers.
    """
    rates = (turns.per_second(1) * plan.tenants / len(turns.memories)).tolist()
    there = enumerate(zip(rates, hours, strict=True))
    return [an_hour(plan, effort, store, hour, rate, cold, workers) for hour, (rate, cold) in there]


def an_hour(
    plan: Plan, effort: Effort, store: Measured, hour: int, rate: float, cold: tuple[float, float], workers: int
) -> dict[str, float]:
    """Simulate some seconds of an hour, and return its figures.

    Args:
        plan: number of tenants, shards and routing.
        effort: how many seconds to simulate.
        store: measured times of the store.
        hour: 0…23.
        rate: turns per second.
        cold: shares of recalls and of background reads that load a working set.
        workers: number of workers.
    """
    served = _served(plan, store, plan.fleet(workers), rate, effort.hour, cold, 4, hour)
    row = {"hour": hour, "turns": rate, "cold_recalls": cold[0], "cold_background": cold[1]} | _latencies(served)
    return row | {
        "loads": rate * sum(cold),
        "worker_busy": _busy(served.worker_busy, served, effort.hour),
        "shard_busy": _busy(served.shard_busy, served, effort.hour),
        "shard_reads": rate * (1 + sum(cold)) / plan.shards,
        "shard_writes": rate * 4 / plan.shards,
    }


def _busy(shares: Any, served: Outcome, came: float) -> float:
    """Return the busy share of processors in the time in which requests came; work that was done after it counts,
    too."""
    return float(np.mean(shares)) * served.seconds / came


def _latencies(served: Outcome, since: float = 0.0, until: float = float("inf")) -> dict[str, float]:
    kinds = (("recall", RECALL), ("observe", OBSERVE), ("background", BACKGROUND))
    return {
        f"{name}_p{share:g}": ms
        for name, kind in kinds
        for share, ms in zip(SHARES, served.ms(kind, *SHARES, since=since, until=until), strict=True)
    }


ROUTINGS = {
    "affinity, own work": Routing(affinity=True, own_work=True),
    "affinity, anybody's work": Routing(affinity=True, own_work=False),
    "no affinity": Routing(affinity=False, own_work=False),
}


def memory(plan: Plan, effort: Effort, store: Measured, turns: Turns, workers: int) -> list[dict[str, Any]]:
    """Return how often a working set has to be loaded, by memory per worker and by routing.

    Args:
        plan: number of tenants.
        effort: the memory sizes to try.
        store: measured sizes of the store.
        turns: drawn turns of a sample of the tenants.
        workers: number of workers.
    """
    mean = float(turns.per_second(1).mean() * plan.tenants / len(turns.memories))
    found = []
    for name, routing in ROUTINGS.items():
        for size in effort.memories:
            recall, background = _read(plan, store, turns, workers, routing=routing, memory=size).cold(1)
            row = {"routing": name, "memory": size, "recall": recall, "background": background}
            found.append(row | {"loads": mean * (recall + background)})
    return found


def sizes(plan: Plan, effort: Effort, store: Measured, turns: Turns, peak: float) -> list[dict[str, Any]]:
    """Return how many workers other numbers of tenants need.

    Args:
        plan: number of tenants that the others are shares of.
        effort: the shares to try.
        store: measured times of the store.
        turns: drawn turns of a sample of the tenants.
        peak: turns per second of all the plan's tenants at the peak.
    """
    found = []
    for name, routing in ROUTINGS.items():
        for share in effort.sizes:
            other = replace(plan, tenants=round(plan.tenants * share), routing=routing)
            sized = size_fleet(other, effort, store, turns, peak * share)
            found.append({"routing": name, "tenants": other.tenants, "peak": peak * share} | sized)
            del found[-1]["reads"]
    return found


def troubles(
    plan: Plan, effort: Effort, store: Measured, peak: float, hours: list[tuple[float, float]], workers: int
) -> list[dict[str, Any]]:
    """Simulate trouble at the peak: a worker dies, a shard restarts, or a shard is slow.

    Args:
        plan: the goal, the network and the routing.
        effort: how long a trouble lasts.
        store: measured times of the store.
        peak: turns per second at the peak.
        hours: for each hour, the shares of recalls and of background reads that load a working set; the worst counts.
        workers: number of workers.
    """
    fleet, third, cold = plan.fleet(workers), effort.trouble, max(hours, key=sum)
    cases = {
        "nothing": Trouble(),
        "a worker dies": Trouble(begins=third, ends=2 * third, dead=frozenset({0})),
        "a shard restarts, 10 s": Trouble(begins=third, ends=third + 10, stopped=frozenset({0})),
        "a shard is ten times slower": Trouble(begins=third, ends=2 * third, slowed=frozenset({0})),
    }
    found = []
    for name, trouble in cases.items():
        served = _served(plan, store, fleet, peak, 3 * third, cold, 5, trouble=trouble)
        row: dict[str, Any] = {"trouble": name} | _latencies(served, third, 2 * third)
        row["recall_worst"] = served.ms(RECALL, 100.0, since=third, until=2 * third)[0]
        row["spared_p99"] = _of_others(served, third, 2 * third)
        row["recovered"] = _recovered(served, plan.goal, third)
        row["loads"] = served.loads / (3 * third)
        seconds = np.arange(0.0, 3 * third, 2)
        row["timeline"] = [[s - third, served.ms(RECALL, 99.0, since=s, until=s + 2)[0]] for s in seconds]
        row["others"] = [[s - third, _of_others(served, s, s + 2)] for s in seconds]
        found.append(row)
    return found


def _of_others(served: Outcome, since: float, until: float) -> float:
    """Return the 99th percentile of recalls, in milliseconds, of the tenants on other shards than the first."""
    requests: Requests = served.requests
    kept = (requests.kinds == RECALL) & (requests.shards != 0) & (requests.due >= since) & (requests.due < until)
    return float(np.percentile(served.latency[kept], 99) * 1000) if kept.any() else 0.0


def _recovered(served: Outcome, goal: float, begins: float) -> float:
    """Return the seconds from the beginning of the trouble until 99 % of the recalls are within the goal again, for
    good."""
    end = float(served.requests.due.max())
    late = [
        second + 1
        for second in np.arange(begins, end, 1.0)
        if served.ms(RECALL, 99.0, since=second, until=second + 1)[0] > goal
    ]
    return float(late[-1] - begins) if late else 0.0


def one_machine(plan: Plan, effort: Effort, store: Measured, peak_each: float) -> dict[str, float]:
    """Return what one process serves from an SQLite file on two cores, with as many tenants as keep it within the goal.

    Args:
        plan: the goal and the tenants' activity.
        effort: how long to simulate, and the size of the sample.
        store: measured times of SQLite.
        peak_each: turns per second of one tenant at the peak.
    """
    small, cold, tenants = replace(plan, network=0.0, routing=ROUTINGS["affinity, own work"]), (0.1, 0.0), 0.0
    fleet = Fleet(workers=1, shards=1, threads=4, network=0.0)
    rate = 0.0
    for _ in range(4):
        rate = most_turns(small, effort, store, fleet, cold)
        tenants = rate / peak_each
        number = min(effort.sample, int(tenants))
        turns = draw_turns(plan.activity, number, 2, plan.chance(6))
        reads = _read(small, store, turns, 1, tenants=tenants)
        cold = max(reads.shares(1), key=sum)
    rate, tenants = 0.9 * rate, 0.9 * tenants  # at the limit, chance would decide
    served = _served(small, store, fleet, rate, effort.alone, cold, 7)
    busy, background = float(served.worker_busy[0]), background_rate(small, store, cold[1]) / 2
    found = {"tenants": tenants, "turns": rate, "cold": cold[0], "busy": busy, "background": background}
    return found | _latencies(served)


def checks(
    plan: Plan,
    effort: Effort,
    store: Measured,
    turns: Turns,
    peak: float,
    hours: list[tuple[float, float]],
    workers: int,
) -> list[dict[str, Any]]:
    """Simulate slices of two sizes in the same way; their figures must agree.

    Args:
        plan: number of shards, and the routing.
        effort: how long to simulate.
        store: measured times of the store.
        turns: drawn turns of a sample of the tenants.
        peak: turns per second at the peak.
        hours: for each hour, the shares of recalls and of background reads that load a working set; the worst counts.
        workers: number of workers.
    """
    half = draw_turns(plan.activity, len(turns.memories) // 2, 2, plan.chance(8))
    found: list[dict[str, Any]] = []
    for name, sample in (("whole", turns), ("half", half)):
        recall, background = _read(plan, store, sample, workers).cold(1)
        found.append({"check": "memory", "slice": name, "recall": recall, "background": background})
    cold = max(hours, key=sum)
    for name, share in (("whole", 1.0), ("half", 0.5)):
        few, shards = max(1, round(workers * share)), max(1, round(plan.shards * share))
        fleet = replace(plan.fleet(few), shards=shards)
        served = _served(plan, store, fleet, peak * few / workers, effort.trouble, cold, 9, few)
        found.append({"check": "queues", "slice": name} | _latencies(served))
    return found
