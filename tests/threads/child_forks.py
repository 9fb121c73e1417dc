"""A program that the test of forks runs as a process: python child_forks.py LOCATION FORKS.

Threads write, and it forks. Each child opens a keep of its own there and ends as a program ends. Tells how they ended,
and what the threads were told is stored.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections import Counter
from threading import Event, Thread
from time import sleep

import pytest

import soulkeep
from soulkeep.testing.models import HashEmbedder

THREADS = 4


def write(keep: soulkeep.Keep, number: int, stop: Event, calm: Event, acknowledged: list[str]) -> None:
    """Add turns with a person until `stop` is set, noting the ids of those that are `acknowledged`; fewer while `calm`
    is, which leaves the processor to a child."""
    holmes, said = keep.character("holmes"), 0
    while not stop.is_set():
        id = f"w{number}.{said}"
        holmes.observe(f"Message {said} of {number}: I live in Oslo.", person=f"p{number}", id=id)
        acknowledged.append(id)
        holmes.recall("Which message?", person=f"p{number}")
        said += 1
        sleep(0.05 if calm.is_set() else 0.001)


def child(location: str, inherited: soulkeep.Keep, number: int) -> None:
    """Check that a forked child can use a keep of its own, and that its parent's keep refuses it."""
    with pytest.raises(soulkeep.StoreError, match=r"soulkeep\.open"):
        inherited.jobs()
    inherited.close()
    own = soulkeep.open(location, embedder=HashEmbedder())
    watson = own.character("watson")
    for count in range(3):
        watson.observe(f"I am child {number}, and I like number {count}.", person=f"c{number}", id=f"c{number}.{count}")
    assert watson.recall(f"child {number}", person=f"c{number}")
    if number % 2:
        own.close()  # the others leave that to the end of the program


def main(location: str, forks: str) -> None:
    warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forks beside threads
    stop, calm, ended = Event(), Event(), Counter[int]()
    acknowledged: list[str] = []
    with soulkeep.open(location, embedder=HashEmbedder()) as keep:
        threads = [Thread(target=write, args=(keep, number, stop, calm, acknowledged)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for number in range(int(forks)):
            calm.clear()
            enough = len(acknowledged) + 4 * THREADS
            while len(acknowledged) < enough:  # all of them write
                sleep(0.01)
            forked = os.fork()
            if not forked:
                signal.alarm(60)  # a lock that nobody lets go of
                child(location, keep, number)
                sys.exit()
            calm.set()
            ended[os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1])] += 1
        stop.set()
        for thread in threads:
            thread.join()
    print(dict(ended))
    print(*acknowledged)


if __name__ == "__main__":
    main(*sys.argv[1:])
