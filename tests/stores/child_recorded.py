"""A process of the tests of recorded histories: python child_recorded.py LOCATION FILE LIFE SEED CHARACTER/PERSON …

Some threads use the keep at LOCATION, and record it in FILE, until the process is told to stop, or is killed.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from threading import Event, Thread
from time import sleep

from recorded_support import JumpingClock, Key, Record, User

import soulkeep
from soulkeep.errors import StoreUnreachable
from soulkeep.testing.models import HashEmbedder

THREADS = 3
SETTINGS = soulkeep.Settings(background=False)  # whatever it derives would take numbers, too


def opened(location: str, clock: soulkeep.Clock) -> soulkeep.Keep:
    """Return the keep as soon as its server answers."""
    while True:
        try:
            return soulkeep.open(location, embedder=HashEmbedder(), clock=clock, settings=SETTINGS)
        except StoreUnreachable:
            sleep(0.1)


def main(location: str, file: str, life: str, seed: str, *names: str) -> None:
    keys: list[Key] = [(character, person) for name in names for character, _, person in [name.partition("/")]]
    clock, stop = JumpingClock(), Event()
    record = Record(Path(file), life)

    def use(user: User) -> None:
        while not stop.is_set():
            user.act()
            sleep(user.chance.random() * 0.02)

    with opened(location, clock) as keep:
        chance = random.Random(seed)
        users = [User(keep, record, f"{life}.{n}", keys, clock, chance.getrandbits(32)) for n in range(THREADS)]
        threads = [Thread(target=use, args=(user,)) for user in users]
        for thread in threads:
            thread.start()
        sys.stdin.readline()
        stop.set()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
