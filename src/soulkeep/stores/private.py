"""Files that only their owner may read."""

from __future__ import annotations

import os
from contextlib import suppress


def make_private(path: str) -> None:
    """Make an empty file that only its owner may read and write, if there is none. SQLite would make it for everybody;
    the log and whatever else it lays beside a file have that file's rights. Who wants others takes care of them
    afterwards: a file that is there stays as it is.

    Args:
        path: where a database is about to be made. If it can't be, SQLite says why.
    """
    with suppress(OSError):
        os.close(os.open(os.path.realpath(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
