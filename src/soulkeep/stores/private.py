"""Files that only their owner may read."""

from __future__ import annotations

import os
from contextlib import suppress


def make_private(path: str) -> None:
    """Create an empty file that only its owner may read and write, if there is none. SQLite would let everybody read
    it; the log and other files beside it take over its permissions. An existing file keeps its permissions.

    Args:
        path: where a database is to be created. If that fails, SQLite reports why.
    """
    with suppress(OSError):
        os.close(os.open(os.path.realpath(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
