"""A program that the tests of moving a keep run as a process: python child_migrate.py SOURCE TARGET [LINES]

It moves a keep, and tells how many lines of ours that took; killed once so many were run, if that is given.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType
from typing import Any

from soulkeep.stores.migrate import migrate
from soulkeep.stores.opening import open_store

OURS = ("migrate.py", "moving.py")


def main(source: str, target: str, killed_at: str = "0") -> None:
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if os.path.basename(frame.f_code.co_filename) not in OURS:
            return None
        if event == "line":
            count += 1
            if count == int(killed_at):
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    threading.settrace(trace)  # SQLite is written to in a thread of its own
    sys.settrace(trace)
    stores = [open_store(location) for location in (source, target)]
    migrate(*stores)
    for store in stores:
        store.close()
    sys.settrace(None)
    print(count)


if __name__ == "__main__":
    main(*sys.argv[1:])
