"""A program that the tests of leases run as a process: python child_lease.py STOP LOCATION LEASE.

It works on what waits. Where STOP says, it tells so and waits for a line; "nowhere" lets it work on.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock
from typing import Any
from unittest.mock import patch

import soulkeep
from soulkeep.testing.models import HashEmbedder

STOPS = {
    "amid a turn": "soulkeep.memory.steps.Steps._pace_within",
    "before it is stored": "soulkeep.stores.base.Store.advance",
    "amid the transaction": "soulkeep.stores.sql.work.feel",
}
_TIMES = {"amid a turn": 3}
"""At which call it stops, where that isn't the first."""


def stopping(original: Callable[..., Any], at: int) -> Callable[..., Any]:
    """Return a function that waits for a line when it is called for the n-th time."""
    lock, calls = Lock(), [0]

    def call(*given: Any, **options: Any) -> Any:
        with lock:
            calls[0] += 1
            mine = calls[0] == at
        if mine:
            print("stopped", flush=True)
            sys.stdin.readline()
        return original(*given, **options)

    return call


def main(stop: str, location: str, lease: str) -> None:
    settings = soulkeep.Settings(background=False, lease_seconds=float(lease))
    if where := STOPS.get(stop):
        module, _, name = where.rpartition(".")
        holder = patch(where)
        original, _ = holder.get_original()
        patch(f"{module}.{name}", stopping(original, _TIMES.get(stop, 1))).start()
    with soulkeep.open(location, embedder=HashEmbedder(), settings=settings) as keep:
        left = keep.settle(over=True)
    print("done", len(left), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
