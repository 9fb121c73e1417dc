"""The generated parts of docs/scale.md: tables in Markdown, between markers that stay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scale.arithmetic import figures, margins
from scale.measured import AMOUNTS, TIMES, Measured
from scale.study import GB, Plan


def fill(page: str, parts: Mapping[str, str]) -> str:
    """Return a page with its generated parts replaced.

    Raises:
        SystemExit: the page lacks a part, or has one that nobody makes.
    """
    marked = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
    there = [name for _, name, _ in marked.findall(page)]
    if sorted(there) != sorted(parts):
        raise SystemExit(f"The page has the parts {sorted(there)}, but there are {sorted(parts)}.")
    return marked.sub(lambda match: f"{match[1]}\n{parts[match[2]]}\n\n{match[3]}", page)


def parts(plan: Plan, measured: Mapping[str, Measured], found: Mapping[str, Any]) -> dict[str, str]:
    """Return the generated parts by name."""
    store = measured["postgresql"]
    return {
        "one_machine": _one_machine(plan, measured["sqlite"], found),
        "assumed": _assumed(plan),
        "arithmetic": arithmetic(plan, store, found),
        "day": _day(found),
        "memory": _memory(found),
        "workers": _workers(found),
        "troubles": _troubles(found),
        "breaks": _breaks(plan, store, found),
        "measured": _measured(measured),
        "checks": _checks(found),
    }


def arithmetic(plan: Plan, store: Measured, found: Mapping[str, Any]) -> str:
    """Return the arithmetic as a table."""
    rows = figures(plan, store, found).values()
    return _table(("", "", "how"), [(row.what, row.shown, row.how) for row in rows], right=(1,))


def _one_machine(plan: Plan, store: Measured, found: Mapping[str, Any]) -> str:
    one = found["one_machine"]
    size = one["tenants"] * plan.activity.memories * store["stored"]
    return _table(
        ("one process, SQLite, two cores", ""),
        [
            ("turns a second, recalls and observes p99 ≤ " + f"{plan.goal:g} ms", f"{one['turns']:.0f}"),
            ("tenants with that load at their peak", f"{_about(one['tenants']):,}"),
            ("recall p50 / p99", f"{one['recall_p50']:.1f} / {one['recall_p99']:.0f} ms"),
            ("observe p50 / p99", f"{one['observe_p50']:.1f} / {one['observe_p99']:.0f} ms"),
            (f"its file, {plan.activity.memories:,.0f} memories each", f"{size / GB:,.0f} GB"),
            (f"recalls that load, with {plan.memory:g} GB of working sets", f"{one['cold']:.0%}"),
            ("turns a second in the background, at most", f"{one['background']:.0f}"),
            ("erasing somebody (the file is rewritten)", f"{size / 1e8 * 0.46 / 60:,.0f} min"),
        ],
        right=(1,),
    )


def _assumed(plan: Plan) -> str:
    people = plan.activity
    return _table(
        ("assumed", ""),
        [
            ("tenants that talk on a day", f"{people.active:.0%}, by a beta distribution (a = {people.spread:g})"),
            ("sessions on such a day", f"{people.sessions:g}, mean"),
            ("turns of a session", f"median {people.turns:g}, log-normal (σ = {people.turns_sigma:g})"),
            ("seconds between turns", f"median {people.pause:g}, log-normal (σ = {people.pause_sigma:g})"),
            ("seconds until the answer is stored", f"{people.reply:g}"),
            ("memory of a worker for working sets", f"{plan.memory:g} GB"),
            ("a shard", f"{plan.shard_cores} cores, {plan.shard_memory:g} GB of memory, {plan.replicas} copies"),
            ("to a shard and back", f"{plan.network:g} ms"),
            ("routing", _routing(plan)),
            (
                "prices",
                f"${plan.core_hour:g} a core and hour, ${plan.memory_hour:g} a GB of memory and hour, "
                f"${plan.disk_month:g} a GB of SSD and month",
            ),
        ],
    )


def _routing(plan: Plan) -> str:
    asked = "with affinity" if plan.routing.affinity else "without affinity"
    return asked + (", each worker's own background work" if plan.routing.own_work else ", background work of anybody")


def _day(found: Mapping[str, Any]) -> str:
    rows = [row for row in found["day"] if row["hour"] % 3 == 0]
    head = ["UTC", "turns/s", "recall p50", "p95", "p99 ms", "observe p50", "p95", "p99 ms", "cold loads/s"]
    head += ["reads/s a shard", "writes/s a shard", "workers busy", "shards busy", "background p95"]
    return _table(
        head,
        [
            (
                f"{row['hour']} h",
                f"{row['turns']:,.0f}",
                *(f"{row[f'recall_p{share}']:.1f}" for share in (50, 95, 99)),
                *(f"{row[f'observe_p{share}']:.1f}" for share in (50, 95, 99)),
                f"{row['loads']:,.0f}",
                f"{row['shard_reads']:,.0f}",
                f"{row['shard_writes']:,.0f}",
                f"{row['worker_busy']:.0%}",
                f"{row['shard_busy']:.1%}",
                f"{row['background_p95'] / 1000:.1f} s",
            )
            for row in rows
        ],
        right=range(1, len(head)),
    )


def _memory(found: Mapping[str, Any]) -> str:
    names = list(dict.fromkeys(row["routing"] for row in found["memory"]))
    sizes = sorted({row["memory"] for row in found["memory"]})
    by = {(row["routing"], row["memory"]): row for row in found["memory"]}
    rows = [(name, *(_pair(by[name, size]) for size in sizes)) for name in names]
    head = ("recalls that load / cold loads a second", *(f"{size:g} GB" for size in sizes))
    return _table(head, rows, right=range(1, len(head)))


def _pair(row: Mapping[str, Any]) -> str:
    return f"{row['recall']:.0%} / {row['loads']:,.0f}"


def _workers(found: Mapping[str, Any]) -> str:
    names = list(dict.fromkeys(row["routing"] for row in found["sizes"]))
    tenants = sorted({row["tenants"] for row in found["sizes"]})
    by = {(row["routing"], row["tenants"]): row["workers"] for row in found["sizes"]}
    head = ("workers for tenants", *(f"{number:,}" for number in tenants))
    return _table(head, [(name, *(f"{by[name, n]:,}" for n in tenants)) for name in names], right=range(1, len(head)))


def _troubles(found: Mapping[str, Any]) -> str:
    head: tuple[str, ...] = ("for a minute from when it begins", "recall p50", "p99", "slowest", "observe p99")
    head += ("recall p99 on other shards", "over after")
    return _table(
        head,
        [
            (
                row["trouble"],
                _ms(row["recall_p50"]),
                _ms(row["recall_p99"]),
                _ms(row["recall_worst"]),
                _ms(row["observe_p99"]),
                _ms(row["spared_p99"]),
                f"{row['recovered']:.0f} s",
            )
            for row in found["troubles"]
        ],
        right=range(1, len(head)),
    )


def _ms(ms: float) -> str:
    return f"{ms / 1000:.1f} s" if ms >= 1000 else f"{ms:.0f} ms"


def _breaks(plan: Plan, store: Measured, found: Mapping[str, Any]) -> str:
    table = figures(plan, store, found)
    rows = margins(plan, store, found, table)
    return _table(
        ("what gives way", "at times the load", "then"), [(m.what, f"{m.times:.1f}", m.then) for m in rows], right=(1,)
    )


def _measured(measured: Mapping[str, Measured]) -> str:
    names = sorted(measured, reverse=True)
    rows: list[tuple[str, ...]] = [
        (f"{what}, p50 / p99 ms", *(_times(measured[name], time) for name in names)) for time, what in TIMES.items()
    ]
    rows += [(what, *(_amount(measured[name][amount]) for name in names)) for amount, what in AMOUNTS.items()]
    rows.append(("from", *(f"{measured[name].measured}; {measured[name].machine}" for name in names)))
    return _table(("", *names), rows, right=range(1, len(names) + 1))


def _amount(value: float) -> str:
    """Return an amount of bytes, or a share, as people read it."""
    if value >= 1e6:
        return f"{value / 1e6:,.0f} million"
    return f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"


def _times(store: Measured, name: str) -> str:
    time = store.times[name]
    return f"{time.at(50):.2f} / {time.at(99):.2f}"


def _checks(found: Mapping[str, Any]) -> str:
    memory = [row for row in found["checks"] if row["check"] == "memory"]
    queues = [row for row in found["checks"] if row["check"] == "queues"]
    rows = [(f"recalls that load, {row['slice']} of the sample", f"{row['recall']:.2%}") for row in memory]
    rows += [
        (f"recall p50 / p99, {row['slice']} of the fleet", f"{row['recall_p50']:.1f} / {row['recall_p99']:.1f} ms")
        for row in queues
    ]
    return _table(("the same twice", ""), rows, right=(1,))


def _about(value: float) -> int:
    """Return a number rounded to two significant figures."""
    size = int(10 ** max(0, len(str(int(value))) - 2))
    return round(value / size) * size


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    rules = ["---:" if place in right else "---" for place in range(len(head))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rules, *rows))
