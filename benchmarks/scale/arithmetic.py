"""The arithmetic of the plan, the measurements and the simulation: bytes, rates, dollars, margins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scale.measured import Measured
from scale.study import GB, Plan

TB = 1e12
HOURS = 730.0
"""Hours in a month."""
DAYS = 30.4
VECTOR = 512
"""Bytes of a vector: 256 numbers of 16 bits."""
LOG_LIMIT = 100e6
"""Bytes a second of write-ahead log that a shard's disk and its replica are taken to bear."""


class Figure(NamedTuple):
    """A row of the arithmetic: what, how much, and how it comes about."""

    what: str
    value: float
    shown: str
    how: str


class Margin(NamedTuple):
    """Something that gives way: at how many times the load of the plan, and what to do then."""

    what: str
    times: float
    then: str

    @property
    def shown(self) -> str:
        """For people."""
        return f"×{self.times:,.1f}"


def figures(plan: Plan, store: Measured, found: Mapping[str, Any]) -> dict[str, Figure]:
    """Return the arithmetic, by short names, in the order of the table."""
    fleet, peak, mean = found["fleet"], found["peak"], found["mean"]
    memories = plan.tenants * plan.activity.memories
    stored, shards, workers = memories * store["stored"], plan.shards, fleet["workers"]
    turns_month = mean * 86_400 * DAYS
    made = 2 * (1 + store["derived"])
    rows: dict[str, Figure] = {}

    def add(name: str, what: str, value: float, shown: str, how: str) -> None:
        rows[name] = Figure(what, value, shown, how)

    add("memories", "memories", memories, f"{memories:,.0f}", f"{plan.tenants:,} × {plan.activity.memories:,.0f}")
    add("stored", "stored once", stored, f"{stored / TB:.1f} TB", f"{store['stored']:,.0f} B a memory, indexes and all")
    vectors = memories * VECTOR
    add("vectors", "… of it vectors", vectors, f"{vectors / TB:.1f} TB", f"{VECTOR} B each")
    disks = stored * plan.replicas / plan.filled
    how = f"{plan.replicas} copies, disks {plan.filled:.0%} full"
    add("disks", "disks", disks, f"{disks / TB:.0f} TB", how)
    how = f"{plan.shard_memories:,.0f} memories each: {stored / shards / TB:.2f} TB"
    add("shards", "shards", shards, f"{shards}", how)
    day = mean * 86_400
    talked = day / plan.tenants / plan.activity.active
    how = f"{plan.activity.active:.0%} of the tenants talk on a day, {talked:.0f} turns"
    add("turns", "turns a day", day, f"{day / 1e6:.1f} million", how)
    how = f"mean {mean:,.0f}/s"
    add("peak", "turns at the peak", peak, f"{peak:,.0f}/s", how)
    how = f"{fleet['turns_each']:.1f} turns/s each at the peak, recall p99 ≤ {plan.goal:g} ms, and one to spare"
    add("workers", "workers (one core each)", workers, f"{workers}", how)
    set_bytes = found["active_memories"] * store["working_set"]
    active = found["talking"] * set_bytes
    how = f"{found['talking']:,.0f} tenants in talk at the peak × {set_bytes / 1e6:.1f} MB: who talks has more memories"
    add("active", "working sets of those who talk", active, f"{active / GB:,.0f} GB", how)
    each = store["process"] + plan.memory * GB * store["resident"] / store["working_set"]
    how = f"{each / GB:.1f} GB each: working sets of {plan.memory:g} GB, what they take beside, and the process"
    add("memory", "memory of the workers", each * workers, f"{each * workers / GB:,.0f} GB", how)
    how = "10 each at most; a pooler between must work by session"
    add("connections", "connections to the database", workers * 10, f"{workers * 10:,}", how)
    how = "a turn is two memories, and what is derived from them"
    add("written", "memories written at the peak", peak * made, f"{peak * made:,.0f}/s", how)
    writes = peak * 4 / shards
    how = f"two of observing and two of background work a turn; over {shards} shards"
    add("transactions", "writing transactions at the peak", writes, f"{writes:,.0f}/s a shard", how)
    log = peak * 2 * store["logged"]
    how = f"{store['logged'] / 1000:,.1f} KB a memory observed, what is derived included; "
    how += f"{log / shards / 1e6:.2f} MB/s a shard"
    add("log", "write-ahead log at the peak", log, f"{log / 1e6:.1f} MB/s", how)
    growth = day * made * store["stored"]
    how = f"twice of today's in {stored / growth:,.0f} days, if nothing is erased"
    add("growth", "growth a day, stored once", growth, f"{growth / GB:,.0f} GB", how)
    room = stored * (1 / plan.filled - 1) / growth
    add("room", "until the disks are full", room, f"{room:,.0f} days", "where nothing is added to them, nor erased")
    hour = max(found["day"], key=lambda row: float(row["loads"]))
    read = hour["loads"] * found["active_memories"] * store["stored"]
    how = f"at {hour['hour']} h; they read {read / 1e6:,.0f} MB/s, {read / shards / 1e6:.1f} a shard, at most"
    add("loads", "cold loads at the peak", hour["loads"], f"{hour['loads']:,.0f}/s", how)
    reckoned = workers * plan.core_hour * HOURS
    held = each * workers / GB * plan.memory_hour * HOURS
    servers = shards * plan.replicas
    database = servers * (plan.shard_cores * plan.core_hour + plan.shard_memory * plan.memory_hour) * HOURS
    disk = disks / GB * plan.disk_month
    total = reckoned + held + database + disk
    for name, what, value, how in (
        ("cost_workers", "workers a month", reckoned + held, f"{workers} cores, {each * workers / GB:,.0f} GB"),
        (
            "cost_database",
            "database servers a month",
            database,
            f"{servers} of {plan.shard_cores} cores and {plan.shard_memory:g} GB",
        ),
        ("cost_disks", "disks a month", disk, f"{disks / TB:.0f} TB of SSD"),
    ):
        add(name, what, value, f"${value:,.0f}", how)
    each_turn = total / turns_month * 1e6
    add(
        "cost",
        "cost of a million turns",
        each_turn,
        f"${each_turn:.2f}",
        f"${total:,.0f} for {turns_month / 1e6:,.0f} million",
    )
    return rows


