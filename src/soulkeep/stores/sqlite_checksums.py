"""Checksums of the pages of SQLite files, so that what the disk garbled is found when it is read.

SQLite's own extension `cksumvfs` keeps eight bytes at the end of each page, and looks at them whenever a page comes
from the disk (https://sqlite.org/cksumvfs.html). It lies in the wheels of apsw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache

import apsw
import apsw.sqlite_extra

from soulkeep.errors import StoreError

BYTES = 8
"""At the end of each page."""

_EXTENSION = "cksumvfs"
_NAMED = 5
"""Memories that are named for each relationship."""

Connect = Callable[[], apsw.Connection]


@cache
def available() -> bool:
    """Whether pages can have checksums in this process. From the first call on, those that should have them do."""
    if apsw.sqlite_extra.has(_EXTENSION) is None:
        return False
    with closing(apsw.Connection(":memory:")) as connection:
        apsw.sqlite_extra.load(connection, _EXTENSION)
    return True


def begin(connection: apsw.Connection) -> None:
    """Let an empty file have checksums. Whoever has it open writes none: it is to be opened anew."""
    if available():
        connection.reserve_bytes("main", BYTES)


def kept(connection: apsw.Connection) -> bool:
    """Whether a file that was read has checksums.

    Raises:
        StoreError: it has, and this build of apsw would write none, so that all that is new would seem damaged.
    """
    there = connection.reserve_bytes("main") == BYTES
    if there and not available():
        raise StoreError(
            f"{connection.filename} has checksums, which this build of apsw can't write.",
            hint="Install apsw from its wheel: pip install --force-reinstall --only-binary :all: apsw",
        )
    return there


def trust(connection: apsw.Connection) -> None:
    """Read pages whose checksums are wrong, too."""
    if available():
        connection.execute("PRAGMA checksum_verification = OFF")


def wrong(error: BaseException) -> bool:
    """Whether an error says that a page isn't what was written."""
    return isinstance(error, apsw.IOError) and getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_DATA


def damage(connect: Connect) -> list[str]:
    """What can't be read as it was written, in words; empty if all can.

    Args:
        connect: opens a connection to the file, one that has read nothing yet.
    """
    with closing(connect()) as trusting:
        trust(trusting)
        tables = [row[0] for row in trusting.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        damaged = [table for table in tables if not _sound(connect, f"PRAGMA integrity_check('{table}')")]
        found = [f"the table {table} isn't as it was written" for table in damaged]
        if "memories" in damaged:
            found += _relationships(connect, trusting)
    return found


def _relationships(connect: Connect, trusting: apsw.Connection) -> Iterator[str]:
    """Whose memories are damaged, and which."""
    for partition, owner, person in trusting.execute("SELECT id, owner, person FROM partitions"):
        if _sound(connect, "SELECT * FROM memories WHERE partition = ?", partition):
            continue
        seqs = trusting.execute("SELECT seq, id FROM memories WHERE partition = ?", (partition,))
        statement = "SELECT * FROM memories WHERE partition = ? AND seq = ?"
        lost = [name for seq, name in seqs if not _sound(connect, statement, partition, seq)]
        names = ", ".join(lost[:_NAMED]) + (" …" if lost[_NAMED:] else "")
        whom = person or "nobody"
        yield f"{len(lost)} memories of {owner} with {whom} may say something else than was said ({names})"


def _sound(connect: Connect, statement: str, *values: int) -> bool:
    """Whether all that a statement reads is as it was written."""
    with closing(connect()) as connection:
        try:
            for _ in connection.execute(statement, values):
                pass
        except apsw.IOError as error:
            if wrong(error):
                return False
            raise
    return True
