"""Many threads of several processes use the same memories at the same time, while processes are killed and stopped,
clocks are set and the server is restarted: one order explains all that they found.

SOULKEEP_HISTORIES says how many rounds, 1 by default; SOULKEEP_HISTORIES_SEED repeats one's choices.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import pytest
from histories_support import Recorded, wrong
from recorded_support import JumpingClock, Key, Record, User

import soulkeep
from nursery import PIPE, Child
from postgres_support import GIVEN, Server
from soulkeep.testing.models import HashEmbedder

CHILD = Path(__file__).with_name("child_recorded.py")
ROUNDS = int(os.environ.get("SOULKEEP_HISTORIES", "1"))
SEED = int(os.environ.get("SOULKEEP_HISTORIES_SEED", "0")) or random.SystemRandom().getrandbits(32)
PROCESSES = 3
HARMS = 4 if ROUNDS == 1 else 12
"""Kills and stops of a round, as many of the one as of the other."""
BETWEEN = 40
"""Calls that come to an end before the next one, however slow the machine is."""
PATIENCE = 240.0

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="processes can't be stopped there"),
    pytest.mark.timeout(300 + 120 * ROUNDS),
]


class Round:
    """Processes that use some memories, each recording what it does.

    Args:
        location: of the keep.
        folder: for the records.
        number: of the round: it has memories of its own.

    Attributes:
        harms: what was done to them, and how often.
    """

    def __init__(self, location: str, folder: Path, number: int) -> None:
        self._location = location
        self._folder = folder
        self._chance = random.Random(SEED + number)
        self._lives = count()
        self._running: list[Child] = []
        self.keys: list[Key] = [(who, f"{whom}{number}") for who in ("holmes", "watson") for whom in ("anna", "boris")]
        self.harms: Counter[str] = Counter()

    def run(self, restart: Callable[[], None] | None) -> Recorded:
        """Let the users work, and harm them; return what they recorded, and what is found at the end."""
        harms = [self._kill, self._stop] * (HARMS // 2)
        self._chance.shuffle(harms)
        if restart is not None:
            harms.insert(len(harms) // 2, lambda: self._restart(restart))
        with ExitStack() as ending:
            ending.callback(self._end_all)
            for _ in range(PROCESSES):
                self._start()
            self._wait()
            for harm in harms:
                harm()
                self._wait()
            for child in self._running:
                child.communicate("stop\n", timeout=PATIENCE)
            assert [child.returncode for child in self._running] == [0] * PROCESSES
        self._look()
        return self._recorded()

    def _start(self) -> None:
        life = f"{next(self._lives)}"
        words = [self._location, str(self._folder / life), life, str(self._chance.getrandbits(32))]
        self._running.append(Child([CHILD, *words, *map("/".join, self.keys)], stdin=PIPE))

    def _kill(self) -> None:
        child = self._running.pop(self._chance.randrange(PROCESSES))
        child.kill()
        child.communicate()
        self.harms["kills"] += 1
        self._start()

    def _stop(self) -> None:
        child = self._chance.choice(self._running)
        child.send_signal(signal.SIGSTOP)
        sleep(self._chance.uniform(0.1, 1.0))
        child.send_signal(signal.SIGCONT)
        self.harms["stops"] += 1

    def _restart(self, restart: Callable[[], None]) -> None:
        restart()
        self.harms["restarts"] += 1

    def _wait(self) -> None:
        """Wait until they have done some more."""
        until, enough = monotonic() + PATIENCE, self._lines() + 2 * BETWEEN
        while self._lines() < enough:
            assert monotonic() < until, "they hardly get anything done"
            assert all(child.poll() is None for child in self._running), "a process ended by itself"
            sleep(0.02)
        sleep(self._chance.random() * 0.02)

    def _lines(self) -> int:
        return sum(file.read_bytes().count(b"\n") for file in self._folder.iterdir())

    def _look(self) -> None:
        """Open the keep anew, and read all."""
        clock = JumpingClock()
        with soulkeep.open(self._location, embedder=HashEmbedder(), clock=clock) as keep:
            User(keep, Record(self._folder / "after", "after"), "after", self.keys, clock, 0).read()
            assert keep.check() == []

    def _recorded(self) -> Recorded:
        return Recorded.of(self._folder.iterdir())

    def _end_all(self) -> None:
        for child in self._running:
            child.kill()
            child.communicate()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.remove()


def rounds(location: str, folder: Path, restart: Callable[[], None] | None = None) -> None:
    """Play rounds, and look for what no order explains in them; print the figures."""
    total: Counter[str] = Counter()
    for number in range(ROUNDS):
        records = folder / f"round{number}"
        records.mkdir()
        one = Round(location, records, number)
        recorded = one.run(restart)
        total.update(one.harms)
        total.update(
            operations=len(recorded.calls),
            acknowledged=recorded.acknowledged,
            jumps=recorded.jumps,
            unknown=sum("returned" not in call for call in recorded.calls),
            errors=sum(bool(call.get("error")) for call in recorded.calls),
            histories=len(recorded.journals()),
        )
        assert not (found := wrong(recorded)), f"SOULKEEP_HISTORIES_SEED={SEED + number}\n" + "\n".join(found)
    print(dict(total))
    assert total["kills"] == total["stops"] == ROUNDS * HARMS // 2


def test_one_order_explains_what_processes_find_in_a_file(tmp_path: Path) -> None:
    rounds(str(tmp_path / "keep.db"), tmp_path)


@pytest.mark.skipif(GIVEN is not None, reason="a server that was given isn't restarted")
def test_one_order_explains_what_processes_find_on_a_server(server: Server, tmp_path: Path) -> None:
    chance = random.Random(SEED)

    def restart() -> None:
        server.stop(chance.choice((signal.SIGINT, signal.SIGQUIT)))
        server.start()

    rounds(server.url, tmp_path, restart)