def margins(plan: Plan, store: Measured, found: Mapping[str, Any], table: Mapping[str, Figure]) -> list[Margin]:
    """Return what becomes too slow or too full as load grows, the first one first.

    Args:
        plan: number of tenants, servers and goals.
        store: name of the store.
        found: results of the simulation.
        table: the arithmetic's figures, by short name.
    """
    busiest = max(found["day"], key=lambda row: float(row["worker_busy"]))
    fleet, shards = found["fleet"], plan.shards
    held = fleet["workers"] * plan.memory * GB
    return sorted(
        [
            Margin(
                "background work, which rests to leave time for requests",
                found["background"] * fleet["workers"] / (2 * found["peak"]),
                "more workers; until then facts and summaries come later, and nothing that people wait for",
            ),
            Margin(
                "the workers' processors",
                1 / max(busiest["worker_busy"], 1e-9),
                "more workers: they hold nothing that isn't in the database, and a new one serves at once",
            ),
            Margin(
                "memory for the working sets of those who talk",
                held / max(table["active"].value, 1e-9),
                "more memory a worker; then each turn after a pause loads anew, which takes processors",
            ),
            Margin(
                "the shards' processors",
                1 / max(max(row["shard_busy"] for row in found["day"]), 1e-9),
                "more shards, or larger ones; replicas don't help, for every read must see the last write",
            ),
            Margin(
                f"the write-ahead log, {LOG_LIMIT / 1e6:g} MB/s a shard",
                LOG_LIMIT / (table["log"].value / shards),
                "more shards",
            ),
        ],
        key=lambda margin: margin.times,
    )
