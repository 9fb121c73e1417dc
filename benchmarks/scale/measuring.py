"""Measures what the simulator needs, through the library, on any store.

What a worker reckons is the time of the process's processor; what it waits for is the rest of the time that passed, but
for the time in which other programs had the cores. Of PostgreSQL's waiting, the share in which the database itself
reckons is that of its processes, if they run on this machine; elsewhere all of it is taken.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from socket import create_connection, socket
from threading import Event
from time import perf_counter, process_time, sleep
from typing import Any, NamedTuple, Protocol

import soulkeep
from scale.measured import Amount, Measured, Time, constant, time_of
from soulkeep.evals.bench import make_questions, make_turns
from soulkeep.memory.enrichment import Enrichment
from soulkeep.memory.worker import Pace, finish, take
from soulkeep.stores.rows import PartitionKey

_CHARACTER = "watson"
_STILL = soulkeep.Settings(background=False)
_TALK = 40
"""Turns of a talk: two windows and a rest."""


class Spent(NamedTuple):
    """The milliseconds that one call took: of the processor, and waiting."""

    cpu: float
    wait: float


class Seen(NamedTuple):
    """The work of a database: seconds of its processors, and round trips."""

    seconds: float
    trips: float

    def shared(self, share: float) -> Seen:
        """Return a share of each amount."""
        return Seen(self.seconds * share, self.trips * share)


class Database(Protocol):
    """A store as it can be observed from outside."""

    store: str

    def seconds(self) -> float | None:
        """Return the processor time of the database's own processes so far; None if that can't be seen."""

    def nbytes(self) -> int:
        """Return the bytes that the database takes, indexes included."""

    def logged(self) -> int:
        """Return the bytes of write-ahead log so far."""

    def trips(self) -> int:
        """Return the number of round trips of this process so far."""


class File:
    """An SQLite file: it has no process of its own."""

    store = "sqlite"

    def __init__(self, path: Path) -> None:
        self._path = path

    def seconds(self) -> float | None:
        """Return None: a file has no processes of its own."""
        return 0.0

    def nbytes(self) -> int:
        """Return the bytes of the file."""
        return self._path.stat().st_size

    def logged(self) -> int:
        """Return the bytes that this process has written: the log, and its pages once more when they go into the
        file."""
        for line in Path("/proc/self/io").read_text().splitlines():
            if line.startswith("wchar:"):
                return int(line.split()[1])
        return 0

    def trips(self) -> int:
        """Return 0: a file needs no round trips."""
        return 0


class Postgres:
    """A PostgreSQL database, by a connection of its own."""

    store = "postgresql"

    def __init__(self, url: str) -> None:
        import psycopg

        self._connection = psycopg.connect(url, autocommit=True)
        self._postmaster = self._find_postmaster()
        self._trips = 0
        waits = psycopg.Connection.wait

        def counted(connection: Any, *args: Any, **names: Any) -> Any:
            self._trips += 1
            return waits(connection, *args, **names)

        connections: Any = psycopg.Connection
        connections.wait = counted

    def _one(self, statement: str) -> str:
        row = self._connection.execute(statement.encode()).fetchone()
        assert row is not None
        return str(row[0])

    def _find_postmaster(self) -> int | None:
        try:
            return int((Path(self._one("SHOW data_directory")) / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError):
            return None

    def seconds(self) -> float | None:
        """Return the processor time of the postmaster and its children, including those that ended."""
        if self._postmaster is None:
            return None
        ticks = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended
            if int(folder.name) == self._postmaster:
                ticks += sum(map(int, fields[11:15]))
            elif int(fields[1]) == self._postmaster:
                ticks += sum(map(int, fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def nbytes(self) -> int:
        """Return the bytes of the whole database."""
        return int(self._one("SELECT pg_database_size(current_database())"))

    def logged(self) -> int:
        """Return the current position of the write-ahead log."""
        return int(self._one("SELECT (pg_current_wal_lsn() - '0/0')::bigint"))

    def trips(self) -> int:
        """Return how often a connection waited for an answer. A BEGIN that a statement brings along isn't counted."""
        return self._trips


def measure(keep: str, *, tenants: int = 30, memories: int = 1_000) -> Measured:
    """Fill an empty keep with tenants, and measure each operation on it.

    Args:
        keep: "sqlite" for a file that is made and removed, or the URL of an empty PostgreSQL database.
        tenants, memories: how many, and how many memories each. 30 × 1,000 take about two minutes.
    """
    folder = Path(tempfile.mkdtemp())
    try:
        place = str(folder / "scale.db") if keep == "sqlite" else keep
        return _measure(place, Postgres(keep) if "://" in keep else File(Path(place)), tenants, memories)
    finally:
        shutil.rmtree(folder)


