"""Checksums of the pages of SQLite files, by which corruption on disk is detected at reading.

SQLite's extension `cksumvfs` stores eight bytes at the end of each page, and checks them whenever a page is read from
disk (https://sqlite.org/cksumvfs.html). The wheels of apsw include it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, partial
from mmap import mmap
from pathlib import Path

import apsw
import apsw.sqlite_extra

from soulkeep.errors import StoreError

BYTES = 8
"""At the end of each page."""

_EXTENSION, _VFS = "cksumvfs", "cksmvfs"
_HEADER = 100  # bytes
_PAGE, _RESERVED = slice(16, 18), 20
"""The places in the header of the length of a page, and of the number of bytes at its end that aren't SQLite's."""
_NAMED = 5
"""Memories that are named for each relationship."""

Connect = Callable[[], apsw.Connection]


@cache
def available() -> bool:
    """Return whether this process supports page checksums; from the first call on, files that should have them do."""
    if apsw.sqlite_extra.has(_EXTENSION) is None:
        return False
    with closing(apsw.Connection(":memory:")) as connection:
        apsw.sqlite_extra.load(connection, _EXTENSION)
    return True


def begin(connection: apsw.Connection) -> None:
    """Give an empty file checksums. Connections that are open write none: the file must be opened again."""
    if available():
        connection.reserve_bytes("main", BYTES)


def has_checksums(connection: apsw.Connection) -> bool:
    """Return whether a file that was read has checksums.

    Raises:
        StoreError: it has, but this build of apsw can't write them, so that new pages would seem damaged.
    """
    there = connection.reserve_bytes("main") == BYTES
    if there and not available():
        raise StoreError(
            f"{connection.filename} has checksums, which this build of apsw can't write.",
            hint="Install apsw from its wheel: pip install --force-reinstall --only-binary :all: apsw",
        )
    return there


def trust(connection: apsw.Connection) -> None:
    """Let a connection read pages even if their checksums are wrong."""
    if available():
        connection.execute("PRAGMA checksum_verification = OFF")


def complete(path: Path) -> None:
    """Write the checksums of a file that was created as a whole and that nobody has open: most pages were written
    before the first one, which switches checksums on."""
    with path.open("rb") as pages:
        header = pages.read(_HEADER)
        if header[_RESERVED] != BYTES:
            return
        size = int.from_bytes(header[_PAGE], "big")
        flags = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READWRITE
        file = apsw.VFSFile(_VFS, str(path), [flags, 0])
        try:
            file.xRead(_HEADER, 0)  # by which it sees that there are checksums
            pages.seek(0)
            for number, page in enumerate(iter(partial(pages.read, size), b"")):
                file.xWrite(bytearray(page), number * size)
        finally:
            file.xClose()


def checksum_places(data: mmap, place: int) -> set[tuple[int, int]]:
    """Return the byte ranges of the checksums of the first page of a file, and of the page at an offset."""
    if data[_RESERVED] != BYTES:
        return set()
    size = int.from_bytes(data[_PAGE], "big")
    ends = (size, (place // size + 1) * size)
    return {(end - BYTES, end) for end in ends}


def damage_message(location: object) -> str:
    """Return a message that a file has a damaged page."""
    return f"A page of {location} isn't what was written, by its checksum: the disk or another program changed it."


def wrong(error: BaseException) -> bool:
    """Return whether an error says that a page's checksum is wrong."""
    return isinstance(error, apsw.IOError) and getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_DATA


def problems(connect: Connect) -> list[str]:
    """Return the faults of a file, and what can't be read from it as it was written, in words; empty if there are none.

    Args:
        connect: opens a new connection to the file.
    """
    wrong = _checked(connect, "PRAGMA integrity_check")
    return [*wrong, *_damage(connect)] if wrong else []


def _damage(connect: Connect) -> Iterator[str]:
    """Yield the damaged tables, and the relationships whose memories are damaged, and which."""
    with closing(connect()) as trusting:
        trust(trusting)
        tables = [row[0] for row in trusting.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        damaged = [table for table in tables if _checked(connect, f"PRAGMA integrity_check('{table}')")]
        for table in damaged:
            yield f"the table {table} isn't as it was written"
        if "memories" in damaged:
            yield from _relationships(connect, trusting)


def _checked(connect: Connect, check: str) -> list[str]:
    """Return the faults that one of SQLite's checks finds."""
    with closing(connect()) as connection:
        try:
            return [str(row[0]) for row in connection.execute(check) if row[0] != "ok"]
        except apsw.IOError as error:
            if wrong(error):
                return ["a page isn't what was written, by its checksum"]
            raise


def _relationships(connect: Connect, trusting: apsw.Connection) -> Iterator[str]:
    statement = "SELECT * FROM memories WHERE partition = ?"
    for partition, owner, person in trusting.execute("SELECT id, owner, person FROM partitions"):
        if _readable(connect, statement, partition):
            continue
        rows = trusting.execute("SELECT seq, id FROM memories WHERE partition = ?", (partition,))
        lost = [id for seq, id in rows if not _readable(connect, f"{statement} AND seq = ?", partition, seq)]
        names = ", ".join(lost[:_NAMED]) + (" …" if lost[_NAMED:] else "")
        whom = person or "nobody"
        yield f"{len(lost)} memories of {owner} with {whom} may say something else than was said ({names})"


def _readable(connect: Connect, statement: str, *values: int) -> bool:
    """Return whether everything that a statement reads has correct checksums."""
    with closing(connect()) as connection:
        try:
            for _ in connection.execute(statement, values):
                pass
        except (apsw.IOError, apsw.CorruptError) as error:
            if wrong(error) or isinstance(error, apsw.CorruptError):
                return False
            raise
    return True
