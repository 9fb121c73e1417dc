"""A program that the tests of background work run as a process: python child_worker.py MODE PATH …"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from time import sleep
from typing import Any
from unittest.mock import patch

import soulkeep
from soulkeep.stores.sql.writes import feel
from soulkeep.stores.sqlite.store import SqliteStore
from soulkeep.testing.models import HashEmbedder

NOW = datetime(2026, 5, 8, 18, 30, tzinfo=UTC)
PLAIN = soulkeep.Settings(background=False)
LEASE = PLAIN.lease_seconds
CITIES = ("Seoul", "Busan", "Oslo", "Rome", "Paris", "Lima")
SESSIONS = 12


def told(run: str, number: int) -> list[soulkeep.Turn]:
    """Return a session that states each of its facts once and fills one window."""
    start = NOW - timedelta(days=60 - number, hours=int(run == "b"))
    texts = [
        f"I live in {CITIES[number % 6]}.",
        f"My sister is called {run.upper()}nna{number}.",
        f"I like the number {number} of the book of {run}.",
        "Holmes, you are wonderful, and I love you!" if number % 2 else "I am so sad and angry today.",
        f"We walked {number + 3} miles along the river of {run}{number}.",
        "It rained the whole day, and nobody minded.",
        f"Then we ate {number + 1} pancakes at the house of {run}{number}.",
        "What a day that was, I shall not forget it.",
    ]
    return [
        soulkeep.Turn(text, run, start + timedelta(minutes=i), f"{run}.{number}", f"{run}.{number:02}.{i}")
        for i, text in enumerate(texts)
    ]


def open_keep(path: str, lives: int = 0) -> soulkeep.Keep:
    """Return the keep at a time by which whoever held its work before no longer holds it."""
    clock = soulkeep.ManualClock(NOW + timedelta(seconds=2 * LEASE * lives))
    return soulkeep.open(path, clock=clock, embedder=HashEmbedder(), settings=PLAIN)


def die() -> None:
    """Die at once, as in a power cut."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_a_step(lives: int) -> None:
    """Let this process die: before a step is stored, amid its transaction, or just after it."""
    steps = count()
    way = lives % 3
    advance = SqliteStore.advance

    def advance_and_die(self: SqliteStore, *given: Any, **options: Any) -> bool:
        step = next(steps)
        if step == 1 and way == 0:
            die()
        stored = advance(self, *given, **options)
        if step == 0 and way == 2:
            die()
        return stored

    transactions = count()

    def feel_and_die(*given: Any) -> None:
        feel(*given)
        if next(transactions) == 1 and way == 1:
            die()

    patch.object(SqliteStore, "advance", advance_and_die).start()
    patch("soulkeep.stores.sql.work.feel", feel_and_die).start()


def live(path: str, lives: int, chance: random.Random | None) -> int:
    """Fork a process that works until it dies or is done; return how it ended."""
    heard, ready = os.pipe()
    child = os.fork()
    if not child:
        if chance is None:
            die_at_a_step(lives)
        with open_keep(path, lives) as keep:
            os.write(ready, b".")
            left = keep.settle(over=True)
            os._exit(len(left))
    os.close(ready)
    os.read(heard, 1)
    os.close(heard)
    if chance is not None:
        sleep(chance.random() * 0.13)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die_at_each_step(path: str, most: str) -> None:
    """Work in one process after the other, each killed after a step; print how many it took."""
    for lives in range(1, int(most)):
        if live(path, lives, None) == 0:
            break
    print(lives)


def die_at_any_time(path: str, most: str) -> None:
    """Work in one process after the other, each killed at some moment; print how many it took."""
    chance = random.Random(11)
    for lives in range(1, int(most)):
        if live(path, lives, chance) == 0:
            break
    print(lives)


def observe(path: str, run: str, sessions: str) -> None:
    """Observe sessions, one after the other, with a thread that works on them; starts when a line comes in."""
    with soulkeep.open(path, embedder=HashEmbedder()) as keep:
        holmes = keep.character("holmes")
        print("ready", flush=True)
        sys.stdin.readline()
        for number in range(int(sessions)):
            holmes.observe_many(told(run, number), person="anna")
            sleep(0.1)
        for _ in range(200):  # a busy machine begins late
            sleep(0.1)
            if holmes.facts(person="anna"):
                break


def hold_for_ever(path: str) -> None:
    """Begin with the work, and die of it."""
    with open_keep(path) as keep:
        assert keep._store.claim(keep._runtime.clock.now().timestamp() + 1, LEASE)
        die()


_MODES = (die_at_each_step, die_at_any_time, observe, hold_for_ever)
MODES: dict[str, Callable[..., None]] = {function.__name__: function for function in _MODES}

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
