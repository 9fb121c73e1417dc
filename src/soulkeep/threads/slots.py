"""Computing by as many threads at once as there are processors; others wait, and take nothing from anybody.

Threads that compute at the same time take Python's lock from one another every few milliseconds. With a dozen of them,
each piece of work takes two to three times as long, and a process that was once behind stays behind.
"""

from __future__ import annotations

import os
from queue import SimpleQueue


class Slots:
    """Lets some threads in at once; use it in a `with` statement around what computes and never waits.

    Who is inside may not wait for what somebody outside holds, and may not enter again.

    Args:
        number: of threads.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._free: SimpleQueue[None]  # a semaphore of Python's takes ten calls where this takes two
        self._renew()
        os.register_at_fork(after_in_child=self._renew)

    def __enter__(self) -> None:
        self._free.get()

    def __exit__(self, *error: object) -> None:
        self._free.put(None)

    def _renew(self) -> None:
        """Free all slots; in a forked child, those who held them don't run."""
        self._free = SimpleQueue()
        for _ in range(self._number):
            self._free.put(None)


COMPUTING = Slots(os.cpu_count() or 1)
"""Those of this process."""