def _measure(place: str, database: Database, tenants: int, memories: int) -> Measured:
    people = [f"reader{number}" for number in range(tenants)]
    told = make_turns(tenants * (memories + _TALK) + 1)
    questions = iter(make_questions(12_000))
    spent: dict[str, list[Spent]] = {"recall": [], "observe": [], "background": [], "load": []}
    seen: dict[str, Seen] = {}

    with soulkeep.open(place, settings=_STILL) as keep:
        watson = keep.character(_CHARACTER, name="Dr. Watson")
        empty = database.nbytes()
        for person in people:
            watson.observe_many(list(islice(told, memories)), person=person)
            keep.settle(over=True)

    with soulkeep.open(place, settings=_STILL) as keep:  # closed in between, so that everything is in its final place
        kept, stored = keep.stats().memories, database.nbytes() - empty
        watson = keep.character(_CHARACTER)
        for number in range(max(50, tenants)):  # every working set loaded, every table of words read
            watson.recall(next(questions), person=people[number % tenants])
        working_set = keep.mind_bytes / kept
        with _seen(database, seen, "recall"):
            for number in range(50 * tenants):
                spent["recall"].append(_timed(partial(watson.recall, next(questions), person=people[number % tenants])))

        # a talk: each turn is worked on by itself, and what is left once the talk is over
        log, resting, rests = database.logged(), _Resting(), list[float]()
        for person in people:
            for turn in islice(told, _TALK):
                with _seen(database, seen, "observe"):
                    spent["observe"].append(_timed(partial(watson.observe_many, [turn], person=person)))
                with _seen(database, seen, "background"):
                    spent["background"].append(_timed(partial(_work, keep, person, resting)))
                rests.append(resting.taken())
            with _seen(database, seen, "background"):
                rest = _timed(partial(_work, keep, person, resting, over=True))
            last = spent["background"][-_TALK:]
            spent["background"][-_TALK:] = [Spent(o.cpu + rest.cpu / _TALK, o.wait + rest.wait / _TALK) for o in last]
            rests[-1] += resting.taken()
        log = database.logged() - log

        # each person's working set drives out the one before
        keep.bound_minds(1)
        warm = Spent(*(statistics.mean(times) for times in zip(*spent["recall"], strict=True)))
        with _seen(database, seen, "load"):
            for number in range(10 * tenants):
                one = _timed(partial(watson.recall, next(questions), person=people[number % tenants]))
                spent["load"].append(Spent(max(0.0, one.cpu - warm.cpu), max(0.0, one.wait - warm.wait)))

    count = {name: len(found) for name, found in spent.items()}
    waited = {name: sum(one.wait for one in found) / 1000 for name, found in spent.items()}
    recalls = seen["recall"].shared(count["load"] / count["recall"])  # a load was seen together with its recall
    seen["load"] = Seen(*(max(0.0, all_ - one) for all_, one in zip(seen["load"], recalls, strict=True)))
    process, resident = _resident(place, people, kept)
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    how = f"scale_sim.py --measure, {today}: {tenants} × {memories:,} memories"
    request = _request_cpu(place, people) - statistics.mean(one.cpu for one in spent["recall"])
    times: dict[str, Time] = {"request_cpu": constant(round(max(0.0, request), 3), f"{how}; a recall by HTTP, less it")}
    for name, found in spent.items():
        times[f"{name}_cpu"] = time_of([one.cpu for one in found], how)
        times[f"{name}_wait"] = time_of([one.wait for one in found], how)
    times["background_rest"] = time_of(rests, how)
    amounts = {
        "working_set": (working_set, "bytes per memory"),
        "resident": (resident, "bytes per memory"),
        "process": (process, "bytes"),
        "stored": (stored / kept, "bytes per memory"),
        "logged": (log / count["observe"], "bytes per memory"),
        "derived": (kept / (tenants * memories) - 1, "memories per memory"),
    }
    for name, did in seen.items():
        amounts[f"{name}_busy"] = (min(1.0, did.seconds / max(waited[name], 1e-9)), "share")
        amounts[f"{name}_trips"] = (did.trips / count[name], "round trips")
    return Measured(
        store=database.store,
        measured=today,
        machine=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        times=times,
        amounts={name: Amount(how, round(value, 4), unit) for name, (value, unit) in amounts.items()},
    )


