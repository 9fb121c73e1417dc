"""Copies of database files: created beside the target under another name, checked, and sealed.

A seal is a table `backup` in the copy with counts of its contents and a checksum of the file. SQLite itself detects a
damaged structure, but not a changed letter.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from mmap import ACCESS_READ, mmap
from pathlib import Path
from secrets import token_bytes
from tempfile import mkstemp

import apsw

from soulkeep._version import __version__
from soulkeep.errors import (
    BadFile,
    InputError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreTooNew,
)
from soulkeep.stores.migrations import APPLICATION_ID, MIGRATIONS
from soulkeep.stores.sql import reads
from soulkeep.stores.sqlite import checksums
from soulkeep.stores.sqlite.connection import SqliteConnection
from soulkeep.stores.sqlite.file import MEMORY, one_row

Progress = Callable[[int, int], None]
"""Called with the bytes copied and the total, both estimated."""

SIDE_FILES = ("-wal", "-shm", "-journal")
"""Files that SQLite puts beside a file, and would apply to any other file of its name."""

_PREFIX, _SUFFIX = ".soulkeep-", ".partial"
_LEFTOVER = 24 * 3600  # seconds
_STEP = 256  # pages; 2 MB
_CHUNK = 1 << 20  # bytes

_SEAL = """
CREATE TABLE backup (
    made REAL NOT NULL, version TEXT NOT NULL,
    characters INTEGER NOT NULL, partitions INTEGER NOT NULL, memories INTEGER NOT NULL, digest BLOB NOT NULL
) STRICT
"""
_VOLATILE = ((18, 20), (24, 28), (40, 44), (92, 100))
"""Parts of the header that SQLite changes when a file is copied or opened: journal mode, counters, its own version."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The content of a database: the version of its tables, and counts; 0 if it isn't a keep."""

    schema: int
    characters: int = 0
    partitions: int = 0
    memories: int = 0

    @property
    def counts(self) -> tuple[int, int, int]:
        """Numbers of characters, partitions and memories."""
        return self.characters, self.partitions, self.memories


# -- files


def file_path(location: str | os.PathLike[str]) -> Path:
    """Return the path of the file at a location, following symbolic links. It needn't exist."""
    if not isinstance(location, str | os.PathLike):
        raise InputError(f"A location is a path, not {location!r}.", hint='Give a file, such as "keep.db".')
    name = os.fspath(location)
    if name == MEMORY:
        raise InputError("A keep in memory has no file.", hint="`keep.export()` gives what it holds.")
    if name.lower().startswith(("postgresql:", "postgres:")):
        raise InputError(
            "A keep in PostgreSQL has no file.",
            hint="Back it up with pg_dump as a superuser, never with --enable-row-security, or with pg_basebackup: "
            "docs/postgres.md",
        )
    if "://" in name or "\0" in name:
        raise InputError(f"{name!r} is no file.", hint="Give a file, such as keep.db.")
    try:
        return Path(name).expanduser().resolve()
    except (OSError, RuntimeError) as error:
        raise InputError(f"{name}: {error}", hint="Give the path in full.") from error


def require_file(path: Path) -> None:
    """Raise `BadFile` unless the file exists and is readable."""
    require_no_folder(path)
    if not _there(path):
        raise BadFile(f"There is no file {path}.", hint="Look at the path.")


def require_no_folder(path: Path) -> None:
    """Raise `BadFile` if the path is something other than a file."""
    if _there(path) and path.is_dir():
        raise BadFile(f"{path} is a folder.", hint=f"Give a file, such as {path / 'keep.db'}.")
    if _there(path) and not path.is_file():
        raise BadFile(f"{path} is no file.", hint="Give a file, such as keep.db.")


def _there(path: Path) -> bool:
    with translated_errors(path):
        return path.exists()


def longer_name(path: Path, end: str) -> Path:
    """Return a path with more at the end of its name."""
    return path.with_name(path.name + end)


