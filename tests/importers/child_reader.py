"""A program that the tests of broken off texts run as a process: python child_reader.py LOCATION WHOSE BATCHES

It learns the text that it is given to read, for a character or a world, and is killed after so many batches.
"""

from __future__ import annotations

import os
import signal
import sys

import soulkeep
from soulkeep.importers import learn
from soulkeep.testing.models import HashEmbedder


def main(location: str, whose: str, batches: str) -> None:
    stored: list[int] = []

    def die(done: int, total: int) -> None:
        stored.append(done)
        if len(stored) == int(batches):
            os.kill(os.getpid(), signal.SIGKILL)

    vars(learn)["_BATCH"] = 20
    keep = soulkeep.open(location, embedder=HashEmbedder())
    who = keep.world("london") if whose == "world" else keep.character("holmes")
    who.learn(sys.stdin.read(), source="novel", progress=die)


if __name__ == "__main__":
    main(*sys.argv[1:])