def _timed(call: Callable[[], object]) -> Spent:
    """Return how long a call takes, without waiting for a core that other programs use."""
    held_up, reckoned, started = _held_up(), process_time(), perf_counter()
    call()
    passed, cpu = perf_counter() - started, process_time() - reckoned
    return Spent(cpu * 1000, max(0.0, passed - cpu - (_held_up() - held_up)) * 1000)


def _held_up() -> float:
    """Return the seconds that this process's threads were ready to run and had no core (Linux; 0 elsewhere)."""
    waited = 0
    for thread in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # it ended
            waited += int(thread.read_text().split()[1])
    return waited / 1e9


class _Resting(Event):
    """In place of the event that background work rests on: it takes no time, and adds up the milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self._rested = 0.0

    def wait(self, timeout: float | None = None) -> bool:
        """Rest."""
        self._rested += (timeout or 0.0) * 1000
        return False

    def taken(self) -> float:
        """Return the seconds of rest since this was last asked."""
        rested, self._rested = self._rested, 0.0
        return rested


def _work(keep: soulkeep.Keep, person: str, resting: Event, *, over: bool = False) -> None:
    """Work in the background on one partition, as the keep's thread does, but now."""
    runtime, key = keep._runtime, PartitionKey(_CHARACTER, person)
    work = take(runtime, key, 30)
    if work is not None:
        finish(runtime, work, Enrichment(runtime, work, pace=Pace(resting), over=over))


@contextmanager
def _seen(database: Database, found: dict[str, Seen], name: str) -> Iterator[None]:
    """Add up what the database does meanwhile, as `name`."""
    began, trips = database.seconds(), database.trips()
    started = perf_counter()
    yield
    ended = database.seconds()
    # where the database's processors can't be seen, they are taken to work all the time
    busy = perf_counter() - started if began is None or ended is None else ended - began
    before = found.get(name, Seen(0.0, 0.0))
    found[name] = Seen(before.seconds + busy, before.trips + database.trips() - trips)


def _resident(place: str, people: Sequence[str], kept: int) -> tuple[float, float]:
    """Return the bytes of a fresh process with one working set, without the set; and the bytes per memory by which it
    grows with the others."""
    code = (
        "import json, os, sys, soulkeep\n"
        "place, people = json.loads(sys.argv[1])\n"
        "def rss(): return int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE')\n"
        "with soulkeep.open(place, settings=soulkeep.Settings(background=False)) as keep:\n"
        f"    watson = keep.character({_CHARACTER!r})\n"
        "    for number in range(20): watson.recall(f'who came to Baker Street {number}?', person=people[0])\n"
        "    one = rss()\n"
        "    for person in people[1:]: watson.recall('who came to Baker Street?', person=person)\n"
        "    print(one, rss())"
    )
    command = [sys.executable, "-c", code, json.dumps([place, list(people)])]
    one, all_ = map(int, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    each = (all_ - one) / (len(people) - 1)
    return one - each, each * len(people) / kept


def _request_cpu(place: str, people: Sequence[str], number: int = 600) -> float:
    """Return the mean milliseconds of the server's processor time for a recall by HTTP."""
    questions = iter(make_questions(20_000)[12_000:])
    with _served(place) as (port, pid):
        connection = HTTPConnection("127.0.0.1", port, timeout=30)

        def recall(person: str) -> None:
            body = json.dumps({"question": next(questions), "person": person})
            path, headers = f"/v1/characters/{_CHARACTER}/recall", {"Content-Type": "application/json"}
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise SystemExit(f"The server answered {answer.status}.")

        for person in people:
            recall(person)
        before = _process_seconds(pid)
        for turn in range(number):
            recall(people[turn % len(people)])
        passed = _process_seconds(pid) - before
        connection.close()
    return passed / number * 1000


@contextmanager
def _served(place: str, patience: float = 180.0) -> Iterator[tuple[int, int]]:
    """Yield the port and process of a server of its own."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "soulkeep", "serve", "--keep", place, "--port", str(port)]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            deadline = perf_counter() + patience
            while True:
                with suppress(OSError), create_connection(("127.0.0.1", port), 1):
                    break
                if process.poll() is not None or perf_counter() > deadline:
                    log.seek(0)
                    raise SystemExit(f"The server didn't start: {log.read().decode()[-2000:]}")
                sleep(0.1)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(60)


def _process_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