@contextmanager
def draft(place: Path) -> Iterator[Path]:
    """Return a context manager for a new private file in the folder of `place`, removed if still there at the end."""
    _sweep(place.parent)
    handle, name = mkstemp(prefix=_PREFIX, suffix=_SUFFIX, dir=place.parent)
    os.close(handle)
    path = Path(name)
    try:
        yield path
    finally:
        for end in ("", *SIDE_FILES):
            longer_name(path, end).unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove files that killed processes left, a day later."""
    for path in folder.glob(f"{_PREFIX}*{_SUFFIX}*"):
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - _LEFTOVER:
                path.unlink()


def flush(path: Path) -> None:
    """Flush a file to disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Flush a folder's entries to disk."""
    if os.name == "nt":  # can't be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def connect(path: Path, *, seconds: float, trusting: bool = False) -> apsw.Connection:
    """Return a connection to an existing file.

    Args:
        path: the file.
        seconds: how long it waits for a lock.
        trusting: read pages even if their checksums are wrong.
    """
    checksums.available()
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(int(seconds * 1000))
    if trusting:
        checksums.trust(connection)
    return connection


def copy_pages(source: apsw.Connection, path: Path, progress: Progress | None = None) -> None:
    """Copy every page as it is now, while others may write."""
    size = source.pragma("page_size")
    with closing(connect(path, seconds=0)) as target:
        target.pragma("synchronous", "off")  # it is flushed as a whole
        source.execute("BEGIN")
        try:
            one_row(source, "SELECT count(*) FROM sqlite_schema")  # from here on it stands still
            with target.backup("main", source, "main") as pages:
                while not pages.done:
                    pages.step(_STEP)
                    if progress is not None:
                        progress((pages.page_count - pages.remaining) * size, pages.page_count * size)
        finally:
            source.execute("COMMIT")
    checksums.complete(path)


# -- errors


@contextmanager
def translated_errors(reading: Path, writing: Path | None = None) -> Iterator[None]:
    """Return a context manager that translates errors of SQLite and of the system into ours.

    Args:
        reading: the file to name if one is damaged.
        writing: the file to name if one can't be written; the same by default.
    """
    try:
        yield
    except apsw.Error as error:
        raise _of_sqlite(error, reading, writing or reading) from error
    except OSError as error:
        raise _of_system(error, writing or reading) from error
    except UnicodeDecodeError as error:
        raise StoreCorrupt(f"{reading} is damaged ({error.reason}).", hint="Nothing was changed.") from error


def _of_sqlite(error: apsw.Error, reading: Path, writing: Path) -> StoreError:
    if isinstance(error, apsw.CorruptError | apsw.NotADBError | apsw.SQLError):  # tables that aren't as they should be
        return StoreCorrupt(f"{reading} is damaged, or no database ({error}).", hint="Nothing was changed.")
    if checksums.wrong(error):
        return StoreCorrupt(
            checksums.damage_message(reading), hint="Nothing was changed. `soulkeep doctor` says what was on it."
        )
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StoreBusy(f"Another process keeps {reading} locked.", hint="Nothing was changed. Try again.")
    if isinstance(error, apsw.FullError):
        return _no_space(writing)
    if isinstance(error, apsw.ReadOnlyError | apsw.CantOpenError | apsw.PermissionsError):
        return _read_only(writing, error)
    return StoreError(
        f"{writing} could not be read or written ({error}).",
        hint="Check the disk, its free space and its limits. Nothing was changed.",
    )


def _of_system(error: OSError, path: Path) -> StoreError:
    if error.errno in _FULL:
        return _no_space(path)
    if error.errno in _FORBIDDEN:
        return _read_only(path, error)
    if isinstance(error, FileNotFoundError | NotADirectoryError) and not path.parent.is_dir():
        return StoreError(f"The folder {path.parent} does not exist.", hint="Create it, or give another path.")
    return StoreError(f"{path}: {error.strerror or error}.", hint="Nothing was changed. Give another path.")


def _no_space(path: Path) -> StoreFull:
    return StoreFull(f"There is no space left to write {path}.", hint="Nothing was changed. Free some space.")


def _read_only(path: Path, error: BaseException) -> StoreReadOnly:
    return StoreReadOnly(
        f"{path} can't be opened, or not be written ({error}).",
        hint="Give this user access to the file and its folder, or name another path.",
    )


# -- what is in them


def require_ours(db: apsw.Connection, path: Path, application: int) -> None:
    """Raise if a file is another program's, or newer than this program."""
    if not one_row(db, "SELECT count(*) FROM sqlite_schema")[0]:
        raise StoreCorrupt(f"{path} is empty.", hint="Give the file of a keep.")
    if db.pragma("application_id") != application:
        raise StoreCorrupt(f"{path} is a database of another program.", hint="Give the file of a keep.")
    version = db.pragma("user_version")
    if application == APPLICATION_ID and version > len(MIGRATIONS):
        raise StoreTooNew(
            f"{path} was written by a newer soulkeep (schema {version}, this one knows {len(MIGRATIONS)}).",
            hint="Upgrade with: pip install -U soulkeep",
        )


def look_through(db: apsw.Connection, path: Path, application: int) -> Content:
    """Check that a file is sound, and return what it holds.

    Args:
        db: a connection to it.
        path: its path, for errors.
        application: the application id that it must have; 0 for the server's own file.
    """
    require_ours(db, path, application)
    require_sound([row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"], path)
    schema = int(db.pragma("user_version"))
    if application != APPLICATION_ID:
        return Content(schema=schema)
    reader = SqliteConnection(db)
    if schema == len(MIGRATIONS):  # an older one is asked once it is up to date
        require_sound(reads.problems(reader), path)
    characters, partitions, memories = reads.counts(reader)
    return Content(schema=schema, characters=characters, partitions=partitions, memories=memories)


def require_sound(problems: list[str], path: Path) -> None:
    """Raise `StoreCorrupt` if there are problems."""
    if problems:
        more = f", and {len(problems) - 1} more" if problems[1:] else ""
        raise StoreCorrupt(f"{path} is damaged: {problems[0]}{more}.", hint="Nothing was changed.")


# -- the seal


def seal(path: Path, named: Path, application: int) -> Content:
    """Check a file that nobody else has open, and write counts of its contents and a checksum into it.

    Args:
        path: the file.
        named: what to call it in errors.
        application: the application id that it must have.
    """
    mark = token_bytes(32)  # where the checksum goes
    with closing(_alone(path)) as db:
        unseal(db)
        content = look_through(db, named, application)
        db.execute(_SEAL)
        db.execute("INSERT INTO backup VALUES (?, ?, ?, ?, ?, ?)", (time.time(), __version__, *content.counts, mark))
    digest = _summed(path, mark)
    with closing(_alone(path)) as db, db.blob_open("main", "backup", "digest", 1, True) as blob:
        blob.write(digest)  # in its place
    return content


def _alone(path: Path) -> apsw.Connection:
    """Return a connection to a file that nobody else has open, and that is flushed as a whole."""
    connection = connect(path, seconds=0)
    connection.pragma("journal_mode", "memory")
    connection.pragma("synchronous", "off")
    return connection


def unseal(db: apsw.Connection) -> None:
    """Remove the seal."""
    db.execute("DROP TABLE IF EXISTS backup")


def sealed_counts(path: Path) -> tuple[int, int, int] | None:
    """Return the counts of characters, partitions and memories in the seal of a closed file; None if it has no seal.

    Raises:
        StoreCorrupt: the file has changed since it was sealed.
    """
    with closing(connect(path, seconds=0)) as db:
        if one_row(db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'backup'") is None:
            return None
        row = one_row(db, "SELECT characters, partitions, memories, digest FROM backup")
    if row is None or not isinstance(row[3], bytes) or _summed(path, row[3]) != row[3]:
        raise StoreCorrupt("Its checksum is another one.")
    return row[0], row[1], row[2]


def _summed(path: Path, digest: bytes) -> bytes:
    """Return the digest of all but itself, with zeros for what SQLite changes when it writes or copies a file."""
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        place = data.find(digest)
        blank = [*_VOLATILE, *checksums.checksum_places(data, place)]
        summed, begin = sha256(), 0
        for start, end in sorted([*blank, (place, place + len(digest))]):
            for chunk in range(begin, start, _CHUNK):
                summed.update(data[chunk : min(chunk + _CHUNK, start)])
            summed.update(bytes(end - start if start != place else 0))
            begin = end
        for chunk in range(begin, len(data), _CHUNK):
            summed.update(data[chunk : chunk + _CHUNK])
    return summed.digest()
